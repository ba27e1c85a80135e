import json
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.analysis.retention import with_training
from nerinspect.analysis.study import AnnotatedText, Study
from nerinspect.cli.main import run
from nerinspect.io.events_form import EventsForm, ExportChoice
from nerinspect.io.export import export_events
from nerinspect.io.load import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.results.events_table import EVENT_COLUMNS
from nerinspect.ui.dialogs.event_list import EventList
from nerinspect.ui.dialogs.export_dialog import ExportDialog

PressButton = Callable[[QWidget, str], None]
MakeDialog = Callable[..., ExportDialog]

ON_SCREEN = ("kind", "left", "text", "right")
REQUEST = LoadRequest("ref.conll", ("flair=pred.conll",))


@pytest.fixture
def make_dialog(sample_study: Study, qtbot: QtBot) -> Iterator[MakeDialog]:
    """Show the dialog for the first 40 events of the sample, some of them selected."""
    made: list[ExportDialog] = []

    def make(choice: ExportChoice = ExportChoice(), n_selected: int = 0, sorting: str = "") -> ExportDialog:  # noqa: B008
        order = np.arange(40, dtype=np.int32)
        events = EventList(sample_study, REQUEST, order, "type:ORG", sorting, order[5 : 5 + n_selected], ON_SCREEN)
        dialog = ExportDialog(events, choice)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.show()
            dialog.activateWindow()
        made.append(dialog)
        return dialog

    yield make
    for dialog in made:
        dialog.shutdown()


@pytest.fixture
def dialog(make_dialog: MakeDialog) -> ExportDialog:
    return make_dialog()


def preview(dialog: ExportDialog) -> str:
    text = dialog.findChild(QPlainTextEdit)
    assert isinstance(text, QPlainTextEdit)
    return text.toPlainText()


def box(dialog: ExportDialog) -> QComboBox:
    found = dialog.findChild(QComboBox)
    assert isinstance(found, QComboBox)
    return found


def safe(dialog: ExportDialog) -> QCheckBox:
    found = dialog.findChild(QCheckBox)
    assert isinstance(found, QCheckBox)
    return found


def columns(dialog: ExportDialog) -> QListWidget:
    found = dialog.findChild(QListWidget)
    assert isinstance(found, QListWidget)
    return found


def choose_form(dialog: ExportDialog, name: str) -> None:
    box(dialog).setCurrentIndex(box(dialog).findText(name))


def choose_selected(dialog: ExportDialog) -> None:
    next(button for button in dialog.findChildren(QRadioButton) if "selected" in button.text()).click()


def field(dialog: ExportDialog, name: str) -> str:
    return next(edit.text() for edit in dialog.findChildren(QLineEdit) if edit.accessibleName() == name)


def export_button(dialog: ExportDialog) -> QPushButton:
    return next(button for button in dialog.findChildren(QPushButton) if "Export" in button.text())


def says(dialog: ExportDialog, text: str) -> bool:
    return any(text in label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def chosen_columns(dialog: ExportDialog) -> tuple[str, ...]:
    form = dialog.form()
    return () if form is None else form.columns


def test_it_says_how_many_events_are_exported(dialog: ExportDialog) -> None:
    assert says(dialog, "40 events as on screen: same rows, same order")
    assert export_button(dialog).text() == "&Export 40 events…"


def test_at_first_everything_is_exported_as_csv(dialog: ExportDialog) -> None:
    assert dialog.form() == EventsForm()
    assert dialog.order.tolist() == list(range(40))


# Rows


@pytest.mark.parametrize(("n_selected", "are_offered"), [(0, False), (1, False), (2, True)])
def test_selected_events_are_offered_if_there_are_several(
    make_dialog: MakeDialog, n_selected: int, are_offered: bool
) -> None:
    dialog = make_dialog(n_selected=n_selected)
    assert [button.isVisible() for button in dialog.findChildren(QRadioButton)] == [are_offered] * 2


def test_only_the_selected_events_are_exported(make_dialog: MakeDialog) -> None:
    dialog = make_dialog(n_selected=3)
    choose_selected(dialog)
    assert dialog.order.tolist() == [5, 6, 7]
    assert says(dialog, "3 events as on screen: selected rows, same order")
    assert export_button(dialog).text() == "&Export 3 events…"
    assert says(dialog, "The command line lists all 40 events of the filter, not the 3 selected.")


def test_sorted_rows_are_told_not_to_come_from_the_command_line(make_dialog: MakeDialog) -> None:
    assert says(
        make_dialog(sorting="by Kind, ascending"), "by system, run, sentence and start, not sorted by Kind, ascending."
    )


# Columns


def test_a_click_on_the_box_leaves_a_column_out(dialog: ExportDialog) -> None:
    rect = columns(dialog).visualItemRect(columns(dialog).item(1))
    QTest.mouseClick(
        columns(dialog).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.left() + 10, rect.center().y())
    )
    assert chosen_columns(dialog) == tuple(name for name in EVENT_COLUMNS if name != "system")


