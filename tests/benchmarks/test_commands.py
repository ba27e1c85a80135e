"""What commands take of the processor, as whole processes, against work that everybody knows, in one run."""

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from runpy import run_path
from typing import Any

import pytest

from tests.measuring import keeps_ratio
from tests.packaging.test_constraints import CHECKOUT

N_TOKENS = 400_000
N_TIMES = 2

OPENING = "import numpy, pyarrow.compute"
SPLITTING = "import sys; [[line.split() for line in open(path, encoding='utf-8')] for path in sys.argv[1:]]"

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Any:  # noqa: ANN401 - a `Corpus` of the program that measures
    """Make files whose vocabulary grows."""
    make_corpus = run_path(str(CHECKOUT / "packaging" / "benchmark.py"))["make_corpus"]
    return make_corpus(tmp_path_factory.mktemp("commands"), N_TOKENS, True)


def seconds(*arguments: str) -> float:
    """Give what a Python process takes of the processor, at the least of several times."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # as the program has it
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # modules are compiled once
    taken = []
    for _time in range(N_TIMES):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-P", *arguments], stdout=subprocess.DEVNULL, check=True, env=environment)
        after = getrusage(RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def command(name: str, *arguments: str) -> float:
    return seconds("-m", "nerinspect", name, *arguments, "--repair", "conlleval", "--quiet")


def test_the_start_is_mostly_that_of_the_libraries() -> None:
    sides = [str(CHECKOUT / "resources" / "sample" / f"{name}.conll") for name in ("test", "rich")]
    assert keeps_ratio(1.6, lambda: command("score", *sides) / seconds("-c", OPENING))


@pytest.mark.parametrize(
    ("name", "more", "limit"),
    [("score", (), 0.32), ("events", (), 0.52), ("buckets", ("--training",), 0.92), ("tough", ("--training",), 0.6)],
)
def test_a_command_takes_a_part_of_splitting_two_files(files: Any, name: str, more: tuple[str], limit: float) -> None:  # noqa: ANN401
    sides = [files.reference, files.predictions[0]]
    options = [*more, *(files.training for _ in more)]

    def ratio() -> float:
        start = seconds("-c", OPENING)
        return (command(name, *sides, *options) - start) / seconds("-c", SPLITTING, *sides)

    assert keeps_ratio(limit, ratio)


def test_a_further_system_takes_a_part_of_splitting_its_file(files: Any) -> None:  # noqa: ANN401
    def ratio() -> float:
        one, all_of_them = (command("score", files.reference, *files.predictions[:n]) for n in (1, 5))
        return (all_of_them - one) / seconds("-c", SPLITTING, *files.predictions[1:])

    assert keeps_ratio(0.15, ratio)


def test_exporting_a_review_takes_hardly_more_than_listing_its_events(files: Any, tmp_path: Path) -> None:  # noqa: ANN401
    sides, review = [files.reference, files.predictions[0]], str(tmp_path / "made.nerinspect")
    make = [sys.executable, "-P", "-m", "nerinspect", "review", "new", review, *sides]
    subprocess.run([*make, "--repair", "conlleval", "--quiet"], check=True)

    def ratio() -> float:
        return seconds("-m", "nerinspect", "review", "export", review, "--quiet") / command("events", *sides)

    assert keeps_ratio(1.25, ratio)
