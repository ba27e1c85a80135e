"""The table of relation events: what its cells say, how it is sorted, and what gives way in narrow cells."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from nerinspect.corpus.arrays import IntArray
from nerinspect.events.study import RelationChoice, Study
from nerinspect.glossary import meaning
from nerinspect.ui.lists.event_table import EventsPanel
from nerinspect.ui.lists.relation_table import (
    RELATION_COLUMNS,
    RELATIONS,
    RelationCell,
    RelationCells,
    paint_relation,
    shared_room,
)
from tests.events.relation_studies import Sentence, relation_study

SENTENCES: list[Sentence] = [
    (
        ["Cy", "shot", "Bo", "in", "New", "Ulm"],
        ([(0, 1, "P"), (2, 3, "P"), (4, 6, "L")], [(0, "Kill", 1), (1, "Meet", 2)]),
        [([(0, 1, "P"), (2, 3, "P"), (4, 6, "L")], [(1, "Kill", 0), (0, "Meet", 2)])],
    ),
    (
        ["Ann", "met", "Bo", "."],
        ([(0, 1, "P"), (2, 3, "P")], [(0, "Meet", 1)]),
        [([(0, 1, "P"), (2, 4, "P")], [(0, "Kill", 1)])],
    ),
]
TRAINING: list[Sentence] = [
    (["Cy", "shot", "Bo"], ([(0, 1, "P"), (2, 3, "P")], [(0, "Kill", 1)]), []),
]


@pytest.fixture
def study(build_study: Callable[..., Study]) -> Study:
    return relation_study(build_study, SENTENCES)


@pytest.fixture
def table(qtbot: QtBot, study: Study) -> EventsPanel:
    table = EventsPanel(RELATIONS)
    qtbot.addWidget(table)
    table.resize(900, 300)
    table.show_events(study, all_events(study))
    table.show()
    return table


def all_events(study: Study) -> IntArray:
    return np.arange(len(RelationCells(study)), dtype=np.int32)


def rows(table: EventsPanel, *keys: str) -> list[tuple[str, ...]]:
    model = table.view.events
    places = [model.place_of(key) for key in keys]
    return [tuple(str(model.index(row, place).data()) for place in places) for row in range(model.rowCount())]


def shown(table: EventsPanel) -> list[str]:
    return table.columns.shown()


def test_each_row_says_what_both_sides_relate(table: EventsPanel) -> None:
    assert rows(table, "kind", "reference", "prediction", "place") == [
        ("RV", "Cy Kill → Bo", "Bo Kill → Cy", "1 · 1"),
        ("WA", "Bo Meet → New Ulm", "Cy Meet → New Ulm", "1 · 1"),
        ("FN", "Ann Meet → Bo", "–", "1 · 2"),
        ("FP", "–", "Ann Kill → Bo .", "1 · 2"),
    ]


def test_types_without_direction_have_no_arrow(build_study: Callable[..., Study]) -> None:
    cells = RelationCells(relation_study(build_study, SENTENCES, choice=RelationChoice("boundaries", ("Meet",))))
    assert {cells.relation_text(event, "reference") for event in range(len(cells))} >= {"Ann Meet ↔ Bo", "Cy Kill → Bo"}


def test_parts_are_shown_with_training_alone(
    qtbot: QtBot, build_study: Callable[..., Study], table: EventsPanel
) -> None:
    assert "part" not in shown(table)
    trained = relation_study(build_study, SENTENCES, training=TRAINING)
    table.show_events(trained, all_events(trained))
    assert "part" in shown(table)
    assert [part for (part,) in rows(table, "part")] == ["exact", "new", "new", "new"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("kind", ["FP", "FN", "WA", "RV"]),
        ("reference", ["FP", "FN", "WA", "RV"]),
        ("prediction", ["FN", "FP", "RV", "WA"]),
        ("place", ["RV", "WA", "FN", "FP"]),
        ("distance", ["RV", "WA", "FN", "FP"]),
    ],
)
def test_rows_are_sorted_by_what_their_cells_say(table: EventsPanel, key: str, expected: list[str]) -> None:
    table.view.events.sort(table.view.events.place_of(key))
    assert [kind for (kind,) in rows(table, "kind")] == expected


def test_a_screen_reader_is_told_the_whole_event(table: EventsPanel) -> None:
    index = table.view.events.index(0, table.view.events.place_of("kind"))
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "reversed: reference Cy Kill Bo, predicted Bo Kill Cy"
    assert meaning("relation_reversed").split(":")[1].strip(" .") in index.data(Qt.ItemDataRole.ToolTipRole)


def test_heads_explain_their_columns(table: EventsPanel) -> None:
    model = table.view.events
    for place, column in enumerate(RELATION_COLUMNS):
        tip = model.headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert isinstance(tip, str)
        assert len(tip) > len(column.title)
    explained = str(model.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole))
    assert "wrong argument" in explained.replace("\n", " ")


def test_the_menu_of_a_row_asks_for_what_it_shares_with_others(table: EventsPanel) -> None:
    queries: list[str] = []
    table.query_added.connect(queries.append)
    table.select_event(1)
    actions = {action.text(): action for action in table.row_menu().actions()}
    for text in ("Only “wrong argument”", "Not “wrong argument”", "Only relation “Meet”", "Only with “New Ulm”"):
        actions[text].trigger()
    assert queries == ["relkind:wrong-argument", "-relkind:wrong-argument", "rel:Meet", 'surface:"New Ulm"']


def test_relations_share_the_room_of_the_table(table: EventsPanel) -> None:
    model, view = table.view.events, table.view
    widths = [view.columnWidth(model.place_of(key)) for key in ("reference", "prediction")]
    assert abs(widths[0] - widths[1]) <= 1
    assert view.horizontalHeader().length() == view.viewport().width()


room = st.floats(0, 1000, allow_nan=False)


@given(st.floats(-50, 1000, allow_nan=False), room, room)
def test_two_texts_share_room_without_waste(width: float, first: float, second: float) -> None:
    given_first, given_second = shared_room(width, first, second)
    assert 0 <= given_first <= first
    assert 0 <= given_second <= second
    assert given_first + given_second == pytest.approx(min(first + second, max(width, 0)))
    if first + second > width > 0:
        assert given_first >= min(first, width / 2) - 1e-6
        assert given_second >= min(second, width / 2) - 1e-6


def test_head_stands_left_of_the_tail_whatever_runs_the_other_way(qtbot: QtBot, table: EventsPanel) -> None:
    style, image = table.view.delegate.cell_style, QImage(400, 30, QImage.Format.Format_RGB32)
    ink = []
    for relation in (RelationCell("ليلى", "R", "", True), RelationCell("", "R", "ليلى", True)):
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        paint_relation(painter, style, QRectF(0, 0, 400, 30), relation)
        painter.end()
        dark = [x for x in range(400) for y in range(30) if image.pixelColor(x, y).lightness() < 128]
        ink.append((min(dark), max(dark)))
    assert ink[0][0] < ink[1][1] < 150
