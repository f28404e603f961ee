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

from bodies import WHOLE
from world import PASSWORD, World, choose

BASE = os.environ["CARDEA_BASE"]
WORLD = World(BASE, os.environ["FUZZ_AS"])
NUMBERS = defaultdict(itertools.count)

# Of parameters and fields the kind in `World.pools`; an operation's own comes first. "name of" a kind is any text by which it is known.
KINDS = {
    "user": "user",
    "user_id": "user",
    "lock": "lock",
    "lock_id": "lock",
    "group": "group",
    "calendar": "calendar",
    "calendar_id": "calendar",
    "day_list": "day_list",
    "link": "link",
    "serial": "bolt",
    "device": "bolt",
    "paired": "bridge",
    "serial_number": "bolt",
    "id": "job",
    "since": "revision",
    "token": "heard",
}
PERSON = {"username": "name of user", "mail": "name of user"}
KINDS_OF = {
    "get_login_token": {"serial": "key"},
    "create_login_token": {"serial": "key"},
    "get_v3_key": {"serial": "key"},
    "create_v3_activity": {"serial": "key", "phonetime": None},
    "remote_lock": {"serial": "remote"},
    "remote_unlock": {"serial": "remote"},
    "remote_v3_lock": {"serial": "remote"},
    "remote_v3_unlock": {"serial": "remote"},
    "execute_operation": {"device": "remote"},
    "create_enrollment_token": {"serial": "bridge"},
    "confirm_enrollment": {"serial": "bridge"},
    "pair_device": {"serial": "bridge"},
    "remove_device": {"serial": "device"},
    "list_v3_types_of_device": {"serial": "device"},
    "get_tracked_firmware": {"serial": "device"},
    "put_tracked_firmware": {"serial": "device"},
    "add_lock_to_group": {"group": "group of locks"},
    "add_user_to_group": {"group": "group of users"},
    "get_v2_lock": {"serial": "any lock"},
    "update_v2_lock": {"serial": "any lock"},
    "remove_v2_lock": {"serial": "older lock"},
    "list_v2_lock_users": {"serial": "any lock", "group": "name of group of users"},
    "share_v2_lock": {"serial": "any lock", "name": "name of anybody"},
    "share_v2_key": {"serial_number": "any lock", "name": "name of user"},
    "share_v3_key": {"name": "name of user"},
    "share_v3_keys": PERSON,
    "share_v3_lock": PERSON,
    "share_v3_lock_with_user": {"name": "name of user"},
    "share_v3_lock_with_group": {"name": "name of group of users"},
    "list_v3_keys": {"name": "name of user"},
    "get_v3_user": {"name": "name of user"},
    "request_v3_password_reset": {"name": "name of user"},
    "register_v3_user": {"name": "name of user", "invitation": None},
    "register_v2_user": {"name": "name of user", "invitation": None},
    "set_up_owner": {"token": None},
    "get_v2_user": {"name": "name of user"},
    "update_v2_user": {"name": "name of user"},
    "remove_v2_user": {"name": "name of user"},
    "get_v2_group": {"name": "name of group"},
    "remove_v2_group": {"name": "name of group"},
    # What phones hear may be new.
    "create_discoveries": {"serial_number": None},
}
REMOVES = ("remove_user", "remove_device", "remove_group", "remove_calendar", "remove_day_list", "remove_link")
REMOVES += ("remove_v2_user", "remove_v2_group", "remove_v2_lock")
# Path parameters, or one of them and the only member that a body names, that have to belong together.
PAIRS = {
    "remove_lock_from_group": ("locks in group", ("group", "lock")),
    "remove_user_from_group": ("users in group", ("group", "user")),
    "unpair_device": ("paired", ("serial", "paired")),
}
# Keys that are taken away, from people and groups who are made for it: of which locks, and from whom.
UNSHARES = {
    "unshare_v2_lock": ("any lock", "anybody"),
    "unshare_v3_lock_with_user": ("bolt", "user"),
    "unshare_v3_lock_with_group": ("bolt", "group"),
}
MEMBERS = ("add_v2_group_members", "remove_v2_group_members")
# What is made by a path that names it.
NEW = {
    "create_user": ("user", "somebody {number}"),
    "create_v2_user": ("name", "somebody-{number}@example.com"),
    "create_v3_user": ("name", "Somebody_{number}"),
    "create_v2_group": ("name", "Group of {number}"),
    "put_device": ("serial", "02:00:01:{byte:02x}:00:00"),
    "create_v2_lock": ("serial", "02:00:02:{byte:02x}:{next:02x}:00"),
}
# Invitations that are answered or withdrawn are made for it: the path's parameter, and what of the invitation it is.
INVITED = {
    "delete_invitation": ("invitation", "id"),
    "delete_sent_invitation": ("token", "token"),
    "accept_received_invitation": ("token", "token"),
    "decline_received_invitation": ("token", "token"),
    "get_invitation_by_token": ("token", "token"),
    "accept_invitation_by_token": ("token", "token"),
    "decline_invitation_by_token": ("token", "token"),
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
    "email": ["nobody@demo.cardea", "somebody@example.com"],
    "device_type": ["danalockv3", "danabridgev3", "danapadv3", "universalmodulev3"],
    "operation": ["afi.lock.operate", "afi.lock.get-state", "afi.power-source.get-information2"],
    "start": EARLY + ["1767225600"],
    "end": LATE + ["1798761600"],
    "at": EARLY + LATE,
    "start_time": EARLY,
    "end_time": LATE,
    "valid_from": EARLY,
    "valid_to": LATE,
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
    number = next(NUMBERS[name])
    seed = f"{name} {number}"
    if choose(range(10), seed) == 0:
        return
    if headers.get("x-assume-user"):
        headers["x-assume-user"] = WORLD.identity
    if "Idempotency-Key" in headers:
        # Now and then it is the one of the request before, which was most likely another.
        headers["Idempotency-Key"] = f"{name} {number - (choose(range(8), (seed, 'key')) == 0)}"
    give_path(name, path, case.operation.path, seed)
    for parameter in query:
        query[parameter] = meant(name, parameter, query[parameter], seed)
    if name.startswith("authorize"):
        query.update(AUTHORIZE)
    if name == "download_firmware":
        link = urlsplit(WORLD.firmware)
        path["firmware"] = link.path.rsplit("/", 1)[1]
        query.update(parse_qsl(link.query))
    if name in MEMBERS:
        path["name"], case.body = members(name, seed)
    elif isinstance(case.body, dict):
        case.body = meaningful(name, case.body, seed)
        if whole := WHOLE.get(name):
            case.body = whole(WORLD, path, case.body, seed)


def give_path(name, path, template, seed):
    if name in PAIRS:
        kind, parameters = PAIRS[name]
        path.update(zip(parameters, WORLD.one(kind, seed) or ()))
    elif name in UNSHARES:
        path["serial"], path["name"] = WORLD.shared(*UNSHARES[name], seed)
    elif template.startswith("/log/v1/"):
        path["ids"] = ",".join(WORLD.one(kind, (seed, kind)) or "" for kind in LOGS[template.split("/")[3]])
    elif name in ("get_client_device", "remove_client_device"):
        path["device_identification"] = WORLD.phone()
    elif name in INVITED:
        parameter, field = INVITED[name]
        path[parameter] = WORLD.make("/invitations/v1/invite_by_token", {})[field]
    elif name in NEW:
        (parameter, text), number = NEW[name], crc32(seed.encode())
        path[parameter] = text.format(number=number, byte=number % 256, next=number // 256 % 256)
    else:
        for parameter in path:
            path[parameter] = meant(name, parameter, path[parameter], seed)


def members(name, seed):
    """A group and some of its own kind: who belongs to it where they are taken out."""
    kind = choose(["users", "locks"], seed)
    if name == "remove_v2_group_members":
        group, member = WORLD.one(f"{kind} in group", seed) or (None, None)
        return WORLD.known_as(group, seed), {"members": [WORLD.known_as(member, seed)]}
    own = {"users": "name of user", "locks": "any lock"}[kind]
    return WORLD.one(f"name of group of {kind}", seed), {"members": [WORLD.one(own, (seed, i)) for i in range(choose(range(4), seed))]}


def meant(name, field, value, seed):
    """The value, or one that means something: an id that there is, a word that is understood."""
    if not isinstance(value, str):
        return value
    own = KINDS_OF.get(name, {})
    if field not in own and field in WORDS:
        return choose(WORDS[field], (seed, field))
    kind = own.get(field) if field in own else KINDS.get(field)
    if kind and name in REMOVES:
        return WORLD.removable(kind, (seed, field))
    return WORLD.one(kind, (seed, field)) or value


def meaningful(name, body, seed):
    if isinstance(body, dict):
        return {field: meaningful(name, meant(name, field, value, seed), seed) for field, value in body.items()}
    if isinstance(body, list):
        return [meaningful(name, value, seed) for value in body]
    return body
