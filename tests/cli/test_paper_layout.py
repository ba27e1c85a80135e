import csv
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_relations import PREDICTION, REFERENCE, TRAINING

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

WORDS = "Rome B-LOC\n, O\nNewcastle B-ORG\n. O\n\nROME B-LOC\n"
OTHER = "Rome B-LOC\n, O\nNewcastle B-LOC\n. O\n\nROME O\n"
BROKEN = "Rome B-LOC\n, I-ORG\nNewcastle B-ORG\n. O\n\nROME I-LOC\n"

SYSTEMS = ("ref", "a=one", "a=two", "b=two")
COMMANDS = {
    "score": SYSTEMS,
    "schemes": SYSTEMS,
    "tough": (*SYSTEMS, "--training", "train"),
    "retention": (*SYSTEMS, "--training", "train", "--setting", "typed"),
    "relations": ("ref.json", "pred.json", "--training", "train.json"),
    "summarize": ("ref", "two"),
    "confusion": SYSTEMS,
    "compare": (*SYSTEMS, "--samples", "20", "--run", "1"),
    "agreement": ("ref", "one", "two"),
    "repair": (*SYSTEMS, "a=broken", "--tokens", "positions", "--remove-types", "PER"),
    "diagnose": (*SYSTEMS, "--kind", "self", "--attribute", "eLen"),
}


@pytest.fixture
def given(make_file: MakeFile) -> None:
    for name, text in {"ref": WORDS, "one": WORDS, "two": OTHER, "train": WORDS, "broken": BROKEN}.items():
        make_file(name, text)
    for name, content in {"ref": REFERENCE, "pred": PREDICTION, "train": TRAINING}.items():
        make_file(f"{name}.json", json.dumps(content))


@pytest.mark.usefixtures("given")
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("form", ["latex", "markdown", "csv", "json"])
def test_the_command_of_the_record_gives_the_same_bytes(command: RunCommand, name: str, form: str) -> None:
    asked = (*COMMANDS[name], "--layout", "paper", "--digits", "1", "--table", form)
    assert command(name, *asked, "-o", "out").status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_bytes())
    assert (record["layout"], record["digits"]) == ("paper", 1)
    Path("out").write_bytes(b"")
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert Path("out").read_bytes() == first


@pytest.mark.usefixtures("given")
def test_a_row_a_system_in_percent(command: RunCommand) -> None:
    assert command("score", *SYSTEMS, "--layout", "paper").out.splitlines() == [
        "System,Precision,Recall,F1",
        "a,75.00 ± 35.36,66.67 ± 47.14,70.00 ± 42.43",
        "b,50.00,33.33,40.00",
    ]
    ran = command("tough", *COMMANDS["tough"], "--layout", "paper", "--table", "markdown")
    assert "Recall of tough mentions in percent on ref (exact match; left out" in ran.out
    assert ran.err.splitlines()[-1].startswith("nerinspect: left out, with fewer than 1 % of the mentions: Unseen-Any")


@pytest.mark.usefixtures("given")
def test_mentions_and_relations_stand_in_one_row(command: RunCommand) -> None:
    files = ("ref.json", "a=ref.json", "a=pred.json", "--training", "train.json", "--setting", "strict")
    ran = command("relations", *files, "--layout", "joint", "-o", "out.csv")
    assert ran.status == 0
    scores = "Precision", "Recall", "F1"
    heads = [f"{group} {score}" for group in ("Mentions", "Relations, strict") for score in scores]
    head, system, _ = list(csv.reader(Path("out.csv").read_text("utf-8").splitlines()))
    assert head == ["System", *heads]
    assert system == ["a", *["100.00 ± 0.00"] * 3, *["66.67 ± 47.14"] * 3]
    again = shlex.split(json.loads(Path("out.csv.json").read_bytes())["command"])[1:]
    first = Path("out.csv").read_bytes()
    Path("out.csv").write_bytes(b"")
    assert command(*again).status == 0
    assert Path("out.csv").read_bytes() == first


@pytest.mark.usefixtures("given")
@pytest.mark.parametrize("asked", [("--digits", "1"), ("--layout", "paper", "--digits", "7")])
def test_digits_are_about_papers(command: RunCommand, asked: tuple[str, ...]) -> None:
    ran = command("score", *SYSTEMS, *asked)
    assert (ran.status, ran.out) == (2, "")
    assert "--digits" in ran.err


@pytest.mark.usefixtures("given")
@pytest.mark.parametrize(
    ("kind", "head"),
    [
        ("self", "System,eLen Worst,eLen Best,eLen Gap"),
        ("comparative", "A,B,eLen Best,eLen Worst"),
        ("model", "System,eLen Spearman,eLen Std"),
        ("attribute", "Attribute,Mean value,Spearman,p,Blocks"),
    ],
)
def test_every_diagnosis_is_laid_out(command: RunCommand, kind: str, head: str) -> None:
    ran = command("diagnose", *SYSTEMS, "--kind", kind, "--attribute", "eLen", "--layout", "paper")
    assert (ran.status, ran.out.splitlines()[0]) == (0, head)


@pytest.mark.usefixtures("given")
def test_pairs_and_the_matrix_are_laid_out(command: RunCommand) -> None:
    assert command("confusion", "ref", "two", "--layout", "paper").out.splitlines() == [
        "Reference,Predicted LOC,Predicted ORG,Predicted none",
        "LOC,1,0,1",
        "ORG,1,0,0",
        "none,0,0,–",
    ]
    head, row = command("compare", *SYSTEMS, "--layout", "paper", "--samples", "20", "--run", "1").out.splitlines()
    assert head.startswith("A,B,F1 A,F1 B,Difference,95 % interval From,95 % interval To,p McNemar")
    assert row.startswith("a,b,70.00 ± 42.43,40.00,30.00,")
    assert command("agreement", "ref", "two", "--layout", "paper").out.splitlines() == [
        "A,B,F1,Label agreement,Kappa",
        "ref,two,40.00,50.00,0.33",
    ]
