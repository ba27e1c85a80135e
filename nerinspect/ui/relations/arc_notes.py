"""Notes on arcs that are left out where there are too many."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from nerinspect.analysis.events import Side
from nerinspect.analysis.sentence_relations import SentenceRelation
from nerinspect.ui.relations.arc_painter import ArcLook


@dataclass(frozen=True)
class LeftOut:
    """A note on arcs that end on a line and are not drawn.

    Attributes
    ----------
    side : str
        Whose arcs.
    relations : tuple of SentenceRelation
        What they would show.
    rect : QRectF
        Where it is written, in the coordinates of the arcs.
    """

    side: Side
    relations: tuple[SentenceRelation, ...]
    rect: QRectF

    @property
    def text(self) -> str:
        """What it says."""
        return f"+{len(self.relations):,} more"


def paint_notes(painter: QPainter, notes: Iterable[LeftOut], look: ArcLook) -> None:
    """Write how many arcs of a line are left out; the painter's origin is where arcs count from."""
    painter.save()
    painter.setFont(look.name_font)
    painter.setPen(look.theme.text2)
    for note in notes:
        painter.drawText(note.rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), note.text)
    painter.restore()
