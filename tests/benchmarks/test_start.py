"""How soon the program answers: `nerinspect --version` against a bare interpreter, as whole processes."""

import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from tests.measuring import keeps_ratio

BARE_STARTS = 3.5
N_TIMES = 10

pytestmark = pytest.mark.benchmark


def seconds(command: list[str]) -> float:
    """Give what a process takes of the processor."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_the_version_is_told_within_a_few_starts_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # modules are compiled once
    version = [str(Path(sys.executable).with_name("nerinspect")), "--version"]
    bare = [sys.executable, "-c", "pass"]

    def in_bare_starts() -> float:
        pairs = [(seconds(version), seconds(bare)) for _time in range(N_TIMES)]
        told, started = map(sum, zip(*pairs, strict=True))
        return told / started

    assert keeps_ratio(BARE_STARTS, in_bare_starts)
