"""A bridge from outside, by somebody who knows docs/gateway.md and docs/api.md alone: brought in, enrolled, paired, connected, and at work."""

import base64
import json
import os
import secrets
import time

import httpx
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

BASE = os.environ["CARDEA_BASE"]
PASSWORD = "Cardea-Demo-2026"


def text(data):
    return base64.b64encode(data).decode()


class Bridge:
    """A bridge with a key of its own and one lock, which is nothing but a word."""

    def __init__(self):
        self.serial = "02:" + secrets.token_bytes(5).hex(":")
        self.lock = "02:" + secrets.token_bytes(5).hex(":")
        self.key = Ed25519PrivateKey.generate()
        self.public = self.key.public_key().public_bytes_raw()
        self.began = time.monotonic()
        self.state = "Locked"

    def answer_token(self, token):
        signed = b"cardea enrollment v1\0" + token + self.serial.encode() + self.public
        return text(token + self.public + self.key.sign(signed))

    def is_confirmed(self, server, token, confirmation):
        signed = b"cardea enrollment v1 confirmed\0" + token + self.serial.encode() + self.public
        try:
            Ed25519PublicKey.from_public_bytes(server).verify(confirmation, signed)
        except InvalidSignature:
            return False
        return True

    def say(self, line, **message):
        line.send(json.dumps({"uptime": int((time.monotonic() - self.began) * 1000), **message}))

    def hear(self, line):
        return json.loads(line.recv(timeout=20))

    def hello(self, line):
        """The first cfg: which locks are this bridge's."""
        nonce = base64.b64decode(self.hear(line)["nonce"])
        proof = text(self.key.sign(b"cardea gateway v1 hello\0" + nonce + self.serial.encode()))
        devices = [{"serial": self.lock, "device_type": "danalockv3", "firmware": "1.0"}]
        who = {"bridge": self.serial, "proto": 1, "firmware": "0.1", "boot": secrets.token_hex(8)}
        self.say(line, type="hello", devices=devices, proof=proof, **who)
        return self.hear(line)

    def work(self, line):
        """Does the next job: the bolt turns, and the event of it is acknowledged."""
        job = self.hear(line)
        assert (job["type"], job["device"], job["operation"]) == ("req", self.lock, "afi.lock.operate"), job
        self.say(line, type="res", job=job["job"], phase="accepted")
        self.state = {"unlock": "Unlocked", "lock": "Locked"}[job["arguments"][0]]
        result = {"state": self.state, "battery_level": 71}
        self.say(line, type="res", job=job["job"], phase="done", status="succeeded", result=result)
        event = {"device": self.lock, "kind": self.state.lower(), "source": "bridge", "job": job["job"]}
        self.say(line, type="evt", eid=1, **event)
        assert self.hear(line) == {"type": "ack", "evt_upto": 1}


@pytest.fixture
def owner():
    form = {"grant_type": "password", "client_id": "cardea-android", "username": "owner@demo.cardea", "password": PASSWORD}
    token = httpx.post(f"{BASE}/oauth2/token", data=form).raise_for_status().json()["access_token"]
    with httpx.Client(base_url=BASE, headers={"authorization": f"Bearer {token}"}) as client:
        yield client


def test_a_bridge_of_somebody_else_is_enrolled_paired_and_works(owner):
    bridge, gateway = Bridge(), BASE.replace("http", "ws", 1) + "/gateway/v1"
    here, door = f"/ekey/v3/devices/{bridge.serial}", f"/ekey/v3/devices/{bridge.lock}"
    owner.put(here, json={"name": "Shed", "device_type": "danabridgev3"}).raise_for_status()
    owner.put(door, json={"name": "Shed door", "device_type": "danalockv3", "timezone": "Europe/Oslo"}).raise_for_status()

    begun = owner.post(f"{here}/enrollment_token").raise_for_status().json()
    token, server = (base64.b64decode(begun[name]) for name in ("enrollment_token", "server_public_key"))
    answer = {"enrollment_result_token": bridge.answer_token(token)}
    confirmed = owner.post(f"{here}/enrollment_confirmation_token", json=answer).raise_for_status().json()
    assert bridge.is_confirmed(server, token, base64.b64decode(confirmed["enrollment_confirmation_token"]))
    again = owner.post(f"{here}/enrollment_confirmation_token", json=answer)
    assert (again.status_code, list(again.json()["errors"])) == (422, ["enrollment_result_token"])

    owner.post(f"/devices/v1/{bridge.serial}/paired_devices", json={"serial_number": bridge.lock}).raise_for_status()
    with connect(gateway) as line:
        assert [device["serial"] for device in bridge.hello(line)["devices"]] == [bridge.lock]
        job = owner.post(f"/locks/v1/afi/{bridge.lock}/remote_unlock").raise_for_status().json()["id"]
        bridge.work(line)
        done = owner.get(f"/locks/v1/operation/{job}").raise_for_status().json()
        assert (done["status"], done["result"]["state"], done["result"]["battery_level"]) == ("Succeeded", "Unlocked", 71)
        lock = next(lock["id"] for lock in owner.get("/locks/v1?perpage=1000").json() if lock["name"] == "Shed door")
        log = owner.get(f"/log/v1/lock/{lock}").raise_for_status().json()
        assert [(entry["operation"], entry["lockname"]) for entry in log] == [("bridgeUnlocked", "Shed door")]

        assert owner.delete(f"/devices/v1/{bridge.lock}/paired_devices/{bridge.serial}").status_code == 204
        assert bridge.hear(line)["devices"] == []
        assert owner.post(f"/locks/v1/afi/{bridge.lock}/remote_unlock").status_code == 409
        assert [owner.delete(path).status_code for path in (door, here)] == [204, 204]
        with pytest.raises(ConnectionClosed) as closed:
            bridge.hear(line)
        assert closed.value.rcvd.code == 4001
