"""The line at the foot of the window: how the files were read, and how the mentions add up."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStatusBar

from nerinspect.events.study import Study
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.status import (
    DOT,
    FILES_PAGE,
    GAP,
    REPAIR_PAGE,
    SPURIOUS_PAGE,
    reconciliation_pieces,
    shortened,
    source_pieces,
)
from nerinspect.ui.desk.views import REPAIR
from nerinspect.ui.kit.doors import Door, DoorLabel, Piece
from nerinspect.ui.kit.styled import Styled

IS_APPLIED: Final = "correction:accepted -correction:conflict"  # keeps the events whose corrections are applied
_DOORS: Final = {"corrected": IS_APPLIED, "lacking": "correction:missing"}
_READING: Final = "training data is read in the background"


_HALF, _WITH_SCORES = 0.5, 0.64
"""Such a share of the room the sums may take; with the scores of relations what these need in 1,440 pixels."""


class StatusLine(Styled, QStatusBar):
    """Describe a document in one line of doors."""

    spurious_requested = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setAccessibleName("Status")
        self._desk, self._document = desk, desk.document
        document = desk.document
        self._said: list[Piece] = []
        self._pieces: list[Piece] = []
        self._widths: dict[tuple[object, ...], int] = {}
        self._words = dict.fromkeys(("review", "corrected", "lacking", "training"), "")
        self._relations: Sequence[Piece] | None = None
        self._sources, self._sums = DoorLabel(has_one_line=True), DoorLabel(has_one_line=True)
        self._sources.show_pieces([Piece("Nothing open")])
        self._sources.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # the sums go first
        self.addWidget(self._sources, 1)
        self.addPermanentWidget(self._sums)
        self.setSizeGripEnabled(False)
        margin = round(10 * self.unit)
        self.setContentsMargins(margin, 0, margin, 0)
        self._sources.query_requested.connect(self._on_clicked)
        self._sums.query_requested.connect(self._on_sum_clicked)
        desk.training_read.connect(lambda is_read: self.say("training", _READING if is_read else ""))
        document.tell_of_studies(self._show)
        document.prediction_changed.connect(self._show)
        document.compared_changed.connect(self._show)
        document.counts_changed.connect(self._on_counts_changed)

    def say(self, what: str, words: str) -> None:
        """Say something on the left, empty for nothing.

        It is about the `review` that decisions are kept in, what is `corrected` in the score on show, how many wrong
        references are `lacking` a correction, or the `training` data.
        """
        if words != self._words[what]:
            self._words[what] = words
            self._show()

    def show_relations(self, sums: Sequence[Piece] | None) -> None:
        """Say how relations add up; None for mentions again."""
        self._relations = sums
        self._show()

    def show_words(self, words: str) -> None:
        self._sources.show_pieces([Piece(words)])

    def _on_counts_changed(self) -> None:
        """Say how many spurious mentions a comparison has: they are counted behind the window."""
        if self._document.compared is not None:
            self._show()

    def _on_clicked(self, query: str, beside: int = -1) -> None:
        if query == REPAIR_PAGE:
            self._desk.view_requested.emit(REPAIR)
        elif query == SPURIOUS_PAGE:
            self.spurious_requested.emit()
        elif query == FILES_PAGE:
            self._desk.menus.action("files").trigger()
        else:
            self._desk.open(Door(query, beside=beside))

    def _on_sum_clicked(self, query: str) -> None:
        if self._relations is not None:
            self._document.select_query(query)
        else:
            self._on_clicked(query, self._desk.beside)

    def _show(self) -> None:
        if (study := self._document.study) is None:
            return
        said = [Piece(words, _DOORS.get(what, "")) for what, words in self._words.items() if words]
        note = [each for piece in said for each in (piece, DOT)]
        self._said = [*note, *source_pieces(study, self._document.prediction)]
        self._pieces = self._sums_or_comparison(study)
        self._widths.clear()
        self._fit()

    def _sums_or_comparison(self, study: Study) -> list[Piece]:
        if self._relations is not None:
            return [*self._relations]
        a, b = self._document.prediction, self._document.compared
        if b is None:
            return reconciliation_pieces(self._document.sums(), study.wording)
        from nerinspect.ui.lists.compared_rows import comparison_pieces  # not needed before systems are compared

        return comparison_pieces(study, a, b)

    def _fit(self) -> None:
        """Say as much as there is room for: all parts of the sums if they leave some of it, else fewer of them."""
        if not self._said:
            return
        room = self.width() - 4 * self.contentsMargins().left()
        said, shown, most = self._said, self._pieces, _HALF if self._relations is None else _WITH_SCORES
        sums = self._needed(self._sums, shown)
        while GAP in shown and sums > most * room and self._needed(self._sources, said) > room - sums:
            shown = shown[: len(shown) - 1 - shown[::-1].index(GAP)]
            sums = self._needed(self._sums, shown)
        n_kept = said.count(DOT)
        while n_kept >= 0 and self._needed(self._sources, said) > room - sums:
            said, n_kept = shortened(self._said, n_kept), n_kept - 1
        for label, pieces in ((self._sources, said), (self._sums, shown)):
            if label.pieces != tuple(pieces):
                label.show_pieces(pieces)

    def _needed(self, label: DoorLabel, pieces: Sequence[Piece]) -> int:
        """Measure what a label needs for some words; once, for windows are resized."""
        key = label, *pieces
        if key not in self._widths:
            label.show_pieces(pieces)
            self._widths[key] = label.sizeHint().width()
        return self._widths[key]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        self._widths.clear()
        self._fit()
