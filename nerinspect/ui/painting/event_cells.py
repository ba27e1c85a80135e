"""The other cells of an event's row: kind, contexts, readings and plain texts."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from nerinspect.ui.painting.cell_style import CellStyle, paint_type_line, text_option
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol

_GAP, _BETWEEN_TYPES, _OVERHANG, _TO_EDGE = 6, 5, 1, 4  # at a font of 13 pixels


def paint_kind(painter: QPainter, style: CellStyle, rect: QRectF, kind: str) -> None:
    """Paint the symbol of a kind and its letters, both in the kind's ink."""
    size = kind_symbol_size(style.metrics.ascent())
    top = rect.center().y() - size.height() / 2
    symbol = QRectF(QPointF(rect.left() + style.padding, top), size)
    paint_kind_symbol(painter, symbol, kind, style.theme)
    inner = QRectF(rect)
    inner.setLeft(symbol.right() + _GAP * style.unit)
    painter.setFont(style.letters_font)
    painter.setPen(style.theme.kind_colour(kind))
    painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, kind.upper())


def kind_width(style: CellStyle) -> float:
    """Measure the room of the widest kind, in device-independent pixels."""
    symbol = kind_symbol_size(style.metrics.ascent()).width()
    letters = QFontMetricsF(style.letters_font).horizontalAdvance("LBE")
    return symbol + letters + _GAP * style.unit + 2 * style.padding


def paint_context(
    painter: QPainter,
    style: CellStyle,
    rect: QRectF,
    words: str,
    side: Literal["left", "right"],
    *,
    is_right_to_left: bool,
) -> None:
    """Paint the words beside a segment, close to it and cut off on the other side.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on.
    style : CellStyle
        Font and colours.
    rect : QRectF
        The cell.
    words : str
        Words in reading order.
    side : str
        On which side of the segment the cell stands.
    is_right_to_left : bool
        Whether the words run from right to left; those on the left then come after the segment.
    """
    comes_before = (side == "left") != is_right_to_left
    mode = Qt.TextElideMode.ElideLeft if comes_before else Qt.TextElideMode.ElideRight
    at = Qt.AlignmentFlag.AlignRight if side == "left" else Qt.AlignmentFlag.AlignLeft
    _paint_text(painter, style, rect, words, style.theme.text2, mode, at, is_right_to_left=is_right_to_left)


def paint_plain(
    painter: QPainter, style: CellStyle, rect: QRectF, text: str, at: Qt.AlignmentFlag, colour: QColor | None = None
) -> None:
    """Paint an ordinary text at the left or at the right of its cell."""
    _paint_text(painter, style, rect, text, colour or style.theme.text2, Qt.TextElideMode.ElideRight, at)


def paint_readings(
    painter: QPainter, style: CellStyle, rect: QRectF, types: Sequence[str], side: Literal["reference", "prediction"]
) -> None:
    """Paint the types of one side, each with its line above (reference) or below (prediction)."""
    if not types:
        paint_plain(painter, style, rect, "–", Qt.AlignmentFlag.AlignLeft)
        return
    font = style.reading_font
    metrics = style.reading_metrics
    to_edge, overhang = _TO_EDGE * style.unit, _OVERHANG * style.unit
    y = rect.top() + to_edge if side == "reference" else rect.bottom() - to_edge - style.line
    x, right = rect.left() + style.padding + overhang, rect.right() - style.padding
    for name in types:
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, max(right - x, 0))
        if not shown:
            return
        width = metrics.horizontalAdvance(shown)
        _draw(painter, QRectF(x, rect.top(), width + 1, rect.height()), shown, font, style.theme.text)
        paint_type_line(painter, style, name, QRectF(x - overhang, y, width + 2 * overhang, style.line))
        x += width + 2 * overhang + _BETWEEN_TYPES * style.unit


def readings_width(style: CellStyle, types: Sequence[str]) -> float:
    """Measure the room some types need, padding included, in device-independent pixels."""
    metrics = style.reading_metrics
    between = (2 * _OVERHANG + _BETWEEN_TYPES) * style.unit
    return sum(metrics.horizontalAdvance(name) + between for name in types) + 2 * style.padding


def _paint_text(
    painter: QPainter,
    style: CellStyle,
    rect: QRectF,
    text: str,
    colour: QColor,
    mode: Qt.TextElideMode,
    at: Qt.AlignmentFlag,
    *,
    is_right_to_left: bool = False,
) -> None:
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    shown = style.metrics.elidedText(text, mode, inner.width())
    _draw(painter, inner, shown, style.font, colour, at, is_right_to_left=is_right_to_left)


def _draw(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    at: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    *,
    is_right_to_left: bool = False,
) -> None:
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(rect, text, text_option(at, is_right_to_left))
