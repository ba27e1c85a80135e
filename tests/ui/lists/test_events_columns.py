"""Columns of the files as columns of the table."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QTextDocumentFragment
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nerinspect.corpus.text import TokenColumn
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.lists.columns import is_attribute_column
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Column, Content, Of, Ratio
from nerinspect.ui.lists.event_columns import COLUMN_KEYS, file_columns
from nerinspect.ui.lists.event_table import EventsPanel

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
UPOS, CONFIDENCE = "reference:UPOS", "predicted:confidence"

PLACE = COLUMN_KEYS.index("place")


def column_of(name: str, *values: str) -> TokenColumn:
    distinct = tuple(dict.fromkeys(values))
    return TokenColumn(name, distinct, np.array([distinct.index(value) for value in values], dtype=np.int32))


def with_columns(study: Study, reference: tuple[TokenColumn, ...], *predicted: tuple[TokenColumn, ...]) -> Study:
    """Let files say more of each token."""
    predictions = tuple(
        replace(prediction, annotation=replace(prediction.annotation, columns=columns))
        for prediction, columns in zip(study.predictions, predicted, strict=True)
    )
    return replace(study, reference=replace(study.reference, columns=reference), predictions=predictions)


@pytest.fixture
def plain(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from("Anna/B-PER/B-PER Lee/I-PER/O sings/O/O Rome/B-LOC/B-LOC", "Oslo/O/B-LOC")


@pytest.fixture
def study(plain: Study) -> Study:
    upos = column_of("UPOS", "PROPN", "PROPN", "VERB", "NOUN", "PROPN")
    lemma = column_of("lemma", "anna", "lee", "sing", "rome", "oslo")
    return with_columns(plain, (upos, lemma), (column_of("confidence", "0.5", "0.25", "1", "1e-3", "10"),))


@pytest.fixture
def panel(qtbot: QtBot, study: Study) -> EventsPanel:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    panel.show()
    show(panel, study)
    return panel


def show(panel: EventsPanel, study: Study) -> None:
    panel.show_events(study, np.arange(len(study.events), dtype=np.int32))


def place_of(panel: EventsPanel, key: str) -> int:
    return [column.key for column in panel.view.events.columns].index(key)


def texts(panel: EventsPanel, key: str) -> list[object]:
    model = panel.view.model()
    return [model.index(row, place_of(panel, key)).data() for row in range(model.rowCount())]


def on_screen(panel: EventsPanel) -> list[str]:
    columns = enumerate(panel.view.events.columns)
    return [column.key for place, column in columns if not panel.view.isColumnHidden(place)]


def sort_by(panel: EventsPanel, key: str, order: Qt.SortOrder = ASCENDING) -> list[int]:
    panel.view.header.setSortIndicator(place_of(panel, key), order)
    events: list[int] = panel.order().tolist()
    return events


def action_of(panel: EventsPanel, key: str) -> QAction:
    return next(action for action in panel.columns.menu().actions() if action.data() == key)


def test_model_keeps_the_rules_of_qt(panel: EventsPanel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(panel.view.events)  # type: ignore[no-untyped-call]


def test_they_are_hidden_at_first(panel: EventsPanel) -> None:
    assert set(on_screen(panel)) <= set(COLUMN_KEYS)


def test_the_menu_offers_them_by_source(panel: EventsPanel) -> None:
    words = [action.text() for action in panel.columns.menu().actions()]
    first = words.index("Columns of the reference")
    assert words[first : first + 5] == [
        "Columns of the reference",
        "UPOS",
        "lemma",
        "Columns of the prediction",
        "confidence",
    ]


def test_a_study_without_them_offers_none(panel: EventsPanel, plain: Study) -> None:
    show(panel, plain)
    shown = [column.key for column in panel.view.events.columns if not is_attribute_column(column.key)]
    assert shown == [*COLUMN_KEYS, *MENTIONS.names(Of.EVIDENCE)]
    assert not any("Columns of" in action.text() for action in panel.columns.menu().actions())


def test_the_menu_shows_one(panel: EventsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.columns_changed):
        action_of(panel, UPOS).trigger()
    assert on_screen(panel)[-1] == UPOS
    assert action_of(panel, UPOS).isChecked()


def test_a_cell_says_what_the_file_says_of_each_token(panel: EventsPanel) -> None:
    assert texts(panel, UPOS) == ["PROPN PROPN", "NOUN", "PROPN"]
    assert texts(panel, CONFIDENCE) == ["0.5 0.25", "1e-3", "10"]


def test_each_prediction_has_its_own_values_or_none(panel: EventsPanel, make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC/B-PER", systems=("flair", "spacy"))
    show(panel, with_columns(study, (), (column_of("confidence", "0.5"),), ()))
    assert texts(panel, CONFIDENCE) == ["0.5", "–"]


def test_a_line_separator_in_a_value_does_not_break_the_row(panel: EventsPanel, plain: Study) -> None:
    show(panel, with_columns(plain, (column_of("note", "a\u2028b", "c\td", "", "", ""),), ()))
    assert texts(panel, "reference:note") == ["a b c d", "", ""]


def test_texts_sort_by_the_alphabet(panel: EventsPanel) -> None:
    assert sort_by(panel, UPOS) == [1, 0, 2]
    assert sort_by(panel, UPOS, DESCENDING) == [0, 2, 1]
    assert panel.sorting_text() == "by reference:UPOS, descending"


def test_numbers_sort_by_size_and_stand_at_the_right(panel: EventsPanel) -> None:
    assert sort_by(panel, CONFIDENCE) == [1, 0, 2]
    at_right = [
        bool(panel.view.events.columns[place_of(panel, key)].alignment & Qt.AlignmentFlag.AlignRight)
        for key in (UPOS, CONFIDENCE)
    ]
    assert at_right == [False, True]


def test_they_are_copied_with_the_row(panel: EventsPanel) -> None:
    for key in ("left", "right", "reference", "prediction", "place"):
        panel.columns.choose(key, False)
    panel.columns.choose(CONFIDENCE, True)
    panel.select_event(0)
    panel.copy_rows()
    assert QGuiApplication.clipboard().text().splitlines() == [
        "Kind\tSegment\tpredicted:confidence",
        "BE\tAnna Lee\t0.5 0.25",
    ]


def test_head_and_cell_say_what_they_hold(panel: EventsPanel) -> None:
    place, role, model = place_of(panel, CONFIDENCE), Qt.ItemDataRole.ToolTipRole, panel.view.model()
    head, cell = model.headerData(place, Qt.Orientation.Horizontal, role), model.index(0, place).data(role)
    said = [QTextDocumentFragment.fromHtml(text).toPlainText() for text in (head, cell)]
    assert said[0].startswith("confidence: What another column of the prediction’s file says")
    assert said[1] == "predicted:confidence: 0.5 0.25"


# The next study


def test_one_that_the_next_study_lacks_is_not_forgotten(panel: EventsPanel, study: Study, plain: Study) -> None:
    panel.columns.choose(UPOS, True)
    show(panel, plain)
    assert UPOS not in on_screen(panel)
    assert UPOS in panel.columns.shown()
    show(panel, study)
    assert UPOS in on_screen(panel)


def test_a_width_waits_for_the_column(panel: EventsPanel, study: Study, plain: Study) -> None:
    panel.columns.choose(UPOS, True)
    panel.view.setColumnWidth(place_of(panel, UPOS), 177)
    show(panel, plain)
    columns, widths = panel.columns.shown(), panel.column_widths()
    panel.columns.reset()
    panel.columns.choose_all(columns)
    panel.set_column_widths(columns, widths)
    show(panel, study)
    assert panel.view.columnWidth(place_of(panel, UPOS)) == 177


def test_the_sorting_stays_where_the_column_stands_elsewhere(panel: EventsPanel, study: Study) -> None:
    sort_by(panel, "reference:lemma", DESCENDING)
    upos, lemma = study.reference.columns
    show(panel, with_columns(study, (lemma, upos), ()))
    assert panel.order().tolist() == [1, 2, 0]
    assert panel.view.header.sortIndicatorSection() == place_of(panel, "reference:lemma")


def test_the_sorting_goes_with_the_column(panel: EventsPanel, plain: Study) -> None:
    sort_by(panel, UPOS)
    show(panel, plain)
    assert panel.order().tolist() == [0, 1, 2]
    assert panel.view.header.sortIndicatorSection() == PLACE
    assert panel.sorting_text() == ""


def test_columns_that_every_study_has_keep_width_and_place(panel: EventsPanel, plain: Study) -> None:
    before = on_screen(panel)
    show(panel, plain)
    assert on_screen(panel) == before
    assert panel.view.header.count() == len(panel.view.events.columns)


def test_attributes_are_columns_and_sort(panel: EventsPanel, study: Study) -> None:
    show(panel, replace(study, training=AnnotatedText(study.text, study.reference)))
    assert texts(panel, "eCon") == ["1", "1", "0"]
    assert texts(panel, "tFre") == ["0.2 0.2", "0.2", "0.2"]
    assert texts(panel, "bucket:eLen") == ["S", "XS", "XS"]
    assert sort_by(panel, "eCon") == [2, 0, 1]
    assert sort_by(panel, "bucket:eLen") == [1, 2, 0]


def test_attributes_keep_their_place_while_training_data_are_read(panel: EventsPanel, study: Study) -> None:
    panel.columns.choose("eCon", is_shown=True)
    before = on_screen(panel)
    assert texts(panel, "eCon") == ["–", "–", "–"]
    assert sort_by(panel, "eCon") == [0, 1, 2]
    order = np.arange(len(study.events), dtype=np.int32)
    panel.replace_study(replace(study, training=AnnotatedText(study.text, study.reference)), order)
    assert on_screen(panel) == before
    assert "–" not in texts(panel, "eCon")


def test_the_menu_offers_attributes_and_their_buckets(panel: EventsPanel) -> None:
    words = [action.text() for action in panel.columns.menu().actions()]
    first = words.index("Attributes")
    assert words[first : first + 7] == ["Attributes", "oDen", "eFre", "eCon", "tFre", "tCon", "Buckets"]


def test_a_column_that_the_lists_know_is_offered_and_shown(
    panel: EventsPanel, plain: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up = Column(
        "length", lambda block: (block.events.end - block.events.start).tolist(), Content.NUMBER, definition="elen"
    )
    monkeypatch.setattr(type(MENTIONS), "columns", {**MENTIONS.columns, made_up.name: made_up})
    show(panel, plain)
    assert "length" not in on_screen(panel)
    action_of(panel, "length").trigger()
    assert texts(panel, "length") == ["2", "1", "1"]
    assert sort_by(panel, "length") == [1, 2, 0]
    assert file_columns(MENTIONS, ["segment", "length"]) == ("text", "length")


def test_a_column_of_fractions_is_read_as_percent_and_sorted_by_size(
    panel: EventsPanel, plain: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = Ratio(1, 3), Ratio(1, 5), Ratio(0, 0)
    made_up = Column(
        "share", lambda block: [shares[event] for event in block.chosen.tolist()], Content.NUMBER, definition="elen"
    )
    monkeypatch.setattr(type(MENTIONS), "columns", {**MENTIONS.columns, made_up.name: made_up})
    show(panel, plain)
    action_of(panel, "share").trigger()
    assert texts(panel, "share") == ["33.33", "20.00", "–"]
    assert sort_by(panel, "share") == [2, 1, 0]
