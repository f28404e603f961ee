"""The people of scripts/rehearsal: readers, writers and a listener, who count what happens to them.

`load PROXY DIRECT PASSWORD` signs in and goes on until it is told to end; orders come on standard input, one a line, and each is confirmed.
`check BASE PASSWORD FILE` looks whether all groups of the file are there.
"""

import http.client
import json
import socket
import ssl
import sys
import threading
import time
from collections import Counter, defaultdict
from urllib.parse import urlencode, urlsplit

OWNER = "owner@demo.cardea"
READERS, WRITERS = 6, 2
# Between two requests of one person, in seconds.
PAUSE = 0.04
PATHS = ["/locks/v1", "/users/v1?perpage=50", "/links/v1/lock_user_links", "/user/v1", "/groups/v1"]
# What may fail in a phase: kinds of requests, and how. In every other phase nothing may.
KILLED = {("write", "502"), ("write", "broken"), ("feed", "broken")}
FORGIVEN = {"killed replica": KILLED, "PostgreSQL restart": {("read", "503"), ("write", "503"), ("direct", "503"), ("feed", "503")}}


class Connection:
    """One connection at a time to a server, kept open between requests."""

    def __init__(self, base):
        parts = urlsplit(base)
        self.tls, self.place, self.kept = parts.scheme == "https", (parts.hostname, parts.port), None

    def ask(self, method, path, body=None, headers=None):
        """Status, headers and body; `broken` as status where no whole answer came. A connection that was kept open may have been closed
        meanwhile: a read is then asked once more, as HTTP clients do (RFC 9110 section 9.2.2); a write begins with a new one."""
        if method != "GET" and self.kept is not None:
            self.kept.close()
            self.kept = None
        again = self.kept is not None
        answer = self.ask_once(method, path, body, headers)
        return self.ask_once(method, path, body, headers) if again and answer[0] == "broken" else answer

    def ask_once(self, method, path, body, headers):
        if self.kept is None:
            context = ssl._create_unverified_context() if self.tls else None
            made = http.client.HTTPSConnection(*self.place, timeout=15, context=context) if self.tls else None
            self.kept = made or http.client.HTTPConnection(*self.place, timeout=15)
        try:
            self.kept.request(method, path, body, headers or {})
            answer = self.kept.getresponse()
            return str(answer.status), answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            self.kept.close()
            self.kept = None
            return "broken", {}, b""


def token_of(base, password):
    form = {"grant_type": "password", "client_id": "cardea-android", "username": OWNER, "password": password}
    kind = {"content-type": "application/x-www-form-urlencoded"}
    status, _, body = Connection(base).ask("POST", "/oauth2/token", urlencode(form), kind)
    assert status == "200", (status, body)
    return json.loads(body)["access_token"]


def groups_of(base, token):
    """The ids of all groups."""
    connection, found, page = Connection(base), set(), 0
    while True:
        path = f"/groups/v1?page={page}&perpage=1000"
        status, _, body = connection.ask("GET", path, headers={"authorization": f"Bearer {token}"})
        assert status == "200", (status, body)
        entries = json.loads(body)
        if not entries:
            return found
        found.update(entry["id"] for entry in entries)
        page += 1


