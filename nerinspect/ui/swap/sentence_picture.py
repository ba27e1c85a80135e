"""A sentence with head and tail of one relation marked, and an arc that runs from the one to the other."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextLayout,
    QTextOption,
)

from nerinspect.corpus.text import spelled
from nerinspect.ui.painting.context_layout import span_boxes, utf16_length
from nerinspect.ui.painting.fonts import CAPTION, NEIGHBOUR, font_size, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.panels.details.cell_painting import runs_right_to_left
from nerinspect.ui.swap.swap_arc import bridge, half_bridge, paint_arrow
from nerinspect.ui.theme import Theme
from nerinspect.ui.type_colours import TypeStyle
from nerinspect.visible import visible, with_signs

_ABOVE, _BELOW, _BETWEEN, _ARC, _BEND = 30, 19, 3, 12, 5
"""Room above a line for the arc and below it for captions, that of other lines, and how high the arc stands; in
thirteenths of the font size, as all sizes here."""

_GROW, _ROUND = 1.5, 3
_CAPTION: Final = (40, 14)


class Argument(NamedTuple):
    """A mention in a sentence: half-open token positions in it."""

    start: int
    end: int


@dataclass(frozen=True)
class PairSentence:
    """One of the two sentences.

    Attributes
    ----------
    tokens : tuple of str
        Its words.
    head, tail : Argument
        What the relation joins.
    relation_type : str
        Its type.
    gaps : tuple of str
        What stands before each word in the file; empty where it does not say.
    """

    tokens: tuple[str, ...]
    head: Argument
    tail: Argument
    relation_type: str
    gaps: tuple[str, ...] = ()

    @property
    def triple(self) -> str:
        """The relation in words."""
        return f"{self.surface(self.head)} — {self.relation_type} → {self.surface(self.tail)}"

    def surface(self, argument: Argument) -> str:
        """Give the words of an argument."""
        return self.words(argument.start, argument.end)

    def words(self, start: int = 0, end: int | None = None) -> str:
        """Write the tokens `[start, end)` on one line."""
        return spelled(self.tokens[start:end], self.gaps[start:end])


class SentencePicture:
    """Lays a sentence out in a width and paints it.

    Parameters
    ----------
    sentence : PairSentence
        What is shown.
    font : QFont
        The desktop's.
    """

    def __init__(self, sentence: PairSentence, font: QFont) -> None:
        self._sentence, self._unit = sentence, font_size(font) / 13
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
        """Wrap the sentence, and give its height."""
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
        """Paint it at a place."""
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
        """Give the box of an argument on each line that it has a part in."""
        grow, (start, stop) = _GROW * self._unit, self._ranges[end]
        found = []
        for number in range(self._layout.lineCount()):
            line = self._layout.lineAt(number)
            last = min(stop, line.textStart() + line.textLength())
            last -= start < last < stop  # without the blank at which the line is broken
            found += [(number, box.adjusted(-grow, 0, grow, 0)) for box in span_boxes(line, start, last)]
        return found

    def _is_on(self, number: int, end: str) -> bool:
        """Tell whether an argument has a part on a line."""
        line, (start, stop) = self._layout.lineAt(number), self._ranges[end]
        return start < line.textStart() + line.textLength() and line.textStart() < stop

    def _range(self, argument: Argument) -> tuple[int, int]:
        """Give the place of an argument in the text, in units of Qt."""
        end = utf16_length(self._sentence.words(0, argument.end))
        return end - utf16_length(self._sentence.surface(argument)), end

    def _paint_arc(self, painter: QPainter, theme: Theme, head: tuple[int, QRectF], tail: tuple[int, QRectF]) -> None:
        """Lead from head to tail; over a line break the arc runs to the margin and comes in from the other one."""
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
