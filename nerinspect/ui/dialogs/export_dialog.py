"""Choose which events are exported, with which columns and in which form."""

import os

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import IntArray
from nerinspect.io.events_form import EventsForm, ExportChoice
from nerinspect.io.export import beyond_command, events_command
from nerinspect.io.list_form import ListForm
from nerinspect.ui.dialogs.event_list import EventList
from nerinspect.ui.dialogs.export_choices import ExportChoices
from nerinspect.ui.dialogs.export_preview import ExportPreview
from nerinspect.ui.dialogs.list_export_dialog import ListExportDialog, copied_fields
from nerinspect.ui.painting.fonts import font_size


class ExportDialog(ListExportDialog):
    """Ask what is exported of the events on screen; see `ListExportDialog`."""

    _preview: ExportPreview

    def __init__(self, events: EventList, choice: ExportChoice, parent: QWidget | None = None) -> None:
        super().__init__("event", choice.folder, parent)
        self.setObjectName("export_dialog")
        self._choices, self._preview = ExportChoices(events, choice), ExportPreview()
        self._build_ui()
        self._restyle()
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

    def form(self) -> EventsForm | None:
        """Give the form to write; None while no column is chosen."""
        return self._choices.form()

    def choice(self) -> ExportChoice:
        """Give what is to be offered next time."""
        return self._choices.choice(os.path.dirname(self.path) or self._folder)

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
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
        events = self.events
        command = events_command(events.request, events.query, form, file, events.review)
        numbers = len(self.order), events.sorting, len(events.order)
        return command, beyond_command(*numbers, events.note, events.review)

    def _on_rows_changed(self) -> None:
        self._preview.show_events(self.events, self.order)
        self._update()
