"""The sandbox of docs/integrators.md: who can sign in, and every fault that can be ordered, with what a client then gets."""

import httpx
import pytest
from demo import BASE, OWNER, Demo, eventually

LOCK, BRIDGE = "Courtyard gate", "Hall bridge"
# The serial number of a lock that stands near a bridge and that nobody has brought in.
LEFT_OUT = "00:1b:ac:0f:2a:6d"


def other(demo):
    """The turn that moves the bolt."""
    return {"Locked": "unlock", "Unlocked": "lock"}[demo.truth(LOCK)["state"]]


def moves(demo):
    return demo.truth(LOCK)["bolt_moves"]


def verdicts(outcome):
    """The numbers of bridge, lock and radio, after making sure that all three texts say one word."""
    result = outcome["result"]
    layers = ("bridge_server_status", "afi_status", "dmi_status")
    (word,) = {result[f"{layer}_text"] for layer in layers}
    return (outcome["status"], word, *(result[layer] for layer in layers))


def failed(demo, turn=None):
    """What came of a turn that moved nothing."""
    before = moves(demo)
    outcome = demo.turn(LOCK, turn or other(demo))
    assert moves(demo) == before
    return verdicts(outcome), outcome["result"]


# Who can sign in


@pytest.mark.parametrize(
    "name, role, doors",
    [("owner", "administrator", 10), ("installer", "installer", 10), ("guest", "user", 1), ("nobody", "user", 0)],
)
def test_these_can_sign_in(name, role, doors):
    who = Demo(f"{name}@demo.cardea")
    assert [one["role"] for one in who.get("/user/v1/identities")] == [role]
    assert len(who.get("/locks/v1")) == doors


def test_an_administrator_of_two_domains_says_which():
    admin = Demo("admin@demo.cardea")
    own, house = admin.get("/user/v1/identities")
    assert (own["primary"], house["primary"], house["domain"]) == (True, False, f"{OWNER}'s domain")
    assert admin.get("/locks/v1") == []
    admin.http.headers["X-Assume-User"] = house["id"]
    assert len(admin.get("/locks/v1")) == 10


# A lock


def test_something_holds_the_bolt(demo):
    demo.given(LOCK, jammed=True)
    verdict, result = failed(demo)
    assert verdict == ("Failed", "BoltBlocked", 0, 14, 0) and result["state"] == demo.truth(LOCK)["state"]
    assert demo.read(LOCK)["result"]["is_blocked"] is True
    demo.given(LOCK, jammed=False)
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded"


def test_a_battery_is_empty(demo):
    demo.given(LOCK, battery=4)
    verdict, result = failed(demo)
    assert verdict == ("Failed", "LowBattery", 0, 11, 0) and result["battery_level"] == 4
    assert demo.read(LOCK, "afi.power-source.get-information2")["result"]["battery_level"] == 4
    eventually(lambda: demo.condition(LOCK)["battery_level"] == 4)
    demo.given(LOCK, battery=5)
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded", "five percent are enough"


@pytest.mark.parametrize("fault", [{"in_range": False}, {"updating": True}])
def test_a_lock_hears_nobody(demo, fault):
    known = eventually(lambda: demo.condition(LOCK), lambda seen: seen["state"] == demo.truth(LOCK)["state"])
    demo.given(LOCK, **fault)
    assert failed(demo)[0] == ("Failed", "ConnectionLost", 0, 12, 15)
    assert verdicts(demo.read(LOCK)) == ("Failed", "ConnectionLost", 0, 12, 15)
    assert demo.condition(LOCK)["state"] == known["state"], "the last one stands"


def test_a_bolt_that_is_there_already(demo):
    turn = {"Locked": "lock", "Unlocked": "unlock"}[demo.truth(LOCK)["state"]]
    verdict, result = failed(demo, turn)
    assert verdict == ("Failed", "NothingChanged", 0, 7, 0) and result["state"] == demo.truth(LOCK)["state"]


def test_a_bolt_is_slow(demo):
    demo.given(LOCK, slow_ms=700)
    turn = other(demo)
    job = demo.begin(LOCK, "afi.lock.operate", turn)
    under_way = eventually(lambda: demo.look(job), lambda seen: seen["result"]["stage"] == "moving")
    assert (under_way["status"], "state" in under_way["result"]) == ("InProgress", False)
    assert demo.truth(LOCK)["turning"] == turn
    assert demo.outcome(job)["status"] == "Succeeded" and demo.truth(LOCK)["turning"] is None


def test_two_operations_wait_for_a_bridge_and_no_third(demo):
    demo.given(LOCK, slow_ms=3000)
    first = demo.begin(LOCK, "afi.lock.operate", other(demo))
    eventually(lambda: demo.look(first)["status"] == "InProgress")
    waiting = [demo.begin(LOCK, "afi.lock.operate", turn) for turn in ("lock", "unlock")]
    body = {"device": demo.serial(LOCK), "operation": "afi.lock.operate", "arguments": ["lock"]}
    refused = demo.http.post("/bridge/v1/execute", json=body)
    assert (refused.status_code, refused.json()["error"], refused.headers["retry-after"]) == (429, "bridge_busy", "1")
    demo.given(LOCK, slow_ms=0)
    assert [demo.outcome(job)["is_completed"] for job in (first, *waiting)] == [True] * 3


