"""Counts a run of scripts/fuzz, from schemathesis's report: summary.py REPORT WHO. Ends with 1 where the run was blind.

It is blind where an operation was never answered as wanted: then nothing was tried but how it refuses.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

# Nobody but a browser that was shown the form signs in with it, and nobody but a bridge signs its enrollment.
NEVER_BY_OWNER = {"POST /oauth2/authorize", "POST /ekey/v3/devices/{serial}/enrollment_confirmation_token"}


def cases(report):
    """Operation, whether the request fits the document, and the status of its answer."""
    for line in report.read_text().splitlines():
        scenario = json.loads(line).get("ScenarioFinished", {})
        recorder = scenario.get("recorder", {})
        for name, interaction in recorder.get("interactions", {}).items():
            case, answer = recorder["cases"][name]["value"], interaction["response"]
            fits = (case["meta"] or {}).get("generation", {}).get("mode") == "positive"
            operation = f"{case['method']} {case['path']}"
            yield operation, fits, answer and answer["status_code"]


def main(report, who):
    valid, wanted, total, statuses = 0, 0, 0, Counter()
    answered = defaultdict(set)
    for operation, fits, status in cases(Path(report)):
        total += 1
        statuses[status] += 1
        # 401 is the answer to those that were sent without a token, or with a wrong one, to see whether that is noticed.
        if fits and status != 401:
            valid += 1
            wanted += bool(status and status < 400)
            answered[operation].add(bool(status and status < 400))
    blind = sorted(operation for operation, outcomes in answered.items() if True not in outcomes)
    print(f"fuzzed as {who}: {len(answered)} operations, {total} cases, {100 * wanted // valid} % of {valid} valid ones done")
    print("  answers:", ", ".join(f"{status} {count}" for status, count in sorted(statuses.items(), key=str)))
    if who == "owner" and (missed := sorted(set(blind) - NEVER_BY_OWNER)):
        print("  blind, since never answered by 2xx or 3xx:", ", ".join(missed))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
