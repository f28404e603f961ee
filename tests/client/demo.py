"""The demo server that these tests run against: its owner, its doors as the API tells of them, and its doors as they truly are."""

import json
import os
import time

import httpx

BASE = os.environ["CARDEA_BASE"]
PASSWORD = "Cardea-Demo-2026"
OWNER = "owner@demo.cardea"
ENVIRONMENT = {**os.environ, "CARDEA_USER": OWNER, "CARDEA_PASSWORD": PASSWORD, "PYTHONDONTWRITEBYTECODE": "1"}
# A device to which nothing has been done.
SOUND = {
    "bolt": {
        "jammed": False,
        "in_range": True,
        "updating": False,
        "fail_next": None,
        "drain": 0,
        "slow_ms": 0,
        "clock_offset_s": 0,
    },
    "bridge": {
        "online": True,
        "crash_after_accept": False,
        "malformed_answer": False,
        "latency_ms": 0,
        "answer_latency_ms": 0,
        "lose": False,
        "duplicate": False,
    },
    "keypad": {},
}


def eventually(look, until=bool):
    """What `look` answers once that is so."""
    deadline = time.monotonic() + 40
    while not until(seen := look()):
        assert time.monotonic() < deadline, seen
        time.sleep(0.05)
    return seen


class Demo:
    """Somebody who is signed in. `touched` devices are made sound again by `mend`."""

    def __init__(self, username=OWNER, password=PASSWORD):
        form = {"grant_type": "password", "client_id": "cardea-android", "username": username, "password": password}
        token = httpx.post(f"{BASE}/oauth2/token", data=form).raise_for_status().json()["access_token"]
        self.http = httpx.Client(base_url=BASE, headers={"authorization": f"Bearer {token}"}, timeout=60)
        self.touched = {}
        self.serials = {}

    def get(self, path, **query):
        return self.http.get(path, params=query).raise_for_status().json()

    def named(self, path, name):
        """The entry of this name in a list."""
        return next(entry for entry in self.get(path, perpage=1000) if entry["name"] == name)

    def serial(self, name):
        if name not in self.serials:
            self.serials = {device["name"]: device["serial_number"] for device in self.get("/devices/v1", perpage=1000)}
        return self.serials[name]

    def begin(self, name, operation, *arguments):
        """Asks for a device operation, and answers its id."""
        body = {"device": self.serial(name), "operation": operation, "arguments": arguments}
        return self.http.post("/bridge/v1/execute", json=body).raise_for_status().json()["id"]

    def turn(self, name, turn):
        """What came of turning a bolt."""
        return self.outcome(self.begin(name, "afi.lock.operate", turn))

    def read(self, name, operation="afi.lock.get-state"):
        return self.outcome(self.begin(name, operation))

    def look(self, job):
        return self.get(f"/locks/v1/operation/{job}")

    def outcome(self, job):
        return eventually(lambda: self.look(job), lambda seen: seen["is_completed"])

    def conditions(self, until):
        """How locks were told last, by their ids, once `until` says so of it. The feed tells at once, and has no limit that asking again would reach."""
        known, deadline = {}, time.monotonic() + 40
        with self.http.stream("GET", "/domain/v1/changes") as feed:
            for line in feed.raise_for_status().iter_lines():
                if line.startswith("data:"):
                    told = json.loads(line.removeprefix("data:")).get("entries", {}).get("conditions", [])
                    known |= {one["lock_id"]: one for one in told}
                if known and until(known):
                    return known
                assert time.monotonic() < deadline, known
        raise AssertionError("the feed is over")

    def condition(self, name, until=bool):
        """How a lock was told last, once that is so."""
        lock = self.named("/locks/v1", name)["id"]
        return self.conditions(lambda known: lock in known and until(known[lock]))[lock]

    def operations(self, name):
        """The log of a lock, newest first."""
        return self.get(f"/log/v1/lock/{self.named('/locks/v1', name)['id']}", perpage=1000)

    def truth(self, name):
        """How a device truly is."""
        return self.get(f"/simulator/v1/{self.serial(name)}")

    def order(self, name, **changes):
        """Does something to a device from outside."""
        answer = self.http.post(f"/simulator/v1/{self.serial(name)}", json=changes)
        if answer.status_code == 200:
            self.touched.setdefault(name, self.named("/devices/v1", name)["capabilities"])
        return answer

    def given(self, name, **changes):
        """The same, where it cannot be refused; how the device is then."""
        return self.order(name, **changes).raise_for_status().json()

    def mend(self, before):
        """Makes everything that was touched what it was, bolts and batteries included."""
        for name, capabilities in self.touched.items():
            path = f"/simulator/v1/{self.serial(name)}"
            for kind in SOUND.keys() & set(capabilities):
                self.http.post(path, json=SOUND[kind]).raise_for_status()
            if "bolt" in capabilities:
                turn = {"Locked": "lock", "Unlocked": "unlock"}[before[name]["state"]]
                was = {field: before[name][field] for field in ("battery", "firmware")}
                self.http.post(path, json=was | {"turn": turn}).raise_for_status()
            if "bridge" in capabilities:
                # What is still on its way over a slow line is lost with it.
                self.http.post(path, json={"online": False}).raise_for_status()
                eventually(lambda: not self.truth(name)["connected"])
                self.http.post(path, json={"online": True}).raise_for_status()
                self.connected(name)
        self.touched, self.serials = {}, {}

    def connected(self, bridge):
        """Waits until the server knows this bridge as connected, with its locks."""
        behind = set(self.get(f"/devices/v1/{self.serial(bridge)}")["paired_devices"])
        locks = {one["id"] for one in self.get("/locks/v1", perpage=1000) if one.get("afi", {}).get("serial_number") in behind}

        eventually(lambda: self.truth(bridge)["connected"])
        self.conditions(lambda known: all(known[lock]["bridge"] == "online" for lock in locks & known.keys()))
