"""The symbol of an event kind as a small widget."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.painting.kind_symbol import KIND_SYMBOLS
from nerinspect.ui.painting.kind_symbols import KindSymbols
from nerinspect.ui.theme import current_theme


class KindBadge(QWidget):
    """Show the symbol of one event kind, as high as the text beside it.

    Parameters
    ----------
    symbols : KindSymbols, optional
        Those of mention events, or of relation events.
    """

    def __init__(self, parent: QWidget | None = None, symbols: KindSymbols = KIND_SYMBOLS) -> None:
        super().__init__(parent)
        self._symbols, self._kind = symbols, ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_kind(self, kind: str, wording: Wording = JUDGED) -> None:
        """Show a kind such as `be`; nothing for an empty string."""
        self._kind = kind
        self.setAccessibleName(wording.name(self._symbols.prefix + kind) if kind else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Follow the widget's font."""
        size = self._symbols.size_beside(QFontMetricsF(self.font()).ascent())
        return QSize(round(size.width()), round(size.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the symbol."""
        if self._kind:
            painter = QPainter(self)
            self._symbols.paint(painter, QRectF(self.rect()), self._kind, current_theme())
            painter.end()
