"""Paints the readings of a sentence as tracks over its text: reference above the words, predictions below."""

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from nerinspect.ui.painting.fonts import CLOSEST, close_font
from nerinspect.ui.painting.track_metrics import TrackMetrics
from nerinspect.ui.theme import Theme
from nerinspect.ui.type_colours import TypeStyle
from nerinspect.visible import visible

Side = Literal["reference", "prediction"]


def paint_span(
    painter: QPainter, rect: QRectF, side: Side, style: TypeStyle, metrics: TrackMetrics, is_repaired: bool
) -> None:
    """Paint the tint of a span, and its line on the edge that faces the words.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    rect : QRectF
        The box.
    side : str
        `reference` or `prediction`.
    style : TypeStyle
        Of the span's type.
    metrics : TrackMetrics
        Sizes.
    is_repaired : bool
        Whether a label of the span was changed on the way in: the line is dashed then.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(_box_path(rect, side, 3 * metrics.unit), style.fill)
    thickness = 3 * metrics.unit
    pen = QPen(style.line, thickness, style.pen, Qt.PenCapStyle.FlatCap)
    if is_repaired:
        pen.setDashPattern([1.7, 1.0])
    elif style.pen != Qt.PenStyle.SolidLine:
        pen.setDashPattern([4.0, 1.0] if style.pen == Qt.PenStyle.DashLine else [1.0, 1.0])
    painter.setPen(pen)
    y = rect.bottom() - thickness / 2 if side == "reference" else rect.top() + thickness / 2
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    painter.restore()


def paint_span_name(
    painter: QPainter, rect: QRectF, side: Side, name: str, metrics: TrackMetrics, is_right_to_left: bool
) -> None:
    """Write the type on a span: set close, then closer, then elided, where `rect` is too narrow.

    The painter's pen and font are used, and kept.
    """
    font = painter.font()
    fonts = QFontMetricsF(font)
    name = visible(name)
    if is_close := fonts.horizontalAdvance(name) > rect.width() - 2 * metrics.unit:
        painter.setFont(close_font(font))
        fonts = QFontMetricsF(painter.font())
        if (width := fonts.horizontalAdvance(name)) > rect.width() - metrics.unit:
            painter.setFont(close_font(font, max((rect.width() - metrics.unit) / width, CLOSEST)))
            fonts = QFontMetricsF(painter.font())
    inset = name_inset(rect.width(), fonts.horizontalAdvance(name), metrics.unit)
    line = 3 * metrics.unit
    shift = (0.0, 0.0, 0.0, -line) if side == "reference" else (0.0, line, 0.0, 0.0)
    place = rect.adjusted(*shift).adjusted(inset, 0, -inset / 2, 0)
    if is_right_to_left:
        place = rect.adjusted(*shift).adjusted(inset / 2, 0, -inset, 0)
    alignment = Qt.AlignmentFlag.AlignRight if is_right_to_left else Qt.AlignmentFlag.AlignLeft
    text = fonts.elidedText(name, Qt.TextElideMode.ElideRight, place.width() + 0.5)
    painter.drawText(place, int(alignment | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute), text)
    if is_close:
        painter.setFont(font)


def name_inset(room: float, width: float, unit: float) -> float:
    """Give the distance of a name from the end of its room where it begins."""
    return max(min(5 * unit, (room - width) / 1.5), 0.0)


def paint_frame(painter: QPainter, rect: QRectF, colour: QColor, metrics: TrackMetrics) -> None:
    """Paint the frame around the segment of an event."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 2 * metrics.unit))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect, 4 * metrics.unit, 4 * metrics.unit)
    painter.restore()


def paint_outline(painter: QPainter, rect: QRectF, colour: QColor, metrics: TrackMetrics) -> None:
    """Paint the extent of a mention of the other reading."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.5 * metrics.unit))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect, 3 * metrics.unit, 3 * metrics.unit)
    painter.restore()


def paint_loose_repair(painter: QPainter, rect: QRectF, side: Side, theme: Theme, metrics: TrackMetrics) -> None:
    """Mark a repaired label outside every mention: a dashed line where a span's line would be."""
    painter.save()
    pen = QPen(theme.warning, 3 * metrics.unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([1.7, 1.0])
    painter.setPen(pen)
    y = rect.bottom() - 1.5 * metrics.unit if side == "reference" else rect.top() + 1.5 * metrics.unit
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    painter.restore()


def _box_path(rect: QRectF, side: Side, radius: float) -> QPainterPath:
    """Round the two corners away from the words."""
    outer, inner = (rect.top(), rect.bottom()) if side == "reference" else (rect.bottom(), rect.top())
    radius = min(radius, rect.width() / 2)
    turn = radius if side == "reference" else -radius
    path = QPainterPath(QPointF(rect.left(), inner))
    path.lineTo(rect.left(), outer + turn)
    path.quadTo(rect.left(), outer, rect.left() + radius, outer)
    path.lineTo(rect.right() - radius, outer)
    path.quadTo(rect.right(), outer, rect.right(), outer + turn)
    path.lineTo(rect.right(), inner)
    path.closeSubpath()
    return path