def test_space_ticks_and_alt_down_moves_a_column(dialog: ExportDialog) -> None:
    listed = columns(dialog)
    listed.setFocus()
    QTest.keyClick(listed, Qt.Key.Key_Space)
    assert chosen_columns(dialog) == EVENT_COLUMNS[1:]
    QTest.keyClick(listed, Qt.Key.Key_Space)
    QTest.keyClick(listed, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert chosen_columns(dialog)[:3] == ("system", "event", "run")
    QTest.keyClick(listed, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert chosen_columns(dialog) == EVENT_COLUMNS


def test_the_first_column_does_not_move_further_up(dialog: ExportDialog) -> None:
    QTest.keyClick(columns(dialog), Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert chosen_columns(dialog) == EVENT_COLUMNS


def test_columns_on_screen_stand_in_their_order(dialog: ExportDialog, press_button: PressButton) -> None:
    press_button(dialog, "As on sc&reen")
    assert chosen_columns(dialog) == ON_SCREEN
    press_button(dialog, "A&ll")
    assert chosen_columns(dialog) == EVENT_COLUMNS


def test_without_a_column_there_is_nothing_to_export(dialog: ExportDialog, press_button: PressButton) -> None:
    press_button(dialog, "&None")
    assert not export_button(dialog).isEnabled()
    assert says(dialog, "Choose at least one column.")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_forms_for_people_begin_with_the_columns_on_screen(dialog: ExportDialog) -> None:
    choose_form(dialog, "Markdown")
    assert chosen_columns(dialog) == ON_SCREEN
    choose_form(dialog, "JSON Lines")
    assert chosen_columns(dialog) == EVENT_COLUMNS


def test_every_column_is_explained(dialog: ExportDialog) -> None:
    assert all(columns(dialog).item(row).toolTip() for row in range(columns(dialog).count()))


# Columns of the files


@pytest.fixture
def rich(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EventList:
    """Show events of files that say more of each token."""
    monkeypatch.chdir(tmp_path)
    Path("ref.conll").write_text("Anna NNP B-PER\nLee NNP I-PER\nsings VBZ O\nRome NN B-LOC\n")
    Path("pred.conll").write_text("Anna 0.9 B-PER\nLee =0.8 O\nsings 0.7 O\nRome 0.2 B-LOC\n")
    study = load_study(REQUEST, with_others=True)
    order = np.arange(2, dtype=np.int32)
    return EventList(study, REQUEST, order, "", "", order[:0], (*ON_SCREEN, "reference:column 1"))


@pytest.fixture
def rich_dialog(rich: EventList, qtbot: QtBot) -> Iterator[ExportDialog]:
    dialog = ExportDialog(rich, ExportChoice(data_columns=("kind", "reference:XPOS")))
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.shutdown()


def tick(dialog: ExportDialog, name: str) -> None:
    columns(dialog).findItems(name, Qt.MatchFlag.MatchExactly)[0].setCheckState(Qt.CheckState.Checked)


def test_columns_of_the_files_are_offered_unticked(rich: EventList, qtbot: QtBot) -> None:
    dialog = ExportDialog(rich, ExportChoice())
    qtbot.addWidget(dialog)
    assert chosen_columns(dialog) == EVENT_COLUMNS
    listed = [columns(dialog).item(row).text() for row in range(columns(dialog).count())]
    assert listed == [*EVENT_COLUMNS, "reference:column 1", "predicted:column 1"]
    dialog.shutdown()


def test_with_training_data_the_subsets_are_exported_too(rich: EventList, qtbot: QtBot) -> None:
    known = AnnotatedText(rich.study.text, rich.study.reference)
    study = with_training(rich.study, known, with_retention=False)
    dialog = ExportDialog(replace(rich, study=study, request=replace(REQUEST, training="ref.conll")), ExportChoice())
    qtbot.addWidget(dialog)
    assert chosen_columns(dialog) == (*EVENT_COLUMNS, "tough")
    assert "--columns" not in field(dialog, "Command line")
    qtbot.waitUntil(lambda: "all seen" in preview(dialog))
    columns(dialog).findItems("tough", Qt.MatchFlag.MatchExactly)[0].setCheckState(Qt.CheckState.Unchecked)
    assert f"--columns {','.join(EVENT_COLUMNS)}" in field(dialog, "Command line")
    dialog.shutdown()


def test_those_on_screen_are_for_people_too(rich_dialog: ExportDialog) -> None:
    choose_form(rich_dialog, "Markdown")
    assert chosen_columns(rich_dialog) == (*ON_SCREEN, "reference:column 1")


def test_the_preview_shows_what_the_files_say(rich_dialog: ExportDialog, qtbot: QtBot) -> None:
    tick(rich_dialog, "predicted:column 1")
    qtbot.waitUntil(lambda: "be,0.9 =0.8" in preview(rich_dialog))


def test_a_column_of_other_files_is_offered_again_where_it_is_there(rich_dialog: ExportDialog) -> None:
    assert chosen_columns(rich_dialog) == ("kind",)
    tick(rich_dialog, "predicted:column 1")
    assert rich_dialog.choice().data_columns == ("kind", "predicted:column 1", "reference:XPOS")


@pytest.mark.parametrize("name", ["CSV", "JSON Lines", "Markdown", "LaTeX", "HTML with highlights"])
def test_the_shown_command_writes_the_same_bytes(rich: EventList, rich_dialog: ExportDialog, name: str) -> None:
    choose_form(rich_dialog, name)
    for column in ("predicted:column 1", "text"):
        tick(rich_dialog, column)
    command, form = shlex.split(field(rich_dialog, "Command line")), rich_dialog.form()
    assert form is not None
    path = Path(command[-1])
    export_events(rich.study, REQUEST, rich_dialog.order, "", "", str(path), form=form)
    written = path.read_bytes()
    path.unlink()
    assert run(command[1:]) == 0
    assert path.read_bytes() == written


# Safe CSV


@pytest.mark.parametrize("name", ["JSON Lines", "Markdown", "LaTeX", "HTML with highlights"])
def test_only_csv_can_be_safe(make_dialog: MakeDialog, name: str) -> None:
    dialog = make_dialog(ExportChoice(spreadsheet_safe=True))
    form = dialog.form()
    assert form is not None
    assert form.spreadsheet_safe
    choose_form(dialog, name)
    form = dialog.form()
    assert form is not None
    assert not form.spreadsheet_safe
    assert not safe(dialog).isEnabled()
    assert dialog.choice().spreadsheet_safe


def test_what_safe_means_is_told(dialog: ExportDialog) -> None:
    assert says(dialog, "This changes the data.")
    assert not safe(dialog).isChecked()


# Preview, query, command line


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("CSV", r"event,system,run,.*\n[0-9a-f]{16},"),
        ("JSON Lines", r'\{"event": "'),
        ("Markdown", r"\| kind \| left \| text \| right \|\n\|---"),
        ("LaTeX", r"\\begin\{tabular\}\{llll\}\n"),
        ("HTML with highlights", r"<thead><tr><th>kind</th><th>left · text · right</th></tr></thead>\n<tr><td"),
    ],
)
def test_the_first_rows_are_shown_as_they_will_be_written(
    dialog: ExportDialog, qtbot: QtBot, name: str, first: str
) -> None:
    choose_form(dialog, name)
    qtbot.waitUntil(lambda: re.match(first, preview(dialog)) is not None)


def test_ten_rows_are_shown(dialog: ExportDialog, qtbot: QtBot) -> None:
    choose_form(dialog, "JSON Lines")
    qtbot.waitUntil(lambda: preview(dialog).startswith("{"))
    assert len([json.loads(line) for line in preview(dialog).split("\n")]) == 10
    assert says(dialog, "the first 10 of 40 rows")


def test_the_preview_follows_the_rows(make_dialog: MakeDialog, qtbot: QtBot) -> None:
    dialog = make_dialog(ExportChoice("jsonl"), n_selected=2)
    choose_selected(dialog)
    qtbot.waitUntil(lambda: preview(dialog).count("\n") == 1)
    assert says(dialog, "2 rows")


def test_query_and_command_can_be_copied(dialog: ExportDialog, press_button: PressButton) -> None:
    press_button(dialog, "Cop&y query")
    assert QGuiApplication.clipboard().text() == "type:ORG"
    choose_form(dialog, "HTML with highlights")
    press_button(dialog, "C&opy command")
    assert QGuiApplication.clipboard().text() == (
        "nerinspect events ref.conll flair=pred.conll --where type:ORG --table html"
        " --columns kind,left,text,right --output events.html"
    )


# What is remembered


def test_the_choice_of_the_last_time_is_offered(make_dialog: MakeDialog) -> None:
    choice = ExportChoice("markdown", ("kind", "text"), ("text", "kind"), True, "/tmp")
    dialog = make_dialog(choice)
    assert chosen_columns(dialog) == ("text", "kind")
    choose_form(dialog, "CSV")
    assert dialog.form() == EventsForm("csv", ("kind", "text"), True)
    choose_form(dialog, "Markdown")
    assert dialog.choice() == choice


def test_defaults_are_remembered_as_nothing(dialog: ExportDialog) -> None:
    choose_form(dialog, "LaTeX")
    assert dialog.choice() == ExportChoice("latex")


def test_a_choice_of_another_version_does_no_harm(make_dialog: MakeDialog) -> None:
    dialog = make_dialog(ExportChoice("parquet", ("kind", "colour", "kind")))
    assert dialog.form() == EventsForm("csv", ("kind",))


# The file


def answer_file_dialog(path: str) -> Callable[[], None]:
    """Type a path into the file dialog that is about to open, and press Enter."""

    def answer() -> None:
        asked = QApplication.activeModalWidget()
        assert isinstance(asked, QFileDialog)
        name = asked.findChild(QLineEdit, "fileNameEdit")
        assert isinstance(name, QLineEdit)
        name.setText(path)
        QTest.keyClick(name, Qt.Key.Key_Return)

    return answer


def test_enter_asks_for_a_file_and_adds_the_suffix(
    make_dialog: MakeDialog, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = make_dialog(ExportChoice("latex", folder=str(tmp_path)))
    QTimer.singleShot(300, answer_file_dialog(str(tmp_path / "orgs")))
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.path == str(tmp_path / "orgs.tex")
    assert dialog.choice().folder == str(tmp_path)


@pytest.mark.parametrize("place", ["list", "preview", "box"])
def test_enter_exports_wherever_the_focus_is(dialog: ExportDialog, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerinspect.ui.dialogs.export_dialog.ask_for_path", lambda *arguments: "/tmp/x.csv")
    widget = {"list": columns(dialog), "preview": dialog.findChild(QPlainTextEdit), "box": box(dialog)}[place]
    assert isinstance(widget, QWidget)
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert dialog.path == "/tmp/x.csv"


def test_without_an_answer_the_dialog_stays(dialog: ExportDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerinspect.ui.dialogs.export_dialog.ask_for_path", lambda *arguments: "")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_escape_closes(dialog: ExportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)


# Keys and names


def test_no_two_mnemonics_are_the_same(make_dialog: MakeDialog) -> None:
    dialog = make_dialog(n_selected=2)
    texts = [label.text() for label in dialog.findChildren(QLabel) if label.buddy()]
    texts += [button.text() for button in dialog.findChildren(QAbstractButton)]
    keys = [letter.lower() for text in texts for letter in re.findall("&(.)", text)]
    assert sorted(keys) == sorted(set(keys))
    assert len(keys) >= 12


def test_every_part_that_takes_the_focus_has_a_name(dialog: ExportDialog) -> None:
    named = [label.buddy() for label in dialog.findChildren(QLabel)]
    for part in dialog.findChildren(QWidget):
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.isVisible():
            text = part.text() if isinstance(part, QAbstractButton) else ""
            assert part.accessibleName() or text or part in named, part


def test_text_grows_with_the_font(dialog: ExportDialog) -> None:
    before = max(label.font().pixelSize() for label in dialog.findChildren(QLabel))
    font = dialog.font()
    font.setPixelSize(2 * dialog.fontInfo().pixelSize())
    dialog.setFont(font)
    assert max(label.font().pixelSize() for label in dialog.findChildren(QLabel)) >= 2 * before - 1
