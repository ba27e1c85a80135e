"""Error events and demerits as two bars of one width, with the wedge of what is punished twice between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from nerinspect.analysis.events import ERROR_KINDS, KIND_NAMES
from nerinspect.analysis.percent import percent_text
from nerinspect.query.filters import Filter
from nerinspect.query.mention_base import KeptScores
from nerinspect.ui.overview.doors import Doors
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import Theme

DOUBLY_PENALISED: Final = ("le", "be", "lbe")
_LETTERS, _BAR, _CAPTION, _GAP, _SEAM = 18, 23, 20, 12, 2  # at a font of 13 pixels


@dataclass(frozen=True)
class Segment:
    """One kind's part of a bar.

    Attributes
    ----------
    bar : int
        0 for events, 1 for demerits.
    kind : str
        Letters of the kind.
    count : int
        Its length.
    door : Filter
        Keeps the events behind it.
    words : str
        Says it in a sentence.
    """

    bar: int
    kind: str
    count: int
    door: Filter
    words: str


def segments_of(scores: KeptScores, doors: Doors) -> list[Segment]:
    """Lay out the two bars: the error kinds that occur, in the order of `ERROR_KINDS`, events first."""
    tally = scores.tally
    segments = []
    for bar, noun, total in ((0, "error events", tally.n_errors), (1, "demerits", tally.demerits)):
        for kind, n_events, n_demerits in zip(ERROR_KINDS, tally.kinds[1:], tally.kind_demerits[1:], strict=True):
            count = int(n_demerits if bar else n_events)
            words = f"{kind.upper()}, {KIND_NAMES[kind]}: {count:,} of {total:,} {noun}, {percent_text(count, total)} %"
            if count:
                segments.append(Segment(bar, kind, count, doors.of_kinds(kind), words))
    return segments


def bars_height(font: QFont) -> int:
    """Give the height of both bars with their captions, in device-independent pixels."""
    return round((_LETTERS + 2 * (_BAR + _CAPTION) + _GAP) * font_size(font) / 13)


def segment_rects(segments: Sequence[Segment], width: float, font: QFont) -> list[QRectF]:
    """Place each segment in a picture of some width; the bars are equally wide whatever they count."""
    unit = font_size(font) / 13
    totals = [sum(segment.count for segment in segments if segment.bar == bar) for bar in (0, 1)]
    left, rects = [0.0, 0.0], []
    for segment in segments:
        top = (_LETTERS + segment.bar * (_BAR + _CAPTION + _GAP)) * unit
        length = width * segment.count / totals[segment.bar]
        rects.append(QRectF(left[segment.bar], top, length, _BAR * unit))
        left[segment.bar] += length
    return rects


def paint_bars(painter: QPainter, segments: Sequence[Segment], width: float, font: QFont, theme: Theme) -> None:
    """Paint bars, letters, captions and the wedge.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    segments : sequence of Segment
        Of both bars.
    width : float
        Width of the picture in device-independent pixels.
    font : QFont
        The desktop's font.
    theme : Theme
        Colours.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit, rects = font_size(font) / 13, segment_rects(segments, width, font)
    for segment, rect in zip(segments, rects, strict=True):
        _paint_segment(painter, segment, rect, font, theme)
    for bar in (0, 1):
        top = (_LETTERS + _BAR + bar * (_BAR + _CAPTION + _GAP)) * unit
        _paint_caption(painter, segments, bar, QRectF(0, top, width, _CAPTION * unit), font, theme)
    _paint_wedge(painter, segments, rects, theme.text3)
    painter.restore()


def _paint_segment(painter: QPainter, segment: Segment, rect: QRectF, font: QFont, theme: Theme) -> None:
    unit, ink = font_size(font) / 13, theme.kind_colour(segment.kind)
    bold = scaled_font(font, CAPTION, is_bold=True)
    metrics, count, letters = QFontMetricsF(bold), f"{segment.count:,}", segment.kind.upper()
    painter.fillRect(rect.adjusted(0, 0, -min(_SEAM * unit, rect.width() / 2), 0), ink)
    if metrics.horizontalAdvance(count) + 4 * unit < rect.width():
        draw_text(painter, bold, theme.base, rect, count, Qt.AlignmentFlag.AlignHCenter)
    if not segment.bar and metrics.horizontalAdvance(letters) + 2 * unit < rect.width():
        above = QRectF(rect.left(), rect.top() - _LETTERS * unit, rect.width(), _LETTERS * unit)
        draw_text(painter, bold, ink, above, letters, Qt.AlignmentFlag.AlignHCenter)


def _paint_caption(
    painter: QPainter, segments: Sequence[Segment], bar: int, rect: QRectF, font: QFont, theme: Theme
) -> None:
    """Write the total at the left, and at the right the share of the kinds that are punished twice."""
    own = [segment for segment in segments if segment.bar == bar]
    total = sum(segment.count for segment in own)
    doubly = sum(segment.count for segment in own if segment.kind in DOUBLY_PENALISED)
    noun = ("error event" if total == 1 else "error events", "demerit" if total == 1 else "demerits")[bar]
    detail, bold = scaled_font(font, DETAIL), scaled_font(font, DETAIL, is_bold=True)
    left, share = f"{total:,} {noun}", f"{percent_text(doubly, total)} %"
    before, after = (
        ("", " of error events are LE, BE or LBE …") if not bar else ("… and they carry ", " of the demerits")
    )
    draw_text(painter, detail, theme.text2, rect, left)
    widths = [
        QFontMetricsF(face).horizontalAdvance(text) for face, text in ((detail, before), (bold, share), (detail, after))
    ]
    x = rect.right() - sum(widths)
    if not total or x < rect.left() + QFontMetricsF(detail).horizontalAdvance(left + "  "):
        return
    for text, face, width in zip((before, share, after), (detail, bold, detail), widths, strict=True):
        draw_text(painter, face, theme.text, rect.adjusted(x - rect.left(), 0, 1, 0), text)
        x += width


def _paint_wedge(painter: QPainter, segments: Sequence[Segment], rects: Sequence[QRectF], ink: QColor) -> None:
    """Join the doubly penalised parts of both bars by dotted lines."""
    painter.setPen(QPen(ink, 1, Qt.PenStyle.DotLine))
    parts: list[list[QRectF]] = [[], []]
    for segment, rect in zip(segments, rects, strict=True):
        if segment.kind in DOUBLY_PENALISED:
            parts[segment.bar].append(rect)
    if all(parts):
        above, below = parts
        painter.drawLine(QPointF(above[0].left(), above[0].bottom()), QPointF(below[0].left(), below[0].top()))
        painter.drawLine(
            QPointF(above[-1].right() - 1, above[-1].bottom()), QPointF(below[-1].right() - 1, below[-1].top())
        )
