"""What there is in the demo that is fuzzed: who signs in, and the ids that requests may name."""

import itertools
import re
import time
from zlib import crc32

import httpx

PASSWORD = "Cardea-Demo-2026"
CLIENT = "cardea-android"
LISTS = {"user": "/users/v1", "lock": "/locks/v1", "calendar": "/links/v1/calendars", "day_list": "/links/v1/day_lists"}
LINKS = ("lock_user", "group_user", "group_lock", "group_group")
# What belongs to a kind and to a wider one.
WIDER = {"user": "anybody", "group of users": "anybody", "bolt": "any lock", "older lock": "any lock"}
# Of each kind so many stay, however much is removed: what is removed after that is made for it.
KEPT = 4


def choose(values, text):
    """One of the values, the same for the same text: what is chosen follows from the seed alone."""
    return values[crc32(repr(text).encode()) % len(values)]


class World:
    """The demo as somebody sees it. Where they see nothing of a kind it is the owner's, to be refused."""

    def __init__(self, base, person):
        self.base = base
        self.numbers = itertools.count()
        self.pools = {}
        # What people and groups are called beside their ids.
        self.names = {}
        # The ids of locks that are there from the beginning, by their serial numbers and MAC addresses.
        self.locks = {}
        # A client takes as long to make as ten requests: it reads the authorities of TLS.
        self.anybody = httpx.Client(base_url=base)
        self.token = self.sign_in(f"{person}@demo.cardea")["access_token"]
        self.owner = self.client(self.sign_in("owner@demo.cardea")["access_token"])
        self.caller = caller = self.client(self.token)
        self.identity, self.role = (caller.get("/user/v1").json()[name] for name in ("id", "role"))
        self.look(caller)
        if person != "owner":
            self.look(self.owner, only_missing=True)
        self.add("key", [key["device"]["serial_number"] for key in caller.get("/devices/v1/login_tokens").json()])
        for key in self.pools["key"]:
            begun = caller.post(f"/locks/v1/afi/{key}/remote_lock")
            if begun.is_success:
                self.add("remote", [key])
                self.add("job", [begun.json()["id"]])
        self.add("heard", [heard["token"] for heard in caller.get("/ekey/v3/advertisements").json()])
        self.add("revision", [caller.get("/domain/v1/stream").json()["revision"]])
        latest = caller.get(f"/Firmware/v1/by-serial-number/{self.pools['key'][0]}/latest").raise_for_status().json()
        self.firmware = latest["url"]

    def client(self, token):
        return httpx.Client(base_url=self.base, headers={"authorization": f"Bearer {token}"})

    def sign_in(self, username):
        form = {"grant_type": "password", "client_id": CLIENT, "username": username, "password": PASSWORD}
        return self.anybody.post("/oauth2/token", data=form).raise_for_status().json()

    def state(self):
        """A mark of which state the domain is in."""
        return self.owner.head("/groups/v1", params={"perpage": 1}).headers["etag"]

    def phone(self):
        """What the caller's phone calls itself, which has told of itself once more; too often is refused, and then it may be gone."""
        phone = {"device_identification": "phone", "platform_name": "android"}
        self.caller.post("/user/v1/devices", json=phone)
        return "phone"

    def throw_away(self):
        """The access token of somebody who is made for this one request, of the role of the one that is fuzzed."""
        name = f"once-{next(self.numbers)}@example.com"
        self.make(f"/users/v1/{name}", {"password": PASSWORD, "role": self.role})
        return self.sign_in(name)["access_token"]

    def make(self, path, body):
        method = "PUT" if path.startswith(("/users/v1/", "/ekey/v3/devices/")) else "POST"
        while (answer := self.owner.request(method, path, json=body)).status_code == 429:
            time.sleep(int(answer.headers["retry-after"]))
        return answer.raise_for_status().json()

    def look(self, client, only_missing=False):
        found = World.__new__(World)
        found.pools, found.names = {}, self.names

        def entries(path):
            # Lists of days are large, and so come in small pages; the demo has few.
            perpage = 20 if path == LISTS["day_list"] else 1000
            return client.get(path, params={"perpage": perpage}).raise_for_status().json()

        for kind, path in LISTS.items():
            found.add(kind, [entry["id"] for entry in entries(path)])
        for person in entries("/users/v1"):
            found.learn(person)
        for lock in entries("/ekey/v2/locks"):
            self.locks[lock["serial_number"]] = lock["id"]
            found.learn(lock)
        found.add("link", [link["id"] for kind in LINKS for link in entries(f"/links/v1/{kind}_links")])
        for group in entries("/groups/v1"):
            found.add_group(group)
        for device in entries("/devices/v1"):
            found.add_device(device)
        for kind, values in found.pools.items():
            if values and not (only_missing and self.pools.get(kind)):
                self.add(kind, values)

    def add(self, kind, values):
        pool = self.pools.setdefault(kind, [])
        pool.extend(value for value in values if value not in pool)
        if wider := WIDER.get(kind):
            self.add(wider, values)

    def add_group(self, group):
        members = group.get("locks", group.get("users", []))
        self.names[group["id"]] = [group["name"]]
        self.add(f"group of {group['type']}", [group["id"]])
        self.add("group", [group["id"]])
        self.add(f"{group['type']} in group", [(group["id"], member) for member in members])

    def add_device(self, device):
        serial = device["serial_number"]
        kind = next((kind for kind in ("bolt", "bridge") if kind in device["capabilities"]), "other")
        self.add("device", [serial])
        self.add(kind, [serial])
        if kind == "bolt":
            self.add("paired", [(serial, other) for other in device["paired_devices"]])

    def learn(self, entry):
        """Something was made or changed: later requests may name it."""
        if not isinstance(entry, dict):
            return
        if "paired_devices" in entry:
            self.add_device(entry)
        elif entry.get("type") == "mwm" and "serial_number" in entry:
            self.add("older lock", [entry["serial_number"]])
        elif kind := re.match("user|calendar|day_list|group-|[a-z]+_[a-z]+", entry["id"] if isinstance(entry.get("id"), str) else ""):
            if kind[0] == "group-":
                self.add_group(entry)
            else:
                self.add("link" if "_" in kind[0] and kind[0] != "day_list" else kind[0], [entry["id"]])
            if kind[0] == "user":
                self.names[entry["id"]] = [entry["username"], entry["email_address"] or entry["username"]]

    def all_of(self, name):
        """This name and the ids of those that are called so."""
        return {name} | {known for known, names in self.names.items() if name in names}

    def forget_members(self, group, members):
        """These belong to the group no more."""
        gone = {(known, member) for known in self.all_of(group) for name in members for member in self.all_of(name)}
        for pair in gone:
            self.forget(pair)

    def forget(self, gone):
        """Something was removed: it is named no more, by its id or another name."""
        all_of_it = self.all_of(gone)
        for kind, pool in self.pools.items():
            self.pools[kind] = [one for one in pool if one not in all_of_it and not (isinstance(one, tuple) and all_of_it & set(one))]

    def one(self, kind, text):
        if kind and kind.startswith("name of "):
            return self.known_as(self.one(kind.removeprefix("name of "), text), text)
        pool = self.pools.get(kind)
        return choose(pool, text) if pool else None

    def known_as(self, known, text):
        """What this is called: its id or another name."""
        return choose([known, *self.names.get(known, ())], (text, "name"))

    def removable(self, kind, text):
        """An id that may go: a device is always made for it, since its lock goes too."""
        if kind.startswith("name of "):
            return self.known_as(self.removable(kind.removeprefix("name of "), text), text)
        if kind not in ("device", "older lock") and (pool := self.pools.get(kind, [])[KEPT:]):
            return choose(pool, text)
        number = next(self.numbers)
        if kind == "group":
            made = self.make("/groups/v1", {"type": choose(["users", "locks"], text), "name": f"Group {number}"})
        elif kind == "calendar":
            made = self.make("/links/v1/calendars", {})
        elif kind == "day_list":
            made = self.make("/links/v1/day_lists", {"name": f"List {number}"})
        elif kind == "device":
            serial = f"02:00:00:00:{number // 256:02x}:{number % 256:02x}"
            return self.make(f"/ekey/v3/devices/{serial}", {"name": "Shed", "device_type": "danalockv3"})["serial_number"]
        elif kind == "older lock":
            return self.make(f"/ekey/v2/locks/02:00:00:01:{number // 256:02x}:{number % 256:02x}", {"name": "Barn"})["serial_number"]
        else:
            made = self.make(f"/users/v1/gone-{number}@example.com", {})
            if kind == "link":
                return self.make("/links/v1", {"user_id": made["id"], "lock_id": self.pools["lock"][0]})["id"]
        self.learn(made)
        return made["id"]

    def shared(self, locks, whom, text):
        """A lock of this kind, and by any name somebody or a group with whom a key to it was just shared."""
        lock, number = choose([lock for lock in self.pools[locks] if lock in self.locks], text), next(self.numbers)
        if whom == "anybody":
            whom = choose(["user", "group"], text)
        if whom == "user":
            made = self.make(f"/users/v1/shared-{number}@example.com", {})
        else:
            made = self.make("/groups/v1", {"type": "users", "name": f"Shared {number}"})
        self.learn(made)
        self.make("/links/v1", {f"{whom}_id": made["id"], "lock_id": self.locks[lock]})
        return lock, self.known_as(made["id"], text)
