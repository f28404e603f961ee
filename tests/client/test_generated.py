"""A client that a generator made of the OpenAPI document, and answers held against the document's schemas, on a demo server."""

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator

BASE = os.environ["CARDEA_BASE"]
PASSWORD = "Cardea-Demo-2026"
OVER = ("Succeeded", "Failed")
DOCUMENT = Path(__file__).parents[2] / "openapi" / "api.json"


@pytest.fixture(scope="session")
def generated(tmp_path_factory):
    """The generated package's name, after every module of it was imported."""
    folder = tmp_path_factory.mktemp("generated")
    tools = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(DOCUMENT)]
    command += ["--output-path", str(folder / "cardea_client"), "--meta", "none"]
    made = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **tools})
    assert made.returncode == 0 and "arning" not in made.stdout + made.stderr, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    package = importlib.import_module("cardea_client")
    modules = [importlib.import_module(found.name) for found in pkgutil.walk_packages(package.__path__, "cardea_client.")]
    assert len(modules) > 100
    yield "cardea_client"
    sys.path.remove(str(folder))


class Api:
    """Calls operations by tag and operationId, as somebody or as nobody."""

    def __init__(self, package, token=None):
        self.package = package
        self.models = importlib.import_module(f"{package}.models")
        module = importlib.import_module(f"{package}.client")
        self.client = module.AuthenticatedClient(base_url=BASE, token=token) if token else module.Client(base_url=BASE)

    def call(self, tag, operation, *arguments, **keywords):
        module = importlib.import_module(f"{self.package}.api.{tag}.{operation}")
        return module.sync_detailed(*arguments, client=self.client, **keywords)

    def ok(self, *arguments, **keywords):
        answer = self.call(*arguments, **keywords)
        assert answer.status_code < 300, answer.content
        return answer.parsed

    def tokens(self, **request):
        return self.call("oauth2", "create_token", body=self.models.TokenRequest(client_id="cardea-android", **request))


@pytest.fixture(scope="session")
def nobody(generated):
    return Api(generated)


@pytest.fixture(scope="session")
def owner(nobody):
    tokens = nobody.tokens(grant_type="password", username="owner@demo.cardea", password=PASSWORD).parsed
    return Api(nobody.package, tokens.access_token)


def named(entries, **wanted):
    return next(entry for entry in entries if all(getattr(entry, name) == value for name, value in wanted.items()))


