"""Error events and demerits as two bars, with the wedge of what is punished twice; each segment is a door."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.scores import percent_text
from nerinspect.events.segment_events import ERROR_KINDS
from nerinspect.glossary import meaning
from nerinspect.quantities import grouped
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import Doors, KeptScores
from nerinspect.ui.kit.doors import DoorPicture, Piece
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import paint_focus_ring
from nerinspect.ui.theme.themes import LIGHT, Theme

LABEL_HEIGHT: Final = 18  # at a font of 13 pixels
_GAP: Final = 6  # between two labels
_LEADER: Final = 3  # below a label


@dataclass(frozen=True, eq=False)
class BarLabel:
    """Text above a segment."""

    segment: int  # the number of the segment it belongs to
    text: str  # letters of the kind, with the number if the segment has no room for it
    rect: QRectF
    leader: tuple[QPointF, QPointF] | None  # to a segment narrower than its label; else it stands right above


def has_room(count: str, rect: QRectF, font: QFont) -> bool:
    """Tell whether a number can stand inside a segment."""
    metrics = QFontMetricsF(scaled_font(font, CAPTION, is_bold=True))
    return metrics.horizontalAdvance(count) + 6 * unit_of(font) < rect.width()


def place_labels(
    texts: Sequence[tuple[int, str]], rects: Sequence[QRectF], width: float, font: QFont
) -> list[BarLabel]:
    """Place labels of one bar: in the middle of their segments, or pushed aside where others stand.

    A text comes with the number of its segment, from left to right; lengths are device-independent pixels.
    """
    unit, metrics = unit_of(font), QFontMetricsF(scaled_font(font, CAPTION, is_bold=True))
    widths = [metrics.horizontalAdvance(text) + 1 for _, text in texts]
    lefts, least = [], 0.0
    for (segment, _), own in zip(texts, widths, strict=True):
        lefts.append(max(rects[segment].center().x() - own / 2, least))
        least = lefts[-1] + own + _GAP * unit
    most = width
    for place in reversed(range(len(lefts))):
        lefts[place] = min(lefts[place], most - widths[place])
        most = lefts[place] - _GAP * unit
    labels = []
    for (segment, text), left, own in zip(texts, lefts, widths, strict=True):
        below = rects[segment]
        rect = QRectF(left, below.top() - LABEL_HEIGHT * unit, own, (LABEL_HEIGHT - _LEADER) * unit)
        foot = QPointF(below.center().x(), below.top())
        head = QPointF(min(max(foot.x(), rect.left()), rect.right()), rect.bottom())
        labels.append(BarLabel(segment, text, rect, (head, foot) if own > below.width() else None))
    return labels


def around(line: QLineF, words: Sequence[QRectF], pad: float) -> list[QLineF]:
    """Give the parts of a line that leads downwards which keep clear of words."""
    gaps = []
    for rect in words:
        kept_off = rect.adjusted(-pad, 0, pad, 0)
        crossings = [0.0, 1.0]
        if line.dx():
            crossings = sorted((x - line.x1()) / line.dx() for x in (kept_off.left(), kept_off.right()))
        elif not kept_off.left() < line.x1() < kept_off.right():
            continue
        enters = max(crossings[0], (kept_off.top() - line.y1()) / line.dy(), 0.0)
        leaves = min(crossings[1], (kept_off.bottom() - line.y1()) / line.dy(), 1.0)
        if enters < leaves:
            gaps.append((enters, leaves))
    parts, begin = [], 0.0
    for enters, leaves in [*sorted(gaps), (1.0, 1.0)]:
        if enters > begin:
            parts.append(QLineF(line.pointAt(begin), line.pointAt(enters)))
        begin = max(begin, leaves)
    return parts


DOUBLY_PENALISED: Final = tuple(
    code for code in ERROR_KINDS if KIND_TABLE[code].has_reference and KIND_TABLE[code].has_prediction
)
_BAR, _CAPTION, _SEAM, _PAD = 23, 20, 2, 3  # at a font of 13 pixels


@dataclass(frozen=True)
class Segment:
    """One kind's part of a bar."""

    bar: int  # 0 for events, 1 for demerits
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
            name = f"{kind.upper()}, {KIND_TABLE[kind].name}"
            words = f"{name}: {grouped(count)} of {grouped(total)} {noun}, {percent_text(count, total)} %"
            if count:
                segments.append(Segment(bar, kind, count, doors.of_kinds(kind), words))
    return segments


