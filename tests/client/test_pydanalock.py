"""A client of the wire language that Cardea did not write, unmodified but for its base address, against a demo server."""

import base64
import os

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


def test_an_unknown_serial_is_device_not_found(guest):
    with pytest.raises(DeviceNotFoundError):
        guest.get_key("00:00:00:00:00:01")


def test_reads_the_latest_firmware_without_credentials(guest):
    firmware = guest.latest_firmware(only_device(guest).serial)
    assert firmware.version and firmware.firmware_identifier and firmware.url.startswith("http")
