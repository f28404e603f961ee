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
    demo.condition(LOCK, lambda seen: seen["battery_level"] == 4)
    demo.given(LOCK, battery=5)
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded", "five percent are enough"


@pytest.mark.parametrize("fault", [{"in_range": False}, {"updating": True}])
def test_a_lock_hears_nobody(demo, fault):
    known = demo.condition(LOCK, lambda seen: seen["state"] == demo.truth(LOCK)["state"])
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


@pytest.mark.parametrize(
    "word, numbers",
    [("NotPermitted", (32, 0, 0)), ("TimezoneMismatchError", (0, 10, 0)), ("ConnectionLost", (0, 12, 15))],
)
def test_a_failure_by_its_word_befalls_the_next_operation_alone(demo, word, numbers):
    assert demo.given(LOCK, fail_next=word)["fail_next"] == word
    assert failed(demo)[0] == ("Failed", word, *numbers)
    assert demo.truth(LOCK)["fail_next"] is None
    demo.given(LOCK, fail_next=word)
    assert verdicts(demo.read(LOCK)) == ("Failed", word, *numbers)
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded"


def test_a_battery_drains_with_each_turn(demo):
    demo.given(LOCK, battery=40, drain=30)
    assert demo.turn(LOCK, other(demo))["result"]["battery_level"] == 10
    assert demo.turn(LOCK, other(demo))["result"]["battery_level"] == 0
    assert failed(demo)[0][1] == "LowBattery"


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
    demo.condition(LOCK, lambda seen: seen["state"] == state)


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
    gone = demo.condition(LOCK, lambda seen: seen["bridge"] == "offline")
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
    demo.condition(LOCK, lambda seen: seen["state"] == demo.truth(LOCK)["state"])


def test_answers_that_were_late_cost_no_later_turn(demo):
    before = len(demo.operations(LOCK))
    demo.given(BRIDGE, answer_latency_ms=4000)
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded"
    eventually(lambda: len(demo.operations(LOCK)) > before)
    demo.given(BRIDGE, answer_latency_ms=0)
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded"


def test_a_reading_waits_while_the_bridge_is_at_what_was_given_up(demo):
    demo.given(LOCK, slow_ms=8000)
    demo.given(BRIDGE, answer_latency_ms=6000)
    turn = demo.begin(LOCK, "afi.lock.operate", other(demo))
    reading = demo.begin(LOCK, "afi.lock.get-state")
    assert verdicts(demo.outcome(turn)) == ("Failed", "JobTimeout", 13, 0, 0)
    demo.given(BRIDGE, answer_latency_ms=0)
    read = demo.outcome(reading)
    assert (read["status"], read["result"].get("state")) == ("Succeeded", demo.truth(LOCK)["state"])


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


def test_an_answer_cannot_be_read(demo):
    before = moves(demo)
    demo.given(BRIDGE, malformed_answer=True)
    turn = other(demo)
    assert verdicts(demo.turn(LOCK, turn)) == ("Failed", "MalformedAnswer", 37, 0, 0)
    assert (moves(demo), demo.truth(BRIDGE)["malformed_answer"]) == (before + 1, False)
    demo.condition(LOCK, lambda seen: seen["state"] == demo.truth(LOCK)["state"])
    assert demo.turn(LOCK, other(demo))["status"] == "Succeeded"


# The API itself


def refuse(who, **refuse):
    return who.http.post("/simulator/v1/api", json={"refuse": refuse}).raise_for_status().json()["refuse"]


