"""The weekend guest, the door at night and the spreadsheet of docs/integrators.md, run as they stand; what became true is looked up on the server and at the simulated doors."""

import csv
import shutil
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
import pytest
from automation import Automation
from demo import BASE, OWNER, PASSWORD, Demo
from recipes import RECIPES, person, run

# A guest for a weekend


def effective(demo, user, **at):
    return demo.get(f"/users/v1/{user}/effective_links", **at)


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
    passwords = {
        line.split()[0]: line.split(" signs in with ")[1].split(",")[0] for line in told.splitlines() if " created" in line
    }
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
