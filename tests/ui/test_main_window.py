import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHeaderView,
    QLineEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.io.load import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import QUERY_ROLE
from nerinspect.ui.resources import resource_path
from nerinspect.ui.toolbar import EVENTS_VIEW, OVERVIEW
from nerinspect.ui.widgets.door_label import DoorLabel

PressButton = Callable[[QWidget, str], None]


def type_query(window: MainWindow, query: str) -> None:
    search = window.toolbar.search
    search.setFocus()
    search.clear()
    QTest.keyClicks(search, query)
    QTest.keyClick(search, Qt.Key.Key_Return)


def rows(window: MainWindow) -> list[int]:
    return sorted(window.workspace.events.order().tolist())


def events_where(study: Study, mask: BoolArray) -> list[int]:
    """List the events of the first prediction that a mask keeps."""
    return np.flatnonzero(mask & (study.events.prediction == 0)).tolist()


def of_kind(study: Study, kind: str) -> list[int]:
    return events_where(study, study.events.kind == KINDS.index(kind))


def press_key(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.workspace.events.view, key)


def number(text: str) -> int:
    return int(text.replace(",", ""))


def door_tables(window: MainWindow) -> list[NumberTable]:
    window.show_view(OVERVIEW)
    return window.workspace.overview.findChildren(NumberTable)


def test_enter_makes_chips_of_what_was_typed(window: MainWindow) -> None:
    type_query(window, "-kind:tp type:ORG")
    assert window.workspace.chips.texts == ["kind: not correct", "type: ORG"]


def test_enter_empties_the_field(window: MainWindow) -> None:
    type_query(window, "kind:be")
    assert window.toolbar.search.text() == ""


def test_a_second_query_is_added_to_the_first(window: MainWindow, sample_study: Study) -> None:
    type_query(window, "kind:be,fn")
    type_query(window, "kind:fn")
    assert rows(window) == of_kind(sample_study, "fn")


def test_backspace_in_the_empty_field_takes_the_last_chip(window: MainWindow) -> None:
    type_query(window, "kind:be type:ORG")
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Backspace)
    assert window.workspace.chips.texts == ["kind: boundary error"]


def test_backspace_in_a_text_takes_a_letter(window: MainWindow) -> None:
    type_query(window, "kind:be")
    QTest.keyClicks(window.toolbar.search, "ab")
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Backspace)
    assert (window.toolbar.search.text(), len(window.workspace.chips.texts)) == ("a", 1)


@pytest.mark.parametrize("mistake", ["knd:be", "kind:bee", "type:ORGX", "(", "kind:", "/[/"])
def test_a_mistake_keeps_the_last_valid_filter(window: MainWindow, sample_study: Study, mistake: str) -> None:
    type_query(window, "kind:fn")
    type_query(window, mistake)
    assert rows(window) == of_kind(sample_study, "fn")
    assert "The last valid filter still stands." in window.message.text


def test_a_mistake_stays_in_the_field(window: MainWindow) -> None:
    type_query(window, "kind:bee")
    assert window.toolbar.search.text() == "kind:bee"


def test_a_mistake_is_named_as_it_was_written(window: MainWindow) -> None:
    type_query(window, "type:ORGX")
    assert window.message.text.startswith("No type is called “ORGX”; the nearest is ORG")


@pytest.mark.parametrize(
    ("mistake", "offer", "query"),
    [("knd:be", "Use kind", "kind:be"), ("kind:fnn", "Use fn", "kind:fn"), ("type:ORGX", "Use ORG", "type:ORG")],
)
def test_the_nearest_name_is_a_button_that_works(
    window: MainWindow, press_button: PressButton, mistake: str, offer: str, query: str
) -> None:
    type_query(window, mistake)
    press_button(window.message, offer)
    assert window.document.query == query
    assert window.message.text == ""


def test_typing_on_takes_the_complaint_away(window: MainWindow) -> None:
    type_query(window, "kind:bee")
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Backspace)
    assert window.message.text == ""


def test_escape_goes_from_the_search_to_the_events(window: MainWindow) -> None:
    window.toolbar.search.setFocus()
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Escape)
    assert window.workspace.events.view.hasFocus()


