"""Choose which relation events are exported, with which columns and in which form."""

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import Wording
from nerinspect.io.events_form import HTML, SUFFIXES, ExportChoice
from nerinspect.io.export import beyond_command
from nerinspect.io.relation_export import relation_events_command
from nerinspect.io.relation_form import RelationForm
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.dialogs.export_choices import FORM_NAMES
from nerinspect.ui.dialogs.export_dialog import ask_for_path
from nerinspect.ui.painting.fonts import TITLE, font_size, scaled_font
from nerinspect.ui.relations.relation_export_preview import RelationExportPreview
from nerinspect.ui.relations.relation_list import RelationList, known_columns
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.column_list import ColumnList

_FORMS: Final = ("csv", "jsonl", "markdown", "latex", HTML)
_FOR_PEOPLE: Final = ("markdown", "latex", HTML)


class RelationExportDialog(QDialog):
    """Ask what is exported and where to; `accepted` comes once there is a path.

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
    path : str
        Where to; empty before it is known.
    changed : dict of bool to tuple of str
        Columns that are chosen here, by whether they are for people.
    """

    def __init__(
        self,
        events: RelationList,
        choice: ExportChoice,
        chosen: Mapping[bool, tuple[str, ...]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("relation_export_dialog")
        self.setWindowTitle("Export")
        self.path = ""
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
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._update()
        unit = font_size(self.font()) / 13
        self.resize(round(920 * unit), round(600 * unit))
        self._export.setDefault(True)  # only now that it stands in the dialog
        self._form.setFocus()

    @property
    def order(self) -> AnyIntArray:
        """The relation events to export, in order."""
        return self._events.selected if self._only_selected.isChecked() else self._events.order

    def form(self) -> RelationForm | None:
        """Give the form to write; None while no column is chosen."""
        columns, name = self._columns.columns(), self._form_name
        is_safe = name == "csv" and self._safe.isChecked()
        return RelationForm(name, columns, is_safe, self._events.review is not None) if columns else None

    def choice(self) -> ExportChoice:
        """Give what is to be offered next time; columns of mention events stay."""
        folder = os.path.dirname(self.path) or self._choice.folder
        is_safe = self._safe.isChecked()
        return replace(self._choice, form=self._form_name, spreadsheet_safe=is_safe, folder=folder)

    def accept(self) -> None:
        """Ask for the file; without an answer the dialog stays."""
        form = self.form()
        if form is None:
            return
        if path := ask_for_path(self, self._choice.folder, len(self.order), form.form, "relation event"):
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
    def _form_name(self) -> str:
        return str(self._form.currentData())

    @property
    def _is_for_people(self) -> bool:
        return self._form_name in _FOR_PEOPLE

    def _build_ui(self) -> None:
        unit, events = font_size(self.font()) / 13, self._events
        self._title, self._differs = QLabel(), QLabel(wordWrap=True)
        self._form = QComboBox()
        for name in _FORMS:
            self._form.addItem("HTML" if name == HTML else FORM_NAMES[name], name)
        self._safe = QCheckBox("Safe for s&preadsheets")
        self._safe.setToolTip(tooltip("Put ' before texts that a spreadsheet takes for formulas."))
        self._only_selected = QCheckBox(f"Only the {len(events.selected):,} &selected")
        self._only_selected.setVisible(len(events.selected) > 1)
        explain = partial(_explained, wording=events.study.wording)
        self._columns = ColumnList(events.offered, events.screen_columns(), explain)
        self._columns.setFixedWidth(round(270 * unit))
        self._preview = RelationExportPreview(events)
        self._command = QLineEdit(readOnly=True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self._heads = [
            _head("&Form", self._form),
            _head("&Columns", self._columns.list),
            _head(self._preview.title, self._preview),
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
        whole = QVBoxLayout(self)
        whole.setContentsMargins(*[round(16 * unit)] * 4)
        whole.setSpacing(round(12 * unit))
        whole.addWidget(self._title)
        whole.addLayout(layout, 1)
        whole.addLayout(self._command_line())
        for part in (self._differs, self._buttons):
            whole.addWidget(part)

    def _command_line(self) -> QGridLayout:
        name, button = QLabel("Comman&d line"), QPushButton("C&opy command")
        name.setBuddy(self._command)
        self._command.setAccessibleName("Command line")
        button.setAutoDefault(False)  # Enter is for the dialog
        button.clicked.connect(lambda: copy_text(self._command.text()))
        grid = QGridLayout()
        for column, part in enumerate((name, self._command, button)):
            grid.addWidget(part, 0, column)
        return grid

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        for head in self._heads:
            head.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._preview.restyle(self.font())

    def _show_columns(self) -> None:
        self._columns.set_columns(self._chosen[self._is_for_people])
        self._safe.setEnabled(self._form_name == "csv")

    def _update(self) -> None:
        """Say what the choices come to; the preview follows in a moment."""
        form, events, order = self.form(), self._events, self.order
        count, rows = counted(len(order), "relation event"), "selected" if self._only_selected.isChecked() else "same"
        self._title.setText(f"{count} as on screen: {rows} rows, same order")
        self._export.setText(f"&Export {count}…")
        self._export.setEnabled(form is not None)
        if form is None:
            self._command.clear()
            self._differs.setText("Choose at least one column.")
        else:
            file = f"relation-events.{SUFFIXES[form.form]}"
            command = relation_events_command(events.study, events.request, events.query, form, file, events.review)
            self._command.setText(command)
            self._command.setCursorPosition(0)
            self._differs.setText(beyond_command(len(order), events.sorting, len(events.order), review=events.review))
        self._differs.setVisible(bool(self._differs.text()))
        self._preview.show_rows(order, form)

    def _on_form_chosen(self) -> None:
        self._show_columns()
        self._update()

    def _on_columns_changed(self) -> None:
        self._chosen[self._is_for_people] = self.changed[self._is_for_people] = self._columns.columns()
        self._update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_heads"):
            self._restyle()


def _explained(name: str, wording: Wording) -> str:
    """Say what a column holds, as far as it is defined."""
    found = next((key for key in (f"relation_{name}", name) if key in DEFINITIONS), None)
    return tooltip(wording.meaning(found)) if found else ""


def _head(text: str, buddy: QWidget) -> QLabel:
    head = QLabel(text)
    head.setBuddy(buddy)
    return head
