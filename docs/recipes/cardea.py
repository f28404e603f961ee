"""A client of Cardea's HTTP API for scripts, of the standard library alone. Copy it beside your script."""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

TRIES = 5


class Refused(Exception):
    """An answer that is no success: `status`, `code` to switch on, `errors` by field, and a sentence for people."""

    def __init__(self, status, body):
        self.status, self.code, self.errors = status, body.get("error"), body.get("errors", {})
        fields = [f"{field}: {one['error_message']}" for field, found in self.errors.items() for one in found]
        super().__init__(f"{status} {self.code}: {'; '.join(fields) or body.get('message')}")


class Cardea:
    """One account at one server. `kept` is a file for its refresh token; `identity` names one of several domains."""

    def __init__(self, base, username, password=None, kept=None, identity=None, client="cardea-android"):
        self.base, self.username, self.password, self.client = base.rstrip("/"), username, password, client
        self.kept, self.identity, self.refresh, self.access = kept and Path(kept), identity, None, None
        if self.kept and self.kept.exists():
            self.refresh = self.kept.read_text()

    @staticmethod
    def from_environment(kept=None):
        """CARDEA_BASE and CARDEA_USER; CARDEA_PASSWORD where no refresh token is kept; CARDEA_AS for an identity."""
        know = os.environ.get
        missing = [name for name in ("CARDEA_BASE", "CARDEA_USER") if not know(name)]
        if missing:
            raise SystemExit(f"{' and '.join(missing)} must be set, as the first lines of this script say")
        return Cardea(know("CARDEA_BASE"), know("CARDEA_USER"), know("CARDEA_PASSWORD"), kept, know("CARDEA_AS"))

    def call(self, method, path, body=None):
        """What is answered, as Python has it."""
        return self._call(method, path, body)[1]

    def all(self, path):
        """All entries of a list, page after page."""
        page, pages = 0, 1
        while page < pages:
            query = urllib.parse.urlencode({"page": page, "perpage": 1000})
            headers, entries = self._call("GET", f"{path}{'&' if '?' in path else '?'}{query}", None)
            yield from entries
            page, pages = page + 1, int(headers["x-pages"])

    def sign_out(self):
        self.call("DELETE", "/oauth2/cookie")
        self.refresh = self.access = None
        if self.kept:
            self.kept.unlink(missing_ok=True)

    def _call(self, method, path, body):
        if self.access is None:
            self._sign_in()
        # One key for all the times that it is sent: what creates is then done once.
        once = {"Idempotency-Key": str(uuid.uuid4())} if method in ("POST", "PUT") else {}
        try:
            return self._send(method, path, body, self._headers() | once)
        except Refused as refusal:
            if refusal.status != 401:
                raise
        # The access token is over: another one, and the same request once more.
        self._sign_in()
        return self._send(method, path, body, self._headers() | once)

    def _headers(self):
        headers = {"Authorization": f"Bearer {self.access}"}
        return headers | {"X-Assume-User": self.identity} if self.identity else headers

    def _sign_in(self):
        """By the refresh token, which no limit touches; by the password only where there is none that holds."""
        if self.refresh:
            try:
                return self._tokens(grant_type="refresh_token", refresh_token=self.refresh)
            except Refused as refusal:
                if refusal.code != "invalid_grant":
                    raise
        if not self.password:
            raise SystemExit("nobody is signed in: CARDEA_PASSWORD is needed this once")
        return self._tokens(grant_type="password", username=self.username, password=self.password)

    def _tokens(self, **grant):
        tokens = self._send("POST", "/oauth2/token", {"client_id": self.client, **grant}, {})[1]
        self.refresh = tokens["refresh_token"]
        if self.kept:
            # On disk before it is used: with its first use the refresh token before it is spent.
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            new = self.kept.with_suffix(".new")
            new.unlink(missing_ok=True)
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(self.refresh)
            new.replace(self.kept)
        self.access = tokens["access_token"]

    def _send(self, method, path, body, headers):
        """Sends a request; waits and repeats where the server asks for it or is not there."""
        data = None if body is None else json.dumps(body).encode()
        headers = headers if body is None else headers | {"Content-Type": "application/json"}
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        for tried in range(1, TRIES + 1):
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return answer.headers, json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
                refusal = Refused(error.code, told(error))
                if error.code not in (429, 503) or tried == TRIES:
                    raise refusal from None
                time.sleep(float(error.headers.get("Retry-After", 2**tried)))
            except OSError as error:
                # Where nobody listened nothing was done. After any other break it might have been: what reads is repeated, and what
                # carries a key.
                safe = method == "GET" or "Idempotency-Key" in headers
                if tried == TRIES or not (safe or isinstance(getattr(error, "reason", None), ConnectionRefusedError)):
                    raise
                time.sleep(2**tried)
        raise AssertionError("the last try returns or raises")


def told(error):
    """The body of a refusal. Not every 503 is JSON: one without room for a connection is plain text."""
    text = error.read().decode(errors="replace")
    try:
        return json.loads(text)
    except ValueError:
        return {"error": None, "message": text.strip() or error.reason}
