"""Export of the relation events on screen: which of them, with which columns, in which form."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QPlainTextEdit, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.study import Study
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import Wording
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.events_form import ExportChoice, ListForm
from nerinspect.io.writing.export import ListedEvents, ReviewOrigin
from nerinspect.io.writing.forms import FORMS, HTML, Holds, forms_for
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.table import Of
from nerinspect.progress import Checkpoint
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.fields import ColumnList
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.lists.export_choices import named_head
from nerinspect.ui.lists.export_dialog import N_SHOWN, ListExportDialog, copied_fields, preview_text
from nerinspect.ui.lists.exporting import Exporter
from nerinspect.ui.theme.fonts import DETAIL, font_size

if TYPE_CHECKING:
    from nerinspect.ui.pages.relations.page import RelationsPanel


_IN_WORDS: Final = ("left", "text", "right")
"""What people read besides."""


@dataclass(frozen=True, eq=False)
class RelationList:
    """The relation events on screen.

    Attributes
    ----------
    study : Study
        Where they are; matches relations as it says.
    request : LoadRequest
        How it was loaded.
    order : ndarray of int32, shape (n_rows,)
        Numbers of relation events as they stand on screen.
    selected : ndarray of int32, shape (n_selected,)
        Those that are selected, in the order of the screen.
    query : str
        The filter that gives these events.
    sorting : str
        In words, how the rows are ordered; empty for the order of the command line.
    on_screen : tuple of str
        Names of the columns on screen, in their order.
    review : ReviewOrigin or None
        The review that decisions about them are kept in, while one is open.
    """

    study: Study
    request: LoadRequest
    order: AnyIntArray
    selected: AnyIntArray
    query: str
    sorting: str
    on_screen: tuple[str, ...]
    review: ReviewOrigin | None = None

    @property
    def more(self) -> tuple[Of, ...]:
        """What the list can have besides the columns of events."""
        return (Of.DECISIONS, Of.PEOPLE) if self.review else ()

    def listed(self, order: AnyIntArray) -> ListedEvents:
        """Give those of them that are to be written."""
        return ListedEvents(
            *(RELATIONS, self.study, self.request, order, self.query, self.sorting, len(self.order)),
            review=self.review,
        )

    @property
    def offered(self) -> tuple[str, ...]:
        """The columns that a file can have."""
        return RELATIONS.names_for(self.study, *self.more)

    def usual_columns(self, is_for_people: bool) -> tuple[str, ...]:
        """Choose columns: for programs what the command line gives, for people those on screen and the sentence."""
        if not is_for_people:
            return RELATIONS.names_for(self.study, *self.more[:1])
        return known_columns((*self._shown_columns(), *_IN_WORDS), self.offered)

    def screen_columns(self) -> tuple[str, ...]:
        """Name the columns of a file that stand for those on screen."""
        return known_columns(self._shown_columns(), self.offered)

    def _shown_columns(self) -> list[str]:
        return [name for key in self.on_screen for name in RELATIONS.stands_for.get(key, (key,))]


def known_columns(names: Sequence[str], offered: Sequence[str]) -> tuple[str, ...]:
    """Leave out columns that are not offered, and those that are named again."""
    return tuple(name for name in dict.fromkeys(names) if name in offered)


class RelationExportPreview(QPlainTextEdit):
    """Show some rows in a form; they are made in the background."""

    def __init__(self, events: RelationList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events = events
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_written)
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Preview")

    @property
    def title(self) -> str:
        """Say what it shows."""
        return f"Previe&w, the first {N_SHOWN} rows" if len(self._events.order) > N_SHOWN else "Previe&w"

    def show_rows(self, order: AnyIntArray, form: ListForm | None) -> None:
        """Show the first of some relation events in a form; nothing for None."""
        if form is None:
            self._jobs.cancel()
            self.clear()
        else:
            self._jobs.start(partial(_written, self._events, order[:N_SHOWN].copy(), form))

    def restyle(self, font: QFont) -> None:
        """Write as small as fixed letters stand beside such a font."""
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(round(font_size(font) * DETAIL))
        self.setFont(fixed)

    def stop(self) -> None:
        """Let go of what is under way."""
        self._jobs.cancel()

    def _on_written(self, text: str) -> None:
        self.setPlainText(text)


def _written(events: RelationList, order: AnyIntArray, form: ListForm, checkpoint: Checkpoint) -> str:
    return preview_text(events.study, form, form.table(events.study, order, checkpoint), len(order))


class RelationExportDialog(ListExportDialog):
    """Ask what is exported of the relation events on screen; see `ListExportDialog`.

    Parameters
    ----------
    events : RelationList
        The relation events on screen.
    choice : ExportChoice
        What was chosen last time.
    chosen : mapping of bool to tuple of str
        Columns that were chosen before, by whether they are for people.
    parent : QWidget, optional
        What it stands before.

    Attributes
    ----------
    changed : dict of bool to tuple of str
        Columns that are chosen here, by whether they are for people.
    """

    _preview: RelationExportPreview

    def __init__(
        self,
        events: RelationList,
        choice: ExportChoice,
        chosen: Mapping[bool, tuple[str, ...]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("relation event", choice.folder, parent)
        self.setObjectName("relation_export_dialog")
        self._events, self._choice = events, choice
        self.changed: dict[bool, tuple[str, ...]] = {}
        self._chosen = {
            is_for_people: known_columns(chosen.get(is_for_people, ()), events.offered)
            or events.usual_columns(is_for_people)
            for is_for_people in (False, True)
        }
        self._build_ui()
        self._form.setCurrentIndex(max(self._form.findData(choice.form), 0))
        self._safe.setChecked(choice.spreadsheet_safe)
        self._show_columns()
        self._form.currentIndexChanged.connect(self._on_form_chosen)
        self._safe.toggled.connect(self._update)
        self._only_selected.toggled.connect(self._update)
        self._columns.columns_changed.connect(self._on_columns_changed)
        self._update()
        self._form.setFocus()

    @property
    def order(self) -> AnyIntArray:
        """The relation events to export, in order."""
        return self._events.selected if self.is_selection else self._events.order

    @property
    def is_selection(self) -> bool:
        """Whether only the selected rows are exported."""
        return self._only_selected.isChecked()

    def form(self) -> ListForm | None:
        """Give the form to write; None while no column is chosen."""
        columns, name = self._columns.columns(), self._form_name
        is_safe = FORMS[name].safe is not None and self._safe.isChecked()
        return ListForm(RELATIONS, name, columns, is_safe, self._events.more) if columns else None

    def choice(self) -> ExportChoice:
        """Give what is to be offered next time; columns of mention events stay."""
        folder = os.path.dirname(self.path) or self._folder
        is_safe = self._safe.isChecked()
        return replace(self._choice, form=self._form_name, spreadsheet_safe=is_safe, folder=folder)

    @property
    def _form_name(self) -> str:
        return str(self._form.currentData())

    @property
    def _is_for_people(self) -> bool:
        return FORMS[self._form_name].is_for_people

    def _build_ui(self) -> None:
        unit, events = self.unit, self._events
        self._form = QComboBox()
        for form in forms_for(Holds.EXPORTS):
            self._form.addItem("HTML" if form.name == HTML else form.words, form.name)
        self._safe = QCheckBox("Safe for s&preadsheets")
        self._safe.setToolTip(tooltip("Put ' before texts that a spreadsheet takes for formulas."))
        self._only_selected = QCheckBox(f"Only the {len(events.selected):,} &selected")
        explain = partial(_explained, wording=events.study.wording)
        self._columns = ColumnList(events.offered, events.screen_columns(), explain)
        self._columns.setFixedWidth(round(270 * unit))
        self._preview = RelationExportPreview(events)
        self._heads = [
            named_head("&Form", self._form),
            named_head("&Columns", self._columns.list),
            named_head(self._preview.title, self._preview),
        ]
        layout = QGridLayout()
        layout.setHorizontalSpacing(round(20 * unit))
        layout.setVerticalSpacing(round(6 * unit))
        column = (self._heads[0], self._form, self._safe, self._only_selected, self._heads[1], self._columns)
        for row, part in enumerate(column):
            layout.addWidget(part, row, 0)
        layout.addWidget(self._heads[2], 0, 1)
        layout.addWidget(self._preview, 1, 1, 5, 1)
        layout.setColumnStretch(1, 1)
        parts = QVBoxLayout()
        parts.setSpacing(round(12 * unit))
        parts.addLayout(layout, 1)
        parts.addLayout(copied_fields(("Comman&d line", self._command, "C&opy command")))
        parts.addWidget(self._differs)
        self._lay_out(parts, 920, 600)
        self._only_selected.setVisible(len(events.selected) > 1)  # in the dialog: alone it were a window

    def _restyle(self) -> None:
        super()._restyle()
        self._preview.restyle(self.font())

    def _show_columns(self) -> None:
        self._columns.set_columns(self._chosen[self._is_for_people])
        self._safe.setEnabled(FORMS[self._form_name].safe is not None)

    def _update(self) -> None:
        """Say what the choices come to; the preview follows in a moment."""
        form = self.form()
        self._show_choices(form)
        self._preview.show_rows(self.order, form)

    def _told(self, form: ListForm, file: str) -> tuple[str, str]:
        listed = self._events.listed(self.order)
        return listed.command(form, file), listed.beyond_command

    def _on_form_chosen(self) -> None:
        self._show_columns()
        self._update()

    def _on_columns_changed(self) -> None:
        self._chosen[self._is_for_people] = self.changed[self._is_for_people] = self._columns.columns()
        self._update()


def _explained(name: str, wording: Wording) -> str:
    """Say what a column holds, as far as it is defined."""
    found = next((key for key in (f"relation_{name}", name) if key in DEFINITIONS), None)
    return wording.meaning(found) if found else ""


class RelationExport(QObject):
    """Writes the rows of the page of relations.

    Parameters
    ----------
    desk : Desk
        With what is looked at.
    exporter : Exporter
        Writes one file at a time.
    """

    def __init__(self, desk: Desk, exporter: Exporter) -> None:
        super().__init__(desk)
        self._desk, self._exporter = desk, exporter
        self._dialog: RelationExportDialog | None = None
        self._columns: dict[bool, tuple[str, ...]] = {}

    def ask(self, page: "RelationsPanel", review: ReviewOrigin | None) -> None:
        """Ask what to export of the relation events on show, and write it.

        Parameters
        ----------
        page : RelationsPanel
            Lists them.
        review : ReviewOrigin or None
            The review that decisions about them are kept in, while one is open.
        """
        desk, document, table = self._desk, self._desk.document, page.table
        cells = table.view.events.cells
        if document.request is None or cells is None or not len(table.order()):
            desk.message.tell("There is no relation event on screen to export.")
            return
        if self._exporter.is_exporting:
            desk.message.say("A file is being written. Wait until it is complete, or cancel it, before the next one.")
            return
        if self._dialog is not None:
            if self._dialog.isVisible():
                return
            self._dialog.deleteLater()
        events = RelationList(
            cells.study,
            document.request,
            table.order().copy(),
            table.selected_events().copy(),
            document.export_query,
            table.sorting_text(),
            tuple(table.shown_columns()),
            review,
        )
        self._dialog = dialog = RelationExportDialog(events, self._exporter.choice, self._columns, desk.asker)
        from nerinspect.ui.guide.guide_window import offer_guide  # not needed before a dialog is

        offer_guide(dialog)
        dialog.accepted.connect(partial(self._write, events))
        dialog.open()

    def _write(self, events: RelationList) -> None:
        dialog = self._dialog
        form = dialog.form() if dialog is not None else None
        if dialog is None or form is None:
            return
        exporter, listed, path = self._exporter, events.listed(dialog.order), dialog.path
        exporter.remember(dialog.choice())
        self._columns |= dialog.changed
        exporter.write(path, len(listed.order), partial(listed.export, form, path))
