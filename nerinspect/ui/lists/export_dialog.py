"""Choose which events are exported, with which columns and in which form; the first rows as they will be written."""

import os
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase
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
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.study import Study
from nerinspect.io.writing.export import ListedEvents, ListForm
from nerinspect.io.writing.forms import FORMS, HTML, Holds, forms_for
from nerinspect.lists.columns import attribute_columns, column_meaning, is_attribute_column, token_columns
from nerinspect.lists.mentions import MentionSort
from nerinspect.lists.table import Of, Row, Table
from nerinspect.quantities import counted, grouped
from nerinspect.settings import ExportChoice
from nerinspect.ui.kit.fields import ColumnList
from nerinspect.ui.kit.file_dialogs import save_folder, saved_at
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.layout import fill, resize_on_screen, scrolled
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.lists.event_columns import EventList
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, TITLE, font_size, scaled_font
from nerinspect.visible import visible

_N_SHOWN: Final = 10  # rows that a preview shows
_LONGEST_LINE: Final = 2_000  # characters
_PAUSE_MS: Final = 80


class ExportChoices(Styled, QWidget):
    """Let the user choose rows, form and columns; these are remembered apart for data and for pages people read."""

    rows_changed = Signal()
    form_changed = Signal()

    def __init__(self, events: EventList, choice: ExportChoice) -> None:
        super().__init__()
        self._events, self._choice = events, choice
        sort, study = events.sort, events.listed.study
        is_reviewed = events.listed.review is not None
        self._more = (Of.DECISIONS, Of.PEOPLE) if is_reviewed else ()
        self._decided = sort.names(*self._more)
        self._offered = offered_columns(events)
        self._on_screen = self._known(events.columns)
        every = sort.names_for(study, *([Of.DECISIONS] if is_reviewed else []))
        shown = self._known((*events.columns, *events.beside)) or sort.names_for(study)
        behind = (name for name in sort.names(Of.DECISIONS) if is_reviewed and name not in ("decided", *shown))
        self._default = {False: every, True: (*shown, *behind)}
        self._remembered = {False: choice.data_columns, True: choice.page_columns}
        self._chosen = {kind: self._first_chosen(kind) for kind in (False, True)}
        self._build_ui()
        self._form.setCurrentIndex(max(self._form.findData(choice.form), 0))
        self._safe.setChecked(choice.spreadsheet_safe)
        self._show_form()
        self._selected.toggled.connect(self.rows_changed)
        self._form.currentIndexChanged.connect(self._on_form_chosen)
        self._safe.toggled.connect(self.form_changed)
        self._columns.columns_changed.connect(self._on_columns_changed)
        self.setFocusProxy(self._form)

    @property
    def is_selection(self) -> bool:
        return self._selected.isChecked()

    @property
    def order(self) -> AnyIntArray:
        return self._events.selected if self.is_selection else self._events.listed.order

    def form(self) -> ListForm | None:
        """Give the form to write; None while no column is chosen."""
        columns, name = self._columns.columns(), self._form_name
        is_safe = FORMS[name].safe is not None and self._safe.isChecked()
        return ListForm(self._events.sort, name, columns, is_safe, self._more) if columns else None

    def choice(self, folder: str) -> ExportChoice:
        return replace(
            self._choice,
            form=self._form_name,
            data_columns=self._remembered[False],
            page_columns=self._remembered[True],
            spreadsheet_safe=self._safe.isChecked(),
            folder=folder,
        )

    @property
    def _form_name(self) -> str:
        return str(self._form.currentData())

    @property
    def _is_for_people(self) -> bool:
        return FORMS[self._form_name].is_for_people

    def _build_ui(self) -> None:
        unit = self.unit
        self._all, self._selected = QRadioButton(), QRadioButton()
        self._all.setText(f"&All {grouped(len(self._events.listed.order))} on screen")
        self._selected.setText(f"Only the {grouped(len(self._events.selected))} &selected")
        self._all.setChecked(True)
        for button in (self._all, self._selected):
            button.setVisible(len(self._events.selected) > 1)
        self._form = QComboBox()
        for form in forms_for(Holds.EXPORTS):
            if form.can_list(self._events.sort.name):
                has_highlights = form.name != HTML or isinstance(self._events.sort, MentionSort)
                self._form.addItem(form.words if has_highlights else "HTML", form.name)
        self._safe = QCheckBox("Safe for s&preadsheets")
        self._safe_note = QLabel(
            "Texts that begin with = + - @ get an apostrophe in front, so that no spreadsheet treats them as"
            " formulas. This changes the data.",
            wordWrap=True,
        )
        self._safe.setAccessibleDescription(self._safe_note.text())
        self._columns = ColumnList(self._offered, self._on_screen, partial(_column_meaning, self._events))
        self._columns.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._columns.list.setMinimumHeight(round(120 * unit))
        self._columns_note = QLabel("drag, or Alt+↑ and Alt+↓, to move")
        self._form_head = _head("&Format", self._form)
        self._columns_head = _head("&Columns", self._columns.list)
        layout = fill(
            QVBoxLayout(self),
            self._all,
            self._selected,
            self._form_head,
            self._form,
            self._safe,
            self._safe_note,
            gap=round(6 * unit),
        )
        layout.addSpacing(round(6 * unit))
        beside = QHBoxLayout()
        beside.setSpacing(round(8 * unit))
        beside.addWidget(self._columns_head)
        beside.addWidget(self._columns_note, 1, Qt.AlignmentFlag.AlignBaseline)
        layout.addLayout(beside)
        layout.addWidget(self._columns, 1)

    def _restyle(self) -> None:
        font = self.font()
        for head in (self._form_head, self._columns_head):
            head.setFont(scaled_font(font, 1.0, is_bold=True))
        for note in (self._safe_note, self._columns_note):
            note.setFont(scaled_font(font, CAPTION))

    def _show_form(self) -> None:
        """Show the columns of the form, and whether a spreadsheet may read it."""
        self._columns.set_columns(self._chosen[self._is_for_people])
        for part in (self._safe, self._safe_note):
            part.setEnabled(FORMS[self._form_name].safe is not None)

    def _on_form_chosen(self) -> None:
        self._show_form()
        self.form_changed.emit()

    def _on_columns_changed(self) -> None:
        """Remember the columns, and those besides that wait for a study that has them."""
        kind, columns = self._is_for_people, self._columns.columns()
        waiting = [name for name in self._remembered[kind] if name not in self._offered]
        self._chosen[kind] = columns
        self._remembered[kind] = () if columns == self._default[kind] else (*columns, *waiting)
        self.form_changed.emit()

    def _first_chosen(self, is_for_people: bool) -> tuple[str, ...]:
        """Choose what was chosen last; if that was without a review, what is decided is new and stands behind."""
        known, default = self._known(self._remembered[is_for_people]), self._default[is_for_people]
        if not known:
            return default
        is_new = not set(known) & set(self._decided)
        return (*known, *(name for name in default if is_new and name in self._decided))

    def _known(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in dict.fromkeys(columns) if name in self._offered)


