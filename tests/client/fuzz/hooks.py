"""How schemathesis signs in at the demo, and what it makes of answers. What requests mean: meaning.py."""

import re
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import schemathesis

sys.path.insert(0, str(Path(__file__).parent))

from meaning import PAIRS, REMOVES, WORLD, give_meaning, name_of

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


def spare_own_sign_in(case):
    """Ends and changes somebody else's sign-in, so that what comes after is not answered by 401 alone."""
    name, body = name_of(case), case.body if isinstance(case.body, dict) else {}
    ends = name == "delete_cookie" or name == "update_current_user" and body.get("password")
    if ends and (case.headers or {}).get("Authorization") == f"Bearer {WORLD.token}":
        case.headers["Authorization"] = f"Bearer {WORLD.throw_away()}"


@schemathesis.hook
def after_call(context, case, response):
    if not 200 <= response.status_code < 300 or case.method not in ("POST", "PUT", "DELETE"):
        return
    name = name_of(case)
    if name in REMOVES:
        WORLD.forget(next(iter(case.path_parameters.values())))
    elif name in PAIRS:
        WORLD.forget(tuple(case.path_parameters[parameter] for parameter in PAIRS[name][1]))
    elif name in ("execute_operation", "remote_lock", "remote_unlock"):
        WORLD.add("job", [response.json()["id"]])
    elif "json" in response.headers.get("content-type", [""])[0]:
        WORLD.learn(response.json())


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
    body = case.body if isinstance(case.body, dict) else {}
    if failure.code == "ST201" and name_of(case) == "put_device" and body.get("capabilities", "") is None:
        # Null is as good as absent, though the document does not say so here.
        return False
    return True


def is_harmless(name, sent):
    """Empty is as good as absent; and a page past the end is empty, however far past it: int64 is what programs should be ready for."""
    return sent == [""] or name == "page" and len(sent) == 1 and sent[0].isdecimal() and int(sent[0]) >= 2**63