@pytest.mark.parametrize("status, code", [(429, "too_many_attempts"), (503, "server_unavailable")])
def test_the_next_requests_of_ones_own_are_refused(demo, status, code):
    ordered = {"status": status, "retry_after": 2, "times": 2}
    assert refuse(demo, **ordered) == ordered
    assert Demo().http.get("/user/v1").status_code == 200, "another sign-in is another's"
    assert demo.truth(LOCK)["serial_number"], "the simulator is not the API"
    body = {"device": demo.serial(LOCK), "operation": "afi.lock.operate", "arguments": [other(demo)]}
    for path in ("/devices/v1", "/locks/v1"):
        refused = demo.http.get(path)
        answer = refused.json()
        assert (refused.status_code, refused.headers["retry-after"]) == (status, "2")
        assert (answer["error"], answer["error_code"]) == (code, code) and answer["message"] == answer["error_message"]
    assert demo.http.get("/simulator/v1/api").json() == {"refuse": None}
    assert demo.http.post("/bridge/v1/execute", json=body).status_code == 200


def test_what_is_refused_has_done_nothing_and_an_order_is_taken_back(demo):
    demo.serial(LOCK)
    before = moves(demo)
    refuse(demo, status=503, times=9)
    body = {"device": demo.serial(LOCK), "operation": "afi.lock.operate", "arguments": [other(demo)]}
    assert demo.http.post("/bridge/v1/execute", json=body).status_code == 503
    assert demo.http.get("/simulator/v1/api").json() == {"refuse": {"status": 503, "retry_after": 1, "times": 8}}
    demo.http.post("/simulator/v1/api", json={"refuse": None}).raise_for_status()
    assert (demo.http.get("/user/v1").status_code, moves(demo)) == (200, before)


def test_requests_are_refused_to_those_who_say_who_they_are():
    assert httpx.post(f"{BASE}/simulator/v1/api", json={"refuse": {"status": 503}}).status_code == 401
    owner = Demo()
    for order, field in [
        ({}, "refuse"),
        ({"refuse": 503}, "refuse"),
        ({"refuse": {"status": 500}}, "refuse.status"),
        ({"refuse": {"status": 503, "times": -1}}, "refuse.times"),
        ({"refuse": {"status": 503, "retry_after": "2"}}, "refuse.retry_after"),
        ({"refuse": {"status": 503, "path": "/"}}, "refuse.path"),
        ({"refuse": None, "delay": 1}, "delay"),
    ]:
        refused = owner.http.post("/simulator/v1/api", json=order)
        assert (refused.status_code, list(refused.json()["errors"])) == (422, [field])
    assert owner.http.get("/user/v1").status_code == 200


# A keypad, and what cannot be ordered


def test_a_keypad_of_the_demo_knows_no_code(demo):
    tried = demo.given("Street keypad", enter="1234")
    assert (tried["opened"], tried["reason"], tried["lock"]) == (False, "unknown_pin", demo.serial("Street door"))


def test_what_does_not_fit_is_named_and_nothing_is_done(demo):
    before = {name: demo.truth(name) for name in (LOCK, BRIDGE)}
    wrong = [
        (LOCK, {"jammed": True, "colour": "red"}, "colour"),
        (LOCK, {"jammed": True, "battery": 101}, "battery"),
        (LOCK, {"jammed": True, "fail_next": "NoSuchFailure"}, "fail_next"),
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


@pytest.mark.parametrize(
    "body, kind, status, code",
    [
        ("{", "application/json", 400, "malformed_body"),
        ("", "application/json", 400, "malformed_body"),
        ("jammed=true", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        ("{}" + " " * 70_000, "application/json", 413, "body_too_large"),
        ("[]", "application/json", 422, "validation_failed"),
    ],
)
def test_an_order_that_cannot_be_read_is_refused_as_the_api_refuses(demo, body, kind, status, code):
    for path in (f"/simulator/v1/{demo.serial(LOCK)}", "/simulator/v1/api"):
        refused = demo.http.post(path, content=body, headers={"content-type": kind})
        answer = refused.json()
        assert (refused.status_code, answer["error"], answer["error_code"]) == (status, code, code)
        assert answer["message"] == answer["error_message"] != ""


def test_a_device_is_looked_at_and_ordered_and_nothing_else(demo):
    refused = demo.http.delete(f"/simulator/v1/{demo.serial(LOCK)}")
    assert (refused.status_code, refused.json()["error"]) == (405, "method_not_allowed")
    assert refused.headers["allow"] == "GET, HEAD, POST"
