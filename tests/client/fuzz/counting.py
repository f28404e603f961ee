"""Counts while schemathesis runs: of each operation its requests, by what became of them. summary.py reads what is written at the end."""

import json
import os
from collections import Counter
from pathlib import Path

from schemathesis import cli
from schemathesis.cli import EventHandler
from schemathesis.engine import Status
from schemathesis.engine.events import ScenarioFinished


@cli.handler()
class Counting(EventHandler):
    def __init__(self, *args, **params):
        # By operation, whether the request fits the document, the status of its answer (0: none came), and whether something was found.
        self.cases = Counter()

    def handle_event(self, ctx, event):
        if not isinstance(event, ScenarioFinished):
            return
        recorder = event.recorder
        for name, interaction in recorder.interactions.items():
            case, answer = recorder.cases[name].value, interaction.response
            fits = case.meta is not None and case.meta.generation.mode.is_positive
            found = any(check.status == Status.FAILURE for check in recorder.checks.get(name, []))
            self.cases[f"{case.method} {case.path}", fits, answer.status_code if answer else 0, found] += 1

    def shutdown(self, ctx):
        counts = [[*case, count] for case, count in self.cases.items()]
        Path(os.environ["FUZZ_COUNTS"]).write_text(json.dumps(counts))
