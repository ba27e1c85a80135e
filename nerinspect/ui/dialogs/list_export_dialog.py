"""What the dialogs that export a list share: they say what the choices come to, and ask for the file."""

from functools import partial
from typing import Protocol

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.io.events_form import SUFFIXES
from nerinspect.io.list_form import ListForm
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.dialogs.export_choices import FORM_NAMES
from nerinspect.ui.file_dialogs import save_folder, saved_at
from nerinspect.ui.painting.fonts import TITLE, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.window_sizes import resize_on_screen
from nerinspect.visible import visible


class _Preview(Protocol):
    def stop(self) -> None: ...

    def shutdown(self) -> None: ...


class ListExportDialog(QDialog):
    """Ask what is exported and where to; `accepted` comes once there is a path.

    Parameters
    ----------
    event : str
        What a row is.
    folder : str
        Where the file is offered.
    parent : QWidget, optional
        What it stands before.

    Attributes
    ----------
    path : str
        Where to; empty before it is known.
    """

    _preview: _Preview

    def __init__(self, event: str, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export")
        self.path = ""
        self._event, self._folder = event, folder
        self._title, self._differs = QLabel(), QLabel(wordWrap=True)
        self._heads: list[QLabel] = []
        self._command = QLineEdit(readOnly=True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    @property
    def order(self) -> AnyIntArray:
        """The events to export, in order."""
        raise NotImplementedError

    @property
    def is_selection(self) -> bool:
        """Whether only the selected rows are exported."""
        raise NotImplementedError

    def form(self) -> ListForm | None:
        """Give the form to write; None while no column is chosen."""
        raise NotImplementedError

    def accept(self) -> None:
        """Ask for the file; without an answer the dialog stays."""
        form = self.form()
        if form is None:
            return
        if path := ask_for_path(self, self._folder, len(self.order), form.form, self._event):
            self.path = path
            super().accept()

    def done(self, result: int) -> None:
        """Let go of the preview."""
        self._preview.stop()
        super().done(result)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._preview.shutdown()

    def _told(self, form: ListForm, file: str) -> tuple[str, str]:
        """Write the command line that gives such a file, and say what it does not reproduce."""
        raise NotImplementedError

    def _lay_out(self, parts: QLayout, width: int, height: int) -> None:
        """Lay out parts between title and buttons, in such a size at a font of 13 pixels."""
        unit = font_size(self.font()) / 13
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[round(16 * unit)] * 4)
        layout.setSpacing(round(12 * unit))
        layout.addWidget(self._title)
        layout.addLayout(parts, 1)
        layout.addWidget(self._buttons)
        resize_on_screen(self, width, height)
        self._export.setDefault(True)  # only now that it stands in the dialog

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        for head in self._heads:
            head.setFont(scaled_font(self.font(), 1.0, is_bold=True))

    def _show_choices(self, form: ListForm | None, whose: str = "") -> None:
        """Say what the choices come to."""
        count, rows = counted(len(self.order), self._event), "selected" if self.is_selection else "same"
        self._title.setText(visible(f"{count}{whose} as on screen: {rows} rows, same order"))
        self._export.setText(f"&Export {count}…")
        self._export.setEnabled(form is not None)
        command, differs = "", "Choose at least one column."
        if form is not None:
            command, differs = self._told(form, _file_name(self._event, form.form))
        self._command.setText(command)
        self._command.setCursorPosition(0)
        self._differs.setText(visible(differs))
        self._differs.setVisible(bool(differs))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_preview"):
            self._restyle()


def copied_fields(*rows: tuple[str, QLineEdit, str]) -> QGridLayout:
    """Lay out fields, each behind its name and before the button that copies it."""
    grid = QGridLayout()
    for row, (text, field, copy) in enumerate(rows):
        name, button = QLabel(text), QPushButton(copy)
        name.setBuddy(field)
        field.setAccessibleName(text.replace("&", ""))
        button.setAutoDefault(False)  # Enter is for the dialog
        button.clicked.connect(partial(_copy, field))
        for column, part in enumerate((name, field, button)):
            grid.addWidget(part, row, column)
    return grid


def ask_for_path(parent: QWidget, folder: str, n_rows: int, form: str, event: str) -> str:
    """Ask for the file to write; a file that exists is asked about, and the suffix is added if it is missing."""
    suffix, title = SUFFIXES[form], f"Export {counted(n_rows, event)} as {FORM_NAMES[form]}"
    kinds = f"{FORM_NAMES[form]} (*.{suffix});;All files (*)"
    dialog = QFileDialog(parent, title, folder or save_folder(parent), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(_file_name(event, form))
    path = dialog.selectedFiles()[0] if dialog.exec() else ""
    saved_at(parent, path)
    return path


def _file_name(event: str, form: str) -> str:
    return f"{event.replace(' ', '-')}s.{SUFFIXES[form]}"


def _copy(field: QLineEdit) -> None:
    copy_text(field.text())