def test_ctrl_f_goes_to_the_search(window: MainWindow) -> None:
    QTest.keyClick(window.workspace.events.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.toolbar.search.hasFocus()


@pytest.mark.parametrize(("place", "kind"), list(enumerate(KINDS)))
def test_a_digit_picks_a_kind(window: MainWindow, sample_study: Study, place: int, kind: str) -> None:
    press_key(window, Qt.Key(Qt.Key.Key_1 + place))
    assert rows(window) == of_kind(sample_study, kind)


def test_a_digit_frees_its_kind_again(window: MainWindow) -> None:
    press_key(window, Qt.Key.Key_3)
    press_key(window, Qt.Key.Key_3)
    assert window.document.query == ""


def test_two_digits_pick_two_kinds(window: MainWindow, sample_study: Study) -> None:
    press_key(window, Qt.Key.Key_3)
    press_key(window, Qt.Key.Key_5)
    assert rows(window) == sorted(of_kind(sample_study, "fn") + of_kind(sample_study, "be"))


def test_digits_and_letters_only_write_while_typing(window: MainWindow) -> None:
    before = window.document.chosen_event
    window.toolbar.search.setFocus()
    QTest.keyClicks(window.toolbar.search, "3jK")
    assert window.toolbar.search.text() == "3jK"
    assert (window.document.query, window.document.chosen_event) == ("", before)


@pytest.mark.parametrize("key", [Qt.Key.Key_J, Qt.Key.Key_Down])
def test_next_goes_one_event_on(window: MainWindow, key: Qt.Key) -> None:
    press_key(window, key)
    press_key(window, key)
    assert window.document.chosen_event == window.workspace.events.order()[2]


@pytest.mark.parametrize("key", [Qt.Key.Key_K, Qt.Key.Key_Up])
def test_previous_goes_one_event_back(window: MainWindow, key: Qt.Key) -> None:
    window.workspace.events.select_event(5)
    press_key(window, key)
    assert window.document.chosen_event == 4


def test_the_buttons_of_the_context_step_too(window: MainWindow, press_button: PressButton) -> None:
    press_button(window.workspace.context, "Next")
    press_button(window.workspace.context, "Next")
    press_button(window.workspace.context, "Previous")
    assert window.document.chosen_event == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_click_on_a_count_selects_exactly_its_events(
    window: MainWindow, sample_study: Study, qtbot: QtBot, kind: str
) -> None:
    window.show_view(OVERVIEW)
    table = door_tables(window)[1]
    qtbot.waitUntil(table.isVisible)
    place = table.visualRect(table.model().index(0, 1 + KINDS.index(kind))).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    tally = window.document.tally()
    assert tally is not None
    assert rows(window) == of_kind(sample_study, kind)
    assert len(rows(window)) == tally.n_events(kind)


def test_a_click_on_a_score_shows_the_events(window: MainWindow, qtbot: QtBot) -> None:
    table = door_tables(window)[0]
    qtbot.waitUntil(table.isVisible)
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.model().index(1, 5)).center()
    )
    assert window.workspace.view_name == EVENTS_VIEW
    assert window.workspace.events.view.hasFocus()


def test_every_count_of_events_is_the_number_of_rows_behind_it(window: MainWindow) -> None:
    model = door_tables(window)[1].model()
    told, opened = [], []
    for column in range(1, 1 + len(KINDS)):
        index = model.index(0, column)
        window.document.select_query(index.data(QUERY_ROLE))
        told.append(number(index.data()))
        opened.append(len(rows(window)))
    assert opened == told
    assert len(told) == len(KINDS)


def test_every_count_of_demerits_is_that_of_the_rows_behind_it(window: MainWindow, sample_study: Study) -> None:
    model = door_tables(window)[1].model()
    told, opened = [], []
    for column in range(2, 1 + len(KINDS)):
        index = model.index(3, column)
        window.document.select_query(index.data(QUERY_ROLE))
        told.append(number(index.data()))
        opened.append(int(sample_study.events.demerits[rows(window)].sum()))
    assert opened == told


@pytest.mark.parametrize(("column", "side"), [(5, "reference"), (6, "predicted"), (7, "correct")])
def test_every_count_of_mentions_is_that_of_the_rows_behind_it(
    window: MainWindow, sample_study: Study, column: int, side: str
) -> None:
    model, events = door_tables(window)[0].model(), sample_study.events
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


@pytest.mark.parametrize("side", ["reference", "predicted"])
def test_every_number_of_the_sums_opens_the_events_that_hold_its_mentions(
    window: MainWindow, sample_study: Study, side: str
) -> None:
    window.show_view(OVERVIEW)
    sums, events = window.document.sums(), sample_study.events
    assert sums is not None
    first, last = (events.ref_from, events.ref_to) if side == "reference" else (events.pred_from, events.pred_to)
    line = next(
        label for label in window.workspace.overview.findChildren(DoorLabel) if label.accessibleName().startswith(side)
    )
    opened = []
    for place, piece in enumerate(line.pieces):
        if piece.query.startswith("kind:"):
            line.linkActivated.emit(str(place))
            opened.append(f"{int((last - first)[rows(window)].sum()):,} {piece.text.split()[1]}")
    assert line.accessibleName().endswith(" = " + " + ".join(opened))
    assert len(opened) == 5


