"""How schemathesis signs in at the demo, and what it makes of answers. What requests mean: meaning.py."""

import itertools
import re
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import requests
import schemathesis

sys.path.insert(0, str(Path(__file__).parent))

import counting  # noqa: F401
from meaning import PAIRS, REMOVES, WORLD, give_meaning, name_of

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
# What state the domain was in before a call, of every third.
CALLS, BEFORE = itertools.count(), {}
# What ends sign-ins of whoever calls it, or their account.
ENDS = ("delete_cookie", "end_token", "end_session", "end_other_sessions", "erase_account")
# Sends requests again, as they were.
REPEATING = requests.Session()
IN_QUERY = re.compile("parameters? (`.+`) in query")


@schemathesis.auth()
class SignIn:
    def get(self, case, context):
        return WORLD.token

    def set(self, case, token, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {token}"


@schemathesis.hook
def before_call(context, case, kwargs):
    spare_own_sign_in(case)
    if case.method in CHANGING and next(CALLS) % 3 == 0:
        BEFORE[case.id] = WORLD.state()


def spare_own_sign_in(case):
    """Ends and changes somebody else's sign-in, so that what comes after is not answered by 401 alone."""
    name, body = name_of(case), case.body if isinstance(case.body, dict) else {}
    ends = name in ENDS or name == "update_current_user" and body.get("password")
    if ends and (case.headers or {}).get("Authorization") == f"Bearer {WORLD.token}":
        case.headers["Authorization"] = f"Bearer {WORLD.throw_away()}"


@schemathesis.hook
def after_call(context, case, response):
    if not 200 <= response.status_code < 300 or case.method not in CHANGING:
        return
    name = name_of(case)
    if name in REMOVES:
        WORLD.forget(next(iter(case.path_parameters.values())))
    elif name == "remove_v2_group_members":
        WORLD.forget_members(case.path_parameters["name"], case.body["members"])
    elif name in PAIRS:
        WORLD.forget(tuple(case.path_parameters[parameter] for parameter in PAIRS[name][1]))
    elif name in ("execute_operation", "remote_lock", "remote_unlock", "remote_v3_lock", "remote_v3_unlock"):
        WORLD.add("job", [response.json()["id"]])
    elif "json" in response.headers.get("content-type", [""])[0]:
        WORLD.learn(response.json())


@schemathesis.check
def what_is_refused_changes_nothing(context, response, case):
    if (before := BEFORE.pop(case.id, None)) and response.status_code >= 400:
        assert WORLD.state() == before, "the domain changed"


@schemathesis.check
def what_was_done_by_a_key_is_not_done_again(context, response, case):
    """The same request is answered as it was, and another one with the same key is refused."""
    sent = response.request
    if case.method not in CHANGING or "Idempotency-Key" not in sent.headers or not 200 <= response.status_code < 300:
        return
    if (again := sent_again(sent)) is not None:
        assert (again.status_code, again.content) == (response.status_code, response.content), "the same request was answered otherwise"
        assert again.headers.get("Idempotency-Replayed") == "true", "the same request was carried out again"
    another = sent.copy()
    another.body = b'{"another": "body"}'
    another.headers["Content-Length"] = str(len(another.body))
    if (refused := sent_again(another)) is not None:
        assert (refused.status_code, refused.json()["error"]) == (422, "idempotency_key_reused"), "another request was not refused"


@schemathesis.check
def what_is_known_is_not_told_again(context, response, case):
    """Whoever shows the mark of an answer of facts gets no other; the stream tells of locks that move, too."""
    marks = response.headers.get("etag")
    if case.method != "GET" or response.status_code != 200 or not marks or name_of(case) == "stream_domain":
        return
    shown = response.request.copy()
    shown.headers["If-None-Match"] = marks[0]
    if (known := sent_again(shown)) is not None:
        assert (known.status_code, known.headers.get("ETag"), known.content) == (304, marks[0], b""), "it was told again"


def sent_again(request):
    """The answer, unless this was asked too often: that is judged before the rest."""
    answer = REPEATING.send(request, allow_redirects=False)
    return None if answer.status_code == 429 else answer


@schemathesis.hook
def before_add_examples(context, examples):
    for case in examples:
        give_meaning(case)


@schemathesis.hook
def map_case(context, case):
    if case.meta is None or case.meta.generation.mode.is_positive:
        give_meaning(case)
    return case


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """False for what is no fault, with the reason why."""
    if failure.code == "ST108" and name_of(case) == "stream_changes" and response.status_code == 200:
        # OpenAPI 3.1 describes a stream of events as the one text that it is; schemathesis takes its schema for that of each event.
        return False
    if failure.code == "ST201" and (at_fault := IN_QUERY.search(failure.message)):
        sent = parse_qs(urlsplit(response.request.url).query, keep_blank_values=True)
        return not all(is_harmless(name, sent.get(name, [])) for name in re.findall(r"\w+", at_fault[1]))
    if failure.code == "ST201" and name_of(case) == "create_v3_activity" and isinstance(case.body, str):
        # What clients send as the text of an object is the object; schemas cannot say so.
        return False
    body = case.body if isinstance(case.body, dict) else {}
    if failure.code == "ST201" and name_of(case) == "put_device" and body.get("capabilities", "") is None:
        # Null is as good as absent, though the document does not say so here.
        return False
    return True


def is_harmless(name, sent):
    """Empty is as good as absent; and a page past the end is empty, however far past it: int64 is what programs should be ready for."""
    return sent == [""] or name == "page" and len(sent) == 1 and sent[0].isdecimal() and int(sent[0]) >= 2**63
