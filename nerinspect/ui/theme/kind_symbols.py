"""The symbol of an event kind, the event in miniature: reference bar above, prediction bar below."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPainterPathStroker, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.events.kinds import KIND_TABLE
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.theme.themes import Theme, current_theme


@dataclass(frozen=True, eq=False)
class KindSymbols:
    """The symbols of all kinds of mention events, or of relation events.

    They are drawn on a grid of `width` by `height`, their size beside text of 13 pixels; `outline` draws everything of
    a kind that has ink as one outline on it. `prefix` stands before a kind where the glossary names it.
    """

    width: float
    height: float
    outline: Callable[[str], QPainterPath]
    colour: Callable[[Theme, str], QColor]
    prefix: str = ""

    def size_beside(self, ascent: float) -> QSizeF:
        """Give the size of a symbol that stands beside text of this ascent, in device-independent pixels."""
        height = ascent * self.height / 14
        return QSizeF(height * self.width / self.height, height)

    def paint(self, painter: QPainter, rect: QRectF, kind: str, theme: Theme) -> None:
        """Paint the symbol of a kind in the kind's ink, in proportion and centred; the painter is left as it was."""
        scale = min(rect.width() / self.width, rect.height() / self.height)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.center())
        painter.scale(scale, scale)
        painter.translate(-self.width / 2, -self.height / 2)
        painter.fillPath(self.outline(kind), self.colour(theme, kind))
        painter.restore()


_TOP, _BOTTOM = QRectF(1, 1.5, 16, 4.5), QRectF(1, 9, 16, 4.5)
_OUTLINE = 1.5


@cache
def _symbol(kind: str) -> QPainterPath:
    """Draw everything that has ink as one outline, on a grid of 18 by 15."""
    path, bars = QPainterPath(), KIND_TABLE[kind].symbol
    for place, width, is_hollow in ((_TOP, bars.above, False), (_BOTTOM, bars.below, bars.is_hollow)):
        bar = QRectF(place.topLeft(), QSizeF(width, place.height()))
        if bar.isEmpty():
            path.addPath(_missing(place.center().y()))
        else:
            path.addPath(_outline(bar) if is_hollow else _bar(bar))
    return path


def _bar(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect, 1, 1)
    return path


def _outline(rect: QRectF) -> QPainterPath:
    hole = QPainterPath()
    hole.addRect(rect.adjusted(_OUTLINE, _OUTLINE, -_OUTLINE, -_OUTLINE))
    return _bar(rect).subtracted(hole)


def _missing(y: float) -> QPainterPath:
    """Draw dots where a side has no mention."""
    line = QPainterPath(QPointF(2, y))
    line.lineTo(QPointF(16, y))
    stroker = QPainterPathStroker()
    stroker.setWidth(_OUTLINE)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setDashPattern([1.0, 1.8])
    return stroker.createStroke(line)


KIND_SYMBOLS: Final = KindSymbols(18.0, 15.0, _symbol, Theme.kind_colour)
"""The symbols of `KINDS`."""

kind_symbol_size, paint_kind_symbol = KIND_SYMBOLS.size_beside, KIND_SYMBOLS.paint


class KindBadge(QWidget):
    """Show the symbol of one event kind, as high as the text beside it."""

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
