"""The cell of a verdict: its key in a small frame, and a flag beside it."""

from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.visible import visible

_IN_FRAME, _RADIUS, _GAP, _FLAG, _POLE = 3, 3, 4, 8, 1.4  # at a font of 13 pixels
_WIDEST: Final = "M"
_ALONE: Final = "·"
_ASIDE: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def paint_verdict(
    painter: QPainter, style: CellStyle, rect: QRectF, mark: str, is_flagged: bool, is_incomplete: bool = False
) -> None:
    """Paint the mark of a verdict at the right of its cell.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on.
    style : CellStyle
        Font and colours.
    rect : QRectF
        The cell.
    mark : str
        A letter or sign, which stands in a frame; `·`, which stands alone; or nothing.
    is_flagged : bool
        Whether a flag stands at its left.
    is_incomplete : bool
        Whether something is missing beside the verdict: the frame is open then.
    """
    if not mark and not is_flagged:
        return
    scale = painter.device().devicePixelRatioF()
    key = f"verdict {mark} {is_flagged} {is_incomplete} {scale}"
    if key not in style.badges:
        style.badges[key] = _badge(style, mark, is_flagged, is_incomplete, scale)
    badge = style.badges[key]
    left = rect.right() - style.padding - badge.width() / scale
    painter.drawPixmap(QPointF(round(left), round(rect.center().y() - badge.height() / scale / 2)), badge)


def verdict_width(style: CellStyle) -> float:
    """Measure the room of a flag and a key, in device-independent pixels."""
    return _frame(style).width() + (_GAP + _FLAG) * style.unit + 2 * style.padding


def _badge(style: CellStyle, mark: str, is_flagged: bool, is_incomplete: bool, scale: float) -> QPixmap:
    """Paint flag and key once for all rows."""
    frame = _frame(style)
    place = QRectF(0, 0, verdict_width(style) - 2 * style.padding, frame.height())
    badge = QPixmap(ceil(place.width() * scale), ceil(place.height() * scale))
    badge.setDevicePixelRatio(scale)
    badge.fill(Qt.GlobalColor.transparent)
    painter = QPainter(badge)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame.moveRight(place.right())
    if is_flagged:
        _paint_flag(painter, style, QRectF(0, 0, _FLAG * style.unit, place.height()))
    is_framed = mark not in ("", _ALONE)
    if is_framed:
        open_frame = QPen(style.theme.warning, 1, Qt.PenStyle.DashLine)
        painter.setPen(open_frame if is_incomplete else QPen(style.theme.border, 1))
        painter.setBrush(style.theme.base)
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS * style.unit, _RADIUS * style.unit)
    painter.setFont(_font(style) if is_framed else style.font)
    painter.setPen(style.theme.text2)
    painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter if is_framed else _ASIDE), visible(mark))
    painter.end()
    return badge


def _paint_flag(painter: QPainter, style: CellStyle, rect: QRectF) -> None:
    """Paint a pennant on its pole, as high as a capital letter or somewhat more."""
    pole = _POLE * style.unit
    top, bottom = rect.top() + rect.height() / 6, rect.bottom() - rect.height() / 6
    cloth = QPolygonF(
        [QPointF(0, top), QPointF(rect.right(), (2 * top + bottom) / 3), QPointF(0, (top + 2 * bottom) / 3)]
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.theme.warning)
    painter.drawPolygon(cloth)
    painter.drawRect(QRectF(rect.left(), top, pole, bottom - top))


def _frame(style: CellStyle) -> QRectF:
    metrics = QFontMetricsF(_font(style))
    height = metrics.height()
    return QRectF(0, 0, max(metrics.horizontalAdvance(_WIDEST) + 2 * _IN_FRAME * style.unit, height), height)


def _font(style: CellStyle) -> QFont:
    return scaled_font(style.font, CAPTION)
