"""The bridge of docs/integrators.md, run as it stands; what became true is looked up on the server and at the door."""

import importlib
import signal
import subprocess
import sys

import pytest
from demo import OWNER, eventually
from recipes import RECIPES, TOOLS, run


class OwnBridge:
    """bridge.py in a folder, as a process."""

    def __init__(self, demo, folder):
        self.demo, self.folder, self.process = demo, folder, None
        enrolled = run("enroll.py", str(folder), "--name", "Shed", "--door", "Shed door", "--zone", "Europe/Oslo")
        assert enrolled[0] == 0, enrolled
        self.serials = enrolled[1].strip().split(" works ")

    def start(self, travel=0):
        command = [sys.executable, RECIPES / "bridge.py", self.folder, "--travel", str(travel)]
        self.process = subprocess.Popen(command, env=TOOLS)
        self.demo.condition("Shed door", lambda seen: seen["bridge"] == "online")

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
    demo.condition("Shed door", lambda seen: seen["state"] == "Locked")
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
