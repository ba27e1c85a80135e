"""What the user chooses about an export: rows, form and columns."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import IntArray
from nerinspect.events.study import Study
from nerinspect.io.writing.events_form import ExportChoice, ListForm
from nerinspect.io.writing.forms import FORMS, Holds, forms_for
from nerinspect.lists.columns import attribute_columns, column_meaning, token_columns
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.ui.kit.fields import ColumnList
from nerinspect.ui.kit.screen_text import plain_text
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.lists.exported_events import EventList
from nerinspect.ui.theme.fonts import CAPTION, scaled_font


class ExportChoices(Styled, QWidget):
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
        self._of = (Of.DECISIONS, Of.PEOPLE) if events.review else ()
        self._more = MENTIONS.names(*self._of)
        self._offered = offered_columns(events.study, *self._of)
        every = MENTIONS.names_for(events.study)
        decided = MENTIONS.names(*self._of[:1])
        on_screen = self._known(events.columns) or every
        behind = (name for name in decided if name not in ("decided", *on_screen))
        self._default = {False: (*every, *decided), True: (*on_screen, *behind)}
        self._remembered = {False: choice.data_columns, True: choice.page_columns}
        self._chosen = {kind: self._first_chosen(kind) for kind in (False, True)}
        self._build_ui()
        self._form.setCurrentIndex(max(self._form.findData(choice.form), 0))
        self._safe.setChecked(choice.spreadsheet_safe)
        self._show_form()
        self._selected.toggled.connect(self.rows_changed)
        self._alone.toggled.connect(self._on_whose_chosen)
        self._form.currentIndexChanged.connect(self._on_form_chosen)
        self._safe.toggled.connect(self.form_changed)
        self._columns.columns_changed.connect(self._on_columns_changed)
        self.setFocusProxy(self._form)

    @property
    def events(self) -> EventList:
        """The events offered: in a comparison those of A and B, or of A alone."""
        alone = self._events.alone
        return alone if alone is not None and self._alone.isChecked() else self._events

    @property
    def is_selection(self) -> bool:
        """Whether only the selected rows are exported."""
        return self._selected.isChecked()

    @property
    def order(self) -> IntArray:
        """The events to export, in order."""
        return self.events.selected if self.is_selection else self.events.order

    def form(self) -> ListForm | None:
        """Give the form to write; None while no column is chosen."""
        columns, name = self._columns.columns(), self._form_name
        is_safe = FORMS[name].safe is not None and self._safe.isChecked()
        return ListForm(MENTIONS, name, columns, is_safe, self._of) if columns else None

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
        return FORMS[self._form_name].is_for_people

    def _build_ui(self) -> None:
        unit = self.unit
        whose = self._make_whose()
        self._all, self._selected = QRadioButton(), QRadioButton()
        self._count_rows()
        self._all.setChecked(True)
        rows = QButtonGroup(self)  # apart from whose events they are
        for button in (self._all, self._selected):
            rows.addButton(button)
        for button in (self._all, self._selected):
            button.setVisible(len(self._events.selected) > 1)
        self._form = QComboBox()
        for form in forms_for(Holds.EXPORTS):
            self._form.addItem(form.words, form.name)
        self._safe = QCheckBox("Safe for s&preadsheets")
        self._safe_note = QLabel(
            "Texts that begin with = + - @ get an apostrophe in front, so that no spreadsheet takes them for"
            " formulas. This changes the data.",
            wordWrap=True,
        )
        self._safe.setAccessibleDescription(self._safe_note.text())
        on_screen = self._known(self._events.columns)
        wording = self._events.study.wording
        self._columns = ColumnList(self._offered, on_screen, lambda name: column_meaning(name, wording))
        self._columns.setFixedWidth(round(270 * unit))
        self._columns_note = QLabel("drag, or Alt+↑ and Alt+↓, to move")
        self._form_head = named_head("&Form", self._form)
        self._columns_head = named_head("&Columns", self._columns.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(6 * unit))
        for part in (*whose, self._all, self._selected, self._form_head, self._form, self._safe, self._safe_note):
            layout.addWidget(part)
        layout.addSpacing(round(6 * unit))
        beside = QHBoxLayout()
        beside.setSpacing(round(8 * unit))
        beside.addWidget(self._columns_head)
        beside.addWidget(self._columns_note, 1, Qt.AlignmentFlag.AlignBaseline)
        layout.addLayout(beside)
        layout.addWidget(self._columns, 1)

    def _make_whose(self) -> tuple[QRadioButton, QRadioButton]:
        """Make the choice between the events of A and B and those of A; hidden where nothing is compared."""
        alone = self._events.alone
        self._both = QRadioButton(plain_text(f"Events of {self._events.whose}"))
        self._alone = QRadioButton(f"Events of {plain_text(alone.whose)} a&lone" if alone else "")
        self._both.setChecked(True)
        group = QButtonGroup(self)
        for button in (self._both, self._alone):
            group.addButton(button)
            button.setVisible(alone is not None)
        return self._both, self._alone

    def _count_rows(self) -> None:
        self._all.setText(f"&All {len(self.events.order):,} on screen")
        self._selected.setText(f"Only the {len(self.events.selected):,} &selected")

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

    def _on_whose_chosen(self) -> None:
        self._count_rows()
        self.rows_changed.emit()

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
        is_new = not set(known) & set(self._more)
        return (*known, *(name for name in default if is_new and name in self._more))

    def _known(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in dict.fromkeys(columns) if name in self._offered)


def offered_columns(study: Study, *more: Of) -> tuple[str, ...]:
    """List what may be written of each event: what every such list has, attributes, then what files say."""
    return (*MENTIONS.names_for(study, *more), *attribute_columns(study), *token_columns(study))


def named_head(text: str, buddy: QWidget) -> QLabel:
    """Make the head of a part, whose letter leads there."""
    head = QLabel(text)
    head.setBuddy(buddy)
    return head
