"""What the user chooses about an export: rows, form and columns."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QRadioButton, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.io.events_form import HTML, EventsForm, ExportChoice
from nerinspect.results.attribute_columns import attribute_columns
from nerinspect.results.events_table import all_columns
from nerinspect.results.token_columns import column_meaning, token_columns
from nerinspect.ui.dialogs.event_list import EventList
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.tooltips import tooltip
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


class ExportChoices(QWidget):
    """Let the user choose; columns are remembered apart for data and for pages that people read.

    Parameters
    ----------
    events : EventList
        The events on screen.
    choice : ExportChoice
        What was chosen last time.

    Signals
    -------
    rows_changed
        Other events are to be exported.
    form_changed
        Another form, or other columns.
    """

    rows_changed = Signal()
    form_changed = Signal()

    def __init__(self, events: EventList, choice: ExportChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events, self._choice = events, choice
        self._offered = offered_columns(events.study)
        every = all_columns(events.study.training is not None)
        self._default = {False: every, True: self._known(events.columns) or every}
        self._remembered = {False: choice.data_columns, True: choice.page_columns}
        self._chosen = {kind: self._known(self._remembered[kind]) or self._default[kind] for kind in (False, True)}
        self._build_ui()
        self._form.setCurrentIndex(max(self._form.findData(choice.form), 0))
        self._safe.setChecked(choice.spreadsheet_safe)
        self._show_form()
        self._selected.toggled.connect(self.rows_changed)
        self._form.currentIndexChanged.connect(self._on_form_chosen)
        self._safe.toggled.connect(self.form_changed)
        self._columns.columns_changed.connect(self._on_columns_changed)
        self.setFocusProxy(self._form)
        self._restyle()

    @property
    def is_selection(self) -> bool:
        """Whether only the selected rows are exported."""
        return self._selected.isChecked()

    @property
    def order(self) -> IntArray:
        """The events to export, in order."""
        return self._events.selected if self.is_selection else self._events.order

    def form(self) -> EventsForm | None:
        """Give the form to write; None while no column is chosen."""
        columns, name = self._columns.columns(), self._form_name
        return EventsForm(name, columns, name == "csv" and self._safe.isChecked()) if columns else None

    def choice(self, folder: str) -> ExportChoice:
        """Give what is to be offered next time."""
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
        return self._form_name in _FOR_PEOPLE

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
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
        on_screen = self._known(self._events.columns)
        self._columns = ColumnList(self._offered, on_screen, lambda name: tooltip(column_meaning(name)))
        self._columns.setFixedWidth(round(270 * unit))
        self._columns_note = QLabel("drag, or Alt+↑ and Alt+↓, to move")
        self._form_head, self._columns_head = _head("&Form", self._form), _head("&Columns", self._columns.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(6 * unit))
        for part in (self._all, self._selected, self._form_head, self._form, self._safe, self._safe_note):
            layout.addWidget(part)
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
            part.setEnabled(self._form_name == "csv")

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

    def _known(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in dict.fromkeys(columns) if name in self._offered)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_form_head"):
            self._restyle()


def offered_columns(study: Study) -> tuple[str, ...]:
    """List what may be written of each event: what every study such as this has, attributes, then what files say."""
    return (*all_columns(study.training is not None), *attribute_columns(study), *token_columns(study))


def _head(text: str, buddy: QWidget) -> QLabel:
    head = QLabel(text)
    head.setBuddy(buddy)
    return head
