"""The symbol of a relation kind as a small widget."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.relations.relation_symbol import paint_relation_symbol, relation_symbol_size
from nerinspect.ui.theme import current_theme


class RelationBadge(QWidget):
    """Show the symbol of one relation kind, as high as the text beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_kind(self, kind: str, wording: Wording = JUDGED) -> None:
        """Show one of `RELATION_KINDS`; nothing for an empty string."""
        self._kind = kind
        self.setAccessibleName(wording.name(f"relation_{kind}") if kind else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Follow the widget's font."""
        size = relation_symbol_size(QFontMetricsF(self.font()).ascent())
        return QSize(round(size.width()), round(size.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the symbol."""
        if self._kind:
            painter = QPainter(self)
            paint_relation_symbol(painter, QRectF(self.rect()), self._kind, current_theme())
            painter.end()
