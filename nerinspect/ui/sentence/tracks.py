"""Readings of a sentence as tracks, reference above the words, predictions below: their levels, sizes, drawing."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from nerinspect.ui.theme.fonts import CLOSEST, close_font
from nerinspect.ui.theme.themes import Theme, TypeStyle
from nerinspect.visible import visible

LINE_HEIGHT: Final = 4.9  # height of a line with tracks, in sizes of the sentence's font
_BETWEEN: Final = 3  # room between two tracks under the words, in thirteenths of the desktop's font
_STACKED: Final = 1  # room between two boxes of one track that lie over each other
BASELINE: Final = 0.8  # where the text engine puts the baseline in a line of fixed height


class TrackMetrics(NamedTuple):
    """Sizes of the tracks in device-independent pixels, all from the fonts.

    `note_above` and `note_below`: room kept for what was repaired, above the reference's boxes and below the
    prediction's.
    """

    unit: float  # a thirteenth of the size of the desktop's font
    box: float  # height of a box with its line
    above: float  # from the baseline up to the top of the reference's boxes next to the words
    tops: tuple[float, ...]  # from the baseline down to the top of each prediction's boxes next to the words
    caption: float  # height of a line of caption
    # shape (n_tracks,): boxes that lie over each other in each track where mentions overlap; else 1
    levels: tuple[int, ...]
    n_values: int  # lines right under the words that say what columns hold
    note_above: float
    note_below: float
    line_height: float  # from one baseline of the sentence to the next

    @classmethod
    def of_fonts(
        cls,
        sentence: QFont,
        caption: QFont,
        size: float,
        has_note_above: bool = False,
        has_note_below: bool = True,
        levels: tuple[int, ...] = (1, 1),
        n_values: int = 0,
    ) -> "TrackMetrics":
        """Derive the sizes from fonts and the desktop's font size, in pixels.

        `levels` of boxes lie over each other in each track, `n_values` lines say under the words what columns hold. Of
        several predictions none has room for a note.
        """
        text, small, unit = QFontMetricsF(sentence), QFontMetricsF(caption), size / 13
        box = small.height() + 4 * unit
        above = text.ascent() + 4.5 * unit + box
        heights = [n * (box + _STACKED * unit) - _STACKED * unit for n in levels]
        below = text.descent() + 3.5 * unit + n_values * small.height()
        tops = tuple(accumulate((height + _BETWEEN * unit for height in heights[1:-1]), initial=below))
        note_above = small.height() if has_note_above else 0.0
        note_below = small.height() if has_note_below and len(tops) == 1 else 0.0
        bottom = tops[-1] + heights[-1]
        height = above + heights[0] - box + bottom + 11 * unit + note_below + note_above
        em = text.ascent() / 1.07  # of the faces that set other scripts too
        height = max(LINE_HEIGHT * em if has_note_below else 0.0, height)
        return cls(unit, box, above, tops, small.height(), levels, n_values, note_above, note_below, height)

    @property
    def n_below(self) -> int:
        return len(self.tops)

    @property
    def spare_above(self) -> float:
        """What the text engine leaves free above the tracks of the first line; below zero where it is not enough."""
        return BASELINE * self.line_height + self._top(0) - self.note_above - 5 * self.unit

    @property
    def room_below(self) -> float:
        """What the last line needs below the place where the text engine ends it."""
        return self._bottom(self.n_below) + 7 * self.unit + self.note_below - (1 - BASELINE) * self.line_height

    def reach(self, baseline: float) -> tuple[float, float]:
        """Say from where to where a line reaches with its tracks."""
        return baseline + self._top(0) - self.note_above, baseline + self._bottom(self.n_below) + self.note_below

    def box_rect(self, track: int, baseline: float, left: float, right: float, level: int = 0) -> QRectF:
        """Place a box of a track; the first one lies above the words, the others below each other under them."""
        beyond = level * (self.box + _STACKED * self.unit)
        top = self.tops[track - 1] + beyond if track else -self.above - beyond
        return QRectF(left, baseline + top, right - left, self.box)

    def value_rect(self, row: int, baseline: float, left: float, right: float) -> QRectF:
        """Place what a column says of a token; the columns lie below each other right under the words."""
        top = self.tops[0] - 2 * self.unit - (self.n_values - row) * self.caption
        return QRectF(left, baseline + top, right - left, self.caption)

    def track_rect(self, track: int, baseline: float, left: float, right: float) -> QRectF:
        """Place what all levels of a track cover."""
        return QRectF(left, baseline + self._top(track), right - left, self._bottom(track) - self._top(track))

    def frame_rect(self, baseline: float, left: float, right: float, levels: Sequence[int]) -> QRectF:
        """Place the frame around an event, up to a level above the words and, of a single prediction, below them."""
        width, (above, below) = 4 * self.unit, levels
        top = self.box_rect(0, 0, 0, 0, above).top() - self._margin(0, above)
        bottom = self._bottom(self.n_below) + self._margin(1, self.levels[1] - 1)
        if self.n_below == 1:
            bottom = self.box_rect(1, 0, 0, 0, below).bottom() + self._margin(1, below)
        return QRectF(left - width, baseline + top, right - left + 2 * width, bottom - top)

    def _margin(self, track: int, level: int) -> float:
        """Room between boxes and frame; next to none where a box lies beyond."""
        return (5 if level == self.levels[track] - 1 else _STACKED) * self.unit

    def _top(self, track: int) -> float:
        """From the baseline down to where a track begins."""
        return self.tops[track - 1] if track else self.box_rect(0, 0, 0, 0, self.levels[0] - 1).top()

    def _bottom(self, track: int) -> float:
        """From the baseline down to where a track ends."""
        return self.box_rect(track, 0, 0, 0, self.levels[track] - 1 if track else 0).bottom()


Side = Literal["reference", "prediction"]


def paint_span(
    painter: QPainter, rect: QRectF, side: Side, style: TypeStyle, metrics: TrackMetrics, is_repaired: bool
) -> None:
    """Paint the tint of a span, and its line on the edge that faces the words, dashed if a label is repaired."""
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
