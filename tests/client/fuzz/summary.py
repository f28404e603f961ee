"""Tells of a run of scripts/fuzz what counting.py counted: summary.py COUNTS WHO EXAMPLES. Ends with 1 where the run was blind.

It is blind where an operation of the document was not tried, or was never done for the owner: then nothing was tried but its refusals. With
fewer examples than make test asks for, an operation may never be done by chance.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

# How many of each kind see everything, with the seed of make test.
ENOUGH = 8
DOCUMENT = Path(__file__).parents[3] / "openapi" / "api.json"
# Nobody but a browser that was shown the form signs in with it, nobody but a bridge signs its enrollment, nobody but an app knows the code of
# a seed or signs what a passkey is made of, a link to choose a password by or to get an account by comes by mail alone, a link of an owner and the address of a first start from
# whoever runs the server, all of the demo's accounts are in its domain already, and a demo has no provider of sign-in. Ids of sign-ins and of personal access tokens are known to
# none but their person, nobody by chance shows the password or the name that erase an account or a domain, and a demo has nobody who sends
# messages to phones.
NEVER_DONE = {
    "POST /oauth2/authorize",
    "GET /oauth2/owner_link",
    "POST /oauth2/owner_link",
    "POST /oauth2/sign_up",
    "GET /oauth2/sign_up/confirm",
    "POST /oauth2/sign_up/confirm",
    "POST /first_start/v1",
    "POST /first_start/v1/check",
    "POST /ekey/v3/devices/{serial}/enrollment_confirmation_token",
    "POST /twofactorauth/v1/enroll",
    "POST /oauth2/passkey",
    "POST /passkeys/v1/finish",
    "GET /oauth2/providers/{provider}/begin",
    "GET /oauth2/providers/{provider}/return",
    "GET /oauth2/providers/{provider}/link",
    "DELETE /oauth2/providers/{provider}/link",
    "PATCH /passkeys/v1/{passkey}",
    "DELETE /passkeys/v1/{passkey}",
    "POST /user/v1/reset_password/token",
    "POST /invitations/v1/invite_user",
    "DELETE /user/v1/sessions/{session}",
    "DELETE /oauth/v2/user/tokens/{access_token}",
    "DELETE /user/v1",
    "DELETE /domain/v1",
    "POST /domain/v1/hand_over",
    "POST /user/v1/devices/{device_identification}/notify",
}


def operations():
    paths = json.loads(DOCUMENT.read_text())["paths"]
    return {f"{method.upper()} {path}" for path, item in paths.items() for method in item}


def main(counts, who, examples):
    done, valid, statuses = defaultdict(int), Counter(), Counter()
    faulty = set()
    for operation, fits, status, found, count in json.loads(Path(counts).read_text()):
        statuses[status] += count
        # 401 is the answer to those that were sent without a token, or with a wrong one, to see whether that is noticed.
        if fits and status != 401:
            valid[operation] += count
            done[operation] += count if 200 <= status < 400 else 0
        if found:
            faulty.add(operation)
    tried, every = len(operations() & valid.keys()), operations()
    share = 100 * sum(done.values()) // max(1, valid.total())
    print(f"fuzzed as {who}: {tried - len(faulty & every)} operations passed, {len(faulty)} failed")
    print(f"fuzzed as {who}: {statuses.total()} cases, {share} % of the {valid.total()} valid ones done")
    print("  answers:", ", ".join(f"{status} {count}" for status, count in sorted(statuses.items())))
    blind = every - valid.keys()
    if who == "owner" and int(examples) >= ENOUGH:
        blind |= {operation for operation in valid if not done[operation]} - NEVER_DONE
    if blind:
        print("  blind:", ", ".join(sorted(blind)))
    return 1 if blind else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
