"""Choose which events are exported, with which columns and in which form."""

import os
from functools import partial

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import counted
from nerinspect.io.events_form import SUFFIXES, EventsForm, ExportChoice
from nerinspect.io.export import beyond_command, events_command
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.dialogs.event_list import EventList
from nerinspect.ui.dialogs.export_choices import FORM_NAMES, ExportChoices
from nerinspect.ui.dialogs.export_preview import ExportPreview
from nerinspect.ui.painting.fonts import TITLE, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling


class ExportDialog(QDialog):
    """Ask what is exported and where to; `accepted` comes once there is a path."""

    def __init__(self, events: EventList, choice: ExportChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export_dialog")
        self.setWindowTitle("Export")
        self.path = ""
        self._folder = choice.folder
        self._choices, self._preview = ExportChoices(events, choice), ExportPreview()
        self._build_ui()
        self._restyle()
        self._choices.rows_changed.connect(self._on_rows_changed)
        self._choices.form_changed.connect(self._update)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._on_rows_changed()
        unit = font_size(self.font()) / 13
        self.resize(round(960 * unit), round(620 * unit))
        self._export.setDefault(True)  # only now that it stands in the dialog
        self._choices.setFocus()

    @property
    def events(self) -> EventList:
        """The events that were offered, those of A and B or of A alone."""
        return self._choices.events

    @property
    def order(self) -> IntArray:
        """The events to export, in order."""
        return self._choices.order

    def form(self) -> EventsForm | None:
        """Give the form to write; None while no column is chosen."""
        return self._choices.form()

    def choice(self) -> ExportChoice:
        """Give what is to be offered next time."""
        return self._choices.choice(os.path.dirname(self.path) or self._folder)

    def accept(self) -> None:
        """Ask for the file; without an answer the dialog stays."""
        form = self.form()
        if form is not None and (path := ask_for_path(self, self._folder, len(self.order), form.form)):
            self.path = path
            super().accept()

    def done(self, result: int) -> None:
        """Let go of the preview."""
        self._preview.stop()
        super().done(result)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._preview.shutdown()

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._title = QLabel()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        parts = QHBoxLayout()
        parts.setSpacing(round(20 * unit))
        parts.addWidget(self._choices)
        parts.addLayout(self._results(unit), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[round(16 * unit)] * 4)
        layout.setSpacing(round(12 * unit))
        layout.addWidget(self._title)
        layout.addLayout(parts, 1)
        layout.addWidget(self._buttons)

    def _results(self, unit: float) -> QVBoxLayout:
        self._query, self._command = QLineEdit(readOnly=True), QLineEdit(readOnly=True)
        self._query.setPlaceholderText("no filter: every event")
        self._differs = QLabel(wordWrap=True)
        grid = QGridLayout()
        for row, (text, field, copy) in enumerate(
            (("&Query", self._query, "Cop&y query"), ("Comman&d line", self._command, "C&opy command"))
        ):
            name, button = QLabel(text), QPushButton(copy)
            name.setBuddy(field)
            field.setAccessibleName(text.replace("&", ""))
            button.setAutoDefault(False)  # Enter is for the dialog
            button.clicked.connect(partial(_copy, field))
            for column, part in enumerate((name, field, button)):
                grid.addWidget(part, row, column)
        layout = QVBoxLayout()
        layout.setSpacing(round(6 * unit))
        layout.addWidget(self._preview, 1)
        layout.addLayout(grid)
        layout.addWidget(self._differs)
        return layout

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), TITLE, is_bold=True))

    def _update(self) -> None:
        """Say what the choices come to; the preview follows in a moment."""
        form, events, count = self.form(), self.events, counted(len(self.order), "event")
        rows = "selected rows" if self._choices.is_selection else "same rows"
        whose = f" of {events.whose}" if events.whose else ""
        self._title.setText(f"{count}{whose} as on screen: {rows}, same order")
        self._query.setText(events.query)
        self._export.setText(f"&Export {count}…")
        self._export.setEnabled(form is not None)
        if form is None:
            self._command.clear()
            self._differs.setText("Choose at least one column.")
        else:
            file = f"events.{SUFFIXES[form.form]}"
            self._command.setText(events_command(events.request, events.query, form, file, events.review))
            self._command.setCursorPosition(0)
            numbers = len(self.order), events.sorting, len(events.order)
            self._differs.setText(beyond_command(*numbers, events.note, events.review))
        self._differs.setVisible(bool(self._differs.text()))
        self._preview.show_form(form)

    def _on_rows_changed(self) -> None:
        self._preview.show_events(self.events, self.order)
        self._update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_title"):
            self._restyle()


def ask_for_path(parent: QWidget, folder: str, n_rows: int, form: str, event: str = "event") -> str:
    """Ask for the file to write; a file that exists is asked about, and the suffix is added if it is missing."""
    suffix, title = SUFFIXES[form], f"Export {counted(n_rows, event)} as {FORM_NAMES[form]}"
    dialog = QFileDialog(parent, title, folder, f"{FORM_NAMES[form]} (*.{suffix});;All files (*)")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(f"{event.replace(' ', '-')}s.{suffix}")
    return dialog.selectedFiles()[0] if dialog.exec() else ""


def _copy(field: QLineEdit) -> None:
    copy_text(field.text())
