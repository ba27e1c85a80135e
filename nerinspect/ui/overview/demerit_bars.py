"""Error events and demerits as two bars of one width, with the wedge of what is punished twice between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from nerinspect.analysis.events import ERROR_KINDS, KIND_NAMES
from nerinspect.analysis.percent import percent_text
from nerinspect.query.filters import Filter
from nerinspect.query.kept_scores import KeptScores
from nerinspect.ui.overview.bar_labels import LABEL_HEIGHT, BarLabel, has_room, place_labels
from nerinspect.ui.overview.clear_lines import around
from nerinspect.ui.overview.doors import Doors
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import Theme

DOUBLY_PENALISED: Final = ("le", "be", "lbe")
_BAR, _CAPTION, _SEAM, _PAD = 23, 20, 2, 3  # at a font of 13 pixels


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
    return round(2 * (LABEL_HEIGHT + _BAR + _CAPTION) * font_size(font) / 13)


def segment_rects(segments: Sequence[Segment], width: float, font: QFont) -> list[QRectF]:
    """Place each segment in a picture of some width; the bars are equally wide whatever they count."""
    unit = font_size(font) / 13
    totals = [sum(segment.count for segment in segments if segment.bar == bar) for bar in (0, 1)]
    left, rects = [0.0, 0.0], []
    for segment in segments:
        top = (LABEL_HEIGHT + segment.bar * (_BAR + _CAPTION + LABEL_HEIGHT)) * unit
        length = width * segment.count / totals[segment.bar]
        rects.append(QRectF(left[segment.bar], top, length, _BAR * unit))
        left[segment.bar] += length
    return rects


def bar_labels(segments: Sequence[Segment], width: float, font: QFont) -> list[BarLabel]:
    """Place what stands above the bars: all letters above the upper, below only those of numbers without room."""
    rects, labels = segment_rects(segments, width, font), []
    for bar in (0, 1):
        texts = []
        for number, (segment, rect) in enumerate(zip(segments, rects, strict=True)):
            count = f"{segment.count:,}"
            fits = has_room(count, rect, font)
            if segment.bar == bar and not (bar and fits):
                texts.append((number, segment.kind.upper() if fits else f"{segment.kind.upper()} {count}"))
        labels += place_labels(texts, rects, width, font)
    return labels


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
    rects, bold = segment_rects(segments, width, font), scaled_font(font, CAPTION, is_bold=True)
    seam = _SEAM * font_size(font) / 13
    for segment, rect in zip(segments, rects, strict=True):
        ink, count = theme.kind_colour(segment.kind), f"{segment.count:,}"
        painter.fillRect(rect.adjusted(0, 0, -min(seam, rect.width() / 2), 0), ink)
        if has_room(count, rect, font):
            draw_text(painter, bold, theme.base, rect.adjusted(0, 0, -seam, 0), count, Qt.AlignmentFlag.AlignHCenter)
    labels, words = bar_labels(segments, width, font), _captions(segments, width, font)
    for label in labels:
        ink = theme.kind_colour(segments[label.segment].kind)
        draw_text(painter, bold, ink, label.rect, label.text, elide=Qt.TextElideMode.ElideNone)
        if label.leader is not None:
            painter.setPen(QPen(ink, 1))
            painter.drawLine(*label.leader)
    for word in words:
        face = scaled_font(font, DETAIL, is_bold=word.is_bold)
        ink = theme.text2 if word.is_quiet else theme.text
        draw_text(painter, face, ink, word.rect, word.text, elide=Qt.TextElideMode.ElideNone)
    painter.setPen(QPen(theme.text3, 1, Qt.PenStyle.DotLine))
    taken = [*(label.rect for label in labels), *(word.rect for word in words)]
    for line in _wedge(segments, rects):
        for part in around(line, taken, _PAD * font_size(font) / 13):
            painter.drawLine(part)
    painter.restore()


@dataclass(frozen=True, eq=False)
class _Word:
    """Some words of a caption, and their place."""

    text: str
    rect: QRectF
    is_bold: bool = False
    is_quiet: bool = False


def _captions(segments: Sequence[Segment], width: float, font: QFont) -> list[_Word]:
    """Write below each bar the total, and at the right the share of the kinds that are punished twice."""
    unit = font_size(font) / 13
    detail, bold = (QFontMetricsF(scaled_font(font, DETAIL, is_bold=is_bold)) for is_bold in (False, True))
    words = []
    for bar, nouns in ((0, ("error event", "error events")), (1, ("demerit", "demerits"))):
        top = (LABEL_HEIGHT + _BAR + bar * (_BAR + _CAPTION + LABEL_HEIGHT)) * unit
        own = [segment for segment in segments if segment.bar == bar]
        total = sum(segment.count for segment in own)
        doubly = sum(segment.count for segment in own if segment.kind in DOUBLY_PENALISED)
        left = f"{total:,} {nouns[total != 1]}"
        stop = detail.horizontalAdvance(left)
        words.append(_Word(left, QRectF(0, top, stop + 1, _CAPTION * unit), is_quiet=True))
        before, after = (
            ("… and they carry ", " of the demerits") if bar else ("", " of error events are LE, BE or LBE …")
        )
        parts = ((before, False), (f"{percent_text(doubly, total)} %", True), (after, False))
        widths = [(bold if is_bold else detail).horizontalAdvance(text) for text, is_bold in parts]
        x = width - 2 * _PAD * unit - sum(widths)
        if not total or x < stop + 2 * _PAD * unit:
            continue
        for (text, is_bold), advance in zip(parts, widths, strict=True):
            if text:
                words.append(_Word(text, QRectF(x, top, advance + 1, _CAPTION * unit), is_bold))
            x += advance
    return words


def _wedge(segments: Sequence[Segment], rects: Sequence[QRectF]) -> list[QLineF]:
    """Join the doubly penalised parts of both bars."""
    above, below = (
        [
            rect
            for segment, rect in zip(segments, rects, strict=True)
            if segment.bar == bar and segment.kind in DOUBLY_PENALISED
        ]
        for bar in (0, 1)
    )
    if not above or not below:
        return []
    return [
        QLineF(above[0].left(), above[0].bottom(), below[0].left(), below[0].top()),
        QLineF(above[-1].right() - 1, above[-1].bottom(), below[-1].right() - 1, below[-1].top()),
    ]