def test_kinds_are_counted_under_the_other_filters(window: MainWindow, sample_study: Study) -> None:
    type_query(window, "type:ORG")
    with_org = rows(window)
    press_key(window, Qt.Key.Key_3)
    kinds = sample_study.events.kind[with_org]
    assert window.document.counted.kinds.tolist() == [int((kinds == place).sum()) for place in range(len(KINDS))]


def test_another_system_shows_its_own_events(window: MainWindow, sample_study: Study) -> None:
    systems = window.toolbar.findChild(QComboBox)
    assert isinstance(systems, QComboBox)
    systems.setFocus()
    QTest.keyClick(systems, Qt.Key.Key_Down)
    assert rows(window) == np.flatnonzero(sample_study.events.prediction == 1).tolist()


def test_another_system_keeps_the_filter(window: MainWindow, sample_study: Study) -> None:
    type_query(window, "kind:fn")
    systems = window.toolbar.findChild(QComboBox)
    assert isinstance(systems, QComboBox)
    systems.setFocus()
    QTest.keyClick(systems, Qt.Key.Key_Down)
    events = sample_study.events
    assert rows(window) == np.flatnonzero((events.prediction == 1) & (events.kind == KINDS.index("fn"))).tolist()


def test_all_systems_are_offered(window: MainWindow) -> None:
    systems = window.toolbar.findChild(QComboBox)
    assert isinstance(systems, QComboBox)
    assert [systems.itemText(place) for place in range(systems.count())] == ["rich", "plain"]


def test_the_query_can_be_copied(window: MainWindow) -> None:
    type_query(window, "-kind:tp type:ORG")
    QTest.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == "-kind:tp type:ORG"


@pytest.fixture
def invalid(tmp_path: Path) -> LoadRequest:
    """Ask for a prediction with an invalid transition."""
    (tmp_path / "ref.conll").write_text("Ostend\tB-LOC\nsaid\tO\n")
    (tmp_path / "bad.conll").write_text("Ostend\tI-LOC\nsaid\tO\n")
    (tmp_path / "good.conll").write_text("Ostend\tB-ORG\nsaid\tO\n")
    predictions = (f"bad={tmp_path / 'bad.conll'}", f"good={tmp_path / 'good.conll'}")
    return LoadRequest(str(tmp_path / "ref.conll"), predictions, encoding="BIO")


def open_with_complaint(window: MainWindow, request: LoadRequest, qtbot: QtBot) -> None:
    window.open_files(request)
    qtbot.waitUntil(lambda: not window.opener.loader.is_loading and window.message.text != "")


def test_invalid_transitions_offer_what_can_be_done(
    empty_window: MainWindow, invalid: LoadRequest, qtbot: QtBot
) -> None:
    open_with_complaint(empty_window, invalid, qtbot)
    assert empty_window.message.actions_offered == ["Repair: conlleval", "Repair: discard", "Leave the file out"]


@pytest.mark.parametrize(("method", "kind"), [("conlleval", "tp"), ("discard", "fn")])
def test_an_offered_repair_is_made(
    empty_window: MainWindow, invalid: LoadRequest, press_button: PressButton, qtbot: QtBot, method: str, kind: str
) -> None:
    open_with_complaint(empty_window, invalid, qtbot)
    with qtbot.waitSignal(empty_window.document.study_changed):
        press_button(empty_window.message, f"Repair: {method}")
    assert empty_window.document.study is not None
    assert KINDS[empty_window.document.study.events.kind[0]] == kind


def test_a_file_can_be_left_out(
    empty_window: MainWindow, invalid: LoadRequest, press_button: PressButton, qtbot: QtBot
) -> None:
    open_with_complaint(empty_window, invalid, qtbot)
    with qtbot.waitSignal(empty_window.document.study_changed):
        press_button(empty_window.message, "Leave the file out")
    assert empty_window.document.study is not None
    assert empty_window.document.study.systems == ("good",)


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "the file holds no tokens"), (b"a\0b O\n", "not a text file"), (b"a B-\xff\n", "is not valid UTF-8")],
)
def test_a_bad_file_is_told_and_leaves_what_is_open(
    window: MainWindow, sample_study: Study, tmp_path: Path, qtbot: QtBot, content: bytes, said: str
) -> None:
    (tmp_path / "x.conll").write_bytes(content)
    open_with_complaint(window, LoadRequest(str(tmp_path / "x.conll")), qtbot)
    assert said in window.message.text
    assert "\n" not in window.message.text
    assert window.document.study is sample_study


