"""Attributes of the user's own on the command line."""

import csv
import hashlib
import json
import shlex
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.conftest import MakeFile, RunCommand

REFERENCE = "Ada B-PER\nmet O\nBo B-PER\n\nin O\nRome B-LOC\n\nLi B-PER\n"
PREDICTION = "Ada B-PER\nmet O\nBo O\n\nin O\nRome B-LOC\n\nLi B-LOC\n"
TABLE = "sentence,genre,sure\n1,news,0.25\n2,blog,0.5\n3,news,\n"


@pytest.fixture
def arguments(make_file: MakeFile) -> list[str]:
    """Write reference, prediction and table, and name them as a command line does."""
    make_file("own.csv", TABLE)
    return [make_file("ref", REFERENCE), make_file("pred", PREDICTION), "--attributes", "own.csv"]


def texts_of(written: str) -> list[str]:
    return [row["text"] for row in csv.DictReader(StringIO(written))]


def test_a_column_is_put_into_buckets(command: RunCommand, arguments: list[str]) -> None:
    ran = command("buckets", *arguments, "--attribute", "genre", "--attribute", "sure")
    assert ran.status == 0
    assert [line.rsplit(",", 3)[0] for line in ran.out.splitlines()[1:]] == [
        "pred,genre,blog,,,1,1,1",
        "pred,genre,news,,,3,2,1",
        "pred,sure,XS,,0.25,2,1,1",
        "pred,sure,XL,0.25,,1,1,1",
        "pred,sure,none,,,1,1,0",
    ]


def test_how_much_of_a_table_fits_is_told(command: RunCommand, arguments: list[str]) -> None:
    assert (
        "nerinspect: attributes own.csv: 3 of 3 rows about a sentence; genre (name): 0 of 7 mentions without a value;"
        " sure (number): 2 of 7 mentions without a value\n"
    ) in command("score", *arguments).err


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("bucket:genre=news", ["Ada", "Bo", "Li"]),
        ("bucket:sure=none", ["Li"]),
        ("attr:genre=blog", ["Rome"]),
        ("attr:sure=>=0.3", ["Rome"]),
        ("bucket:genre=news kind:fn", ["Bo"]),
    ],
)
def test_columns_are_asked_for(query: str, texts: list[str], command: RunCommand, arguments: list[str]) -> None:
    assert texts_of(command("events", *arguments, "--where", query, "--columns", "text").out) == texts


@pytest.mark.parametrize(("column", "offered"), [("genre", "attr:genre"), ("gnre", "attr:genre"), ("knd", "kind")])
def test_an_own_attribute_is_offered_as_a_column(
    column: str, offered: str, command: RunCommand, arguments: list[str]
) -> None:
    ran = command("events", *arguments, "--columns", column)
    assert ran.status == 2
    assert f"no column is called “{column}”; the nearest is {offered}" in ran.err


def test_a_column_with_a_comma_is_quoted(command: RunCommand, make_file: MakeFile, arguments: list[str]) -> None:
    make_file("own.csv", TABLE.replace("genre", '"genre, main"'))
    ran = command("events", *arguments, "--columns", 'text,"attr:genre, main"', "-o", "out.csv")
    assert ran.status == 0
    assert Path("out.csv").read_text(encoding="utf-8").splitlines()[:2] == ['text,"attr:genre, main"', "Ada,news"]
    written = json.loads(Path("out.csv.json").read_text(encoding="utf-8"))["command"]
    assert 'text,"attr:genre, main"' in shlex.split(written)


def test_worst_and_best_buckets_are_named(command: RunCommand, arguments: list[str]) -> None:
    ran = command("diagnose", *arguments, "--kind", "self", "--attribute", "genre")
    assert ran.out.splitlines()[1].startswith("pred,genre,news,0.4,blog,1.0,")


