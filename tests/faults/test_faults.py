"""A short run of what `run_faults.py` does for as long as one likes, always with the same numbers."""

import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from nerinspect.cli.main import run
from tests.faults.deciding import KINDS, held, make, possible
from tests.faults.run_faults import ROUNDS, build, compiler, decide_on_full, fill, full_disk, small_disk

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if compiler() is None:
        pytest.skip("there is no C compiler, so calls cannot be made to fail")
    return build(tmp_path_factory.mktemp("library"))


@pytest.mark.parametrize("seed", [1, 2])  # calls that fail; killed
@pytest.mark.parametrize("name", list(ROUNDS))
def test_nothing_is_lost_and_no_file_is_torn(library: Path, tmp_path: Path, name: str, seed: int) -> None:
    assert ROUNDS[name](tmp_path, library, seed).total()


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_program_loses_nothing(tmp_path: Path, kind: str) -> None:
    """It is killed as soon as it has said so many lines, while it goes on; what it said to be saved is there."""
    path, random = make(tmp_path, kind), Random(kind)
    for seed in range(2):
        before = held(path)
        command = [sys.executable, "-m", "tests.faults.deciding", path, str(seed), "1000000"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(random.randrange(20, 80))]
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.read().splitlines()
        states, n_saved, n_refused = possible(before, lines)
        assert held(path) in states
        assert n_saved
        assert not n_refused


def test_on_a_full_disk_what_was_saved_is_there_and_the_cause_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path) as place:
        if place is None:
            pytest.skip("no disk can be mounted")
        path = make(place, "mentions")
        fill(place, 0)
        counts = decide_on_full(path, 1)
        assert counts["refused"]
        Path(place, "list.csv").write_text("")
        assert run(["review", "export", path, "-o", str(place / "new.csv")]) == 1
        assert "the disk is full" in capsys.readouterr().err
        assert not (place / "new.csv").exists()
        files = [str(place / f"{name}.conll") for name in ("ref", "rich")]
        assert run(["review", "new", str(place / "b.nerinspect"), *files]) == 1
        told = capsys.readouterr().err.splitlines()[-1]
        assert told.endswith("no review can be made there: the disk is full; choose another place")
        assert not (place / "b.nerinspect").exists()
        assert list(place.glob(".nerinspect*")) == []


def test_on_a_disk_with_little_room_nothing_is_lost(tmp_path: Path) -> None:
    if full_disk(tmp_path, seed=0) is None:
        pytest.skip("no disk can be mounted")


def test_where_nothing_can_be_written_the_place_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with small_disk(tmp_path) as place:
        if place is None:
            pytest.skip("no disk can be mounted")
        path, listed = make(place, "mentions"), str(tmp_path / "list.csv")
        assert run(["review", "export", path, "-o", listed]) == 0
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        capsys.readouterr()
        assert run(["review", "import", path, listed]) == 1
        assert capsys.readouterr().err.splitlines()[-1] == (
            f"nerinspect: {path}: the place is read-only; copy it to a place where you may write, and open the copy"
        )
        assert run(["review", "export", path]) == 0
        assert sorted(one.name for one in place.iterdir() if "nerinspect" in one.name) == ["a.nerinspect"]
