"""The line at the foot of the window: how the files were read, and how the mentions add up."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from nerinspect.ui.document import Document
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.status import GAP, REPAIR_PAGE, reconciliation_pieces, source_pieces
from nerinspect.ui.widgets.door_label import DoorLabel, Piece


class StatusLine(QStatusBar):
    """Describe a document in one line of doors.

    Signals
    -------
    query_requested : str
        A number was clicked: the query for what it counts.
    repair_requested
        The number of invalid transitions was clicked.
    """

    query_requested = Signal(str)
    repair_requested = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._pieces: list[Piece] = []
        self._note = ""
        self._sources, self._sums = DoorLabel(), DoorLabel()
        self._sources.show_pieces([Piece("Nothing open")])
        self._sources.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # the sums go first
        self.addWidget(self._sources, 1)
        self.addPermanentWidget(self._sums)
        self.setSizeGripEnabled(False)
        margin = round(10 * font_size(self.font()) / 13)
        self.setContentsMargins(margin, 0, margin, 0)
        for line in (self._sources, self._sums):
            line.query_requested.connect(self._on_clicked)
        document.study_changed.connect(self._show)
        document.study_replaced.connect(self._show)
        document.prediction_changed.connect(self._show)

    def show_note(self, note: str) -> None:
        """Say what goes on in the background; empty for nothing."""
        self._note = note
        self._show()

    def _on_clicked(self, query: str) -> None:
        if query == REPAIR_PAGE:
            self.repair_requested.emit()
        else:
            self.query_requested.emit(query)

    def _show(self) -> None:
        study = self._document.study
        if study is not None:
            note = [Piece(f"{self._note}   ·   ")] if self._note else []
            self._sources.show_pieces([*note, *source_pieces(study, self._document.prediction)])
            self._pieces = reconciliation_pieces(self._document.sums())
            self._show_sums()

    def _show_sums(self) -> None:
        """Show how the mentions of both sides add up; of the reference alone where there is little room."""
        self._sums.show_pieces(self._pieces)
        needed = self._sources.sizeHint().width() + self._sums.sizeHint().width()
        if GAP in self._pieces and needed > self.width() - 4 * self.contentsMargins().left():
            self._sums.show_pieces(self._pieces[: self._pieces.index(GAP)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say as much as there is room for."""
        super().resizeEvent(event)
        self._show_sums()
