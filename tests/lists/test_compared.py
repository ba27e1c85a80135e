"""Rows of a comparison as a list: one for each reference mention, or stretch of text, with the events of A and of B."""

from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.decision import Decision
from nerinspect.events.study import AnnotatedText, Study, judge_name
from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.compared import ComparedSort
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.query.filters import Everything
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from tests.examples import examples
from tests.query.conftest import studies

PAIR = ComparedSort("flair", "elmo")
STRETCHES = ComparedSort("flair", "elmo", has_stretches=True)


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    """An event of two mentions for A, what only B has, and a spurious mention of B."""
    study = make_study_from(
        "Ines/B-PER/B-PER/B-PER Grey/B-PER/I-PER/B-PER",
        "in/O/O/O Ulm/B-LOC/B-ORG/B-LOC near/O/O/O Bonn/O/O/B-LOC",
        systems=("flair", "elmo"),
    )
    return replace(study, training=AnnotatedText(study.text, study.reference))


def cells(sort: ComparedSort, study: Study, *columns: str) -> list[tuple[object, ...]]:
    return list(sort.table(study, columns=columns).rows)


def test_a_row_holds_the_events_of_both(study: Study) -> None:
    columns = ("outcome", "text", "reference_types", "kind_a", "text_a", "predicted_types_a", "kind_b", "text_b")
    assert cells(PAIR, study, *columns) == [
        ("only-b", "Ines Grey", "PER", "be", "Ines Grey", "PER", "tp", "Ines"),
        ("only-b", "Ines Grey", "PER", "be", "Ines Grey", "PER", "tp", "Grey"),
        ("only-b", "Ulm", "LOC", "le", "Ulm", "ORG", "tp", "Ulm"),
    ]


def test_stretches_hold_what_is_spurious(study: Study) -> None:
    assert cells(STRETCHES, study, "outcome", "reference_spans", "kind_a", "text_a", "kind_b", "predicted_spans_b") == [
        (None, [(0, 1, "PER"), (1, 2, "PER")], "be", "Ines Grey", "tp tp", [(0, 1, "PER"), (1, 2, "PER")]),
        (None, [(1, 2, "LOC")], "le", "Ulm", "tp", [(1, 2, "LOC")]),
        (None, [], "", "", "fp", [(3, 4, "LOC")]),
    ]


def test_what_training_knows_is_said_of_the_mention_of_the_row(study: Study) -> None:
    assert cells(PAIR, study, "training_types", "tough", "eLen") == [
        *[("PER 1", "all seen", "1")] * 2,
        ("LOC 1", "all seen", "1"),
    ]


def test_what_was_decided_stands_beside_each(study: Study) -> None:
    study = replace(study, decisions=type(study.decisions)({0: Decision("ambiguous", note="a")}))
    columns = ("verdict_a", "note_a", "verdict_b")
    assert set(columns) < set(PAIR.names(Of.DECISIONS))
    assert cells(PAIR, study, *columns) == [("ambiguous", "a", "")] * 2 + [("", "", "")]
    assert cells(STRETCHES, study, *columns)[0] == ("ambiguous", "a", "")


@pytest.mark.parametrize(
    ("sort", "error", "message"),
    [
        (ComparedSort("flair", "elmoo"), UnknownNameError, "elmoo.*the nearest is elmo"),
        (ComparedSort("elmo", "elmo run 1"), CommandError, "both of the pair are elmo; name two predictions"),
    ],
)
def test_both_have_to_be_there(study: Study, sort: ComparedSort, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        sort.mask(study, Everything())


def test_a_row_says_what_the_events_say(build_study: Callable[..., Study]) -> None:
    @settings(max_examples=examples(60))
    @given(studies(build_study), st.data())
    def check(study: Study, data: st.DataObject) -> None:
        assume(len(study.predictions) > 1)
        a, b = data.draw(st.permutations(range(len(study.predictions))))[:2]
        sort = ComparedSort(judge_name(study, a), judge_name(study, b))
        order = np.array(data.draw(st.permutations(range(len(study.reference.mentions)))), dtype=np.int32)
        names = ("event", "kind", "text", "predicted_types", "predicted_spans")
        listed = sort.table(study, order, [f"{name}_{letter}" for letter in "ab" for name in names])
        for mention, row in zip(order.tolist(), listed, strict=True):
            events = [event_of(study, number, mention) for number in (a, b)]
            said = MENTIONS.table(study, np.array(events), names)
            assert row == tuple(cell for event in said for cell in event)

    check()


def event_of(study: Study, prediction: int, mention: int) -> int:
    first, stop = study.event_start[prediction : prediction + 2].tolist()
    return next(event for event in range(first, stop) if mention in study.events.mentions_of(event, "reference"))


@pytest.mark.parametrize("sort", [PAIR, STRETCHES])
def test_csv_is_written_by_columns_as_row_by_row(study: Study, sort: ComparedSort) -> None:
    columns = sort.names(Of.EVENTS, Of.TRAINING, Of.EVIDENCE, Of.DECISIONS)
    by_columns, by_rows = StringIO(newline=""), StringIO(newline="")
    write_csv(sort.table(study, columns=columns), by_columns)
    write_csv(replace(sort.table(study, columns=columns), texts=None), by_rows)
    assert by_columns.getvalue() == by_rows.getvalue()


def test_a_filter_asks_the_event_of_a(study: Study) -> None:
    asked = {"kind:le": [2], "kind:be": [0, 1], "wrong:flair right:elmo": [0, 1, 2], "kind:tp": []}
    for query, rows in asked.items():
        kept = PAIR.mask(study, parse_query(query, Vocabulary.of(study)))
        assert np.flatnonzero(kept).tolist() == rows, query
