"""Symbols of kinds: how large they stand beside text, and how they get their ink."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from nerinspect.ui.theme import Theme


@dataclass(frozen=True, eq=False)
class KindSymbols:
    """The symbols of all kinds of mention events, or of relation events.

    Attributes
    ----------
    width, height : float
        The grid they are drawn on; their size beside text of 13 pixels.
    outline : callable
        Draws everything of a kind that has ink as one outline on the grid.
    colour : callable
        Gives the ink of a kind.
    prefix : str
        What stands before a kind where the glossary names it.
    """

    width: float
    height: float
    outline: Callable[[str], QPainterPath]
    colour: Callable[[Theme, str], QColor]
    prefix: str = ""

    def size_beside(self, ascent: float) -> QSizeF:
        """Give the size of a symbol that stands beside text.

        Parameters
        ----------
        ascent : float
            Ascent of the text's font, in device-independent pixels.

        Returns
        -------
        QSizeF
            Width and height in device-independent pixels.
        """
        height = ascent * self.height / 14
        return QSizeF(height * self.width / self.height, height)

    def paint(self, painter: QPainter, rect: QRectF, kind: str, theme: Theme) -> None:
        """Paint the symbol of a kind in the kind's ink.

        Parameters
        ----------
        painter : QPainter
            Open on the device to paint on; left as it was.
        rect : QRectF
            Where; the symbol keeps its proportions and is centred.
        kind : str
            One of the kinds.
        theme : Theme
            Holds the ink.
        """
        scale = min(rect.width() / self.width, rect.height() / self.height)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.center())
        painter.scale(scale, scale)
        painter.translate(-self.width / 2, -self.height / 2)
        painter.fillPath(self.outline(kind), self.colour(theme, kind))
        painter.restore()
