"""`nerinspect review` of annotators: decided in a list, and written out as one annotation."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import MakeFile, RunCommand

ANNA = "Rome B-LOC\nor O\nParis B-LOC\n\nAda B-PER\nin O\nOslo B-ORG\n"
BEN = "Rome B-LOC\nor O\nParis B-PER\n\nAda O\nin O\nOslo B-LOC\n"
CLEO = "Rome B-LOC\nor O\nParis B-ORG\n\nAda O\nin O\nOslo B-ORG\n"


@pytest.fixture
def annotators(make_file: MakeFile) -> list[str]:
    """Write three annotations of one text."""
    named = (("anna", ANNA), ("ben", BEN), ("cleo", CLEO))
    return [make_file(f"{name}.conll", content) for name, content in named]


def decide(command: RunCommand, make_file: MakeFile, verdicts: dict[tuple[str, str], str]) -> None:
    """Decide by system and text, in a list as a spreadsheet would hold it."""
    listed = csv.DictReader(io.StringIO(command("review", "export", "a.nerinspect", "--table", "csv").out))
    lines = ["event,verdict"]
    lines += [f"{row['event']},{verdicts.get((row['system'], row['text']), '')}" for row in listed]
    assert command("review", "import", "a.nerinspect", make_file("list.csv", "\n".join(lines) + "\n")).status == 0


def test_the_adjudicated_reference_is_a_with_what_b_is_right_about(
    command: RunCommand, make_file: MakeFile, annotators: list[str]
) -> None:
    ran = command("review", "new", "a.nerinspect", *annotators[:2], "--annotators")
    assert ran.status == 0, ran.err
    assert "3 events to review" in ran.err
    verdicts = {("ben", "Paris"): "prediction-wrong", ("ben", "Ada"): "reference-wrong"}
    decide(command, make_file, verdicts)
    ran = command("review", "reference", "a.nerinspect", "-o", "all.conll")
    assert ran.status == 0, ran.err
    left = "1 disagreement undecided: the annotation of anna is kept there"
    assert left in ran.err
    assert Path("all.conll").read_text() == ANNA.replace("Ada B-PER", "Ada O")
    provenance = json.loads(Path("all.conll.json").read_text())
    assert left in provenance["sources"][0]["notes"]
    assert "wrong" not in ran.err


def test_what_contradicts_is_listed_and_nothing_written(
    command: RunCommand, make_file: MakeFile, annotators: list[str]
) -> None:
    assert command("review", "new", "a.nerinspect", *annotators, "--annotators").status == 0
    decide(command, make_file, {("ben", "Paris"): "reference-wrong", ("cleo", "Paris"): "prediction-wrong"})
    ran = command("review", "reference", "a.nerinspect", "-o", "all.conll")
    assert ran.status == 1
    assert (
        "“Paris” in sentence 1 is LOC “Paris” (anna, not cleo), but “Paris” in sentence 1 is PER “Paris” (ben)"
        in ran.err
    )
    assert not Path("all.conll").exists()


def test_agreement_can_be_walked_through(command: RunCommand, make_file: MakeFile, annotators: list[str]) -> None:
    ran = command("review", "new", "a.nerinspect", *annotators[:2], "--annotators", "--walk-agreement")
    assert "4 events to review" in ran.err
    assert "4 events undecided" in command("review", "reference", "a.nerinspect", "-o", "all.conll").err


def test_walking_agreement_is_refused_with_a_reference(command: RunCommand, annotators: list[str]) -> None:
    ran = command("review", "new", "a.nerinspect", *annotators, "--walk-agreement")
    assert ran.status == 2
    assert "add --annotators" in ran.err


def test_a_decision_whose_event_is_gone_is_told_in_neutral_words(
    command: RunCommand, make_file: MakeFile, annotators: list[str]
) -> None:
    command("review", "new", "a.nerinspect", *annotators[:2], "--annotators")
    decide(command, make_file, {("ben", "Ada"): "reference-wrong"})
    make_file("ben.conll", BEN.replace("Ada O", "Ada B-ORG"))
    ran = command("review", "export", "a.nerinspect", "--where", "-verdict:none")
    assert "“Ada” of ben in sentence 2, B right" in ran.err