def test_a_missing_file_is_told_and_leaves_what_is_open(
    window: MainWindow, sample_study: Study, tmp_path: Path, qtbot: QtBot
) -> None:
    open_with_complaint(window, LoadRequest(str(tmp_path / "missing.conll")), qtbot)
    assert window.message.text.startswith(str(tmp_path / "missing.conll"))
    assert window.document.study is sample_study


@pytest.fixture
def copies(tmp_path: Path) -> LoadRequest:
    """Ask for copies of the sample that may be changed."""
    paths = [shutil.copy(resource_path("sample", f"{name}.conll"), tmp_path) for name in ("test", "rich")]
    return LoadRequest(str(paths[0]), (str(paths[1]),), encoding="BIO", repair="conlleval")


def test_a_file_that_changes_while_open_can_be_read_again(
    empty_window: MainWindow, copies: LoadRequest, press_button: PressButton, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.open_files(copies)
    shutil.copy(copies.reference, copies.predictions[0])  # now it is perfect
    qtbot.waitUntil(lambda: empty_window.message.actions_offered == ["Reload"])
    with qtbot.waitSignal(empty_window.document.study_changed):
        press_button(empty_window.message, "Reload")
    assert empty_window.document.counted.kinds[1:].tolist() == [0] * 5


def test_reading_again_keeps_the_filter(empty_window: MainWindow, copies: LoadRequest, qtbot: QtBot) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.open_files(copies, "kind:fn type:ORG")
    with qtbot.waitSignal(empty_window.document.study_changed):
        QTest.keyClick(empty_window, Qt.Key.Key_F5)
    assert empty_window.document.query == "kind:fn type:ORG"


def test_dropped_files_are_asked_about(empty_window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(dialog: OpenDialog) -> QDialog.DialogCode:
        asked.append(dialog.request())
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(OpenDialog, "exec", answer)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/data/ref.conll"), QUrl.fromLocalFile("/data/pred.conll")])
    empty_window.dropEvent(
        QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    assert [(request.reference, request.predictions) for request in asked] == [
        ("/data/ref.conll", ("/data/pred.conll",))
    ]


def test_accepted_files_are_opened(
    empty_window: MainWindow, copies: LoadRequest, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(OpenDialog, "exec", lambda dialog: QDialog.DialogCode.Accepted)
    monkeypatch.setattr(OpenDialog, "request", lambda dialog: copies)
    with qtbot.waitSignal(empty_window.document.study_changed):
        QTest.keyClick(empty_window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert empty_window.document.request == copies


def test_the_sample_opens_from_the_start_page(
    empty_window: MainWindow, press_button: PressButton, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        press_button(empty_window.start_page, "Open the sample")
    assert empty_window.workspace.isVisible()


def test_a_start_query_is_in_force(empty_window: MainWindow, copies: LoadRequest, qtbot: QtBot) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.open_files(copies, "kind:fn")
    qtbot.waitUntil(lambda: empty_window.document.query == "kind:fn")


def endless_load(began: threading.Event, ended: threading.Event) -> Callable[[LoadRequest, Checkpoint], Study]:
    def load(request: LoadRequest, checkpoint: Checkpoint) -> Study:
        try:
            while True:
                began.set()
                checkpoint(1, 2)
        finally:
            ended.set()

    return load


def test_closing_while_loading_leaves_no_work_behind(
    empty_window: MainWindow, copies: LoadRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("nerinspect.ui.loading.load_study", endless_load(began, ended))
    empty_window.open_files(copies)
    assert began.wait(10)
    assert empty_window.close()
    assert ended.is_set()


def test_cancel_leaves_what_is_open(
    window: MainWindow,
    sample_study: Study,
    copies: LoadRequest,
    press_button: PressButton,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("nerinspect.ui.loading.load_study", endless_load(began, ended))
    window.open_files(copies)
    press_button(window.progress, "Cancel")
    assert not window.progress.isVisible()
    assert window.document.study is sample_study
    qtbot.waitUntil(ended.is_set)


def test_every_interactive_part_has_a_name(window: MainWindow) -> None:
    interactive = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView, QTextEdit)
    nameless, named = [], 0
    for widget in window.findChildren(QWidget):
        # Parts of Qt's own: heads and corners of tables, the cross in a field, the list of a box, arrows of the menu.
        is_inner = isinstance(widget, QHeaderView) or isinstance(widget.parent(), QLineEdit | QAbstractItemView)
        is_inner = is_inner or widget.window() is not window or widget.parent() is window.menuBar()
        if not isinstance(widget, interactive) or is_inner:
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if interface.text(QAccessible.Text.Name).strip():
            named += 1
        else:
            nameless.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    assert nameless == []
    assert named > 10