def until(found):
    """What `found` answers, as soon as it is something."""
    deadline = time.monotonic() + 30
    while not (answer := found()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return answer


def test_a_wrong_password_is_a_typed_refusal(nobody):
    answer = nobody.tokens(grant_type="password", username="guest@demo.cardea", password="not this")
    assert (answer.status_code, answer.parsed.error) == (400, "invalid_grant")


def test_the_generated_client_signs_in_and_refreshes(nobody):
    first = nobody.tokens(grant_type="password", username="guest@demo.cardea", password=PASSWORD).parsed
    second = nobody.tokens(grant_type="refresh_token", refresh_token=first.refresh_token).parsed
    assert second.access_token != first.access_token
    assert Api(nobody.package, second.access_token).ok("user", "get_current_user").username == "guest@demo.cardea"


def test_the_generated_client_lists_page_by_page(owner):
    first = owner.call("locks", "list_locks", page=0, perpage=3)
    pages = [owner.ok("locks", "list_locks", page=page, perpage=3) for page in range(int(first.headers["x-pages"]))]
    paged = [lock.id for page in pages for lock in page]
    assert paged == [lock.id for lock in owner.ok("locks", "list_locks")]
    assert len(paged) == int(first.headers["x-totalrecords"]) > 3


def test_the_generated_client_grants_and_takes_away(owner):
    lock = named(owner.ok("locks", "list_locks"), name="Street door")
    person = named(owner.ok("users", "list_users"), username="nobody@demo.cardea")
    weekdays = owner.models.RuleSet(week_days=[0, 1, 2, 3, 4], daily_start=9 * 3600, daily_end=17 * 3600)
    now = datetime.now(timezone.utc)
    calendar = owner.ok("links", "create_calendar", body=owner.models.CalendarBody(start_time=now, rule_sets=[weekdays]))
    assert calendar.rule_sets[0].week_days == [0, 1, 2, 3, 4]
    grant = owner.models.NewLink(user_id=person.id, lock_id=lock.id, calendar_id=calendar.id)
    link = owner.ok("links", "create_link", body=grant)
    again = owner.call("links", "create_link", body=grant)
    assert (again.status_code, again.parsed.error) == (409, "conflict")
    assert named(owner.ok("links", "list_lock_user_links", perpage=1000), id=link.id).calendar_id == calendar.id
    assert owner.call("links", "remove_link", link.id).status_code == 204
    assert owner.call("links", "remove_calendar", calendar.id).status_code == 204


@pytest.mark.parametrize("turn, moved", [("unlock", "bridgeUnlocked"), ("lock", "bridgeLocked")])
def test_the_generated_client_operates_a_lock_and_reads_so_in_its_log(owner, turn, moved):
    lock = named(owner.ok("locks", "list_locks"), name="Street door")
    before = owner.ok("log", "list_lock_log", lock.id, perpage=1)
    order = {"device": lock.afi.serial_number, "operation": "afi.lock.operate", "arguments": [turn]}
    begun = owner.ok("bridge", "execute_operation", body=owner.models.NewOperation(**order))

    def over():
        polled = owner.ok("bridge", "poll_operation", body=owner.models.PollOperation(id=begun.id))
        return polled if polled.status in OVER else None

    done = until(over)
    assert (done.status, done.result.state) == ("Succeeded", f"{turn.capitalize()}ed"), done

    def logged():
        entries = owner.ok("log", "list_lock_log", lock.id, perpage=1)
        return entries[0] if entries != before else None

    entry = until(logged)
    assert (entry.operation, entry.lockname, entry.user) == (moved, "Street door", "owner@demo.cardea")


# What generators make up where the document names nothing, and what becomes of names that they cannot take apart.
MADE_UP = re.compile(r"(?i)\d$|^body|response_?\d|type_?\d|item$|additional_property|^field_\d|(^|_)[a-z]_")
# The wire has these: tags are the names of protocols and of paths, the field is one of `GET /user/v1` that clients read.
OF_THE_WIRE = {"oauth2", "ekey_v2", "ekey_v3", "field_2fa", "body"}
# Objects that may be null: the generator counts their types.
NULLABLE = {"BulkInviteAliases", "NotificationData"} | {
    f"{device}ApplicationSettings" for device in ("ClientDevice", "NewClientDevice", "NamedClientDevice")
}
OF_THE_WIRE |= {f"{name}Type0" for name in NULLABLE} | {
    re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() + "_type_0" for name in NULLABLE
}


def test_generated_names_are_pleasant(generated):
    package = importlib.import_module(generated)
    models = importlib.import_module(f"{generated}.models")
    names = {part for found in pkgutil.walk_packages(package.__path__, f"{generated}.") for part in found.name.split(".")}
    for name in models.__all__:
        names |= {name, *(field.name for field in getattr(getattr(models, name), "__attrs_attrs__", ()))}
    assert {"create_link", "NewLink", "calendar_id", "list_lock_log"} <= names
    assert sorted(name for name in names - OF_THE_WIRE if MADE_UP.search(name)) == []


def test_answers_fit_the_schemas_that_describe_them():
    document = json.loads(DOCUMENT.read_text())
    form = {"grant_type": "password", "client_id": "cardea-web", "username": "owner@demo.cardea", "password": PASSWORD}
    token = httpx.post(f"{BASE}/oauth2/token", data=form).json()["access_token"]
    client = httpx.Client(base_url=BASE, headers={"authorization": f"Bearer {token}"})
    lock = next(lock for lock in client.get("/locks/v1").json() if "afi" in lock)
    known = {"serial": lock["afi"]["serial_number"], "ids": None, "name": None, "user": None, "group": None, "calendar": None}
    for name, path in [("user", "/users/v1"), ("group", "/groups/v1"), ("calendar", "/links/v1/calendars")]:
        known[name] = client.get(path).json()[0]["id"]
    groups = client.get("/groups/v1").json()
    of_type = {kind: next(group["id"] for group in groups if group["type"] == kind) for kind in ("locks", "users")}
    parts = {"usergroup": of_type["users"], "user": known["user"], "lockgroup": of_type["locks"], "lock": lock["id"]}
    compared = 0
    for path, item in document["paths"].items():
        operation = item.get("get", {})
        content = operation.get("responses", {}).get("200", {}).get("content", {}).get("application/json")
        parameters = [one["name"] for one in operation.get("parameters", []) if one["in"] == "path"]
        if not content or not all(name in known for name in parameters):
            continue
        if "ids" in parameters:
            # The kind of a log names whose ids it takes, one after the other.
            known["ids"] = ",".join(parts[kind] for kind in re.findall("usergroup|user|lockgroup|lock", path.split("/")[3]))
        known["name"] = groups[0]["name"] if "/groups/" in path else "owner@demo.cardea"
        answer = client.get(path.format(**known)).raise_for_status().json()
        schema = {**content["schema"], "components": document["components"]}
        errors = [error.message for error in Draft202012Validator(schema).iter_errors(answer)]
        assert not errors, (path, errors[:3])
        compared += 1
    assert compared >= 50, compared
