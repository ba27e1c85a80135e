"""The line at the foot of the window: how the files were read, and how the mentions add up."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from nerinspect.ui.document import Document
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.status import DOT, FILES_PAGE, GAP, REPAIR_PAGE, reconciliation_pieces, shortened, source_pieces
from nerinspect.ui.widgets.door_label import DoorLabel, Piece


class StatusLine(QStatusBar):
    """Describe a document in one line of doors.

    Signals
    -------
    query_requested : str
        A number was clicked: the query for what it counts.
    repair_requested
        The number of invalid transitions was clicked.
    files_requested
        There was no room for all that is to be said of the files, and the rest is asked for.
    """

    query_requested = Signal(str)
    repair_requested = Signal()
    files_requested = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._said: list[Piece] = []
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
        if note != self._note:
            self._note = note
            self._show()

    def _on_clicked(self, query: str) -> None:
        if query == REPAIR_PAGE:
            self.repair_requested.emit()
        elif query == FILES_PAGE:
            self.files_requested.emit()
        else:
            self.query_requested.emit(query)

    def _show(self) -> None:
        study = self._document.study
        if study is not None:
            note = [Piece(self._note), DOT] if self._note else []
            self._said = [*note, *source_pieces(study, self._document.prediction)]
            self._pieces = reconciliation_pieces(self._document.sums())
            self._fit()

    def _fit(self) -> None:
        """Say as much as there is room for: the sums of both sides if they leave half of it, else of the reference."""
        if not self._said:
            return
        room = self.width() - 4 * self.contentsMargins().left()
        self._sources.show_pieces(self._said)
        self._sums.show_pieces(self._pieces)
        sums = self._sums.sizeHint().width()
        if GAP in self._pieces and sums > room / 2 and self._sources.sizeHint().width() > room - sums:
            self._sums.show_pieces(self._pieces[: self._pieces.index(GAP)])
            sums = self._sums.sizeHint().width()
        n_kept = self._said.count(DOT)
        while n_kept >= 0 and self._sources.sizeHint().width() > room - sums:
            self._sources.show_pieces(shortened(self._said, n_kept))
            n_kept -= 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit what is said when letters grow."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_said"):
            self._fit()
