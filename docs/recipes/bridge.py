#!/usr/bin/env python3
"""A bridge of one's own with one door, whose bolt moves at most once for a job, whatever breaks. Needs websockets and cryptography.

    CARDEA_BASE=… bridge.py shed

`shed` is the folder that enroll.py made, for all that outlives a restart. Put your radio in the place of Door. docs/gateway.md says why each step is there.
"""

import argparse
import base64
import json
import os
import random
import re
import secrets
import time
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from flash import Flash

BOLT = {"lock": "Locked", "unlock": "Unlocked"}
READINGS = ("afi.lock.get-state", "afi.power-source.get-information2")
NEVER = float("-inf")


class Door:
    """A door of paper: each line of a file is a movement of its bolt, the last one is where it is. `jammed` beside it holds the bolt."""

    def __init__(self, folder, travel):
        self.movements, self.jam, self.travel = folder / "door", folder / "jammed", travel
        self.battery = 80

    def state(self):
        return self.movements.read_text().split()[-1]

    def is_jammed(self):
        return self.jam.exists()

    def turn(self, to):
        """Moves the bolt; False when something holds it."""
        if self.is_jammed():
            return False
        with open(self.movements, "a") as file:
            file.write(f"{to}\n")
        time.sleep(self.travel)
        return True


class Bridge:
    def __init__(self, folder, travel):
        self.flash, self.door = Flash(folder), Door(folder, travel)
        self.serial, self.lock = self.flash.get("serial"), self.flash.get("lock")
        self.key = Ed25519PrivateKey.from_private_bytes(self.flash.get("key"))
        self.boot, self.began = secrets.token_hex(8), time.monotonic()
        self.line, self.cfg, self.told = None, None, NEVER
        # Where the bolt moved and the power went before it was noted, it was most likely the job that had begun.
        self.look()
        self.flash.restarted()

    def uptime(self):
        return int((time.monotonic() - self.began) * 1000)

    def say(self, **message):
        try:
            self.line.send(json.dumps({"uptime": self.uptime(), **message}))
        except ConnectionClosed:
            pass  # A job goes on at the door; the next look at the line finds out.

    # One connection.

    def serve(self, line):
        """Until the connection ends."""
        self.line, self.cfg = line, None
        nonce = base64.b64decode(json.loads(line.recv(timeout=20))["nonce"])
        proof = self.key.sign(b"cardea gateway v1 hello\0" + nonce + self.serial.encode())
        devices = [{"serial": self.lock, "device_type": "danalockv3", "firmware": "1.0"}]
        who = {"bridge": self.serial, "proto": 1, "firmware": "0.1", "boot": self.boot}
        self.say(type="hello", devices=devices, proof=text(proof), **who)
        while True:
            try:
                message = json.loads(line.recv(timeout=0.5))
            except TimeoutError:
                message = {"type": "nothing"}
            if hear := getattr(self, f"hear_{message['type']}", None):
                hear(message)
            self.look()
            self.tell_events()

    def hear_cfg(self, message):
        self.cfg = message
        if message.get("evt_upto") is not None:
            self.flash.numbered(message["evt_upto"])
            self.told = NEVER
        self.tell_state()

    def hear_ack(self, message):
        self.flash.acknowledged(message["evt_upto"])

    # Jobs: at most once. Every word of this order counts.

    def hear_req(self, message):
        job, turn = message["job"], message["arguments"][0] if message["arguments"] else None
        if self.flash.job(job)[0]:
            return self.answer(job)
        if refusal := self.refusal(message, turn):
            self.flash.remember(job, turn, failed(*refusal))
            return self.answer(job)
        self.flash.remember(job, turn)
        self.say(type="res", job=job, phase="accepted")
        if self.uptime() > message["not_after"]:
            self.flash.finish(job, failed("bridge_server_status", 13, "JobTimeout"))
        else:
            self.flash.finish(job, self.perform(job, message["operation"], turn))
        self.answer(job)

    def hear_ask(self, message):
        if not self.flash.job(message["job"])[0]:
            self.flash.remember(message["job"], None, failed("bridge_server_status", 34, "NotReceived"))
        self.answer(message["job"])

    def refusal(self, message, turn):
        if message["boot"] != self.boot or self.uptime() > message["not_after"]:
            return "bridge_server_status", 13, "JobTimeout"
        if message["operation"] not in READINGS and (message["operation"] != "afi.lock.operate" or turn not in BOLT):
            return "bridge_server_status", 36, "NotSupported"
        if message["device"] != self.lock or not self.works():
            return "bridge_server_status", 35, "UnknownDevice"
        return None

    def perform(self, job, operation, turn):
        """Does a job that was accepted; its answer."""
        now = {"battery_level": self.door.battery}
        if operation in READINGS:
            state = {"state": self.door.state(), "lock_status": "Idle", "is_blocked": self.door.is_jammed()}
            return {"status": "succeeded", "result": now | (state if operation == READINGS[0] else {})}
        if self.door.state() == BOLT[turn]:
            return failed("afi_status", 7, "NothingChanged", state=BOLT[turn], **now)
        self.say(type="res", job=job, phase="moving")
        if not self.door.turn(BOLT[turn]):
            return failed("afi_status", 14, "BoltBlocked", state=self.door.state(), **now)
        self.look()
        return {"status": "succeeded", "result": {"state": BOLT[turn], **now}}

    def answer(self, job):
        """Says what is remembered. Of a job from before a restart nobody knows the outcome, and the lock is not told again."""
        if self.flash.job(job)[1] is None:
            self.flash.finish(job, {"status": "unknown", "result": {"state": self.door.state()}})
        self.say(type="res", job=job, phase="done", **self.flash.job(job)[1])

    # What the door tells by itself.

    def works(self):
        return self.cfg is not None and self.lock in [device["serial"] for device in self.cfg["devices"]]

    def look(self):
        """Notes a movement since the last look, whoever moved the bolt."""
        state = self.door.state()
        if state == self.flash.get("state"):
            return
        job = self.flash.unfinished({"Locked": "lock", "Unlocked": "unlock"}[state])
        by = {"source": "bridge", "job": job} if job else {"source": "hand"}
        self.flash.moved(state, device=self.lock, kind=state.lower(), ts=int(time.time() * 1000), **by)
        self.told = NEVER
        if self.cfg:
            self.tell_events()
            self.tell_state()

    def tell_events(self):
        """At once, and again every five seconds until they are acknowledged."""
        if self.cfg and time.monotonic() - self.told > 5:
            for event in self.flash.events():
                self.say(type="evt", **event)
            self.told = time.monotonic()

    def tell_state(self):
        if self.works():
            now = {"state": self.door.state(), "battery": self.door.battery, "clock_offset": 0}
            self.say(type="state", serial=self.lock, rev=self.cfg["rev"], **now)


