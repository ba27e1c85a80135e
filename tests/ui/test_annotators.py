"""Annotators in the window: any two of them held against each other, none of them right."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.sessions import current_session
from nerinspect.ui.desk.views import AGREEMENT, COMPARE, DIAGNOSIS, EVENTS_VIEW, OVERVIEW
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.window.window import MainWindow
from tests.ui.table_pages import choose_in

PressButton = Callable[[QWidget, str], None]

LABELS = {
    "anna": ("B-LOC", "O", "B-PER", "I-PER", "O", "B-ORG"),
    "ben": ("B-LOC", "O", "B-PER", "O", "B-LOC", "B-LOC"),
    "cleo": ("O", "O", "B-PER", "I-PER", "O", "B-ORG"),
}
TOKENS = ("Ostend", "met", "Ada", "Lee", "in", "Oslo")


@pytest.fixture
def request_of_three(tmp_path: Path) -> LoadRequest:
    """Write what three people made of one sentence."""
    for name, labels in LABELS.items():
        lines = (f"{token} {label}\n" for token, label in zip(TOKENS, labels, strict=True))
        (tmp_path / f"{name}.conll").write_text("".join(lines))
    anna, *others = (str(tmp_path / f"{name}.conll") for name in LABELS)
    return LoadRequest(anna, tuple(others), annotators=True)


@pytest.fixture
def opened(empty_window: MainWindow, request_of_three: LoadRequest, qtbot: QtBot) -> MainWindow:
    """Show the first two."""
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_of_three)
    return empty_window


def study_of(window: MainWindow) -> Study:
    assert window.document.study is not None
    return window.document.study


def box(window: MainWindow, side: str) -> QComboBox:
    return next(one for one in window.toolbar.findChildren(QComboBox) if one.accessibleName() == f"Annotator {side}")


def choose(window: MainWindow, side: str, name: str) -> None:
    chosen = box(window, side)
    chosen.setCurrentIndex(chosen.findText(name))
    chosen.activated.emit(chosen.currentIndex())


def put_first(window: MainWindow, name: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opener.predictions.changed):
        choose(window, "A", name)


def pair(window: MainWindow) -> tuple[str, str]:
    return study_of(window).annotator, study_of(window).predictions[window.document.prediction].system


def kinds(window: MainWindow) -> list[int]:
    document, study = window.document, study_of(window)
    counts: list[int] = np.bincount(study.events_of(document.prediction).kind, minlength=6).tolist()
    return counts


def test_annotators_open_with_what_they_disagree_on_and_any_can_be_b(opened: MainWindow) -> None:
    assert opened.document.query == "-kind:tp"
    assert opened.document.n_kept == 3
    assert pair(opened) == ("anna", "ben")
    assert opened.toolbar.annotators.isVisible()
    assert not opened.toolbar.systems.isVisible()
    assert [box(opened, side).currentText() for side in "AB"] == ["anna", "ben"]
    assert [opened.menus.action(f"kind_{kind}").text() for kind in ("tp", "fn")] == [
        "Toggle “agreed”",
        "Toggle “only A”",
    ]
    assert opened.menus.action("only_errors").text() == "&Only disagreements"
    opened.workspace.table.select_next()
    judges = re.compile(r"\b(reference|prediction|predicted|missed|spurious|correct|wrong)\b", re.IGNORECASE)
    workspace = opened.workspace
    columns = workspace.events.view.model()
    labels = [label for part in (workspace, opened.status_line) for label in part.findChildren(QLabel)]
    shown = [label.text() for label in labels if label.isVisibleTo(opened)]
    heads = (columns.headerData(place, Qt.Orientation.Horizontal) for place in range(columns.columnCount()))
    shown += [str(head) for head in heads]
    assert [text for text in shown if judges.search(text)] == []
    choose(opened, "B", "cleo")
    assert pair(opened) == ("anna", "cleo")
    assert kinds(opened) == [2, 0, 1, 0, 0, 0]


def test_any_annotator_can_be_a(opened: MainWindow, qtbot: QtBot, request_of_three: LoadRequest) -> None:
    put_first(opened, "cleo", qtbot)
    assert pair(opened) == ("cleo", "ben")
    assert [box(opened, side).currentText() for side in "AB"] == ["cleo", "ben"]
    anna, (ben, cleo) = request_of_three.reference, request_of_three.predictions
    loaded = load_sides(LoadRequest(cleo, (ben, anna), annotators=True))
    assert study_of(opened).events.kind.tolist() == loaded.events.kind.tolist()
    assert study_of(opened).events.start.tolist() == loaded.events.start.tolist()


@pytest.mark.parametrize("how", ["X", "A is B", "B is A"])
def test_exchanging_a_and_b_exchanges_only_what_is_of_one(opened: MainWindow, qtbot: QtBot, how: str) -> None:
    tp, fp, fn, *others = kinds(opened)
    with qtbot.waitSignal(opened.opener.predictions.changed):
        if how == "X":
            opened.menus.action("swap").trigger()
        else:
            choose(opened, how[0], {"A": "ben", "B": "anna"}[how[0]])
    assert pair(opened) == ("ben", "anna")
    assert kinds(opened) == [tp, fn, fp, *others]


def test_filter_and_place_stay_when_another_annotator_is_a(opened: MainWindow, qtbot: QtBot) -> None:
    opened.document.select_query("-kind:tp type:LOC")
    opened.workspace.table.select_next()
    before = study_of(opened).events.start[opened.document.chosen_event]
    put_first(opened, "cleo", qtbot)
    assert opened.document.query == "-kind:tp type:LOC"
    assert study_of(opened).events.start[opened.document.chosen_event] == before


def test_a_filter_on_the_one_who_is_a_now_is_left_out_with_a_word(opened: MainWindow, qtbot: QtBot) -> None:
    opened.document.select_query("kind:fn wrong:cleo")
    put_first(opened, "cleo", qtbot)
    assert opened.document.query == "kind:fn"
    assert "wrong:cleo" in opened.message.text


def test_the_session_remembers_who_is_a(opened: MainWindow, qtbot: QtBot) -> None:
    put_first(opened, "cleo", qtbot)
    session = current_session(opened.document)
    assert session is not None
    assert session.request.annotators
    with qtbot.waitSignal(opened.session_opened):
        opened.open_session(session)
    assert pair(opened) == ("cleo", "ben")


def test_further_annotators_come_to_those_that_are_open(
    opened: MainWindow, qtbot: QtBot, tmp_path: Path, press_button: PressButton
) -> None:
    (tmp_path / "dora.conll").write_text("".join(f"{token} O\n" for token in TOKENS))
    opened.opener.take_dropped([str(tmp_path / "dora.conll")])
    assert "annotators" in opened.message.text
    with qtbot.waitSignal(opened.session_opened):
        press_button(opened.message, opened.message.actions_offered[0])
    assert study_of(opened).systems == ("ben", "cleo", "dora")
    assert study_of(opened).is_of_annotators


def test_a_number_of_two_others_makes_one_of_them_a_and_opens_its_events(opened: MainWindow, qtbot: QtBot) -> None:
    opened.show_view(AGREEMENT)
    panel = opened.workspace.page("Agreement")
    qtbot.waitUntil(lambda: panel.is_complete)
    with qtbot.waitSignal(opened.opener.predictions.changed):
        panel.desk.pair_requested.emit(2, 0, "kind:fn")
    assert pair(opened) == ("cleo", "ben")
    assert (opened.document.query, opened.workspace.view_name) == ("kind:fn", EVENTS_VIEW)


def test_a_number_of_agreement_opens_as_many_rows_whatever_is_filtered(opened: MainWindow, qtbot: QtBot) -> None:
    opened.show_view(AGREEMENT)
    panel = opened.workspace.page("Agreement")
    qtbot.waitUntil(lambda: panel.is_complete)
    choose_in(panel, "Pair", "anna and ben")
    table = next(one for one in panel.findChildren(NumberTable) if one.numbers.title == "Agreement by type")
    model = table.numbers
    for row_name in ("ALL", "LOC"):
        row = next(row for row in range(model.rowCount()) if model.place(row).row.name == row_name)
        numbers = {column.title: model.cell(model.index(row, n)) for n, column in enumerate(model.columns) if n}
        for title in ("A", "B", "Both", "Only A", "Only B", "Other types"):
            opened.document.select_query("kind:lbe")
            table.door_opened.emit(numbers[title].query, model.place(row).row.prediction, -1)
            assert opened.document.n_kept == int(numbers[title].text), title


def test_views_that_judge_by_a_reference_say_that_there_is_none(opened: MainWindow, qtbot: QtBot) -> None:
    views = opened.toolbar.views
    assert [name for name in (OVERVIEW, DIAGNOSIS, COMPARE, AGREEMENT) if views.offers(name)] == [AGREEMENT]
    assert not opened.menus.action("overview").isEnabled()
    tooltips = {button.text(): button.toolTip() for button in views.findChildren(QToolButton)}
    assert "gives their F1 by type" in tooltips[OVERVIEW]
    assert "closer to a reference" in tooltips[COMPARE]
    assert opened.document.request is not None
    with qtbot.waitSignal(opened.session_opened):
        opened.open_files(replace(opened.document.request, annotators=False))
    assert views.offers(OVERVIEW)
    assert opened.menus.action("overview").isEnabled()


def test_a_judging_view_that_was_left_open_does_not_come_back(opened: MainWindow, qtbot: QtBot) -> None:
    opened.opener.view_left = OVERVIEW
    assert opened.document.request is not None
    with qtbot.waitSignal(opened.session_opened):
        opened.open_files(opened.document.request)
    assert opened.workspace.view_name == EVENTS_VIEW
