"""What valid requests mean.

The document says what an id looks like, and not which ids there are. So of the requests that fit the document nine of ten get values
that mean something in the demo; the tenth stays as it was made. What is chosen follows from how many there were of its operation before,
so a seed gives the same requests each time.
"""

import itertools
import os
from collections import defaultdict
from urllib.parse import parse_qsl, urlsplit
from zlib import crc32

from world import CLIENT, PASSWORD, World, choose

BASE = os.environ["CARDEA_BASE"]
WORLD = World(BASE, os.environ["FUZZ_AS"])
# Who signs in and refreshes where that is what is tried.
ANOTHER = "installer@demo.cardea"
NUMBERS = defaultdict(itertools.count)

# Of parameters and fields the kind in `World.pools`; an operation's own comes first.
KINDS = {
    "user": "user",
    "user_id": "user",
    "lock": "lock",
    "lock_id": "lock",
    "group": "group",
    "calendar": "calendar",
    "calendar_id": "calendar",
    "link": "link",
    "serial": "bolt",
    "device": "bolt",
    "paired": "bridge",
    "serial_number": "bolt",
    "id": "job",
    "since": "revision",
}
KINDS_OF = {
    "get_login_token": {"serial": "key"},
    "create_login_token": {"serial": "key"},
    "remote_lock": {"serial": "remote"},
    "remote_unlock": {"serial": "remote"},
    "execute_operation": {"device": "remote"},
    "create_enrollment_token": {"serial": "bridge"},
    "confirm_enrollment": {"serial": "bridge"},
    "pair_device": {"serial": "bridge"},
    "remove_device": {"serial": "device"},
    "add_lock_to_group": {"group": "group of locks"},
    "add_user_to_group": {"group": "group of users"},
    # Who and what these name may be new.
    "create_user": {"user": None},
    "put_device": {"serial": None},
    "create_discoveries": {"serial_number": None},
}
REMOVES = ("remove_user", "remove_device", "remove_group", "remove_calendar", "remove_link")
# Two path parameters that have to belong together.
PAIRS = {
    "remove_lock_from_group": ("locks in group", ("group", "lock")),
    "remove_user_from_group": ("users in group", ("group", "user")),
    "unpair_device": ("paired", ("serial", "paired")),
}
# `ids` of a log, by the name of the log in its path.
LOGS = {
    "lock": ["lock"],
    "lockgroup": ["group of locks"],
    "user": ["user"],
    "usergroup": ["group of users"],
    "userlock": ["user", "lock"],
    "userlockgroup": ["user", "group of locks"],
    "usergrouplock": ["group of users", "lock"],
    "usergrouplockgroup": ["group of users", "group of locks"],
}
EARLY = ["0001-01-01T00:00:00+00:00", "2026-01-01T00:00:00+01:00", "2026-03-01T23:59:60.5Z"]
LATE = ["2026-06-30T12:30:00.5-09:30", "2031-12-31T23:59:59+14:00", "9998-12-31T23:59:59+00:00"]
# Fields whose text has to be one of a few that the schema does not list.
WORDS = {
    "timezone": ["Europe/Copenhagen", "America/St_Johns", "Asia/Kathmandu"],
    "password": [PASSWORD, "Grüße aus Bergen 7", "correct horse battery staple"],
    "email_address": ["somebody@example.com", "søren@example.com"],
    "mail": ["somebody@example.com"],
    "device_type": ["danalockv3", "danabridgev3", "danapadv3", "universalmodulev3"],
    "operation": ["afi.lock.operate", "afi.lock.get-state", "afi.power-source.get-information2"],
    "start": EARLY + ["1767225600"],
    "end": LATE + ["1798761600"],
    "at": EARLY + LATE,
    "start_time": EARLY,
    "end_time": LATE,
}
AUTHORIZE = {
    "response_type": "code",
    "client_id": "cardea-web",
    "redirect_uri": f"{BASE}/oauth",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
}


def name_of(case):
    return case.operation.definition.raw["operationId"]


def give_meaning(case):
    name = name_of(case)
    path, query, headers = case.path_parameters or {}, case.query or {}, case.headers or {}
    seed = f"{name} {next(NUMBERS[name])}"
    if choose(range(10), seed) == 0:
        return
    if headers.get("x-assume-user"):
        headers["x-assume-user"] = WORLD.identity
    give_path(name, path, case.operation.path, seed)
    for parameter in query:
        query[parameter] = meant(name, parameter, query[parameter], seed)
    if name.startswith("authorize"):
        query.update(AUTHORIZE)
    if name == "download_firmware":
        link = urlsplit(WORLD.firmware)
        path["firmware"] = link.path.rsplit("/", 1)[1]
        query.update(parse_qsl(link.query))
    if isinstance(case.body, dict):
        case.body = meaningful(name, case.body, seed)
        whole = {"create_link": link_body, "create_token": token_body, "execute_operation": operation_body}.get(name)
        if whole:
            case.body = whole(case.body, seed)


def give_path(name, path, template, seed):
    if name in PAIRS:
        kind, parameters = PAIRS[name]
        path.update(zip(parameters, WORLD.one(kind, seed) or ()))
    elif template.startswith("/log/v1/"):
        path["ids"] = ",".join(WORLD.one(kind, (seed, kind)) or "" for kind in LOGS[template.split("/")[3]])
    elif name == "create_user":
        path["user"] = f"somebody {crc32(seed.encode())}"
    elif name == "put_device":
        path["serial"] = f"02:00:01:{choose(range(256), seed):02x}:00:00"
    else:
        for parameter in path:
            path[parameter] = meant(name, parameter, path[parameter], seed)


def meant(name, field, value, seed):
    """The value, or one that means something: an id that there is, a word that is understood."""
    if not isinstance(value, str):
        return value
    if field in WORDS:
        return choose(WORDS[field], (seed, field))
    kind = KINDS_OF.get(name, {}).get(field, KINDS.get(field))
    if kind and name in REMOVES:
        return WORLD.removable(kind, (seed, field))
    return WORLD.one(kind, (seed, field)) or value


def meaningful(name, body, seed):
    if isinstance(body, dict):
        return {field: meaningful(name, meant(name, field, value, seed), seed) for field, value in body.items()}
    if isinstance(body, list):
        return [meaningful(name, value, seed) for value in body]
    return body


def link_body(body, seed):
    """Access joins exactly two sides, in one of four ways."""
    ways = [
        {"user_id": "user", "lock_id": "lock"},
        {"user_id": "user", "group_id": "group of locks"},
        {"group_id": "group of users", "lock_id": "lock"},
        {"group_id": "group of users", "other_group_id": "group of locks"},
    ]
    sides = {side for way in ways for side in way}
    chosen = {side: WORLD.one(kind, (seed, side)) for side, kind in choose(ways, seed).items()}
    return {field: value for field, value in body.items() if field not in sides} | chosen


def token_body(body, seed):
    common = {"client_id": CLIENT}
    if choose(range(4), seed) == 0:
        return common | {"grant_type": "refresh_token", "refresh_token": WORLD.sign_in(ANOTHER)["refresh_token"]}
    return common | {"grant_type": "password", "username": ANOTHER, "password": PASSWORD}


def operation_body(body, seed):
    turns = body["operation"] == "afi.lock.operate"
    return body | {"arguments": [choose(["lock", "unlock"], seed)] if turns else []}
