"""The first rows of an export as they will be written."""

import io
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import counted
from nerinspect.io.events_form import HTML, EventsForm
from nerinspect.io.html_cells import drawn_columns
from nerinspect.io.list_form import ListForm
from nerinspect.results.attribute_columns import is_attribute_column
from nerinspect.results.review_table import POSSIBLE_DECISION_COLUMNS, review_table
from nerinspect.results.table import Row, Table
from nerinspect.ui.dialogs.event_list import EventList
from nerinspect.ui.dialogs.export_choices import offered_columns
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font

N_SHOWN: Final = 10
"""Rows that a preview shows."""

_LONGEST_LINE: Final = 2_000  # characters
_PAUSE_MS: Final = 80


class ExportPreview(QWidget):
    """Show some rows in a form; they are made in the background, once for all forms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._columns: tuple[str, ...] = ()  # of the rows: all that any form may need
        self._shown = np.zeros(0, dtype=np.int32)
        self._rows: list[Row] = []
        self._n_rows = 0
        self._form: EventsForm | None = None
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_rows_made)
        self._later = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._later.timeout.connect(self._write)
        self._text = QPlainTextEdit(readOnly=True, lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName("Preview")
        self._head, self._note = QLabel("Previe&w"), QLabel()
        self._head.setBuddy(self._text)
        unit = font_size(self.font()) / 13
        heads = QHBoxLayout()
        heads.setSpacing(round(8 * unit))
        heads.addWidget(self._head)
        heads.addWidget(self._note, 1, Qt.AlignmentFlag.AlignBaseline)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(6 * unit))
        layout.addLayout(heads)
        layout.addWidget(self._text)
        self._restyle()

    def show_events(self, events: EventList, order: IntArray) -> None:
        """Show the first of other events."""
        self._study, self._n_rows, self._shown = events.study, len(order), order[:N_SHOWN].copy()
        offered = offered_columns(events.study, POSSIBLE_DECISION_COLUMNS if events.review else ())
        self._columns = drawn_columns([name for name in offered if not is_attribute_column(name)])
        self._make_rows()

    def show_form(self, form: EventsForm | None) -> None:
        """Show the rows in another form, in a moment; nothing for None."""
        self._form = form
        if self._study is not None and not set(self._asked()) <= set(self._columns):
            self._make_rows()
        shown = f"the first {N_SHOWN} of {self._n_rows:,} rows"
        note = shown if self._n_rows > N_SHOWN else counted(self._n_rows, "row")
        is_page = form is not None and form.form == HTML
        self._note.setText(f"{note}, without the head of the page" if is_page else note)
        self._later.start()

    def stop(self) -> None:
        """Let go of what is under way."""
        self._later.stop()
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _asked(self) -> tuple[str, ...]:
        return () if self._form is None else self._form.columns

    def _make_rows(self) -> None:
        """Make the rows with all columns but attributes, which take long: of these the ones that are written."""
        study, shown = self._study, self._shown
        assert study is not None, "there are events to show"
        self._columns = columns = tuple(dict.fromkeys((*self._columns, *self._asked())))
        self._rows = []
        self._jobs.start(lambda checkpoint: list(review_table(study, shown, checkpoint, columns)))

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

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._restyle()


def _written(study: Study, form: EventsForm, table: Table) -> str:
    """Write some rows of a table that holds all columns the form needs."""
    columns, rows = form.drawn, list(table)
    places = [table.columns.index(name) for name in columns]
    return preview_text(study, form, Table(columns, [tuple(row[place] for place in places) for row in rows]), len(rows))


def preview_text(study: Study, form: ListForm, table: Table, n_rows: int) -> str:
    """Write some rows as the file will hold them, long lines cut."""
    file = io.StringIO(newline="")
    form.writer(study, n_rows, {})(table, file)
    text = file.getvalue().rstrip("\n")
    if form.form == HTML:
        text = text.partition("<table>\n")[2].rpartition("\n</table>")[0]
    return "\n".join(line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in text.split("\n"))