class Load:
    def __init__(self, proxy, direct, password):
        self.proxy, self.direct, self.password = proxy, direct, password
        self.token = token_of(proxy, password)
        self.phase, self.phases, self.over = "steady", ["steady"], threading.Event()
        self.counts, self.slowest = defaultdict(Counter), defaultdict(float)
        self.acknowledged, self.heard = {}, set()
        self.lock = threading.Lock()
        work = [(self.read, proxy, "read")] * READERS + [(self.write, proxy, "write")] * WRITERS
        work += [(self.read, direct, "direct"), (self.listen, proxy, "feed")]
        self.threads = [threading.Thread(target=does, args=(base, kind, n)) for n, (does, base, kind) in enumerate(work)]
        for thread in self.threads:
            thread.start()

    def count(self, kind, how, seconds=0.0):
        """Counts what came of a request under the phase in which that was known."""
        with self.lock:
            self.counts[self.phase][kind, how] += 1
            self.slowest[self.phase] = max(self.slowest[self.phase], seconds)

    def asked(self, connection, kind, *request):
        """Asks, counts, and keeps to Retry-After; answers the body of a success."""
        began = time.monotonic()
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        status, told, body = connection.ask(*request, headers=headers)
        fine = status.startswith("2")
        self.count(kind, "ok" if fine else status, time.monotonic() - began)
        if status == "503" and "Retry-After" not in told:
            self.count(kind, "503 without Retry-After")
        time.sleep(PAUSE if fine else min(float(told.get("Retry-After", PAUSE)), 2))
        return body if fine else None

    def read(self, base, kind, n):
        connection = Connection(base)
        while not self.over.is_set():
            self.asked(connection, kind, "GET", PATHS[n % len(PATHS)])
            n += 1

    def write(self, base, kind, n):
        connection, made = Connection(base), 0
        while not self.over.is_set():
            name = f"rehearsal {n} {made}"
            body = self.asked(connection, kind, "POST", "/groups/v1", json.dumps({"type": "users", "name": name}))
            made += 1
            if body is not None:
                with self.lock:
                    self.acknowledged[json.loads(body)["id"]] = name

    def listen(self, base, kind, _):
        """Follows the feed; where it ends, goes on from the last revision, or loads the domain again when told to."""
        revision = None
        while not self.over.is_set():
            try:
                revision = revision or self.whole(base)
                revision = self.follow(base, revision)
                self.count(kind, "ended")
            except (OSError, http.client.HTTPException, AssertionError) as error:
                self.count(kind, error.args[0] if isinstance(error, AssertionError) else "broken")
                time.sleep(0.2)

    def whole(self, base):
        status, _, body = Connection(base).ask("GET", "/domain/v1/stream", headers={"authorization": f"Bearer {self.token}"})
        assert status == "200", status
        domain = json.loads(body)
        with self.lock:
            self.heard.update(group["id"] for group in domain["groups"])
        return domain["revision"]

    def follow(self, base, revision):
        parts = urlsplit(base)
        context = ssl._create_unverified_context()
        feed = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=25, context=context)
        try:
            feed.request("GET", f"/domain/v1/changes?since={revision}", headers={"authorization": f"Bearer {self.token}"})
            answer = feed.getresponse()
            assert answer.status == 200, str(answer.status)
            event = ""
            while line := answer.readline():
                name, _, value = line.decode().strip().partition(": ")
                if name == "event":
                    event = value
                    if event == "reset":
                        self.count("feed", "reset")
                        return None
                elif name == "data" and event == "change":
                    change = json.loads(value)
                    revision = change.get("revision", revision)
                    with self.lock:
                        self.heard.update(group["id"] for group in change["entries"].get("groups", []))
                    self.count("feed", "ok")
                if self.over.is_set():
                    break
            return revision
        except (OSError, http.client.HTTPException):
            # What was heard counts, also of a feed that broke off.
            if revision is not None and self.over.is_set():
                return revision
            self.count("feed", "broken")
            return revision
        finally:
            feed.close()

    def remember(self, file):
        with self.lock:
            acknowledged = sorted(self.acknowledged)
        with open(file, "w") as out:
            json.dump(acknowledged, out)

    def end(self, file):
        """Waits until the feed has told of everything, then compares; answers what is wrong, or `fine`."""
        with self.lock:
            wanted = set(self.acknowledged)
        deadline = time.monotonic() + 10
        while not wanted <= self.heard and time.monotonic() < deadline:
            time.sleep(0.1)
        self.over.set()
        for thread in self.threads:
            thread.join(30)
        there = groups_of(self.proxy, token_of(self.proxy, self.password))
        lost, unheard = set(self.acknowledged) - there, wanted - self.heard
        wrong = []
        with open(file, "w") as out:
            kinds = ["read", "write", "direct", "feed"]
            out.write(f"{'phase':20} {'requests':>9} " + "".join(f"{kind + ' ok':>11}" for kind in kinds) + "  slowest  else\n")
            for phase in self.phases:
                counts = self.counts[phase]
                other = {key: number for key, number in counts.items() if key[1] not in ("ok", "ended", "reset")}
                requests = sum(number for (kind, _), number in counts.items() if kind != "feed")
                quiet = [f"{kind} {how}: {number}" for (kind, how), number in counts.items() if how in ("ended", "reset")]
                told = [f"{kind} {how}: {number}" for (kind, how), number in other.items()]
                numbers = "".join(f"{counts[kind, 'ok']:>11}" for kind in kinds)
                out.write(f"{phase:20} {requests:>9} {numbers} {self.slowest[phase]:>7.2f}s  {', '.join(told + quiet) or '-'}\n")
                wrong += [f"{phase}: {kind} {how} {n}" for (kind, how), n in other.items() if (kind, how) not in FORGIVEN.get(phase, ())]
            out.write(f"writes acknowledged {len(self.acknowledged)}, of these lost {len(lost)}; the feed missed {len(unheard)} of {len(wanted)}\n")
        wrong += [f"{len(lost)} acknowledged writes lost"] * bool(lost) + [f"the feed missed {len(unheard)}"] * bool(unheard)
        return "; ".join(wrong) or "fine"


def obey(load):
    print(f"{READERS} readers, {WRITERS} writers, a reader of the direct replica and a listener", flush=True)
    for line in sys.stdin:
        order, _, rest = line.strip().partition(" ")
        if order == "phase":
            with load.lock:
                load.phase = rest
            if rest not in load.phases:
                load.phases.append(rest)
            print("so be it", flush=True)
        elif order == "remember":
            load.remember(rest)
            print("remembered", flush=True)
        elif order == "end":
            print(load.end(rest), flush=True)
            return


def main():
    command, *rest = sys.argv[1:]
    socket.setdefaulttimeout(20)
    if command == "load":
        load = Load(*rest)
        try:
            obey(load)
        finally:
            load.over.set()
    elif command == "check":
        base, password, file = rest
        with open(file) as remembered:
            wanted = set(json.load(remembered))
        missing = wanted - groups_of(base, token_of(base, password))
        print(f"{len(wanted)} acknowledged before the backup, {len(missing)} missing")
        sys.exit(1 if missing or not wanted else 0)


main()
