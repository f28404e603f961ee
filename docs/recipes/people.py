#!/usr/bin/env python3
"""Creates the people of a spreadsheet and gives them their access. Run again, it changes only what the sheet says otherwise.

    CARDEA_BASE=https://doors.example CARDEA_USER=owner@example.com CARDEA_PASSWORD=… people.py people.csv

Columns: name, email, doors (names of locks or lock groups, with ; between), from, to. Times are those of the clock at the door,
as 2027-01-15 15:00, or carry an offset; an empty one is no bound. Rows that are wrong are told by their line and left out.
"""

import csv
import sys
from dataclasses import dataclass
from datetime import datetime, timezone
from urllib.parse import quote
from zoneinfo import ZoneInfo

from cardea import Cardea, Refused

COLUMNS = ("name", "email", "doors", "from", "to")


class Wrong(Exception):
    """What is wrong with a row."""


@dataclass(frozen=True)
class Door:
    """A lock or a group of locks: the field of a link that names it, its id, and the zones of its clocks."""

    field: str
    id: str
    zones: frozenset


def instant(text, door, field):
    """An instant of a cell, None of an empty one."""
    if not text:
        return None
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise Wrong(f"{field}: {text!r} is no time like 2027-01-15 15:00") from None
    if when.tzinfo is None:
        if len(door.zones) != 1:
            raise Wrong(f"{field}: the doors of this group keep different clocks, write 2027-01-15T15:00+01:00")
        when = when.replace(tzinfo=ZoneInfo(*door.zones))
    return when.astimezone(timezone.utc)


class House:
    """What the domain has."""

    def __init__(self, cardea):
        self.cardea = cardea
        self.people = {}
        for person in cardea.all("/users/v1"):
            self.people |= {person["email_address"].lower(): person["id"], person["username"].lower(): person["id"]}
        locks = list(cardea.all("/locks/v1"))
        zones = {lock["id"]: lock["timezone"] or "UTC" for lock in locks}
        self.doors = {}
        for lock in locks:
            self.doors.setdefault(lock["name"], []).append(Door("lock_id", lock["id"], frozenset({zones[lock["id"]]})))
        for group in cardea.all("/groups/v1"):
            if group["type"] == "locks":
                kept = frozenset(zones[lock] for lock in group["locks"])
                self.doors.setdefault(group["name"], []).append(Door("group_id", group["id"], kept))
        links = [*cardea.all("/links/v1/lock_user_links"), *cardea.all("/links/v1/group_user_links")]
        self.links = {(link["user_id"], link["lock_id"] or link["group_id"]): link for link in links}
        self.calendars = {calendar["id"]: calendar for calendar in cardea.all("/links/v1/calendars")}

    def door(self, name):
        found = self.doors.get(name, [])
        if len(found) != 1:
            raise Wrong(f"doors: {'several are' if found else 'nothing is'} called {name!r}")
        return found[0]

    def person(self, name, email):
        """Somebody's id; created where there is nobody."""
        if email.lower() not in self.people:
            made = self.cardea.call("PUT", f"/users/v1/{quote(email, safe='')}", {"display_name": name})
            self.people[email.lower()] = made["id"]
            print(f"{email} created, signs in with {made['password']}, which is told this once")
        return self.people[email.lower()]

    def grant(self, person, door, start, end):
        """Gives this access; says whether anything had to change."""
        link = self.links.get((person, door.id))
        if link and self.means(link["calendar_id"], start, end):
            return False
        calendar = None
        if start or end:
            rule = {"end_time": end and end.isoformat()}
            body = {"start_time": start and start.isoformat(), "rule_sets": [rule]}
            calendar = self.cardea.call("POST", "/links/v1/calendars", body)["id"]
        try:
            if link:
                self.cardea.call("PATCH", f"/links/v1/{link['id']}", {"calendar_id": calendar})
            else:
                body = {"user_id": person, door.field: door.id, "calendar_id": calendar}
                self.cardea.call("POST", "/links/v1", body)
        except Refused:
            self.drop(calendar)
            raise
        self.drop(link and link["calendar_id"])
        return True

    def means(self, calendar, start, end):
        """Whether a link's calendar is open from start to end and knows no other bound."""
        if calendar is None:
            return start is None and end is None
        calendar = self.calendars[calendar]
        rule = calendar["rule_sets"][0]
        bounds = [time and datetime.fromisoformat(time) for time in (calendar["start_time"], rule["end_time"])]
        return bounds == [start, end] and not any(value for field, value in rule.items() if field != "end_time")

    def drop(self, calendar):
        """Removes a calendar that no link uses any more."""
        if calendar:
            try:
                self.cardea.call("DELETE", f"/links/v1/calendars/{calendar}")
            except Refused as refusal:
                if refusal.code != "conflict":
                    raise


def read(row, house, seen, line):
    """A row as (name, email, [(door, start, end)])."""
    name, email, doors, *times = ((row[column] or "").strip() for column in COLUMNS)
    if None in row or not all((name, email, doors)):
        raise Wrong("a row needs name, email and doors, and has five cells")
    wanted = []
    for door in (house.door(each.strip()) for each in doors.split(";")):
        start, end = (instant(text, door, field) for text, field in zip(times, ("from", "to")))
        if start and end and end <= start:
            raise Wrong("to: not after from")
        if before := seen.get((email.lower(), door.id)):
            raise Wrong(f"doors: {email} has one of them by line {before} already")
        wanted.append((door, start, end))
    seen |= {(email.lower(), door.id): line for door, _, _ in wanted}
    return name, email, wanted


def main(path):
    """The number of wrong rows."""
    house, seen, wrong = House(Cardea.from_environment()), {}, 0
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        if missing := set(COLUMNS).difference(rows.fieldnames or ()):
            raise SystemExit(f"{path}: no column {', '.join(sorted(missing))}")
        for row in rows:
            try:
                name, email, wanted = read(row, house, seen, rows.line_num)
                person = house.person(name, email)
                for door, start, end in wanted:
                    if house.grant(person, door, start, end):
                        print(f"{email}: access from {start or 'now'} to {end or 'for ever'}")
            except (Wrong, Refused) as problem:
                wrong += 1
                print(f"line {rows.line_num}: {problem}", file=sys.stderr)
    house.cardea.sign_out()
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1]) else 0)
