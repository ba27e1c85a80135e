"""Choose which events are exported, with which columns and in which form."""

import os
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.io.events_form import HTML, SUFFIXES, EventsForm, ExportChoice
from nerinspect.io.export import beyond_command, events_command
from nerinspect.io.load import LoadRequest
from nerinspect.results.events_table import EVENT_COLUMNS
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.dialogs.export_preview import ExportPreview
from nerinspect.ui.painting.fonts import CAPTION, TITLE, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.column_list import ColumnList

FORM_NAMES: Final = {
    "csv": "CSV",
    "jsonl": "JSON Lines",
    "markdown": "Markdown",
    "latex": "LaTeX",
    HTML: "HTML with highlights",
}
"""The forms offered, by the name `--table` knows."""

_FOR_PEOPLE: Final = ("markdown", "latex", HTML)


@dataclass(frozen=True, eq=False)
class EventList:
    """The events on screen.

    Attributes
    ----------
    study : Study
        Where they are.
    request : LoadRequest
        How it was loaded.
    order : ndarray of int32, shape (n_rows,)
        Event numbers as they stand on screen.
    query : str
        The filter that gives these events.
    sorting : str
        In words, how the rows are ordered; empty for the order of the command line.
    selected : ndarray of int32, shape (n_selected,)
        Those that are selected, in the order of the screen.
    columns : tuple of str
        Columns of `EVENT_COLUMNS` that stand for those on screen, in their order.
    """

    study: Study
    request: LoadRequest
    order: IntArray
    query: str
    sorting: str
    selected: IntArray
    columns: tuple[str, ...]