def offered_columns(events: EventList) -> tuple[str, ...]:
    """List what may be written of each event: what every list has, then of mentions attributes and what files say."""
    study, more = events.listed.study, (Of.DECISIONS, Of.PEOPLE) if events.listed.review else ()
    every = events.sort.names_for(study, *more, *([Of.EVIDENCE] if study.training is not None else []))
    is_of_mentions = isinstance(events.sort, MentionSort)
    return (*every, *attribute_columns(study), *token_columns(study)) if is_of_mentions else every


def _column_meaning(events: EventList, name: str) -> str:
    wording, known = events.listed.study.wording, events.sort.columns.get(name)
    return wording.meaning(known.meaning_key) if known else column_meaning(name, wording)


def _head(text: str, buddy: QWidget) -> QLabel:
    head = QLabel(text)
    head.setBuddy(buddy)
    return head


class ExportPreview(Styled, QWidget):
    """Show some rows in a form; they are made in the background, once for all forms."""

    def __init__(self) -> None:
        super().__init__()
        self._events: EventList | None = None
        self._columns: tuple[str, ...] = ()  # of the rows: all that any form may need
        self._shown = np.zeros(0, dtype=np.int32)
        self._rows: list[Row] | None = None  # while they are made
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
        fill(QVBoxLayout(self), heads, self._text, gap=round(6 * unit))

    def show_events(self, events: EventList, order: AnyIntArray) -> None:
        self._events, self._n_rows, self._shown = events, len(order), order[:_N_SHOWN].copy()
        self._columns = tuple(name for name in offered_columns(events) if not is_attribute_column(name))
        self._make_rows()

    def show_form(self, form: ListForm | None) -> None:
        self._form = form
        if self._events is not None and not set(self._asked()) <= set(self._columns):
            self._make_rows()
        shown = f"the first {_N_SHOWN} of {counted(self._n_rows, 'row')}"
        note = shown if self._n_rows > _N_SHOWN else counted(self._n_rows, "row")
        is_page = form is not None and FORMS[form.form].body is not None
        self._note.setText(f"{note}, without the page header" if is_page else note)
        self._later.start()

    def stop(self) -> None:
        self._later.stop()
        self._jobs.cancel()

    def _asked(self) -> tuple[str, ...]:
        return () if self._form is None else self._form.drawn

    def _make_rows(self) -> None:
        """Make the rows with all columns but attributes, which take long: of these the ones that are written."""
        events, shown = self._events, self._shown
        assert events is not None, "there are events to show"
        self._columns = columns = tuple(dict.fromkeys((*self._columns, *self._asked())))
        self._rows = None
        self._jobs.start(lambda checkpoint: list(events.sort.table(events.listed.study, shown, columns, checkpoint)))

    def _restyle(self) -> None:
        self._head.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._note.setFont(scaled_font(self.font(), CAPTION))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(round(font_size(self.font()) * DETAIL))
        self._text.setFont(fixed)

    def _write(self) -> None:
        if self._events is None or self._form is None:
            self._text.clear()
        elif self._rows is not None:
            table = Table(self._columns, self._rows)
            self._text.setPlainText(_written(self._events.listed.study, self._form, table))

    def _on_rows_made(self, rows: list[Row]) -> None:
        self._rows = rows
        self._write()


