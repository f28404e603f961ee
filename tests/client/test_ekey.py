"""What clients of the older service do, by /ekey/v2 and /ekey/v3: keys of their own, sharing them, turning bolts, telling of it, groups by
their names and older locks by their MAC addresses."""

import base64
import hashlib
import hmac
import itertools
import json
import struct
import time
from datetime import datetime, timedelta, timezone

import pytest
from demo import OWNER, PASSWORD, Demo

LOCK = "Courtyard gate"
OLDER = "02:00:00:00:00:17"
NUMBERS = itertools.count()


@pytest.fixture
def visitor(demo):
    """Somebody who is made by their e-mail address, and has nothing yet."""
    mail = f"visitor-{next(NUMBERS)}@example.com"
    made = demo.http.post(f"/ekey/v3/users/{mail}", json={"password": PASSWORD, "firstname": "Ida", "lastname": "Møller"})
    made = made.raise_for_status().json()
    assert (made["username"], made["mail"], made["display_name"], made["role"]) == (mail, mail, "Ida Møller", "user")
    visitor = Demo(mail)
    visitor.mail = mail
    yield visitor
    visitor.http.close()
    assert demo.http.delete(f"/ekey/v2/users/{mail}").status_code == 204


def keys(person, mail):
    return {key["name"]: key for key in person.get(f"/ekey/v3/users/{mail}/keys")}


def other(demo, name=LOCK):
    """The turn that moves the bolt."""
    return {"Locked": "unlock", "Unlocked": "lock"}[demo.truth(name)["state"]]


def tried(demo, key, **changes):
    """Whether the lock opens or closes for this key, and why not."""
    answer = demo.given(LOCK, present={"blob": key["login_token"], "operation": other(demo)}, **changes)
    return answer["opened"], answer["reason"]


def logged(demo, mail):
    """What the log of the lock has of somebody, newest first."""
    entries = demo.get(f"/ekey/v3/locks/{demo.serial(LOCK)}/logs", perpage=1000)
    return [(entry["entry"]["eventid"], entry["entry"]["humanreadableevent"]) for entry in entries if entry["username"] == mail]


def refused(answer):
    """Its status, and what is said to be wrong: with which field, or with all of it."""
    body = answer.json()
    return answer.status_code, {field: fault[0]["error_code"] for field, fault in body.get("errors", {}).items()} or body["error"]


def field_codes(answer):
    return [fault["error_code"] for faults in answer.json()["errors"].values() for fault in faults]