def test_the_record_names_the_table_with_its_digest(command: RunCommand, arguments: list[str]) -> None:
    assert command("buckets", *arguments, "--attribute", "genre", "-o", "out.csv").status == 0
    record = json.loads(Path("out.csv.json").read_text(encoding="utf-8"))
    table = record["sources"][-1]
    assert (table["role"], table["path"]) == ("attributes", "own.csv")
    assert table["sha256"] == hashlib.sha256(TABLE.encode()).hexdigest()
    before = Path("out.csv").read_bytes()
    Path("out.csv").unlink()
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert Path("out.csv").read_bytes() == before


def test_a_mistake_ends_the_run_with_one_sentence(
    command: RunCommand, make_file: MakeFile, arguments: list[str]
) -> None:
    make_file("own.csv", "sentence,genre\n1,a\n1,b\n")
    ran = command("score", *arguments)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == ("nerinspect: own.csv:3: two rows are about sentence “1”, first in line 2; keep one of them\n")


def test_what_does_not_fit_is_a_warning(command: RunCommand, make_file: MakeFile, arguments: list[str]) -> None:
    make_file("own.csv", TABLE + "4,news,1\n")
    ran = command("score", *arguments)
    assert ran.status == 0
    assert (
        "nerinspect: warning: own.csv:5: 1 of 4 rows without a sentence in the data, first “4”; left out\n" in ran.err
    )


def test_the_events_of_an_export_can_be_annotated(command: RunCommand, arguments: list[str]) -> None:
    columns = "event,sentence,kind,text,eLen,bucket:eLen"
    command("events", *arguments[:2], "--where", "-kind:tp", "--columns", columns, "-o", "errors.csv")
    with open("errors.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with open("judged.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0], "judge"])
        writer.writeheader()
        writer.writerows({**row, "judge": "A" if row["kind"] == "fn" else "B"} for row in rows)
    ran = command("events", *arguments[:2], "--attributes", "judged.csv", "--where", "attr:judge=A")
    assert texts_of(ran.out) == ["Bo"]


@pytest.fixture
def tagged(make_file: MakeFile) -> list[str]:
    """Write a reference with parts of speech and a prediction with confidences."""
    reference = make_file("ref", "Ada NNP B-PER\nmet VBD O\nBo NN B-PER\n\nin IN O\nRome NNP B-LOC\n")
    return [reference, make_file("pred", "Ada 0.9 B-PER\nmet 0.1 O\nBo 0.4 O\n\nin 0.2 O\nRome 0.7 B-ORG\n")]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ('bucket:"reference:column 1=NNP"', ["Ada", "Rome"]),
        ('attr:"reference:column 1=NN"', ["Bo"]),
        ('attr:"predicted:column 1=>=0.5"', ["Ada", "Rome"]),
    ],
)
def test_other_columns_of_the_files_are_asked_for(
    query: str, texts: list[str], command: RunCommand, tagged: list[str]
) -> None:
    assert texts_of(command("events", *tagged, "--where", query, "--columns", "text").out) == texts


@pytest.mark.parametrize("subcommand", [["buckets"], ["diagnose", "--kind", "self"]])
def test_other_columns_of_the_files_are_put_into_buckets(
    subcommand: list[str], command: RunCommand, tagged: list[str]
) -> None:
    ran = command(*subcommand, *tagged, "--attribute", "Reference:Column 1")
    assert ran.status == 0
    assert ran.out.splitlines()[1].startswith("pred,reference:column 1,NN")
    assert "reference:column 1 is counted in tokens of mentions" in ran.err


def test_other_columns_are_no_attributes_unless_asked_for(command: RunCommand, tagged: list[str]) -> None:
    assert "column 1" not in command("buckets", *tagged).out


def test_a_column_of_a_table_may_stand_in_the_events_table(command: RunCommand, arguments: list[str]) -> None:
    ran = command("events", *arguments, "--columns", "text,attr:genre,attr:sure,bucket:sure")
    assert ran.status == 0
    assert ran.out.splitlines()[:2] == ["text,attr:genre,attr:sure,bucket:sure", "Ada,news,0.25,XS"]