def _written(study: Study, form: ListForm, table: Table) -> str:
    """Write some rows of a table that holds all columns the form needs, as the file will hold them, long lines cut."""
    places = [table.columns.index(name) for name in form.drawn]
    rows = [tuple(row[place] for place in places) for row in table]
    text = form.preview(study, Table(form.drawn, rows)).rstrip("\n")
    if body := FORMS[form.form].body:
        text = text.partition(body[0])[2].rpartition(body[1])[0]
    return "\n".join(line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in text.split("\n"))


def _copied_fields(*rows: tuple[str, QLineEdit, str]) -> QGridLayout:
    """Lay out fields, each behind its name and before the button that copies it."""
    grid = QGridLayout()
    for row, (text, field, copy) in enumerate(rows):
        name, button = QLabel(text), QPushButton(copy)
        name.setBuddy(field)
        field.setAccessibleName(text.replace("&", ""))
        button.setAutoDefault(False)  # Enter is for the dialog
        button.clicked.connect(lambda _, field=field: copy_text(field.text()))
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


class ExportDialog(Styled, QDialog):
    """Ask what is exported of the events on screen and where to; `accepted` comes once there is a path."""

    def __init__(self, events: EventList, choice: ExportChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events, self._event, self._folder = events, events.sort.event, choice.folder
        self.setObjectName(self._event.replace("event", "export_dialog").replace(" ", "_"))
        self.setWindowTitle("Export")
        self.path = ""
        self._choices, self._preview = ExportChoices(events, choice), ExportPreview()
        self._build_ui()
        self._choices.rows_changed.connect(self._on_rows_changed)
        self._choices.form_changed.connect(self._update)
        self._on_rows_changed()
        self._choices.setFocus()

    @property
    def listed(self) -> ListedEvents:
        every, order = self._events.listed, self._choices.order
        return replace(every, order=order, n_matching=len(every.order))

    def form(self) -> ListForm | None:
        return self._choices.form()

    def choice(self) -> ExportChoice:
        return self._choices.choice(os.path.dirname(self.path) or self._folder)

    def accept(self) -> None:
        """Ask for the file; without an answer the dialog stays."""
        form = self.form()
        if form is None:
            return
        if path := ask_for_path(self, self._folder, len(self._choices.order), form.form, self._event):
            self.path = path
            super().accept()

    def done(self, result: int) -> None:
        self._preview.stop()
        super().done(result)

    def _build_ui(self) -> None:
        unit = self.unit
        self._title, self._differs = QLabel(), QLabel(wordWrap=True)
        self._command, self._query = QLineEdit(readOnly=True), QLineEdit(readOnly=True)
        self._query.setPlaceholderText(f"no filter: every {self._event}")
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        parts = QHBoxLayout()
        parts.setSpacing(round(20 * unit))
        choices = scrolled(self._choices)
        choices.setFixedWidth(round(270 * unit))
        self._choices.setMinimumWidth(1)  # as wide as there is room
        choices.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        parts.addWidget(choices)
        parts.addWidget(self._preview, 1)
        fields = _copied_fields(
            ("&Query", self._query, "Cop&y query"), ("Comman&d line", self._command, "C&opy command")
        )
        fields.setSpacing(round(6 * unit))
        layout = fill(QVBoxLayout(self), self._title, parts, fields, self._differs, self._buttons, gap=round(12 * unit))
        layout.setContentsMargins(*[round(16 * unit)] * 4)
        layout.setStretch(1, 1)
        resize_on_screen(self, 960, 620)
        self._export.setDefault(True)  # only now that it stands in the dialog

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), TITLE, is_bold=True))

    def _update(self) -> None:
        """Say what the choices come to; the preview follows in a moment."""
        form, events, listed = self.form(), self._events, self.listed
        count, rows = (
            counted(len(listed.order), self._event),
            "selected rows" if self._choices.is_selection else "same rows",
        )
        whose = f" of {events.whose}" if events.whose else ""
        self._title.setText(visible(f"{count}{whose} as on screen: {rows}, same order"))
        self._query.setText(listed.query)
        self._export.setText(f"&Export {count}…")
        self._export.setEnabled(form is not None)
        command, differs = "", "Choose at least one column."
        if form is not None:
            command, differs = listed.command(form, _file_name(self._event, form.form)), listed.beyond_command
        self._command.setText(command)
        self._command.setCursorPosition(0)
        self._differs.setText(visible(differs))
        self._differs.setVisible(bool(differs))
        self._preview.show_form(form)

    def _on_rows_changed(self) -> None:
        self._preview.show_events(self._events, self._choices.order)
        self._update()