def failed(layer, number, word, **found):
    return {"status": "failed", "result": {layer: number, f"{layer}_text": word, **found}}


def text(data):
    return base64.b64encode(data).decode()


def run(folder, base, travel):
    """Connects, and connects anew, for ever."""
    bridge, pause = Bridge(folder, travel), 0.05
    while True:
        bridge.cfg, ended = None, None
        try:
            with connect(base.replace("http", "ws", 1) + "/gateway/v1", compression=None, max_size=65536) as line:
                bridge.serve(line)
        except ConnectionClosed as closed:
            ended = closed.rcvd
        except (OSError, WebSocketException) as problem:
            print(problem)
        if bridge.cfg and not (ended and ended.code == 4003):
            pause = 0.05
        time.sleep(how_long(ended, pause))
        pause = min(pause * 2, 5)


def how_long(ended, pause):
    """The pause that grows, or the one that the close code asks for."""
    if ended:
        print(f"closed: {ended.code} {ended.reason}")
        if ended.code in (4001, 4002, 4004):
            return 60
        if ended.code in (4006, 4007) and (asked := re.search(r": try again in (\d+) s$", ended.reason)):
            return int(asked[1])
    return pause * random.uniform(0.5, 1)


def main():
    parser = argparse.ArgumentParser(description="Works one door.")
    parser.add_argument("folder", type=Path, help="what enroll.py made")
    parser.add_argument("--travel", type=float, default=1.0, help="seconds that the bolt is under way")
    run(base=os.environ["CARDEA_BASE"], **vars(parser.parse_args()))


if __name__ == "__main__":
    main()
