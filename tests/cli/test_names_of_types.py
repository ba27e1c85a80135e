"""Types that are called like the words of tables for all types, and for none."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import MakeFile, RunCommand

REFERENCE = "a B-ALL\nb B-none\nd B-X\n"
PREDICTION = "a B-ALL\nb O\nd B-none\n"
RELATED = [
    {
        "tokens": ["a", "b"],
        "entities": [{"type": "X", "start": 0, "end": 1}, {"type": "X", "start": 1, "end": 2}],
        "relations": [{"type": "ALL", "head": 0, "tail": 1}],
    }
]
ALL_TYPES = "ALL"
MINE = ['"ALL"', "X", "none"]


@pytest.fixture
def named(make_file: MakeFile) -> tuple[str, str, str]:
    make_file("rel.json", json.dumps(RELATED))
    return make_file("ref", REFERENCE), make_file("pred", PREDICTION), make_file("train", REFERENCE)


def types_of(text: str, column: str = "type") -> list[str]:
    return [row[column] for row in csv.DictReader(io.StringIO(text))]


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "ref", "pred"),
        ("schemes", "ref", "pred"),
        ("tough", "ref", "pred", "--training", "train"),
        ("compare", "ref", "a=pred", "b=ref", "--samples", "10"),
        ("agreement", "a=ref", "b=pred"),
        ("summarize", "ref"),
    ],
)
def test_a_type_called_all_is_told_from_all_types(
    arguments: tuple[str, ...], command: RunCommand, named: tuple[str, ...]
) -> None:
    ran = command(*arguments, "-o", "out.csv")
    assert ran.status == 0, ran.err
    assert sorted({*types_of(Path("out.csv").read_text())}) == sorted([ALL_TYPES, *MINE])
    said = 'a type is called ALL; tables write it as "ALL", with quotes, since ALL means all types there'
    assert f": {said}\n" in ran.err
    assert said in json.loads(Path("out.csv.json").read_text())["warnings"]


def test_a_relation_type_called_all_is_told_from_all_types(command: RunCommand, named: tuple[str, ...]) -> None:
    ran = command("relations", "rel.json", "rel.json", "--training", "rel.json")
    assert list(dict.fromkeys(types_of(ran.out))) == [ALL_TYPES, '"ALL"']
    assert 'tables write it as "ALL"' in ran.err


def test_a_type_called_none_is_told_from_no_mention(command: RunCommand, named: tuple[str, ...]) -> None:
    ran = command("confusion", "ref", "pred")
    rows = [(row["reference_type"], row["predicted_type"]) for row in csv.DictReader(io.StringIO(ran.out))]
    assert ("X", '"none"') in rows
    assert ('"none"', "none") in rows
    said = 'a type is called none; tables of confusions write it as "none", with quotes, since none means no mention'
    assert said in ran.err


def test_a_type_called_none_is_found(command: RunCommand, named: tuple[str, ...]) -> None:
    assert len(types_of(command("events", "ref", "pred", "--where", 'ref:"none"').out, "text")) == 1
