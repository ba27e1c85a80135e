"""The original above the swapped sentence, with what predictions extract from the swapped one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text, spelled
from nerinspect.io.swap_files import SwapFile, relations_of
from nerinspect.systems.swap_test import Swapped
from nerinspect.ui.details.tables import runs_right_to_left
from nerinspect.ui.kit.screen_text import copy_text, draw_text, span_boxes, utf16_length
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, NEIGHBOUR, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme, TypeStyle, current_theme, type_styles
from nerinspect.visible import visible, with_signs

_ARROW: Final = (3.5, 7)  # half the width of the arrow and its length, in thirteenths of the font size


def paint_arrow(painter: QPainter, ink: QColor, tip: QPointF, unit: float) -> None:
    half, length = (size * unit for size in _ARROW)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF([tip, tip + QPointF(-half, -length), tip + QPointF(half, -length)]))


def bridge(head: QPointF, tail: QPointF, height: float, bend: float) -> QPainterPath:
    """Path up from the head, across, and down to the tail."""
    top, side = head.y() - height, 1 if head.x() < tail.x() else -1
    bend = min(bend, abs(tail.x() - head.x()) / 2)
    path = QPainterPath(head)
    path.lineTo(head.x(), top + bend)
    path.quadTo(head.x(), top, head.x() + side * bend, top)
    path.lineTo(tail.x() - side * bend, top)
    path.quadTo(tail.x(), top, tail.x(), top + bend)
    path.lineTo(tail)
    return path


def half_bridge(foot: QPointF, edge: float, height: float, bend: float) -> QPainterPath:
    """Path up from an argument and to the margin."""
    top, side = foot.y() - height, 1 if edge > foot.x() else -1
    path = QPainterPath(foot)
    path.lineTo(foot.x(), top + bend)
    path.quadTo(foot.x(), top, foot.x() + side * bend, top)
    path.lineTo(edge, top)
    return path


_ABOVE, _BELOW, _BETWEEN, _ARC, _BEND = 30, 19, 3, 12, 5
"""Room above a line for the arc and below it for captions, that of other lines, and how high the arc stands; in
thirteenths of the font size, as all sizes here."""

_GROW, _ROUND = 1.5, 3
_CAPTION: Final = (40, 14)


class Argument(NamedTuple):
    """A mention in a sentence: half-open token positions."""

    start: int
    end: int


@dataclass(frozen=True)
class PairSentence:
    """One of the two sentences."""

    tokens: tuple[str, ...]
    head: Argument
    tail: Argument
    relation_type: str
    gaps: tuple[str, ...] = ()  # what precedes each word in the file; empty if unknown

    @property
    def triple(self) -> str:
        return f"{self.surface(self.head)} — {self.relation_type} → {self.surface(self.tail)}"

    def surface(self, argument: Argument) -> str:
        return self.words(argument.start, argument.end)

    def words(self, start: int = 0, end: int | None = None) -> str:
        """Return the tokens `[start, end)` on one line."""
        return spelled(self.tokens[start:end], self.gaps[start:end])


class SentencePicture:
    """Lays out a sentence in a given width and paints it."""

    def __init__(self, sentence: PairSentence, font: QFont) -> None:
        self._sentence, self._unit = sentence, unit_of(font)
        self._font, self._small = scaled_font(font, NEIGHBOUR), scaled_font(font, CAPTION)
        self._name = scaled_font(font, CAPTION, is_bold=True)
        self._text = with_signs(sentence.words())
        self._layout = QTextLayout(self._text, self._font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._is_right_to_left = runs_right_to_left(self._text)
        if self._is_right_to_left:
            option.setTextDirection(Qt.LayoutDirection.RightToLeft)
            option.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._layout.setTextOption(option)
        self._ranges: dict[str, tuple[int, int]] = {
            "head": self._range(sentence.head),
            "tail": self._range(sentence.tail),
        }
        self.height = 0.0

    def lay_out(self, width: float) -> float:
        unit, y = self._unit, 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
        self._layout.endLayout()
        for number in range(self._layout.lineCount()):
            line = self._layout.lineAt(number)
            has_argument = any(self._is_on(number, end) for end in self._ranges)
            above, below = (_ABOVE, _BELOW) if has_argument else (_BETWEEN, _BETWEEN)
            line.setPosition(QPointF(0, y + above * unit))
            y += above * unit + line.height() + below * unit
        self.height = y
        return y

    def paint(self, painter: QPainter, theme: Theme, style: TypeStyle, origin: QPointF) -> None:
        painter.save()
        painter.translate(origin)
        boxes = {end: self.boxes(end) for end in self._ranges}
        for end, parts in boxes.items():
            for _, rect in parts:
                painter.setPen(QPen(style.line, 1.4 * self._unit, style.pen))
                painter.setBrush(style.fill)
                painter.drawRoundedRect(rect, _ROUND * self._unit, _ROUND * self._unit)
            first = parts[0][1]
            room = max(first.width(), _CAPTION[0] * self._unit)
            place = QRectF(first.left(), first.bottom() + self._unit, room, _CAPTION[1] * self._unit)
            draw_text(painter, self._small, theme.text2, place, end)
        painter.setPen(theme.text)
        self._layout.draw(painter, QPointF(0, 0))
        self._paint_arc(painter, theme, boxes["head"][0], boxes["tail"][0])
        painter.restore()

    def boxes(self, end: str) -> list[tuple[int, QRectF]]:
        """Return the box of an argument on each line it has a part in."""
        grow, (start, stop) = _GROW * self._unit, self._ranges[end]
        found = []
        for number in range(self._layout.lineCount()):
            line = self._layout.lineAt(number)
            last = min(stop, line.textStart() + line.textLength())
            last -= start < last < stop  # without the blank at which the line is broken
            found += [(number, box.adjusted(-grow, 0, grow, 0)) for box in span_boxes(line, start, last)]
        return found

    def _is_on(self, number: int, end: str) -> bool:
        line, (start, stop) = self._layout.lineAt(number), self._ranges[end]
        return start < line.textStart() + line.textLength() and line.textStart() < stop

    def _range(self, argument: Argument) -> tuple[int, int]:
        """Return the range of an argument in the text, in UTF-16 units."""
        end = utf16_length(self._sentence.words(0, argument.end))
        return end - utf16_length(self._sentence.surface(argument)), end

    def _paint_arc(self, painter: QPainter, theme: Theme, head: tuple[int, QRectF], tail: tuple[int, QRectF]) -> None:
        """Draw the arc from head to tail; over a line break it runs to the margin and comes in from the other one."""
        unit, ink, width = self._unit, theme.text2, self._layout.lineAt(head[0]).width()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(ink, 1.4 * unit)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        feet = [QPointF(rect.center().x(), rect.top() - unit) for _, rect in (head, tail)]
        if head[0] == tail[0]:
            painter.drawPath(bridge(feet[0], feet[1], _ARC * unit, _BEND * unit))
            middle = (feet[0].x() + feet[1].x()) / 2
        else:
            is_down = (head[0] < tail[0]) != self._is_right_to_left
            edges = (width, 0.0) if is_down else (0.0, width)
            for foot, edge in zip(feet, edges, strict=True):
                painter.drawPath(half_bridge(foot, edge, _ARC * unit, _BEND * unit))
            middle = (feet[0].x() + edges[0]) / 2
        paint_arrow(painter, ink, feet[1], unit)
        self._paint_name(painter, theme, QPointF(middle, feet[0].y() - _ARC * unit), width)

    def _paint_name(self, painter: QPainter, theme: Theme, middle: QPointF, width: float) -> None:
        metrics = QFontMetricsF(self._name)
        name = metrics.elidedText(visible(self._sentence.relation_type), Qt.TextElideMode.ElideMiddle, width)
        room = metrics.horizontalAdvance(name)
        left = min(max(middle.x() - room / 2, 0), max(width - room, 0))
        rect = QRectF(left, middle.y() - metrics.height() - self._unit, room + 1, metrics.height())
        draw_text(painter, self._name, theme.text, rect, name)


class SentencePair(NamedTuple):
    """A sentence before and after its swap."""

    number: int  # of the sentence in its file, from 1
    original: PairSentence
    swapped: PairSentence
    mention_type: str


def sentence_pair(file: SwapFile, row: int) -> SentencePair:
    """Return one sentence before and after its swap, by its number among those swapped, from 0."""
    swapped, mentions = file.swapped, file.annotation.mentions
    sentence, relation = int(swapped.sentence[row]), int(swapped.relation[row])
    relations = relations_of(file.annotation)
    head, tail = int(relations.head[relation]), int(relations.tail[relation])
    before = _sentence(file.text, mentions, sentence, (head, tail), swapped.relation_type)
    own = swapped_relation(swapped, row)
    ends = int(swapped.relations.head[own]), int(swapped.relations.tail[own])
    after = _sentence(swapped.text, swapped.mentions, row, ends, swapped.relation_type)
    return SentencePair(sentence + 1, before, after, mentions.types[mentions.type_codes[head]])


def swapped_relation(swapped: Swapped, row: int) -> int:
    relations = swapped.relations
    first, stop = np.searchsorted(swapped.mentions.start, swapped.text.sentence_start[row : row + 2])
    is_own = (relations.head >= first) & (relations.head < stop)
    of_type = relations.type_codes == relations.types.index(swapped.relation_type)
    return int(np.flatnonzero(is_own & of_type)[0])


def _sentence(text: Text, mentions: Mentions, sentence: int, ends: tuple[int, int], relation_type: str) -> PairSentence:
    zero = int(text.sentence_start[sentence])
    head, tail = (Argument(int(mentions.start[end]) - zero, int(mentions.end[end]) - zero) for end in ends)
    gaps = text.gaps_in(zero, int(text.sentence_start[sentence + 1]))
    return PairSentence(tuple(text.tokens_of(sentence)), head, tail, relation_type, gaps)


_MARGIN, _GAP, _HEAD, _ROW = 16, 14, 20, 19  # at a font of 13 pixels
_TITLES: Final = ("Original", "Swapped")


class Said(NamedTuple):
    """What one prediction extracts from the swapped sentence."""

    system: str
    words: str


class PairView(QScrollArea):
    """Shows one sentence of a swap test; empty at first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pair_view")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = _PairPage(self)
        self.setWidget(self._page)

    @property
    def pair(self) -> SentencePair | None:
        return self._page.pair

    @property
    def said(self) -> tuple[Said, ...]:
        return self._page.said

    def show_pair(self, pair: SentencePair | None, types: Sequence[str] = (), said: Sequence[Said] = ()) -> None:
        """Show a sentence; `types` are those of the file, which determine the colours."""
        if pair != self.pair:
            self.verticalScrollBar().setValue(0)
        self._page.show_pair(pair, types, said)
        words = "".join(f"{title}: {one.triple}. " for title, one in zip(_TITLES, _sentences(pair), strict=False))
        self.setAccessibleName("Original and swapped sentence")
        self.setAccessibleDescription(words + "; ".join(f"{one.system}: {one.words}" for one in said))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self.pair is not None:
            copy_text("".join(f"{' '.join(one.tokens)}\t{one.triple}\n" for one in _sentences(self.pair)))
        else:
            super().keyPressEvent(event)


