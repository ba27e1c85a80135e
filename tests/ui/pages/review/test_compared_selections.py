"""What two compared selections say: shares, doors, and words that fit annotators."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.saved import side_by_side
from nerinspect.ui.kit.tables.sheet import Column, RowGroup
from nerinspect.ui.pages.review.selections import (
    Named,
    made_columns,
    made_groups,
    score_columns,
    score_groups,
    shared_columns,
    shared_groups,
)

WORDS = "Rome/B-LOC/B-LOC and/O/O Ulm/B-LOC/B-ORG ./O/O Ann/B-PER/O met/O/B-PER Bob/B-PER/B-PER"


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Five events of the four kinds without boundary errors, two of them decided."""
    study = make_study_from(WORDS)
    study.decisions.fill({1: Decision("ambiguous"), 2: Decision("out-of-scope")})
    return study


def named(study: Study, a: str, b: str) -> Named:
    vocabulary = Vocabulary.of(study)
    return Named("a", "b", side_by_side(study, parse_query(a, vocabulary), parse_query(b, vocabulary), 0), study)


def texts(groups: list[RowGroup]) -> dict[str, list[str]]:
    """Give the cells of all rows behind their names."""
    rows = [row for group in groups for row in (group.head, *group.rows)]
    return {row.name: [cell.text for cell in row.cells[1:]] for row in rows}


def test_each_event_stands_in_one_row(study: Study) -> None:
    shared = texts(shared_groups(named(study, "type:LOC", "-kind:tp")))
    assert shared["both"] == ["1", "20.00", "0", "0", "0", "1", "0", "0"]
    assert shared["only a"][:2] == ["1", "20.00"]
    assert shared["only b"][:2] == ["2", "40.00"]
    assert shared["neither"][:3] == ["1", "20.00", "1"]


def test_each_selection_is_made_of_kinds_types_and_verdicts(study: Study) -> None:
    made = texts(made_groups(named(study, "type:LOC", "-kind:tp")))
    assert made["All events"] == ["2", "100.00", "3", "100.00"]
    assert made["label error"] == ["1", "50.00", "1", "33.33"]
    assert made["ORG"] == ["1", "50.00", "1", "33.33"]
    assert made["ambiguous"] == ["1", "50.00", "1", "33.33"]
    assert made["out-of-scope"] == ["0", "0.00", "1", "33.33"]
    assert "boundary error" not in made, "no event of either has it"


def test_scores_are_those_of_the_chosen_mentions(study: Study) -> None:
    scored = texts(score_groups(named(study, "type:LOC", "kind:tp")))
    assert scored["a"] == ["100.00", "50.00", "66.67", "2", "1", "1"]
    assert scored["b"] == ["50.00", "50.00", "50.00", "4", "4", "2"]


def test_what_keeps_nothing_has_no_shares(study: Study) -> None:
    made = texts(made_groups(named(study, "kind:be", "kind:tp")))
    assert made["All events"] == ["0", "–", "2", "100.00"]


def said(columns: tuple[Column, ...], groups: list[RowGroup]) -> Iterator[str]:
    for column in columns:
        yield from (column.title, column.tooltip, column.copied)
    for group in groups:
        for row in (group.head, *group.rows):
            yield from (row.name, row.note, *(part for cell in row.cells for part in (cell.text, cell.tooltip)))


def test_between_annotators_nobody_is_right(study: Study) -> None:
    shown = named(replace(study, annotator="anna"), "type:LOC", "kind:tp")
    words = " ".join(
        [
            *said(shared_columns(shown.wording), shared_groups(shown)),
            *said(made_columns(shown), made_groups(shown)),
            *said(score_columns(shown.wording), score_groups(shown)),
        ]
    )
    judges = r"\b(reference|predicted|prediction|precision|recall|missed|spurious|correct|wrong|errors?)\b"
    assert not re.search(judges, words, re.IGNORECASE)
    assert len(score_columns(shown.wording)) == len(score_groups(shown)[0].head.cells) == 5
