"""Running the recipes of docs/recipes as they stand."""

import os
import subprocess
import sys
from pathlib import Path

from demo import ENVIRONMENT

RECIPES = Path(__file__).parents[2] / "docs" / "recipes"
TOOLS = {**ENVIRONMENT, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def run(recipe, *arguments, **environment):
    """Runs a recipe to its end: its status, what it told, and what it complained of."""
    command = [sys.executable] if recipe.endswith(".py") else []
    done = subprocess.run([*command, RECIPES / recipe, *arguments], capture_output=True, text=True, env=TOOLS | environment)
    return done.returncode, done.stdout, done.stderr


def person(demo, username):
    return next((one for one in demo.get("/users/v1", perpage=1000) if one["username"] == username), None)
