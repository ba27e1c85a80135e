"""`nerinspect compare`: its table, what it says beside it, and how it is repeated."""

import json
import re
import shlex
from collections.abc import Callable
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from nerinspect.cli.main import run
from nerinspect.corpus.arrays import IntArray
from nerinspect.events.segment_events import EventTable
from nerinspect.events.study import Study
from nerinspect.tables.compare import COMPARE_COLUMNS, compared_pairs
from tests.cli.conftest import rows_of

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
REFERENCE = "Rome B-LOC\n, O\nNew B-ORG\nYork I-ORG\n. O\n\nNewcastle B-ORG\n"
FIRST = "Rome B-LOC\n, O\nNew B-ORG\nYork O\n. O\n\nNewcastle B-ORG\n"
SECOND = "Rome B-LOC\n, O\nNew B-ORG\nYork I-ORG\n. O\n\nNewcastle B-LOC\n"


@pytest.fixture
def texts(make_file: MakeFile) -> list[str]:
    return [make_file(name, text) for name, text in [("ref", REFERENCE), ("first", FIRST), ("second", SECOND)]]


def test_the_columns_are_those_of_every_pair_of_systems(command: RunCommand, texts: list[str]) -> None:
    ran = command("compare", *texts, "--encoding", "BIO")
    assert ran.status == 0
    header, first, *rest = ran.out.splitlines()
    assert tuple(header.split(",")) == COMPARE_COLUMNS
    assert first.startswith("first,second,ALL,0.6666666666666666,0.6666666666666666,0.0,")
    assert [row.split(",")[2] for row in rest] == ["LOC", "ORG"]


def test_the_same_seed_gives_the_same_bytes_and_another_one_other_draws(command: RunCommand, texts: list[str]) -> None:
    first, again, other = (command("compare", *texts, "--samples", "7", "--seed", seed).out for seed in ("3", "3", "4"))
    assert first == again != other


@pytest.mark.parametrize(
    "arguments", [("--samples", "0"), ("--samples", "99999999999"), ("--samples", "many"), ("--seed", "-1")]
)
def test_samples_and_seed_are_numbers(arguments: tuple[str, str], command: RunCommand, texts: list[str]) -> None:
    ran = command("compare", *texts, *arguments)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)


def test_a_comparison_takes_two_systems(command: RunCommand, texts: list[str]) -> None:
    ran = command("compare", texts[0], "one=first", "one=second")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "nerinspect: there is only one system, “one”, and a comparison needs two; name another\n"
    assert command("compare", texts[0]).status == 2


def test_the_retention_heuristic_is_a_system_where_it_is_asked_for(
    command: RunCommand, texts: list[str], make_file: MakeFile
) -> None:
    training = make_file("train", "Rome B-LOC\n")
    ran = command("compare", *texts[:2], "--training", training, "--retention")
    assert {(row["system_a"], row["system_b"]) for row in rows_of(ran.out)} == {("first", "retention")}


def test_what_is_to_be_said_stands_on_standard_error_and_in_the_record(command: RunCommand, texts: list[str]) -> None:
    ran = command("compare", *texts, "--samples", "9", "--seed", "2", "-o", "out")
    record = json.loads(Path("out.json").read_text())
    assert [record[name] for name in ("table", "samples", "seed")] == ["compare", 9, 2]
    assert record["notes"]
    assert all(f"nerinspect: {note}\n" in ran.err for note in record["notes"])


def test_what_a_file_was_made_from_can_be_repeated(command: RunCommand, texts: list[str]) -> None:
    assert command("compare", *texts, "--samples", "9", "--seed", "2", "--table", "json", "-o", "out").status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert Path("out").read_bytes() == first


def test_measure_and_correction_can_be_repeated_from_the_record(command: RunCommand, texts: list[str]) -> None:
    asked = ("--measure", "recall", "--correction", "holm", "--detectable", "--samples", "50")
    assert command("compare", *texts, *asked, "-o", "out").status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    assert first.startswith(b"system_a,system_b,type,recall_a,recall_b,difference,")
    assert (record["measure"], record["correction"]) == ("recall", "holm")
    assert any("by Holm" in note for note in record["notes"])
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert Path("out").read_bytes() == first


def test_systems_in_another_order_say_the_same_from_the_other_side(command: RunCommand, texts: list[str]) -> None:
    there, back = (rows_of(command("compare", texts[0], *systems).out) for systems in (texts[1:], texts[:0:-1]))
    for row, other in zip(there, back, strict=True):
        assert (row["only_a"], row["only_b"], row["both_right"]) == (
            other["only_b"], other["only_a"], other["both_right"],
        )  # fmt: skip
        assert (row["mcnemar_p"], row["bootstrap_p"]) == (other["mcnemar_p"], other["bootstrap_p"])
        assert float(row["low"]) == pytest.approx(-float(other["high"]))


def test_the_example_of_the_guide_is_what_the_program_writes(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = files("nerinspect.guide").joinpath("text", "compare.md").read_text(encoding="utf-8")
    found = re.search(r"^nerinspect (compare .*)$", page, re.MULTILINE)
    assert found
    monkeypatch.chdir(SAMPLE)
    written = command(*shlex.split(found[1]), "--table", "markdown").out.replace("\\", "").splitlines()
    cells = [line.split(" | ")[2:14] for line in written if line.startswith("| rich")]
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if re.match(r"\| [A-Z]{3,4} \|", line)]
    assert rows == cells
    assert len(rows) == 5


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_how_far_it_is(
    command: RunCommand, texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = (
        "compare",
        texts[0],
        *(f"s{number}={texts[1 + number % 2]}" for number in range(5)),
        "--encoding",
        "BIO",
    )
    without = command(*arguments)
    assert "\r" not in without.err
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    assert run([*arguments, "-o", "told.csv"]) == 0
    written = terminal.getvalue()
    shares = re.findall(r"\rnerinspect: comparing … (\d+) % of 10 pairs of systems", written)
    assert shares == [str(10 * done) for done in range(10)]
    assert re.search(r"\r( +)\r", written), "the line is taken away"
    assert Path("told.csv").read_text() == without.out


def test_no_pair_looks_at_the_events_of_other_systems(
    make_study_from: Callable[..., Study], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the time grew with the cube of the systems."""
    looked_at: dict[int, int] = {}
    n_mentions = EventTable.n_mentions

    def counting(events: EventTable, *arguments: Any) -> IntArray:  # noqa: ANN401
        found = n_mentions(events, *arguments)
        looked_at[n_systems] = looked_at.get(n_systems, 0) + len(found)
        return found

    monkeypatch.setattr(EventTable, "n_mentions", counting)
    for n_systems in (4, 16):
        tags = "/O/B-PER" * (n_systems // 2)
        names = tuple(f"s{number}" for number in range(n_systems))
        study = make_study_from(f"a/B-PER{tags} b/B-LOC{tags}", systems=names)
        looked_at[n_systems] = 0
        assert len(compared_pairs(study, 2)) == n_systems * (n_systems - 1) // 2
    assert looked_at[16] < looked_at[4] * 16 * 1.5
