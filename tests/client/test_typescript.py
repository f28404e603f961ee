"""Types that openapi-typescript makes of the OpenAPI document, and a program that an integrator would write on them, on a demo server."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "console" / "node_modules"
TOOLS = PACKAGES / ".bin"
PROGRAM = Path(__file__).parent / "typescript" / "weekdays.ts"
COMPILER = PACKAGES / "typescript" / "bin" / "tsc"
TYPES = [TOOLS / "openapi-typescript", ROOT / "openapi" / "api.json", "-o", "cardea.ts"]
# Types of others are theirs to check.
OPTIONS = "--strict --noUncheckedIndexedAccess --skipLibCheck --target ES2023 --module NodeNext --types node --outDir out".split()


def run(*command, folder, **environment):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_typescript_program_on_fresh_types_grants_operates_and_reads_the_log(tmp_path):
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules").symlink_to(PACKAGES)
    shutil.copy(PROGRAM, tmp_path)
    run(*TYPES, folder=tmp_path)
    run(COMPILER, *OPTIONS, PROGRAM.name, folder=tmp_path)
    person = {"CARDEA_USERNAME": "owner@demo.cardea", "CARDEA_PASSWORD": "Cardea-Demo-2026"}
    assert run("node", "out/weekdays.js", folder=tmp_path, **person).splitlines() == [
        "a wrong password is invalid_grant",
        "signed in as owner@demo.cardea",
        "10 locks, 10 of them different",
        "Nora Lund has access to Street door as user",
        "Street door is Unlocked",
        "bridgeUnlocked by owner@demo.cardea",
    ]