def test_keys_of_ones_own_open_the_door(demo):
    own = keys(demo, OWNER)
    key = own[LOCK]
    assert (key["serial_number"], key["product"]["type"]) == (demo.serial(LOCK), "danalockv3")
    assert [key["user"][right] for right in ("can_remote", "can_share", "can_delete")] == [True, True, True]
    assert tried(demo, key) == (True, None)
    assert tried(demo, demo.get(f"/ekey/v3/devices/{demo.serial(LOCK)}/key")) == (True, None)
    assert tried(demo, own["Laundry"]) == (False, "other_lock")
    altered = bytearray(base64.b64decode(key["login_token"]))
    altered[len(altered) // 2] ^= 1
    assert tried(demo, {"login_token": base64.b64encode(altered).decode()})[0] is False


def test_a_key_is_shared_for_an_hour(demo, visitor):
    until = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(hours=1)
    path = f"/ekey/v3/locks/{demo.serial(LOCK)}/users/{visitor.mail}"
    assert keys(visitor, visitor.mail) == {}
    shared = {"serial_number": demo.serial(LOCK), "valid_to": until.isoformat()}
    shared = demo.http.post(f"/ekey/v3/users/{visitor.mail}/keys", data=shared).raise_for_status().json()
    assert (shared["username"], shared["valid_to"], shared["open"], shared["can_remote"]) == (visitor.mail, until.isoformat(), True, False)

    key = keys(visitor, visitor.mail)[LOCK]
    assert (key["valid_to"], key["user"]["can_share"]) == (until.isoformat(), False)
    assert tried(demo, key) == (True, None)
    # The lock decides by its own clock, and takes five minutes of one that goes wrong.
    assert tried(demo, key, clock_offset_s=3600 + 360) == (False, "expired")
    assert tried(demo, key, clock_offset_s=0) == (True, None)

    # Others see that there is a key, and not what opens the door.
    told = keys(demo, visitor.mail)[LOCK]
    assert (told["valid_to"], told["login_token"], told["advertising_key"]) == (until.isoformat(), None, None)
    assert visitor.mail in [one["username"] for one in demo.get(f"/ekey/v3/locks/{demo.serial(LOCK)}/users")]
    assert refused(visitor.http.post(f"/ekey/v3/users/{OWNER}/keys", json={"serial_number": demo.serial(LOCK)})) == (403, "forbidden")

    assert demo.http.delete(path).status_code == 204
    assert keys(visitor, visitor.mail) == {}
    assert refused(visitor.http.get(f"/ekey/v3/devices/{demo.serial(LOCK)}/key")) == (404, "entity_not_found")
    assert refused(demo.http.delete(path)) == (404, "entity_not_found")


def test_several_keys_are_shared_at_once_or_none(demo, visitor):
    def share(*serials):
        return demo.http.post(
            "/ekey/v3/users/keys", json={"keys": [{"serial_number": serial, "mail": visitor.mail} for serial in serials]}
        )

    assert refused(share(demo.serial(LOCK), OLDER)) == (422, {"serial_number": "unknown"})
    assert keys(visitor, visitor.mail) == {}
    assert share(demo.serial(LOCK), demo.serial("Laundry")).raise_for_status().json()["keys"][1]["name"] == "Laundry"
    assert sorted(keys(visitor, visitor.mail)) == [LOCK, "Laundry"]


def test_a_door_is_turned_from_afar_and_so_logged(demo, visitor):
    path = f"/ekey/v3/locks/{demo.serial(LOCK)}"

    def share(**terms):
        demo.http.post(f"{path}/users", json={"mail": visitor.mail} | terms).raise_for_status()

    share()
    assert refused(visitor.http.post(f"{path}/{other(demo)}")) == (403, "no_remote_access")
    share(can_remote=True)
    for _ in range(2):
        turn, moves = other(demo), demo.truth(LOCK)["bolt_moves"]
        begun = visitor.http.post(f"{path}/{turn}").raise_for_status().json()
        assert visitor.outcome(begun["id"])["is_successful"]
        assert demo.truth(LOCK)["state"] == f"{turn.capitalize()}ed"
        assert demo.truth(LOCK)["bolt_moves"] == moves + 1
        event = {"lock": (1, "bridgeLocked"), "unlock": (2, "bridgeUnlocked")}[turn]
        assert logged(demo, visitor.mail)[0] == event
        newest = demo.get(f"/ekey/v3/devices/{demo.serial(LOCK)}/activities", **{"from": 0, "entries": 1})
        assert [(one["entry"]["eventid"], one["username"], one["lockalias"]) for one in newest] == [(event[0], visitor.mail, LOCK)]
    assert len(logged(demo, visitor.mail)) == 2


def test_what_a_client_tells_of_a_movement_joins_the_entry_of_it(demo, visitor):
    path = f"/ekey/v3/devices/{demo.serial(LOCK)}/activities"
    demo.http.post(f"/ekey/v3/locks/{demo.serial(LOCK)}/users/{visitor.mail}", json={"can_remote": True}).raise_for_status()

    def tell(eventid, **more):
        told = {"mac": demo.serial(LOCK), "eventid": eventid, "event": "", "batterylevel": 80, "phonetime": str(round(time.time()))}
        told |= {"version": "2.1", "firmware": "4.2", "mechsettings": "", "extra": "", "communication": "ble"}
        # The text of an object in place of the object: so clients send it.
        return visitor.http.post(path, json=json.dumps(told | more))

    turn = other(demo)
    done, undone = {"lock": (1, 2), "unlock": (2, 1)}[turn]
    begun = visitor.http.post(f"/ekey/v3/locks/{demo.serial(LOCK)}/{turn}").raise_for_status().json()
    visitor.outcome(begun["id"])
    entry = (done, f"bridge{turn.capitalize()}ed")
    assert logged(demo, visitor.mail) == [entry]
    assert tell(done).status_code == 204
    assert logged(demo, visitor.mail) == [entry], "the same movement is told of once"
    # A movement that no bridge has seen, and settings, are entries of their own.
    name = {1: "locked", 2: "unlocked"}[undone]
    assert (tell(undone).status_code, tell(5).status_code) == (204, 204)
    assert sorted(logged(demo, visitor.mail)) == sorted([entry, (undone, name), (5, "settingsChanged")])
    assert refused(tell(3)) == (422, {"eventid": "invalid"})
    assert refused(tell(1, mac=demo.serial("Laundry"))) == (422, {"mac": "invalid"})
    assert refused(visitor.http.get(path)) == (403, "forbidden")
    assert len(logged(demo, visitor.mail)) == 3


def test_a_phone_knows_a_lock_by_what_it_says(demo, visitor):
    key = keys(demo, OWNER)[LOCK]
    span = b"advertisement " + struct.pack(">q", int(time.time()) // 900)
    heard = hmac.new(base64.b64decode(key["advertising_key"]), span, hashlib.sha256).digest()[:8].hex()
    found = demo.http.post(f"/ekey/v3/advertisements/{heard}").raise_for_status().json()
    assert (found["token"], found["serial_number"], found["name"]) == (heard, demo.serial(LOCK), LOCK)
    assert refused(visitor.http.post(f"/ekey/v3/advertisements/{heard}")) == (404, "entity_not_found")


def test_what_was_found_at_a_lock_is_told_with_its_keys(demo):
    told = {"firmware_identifier": "danalockv3_4.2.0_stable", "pcb_version": "7"}
    demo.http.put(f"/firmware-tracker/v1/{demo.serial('Laundry')}", json=told).raise_for_status()
    runs = keys(demo, OWNER)["Laundry"]["product"]["firmware"]
    assert (runs["firmware_version"], runs["pcb_version"], runs["updates"]) == ("4.2.0", "7", ["danalockv3_4.3.0_stable"])


def test_a_group_is_known_by_its_name(demo, visitor):
    group = f"/ekey/v2/groups/Choir {next(NUMBERS)}"
    assert demo.http.post(group, json={"type": "users"}).raise_for_status().json()["members"] == []
    assert refused(demo.http.post(group, json={"type": "locks"})) == (409, "conflict")
    assert refused(demo.http.put(f"{group}/members", json={"members": [visitor.mail, "no one"]})) == (422, {"members": "unknown"})
    assert demo.get(group)["members"] == []
    added = demo.http.put(f"{group}/members", json={"members": [visitor.mail, "guest@demo.cardea"]}).raise_for_status().json()
    assert sorted(added["members"]) == ["guest@demo.cardea", visitor.mail]

    lock = f"/ekey/v2/locks/{demo.serial(LOCK)}/users"
    name = added["name"]
    demo.http.post(f"{lock}/{name}", json={"week_days": list(range(7))}).raise_for_status()
    assert tried(demo, keys(visitor, visitor.mail)[LOCK]) == (True, None)
    assert sorted(one["username"] for one in demo.get(lock, group=name)) == ["guest@demo.cardea", visitor.mail]
    left = demo.http.request("DELETE", f"{group}/members", json={"members": [visitor.mail]}).raise_for_status().json()
    assert (left["members"], keys(visitor, visitor.mail)) == (["guest@demo.cardea"], {})
    assert demo.http.delete(f"{lock}/{name}").status_code == 204
    assert demo.http.delete(group).status_code == 204
    assert refused(demo.http.get(group)) == (404, "entity_not_found")


@pytest.fixture
def older(demo):
    """The path of an older lock that is brought in by its MAC address."""
    path = f"/ekey/v2/locks/{OLDER}"
    told = {"name": "Barn", "address": "Markvej 2", "firmware": "2.4.1", "rf": "1.9.0", "timezone": "Europe/Copenhagen"}
    made = demo.http.post(path, json=told).raise_for_status().json()
    assert (made["serial_number"], made["type"]) == (OLDER, "mwm")
    assert {field: made[field] for field in told} == told
    yield path
    demo.http.delete(path)


def test_an_older_lock_is_known_by_its_mac_address(demo, older):
    lock = demo.named("/locks/v1", "Barn")
    assert (lock["type"], lock["mwm"]["mac_address"]) == ("mwm", OLDER)
    taken = demo.http.post(older, json={"name": "Barn"})
    assert (taken.status_code, field_codes(taken)) == (409, ["already_taken"])
    changed = demo.http.put(older, json={"name": "Hay barn", "firmware": "2.5.0"}).raise_for_status().json()
    assert (changed["name"], changed["firmware"], changed["rf"]) == ("Hay barn", "2.5.0", "1.9.0")
    assert changed in demo.get("/ekey/v2/locks", perpage=1000)
    assert demo.http.delete(older).status_code == 204
    assert refused(demo.http.get(older)) == (404, "entity_not_found")


def test_a_lock_may_be_sent_back_as_it_was_told(demo):
    for lock in demo.get("/ekey/v2/locks", perpage=1000):
        assert demo.http.put(f"/ekey/v2/locks/{lock['serial_number']}", json=lock).json() == lock


def test_one_number_is_of_one_lock(demo, older):
    again = demo.http.put(f"/ekey/v3/devices/{OLDER}", json={"name": "Barn", "device_type": "danalockv3"})
    if again.is_success:
        demo.http.delete(f"/ekey/v3/devices/{OLDER}")
    assert not again.is_success
    assert field_codes(again) == ["already_taken"]


def test_a_key_to_an_older_lock_is_shared_but_not_for_some_hours_of_a_day(demo, visitor, older):
    share = f"{older}/users/{visitor.mail}"
    daily = demo.http.post(share, json={"daily_start": 32400, "daily_end": 61200})
    assert (daily.status_code, field_codes(daily)) == (422, ["recurring_unsupported"])
    shared = demo.http.post(share, json={"valid_to": "2031-01-01T00:00:00+01:00"}).raise_for_status().json()
    assert (shared["serial_number"], shared["valid_to"]) == (OLDER, "2030-12-31T23:00:00+00:00")
    assert [lock["serial_number"] for lock in visitor.get("/ekey/v2/locks")] == [OLDER]
    # Its keys are made by phones and not by this server.
    assert keys(visitor, visitor.mail) == {}
    assert refused(visitor.http.get(f"/ekey/v3/devices/{OLDER}/key")) == (404, "entity_not_found")
    assert demo.http.delete(share).status_code == 204
    assert visitor.get("/ekey/v2/locks") == []
