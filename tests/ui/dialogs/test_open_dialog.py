from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QLabel, QLineEdit, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.io.request import LoadRequest
from nerinspect.ui.dialogs.open_dialog import OpenDialog

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def dialog(qtbot: QtBot) -> OpenDialog:
    dialog = OpenDialog(["/d/ref.conll", "/d/a.conll", "/d/b.conll"])
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    return dialog


@pytest.fixture
def empty_dialog(qtbot: QtBot) -> OpenDialog:
    dialog = OpenDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def predictions(dialog: OpenDialog) -> QListWidget:
    found = dialog.findChild(QListWidget)
    assert isinstance(found, QListWidget)
    return found


def name_of(dialog: OpenDialog, field: QWidget) -> str:
    """Give what a screen reader calls a field: its own name, or its label."""
    labels = [label.text().replace("&", "") for label in dialog.findChildren(QLabel) if label.buddy() is field]
    text = field.text() if isinstance(field, QPushButton) else ""
    return field.accessibleName() or "".join(labels) or text


def named(dialog: OpenDialog, kind: type[QWidget], name: str) -> QWidget:
    """Find a field by what its label says."""
    return next(field for field in dialog.findChildren(kind) if name_of(dialog, field) == name)


def choose(dialog: OpenDialog, name: str, place: int) -> None:
    box = named(dialog, QComboBox, name)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(place)


def write(dialog: OpenDialog, name: str, text: str) -> None:
    field = named(dialog, QLineEdit, name)
    assert isinstance(field, QLineEdit)
    field.setText(text)


def open_button(dialog: OpenDialog) -> QPushButton:
    return next(button for button in dialog.findChildren(QPushButton) if button.text().startswith("Open"))


def test_the_first_path_is_the_reference(dialog: OpenDialog) -> None:
    assert dialog.request() == LoadRequest("/d/ref.conll", ("/d/a.conll", "/d/b.conll"))


@pytest.mark.parametrize(
    ("name", "place", "changed", "value"),
    [
        ("Chunk encoding", 3, "encoding", "BIOES"),
        ("Repair of predictions", 1, "repair", "conlleval"),
        ("Repair of the reference", 2, "repair_reference", "discard"),
        ("Tokens", 1, "tokens", "positions"),
        ("Text encoding", 1, "text_encoding", "latin-1"),
    ],
)
def test_a_choice_of_reading_is_taken_over(dialog: OpenDialog, name: str, place: int, changed: str, value: str) -> None:
    choose(dialog, name, place)
    assert getattr(dialog.request(), changed) == value


@pytest.mark.parametrize(
    ("name", "text", "changed", "value"),
    [("Token column", "1", "token_column", 1), ("Label column", "1, 2,-1", "label_columns", (1, 2, -1))],
)
def test_columns_are_taken_over(dialog: OpenDialog, name: str, text: str, changed: str, value: object) -> None:
    write(dialog, name, text)
    assert getattr(dialog.request(), changed) == value


@pytest.mark.parametrize(("name", "text"), [("Token column", "x"), ("Label column", "1,"), ("Token column", "--1")])
def test_a_column_that_is_no_number_cannot_be_opened(dialog: OpenDialog, name: str, text: str) -> None:
    write(dialog, name, text)
    assert not open_button(dialog).isEnabled()
    assert any("is a number such as" in label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def test_a_mended_column_can_be_opened(dialog: OpenDialog) -> None:
    write(dialog, "Token column", "x")
    write(dialog, "Token column", "2")
    assert open_button(dialog).isEnabled()


def test_nothing_can_be_opened_without_a_reference(empty_dialog: OpenDialog) -> None:
    assert not open_button(empty_dialog).isEnabled()


def test_the_button_says_how_many_files(dialog: OpenDialog) -> None:
    assert open_button(dialog).text() == "Open 3 files"


def test_the_button_says_one_file(dialog: OpenDialog) -> None:
    predictions(dialog).setFocus()
    predictions(dialog).selectAll()
    QTest.keyClick(predictions(dialog), Qt.Key.Key_Delete)
    assert open_button(dialog).text() == "Open 1 file"


def test_open_accepts(dialog: OpenDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.accepted):
        QTest.mouseClick(open_button(dialog), Qt.MouseButton.LeftButton)
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_escape_rejects(dialog: OpenDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_a_chosen_reference_is_taken_over(
    empty_dialog: OpenDialog, press_button: PressButton, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *arguments: ("/d/new.conll", ""))
    press_button(empty_dialog, "Choose…")
    assert empty_dialog.request().reference == "/d/new.conll"


def test_an_unanswered_question_changes_nothing(
    dialog: OpenDialog, press_button: PressButton, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *arguments: ("", ""))
    press_button(dialog, "Choose…")
    assert dialog.request().reference == "/d/ref.conll"


def test_added_predictions_come_last(
    dialog: OpenDialog, press_button: PressButton, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *arguments: (["/d/c.conll"], ""))
    press_button(dialog, "Add…")
    assert dialog.request().predictions == ("/d/a.conll", "/d/b.conll", "/d/c.conll")


def test_selected_predictions_are_removed(dialog: OpenDialog, press_button: PressButton) -> None:
    predictions(dialog).setCurrentRow(0)
    press_button(dialog, "Remove")
    assert dialog.request().predictions == ("/d/b.conll",)


def test_a_prediction_and_the_reference_change_places(dialog: OpenDialog, press_button: PressButton) -> None:
    predictions(dialog).setCurrentRow(1)
    press_button(dialog, "Make the reference")
    assert dialog.request() == LoadRequest("/d/b.conll", ("/d/ref.conll", "/d/a.conll"))


def test_every_field_has_a_name(dialog: OpenDialog) -> None:
    fields = [*dialog.findChildren(QComboBox), *dialog.findChildren(QListWidget), *dialog.findChildren(QPushButton)]
    fields += [field for field in dialog.findChildren(QLineEdit) if not isinstance(field.parent(), QComboBox)]
    names = [name_of(dialog, field) for field in fields]
    assert "" not in names
    assert len(names) > 10