class _PairPage(Styled, QWidget):
    """The scrolled contents, whose height depends on their width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pair: SentencePair | None = None
        self.said: tuple[Said, ...] = ()
        self._types: tuple[str, ...] = ()
        self._pictures: list[SentencePicture] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)

    def show_pair(self, pair: SentencePair | None, types: Sequence[str], said: Sequence[Said]) -> None:
        self.pair, self._types, self.said = pair, tuple(types), tuple(said)
        self._rebuild()

    def _rebuild(self) -> None:
        self._pictures = [SentencePicture(one, self.font()) for one in _sentences(self.pair)]
        self._lay_out()

    def _lay_out(self) -> None:
        unit = self.unit
        heights = [_HEAD * unit + one.lay_out(self.width() - 2 * _MARGIN * unit) for one in self._pictures]
        said = (_GAP + _ROW * len(self.said)) * unit if self.said else 0
        self.setMinimumHeight(round(sum(heights) + (2 * _MARGIN + _GAP) * unit + said) if heights else 0)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def _restyle(self) -> None:
        self._rebuild()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, unit = QPainter(self), current_theme(), self.unit
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.base)
        left, width, y = _MARGIN * unit, self.width() - 2 * _MARGIN * unit, _MARGIN * unit
        bold, plain = scaled_font(self.font(), 1.0, is_bold=True), scaled_font(self.font(), DETAIL)
        titled = zip(_TITLES, _sentences(self.pair), self._pictures, strict=False)
        for title, sentence, picture in titled:
            rect = QRectF(left, y, width, _HEAD * unit)
            draw_text(painter, bold, theme.text, rect, title)
            behind = rect.adjusted(QFontMetricsF(bold).horizontalAdvance(title) + 10 * unit, 0, 0, 0)
            draw_text(painter, plain, theme.text2, behind, sentence.triple, elide=Qt.TextElideMode.ElideMiddle)
            y += _HEAD * unit
            picture.paint(painter, theme, self._style(), QPointF(left, y))
            y += picture.height + _GAP * unit
        self._paint_said(painter, QRectF(left, y, width, _ROW * unit))
        painter.end()

    def _paint_said(self, painter: QPainter, rect: QRectF) -> None:
        """Write each system with what it extracts, one below the other."""
        theme, gap = current_theme(), 12 * self.unit
        bold, plain = scaled_font(self.font(), DETAIL, is_bold=True), scaled_font(self.font(), DETAIL)
        metrics = QFontMetricsF(bold)
        widest = min(max((metrics.horizontalAdvance(one.system) + 1 for one in self.said), default=0), rect.width() / 2)
        for one in self.said:
            draw_text(painter, bold, theme.text, QRectF(rect.left(), rect.top(), widest, rect.height()), one.system)
            draw_text(painter, plain, theme.text, rect.adjusted(widest + gap, 0, 0, 0), one.words)
            rect.translate(0, rect.height())

    def _style(self) -> TypeStyle:
        assert self.pair is not None, "a sentence is painted"
        return type_styles(self._types, current_theme())[self.pair.mention_type]


def _sentences(pair: SentencePair | None) -> tuple[PairSentence, ...]:
    return (pair.original, pair.swapped) if pair is not None else ()
