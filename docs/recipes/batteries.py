#!/usr/bin/env python3
"""Tells which batteries are low and which doors stand unlocked; says nothing when all is well, so that cron mails only what matters.

    CARDEA_BASE=https://doors.example CARDEA_USER=caretaker@example.com CARDEA_PASSWORD=… batteries.py

The password is needed the first time: the refresh token is kept in ~/.local/state/cardea/batteries, or in CARDEA_KEPT.
"""

import os
import time
from pathlib import Path

from cardea import Cardea, Refused

LOW = int(os.environ.get("CARDEA_LOW", "20"))
READINGS = ("afi.lock.get-state", "afi.power-source.get-information2")
PATIENCE = 100
PAUSE = 2


def bridged(cardea):
    """The names of locks that a bridge reaches, by serial number."""
    devices = list(cardea.all("/devices/v1"))
    bridges = {device["serial_number"] for device in devices if "bridge" in device["capabilities"]}
    locks = [device for device in devices if "bolt" in device["capabilities"]]
    return {lock["serial_number"]: lock["name"] for lock in locks if bridges.intersection(lock["paired_devices"])}


def ask_all(cardea, locks):
    """Asks for every reading at once: each bridge takes its own one after the other. Answers results and complaints."""
    waiting, found, failed = {}, {serial: {} for serial in locks}, {}
    for serial in locks:
        for reading in READINGS:
            try:
                job = cardea.call("POST", "/bridge/v1/execute", {"device": serial, "operation": reading, "arguments": []})
                waiting[job["id"]] = serial
            except Refused as refusal:
                failed[serial] = str(refusal)
    deadline = time.monotonic() + PATIENCE
    while waiting and time.monotonic() < deadline:
        time.sleep(PAUSE)
        for job, serial in list(waiting.items()):
            answer = cardea.call("POST", "/bridge/v1/poll", {"id": job})
            if answer["status"] == "Succeeded":
                found[serial] |= answer["result"]
            elif answer["status"] == "Failed":
                failed[serial] = answer["result"]["afi_status_text"]
            else:
                continue
            del waiting[job]
    failed |= {serial: "no answer in time" for serial in waiting.values()}
    return found, failed


def main():
    home = Path.home() / ".local/state/cardea/batteries"
    cardea = Cardea.from_environment(kept=os.environ.get("CARDEA_KEPT", home))
    locks = bridged(cardea)
    found, failed = ask_all(cardea, locks)
    for serial, name in sorted(locks.items(), key=lambda lock: lock[1]):
        if found[serial].get("battery_level", 100) < LOW:
            print(f"{name}: battery at {found[serial]['battery_level']} %")
        if found[serial].get("state") == "Unlocked":
            print(f"{name}: unlocked")
        if serial in failed:
            print(f"{name}: not read ({failed[serial]})")


if __name__ == "__main__":
    main()
