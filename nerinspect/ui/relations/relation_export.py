"""Export of the relation events on screen: asks what is written, and writes it behind the window."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.io.relation_export import export_relation_events
from nerinspect.io.review_origin import ReviewOrigin
from nerinspect.progress import Checkpoint
from nerinspect.ui.relations.relation_export_dialog import RelationExportDialog
from nerinspect.ui.relations.relation_list import RelationList

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow
    from nerinspect.ui.relations.relations_panel import RelationsPanel


class RelationExport(QObject):
    """Writes the rows of the page of relations.

    Parameters
    ----------
    window : MainWindow
        Its exporter writes one file at a time.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._dialog: RelationExportDialog | None = None
        self._columns: dict[bool, tuple[str, ...]] = {}
        window.closing.connect(self._shutdown)

    def ask(self, page: "RelationsPanel", review: ReviewOrigin | None) -> None:
        """Ask what to export of the relation events on show, and write it.

        Parameters
        ----------
        page : RelationsPanel
            Lists them.
        review : ReviewOrigin or None
            The review that decisions about them are kept in, while one is open.
        """
        window, document, table = self._window, self._window.document, page.table
        cells = table.view.events.cells
        if document.request is None or cells is None or not len(table.order()):
            window.message.tell("There is no relation event on screen to export.")
            return
        if window.exporter.is_exporting:
            window.message.say("A file is being written. Wait until it is complete, or cancel it, before the next one.")
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
        self._dialog = dialog = RelationExportDialog(events, window.exporter.choice, self._columns, window)
        from nerinspect.ui.guide_window import offer_guide  # not needed before a dialog is

        offer_guide(dialog)
        dialog.accepted.connect(partial(self._write, events))
        dialog.open()

    def _write(self, events: RelationList) -> None:
        dialog = self._dialog
        form = dialog.form() if dialog is not None else None
        if dialog is None or form is None:
            return
        exporter, order, path = self._window.exporter, dialog.order, dialog.path
        exporter.remember(dialog.choice())
        self._columns |= dialog.changed

        def work(checkpoint: Checkpoint) -> None:
            listed = events.study, events.request, order, events.query, events.sorting, path, form
            export_relation_events(*listed, checkpoint, len(events.order), events.review)

        exporter.write(path, len(order), work)

    def _shutdown(self) -> None:
        if self._dialog is not None:
            self._dialog.shutdown()
