"""The shell scripts can be started."""

import os
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SCRIPTS = [
    *("packaging/run", "packaging/test", "packaging/setup.sh", ".ci/run"),
    *("packaging/debian/build", "packaging/debian/test", "packaging/bundle/build"),
]


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_executable(name: str) -> None:
    assert os.access(CHECKOUT / name, os.X_OK)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_valid_bash(name: str) -> None:
    subprocess.run(["bash", "-n", CHECKOUT / name], check=True)
