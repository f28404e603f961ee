"""A client of the wire language that Cardea did not write, unmodified but for its base address, against a demo server."""

import base64
import os
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import httpx
import pytest
from pydanalock.cloud import AuthError, DanalockCloud, DeviceNotFoundError
from pydanalock.cloud.client import LOGGER  # noqa: F401  the installed package, not a stand-in

BASE = os.environ["CARDEA_BASE"]
PASSWORD = "Cardea-Demo-2026"


@pytest.fixture
def guest():
    client = DanalockCloud(base_url=BASE, firmware_base_url=BASE)
    client.login_password("guest@demo.cardea", PASSWORD)
    yield client
    client.close()


def only_device(client):
    devices = client.devices()
    assert [device.name for device in devices] == ["Street door"], "a guest has keys of their own doors only"
    return devices[0]


def with_colons(serial):
    return ":".join(serial[i : i + 2] for i in range(0, 12, 2))


def present(serial, blob, operation):
    """A phone at the door shows the key to the simulated lock, which has no line to the server for this."""
    body = {"present": {"blob": base64.b64encode(blob).decode(), "operation": operation}}
    answer = httpx.post(f"{BASE}/simulator/v1/{with_colons(serial)}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def bolt_moves(serial):
    return httpx.get(f"{BASE}/simulator/v1/{with_colons(serial)}").json()["bolt_moves"]


def test_signs_in_and_lists_the_guests_one_door(guest):
    device = only_device(guest)
    assert device.device_type == "danalockv3"
    assert len(device.serial) == 12


def test_a_wrong_password_is_an_auth_error():
    with pytest.raises(AuthError):
        DanalockCloud(base_url=BASE).login_password("guest@demo.cardea", "not this")


def test_refreshes_and_goes_on(guest):
    before = guest.access_token()
    guest.refresh()
    assert guest.access_token() != before
    only_device(guest)


def test_a_401_is_answered_by_one_refresh_and_one_retry(guest):
    stored = guest._storage.load()
    guest._storage.save(type(stored)("not-a-token", stored.refresh_token, stored.expires_at))
    only_device(guest)


def test_fetches_a_key_with_its_validity(guest):
    device = only_device(guest)
    key = guest.get_key(device.serial, force=True)
    assert len(key.broadcast_key) == 16
    assert key.valid_from is not None and key.valid_to is not None and key.valid_from < key.valid_to
    assert key.permissions


def test_the_lock_itself_takes_the_key_and_no_altered_one(guest):
    device = only_device(guest)
    key = guest.get_key(device.serial, force=True)
    altered = bytearray(key.login_blob)
    altered[len(altered) // 2] ^= 1
    before = bolt_moves(device.serial)
    refused = present(device.serial, bytes(altered), "unlock")
    assert bolt_moves(device.serial) == before, refused
    opened = present(device.serial, key.login_blob, "unlock")
    assert bolt_moves(device.serial) == before + 1, opened
    present(device.serial, key.login_blob, "lock")
    assert bolt_moves(device.serial) == before + 2


HOUR = timedelta(hours=1)


class Door:
    """The guest's door, whose owner says when the guest may open it, and whose clock is set by whoever stands before it."""

    def __init__(self, serial):
        self.serial = serial
        form = {"grant_type": "password", "client_id": "cardea-web", "username": "owner@demo.cardea", "password": PASSWORD}
        token = httpx.post(f"{BASE}/oauth2/token", data=form).json()["access_token"]
        self.api = httpx.Client(base_url=BASE, headers={"authorization": f"Bearer {token}"})
        guest = next(user for user in self.list("/users/v1") if user["username"] == "guest@demo.cardea")
        lock = next(lock for lock in self.list("/locks/v1") if lock.get("afi", {}).get("serial_number") == with_colons(serial))
        links = self.list("/links/v1/lock_user_links")
        self.link = next(one for one in links if (one["user_id"], one["lock_id"]) == (guest["id"], lock["id"]))
        self.zone = ZoneInfo(lock["timezone"])

    def list(self, path):
        return self.api.get(path, params={"perpage": 1000}).raise_for_status().json()

    def open_to_guest(self, start=None, end=None, daily=(None, None)):
        rule = {"end_time": end and end.isoformat(), "number_of_weeks": None, "week_days": None}
        rule |= {"daily_start": daily[0], "daily_end": daily[1]}
        body = {"start_time": start and start.isoformat(), "refresh_interval": 86400, "rule_sets": [rule]}
        calendar = self.api.post("/links/v1/calendars", json=body).raise_for_status().json()
        self.use(calendar["id"])

    def use(self, calendar):
        self.api.patch(f"/links/v1/{self.link['id']}", json={"calendar_id": calendar}).raise_for_status()

    def opens_at(self, time, blob):
        """Whether the key opens the door when its clock shows this time; a door that did is locked again."""
        offset = round((time - datetime.now(timezone.utc)).total_seconds())
        address = f"{BASE}/simulator/v1/{with_colons(self.serial)}"
        httpx.post(address, json={"turn": "lock", "clock_offset_s": offset}).raise_for_status()
        before = bolt_moves(self.serial)
        answer = present(self.serial, blob, "unlock")
        moved = bolt_moves(self.serial) - before
        httpx.post(address, json={"turn": "lock", "clock_offset_s": 0}).raise_for_status()
        assert moved == int(answer["opened"]), answer
        return answer["opened"]


@pytest.fixture
def door(guest):
    door = Door(only_device(guest).serial)
    yield door
    door.use(door.link["calendar_id"])
    door.api.close()


def test_a_key_opens_inside_its_window_and_not_outside(guest, door):
    now = datetime.now(timezone.utc)
    door.open_to_guest(start=now - HOUR, end=now + 2 * HOUR)
    blob = guest.get_key(door.serial, force=True).login_blob
    assert door.opens_at(now, blob)
    assert door.opens_at(now + 1.9 * HOUR, blob)
    assert not door.opens_at(now + 2.1 * HOUR, blob)
    assert not door.opens_at(now - 1.1 * HOUR, blob)


def test_a_nine_to_five_key_does_not_open_at_three_in_the_morning(guest, door):
    door.open_to_guest(daily=(9 * 3600, 17 * 3600))
    blob = guest.get_key(door.serial, force=True).login_blob
    now = datetime.now(timezone.utc)

    def next_time(hour):
        today = now.astimezone(door.zone).replace(hour=hour, minute=0, second=0, microsecond=0)
        return today if today > now else (today + timedelta(days=1))

    assert not door.opens_at(next_time(3), blob)
    assert not door.opens_at(next_time(18), blob)
    # Ten or sixteen o'clock: whichever comes first lies within the day for which the key is good.
    assert door.opens_at(min(next_time(10), next_time(16)), blob)


def test_a_key_does_not_open_past_its_valid_to(guest, door):
    door.open_to_guest()
    key = guest.get_key(door.serial, force=True)
    assert door.opens_at(key.valid_to - HOUR, key.login_blob)
    assert not door.opens_at(key.valid_to + HOUR, key.login_blob)


def test_an_unknown_serial_is_device_not_found(guest):
    with pytest.raises(DeviceNotFoundError):
        guest.get_key("00:00:00:00:00:01")


def test_reads_the_latest_firmware_without_credentials(guest):
    firmware = guest.latest_firmware(only_device(guest).serial)
    assert firmware.version and firmware.firmware_identifier and firmware.url.startswith("http")
