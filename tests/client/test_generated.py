"""A client that a generator made of the OpenAPI document, and answers held against the document's schemas, on a demo server."""

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import time
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


@pytest.fixture(scope="session")
def api(generated):
    """Calls operations by tag and operationId as the owner."""
    client = importlib.import_module(f"{generated}.client")
    models = importlib.import_module(f"{generated}.models")

    class Api:
        def __init__(self, client):
            self.client = client

        def call(self, tag, operation, *arguments, **keywords):
            module = importlib.import_module(f"{generated}.api.{tag}.{operation}")
            return module.sync_detailed(*arguments, client=self.client, **keywords)

        def ok(self, *arguments, **keywords):
            answer = self.call(*arguments, **keywords)
            assert answer.status_code < 300, answer.content
            return answer.parsed

    request = models.TokenRequest(
        grant_type="password", client_id="cardea-android", username="owner@demo.cardea", password=PASSWORD
    )
    tokens = Api(client.Client(base_url=BASE)).ok("oauth2", "create_token", body=request)
    signed_in = Api(client.AuthenticatedClient(base_url=BASE, token=tokens.access_token))
    signed_in.models = models
    return signed_in


def named(entries, **wanted):
    return next(entry for entry in entries if all(getattr(entry, name) == value for name, value in wanted.items()))


def test_a_wrong_password_is_a_typed_refusal(generated, api):
    client = importlib.import_module(f"{generated}.client").Client(base_url=BASE)
    module = importlib.import_module(f"{generated}.api.oauth2.create_token")
    request = api.models.TokenRequest(
        grant_type="password", client_id="cardea-android", username="guest@demo.cardea", password="not this"
    )
    answer = module.sync_detailed(client=client, body=request)
    assert (answer.status_code, answer.parsed.error) == (400, "invalid_grant")


def test_the_generated_client_lists_grants_and_takes_away(api):
    lock = named(api.ok("locks", "list_locks"), name="Street door")
    person = named(api.ok("users", "list_users"), username="nobody@demo.cardea")
    grant = api.models.NewLink(user_id=person.id, lock_id=lock.id)
    link = api.ok("links", "create_link", body=grant)
    again = api.call("links", "create_link", body=grant)
    assert (again.status_code, again.parsed.error) == (409, "conflict")
    assert link.id in [entry.id for entry in api.ok("links", "list_lock_user_links", perpage=1000)]
    assert api.call("links", "remove_link", link.id).status_code == 204


def test_the_generated_client_operates_a_lock(api):
    lock = named(api.ok("locks", "list_locks"), name="Street door")
    for turn in ("unlock", "lock"):
        order = {"device": lock.afi.serial_number, "operation": "afi.lock.operate", "arguments": [turn]}
        begun = api.ok("bridge", "execute_operation", body=api.models.NewOperation(**order))
        deadline = time.monotonic() + 30
        while (polled := api.ok("bridge", "poll_operation", body=api.models.PollOperation(id=begun.id))).status not in OVER:
            assert time.monotonic() < deadline, polled
            time.sleep(0.05)
        assert polled.status == "Succeeded", polled
        assert polled.result.state == f"{turn.capitalize()}ed", polled


def test_answers_fit_the_schemas_that_describe_them():
    document = json.loads(DOCUMENT.read_text())
    form = {"grant_type": "password", "client_id": "cardea-web", "username": "owner@demo.cardea", "password": PASSWORD}
    token = httpx.post(f"{BASE}/oauth2/token", data=form).json()["access_token"]
    client = httpx.Client(base_url=BASE, headers={"authorization": f"Bearer {token}"})
    lock = next(lock for lock in client.get("/locks/v1").json() if "afi" in lock)
    known = {"serial": lock["afi"]["serial_number"], "ids": None, "user": None, "group": None, "calendar": None}
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
        answer = client.get(path.format(**known)).raise_for_status().json()
        schema = {**content["schema"], "components": document["components"]}
        errors = [error.message for error in Draft202012Validator(schema).iter_errors(answer)]
        assert not errors, (path, errors[:3])
        compared += 1
    assert compared >= 20, compared
