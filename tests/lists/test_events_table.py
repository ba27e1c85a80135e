from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

from nerinspect.errors import CommandError
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MENTIONS, SEGMENT_TOKENS
from nerinspect.lists.table import Of, Row

MakeStudy: TypeAlias = Callable[..., Study]


def cells(study: Study, *names: str) -> list[Row]:
    places = [MENTIONS.names(Of.EVENTS).index(name) for name in names]
    return [tuple(row[place] for place in places) for row in MENTIONS.table(study)]


def test_columns_stand_in_their_order() -> None:
    assert ", ".join(MENTIONS.names(Of.EVENTS)) == (
        "event, system, run, document, sentence, line, start, end, kind, shape, demerits, text, reference_types, "
        "predicted_types, reference_spans, predicted_spans, left, right"
    )


def test_events_stand_by_system_run_sentence_and_start(two_systems: Study) -> None:
    assert cells(two_systems, "system", "run", "sentence", "start", "end", "kind") == [
        ("flair", 1, 1, 1, 2, "tp"),
        ("flair", 1, 2, 0, 3, "be"),
        ("flair", 1, 3, 0, 1, "tp"),
        ("flair", 2, 1, 1, 3, "lbe"),
        ("flair", 2, 2, 0, 1, "fn"),
        ("flair", 2, 2, 2, 3, "fn"),
        ("flair", 2, 3, 0, 1, "le"),
        ("el mo", 1, 1, 1, 2, "fn"),
        ("el mo", 1, 1, 2, 3, "fp"),
        ("el mo", 1, 2, 0, 1, "tp"),
        ("el mo", 1, 2, 2, 3, "fn"),
        ("el mo", 1, 3, 0, 1, "fn"),
        ("el mo", 1, 3, 2, 4, "fp"),
    ]


def test_shapes_and_demerits_stand_beside(two_systems: Study) -> None:
    assert cells(two_systems, "shape", "demerits")[:5] == [("", 0), ("merged", 3), ("", 0), ("longer", 2), ("", 1)]


def test_the_line_is_that_of_the_first_token(two_systems: Study) -> None:
    assert [row[0] for row in cells(two_systems, "line")[3:7]] == [3, 6, 8, 12]


def test_a_format_without_lines_leaves_them_empty(build_study: MakeStudy) -> None:
    assert cells(build_study([(["a"], [(0, 1, "X")], [[]])], lines=[0]), "line") == [(None,)]


def test_documents_are_numbered(two_systems: Study) -> None:
    assert [row[0] for row in cells(two_systems, "document")[3:7]] == [1, 1, 1, 2]


def test_the_sentence_is_cut_in_three(two_systems: Study) -> None:
    assert cells(two_systems, "left", "text", "right")[3:6] == [
        ("in", 'New York "Ärger"', ""),
        ("", "Paris", ", Rome !"),
        ("Paris ,", "Rome", "!"),
    ]


def test_spans_count_in_the_sentence(two_systems: Study) -> None:
    assert cells(two_systems, "reference_spans", "predicted_spans")[1] == (
        [(0, 1, "LOC"), (2, 3, "LOC")],
        [(0, 3, "LOC")],
    )


def test_types_are_separated_by_a_blank(two_systems: Study) -> None:
    assert cells(two_systems, "reference_types", "predicted_types")[1:5] == [
        ("LOC LOC", "LOC"),
        ("LOC", "LOC"),
        ("LOC", "ORG"),
        ("LOC", ""),
    ]


def test_rows_stand_in_the_order_asked_for(two_systems: Study) -> None:
    order = np.array([4, 0, 11])
    asked, every = list(MENTIONS.table(two_systems, order)), list(MENTIONS.table(two_systems))
    assert asked == [every[number] for number in order]


@pytest.mark.parametrize("order", [np.zeros(0, dtype=np.int64)])
def test_no_events_give_no_rows(order: np.ndarray, two_systems: Study) -> None:
    assert list(MENTIONS.table(two_systems, order)) == []


def test_progress_is_told(two_systems: Study) -> None:
    told: list[tuple[int, int]] = []
    list(MENTIONS.table(two_systems, checkpoint=lambda *progress: told.append(progress)))
    assert told[0] == (0, len(two_systems.events))
    assert told[-1] == (len(two_systems.events), len(two_systems.events))


def test_columns_stand_as_asked_for(two_systems: Study) -> None:
    table = MENTIONS.table(two_systems, np.array([3]), columns=("right", "kind", "start"))
    assert (table.columns, list(table)) == (("right", "kind", "start"), [("", "lbe", 1)])


def test_segments_are_given_token_by_token(two_systems: Study) -> None:
    table = MENTIONS.table(two_systems, np.array([1, 3]), columns=(SEGMENT_TOKENS,))
    assert list(table) == [(["Paris", ",", "Rome"],), (["New York", '"Ärger"'],)]


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (("kinds",), "no column is called “kinds”; the nearest is kind"),
        ((SEGMENT_TOKENS,), "no column is called “tokens”"),
        (("kind", "text", "kind"), "each once"),
        ((), "at least one column"),
    ],
)
def test_columns_that_do_not_do_are_told(names: tuple[str, ...], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        MENTIONS.check(names)
