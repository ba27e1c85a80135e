"""The parts of the export dialog, by what the user sees."""

from collections.abc import Callable

from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from nerinspect.io.request import LoadRequest
from nerinspect.ui.lists.export_dialog import ExportDialog

PressButton = Callable[[QWidget, str], None]

MakeDialog = Callable[..., ExportDialog]

ON_SCREEN = ("kind", "left", "text", "right")

REQUEST = LoadRequest("ref.conll", ("flair=pred.conll",))


def preview(dialog: ExportDialog) -> str:
    text = dialog.findChild(QPlainTextEdit)
    assert isinstance(text, QPlainTextEdit)
    return text.toPlainText()


def box(dialog: ExportDialog) -> QComboBox:
    found = dialog.findChild(QComboBox)
    assert isinstance(found, QComboBox)
    return found


def columns(dialog: ExportDialog) -> QListWidget:
    found = dialog.findChild(QListWidget)
    assert isinstance(found, QListWidget)
    return found


def choose_form(dialog: ExportDialog, name: str) -> None:
    box(dialog).setCurrentIndex(box(dialog).findText(name))


def export_button(dialog: ExportDialog) -> QPushButton:
    return next(button for button in dialog.findChildren(QPushButton) if "Export" in button.text())


def says(dialog: ExportDialog, text: str) -> bool:
    return any(text in label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def chosen_columns(dialog: ExportDialog) -> tuple[str, ...]:
    form = dialog.form()
    return () if form is None else form.columns
