"""Paints the texts of a chart."""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from nerinspect.visible import visible

_MOST_WIDTHS: Final = 500
"""So many texts need not be measured again: measuring them takes as long as painting them."""


class Labels:
    """Paint lines of text in one font, each under a point, on a painter whose y grows downwards.

    Parameters
    ----------
    font : QFont
        Their font.
    """

    def __init__(self, font: QFont) -> None:
        self._font, self._metrics = font, QFontMetricsF(font)
        self._height, self._ascent = self._metrics.height(), self._metrics.ascent()
        self._width = lru_cache(_MOST_WIDTHS)(self._metrics.horizontalAdvance)

    def paint(
        self,
        painter: QPainter,
        text: str,
        x: float,
        y: float,
        room: float,
        ink: QColor,
        ground: QColor | None = None,
        shorter: str = "",
    ) -> None:
        """Paint one line upright.

        Parameters
        ----------
        painter : QPainter
            Paints it.
        text : str
            Shortened to its room.
        x, y : float
            Middle of its upper edge, in the chart, whose y grows upwards.
        room : float
            The width it may take, in device-independent pixels.
        ink : QColor
            Its colour.
        ground : QColor, optional
            What is painted behind it; nothing, if left out.
        shorter : str
            What stands instead where there is no room for the text; then nothing, if there is no room for this either.
        """
        text, width = self._fitting(visible(text), room, shorter) if text else ("", 0.0)
        if not text:
            return
        if ground is not None:  # a line behind keeps off, or it looks like a minus
            wide = min(width + self._height / 2, max(room, width + 2))
            painter.fillRect(QRectF(x - wide / 2, 1 - y, wide, self._height), ground)
        painter.setFont(self._font)
        painter.setPen(ink)
        painter.drawText(QPointF(x - width / 2, 1 - y + self._ascent), text)

    def _fitting(self, text: str, room: float, shorter: str) -> tuple[str, float]:
        """Give what there is room for, and its width: a number stands whole, rounded or not at all, a name is cut."""
        for whole in (text, shorter):
            width = self._width(whole)
            if whole and width <= room:
                return whole, width
        text = "" if shorter else self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        return text, self._width(text)
