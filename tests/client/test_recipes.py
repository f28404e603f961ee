"""The recipes of docs/integrators.md, run as they stand; what became true is looked up on the server and at the simulated doors."""

import csv
import importlib
import os
import runpy
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import pytest
from automation import Automation
from demo import BASE, ENVIRONMENT, OWNER, PASSWORD, Demo, eventually

RECIPES = Path(__file__).parents[2] / "docs" / "recipes"
TOOLS = {**ENVIRONMENT, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def run(recipe, *arguments, **environment):
    """Runs a recipe to its end."""
    command = [sys.executable] if recipe.endswith(".py") else []
    done = subprocess.run([*command, RECIPES / recipe, *arguments], capture_output=True, text=True, env=TOOLS | environment)
    return done.returncode, done.stdout, done.stderr


def person(demo, username):
    return next((one for one in demo.get("/users/v1", perpage=1000) if one["username"] == username), None)


def effective(demo, user, **at):
    return demo.get(f"/users/v1/{user}/effective_links", **at)


# A guest for a weekend


GUEST, DOOR = "greta@berg.example", "Bicycle cellar"


@pytest.fixture
def no_guest(demo):
    yield
    if who := person(demo, GUEST):
        demo.http.delete(f"/users/v1/{who['id']}")


def test_a_guest_has_a_door_for_the_weekend_and_then_no_more(demo, no_guest):
    status, told, problem = run("weekend-guest.sh", "give", GUEST, DOOR, "Greta Berg")
    assert (status, problem) == (0, ""), problem
    who = person(demo, GUEST)
    assert (who["display_name"], who["role"]) == ("Greta Berg", "user")
    (link,) = effective(demo, who["id"])
    calendar = demo.get(f"/links/v1/calendars/{link['link']['calendar_id']}")
    zone = ZoneInfo(demo.named("/locks/v1", DOOR)["timezone"])
    bounds = [calendar["start_time"], calendar["rule_sets"][0]["end_time"]]
    start, end = (datetime.fromisoformat(bound).astimezone(zone) for bound in bounds)
    assert [(time.strftime("%a %H:%M")) for time in (start, end)] == ["Fri 15:00", "Sun 11:00"]
    assert end.date() - start.date() == timedelta(days=2)
    assert -1 <= (start.date() - datetime.now(zone).date()).days <= 6
    second = timedelta(seconds=1)
    instants = [start - second, start, end - second, end]
    opens = [effective(demo, who["id"], at=instant.isoformat())[0]["open"] for instant in instants]
    assert opens == [False, True, True, False]

    # What the script told as password signs the guest in, and the door is theirs in these hours alone.
    guest = Demo(GUEST, told.split(" signs in with ")[1].split(",")[0])
    (open_now,) = [one["open"] for one in effective(demo, who["id"])]
    answer = guest.http.post(f"/locks/v1/afi/{demo.serial(DOOR)}/remote_unlock")
    assert (answer.status_code, answer.json().get("error")) == ((200, None) if open_now else (403, "no_remote_access"))

    assert run("weekend-guest.sh", "take", GUEST, DOOR) == (0, "", "")
    assert effective(demo, who["id"]) == []
    assert demo.http.get(f"/links/v1/calendars/{calendar['id']}").status_code == 404
    assert run("weekend-guest.sh", "take", GUEST, DOOR) == (1, "", f"{GUEST} has no access of their own to {DOOR}\n")
    assert run("weekend-guest.sh", "remove", GUEST) == (0, "", "")
    assert person(demo, GUEST) is None


def test_a_second_weekend_for_a_guest_leaves_no_calendar_behind(demo, no_guest):
    assert run("weekend-guest.sh", "give", GUEST, DOOR)[0] == 0
    before = demo.get("/links/v1/calendars", perpage=1000)
    status, _, problem = run("weekend-guest.sh", "give", GUEST, DOOR)
    assert status == 1 and "POST /links/v1: 409" in problem
    assert demo.get("/links/v1/calendars", perpage=1000) == before


# Batteries in the morning


@contextmanager
def failing_proxy(failures):
    """A server in front of the demo that answers what `failures` has for a path, in turn, before it lets requests through."""
    seen = []

    class Proxy(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def pass_on(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            seen.append((self.path.split("?")[0], body.decode()))
            waiting = failures.get(seen[-1][0])
            if waiting:
                status, headers, content = waiting.pop(0)
            else:
                sent = {name: self.headers[name] for name in ("authorization", "content-type") if name in self.headers}
                answer = httpx.request(self.command, BASE + self.path, content=body, headers=sent)
                status, content = answer.status_code, answer.text
                headers = {name: value for name, value in answer.headers.items() if name.startswith("x-p")}
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(content.encode()))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content.encode())

        do_GET = do_POST = do_DELETE = pass_on

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", seen
    server.shutdown()


@pytest.fixture
def morning(demo):
    """A door unlocked, a battery low, a lock that nobody reaches; what the script has to tell of it."""
    demo.given("Flat 1 left", turn="unlock")
    demo.given("Laundry", battery=12)
    demo.given("Roof terrace", in_range=False)
    eventually(lambda: demo.condition("Laundry")["battery_level"] == 12)
    eventually(lambda: demo.condition("Flat 1 left")["state"] == "Unlocked")
    unlocked = [name for name in ("Courtyard gate", "Street door") if demo.truth(name)["state"] == "Unlocked"]
    lines = [f"{name}: unlocked" for name in [*unlocked, "Flat 1 left"]]
    return sorted([*lines, "Laundry: battery at 12 %", "Roof terrace: not read (ConnectionLost)"])


def test_low_batteries_and_unlocked_doors_are_told(demo, morning, tmp_path):
    kept = tmp_path / "state" / "token"
    status, told, problem = run("batteries.py", CARDEA_KEPT=str(kept))
    assert (status, problem, told.splitlines()) == (0, "", morning)
    assert kept.stat().st_mode & 0o777 == 0o600
    # The next mornings go by the refresh token alone.
    first = kept.read_text()
    assert run("batteries.py", CARDEA_KEPT=str(kept), CARDEA_PASSWORD="") == (0, told, "")
    assert kept.read_text() != first
    # A token that holds no more is replaced by the password, where there is one.
    kept.write_text("no token")
    assert run("batteries.py", CARDEA_KEPT=str(kept), CARDEA_PASSWORD="")[0] == 1
    assert run("batteries.py", CARDEA_KEPT=str(kept)) == (0, told, "")


def test_nothing_is_told_when_all_is_well(demo, tmp_path):
    for name in ("Courtyard gate", "Street door"):
        demo.given(name, turn="lock")
    assert run("batteries.py", CARDEA_KEPT=str(tmp_path / "token")) == (0, "", "")


def test_a_server_that_asks_for_patience_gets_it(demo, morning, tmp_path, monkeypatch, capsys):
    kept = tmp_path / "token"
    assert run("batteries.py", CARDEA_KEPT=str(kept))[0] == 0
    busy, over = '{"error": "bridge_busy", "message": "busy"}', '{"error": "unauthorized", "message": "no access token"}'
    failures = {
        "/oauth2/token": [(503, {"Retry-After": "11"}, '{"error": "temporarily_unavailable", "message": "later"}')],
        "/devices/v1": [(503, {"Retry-After": "7"}, "no room for another connection")],
        "/bridge/v1/execute": [(429, {"Retry-After": "3"}, busy), (429, {"Retry-After": "4"}, busy)],
        "/bridge/v1/poll": [(401, {}, over)],
    }
    slept, sleep = [], time.sleep
    with failing_proxy(failures) as (base, seen), monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: (slept.append(seconds), sleep(min(seconds, 0.05))))
        patch.syspath_prepend(str(RECIPES))
        patch.setattr(sys, "dont_write_bytecode", True)
        for name, value in {"CARDEA_BASE": base, "CARDEA_USER": OWNER, "CARDEA_KEPT": str(kept)}.items():
            patch.setenv(name, value)
        runpy.run_path(str(RECIPES / "batteries.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines() == morning
    assert not any(failures.values()) and [one for one in slept if one not in (2, 0.02)] == [11, 7, 3, 4]
    grants = [body for path, body in seen if path == "/oauth2/token"]
    # Tried twice for the 503, and once more after the 401; never with a password.
    assert len(grants) == 3 and all("refresh_token" in body for body in grants)


# A bridge of one's own


class OwnBridge:
    """bridge.py in a folder, as a process."""

    def __init__(self, demo, folder):
        self.demo, self.folder, self.process = demo, folder, None
        enrolled = run("bridge.py", "enroll", str(folder), "--name", "Shed", "--door", "Shed door", "--zone", "Europe/Oslo")
        assert enrolled[0] == 0, enrolled
        self.serials = enrolled[1].strip().split(" works ")

    def start(self, travel=0):
        command = [sys.executable, RECIPES / "bridge.py", "run", self.folder, "--travel", str(travel)]
        self.process = subprocess.Popen(command, env=TOOLS)
        eventually(lambda: self.demo.condition("Shed door")["bridge"] == "online")

    def kill(self):
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def movements(self):
        """Where the bolt has been."""
        return (self.folder / "door").read_text().split()

    def logged(self, count):
        """The log, oldest first, once it has so many entries."""
        log = eventually(lambda: self.demo.operations("Shed door"), lambda log: len(log) >= count)
        return [(one["operation"], one["username"]) for one in reversed(log)]


@pytest.fixture
def shed(demo, tmp_path):
    bridge = OwnBridge(demo, tmp_path / "shed")
    yield bridge
    bridge.kill()
    for serial in bridge.serials:
        assert demo.http.delete(f"/ekey/v3/devices/{serial}").status_code == 204


def test_a_bridge_of_ones_own_works_a_door(demo, shed):
    shed.start()
    done = demo.turn("Shed door", "unlock")
    assert (done["status"], done["result"]["state"], done["result"]["battery_level"]) == ("Succeeded", "Unlocked", 80)
    assert demo.turn("Shed door", "unlock")["result"]["afi_status_text"] == "NothingChanged"
    (shed.folder / "jammed").touch()
    jammed = demo.turn("Shed door", "lock")
    assert (jammed["status"], jammed["result"]["afi_status"], jammed["result"]["state"]) == ("Failed", 14, "Unlocked")
    reading = demo.read("Shed door")["result"]
    assert (reading["state"], reading["is_blocked"], reading["battery_level"]) == ("Unlocked", True, 80)
    # Somebody turns it by hand.
    with open(shed.folder / "door", "a") as file:
        file.write("Locked\n")
    assert shed.logged(2) == [("bridgeUnlocked", OWNER), ("locked", "")]
    eventually(lambda: demo.condition("Shed door")["state"] == "Locked")
    assert shed.movements() == ["Locked", "Unlocked", "Locked"]


def test_a_bridge_that_is_killed_in_the_middle_moves_the_bolt_no_second_time(demo, shed):
    shed.start(travel=60)
    job = demo.begin("Shed door", "afi.lock.operate", "unlock")
    eventually(lambda: shed.movements()[-1] == "Unlocked")
    shed.kill()
    # While it is away the door is turned by hand as well.
    with open(shed.folder / "door", "a") as file:
        file.write("Locked\n")
    shed.start()
    done = demo.outcome(job)
    assert (done["status"], done["result"]["bridge_server_status_text"]) == ("Failed", "OutcomeUnknown")
    assert done["result"]["state"] == "Locked"
    assert demo.turn("Shed door", "unlock")["status"] == "Succeeded"
    assert shed.movements() == ["Locked", "Unlocked", "Locked", "Unlocked"]


def test_a_movement_that_was_not_noted_before_the_power_went_is_that_of_its_job(demo, shed):
    shed.start(travel=60)
    job = demo.begin("Shed door", "afi.lock.operate", "unlock")
    eventually(lambda: shed.movements()[-1] == "Unlocked")
    shed.kill()
    shed.start()
    assert demo.outcome(job)["result"]["state"] == "Unlocked"
    assert shed.logged(1) == [("bridgeUnlocked", OWNER)]
    assert shed.movements() == ["Locked", "Unlocked"]


def test_what_a_bridge_has_done_it_tells_again_and_what_is_too_late_it_refuses(demo, shed, monkeypatch):
    monkeypatch.syspath_prepend(str(RECIPES))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    bridge, said = importlib.import_module("bridge").Bridge(shed.folder, 0), []
    monkeypatch.setattr(bridge, "say", lambda **message: said.append(message))
    bridge.cfg = {"rev": 1, "devices": [{"serial": bridge.lock}]}

    def answer(job, operation="afi.lock.operate", arguments=("unlock",), **different):
        sent = {"boot": bridge.boot, "not_after": bridge.uptime() + 3000, "device": bridge.lock, **different}
        bridge.hear_req({"job": job, "operation": operation, "arguments": list(arguments), **sent})
        return said[-1]["status"], said[-1].get("result", {}).get("bridge_server_status", 0)

    assert answer("a") == ("succeeded", 0) and said[0] == {"type": "res", "job": "a", "phase": "accepted"}
    assert answer("a") == ("succeeded", 0)
    assert answer("b", arguments=["lock"], boot="before") == ("failed", 13)
    assert answer("c", arguments=["lock"], not_after=-1) == ("failed", 13)
    assert answer("d", arguments=["ajar"]) == answer("e", "afi.lock.paint") == ("failed", 36)
    assert answer("f", device="02:00:00:00:00:01") == ("failed", 35)
    bridge.hear_ask({"job": "g"})
    assert said[-1]["result"]["bridge_server_status"] == 34
    assert answer("g", arguments=["lock"]) == ("failed", 34), "it may have been told as failed"
    for n in range(300):
        answer(f"full {n}", boot="before")
    assert answer("full 299") == ("failed", 13) and shed.movements() == ["Locked", "Unlocked"]
    assert bridge.flash.db.execute("SELECT count(*) FROM jobs").fetchone() == (256,)


# A door that is locked at night


@pytest.fixture
def automation(demo):
    secrets = {"cardea_base": BASE, "cardea_username": OWNER, "cardea_password": PASSWORD}
    return Automation(RECIPES / "lock-at-night.yaml", secrets | {"cardea_serial": demo.serial("Courtyard gate")})


def test_the_door_is_locked_at_night_and_nothing_is_told(demo, automation):
    demo.given("Courtyard gate", turn="unlock")
    automation.trigger("cardea_lock_at_night", {"trigger": "time", "at": "23:00:00"})
    assert demo.truth("Courtyard gate")["state"] == "Locked" and automation.notifications == []
    moves = demo.truth("Courtyard gate")["bolt_moves"]
    automation.trigger("cardea_lock_at_night", {"trigger": "state", "entity_id": "input_button.cardea_lock_up"})
    assert demo.truth("Courtyard gate")["bolt_moves"] == moves and automation.notifications == [], "locked already is no failure"
    assert len(automation.tokens) == 2
    for token in automation.tokens:
        assert httpx.get(f"{BASE}/locks/v1", headers={"authorization": f"Bearer {token}"}).status_code == 401, "signed out"


@pytest.mark.parametrize("fault, reason", [({"jammed": True}, "BoltBlocked"), ({"battery": 2}, "LowBattery")])
def test_a_door_that_could_not_be_locked_is_told(demo, automation, fault, reason):
    demo.given("Courtyard gate", turn="unlock", **fault)
    automation.trigger("cardea_lock_at_night", {"trigger": "time", "at": "23:00:00"})
    assert demo.truth("Courtyard gate")["state"] == "Unlocked"
    assert automation.notifications == [("The door was not locked", reason)]


def test_a_server_that_refuses_or_does_not_answer_is_told(demo, automation):
    demo.given("Courtyard gate", turn="unlock")
    automation.secrets["cardea_serial"] = demo.serial("Flat 1 right")
    automation.trigger("cardea_lock_at_night", {"trigger": "time", "at": "23:00:00"})
    automation.secrets["cardea_password"] = "not this"
    automation.trigger("cardea_lock_at_night", {"trigger": "time", "at": "23:00:00"})
    automation.secrets["cardea_base"] = "http://127.0.0.1:9"
    automation.trigger("cardea_lock_at_night", {"trigger": "time", "at": "23:00:00"})
    title, messages = {title for title, _ in automation.notifications}, [message for _, message in automation.notifications]
    assert title == {"The door was not locked"} and len(messages) == 3
    assert "bridge" in messages[0] and messages[1].startswith("No sign-in: The user cred")
    assert messages[2] == "No sign-in: the server does not answer"


# A spreadsheet of people


SHEET = ("anton@krueger.example", "bea@nielsen.example", "cem@yilmaz.example")


@pytest.fixture
def nobody_of_the_sheet(demo):
    yield
    for email in SHEET:
        if who := person(demo, email):
            assert demo.http.delete(f"/users/v1/{who['id']}").status_code == 204


def given_access(demo, email):
    """What somebody may open: the name of lock or group, with start and end."""
    who, found = person(demo, email)["id"], set()
    names = {one["id"]: one["name"] for path in ("/locks/v1", "/groups/v1") for one in demo.get(path)}
    for path in ("/links/v1/lock_user_links", "/links/v1/group_user_links"):
        for link in (one for one in demo.get(path, perpage=1000) if one["user_id"] == who):
            calendar = link["calendar_id"] and demo.get(f"/links/v1/calendars/{link['calendar_id']}")
            bounds = (calendar["start_time"], calendar["rule_sets"][0]["end_time"]) if calendar else (None, None)
            found.add((names[link["lock_id"] or link["group_id"]], *bounds))
    return found


def test_a_spreadsheet_becomes_people_with_access_and_changes_nothing_twice(demo, nobody_of_the_sheet, tmp_path):
    status, told, problem = run("people.py", str(RECIPES / "people.csv"))
    assert (status, problem) == (0, ""), problem
    passwords = {line.split()[0]: line.split(" signs in with ")[1].split(",")[0] for line in told.splitlines() if " created" in line}
    assert tuple(passwords) == SHEET
    weekend = ("2027-01-15T14:00:00+00:00", "2027-01-17T10:00:00+00:00")
    assert given_access(demo, SHEET[0]) == {("Street door", *weekend), ("Laundry", *weekend)}
    assert given_access(demo, SHEET[1]) == {("All flats", None, None)}
    assert given_access(demo, SHEET[2]) == {("Bicycle cellar", None, "2027-06-30T10:00:00+00:00")}
    assert person(demo, SHEET[0])["display_name"] == "Anton Krüger"
    Demo(SHEET[0], passwords[SHEET[0]])

    before = demo.get("/domain/v1/stream")["revision"]
    assert run("people.py", str(RECIPES / "people.csv")) == (0, "", "")
    assert demo.get("/domain/v1/stream")["revision"] == before, "not a single write"

    # A longer stay, and one without end.
    sheet, calendars = tmp_path / "people.csv", len(demo.get("/links/v1/calendars", perpage=1000))
    shutil.copy(RECIPES / "people.csv", sheet)
    sheet.write_text(sheet.read_text().replace("2027-01-17 11:00", "2027-01-18 11:00").replace("2027-06-30 12:00", ""))
    assert run("people.py", str(sheet))[0] == 0
    longer = (weekend[0], "2027-01-18T10:00:00+00:00")
    assert given_access(demo, SHEET[0]) == {("Street door", *longer), ("Laundry", *longer)}
    assert given_access(demo, SHEET[2]) == {("Bicycle cellar", None, None)}
    assert len(demo.get("/links/v1/calendars", perpage=1000)) == calendars - 1, "calendars that nobody uses are gone"


def test_wrong_rows_are_told_by_their_line_and_the_others_done(demo, nobody_of_the_sheet, tmp_path):
    rows = [
        ("name", "email", "doors", "from", "to"),
        ("Anton", SHEET[0], "Street dor", "", ""),
        ("Anton", SHEET[0], "Street door", "next week", ""),
        ("Anton", SHEET[0], "Street door", "2027-01-17 11:00", "2027-01-15 15:00"),
        ("Anton", SHEET[0], "All flats", "2027-01-15 15:00", ""),
        ("", SHEET[0], "Street door", "", ""),
        ("Taken", "installer", "Street door", "", ""),
        ("Anton", SHEET[0], "Street door", "2027-01-15 15:00", ""),
        ("Anton", SHEET[0].upper(), "Laundry; Street door", "", ""),
        ("Bo", "admin@demo.cardea", "Laundry", "", "2027-01-15 15:00"),
    ]
    sheet = tmp_path / "people.csv"
    with open(sheet, "w", newline="") as file:
        csv.writer(file).writerows(rows)
    status, told, problem = run("people.py", str(sheet))
    lines = [line.split(": ", 1) for line in problem.splitlines()]
    assert status == 1 and [line for line, _ in lines] == [f"line {n}" for n in (2, 3, 4, 5, 6, 9, 10)], problem
    said = dict(lines)
    assert said["line 2"] == "doors: nothing is called 'Street dor'"
    assert said["line 3"].startswith("from: 'next week'") and said["line 4"] == "to: not after from"
    assert "different clocks" in said["line 5"] and "by line 8 already" in said["line 9"]
    assert "422 validation_failed: calendar_id" in said["line 10"]
    assert given_access(demo, SHEET[0]) == {("Street door", "2027-01-15T14:00:00+00:00", None)}
