"""Decisions in the events table: marks, words, order, and the way from one undecided event to the next."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.ui.lists.event_columns import COLUMN_KEYS, DECISION_KEYS
from nerinspect.ui.lists.event_table import EventsPanel

VERDICT = COLUMN_KEYS.index("verdict")
ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Make six events, of which that of number 2 is correct."""
    words = " x/O/O ".join(["c/B-ORG/O", "d/O/B-LOC", "a/B-PER/B-PER", "b/B-LOC/B-ORG", "c/B-ORG/O", "e/B-ORG/O"])
    return make_study_from(words)


@pytest.fixture
def panel(qtbot: QtBot, study: Study) -> EventsPanel:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.columns.set_usual("verdict", True)
    panel.show_events(study, np.arange(len(study.events), dtype=np.int32))
    return panel


def decide(panel: EventsPanel, study: Study, event: int, verdict: str, *, flag: bool = False) -> None:
    study.decisions.decide(event, Decision(verdict, flag=flag))
    panel.repaint_events([event])


def said(panel: EventsPanel, row: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> object:
    return panel.view.model().index(row, VERDICT).data(role)


def sort_by_verdict(panel: EventsPanel, order: Qt.SortOrder = ASCENDING) -> list[int]:
    panel.view.header.setSortIndicator(VERDICT, order)
    events: list[int] = panel.order().tolist()
    return events


def picture(panel: EventsPanel, row: int) -> QImage:
    view = panel.view
    return view.viewport().grab(view.visualRect(view.model().index(row, VERDICT))).toImage()


def test_cells_say_verdicts_in_words(panel: EventsPanel, study: Study) -> None:
    decide(panel, study, 0, "reference-wrong")
    decide(panel, study, 1, "scope", flag=True)
    assert [said(panel, row) for row in range(4)] == [
        "reference wrong, no correction yet", "scope, flagged", "", "undecided",
    ]  # fmt: skip


def test_a_screen_reader_is_told_the_verdict(panel: EventsPanel, study: Study) -> None:
    decide(panel, study, 0, "both-wrong")
    assert said(panel, 0, Qt.ItemDataRole.AccessibleTextRole) == "Verdict: both wrong, no correction yet"


def test_a_tooltip_tells_causes_and_note(panel: EventsPanel, study: Study) -> None:
    study.decisions.decide(0, Decision("ambiguous", ("typo", "span"), note="ask <b>Ann</b>"))
    text = str(said(panel, 0, Qt.ItemDataRole.ToolTipRole))
    assert text.split("\n") == ["ambiguous", "typo, span", "ask <b>Ann</b>"]


def test_every_state_looks_different(panel: EventsPanel, study: Study) -> None:
    study.decisions.fill({0: Decision("both-wrong"), 4: Decision("Border")})
    pictures = [picture(panel, row) for row in (0, 2, 4)]
    decide(panel, study, 0, "both-wrong", flag=True)
    decide(panel, study, 2, "", flag=True)
    decide(panel, study, 4, "")
    pictures += [picture(panel, row) for row in (0, 2, 4)]
    assert all(pictures.count(one) == 1 for one in pictures)


class Paintings(QObject):
    """Counts how often something is painted, and how much of it at most."""

    def __init__(self) -> None:
        super().__init__()
        self.heights: list[int] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.heights.append(event.rect().height())  # type: ignore[attr-defined]
        return False


def test_only_the_row_of_a_changed_event_is_painted(panel: EventsPanel, study: Study, qtbot: QtBot) -> None:
    QCoreApplication.processEvents()  # paints what is to be painted
    paintings = Paintings()
    panel.view.viewport().installEventFilter(paintings)
    decide(panel, study, 3, "ambiguous")
    qtbot.waitUntil(lambda: bool(paintings.heights))
    (height,) = paintings.heights
    assert height < 2 * panel.view.rowHeight(3)


def test_undecided_events_come_first_then_the_four_then_own_ones(panel: EventsPanel, study: Study) -> None:
    verdicts = {0: "zeal", 1: "ambiguous", 3: "prediction-wrong", 4: "area", 5: "reference-wrong"}
    study.decisions.fill({event: Decision(verdict) for event, verdict in verdicts.items()})
    assert sort_by_verdict(panel) == [2, 3, 5, 1, 4, 0]
    assert sort_by_verdict(panel, DESCENDING) == [0, 4, 1, 5, 3, 2]


def test_rows_stay_while_one_decides_and_move_when_sorted_again(panel: EventsPanel, study: Study) -> None:
    before = sort_by_verdict(panel)
    decide(panel, study, 0, "ambiguous")
    panel.set_mask(np.ones(6, dtype=bool))
    assert panel.order().tolist() == before
    sort_by_verdict(panel, DESCENDING)
    assert sort_by_verdict(panel) == [1, 2, 3, 4, 5, 0]


@pytest.mark.parametrize("key", DECISION_KEYS)
def test_what_is_decided_meanwhile_counts_when_rows_are_sorted_again(
    panel: EventsPanel, study: Study, key: str
) -> None:
    place = COLUMN_KEYS.index(key)
    panel.view.header.setSortIndicator(place, ASCENDING)
    before = panel.order().tolist()
    panel.view.header.setSortIndicator(VERDICT - 1, ASCENDING)
    said_of_one = Decision("zeal", ("typo",), True, "see", (), "2026-01-31T09:30:00Z", "Ann")
    study.decisions.decide(1, said_of_one)
    panel.view.header.setSortIndicator(place, ASCENDING)
    after = panel.order().tolist()
    panel.view.header.setSortIndicator(place, DESCENDING)
    assert after != before or panel.order().tolist() != before
    assert 1 in (after[-1], panel.order().tolist()[-1], after[0]), "the one that is told of stands at an end"


def test_verdicts_have_a_column_where_something_was_decided(qtbot: QtBot, study: Study) -> None:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    for decisions, is_shown in (({}, False), ({0: Decision("ambiguous")}, True)):
        study.decisions.fill(decisions)
        panel.show_events(study, np.arange(len(study.events), dtype=np.int32))
        assert ("verdict" in panel.columns.shown()) == is_shown


def test_the_verdict_stays_in_a_narrow_window(panel: EventsPanel) -> None:
    panel.columns.set_narrow(True)
    assert not panel.view.isColumnHidden(VERDICT)
    assert panel.view.isColumnHidden([column.key for column in panel.view.events.columns].index("place"))


def walked(panel: EventsPanel, step: int, n_steps: int) -> list[int | None]:
    events = []
    for _step in range(n_steps):
        assert panel.next_undecided(step)
        events.append(panel.current_event())
    return events


def test_the_way_leads_from_undecided_to_undecided_and_round(panel: EventsPanel, study: Study) -> None:
    study.decisions.fill({0: Decision("ambiguous"), 3: Decision("scope"), 4: Decision(flag=True)})
    assert walked(panel, 1, 5) == [1, 2, 4, 5, 1]
    assert walked(panel, -1, 5) == [5, 4, 2, 1, 5]


@pytest.mark.parametrize("at_once", [1, 2, 4])
def test_the_way_is_the_same_however_many_events_are_asked_at_once(
    panel: EventsPanel, study: Study, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr("nerinspect.ui.lists.event_table._AT_ONCE", at_once)
    study.decisions.fill(dict.fromkeys([0, 2, 3, 4], Decision("ambiguous")))
    assert walked(panel, 1, 3) == [1, 5, 1]
    assert walked(panel, -1, 3) == [5, 1, 5]


def test_the_way_back_begins_at_the_end(panel: EventsPanel) -> None:
    assert walked(panel, -1, 2) == [5, 4]


def test_the_way_leads_only_to_listed_events_in_their_order(panel: EventsPanel) -> None:
    panel.view.header.setSortIndicator(COLUMN_KEYS.index("segment"), DESCENDING)
    panel.set_mask(np.array([True, False, True, True]))
    panel.select_event(0)
    assert walked(panel, 1, 3) == [3, 2, 0]


def test_the_way_begins_behind_a_decided_event(panel: EventsPanel, study: Study) -> None:
    panel.select_event(3)
    decide(panel, study, 3, "ambiguous")
    assert walked(panel, 1, 1) == [4]
    panel.select_event(3)
    assert walked(panel, -1, 1) == [2]


def test_the_way_leads_into_groups(panel: EventsPanel) -> None:
    panel.set_grouped(True)
    panel.view.setCurrentIndex(panel.view.model().index(0, 0))
    assert walked(panel, 1, 3) == panel.order().tolist()[:3]


def test_there_is_no_way_where_everything_is_decided(panel: EventsPanel, study: Study) -> None:
    panel.select_event(1)
    study.decisions.fill(dict.fromkeys(range(6), Decision("ambiguous")))
    assert not panel.next_undecided(1)
    assert panel.current_event() == 1


def test_there_is_no_way_in_an_empty_table(qtbot: QtBot) -> None:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    assert not panel.next_undecided(1)
    panel.repaint_events([0])
