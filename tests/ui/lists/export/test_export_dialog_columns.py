"""Which columns are exported is chosen in the dialog, and remembered by the form."""

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QLineEdit,
)
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.events.study import AnnotatedText
from nerinspect.io.reading.loading import load_study
from nerinspect.io.writing.export import ListedEvents
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.settings import ExportChoice
from nerinspect.training.retention import with_training
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.lists.event_columns import EventList
from nerinspect.ui.lists.export_dialog import ExportDialog
from tests.ui.lists.export.export_parts import (
    ON_SCREEN,
    REQUEST,
    PressButton,
    choose_form,
    chosen_columns,
    columns,
    export_button,
    preview,
    says,
)

ATTRIBUTES = ("eLen", "sLen", "eDen", "bucket:eLen", "bucket:sLen", "bucket:eDen")


def field(dialog: ExportDialog, name: str) -> str:
    return next(edit.text() for edit in dialog.findChildren(QLineEdit) if edit.accessibleName() == name)


# Columns


def test_a_click_on_the_box_leaves_a_column_out(dialog: ExportDialog) -> None:
    rect = columns(dialog).visualItemRect(columns(dialog).item(1))
    QTest.mouseClick(
        columns(dialog).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.left() + 10, rect.center().y())
    )
    assert chosen_columns(dialog) == tuple(name for name in MENTIONS.names(Of.EVENTS) if name != "system")


def test_space_ticks_and_alt_down_moves_a_column(dialog: ExportDialog) -> None:
    listed = columns(dialog)
    listed.setFocus()
    QTest.keyClick(listed, Qt.Key.Key_Space)
    assert chosen_columns(dialog) == MENTIONS.names(Of.EVENTS)[1:]
    QTest.keyClick(listed, Qt.Key.Key_Space)
    QTest.keyClick(listed, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert chosen_columns(dialog)[:3] == ("system", "event", "run")
    QTest.keyClick(listed, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert chosen_columns(dialog) == MENTIONS.names(Of.EVENTS)


def test_the_first_column_does_not_move_further_up(dialog: ExportDialog) -> None:
    QTest.keyClick(columns(dialog), Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert chosen_columns(dialog) == MENTIONS.names(Of.EVENTS)


def test_columns_on_screen_stand_in_their_order(dialog: ExportDialog, press_button: PressButton) -> None:
    press_button(dialog, "As on sc&reen")
    assert chosen_columns(dialog) == ON_SCREEN
    press_button(dialog, "A&ll")
    assert chosen_columns(dialog) == (*MENTIONS.names(Of.EVENTS), *ATTRIBUTES)


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
    assert chosen_columns(dialog) == MENTIONS.names(Of.EVENTS)


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
    listed = ListedEvents(MENTIONS, study, REQUEST, order)
    return EventList(listed, order[:0], (*ON_SCREEN, "reference:column 1"))


@pytest.fixture
def rich_dialog(rich: EventList, qtbot: QtBot) -> Iterator[ExportDialog]:
    dialog = ExportDialog(rich, ExportChoice(data_columns=("kind", "reference:XPOS")))
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    end_work(dialog)


def tick(dialog: ExportDialog, name: str) -> None:
    columns(dialog).findItems(name, Qt.MatchFlag.MatchExactly)[0].setCheckState(Qt.CheckState.Checked)


def test_columns_of_the_files_are_offered_unticked(rich: EventList, qtbot: QtBot) -> None:
    dialog = ExportDialog(rich, ExportChoice())
    qtbot.addWidget(dialog)
    assert chosen_columns(dialog) == MENTIONS.names(Of.EVENTS)
    listed = [columns(dialog).item(row).text() for row in range(columns(dialog).count())]
    assert listed == [
        *MENTIONS.names(Of.EVENTS),
        *ATTRIBUTES,
        "bucket:reference:column 1",
        "bucket:predicted:column 1",
        "reference:column 1",
        "predicted:column 1",
    ]
    end_work(dialog)


def test_an_attribute_is_previewed_once_it_is_ticked(rich: EventList, qtbot: QtBot) -> None:
    dialog = ExportDialog(rich, ExportChoice())
    qtbot.addWidget(dialog)
    columns(dialog).findItems("bucket:eLen", Qt.MatchFlag.MatchExactly)[0].setCheckState(Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: preview(dialog).partition("\n")[0].endswith(",bucket:eLen"))
    qtbot.waitUntil(lambda: preview(dialog).endswith(",XS"))
    assert f"--columns {','.join(MENTIONS.names(Of.EVENTS))},bucket:eLen" in field(dialog, "Command line")
    end_work(dialog)


def test_with_training_data_the_subsets_are_exported_too(rich: EventList, qtbot: QtBot) -> None:
    known = AnnotatedText(rich.listed.study.text, rich.listed.study.reference)
    study = with_training(rich.listed.study, known, with_retention=False)
    listed = replace(rich.listed, study=study, request=replace(REQUEST, training="ref.conll"))
    dialog = ExportDialog(replace(rich, listed=listed), ExportChoice())
    qtbot.addWidget(dialog)
    assert chosen_columns(dialog) == (*MENTIONS.names(Of.EVENTS), "tough")
    assert "--columns" not in field(dialog, "Command line")
    qtbot.waitUntil(lambda: "all seen" in preview(dialog))
    columns(dialog).findItems("tough", Qt.MatchFlag.MatchExactly)[0].setCheckState(Qt.CheckState.Unchecked)
    assert f"--columns {','.join(MENTIONS.names(Of.EVENTS))}" in field(dialog, "Command line")
    end_work(dialog)


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
    rich_dialog.listed.export(form, str(path))
    written = path.read_bytes()
    path.unlink()
    assert run(command[1:]) == 0
    assert path.read_bytes() == written
