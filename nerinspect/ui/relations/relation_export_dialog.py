"""Choose which relation events are exported, with which columns and in which form."""

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import Wording
from nerinspect.io.events_form import HTML, ExportChoice
from nerinspect.io.export import beyond_command
from nerinspect.io.list_form import ListForm
from nerinspect.io.relation_export import relation_events_command
from nerinspect.io.relation_form import RelationForm
from nerinspect.ui.dialogs.export_choices import FOR_PEOPLE, FORM_NAMES, named_head
from nerinspect.ui.dialogs.list_export_dialog import ListExportDialog, copied_fields
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.relations.relation_export_preview import RelationExportPreview
from nerinspect.ui.relations.relation_list import RelationList, known_columns
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.column_list import ColumnList


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
        self._restyle()
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

    def form(self) -> RelationForm | None:
        """Give the form to write; None while no column is chosen."""
        columns, name = self._columns.columns(), self._form_name
        is_safe = name == "csv" and self._safe.isChecked()
        return RelationForm(name, columns, is_safe, self._events.review is not None) if columns else None

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
        return self._form_name in FOR_PEOPLE

    def _build_ui(self) -> None:
        unit, events = font_size(self.font()) / 13, self._events
        self._form = QComboBox()
        for name, text in FORM_NAMES.items():
            self._form.addItem("HTML" if name == HTML else text, name)
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
        self._safe.setEnabled(self._form_name == "csv")

    def _update(self) -> None:
        """Say what the choices come to; the preview follows in a moment."""
        form = self.form()
        self._show_choices(form)
        self._preview.show_rows(self.order, form)

    def _told(self, form: ListForm, file: str) -> tuple[str, str]:
        events = self._events
        command = relation_events_command(events.study, events.request, events.query, form, file, events.review)
        numbers = len(self.order), events.sorting, len(events.order)
        return command, beyond_command(*numbers, review=events.review)

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
