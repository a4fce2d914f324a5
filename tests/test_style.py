"""Style and types: what a reader of the code may rely on."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

CHECKS = {
    "style": ("ruff", "check", "."),
    "layout": ("ruff", "format", "--check", "."),
    "types": ("mypy", "--strict", "schedlib"),
}


@pytest.mark.parametrize("command", CHECKS.values(), ids=CHECKS)
def test_the_tree_is_clean(command):
    checked = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
