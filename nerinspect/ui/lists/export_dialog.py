"""Choose which events are exported, with which columns and in which form; the first rows as they will be written."""

import io
import os
from functools import partial
from typing import Final, Protocol

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.errors import counted
from nerinspect.events.study import Study
from nerinspect.io.writing.events_form import ExportChoice, ListForm
from nerinspect.io.writing.forms import FORMS
from nerinspect.io.writing.html_page import drawn_columns
from nerinspect.lists.columns import is_attribute_column
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of, Row, Table
from nerinspect.ui.kit.file_dialogs import save_folder, saved_at
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.layout import resize_on_screen
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.lists.export_choices import ExportChoices, offered_columns
from nerinspect.ui.lists.exported_events import EventList
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, TITLE, font_size, scaled_font
from nerinspect.visible import visible

N_SHOWN: Final = 10
"""Rows that a preview shows."""

_LONGEST_LINE: Final = 2_000  # characters
_PAUSE_MS: Final = 80


class ExportPreview(Styled, QWidget):
    """Show some rows in a form; they are made in the background, once for all forms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._columns: tuple[str, ...] = ()  # of the rows: all that any form may need
        self._shown = np.zeros(0, dtype=np.int32)
        self._rows: list[Row] = []
        self._n_rows = 0
        self._form: ListForm | None = None
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_rows_made)
        self._later = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._later.timeout.connect(self._write)
        self._text = QPlainTextEdit(readOnly=True, lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName("Preview")
        self._head, self._note = QLabel("Previe&w"), QLabel()
        self._head.setBuddy(self._text)
        unit = self.unit
        heads = QHBoxLayout()
        heads.setSpacing(round(8 * unit))
        heads.addWidget(self._head)
        heads.addWidget(self._note, 1, Qt.AlignmentFlag.AlignBaseline)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(6 * unit))
        layout.addLayout(heads)
        layout.addWidget(self._text)

    def show_events(self, events: EventList, order: IntArray) -> None:
        """Show the first of other events."""
        self._study, self._n_rows, self._shown = events.study, len(order), order[:N_SHOWN].copy()
        offered = offered_columns(events.study, *([Of.DECISIONS, Of.PEOPLE] if events.review else []))
        self._columns = drawn_columns([name for name in offered if not is_attribute_column(name)])
        self._make_rows()

    def show_form(self, form: ListForm | None) -> None:
        """Show the rows in another form, in a moment; nothing for None."""
        self._form = form
        if self._study is not None and not set(self._asked()) <= set(self._columns):
            self._make_rows()
        shown = f"the first {N_SHOWN} of {self._n_rows:,} rows"
        note = shown if self._n_rows > N_SHOWN else counted(self._n_rows, "row")
        is_page = form is not None and FORMS[form.form].body is not None
        self._note.setText(f"{note}, without the head of the page" if is_page else note)
        self._later.start()

    def stop(self) -> None:
        """Let go of what is under way."""
        self._later.stop()
        self._jobs.cancel()

    def _asked(self) -> tuple[str, ...]:
        return () if self._form is None else self._form.columns

    def _make_rows(self) -> None:
        """Make the rows with all columns but attributes, which take long: of these the ones that are written."""
        study, shown = self._study, self._shown
        assert study is not None, "there are events to show"
        self._columns = columns = tuple(dict.fromkeys((*self._columns, *self._asked())))
        self._rows = []
        self._jobs.start(lambda checkpoint: list(MENTIONS.table(study, shown, columns, checkpoint)))

    def _restyle(self) -> None:
        self._head.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._note.setFont(scaled_font(self.font(), CAPTION))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(round(font_size(self.font()) * DETAIL))
        self._text.setFont(fixed)

    def _write(self) -> None:
        if self._study is None or self._form is None:
            self._text.clear()
        else:
            self._text.setPlainText(_written(self._study, self._form, Table(self._columns, self._rows)))

    def _on_rows_made(self, rows: list[Row]) -> None:
        self._rows = rows
        self._write()


def _written(study: Study, form: ListForm, table: Table) -> str:
    """Write some rows of a table that holds all columns the form needs."""
    columns, rows = form.drawn, list(table)
    places = [table.columns.index(name) for name in columns]
    return preview_text(study, form, Table(columns, [tuple(row[place] for place in places) for row in rows]), len(rows))


def preview_text(study: Study, form: ListForm, table: Table, n_rows: int) -> str:
    """Write some rows as the file will hold them, long lines cut."""
    file = io.StringIO(newline="")
    form.writer(study, n_rows, {})(table, file)
    text = file.getvalue().rstrip("\n")
    if body := FORMS[form.form].body:
        text = text.partition(body[0])[2].rpartition(body[1])[0]
    return "\n".join(line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in text.split("\n"))


class _Preview(Protocol):
    def stop(self) -> None: ...


class ListExportDialog(Styled, QDialog):
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

    def _told(self, form: ListForm, file: str) -> tuple[str, str]:
        """Write the command line that gives such a file, and say what it does not reproduce."""
        raise NotImplementedError

    def _lay_out(self, parts: QLayout, width: int, height: int) -> None:
        """Lay out parts between title and buttons, in such a size at a font of 13 pixels."""
        unit = self.unit
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
    written = FORMS[form]
    title = f"Export {counted(n_rows, event)} as {written.words}"
    dialog = QFileDialog(parent, title, folder or save_folder(parent), f"{written.file_words};;All files (*)")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(written.suffix)
    dialog.selectFile(_file_name(event, form))
    path = dialog.selectedFiles()[0] if dialog.exec() else ""
    saved_at(parent, path)
    return path


def _file_name(event: str, form: str) -> str:
    return f"{event.replace(' ', '-')}s.{FORMS[form].suffix}"


def _copy(field: QLineEdit) -> None:
    copy_text(field.text())


class ExportDialog(ListExportDialog):
    """Ask what is exported of the events on screen; see `ListExportDialog`."""

    _preview: ExportPreview

    def __init__(self, events: EventList, choice: ExportChoice, parent: QWidget | None = None) -> None:
        super().__init__("event", choice.folder, parent)
        self.setObjectName("export_dialog")
        self._choices, self._preview = ExportChoices(events, choice), ExportPreview()
        self._build_ui()
        self._choices.rows_changed.connect(self._on_rows_changed)
        self._choices.form_changed.connect(self._update)
        self._on_rows_changed()
        self._choices.setFocus()

    @property
    def events(self) -> EventList:
        """The events that were offered, those of A and B or of A alone."""
        return self._choices.events

    @property
    def order(self) -> IntArray:
        """The events to export, in order."""
        return self._choices.order

    @property
    def is_selection(self) -> bool:
        """Whether only the selected rows are exported."""
        return self._choices.is_selection

    def form(self) -> ListForm | None:
        """Give the form to write; None while no column is chosen."""
        return self._choices.form()

    def choice(self) -> ExportChoice:
        """Give what is to be offered next time."""
        return self._choices.choice(os.path.dirname(self.path) or self._folder)

    def _build_ui(self) -> None:
        unit = self.unit
        parts = QHBoxLayout()
        parts.setSpacing(round(20 * unit))
        parts.addWidget(self._choices)
        parts.addLayout(self._results(unit), 1)
        self._lay_out(parts, 960, 620)

    def _results(self, unit: float) -> QVBoxLayout:
        self._query = QLineEdit(readOnly=True)
        self._query.setPlaceholderText("no filter: every event")
        fields = ("&Query", self._query, "Cop&y query"), ("Comman&d line", self._command, "C&opy command")
        layout = QVBoxLayout()
        layout.setSpacing(round(6 * unit))
        layout.addWidget(self._preview, 1)
        layout.addLayout(copied_fields(*fields))
        layout.addWidget(self._differs)
        return layout

    def _update(self) -> None:
        """Say what the choices come to; the preview follows in a moment."""
        form, events = self.form(), self.events
        self._query.setText(events.query)
        self._show_choices(form, f" of {events.whose}" if events.whose else "")
        self._preview.show_form(form)

    def _told(self, form: ListForm, file: str) -> tuple[str, str]:
        listed = self.events.listed(self.order)
        return listed.command(form, file), listed.beyond_command

    def _on_rows_changed(self) -> None:
        self._preview.show_events(self.events, self.order)
        self._update()