class ExportDialog(QDialog):
    """Ask what is exported and where to; `accepted` comes once there is a path."""

    def __init__(self, events: EventList, choice: ExportChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export_dialog")
        self.setWindowTitle("Export")
        self.path = ""
        self._events, self._choice = events, choice
        self._chosen = {
            False: _known(choice.data_columns) or EVENT_COLUMNS,
            True: _known(choice.page_columns) or events.columns or EVENT_COLUMNS,
        }
        self._build_ui()
        self._restyle()
        self._form.setCurrentIndex(max(self._form.findData(choice.form), 0))
        self._safe.setChecked(choice.spreadsheet_safe)
        self._columns.set_columns(self._chosen[self._is_for_people])
        self._connect()
        self._on_rows_chosen()
        unit = font_size(self.font()) / 13
        self.resize(round(960 * unit), round(620 * unit))
        self._export.setDefault(True)  # only now that it stands in the dialog
        self._form.setFocus()

    @property
    def order(self) -> IntArray:
        """The events to export, in order."""
        return self._events.selected if self._selected.isChecked() else self._events.order

    def form(self) -> EventsForm | None:
        """Give the form to write; None while no column is chosen."""
        columns, name = self._columns.columns(), str(self._form.currentData())
        return EventsForm(name, columns, name == "csv" and self._safe.isChecked()) if columns else None

    def choice(self) -> ExportChoice:
        """Give what is to be offered next time."""
        defaults = {False: EVENT_COLUMNS, True: self._events.columns}
        data, page = self._chosen[False], self._chosen[True]
        return replace(
            self._choice,
            form=str(self._form.currentData()),
            data_columns=() if data == defaults[False] else data,
            page_columns=() if page == defaults[True] else page,
            spreadsheet_safe=self._safe.isChecked(),
            folder=os.path.dirname(self.path) or self._choice.folder,
        )

    def accept(self) -> None:
        """Ask for the file; without an answer the dialog stays."""
        form = self.form()
        if form is not None and (path := ask_for_path(self, self._choice.folder, len(self.order), form.form)):
            self.path = path
            super().accept()

    def done(self, result: int) -> None:
        """Let go of the preview."""
        self._preview.stop()
        super().done(result)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._preview.shutdown()

    @property
    def _is_for_people(self) -> bool:
        return self._form.currentData() in _FOR_PEOPLE

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._title = QLabel()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        parts = QHBoxLayout()
        parts.setSpacing(round(20 * unit))
        parts.addLayout(self._choices(unit))
        parts.addLayout(self._results(unit), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[round(16 * unit)] * 4)
        layout.setSpacing(round(12 * unit))
        layout.addWidget(self._title)
        layout.addLayout(parts, 1)
        layout.addWidget(self._buttons)

    def _choices(self, unit: float) -> QVBoxLayout:
        self._all = QRadioButton(f"&All {len(self._events.order):,} on screen")
        self._selected = QRadioButton(f"Only the {len(self._events.selected):,} &selected")
        self._all.setChecked(True)
        for button in (self._all, self._selected):
            button.setVisible(len(self._events.selected) > 1)
        self._form = QComboBox()
        for name, text in FORM_NAMES.items():
            self._form.addItem(text, name)
        self._safe = QCheckBox("Safe for s&preadsheets")
        self._safe_note = QLabel(
            "Texts that begin with = + - @ get an apostrophe in front, so that no spreadsheet takes them for"
            " formulas. This changes the data.",
            wordWrap=True,
        )
        self._safe.setAccessibleDescription(self._safe_note.text())
        self._columns = ColumnList(EVENT_COLUMNS, self._events.columns, meaning)
        self._columns_note = QLabel("drag, or Alt+↑ and Alt+↓, to move")
        self._form_head, self._columns_head = _head("&Form", self._form), _head("&Columns", self._columns.list)
        layout = QVBoxLayout()
        layout.setSpacing(round(6 * unit))
        for part in (self._all, self._selected, self._form_head, self._form, self._safe, self._safe_note):
            layout.addWidget(part)
        layout.addSpacing(round(6 * unit))
        layout.addLayout(_beside(self._columns_head, self._columns_note, unit))
        layout.addWidget(self._columns, 1)
        self._columns.setFixedWidth(round(270 * unit))
        return layout

    def _results(self, unit: float) -> QVBoxLayout:
        self._preview = ExportPreview()
        self._query, self._command = QLineEdit(readOnly=True), QLineEdit(readOnly=True)
        self._query.setText(self._events.query)
        self._query.setPlaceholderText("no filter: every event")
        self._differs = QLabel(wordWrap=True)
        layout = QVBoxLayout()
        layout.setSpacing(round(6 * unit))
        layout.addWidget(self._preview, 1)
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
        layout.addLayout(grid)
        layout.addWidget(self._differs)
        return layout

    def _connect(self) -> None:
        self._selected.toggled.connect(self._on_rows_chosen)
        self._form.currentIndexChanged.connect(self._on_form_chosen)
        self._safe.toggled.connect(self._update)
        self._columns.columns_changed.connect(self._on_columns_changed)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    def _restyle(self) -> None:
        font = self.font()
        self._title.setFont(scaled_font(font, TITLE, is_bold=True))
        for head in (self._form_head, self._columns_head):
            head.setFont(scaled_font(font, 1.0, is_bold=True))
        for note in (self._safe_note, self._columns_note):
            note.setFont(scaled_font(font, CAPTION))

    def _update(self) -> None:
        """Say what the choices come to; the preview follows in a moment."""
        form, events, count = self.form(), self._events, counted(len(self.order), "event")
        rows = "selected rows" if self._selected.isChecked() else "same rows"
        self._title.setText(f"{count} as on screen: {rows}, same order")
        self._safe.setEnabled(self._form.currentData() == "csv")
        self._safe_note.setEnabled(self._safe.isEnabled())
        self._export.setText(f"&Export {count}…")
        self._export.setEnabled(form is not None)
        if form is None:
            self._command.clear()
            self._differs.setText("Choose at least one column.")
        else:
            self._command.setText(events_command(events.request, events.query, form, f"events.{SUFFIXES[form.form]}"))
            self._command.setCursorPosition(0)
            self._differs.setText(beyond_command(len(self.order), events.sorting, len(events.order)))
        self._differs.setVisible(bool(self._differs.text()))
        self._preview.show_form(form)

    def _on_rows_chosen(self) -> None:
        self._preview.show_events(self._events.study, self.order)
        self._update()

    def _on_form_chosen(self) -> None:
        self._columns.set_columns(self._chosen[self._is_for_people])
        self._update()

    def _on_columns_changed(self) -> None:
        self._chosen[self._is_for_people] = self._columns.columns()
        self._update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event):
            self._restyle()


def ask_for_path(parent: QWidget, folder: str, n_rows: int, form: str) -> str:
    """Ask for the file to write; a file that exists is asked about, and the suffix is added if it is missing."""
    suffix, title = SUFFIXES[form], f"Export {counted(n_rows, 'event')} as {FORM_NAMES[form]}"
    dialog = QFileDialog(parent, title, folder, f"{FORM_NAMES[form]} (*.{suffix});;All files (*)")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(f"events.{suffix}")
    return dialog.selectedFiles()[0] if dialog.exec() else ""


def _known(columns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(columns) if name in EVENT_COLUMNS)


def _head(text: str, buddy: QWidget) -> QLabel:
    head = QLabel(text)
    head.setBuddy(buddy)
    return head


def _beside(head: QLabel, note: QLabel, unit: float) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(round(8 * unit))
    row.addWidget(head)
    row.addWidget(note, 1, Qt.AlignmentFlag.AlignBaseline)
    return row


def _copy(field: QLineEdit) -> None:
    copy_text(field.text())
