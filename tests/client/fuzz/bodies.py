"""Bodies of which more than single fields has to mean something: fields that have to fit together, or to the path."""

import json
import time
from datetime import datetime, timezone

from world import CLIENT, PASSWORD, choose

# Who signs in and refreshes where that is what is tried.
ANOTHER = "installer@demo.cardea"


def link(world, path, body, seed):
    """Access joins exactly two sides, in one of four ways."""
    ways = [
        {"user_id": "user", "lock_id": "lock"},
        {"user_id": "user", "group_id": "group of locks"},
        {"group_id": "group of users", "lock_id": "lock"},
        {"group_id": "group of users", "other_group_id": "group of locks"},
    ]
    sides = {side for way in ways for side in way}
    chosen = {side: world.one(kind, (seed, side)) for side, kind in choose(ways, seed).items()}
    return {field: value for field, value in body.items() if field not in sides} | chosen


def token(world, path, body, seed):
    common = {"client_id": CLIENT}
    if choose(range(4), seed) == 0:
        return common | {"grant_type": "refresh_token", "refresh_token": world.sign_in(ANOTHER)["refresh_token"]}
    return common | {"grant_type": "password", "username": ANOTHER, "password": PASSWORD}


def operation(world, path, body, seed):
    turns = body["operation"] == "afi.lock.operate"
    return body | {"arguments": [choose(["lock", "unlock"], seed)] if turns else []}


def terms(world, path, body, seed):
    """Those nearest to what was made that a key may be shared for."""
    body = dict(body)
    start, end = body.get("daily_start"), body.get("daily_end")
    if start is not None and end is not None and end <= start:
        body |= {"daily_start": end - 1, "daily_end": start + 1}
    if body.get("week_days"):
        body["week_days"] = [day % 7 for day in body["week_days"]]
    if body.get("number_of_weeks") and not body.get("valid_from"):
        body["number_of_weeks"] = 1
    for right in ("can_share", "can_delete"):
        # Only administrators may have these.
        if body.get(right) and choose(range(4), (seed, right)):
            body[right] = False
    return body


def of_some_lock(world, path, body, seed):
    return {"serial_number": world.one("any lock", seed)} | without_nulls(terms(world, path, body, seed))


def for_somebody(world, path, body, seed):
    body = without_nulls(terms(world, path, body, seed))
    names = {"user_id": world.one("user", seed), "username": world.one("name of user", seed), "mail": world.one("name of user", seed)}
    named = choose(list(names), seed)
    return body if body.keys() & names.keys() else body | {named: names[named]}


def for_several(world, path, body, seed):
    keys = [for_somebody(world, path, key, (seed, number)) for number, key in enumerate(body["keys"])]
    return {"keys": [{"serial_number": world.one("bolt", (seed, number))} | key for number, key in enumerate(keys)]}


def without_nulls(body):
    return {field: value for field, value in body.items() if value is not None}


def activity(world, path, body, seed):
    """Something that was done at this very lock, and lately; clients send it as an object, or as the text of one."""
    now = time.time()
    times = [None, datetime.fromtimestamp(now, timezone.utc).isoformat(), str(round(now - 90)), str(round(now * 1000))]
    told = body | {"mac": path["serial"], "eventid": choose([1, 2, 5], seed), "phonetime": choose(times, (seed, "time"))}
    return json.dumps(told) if choose(range(3), (seed, "text")) == 0 else told


WHOLE = {
    "create_link": link,
    "create_token": token,
    "execute_operation": operation,
    "create_v3_activity": activity,
    "share_v2_key": of_some_lock,
    "share_v3_key": of_some_lock,
    "share_v3_lock": for_somebody,
    "share_v3_keys": for_several,
    "share_v2_lock": terms,
    "share_v3_lock_with_user": terms,
    "share_v3_lock_with_group": terms,
}
