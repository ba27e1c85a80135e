"""A column is said once, and stands wherever lists have columns."""

import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.errors import UnknownNameError
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import DECISION_COLUMNS, EventSort
from nerinspect.lists.table import Column, Content, Of, Ratio, columns_by_name
from tests.cli.conftest import MakeFile, RunCommand

MADE_UP = Column(
    "length", lambda block: (block.events.end - block.events.start).tolist(), Content.NUMBER, definition="elen"
)
FILES = {"test.conll": "Ann B-PER\nLee I-PER\nin O\nOslo O\n", "pred.conll": "Ann B-PER\nLee O\nin O\nOslo B-LOC\n"}


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(MENTIONS), "columns", {**MENTIONS.columns, MADE_UP.name: MADE_UP})


@pytest.fixture
def files(make_file: MakeFile) -> list[str]:
    return [make_file(name, text) for name, text in FILES.items()]


@pytest.mark.parametrize(
    ("arguments", "sort", "of"),
    [
        (["events"], MENTIONS, [Of.EVENTS, Of.TRAINING, Of.EVIDENCE]),
        (["diff"], MENTIONS, [Of.EVENTS, Of.TRAINING, Of.EVIDENCE, Of.CHANGES]),
        (["relations"], RELATIONS, [Of.EVENTS, Of.TRAINING]),
        (["review", "export"], MENTIONS, [Of.EVENTS, Of.TRAINING, Of.EVIDENCE, Of.DECISIONS, Of.PEOPLE]),
        (["review", "export", "--relations"], RELATIONS, [Of.EVENTS, Of.TRAINING, Of.DECISIONS, Of.PEOPLE]),
    ],
)
def test_help_lists_the_columns_with_their_meaning_and_asks_for_no_file(
    command: RunCommand, arguments: list[str], sort: EventSort, of: list[Of]
) -> None:
    ran = command(*arguments, "--columns", "help")
    listed = {line.split()[0] for line in ran.out.splitlines() if line.startswith("  ") and line[2] != " "}
    said = " ".join(ran.out.split())
    assert (ran.status, ran.err) == (0, "")
    assert set(sort.names(*of)) <= listed
    assert listed.isdisjoint(name for name in sort.columns if sort.columns[name].of not in of)
    assert all(meaning(sort.columns[name].meaning_key) in said for name in sort.names(*of))
    assert ("eCon" in listed, "attr:NAME" in listed) == (sort is MENTIONS,) * 2


def test_help_is_as_wide_as_the_terminal(command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, command("events", "--columns", "help").out.splitlines())) <= 60


def test_it_stands_in_every_list(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ann/B-PER/B-PER Lee/I-PER/O Oslo/O/B-LOC")
    assert MENTIONS.names_for(study)[-1] == "length"
    assert list(MENTIONS.table(study, np.array([1, 0]), ("length", "kind"))) == [(1, "fp"), (2, "be")]


@pytest.mark.parametrize(
    ("form", "said"),
    [("csv", "kind,length\nbe,2\nfp,1\n"), ("json", '"length": 2'), ("html", '<th class="number">length</th>')],
)
def test_it_is_written_in_every_form(command: RunCommand, files: list[str], form: str, said: str) -> None:
    ran = command("events", *files, "--columns", "kind,length", "--table", form)
    assert (ran.status, said in ran.out) == (0, True)


@pytest.mark.parametrize(
    ("form", "said"),
    [("csv", "kind,length\nbe,0.5\n"), ("json", '"length": 0.5'), ("html", ">50.00</td>"), ("latex-examples", "50.00")],
)
def test_a_fraction_is_a_number_for_programs_and_percent_for_people(
    command: RunCommand, files: list[str], monkeypatch: pytest.MonkeyPatch, form: str, said: str
) -> None:
    halves = replace(MADE_UP, values=lambda block: [Ratio(1, 2)] * len(block.chosen))
    monkeypatch.setattr(type(MENTIONS), "columns", {**MENTIONS.columns, halves.name: halves})
    ran = command("events", *files, "--columns", "kind,length", "--table", form)
    assert (ran.status, said in ran.out) == (0, True)


def test_it_is_written_without_being_asked_for(command: RunCommand, files: list[str]) -> None:
    (first, *_) = json.loads(command("events", *files, "--table", "json").out)
    assert first["length"] == 2


def test_it_is_offered_where_another_name_was_meant(command: RunCommand, files: list[str]) -> None:
    assert "the nearest is length" in command("events", *files, "--columns", "lenght").err


def test_what_the_glossary_does_not_explain_is_refused() -> None:
    with pytest.raises(ValueError, match="the column length has no entry length in the glossary"):
        Column("length")


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two columns share a name"):
        columns_by_name(MADE_UP, MADE_UP)


@pytest.mark.parametrize("sort", [MENTIONS, RELATIONS])
def test_columns_stand_for_others_that_are_there(sort: EventSort) -> None:
    of_attributes = {"eLen", "sLen", "eDen"}
    assert {name for names in sort.stands_for.values() for name in names} <= {*sort.columns} | of_attributes


def test_relations_have_no_right_reading() -> None:
    assert {*DECISION_COLUMNS} - {*RELATIONS.columns} == {"corrected_spans"}
    RELATIONS.check(["verdict", "who"], [Of.DECISIONS, Of.PEOPLE])
    with pytest.raises(UnknownNameError, match="corrected_spans"):
        RELATIONS.check(["corrected_spans"], [Of.DECISIONS, Of.PEOPLE])
