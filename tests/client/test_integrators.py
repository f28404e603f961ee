"""The page docs/integrators.md: the refusals of its short list, and that it leaves nothing out and makes nothing up."""

import re
from pathlib import Path

import httpx
import pytest
from demo import BASE, OWNER, PASSWORD, Demo

DOCS = Path(__file__).parents[2] / "docs"
LOCK = "Courtyard gate"


def test_refusals_of_the_short_list(demo):
    def refused(who, method, path, **request):
        answer = who.http.request(method, path, **request)
        return answer.status_code, answer.json()["error"]

    installer, guest, nobody = (Demo(f"{name}@demo.cardea") for name in ("installer", "guest", "nobody"))
    street, gate = (f"/locks/v1/afi/{demo.serial(name)}/remote_unlock" for name in ("Street door", LOCK))
    assert refused(installer, "POST", street) == (403, "no_remote_access")
    assert refused(nobody, "POST", street) == refused(guest, "POST", gate) == (404, "entity_not_found")
    assert refused(guest, "GET", f"/log/v1/lock/{demo.named('/locks/v1', LOCK)['id']}") == (403, "forbidden")
    assert refused(demo, "GET", "/locks/v1", headers={"X-Assume-User": "user-000000000001"}) == (403, "forbidden")
    assert refused(demo, "GET", "/locks/v1", headers={"authorization": "Bearer nonsense"}) == (401, "unauthorized")
    assert refused(demo, "POST", f"/locks/v1/afi/{demo.serial('Flat 1 right')}/remote_lock") == (409, "bridge_not_paired")
    zone = f"/devices/v1/{demo.serial('Flat 2 right')}/timezone_information"
    assert refused(demo, "GET", zone) == (409, "timezone_not_set")
    used = demo.get("/links/v1/calendars")[0]["id"]
    assert refused(demo, "DELETE", f"/links/v1/calendars/{used}") == (409, "conflict")
    taken = demo.http.put("/users/v1/guest@demo.cardea")
    assert (taken.status_code, taken.json()["errors"]["username"][0]["error_code"]) == (409, "already_taken")
    paint = {"device": demo.serial(LOCK), "operation": "afi.lock.paint", "arguments": []}
    assert demo.http.post("/bridge/v1/execute", json=paint).json()["errors"]["operation"][0]["error_code"] == "not_supported"
    form = {"grant_type": "password", "username": OWNER, "password": PASSWORD}
    for client, secret, error in [("no-such", None, "invalid_client"), ("cardea-android", "s", "invalid_client")]:
        answer = httpx.post(
            f"{BASE}/oauth2/token", data=form | {"client_id": client} | ({"client_secret": secret} if secret else {})
        )
        assert (answer.status_code, answer.json()["error"]) == (400, error)
    read = {"client_id": "cardea-android", "scope": "read"}
    token = httpx.post(f"{BASE}/oauth2/token", data=form | read).json()["access_token"]
    assert refused(demo, "POST", gate, headers={"authorization": f"Bearer {token}"}) == (403, "insufficient_scope")


def section(heading):
    text = (DOCS / "integrators.md").read_text()
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def in_backticks(text):
    return set(re.findall(r"`([^`\n]+)`", text))


@pytest.mark.parametrize("name", [LOCK, "Hall bridge", "Street keypad"])
def test_the_page_has_every_field_of_a_device(demo, name):
    assert demo.truth(name).keys() <= in_backticks(section("The sandbox"))


def test_the_page_names_no_code_that_the_catalogues_do_not_have():
    known = in_backticks((DOCS / "api.md").read_text() + (DOCS / "gateway.md").read_text())
    cells = [row.split("|")[2] for row in section("What one meets").splitlines() if row.startswith("| ")]
    codes = set().union(*map(in_backticks, cells))
    assert len(codes) > 25 and codes <= known, codes - known


def test_the_page_names_every_recipe():
    text = (DOCS / "integrators.md").read_text()
    assert all(f"](recipes/{path.name})" in text for path in (DOCS / "recipes").iterdir() if path.is_file())
