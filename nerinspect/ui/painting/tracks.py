"""The two readings of a sentence as tracks over its text: reference above the words, prediction below."""

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from nerinspect.ui.theme import Theme
from nerinspect.ui.type_colours import TypeStyle

Side = Literal["reference", "prediction"]


LINE_HEIGHT: Final = 4.9
"""Height of a line with tracks, in sizes of the sentence's font."""

_BETWEEN: Final = 3
"""Room between two tracks under the words, in thirteenths of the desktop's font."""

BASELINE: Final = 0.8
"""Where the text engine puts the baseline in a line of fixed height."""


@dataclass(frozen=True)
class TrackMetrics:
    """Sizes of the tracks in device-independent pixels, all from the fonts.

    Attributes
    ----------
    unit : float
        A thirteenth of the size of the desktop's font.
    box : float
        Height of a box with its line.
    above, below : float
        From the baseline up to the top of the reference's boxes, down to the top of the prediction's.
    caption : float
        Height of a line of caption.
    note_above, note_below : float
        Room kept for what was repaired, above the reference's boxes and below the prediction's.
    n_below : int
        Tracks below the words.
    line_height : float
        From one baseline of the sentence to the next.
    """

    unit: float
    box: float
    above: float
    below: float
    caption: float
    note_above: float
    note_below: float
    n_below: int
    line_height: float

    @classmethod
    def of_fonts(
        cls,
        sentence: QFont,
        caption: QFont,
        size: float,
        has_note_above: bool = False,
        has_note_below: bool = True,
        n_below: int = 1,
    ) -> "TrackMetrics":
        """Derive the sizes.

        Parameters
        ----------
        sentence, caption : QFont
            Fonts of the sentence and of the names on its spans.
        size : float
            Size of the desktop's font in pixels.
        has_note_above, has_note_below : bool
            Whether repaired labels of the reference, and of the prediction, need room.
        n_below : int
            Tracks below the words; of several, none has room for a note.
        """
        text, small, unit = QFontMetricsF(sentence), QFontMetricsF(caption), size / 13
        box = small.height() + 4 * unit
        above = text.ascent() + 4.5 * unit + box
        below = text.descent() + 3.5 * unit
        note_above = small.height() if has_note_above else 0.0
        note_below = small.height() if has_note_below and n_below == 1 else 0.0
        tracks_below = n_below * (box + _BETWEEN * unit) - _BETWEEN * unit
        height = above + below + tracks_below + 11 * unit + note_below + note_above
        em = text.ascent() / 1.07  # of the faces that set other scripts too
        height = max(LINE_HEIGHT * em if has_note_below else 0.0, height)
        return cls(unit, box, above, below, small.height(), note_above, note_below, n_below, height)

    @property
    def spare_above(self) -> float:
        """What the text engine leaves free above the tracks of the first line."""
        return BASELINE * self.line_height - self.above - self.note_above - 5 * self.unit

    @property
    def room_below(self) -> float:
        """What the last line needs below the place where the text engine ends it."""
        return self._bottom + 7 * self.unit + self.note_below - (1 - BASELINE) * self.line_height

    @property
    def _bottom(self) -> float:
        """From the baseline down to the end of the last track."""
        return self.below + self.n_below * self.box + (self.n_below - 1) * _BETWEEN * self.unit

    def box_rect(self, track: int, baseline: float, left: float, right: float) -> QRectF:
        """Place a box of a track; the first one lies above the words, the others below each other under them."""
        top = baseline - self.above
        if track:
            top = baseline + self.below + (track - 1) * (self.box + _BETWEEN * self.unit)
        return QRectF(left, top, right - left, self.box)

    def frame_rect(self, baseline: float, left: float, right: float) -> QRectF:
        """Place the frame around both tracks of an event."""
        margin, width = 5 * self.unit, 4 * self.unit
        top, bottom = baseline - self.above - margin, baseline + self._bottom + margin
        return QRectF(left - width, top, right - left + 2 * width, bottom - top)


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
    """Write the type on a span, elided where `rect` is too narrow; the painter's font and pen are used."""
    inset = min(5 * metrics.unit, rect.width() / 8)
    line = 3 * metrics.unit
    shift = (0.0, 0.0, 0.0, -line) if side == "reference" else (0.0, line, 0.0, 0.0)
    place = rect.adjusted(*shift).adjusted(inset, 0, -inset / 2, 0)
    if is_right_to_left:
        place = rect.adjusted(*shift).adjusted(inset / 2, 0, -inset, 0)
    alignment = Qt.AlignmentFlag.AlignRight if is_right_to_left else Qt.AlignmentFlag.AlignLeft
    text = QFontMetricsF(painter.font()).elidedText(name, Qt.TextElideMode.ElideRight, place.width() + 0.5)
    painter.drawText(place, int(alignment | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute), text)


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
