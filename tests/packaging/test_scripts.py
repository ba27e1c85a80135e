"""The shell scripts can be started."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import TEST_FILES, is_of_share

CHECKOUT = Path(__file__).parents[2]
SCRIPTS = ["packaging/run", "packaging/test", "packaging/setup.sh", ".ci/run"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_executable(name: str) -> None:
    assert os.access(CHECKOUT / name, os.X_OK)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_valid_bash(name: str) -> None:
    subprocess.run(["bash", "-n", CHECKOUT / name], check=True)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_file_of_tests_is_of_one_share(number: int) -> None:
    """`packaging/test` gives each process one of them."""
    shares = [f"{place}/{number}" for place in range(1, number + 1)]
    assert Path(__file__) in TEST_FILES
    assert [path for path in TEST_FILES if sum(is_of_share(path, share) for share in shares) != 1] == []