def test_a_bolt_is_turned_by_hand(demo):
    before, turn = len(demo.operations(LOCK)), other(demo)
    state = demo.given(LOCK, turn=turn)["state"]
    log = eventually(lambda: demo.operations(LOCK), lambda log: len(log) > before)
    assert (log[0]["operation"], log[0]["user_id"]) == (state.lower(), None)
    eventually(lambda: demo.condition(LOCK)["state"] == state)


def test_a_phone_is_at_the_door(demo):
    key = demo.get(f"/devices/v1/{demo.serial(LOCK)}/login_token")["blob"]

    def present(operation, blob=key, **changes):
        tried = demo.given(LOCK, present={"blob": blob, "operation": operation}, **changes)
        return tried["opened"], tried["reason"]

    before = len(demo.operations(LOCK))
    assert present(other(demo)) == (True, None)
    log = eventually(lambda: demo.operations(LOCK), lambda log: len(log) > before)
    assert (log[0]["operation"], log[0]["username"]) == (demo.truth(LOCK)["state"].lower(), OWNER)
    # By its own clock the lock decides, and it takes five minutes of a clock that is behind.
    assert present("unlock", clock_offset_s=-200) == (True, None)
    assert present("unlock", clock_offset_s=-400) == (False, "not_yet_valid")
    assert present("unlock", clock_offset_s=2 * 86_400) == (False, "expired")
    assert present("unlock", clock_offset_s=0, updating=True) == (False, "updating")
    assert present("lock", updating=False, jammed=True) == (False, "bolt_blocked")
    assert present("lock", jammed=False, battery=1) == (False, "low_battery")
    assert present("lock", blob="AAAA", battery=50) == (False, "malformed")
    stranger = demo.get(f"/devices/v1/{demo.serial('Laundry')}/login_token")["blob"]
    assert present("lock", blob=stranger) == (False, "other_lock")


def test_a_lock_has_other_firmware(demo):
    assert demo.given(LOCK, firmware="4.3.0")["firmware"] == "4.3.0"


def test_a_lock_that_nobody_has_brought_in_is_found_nearby(demo):
    assert LEFT_OUT in [one["serial_number"] for one in demo.get("/ekey/v3/discoveries")]
    assert httpx.get(f"{BASE}/simulator/v1/{LEFT_OUT}").json()["state"] == "Unlocked"


# A bridge


def test_a_bridge_is_away(demo):
    demo.given(BRIDGE, online=False)
    gone = eventually(lambda: demo.condition(LOCK), lambda seen: seen["bridge"] == "offline")
    assert gone["bridge_since"] is not None
    assert failed(demo)[0] == ("Failed", "BridgeNotAttached", 5, 0, 0)
    demo.given(BRIDGE, online=True)
    demo.connected(BRIDGE)
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded"


def test_a_line_is_too_slow(demo):
    demo.given(BRIDGE, latency_ms=6000)
    assert failed(demo)[0] == ("Failed", "JobTimeout", 13, 0, 0)


def test_an_answer_comes_too_late_though_the_bolt_has_moved(demo):
    before, turn = moves(demo), other(demo)
    demo.given(BRIDGE, answer_latency_ms=6000)
    assert verdicts(demo.turn(LOCK, turn)) == ("Failed", "JobTimeout", 13, 0, 0)
    assert moves(demo) == before + 1
    eventually(lambda: demo.condition(LOCK)["state"] == demo.truth(LOCK)["state"])


def test_a_line_loses_everything(demo):
    demo.given(BRIDGE, lose=True)
    assert failed(demo)[0] == ("Failed", "JobTimeout", 13, 0, 0)


def test_a_line_doubles_everything(demo):
    before = moves(demo)
    demo.given(BRIDGE, duplicate=True)
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded"
    assert demo.read(LOCK)["status"] == "Succeeded"
    assert moves(demo) == before + 1


def test_a_bridge_crashes_after_it_has_taken_a_job(demo):
    before, crashes = moves(demo), demo.truth(BRIDGE)["crashes"]
    demo.given(BRIDGE, crash_after_accept=True)
    assert verdicts(demo.turn(LOCK, other(demo))) == ("Failed", "OutcomeUnknown", 33, 0, 0)
    bridge = demo.truth(BRIDGE)
    assert (bridge["crashes"], bridge["crash_after_accept"]) == (crashes + 1, False)
    assert moves(demo) <= before + 1


# A keypad, and what cannot be ordered


def test_a_keypad_of_the_demo_knows_no_code(demo):
    tried = demo.given("Street keypad", enter="1234")
    assert (tried["opened"], tried["reason"], tried["lock"]) == (False, "unknown_pin", demo.serial("Street door"))


def test_what_does_not_fit_is_named_and_nothing_is_done(demo):
    before = {name: demo.truth(name) for name in (LOCK, BRIDGE)}
    wrong = [
        (LOCK, {"jammed": True, "colour": "red"}, "colour"),
        (LOCK, {"jammed": True, "battery": 101}, "battery"),
        (LOCK, {"present": {"blob": "AAAA"}}, "present.operation"),
        (BRIDGE, {"online": False, "lose": 2}, "lose"),
        (BRIDGE, {"connected": False}, "connected"),
        ("Street keypad", {"enter": "12a"}, "enter"),
    ]
    for name, changes, field in wrong:
        refused = demo.order(name, **changes)
        assert (refused.status_code, list(refused.json()["errors"])) == (422, [field])
    assert {name: demo.truth(name) | {"clock": 0} for name in before} == {
        name: one | {"clock": 0} for name, one in before.items()
    }
    assert httpx.get(f"{BASE}/simulator/v1/00:00:00:00:00:02").json()["error"] == "entity_not_found"
