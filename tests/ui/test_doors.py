from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.scores import score_prediction
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.ui.desk.views import EVENTS_VIEW, OVERVIEW
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import QUERY_ROLE
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.window.window import MainWindow

PressButton = Callable[[QWidget, str], None]


def rows(window: MainWindow) -> list[int]:
    return sorted(window.workspace.events.order().tolist())


def events_where(study: Study, mask: BoolArray) -> list[int]:
    """List the events of the first prediction that a mask keeps."""
    return np.flatnonzero(mask & (study.events.prediction == 0)).tolist()


def of_kind(study: Study, kind: str) -> list[int]:
    return events_where(study, study.events.kind == KINDS.index(kind))


def number(text: str) -> int:
    return int(text.replace(",", ""))


def shown_overview(window: MainWindow) -> OverviewPage:
    window.show_view(OVERVIEW)
    page: OverviewPage = window.workspace.page("Overview")
    while not page.is_complete:
        QApplication.processEvents()
    return page


def door_table(window: MainWindow, title: str) -> NumberTable:
    tables = shown_overview(window).findChildren(NumberTable)
    found: NumberTable = next(table for table in tables if table.accessibleName() == title)
    return found


def test_a_click_on_a_count_selects_exactly_its_events(window: MainWindow, sample_study: Study, qtbot: QtBot) -> None:
    for kind in KINDS:
        table = door_table(window, "What F1 hides")
        qtbot.waitUntil(table.isVisible)
        place = table.visualRect(table.model().index(0, 1 + KINDS.index(kind))).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        tally = score_prediction(sample_study, window.document.prediction)
        assert rows(window) == of_kind(sample_study, kind)
        assert len(rows(window)) == tally.n_events(kind)


def test_a_click_on_a_score_shows_the_events(window: MainWindow, qtbot: QtBot) -> None:
    table = door_table(window, "Scores")
    qtbot.waitUntil(table.isVisible)
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.model().index(1, 5)).center()
    )
    assert window.workspace.view_name == EVENTS_VIEW
    assert window.workspace.events.view.hasFocus()


def test_every_count_of_events_and_demerits_is_that_of_the_rows_behind_it(
    window: MainWindow, sample_study: Study
) -> None:
    model = door_table(window, "What F1 hides").model()
    told, opened = [], []
    for column in range(1, 1 + len(KINDS)):
        index = model.index(0, column)
        window.document.select_query(index.data(QUERY_ROLE))
        told.append(number(index.data()))
        opened.append(len(rows(window)))
    assert opened == told
    assert len(told) == len(KINDS)
    model = door_table(window, "What F1 hides").model()
    told, opened = [], []
    for column in range(2, 1 + len(KINDS)):
        index = model.index(3, column)
        window.document.select_query(index.data(QUERY_ROLE))
        told.append(number(index.data()))
        opened.append(int(sample_study.events.demerits[rows(window)].sum()))
    assert opened == told


def test_every_count_of_mentions_is_that_of_the_rows_behind_it(window: MainWindow, sample_study: Study) -> None:
    for column, side in ((5, "reference"), (6, "predicted"), (7, "correct")):
        model, events = door_table(window, "Scores").model(), sample_study.events
        mentions = sample_study.predicted if side == "predicted" else sample_study.reference.mentions
        first, last = (events.pred_from, events.pred_to) if side == "predicted" else (events.ref_from, events.ref_to)
        told, opened, idle = [], [], []
        for row in range(1 + len(sample_study.types)):  # those of the prediction on show
            name, index = model.index(row, 0).data() if row else "ALL", model.index(row, column)
            window.document.select_query(index.data(QUERY_ROLE))
            found = [
                [mentions.types[mentions.type_codes[place]] for place in range(first[event], last[event])]
                for event in rows(window)
            ]
            told.append(number(index.data()))
            opened.append(sum(name in ("ALL", one) for types in found for one in types))
            idle += [types for types in found if name != "ALL" and name not in types]
        assert opened == told
        assert idle == []  # no row without such a mention
        assert max(told) > 100


def test_every_number_of_the_sums_opens_the_events_that_hold_its_mentions(
    window: MainWindow, sample_study: Study
) -> None:
    for side in ("reference", "predicted"):
        page = shown_overview(window)
        sums, events = window.document.sums(), sample_study.events
        assert sums is not None
        first, last = (events.ref_from, events.ref_to) if side == "reference" else (events.pred_from, events.pred_to)
        line = next(label for label in page.findChildren(DoorLabel) if label.accessibleName().startswith(side))
        opened = []
        for place, piece in enumerate(line.pieces):
            if piece.query.startswith("kind:"):
                line.linkActivated.emit(str(place))
                opened.append(f"{int((last - first)[rows(window)].sum()):,} {piece.text.split()[1]}")
        assert line.accessibleName().endswith(" = " + " + ".join(opened))
        assert len(opened) == 5
