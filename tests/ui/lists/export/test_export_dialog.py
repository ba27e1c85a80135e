"""How many events are exported, in which form and to which file, is chosen in one dialog."""

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.io.writing.export import ListForm
from nerinspect.io.writing.forms import FORMS, Form, Holds, write_readable
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.settings import ExportChoice
from nerinspect.ui.lists.export_dialog import ExportDialog
from tests.ui.keyboard import Keyboard
from tests.ui.lists.export.export_parts import (
    MakeDialog,
    PressButton,
    box,
    choose_form,
    chosen_columns,
    columns,
    export_button,
    preview,
    says,
)


def safe(dialog: ExportDialog) -> QCheckBox:
    found = dialog.findChild(QCheckBox)
    assert isinstance(found, QCheckBox)
    return found


def choose_selected(dialog: ExportDialog) -> None:
    next(button for button in dialog.findChildren(QRadioButton) if "selected" in button.text()).click()


def test_it_says_how_many_events_are_exported(dialog: ExportDialog) -> None:
    assert says(dialog, "40 events as on screen: same rows, same order")
    assert export_button(dialog).text() == "&Export 40 events…"


def test_at_first_everything_is_exported_as_csv(dialog: ExportDialog) -> None:
    assert dialog.form() == ListForm(MENTIONS, "csv", MENTIONS.names(Of.EVENTS))
    assert dialog.listed.order.tolist() == list(range(40))


# Rows


@pytest.mark.parametrize(("n_selected", "are_offered"), [(0, False), (1, False), (2, True)])
def test_selected_events_are_offered_if_there_are_several(
    make_dialog: MakeDialog, n_selected: int, are_offered: bool
) -> None:
    dialog = make_dialog(n_selected=n_selected)
    visible = [button.text() for button in dialog.findChildren(QRadioButton) if button.isVisible()]
    assert any("selected" in text for text in visible) == are_offered
    assert len(visible) == 2 * are_offered


def test_only_the_selected_events_are_exported(make_dialog: MakeDialog) -> None:
    dialog = make_dialog(n_selected=3)
    choose_selected(dialog)
    assert dialog.listed.order.tolist() == [5, 6, 7]
    assert says(dialog, "3 events as on screen: selected rows, same order")
    assert export_button(dialog).text() == "&Export 3 events…"
    assert says(dialog, "The command line lists all 40 events of the filter, not the 3 selected.")


def test_sorted_rows_are_told_not_to_come_from_the_command_line(make_dialog: MakeDialog) -> None:
    assert says(
        make_dialog(sorting="by Kind, ascending"), "by system, run, sentence and start, not sorted by Kind, ascending."
    )


# Forms


def test_a_form_that_is_new_is_offered_with_the_columns_on_screen(
    make_dialog: MakeDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up = Form("org", "Org tables", "org", Holds.LISTS | Holds.EXPORTS, write_readable, is_for_people=True)
    monkeypatch.setitem(FORMS, "org", made_up)
    dialog = make_dialog()
    choose_form(dialog, "Markdown")
    on_screen = chosen_columns(dialog)
    choose_form(dialog, "Org tables")
    assert chosen_columns(dialog) == on_screen
    form = dialog.form()
    assert form is not None
    assert "org" in form.arguments(())


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
        ("Excel", r"event +system .+ left · text · right +reference_types .+\n[0-9a-f]{16} .+ [A-Z]+: \w+ "),
        ("Parquet", r'event +system .+ text .+\n[0-9a-f]{16} .+ \[\[\d+, \d+, "[A-Z]+"\]\] '),
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
    assert dialog.form() == ListForm(MENTIONS, "csv", ("kind", "text"), True)
    choose_form(dialog, "Markdown")
    assert dialog.choice() == choice


def test_defaults_are_remembered_as_nothing(dialog: ExportDialog) -> None:
    choose_form(dialog, "LaTeX")
    assert dialog.choice() == ExportChoice("latex")


def test_a_choice_of_another_version_does_no_harm(make_dialog: MakeDialog) -> None:
    dialog = make_dialog(ExportChoice("stone", ("kind", "colour", "kind")))
    assert dialog.form() == ListForm(MENTIONS, "csv", ("kind",))


# The file


def test_enter_asks_for_a_file_and_adds_the_suffix(
    make_dialog: MakeDialog, tmp_path: Path, qtbot: QtBot, keyboard: Keyboard
) -> None:
    dialog = make_dialog(ExportChoice("latex", folder=str(tmp_path)))
    keyboard.answer_file_dialog(tmp_path / "orgs")
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.path == str(tmp_path / "orgs.tex")
    assert dialog.choice().folder == str(tmp_path)


@pytest.mark.parametrize("place", ["list", "preview", "box"])
def test_enter_exports_wherever_the_focus_is(dialog: ExportDialog, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerinspect.ui.lists.export_dialog.ask_for_path", lambda *arguments: "/tmp/x.csv")
    widget = {"list": columns(dialog), "preview": dialog.findChild(QPlainTextEdit), "box": box(dialog)}[place]
    assert isinstance(widget, QWidget)
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert dialog.path == "/tmp/x.csv"


def test_without_an_answer_the_dialog_stays(dialog: ExportDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerinspect.ui.lists.export_dialog.ask_for_path", lambda *arguments: "")
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


@pytest.mark.parametrize("size", [13, 26])
def test_choices_scroll_where_large_text_leaves_no_room(
    make_dialog: MakeDialog, qapp: QApplication, keyboard: Keyboard, size: int
) -> None:
    before, font = qapp.font(), qapp.font()
    font.setPixelSize(size)
    qapp.setFont(font)
    try:
        dialog = make_dialog(n_selected=3)
        dialog.resize(dialog.width(), 620)
        QApplication.processEvents()
        assert dialog.height() == 620
        (area,) = dialog.findChildren(QScrollArea)
        assert (area.verticalScrollBar().maximum() > 0) == (size == 26)
        assert area.horizontalScrollBar().maximum() == 0
        for _ in range(20):
            keyboard.press(Qt.Key.Key_Tab)
            assert keyboard.focus is not None
            assert not keyboard.focus.visibleRegion().isEmpty()
    finally:
        qapp.setFont(before)


def test_query_and_command_line_have_room_in_the_narrowest_dialog(dialog: ExportDialog) -> None:
    dialog.resize(dialog.minimumSizeHint().width(), dialog.height())
    QTest.qWait(1)  # is laid out anew
    fields = [field for field in dialog.findChildren(QLineEdit) if field.accessibleName() in ("Query", "Command line")]
    assert [3 * field.width() > dialog.width() for field in fields] == [True, True]
