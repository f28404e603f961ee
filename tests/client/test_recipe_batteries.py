"""Batteries in the morning, of docs/integrators.md, run as it stands; what became true is looked up on the server and at the simulated doors."""

import runpy
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from demo import BASE, OWNER
from recipes import RECIPES, run


@contextmanager
def failing_proxy(failures):
    """A server in front of the demo that answers what `failures` has for a path, in turn, before it lets requests through."""
    seen = []

    class Proxy(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def pass_on(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            seen.append((self.path.split("?")[0], body.decode()))
            waiting = failures.get(seen[-1][0])
            if waiting:
                status, headers, content = waiting.pop(0)
            else:
                sent = {name: self.headers[name] for name in ("authorization", "content-type") if name in self.headers}
                answer = httpx.request(self.command, BASE + self.path, content=body, headers=sent)
                status, content = answer.status_code, answer.text
                headers = {name: value for name, value in answer.headers.items() if name.startswith("x-p")}
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(content.encode()))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content.encode())

        do_GET = do_POST = do_DELETE = pass_on

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", seen
    server.shutdown()


@pytest.fixture
def morning(demo):
    """A door unlocked, a battery low, a lock that nobody reaches; what the script has to tell of it."""
    demo.given("Flat 1 left", turn="unlock")
    demo.given("Laundry", battery=12)
    demo.given("Roof terrace", in_range=False)
    demo.condition("Laundry", lambda seen: seen["battery_level"] == 12)
    demo.condition("Flat 1 left", lambda seen: seen["state"] == "Unlocked")
    unlocked = [name for name in ("Courtyard gate", "Street door") if demo.truth(name)["state"] == "Unlocked"]
    lines = [f"{name}: unlocked" for name in [*unlocked, "Flat 1 left"]]
    return sorted([*lines, "Laundry: battery at 12 %", "Roof terrace: not read (ConnectionLost)"])


def test_low_batteries_and_unlocked_doors_are_told(demo, morning, tmp_path):
    kept = tmp_path / "state" / "token"
    status, told, problem = run("batteries.py", CARDEA_KEPT=str(kept))
    assert (status, problem, told.splitlines()) == (0, "", morning)
    assert kept.stat().st_mode & 0o777 == 0o600
    # The next mornings go by the refresh token alone.
    first = kept.read_text()
    assert run("batteries.py", CARDEA_KEPT=str(kept), CARDEA_PASSWORD="") == (0, told, "")
    assert kept.read_text() != first
    # A token that holds no more is replaced by the password, where there is one.
    kept.write_text("no token")
    assert run("batteries.py", CARDEA_KEPT=str(kept), CARDEA_PASSWORD="")[0] == 1
    assert run("batteries.py", CARDEA_KEPT=str(kept)) == (0, told, "")


def test_nothing_is_told_when_all_is_well(demo, tmp_path):
    for name in ("Courtyard gate", "Street door"):
        demo.given(name, turn="lock")
    assert run("batteries.py", CARDEA_KEPT=str(tmp_path / "token")) == (0, "", "")


def test_a_server_that_asks_for_patience_gets_it(demo, morning, tmp_path, monkeypatch, capsys):
    kept = tmp_path / "token"
    assert run("batteries.py", CARDEA_KEPT=str(kept))[0] == 0
    busy, over = '{"error": "bridge_busy", "message": "busy"}', '{"error": "unauthorized", "message": "no access token"}'
    failures = {
        "/oauth2/token": [(503, {"Retry-After": "11"}, '{"error": "temporarily_unavailable", "message": "later"}')],
        "/devices/v1": [(503, {"Retry-After": "7"}, "no room for another connection")],
        "/bridge/v1/execute": [(429, {"Retry-After": "3"}, busy), (429, {"Retry-After": "4"}, busy)],
        "/bridge/v1/poll": [(401, {}, over)],
    }
    slept, sleep = [], time.sleep
    with failing_proxy(failures) as (base, seen), monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: (slept.append(seconds), sleep(min(seconds, 0.05))))
        patch.syspath_prepend(str(RECIPES))
        patch.setattr(sys, "dont_write_bytecode", True)
        for name, value in {"CARDEA_BASE": base, "CARDEA_USER": OWNER, "CARDEA_KEPT": str(kept)}.items():
            patch.setenv(name, value)
        runpy.run_path(str(RECIPES / "batteries.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines() == morning
    assert not any(failures.values()) and [one for one in slept if one not in (2, 0.02)] == [11, 7, 3, 4]
    grants = [body for path, body in seen if path == "/oauth2/token"]
    # Tried twice for the 503, and once more after the 401; never with a password.
    assert len(grants) == 3 and all("refresh_token" in body for body in grants)
