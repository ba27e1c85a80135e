"""The other cells of an event's row: kind, contexts, readings and plain texts."""

from collections.abc import Sequence
from math import ceil
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.painting.cell_style import CellStyle, paint_type_line, reading_name, text_option
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.visible import visible

_ELIDE_LEFT: Final = Qt.TextElideMode.ElideLeft
_ELIDE_RIGHT: Final = Qt.TextElideMode.ElideRight
_ELLIPSIS: Final = "…"
_GAP, _BETWEEN_TYPES, _OVERHANG, _TO_EDGE = 6, 5, 1, 4  # at a font of 13 pixels


def paint_kind(painter: QPainter, style: CellStyle, rect: QRectF, kind: str, wording: Wording = JUDGED) -> None:
    """Paint the symbol of a kind and its letters, both in the kind's ink."""
    device = painter.device()
    scale = device.devicePixelRatioF()
    key = f"{kind} {scale} {wording.is_neutral}"
    if key not in style.badges:
        style.badges[key] = _kind_badge(style, kind, scale, wording)
    badge = style.badges[key]
    height = badge.height() / scale
    painter.drawPixmap(QPointF(rect.left() + style.padding, round(rect.center().y() - height / 2)), badge)


def _kind_badge(style: CellStyle, kind: str, scale: float, wording: Wording) -> QPixmap:
    """Paint symbol and letters once for all rows."""
    symbol = kind_symbol_size(style.metrics.ascent())
    rect = QRectF(0, 0, kind_width(style, wording) - 2 * style.padding, style.metrics.height())
    badge = QPixmap(ceil(rect.width() * scale), ceil(rect.height() * scale))
    badge.setDevicePixelRatio(scale)
    badge.fill(Qt.GlobalColor.transparent)
    painter = QPainter(badge)
    paint_kind_symbol(painter, QRectF(QPointF(0, (rect.height() - symbol.height()) / 2), symbol), kind, style.theme)
    painter.setFont(style.letters_font)
    painter.setPen(style.theme.kind_colour(kind))
    rect.setLeft(symbol.width() + _GAP * style.unit)
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, wording.tag(kind))
    painter.end()
    return badge


def kind_width(style: CellStyle, wording: Wording = JUDGED) -> float:
    """Measure the room of the widest kind, in device-independent pixels."""
    symbol = kind_symbol_size(style.metrics.ascent()).width()
    letters = QFontMetricsF(style.letters_font).horizontalAdvance(wording.tag("lbe"))
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
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    shown = _elided(style, visible(words), inner.width(), at_start=(side == "left") != is_right_to_left)
    at = Qt.AlignmentFlag.AlignRight if side == "left" else Qt.AlignmentFlag.AlignLeft
    _draw(painter, inner, shown, style.font, style.theme.text2, at, is_right_to_left=is_right_to_left)


def _elided(style: CellStyle, words: str, width: float, *, at_start: bool) -> str:
    """Cut words that do not fit, at their start or at their end.

    Laying out what cannot fit takes longer than the rest of the cell, so as many characters as usually fit are tried
    first; if all of them do, more are.
    """
    mode = _ELIDE_LEFT if at_start else _ELIDE_RIGHT
    for character_width in (style.usual, style.narrow):
        most = int(width / character_width) + 1
        if len(words) <= most:
            break
        part = f"{_ELLIPSIS}{words[-most:]}" if at_start else f"{words[:most]}{_ELLIPSIS}"
        shown = style.metrics.elidedText(part, mode, width)
        if shown != part:
            return shown
    else:
        return part
    return style.metrics.elidedText(words, mode, width)


def paint_number(painter: QPainter, style: CellStyle, rect: QRectF, text: str) -> None:
    """Paint a number, or several, at the right of its cell; one that surely fits is not measured."""
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    if len(text) * style.digit > inner.width():
        text = style.metrics.elidedText(text, _ELIDE_RIGHT, inner.width())
    _draw(painter, inner, text, style.font, style.theme.text2, Qt.AlignmentFlag.AlignRight)


def paint_plain(
    painter: QPainter, style: CellStyle, rect: QRectF, text: str, at: Qt.AlignmentFlag, colour: QColor | None = None
) -> None:
    """Paint an ordinary text at the left or at the right of its cell."""
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    shown = style.metrics.elidedText(visible(text), _ELIDE_RIGHT, inner.width())
    _draw(painter, inner, shown, style.font, colour or style.theme.text2, at)


def paint_readings(
    painter: QPainter, style: CellStyle, rect: QRectF, types: Sequence[str], side: Literal["reference", "prediction"]
) -> None:
    """Paint the types of one side, each with its line above (reference) or below (prediction)."""
    if not types:
        paint_plain(painter, style, rect, "–", Qt.AlignmentFlag.AlignLeft)
        return
    to_edge, overhang = _TO_EDGE * style.unit, _OVERHANG * style.unit
    y = rect.top() + to_edge if side == "reference" else rect.bottom() - to_edge - style.line
    x, right = rect.left() + style.padding + overhang, rect.right() - style.padding
    painter.setFont(style.reading_font)
    painter.setPen(style.theme.text)
    for name in types:
        written = visible(name)
        shown = reading_name(style, written)
        if x + shown.width > right:
            shown = reading_name(style, style.reading_metrics.elidedText(written, _ELIDE_RIGHT, max(right - x, 0)))
        if not shown.width:
            return
        painter.drawStaticText(QPointF(x, rect.center().y() - shown.height / 2), shown.text)
        paint_type_line(painter, style, name, QRectF(x - overhang, y, shown.width + 2 * overhang, style.line))
        x += shown.width + 2 * overhang + _BETWEEN_TYPES * style.unit


def readings_width(style: CellStyle, types: Sequence[str]) -> float:
    """Measure the room some types need, padding included, in device-independent pixels."""
    between = (2 * _OVERHANG + _BETWEEN_TYPES) * style.unit
    return sum(reading_name(style, visible(name)).width + between for name in types) + 2 * style.padding


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