def segment_rects(segments: Sequence[Segment], width: float, font: QFont) -> list[QRectF]:
    """Place each segment in a picture of some width; the bars are equally wide whatever they count."""
    unit = unit_of(font)
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
            count = grouped(segment.count)
            fits = has_room(count, rect, font)
            if segment.bar == bar and not (bar and fits):
                texts.append((number, segment.kind.upper() if fits else f"{segment.kind.upper()} {count}"))
        labels += place_labels(texts, rects, width, font)
    return labels


def paint_bars(painter: QPainter, segments: Sequence[Segment], width: float, font: QFont, theme: Theme) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rects, bold = segment_rects(segments, width, font), scaled_font(font, CAPTION, is_bold=True)
    seam = _SEAM * unit_of(font)
    for segment, rect in zip(segments, rects, strict=True):
        ink, count = theme.kind_colour(segment.kind), grouped(segment.count)
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
        for part in around(line, taken, _PAD * unit_of(font)):
            painter.drawLine(part)
    painter.restore()


@dataclass(frozen=True, eq=False)
class _Word:
    text: str
    rect: QRectF
    is_bold: bool = False
    is_quiet: bool = False


def _captions(segments: Sequence[Segment], width: float, font: QFont) -> list[_Word]:
    unit = unit_of(font)
    detail, bold = (QFontMetricsF(scaled_font(font, DETAIL, is_bold=is_bold)) for is_bold in (False, True))
    words = []
    for bar, nouns in ((0, ("error event", "error events")), (1, ("demerit", "demerits"))):
        top = (LABEL_HEIGHT + _BAR + bar * (_BAR + _CAPTION + LABEL_HEIGHT)) * unit
        own = [segment for segment in segments if segment.bar == bar]
        total = sum(segment.count for segment in own)
        doubly = sum(segment.count for segment in own if segment.kind in DOUBLY_PENALISED)
        left = f"{grouped(total)} {nouns[total != 1]}"
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


_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}

DEMERITS: Final = "Error events and demerits"
_MARGIN: Final = 12  # of a saved picture, at a font of 13 pixels


class DemeritsView(DoorPicture[int]):
    """Show two bars, each segment of which is a door."""

    door_opened = Signal(str)  # the query of a segment

    def __init__(self, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent, theme)
        self.segments = list[Segment]()
        self.setAccessibleName("Error events and demerits by kind")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def labels(self) -> list[BarLabel]:
        return bar_labels(self.segments, self.width(), self.font())

    def show_segments(self, segments: Sequence[Segment]) -> None:
        self.segments, self.current = list(segments), 0 if segments else None
        self.setAccessibleDescription("; ".join(segment.words for segment in segments) or "No errors")
        self.update()

    def spot_at(self, place: QPoint) -> int | None:
        """Find the segment at a place, or whose label is there; None if there is none."""
        rects = segment_rects(self.segments, self.width(), self.font())
        places = [*((label.segment, label.rect) for label in self.labels), *enumerate(rects)]
        return next((number for number, rect in places if rect.contains(QPointF(place))), None)

    def beside(self, spot: int, key: int) -> int | None:
        step = _STEPS.get(key)
        return None if step is None else min(max(spot + step, 0), len(self.segments) - 1)

    def piece(self, spot: int) -> Piece:
        """Give what a segment counts, and what its share is a share of."""
        segment = self.segments[spot]
        share = meaning("share_of_demerits" if segment.bar else "share_of_events")
        return Piece(grouped(segment.count), query_text(segment.door), f"{segment.words}\n{share}")

    def words(self, spot: int) -> str:
        return self.segments[spot].words

    def open(self, spot: int, is_added: bool) -> None:
        self.door_opened.emit(query_text(self.segments[spot].door))

    def sizeHint(self) -> QSize:
        return QSize(round(300 * self.unit), round(2 * (LABEL_HEIGHT + _BAR + _CAPTION) * self.unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_bars(painter, self.segments, self.width(), self.font(), self.theme)
        if self.hasFocus() and self.current is not None:
            rect = segment_rects(self.segments, self.width(), self.font())[self.current]
            paint_focus_ring(painter, self.theme, self.unit, rect.adjusted(-2, -2, 1, 2))
        painter.end()

    def _restyle(self) -> None:
        self.updateGeometry()


def printed_demerits(shown: DemeritsView) -> QWidget:
    """Draw the bars of error events and demerits for print: on white, with a margin, as wide as on screen."""
    picture, bars, margin = QWidget(), DemeritsView(theme=LIGHT), round(_MARGIN * unit_of(QGuiApplication.font()))
    set_ink(picture, LIGHT.base, QPalette.ColorRole.Window)
    row = QVBoxLayout(picture)
    row.setContentsMargins(margin, margin, margin, margin)
    row.addWidget(bars)
    bars.show_segments(shown.segments)
    picture.resize(shown.width() + 2 * margin, shown.height() + 2 * margin)
    return picture
