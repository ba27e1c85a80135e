"""The segment of an event with its readings: reference lines above the words, prediction lines below."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextLayout, QTextLine

from nerinspect.ui.models.event_cells import SegmentCell, TypedRange
from nerinspect.ui.painting.cell_style import CellStyle, paint_type_line, text_option
from nerinspect.ui.painting.context_layout import span_boxes, utf16_length
from nerinspect.ui.painting.stacking import stack_levels
from nerinspect.visible import with_signs

_ELLIPSIS, _JOINER = "…", "\u200d"
_TO_EDGE = 3  # from a line to the edge of the row, at a font of 13 pixels
_STEP, _SHARED = 4.5, 3.5  # from one of two lines below the words to the next, and what its mentions share
_MARGIN = 4
_MOST_LEVELS = 4  # lines of mentions that overlap; those beyond share the outermost
_INK = 2 / 3  # of the room of such a line
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_LONGEST = 600  # characters; more are never laid out


def elided_segment(cell: SegmentCell, style: CellStyle, width: float) -> SegmentCell:
    """Shorten a segment in its middle, so that both its ends stay in sight.

    Parameters
    ----------
    cell : SegmentCell
        The whole segment.
    style : CellStyle
        Holds the font.
    width : float
        Room for the text in device-independent pixels.

    Returns
    -------
    SegmentCell
        With mentions moved to where they stand in the shortened text; what was cut counts as the ellipsis.
    """
    metrics = style.metrics
    if len(cell.text) <= _LONGEST and metrics.horizontalAdvance(cell.text) <= width:
        return cell
    half = _LONGEST // 2
    source = cell.text if len(cell.text) <= _LONGEST else cell.text[:half] + cell.text[-half:]
    kept = _kept_ends(source, metrics.elidedText(source, Qt.TextElideMode.ElideMiddle, width))
    if kept is None and len(source) < len(cell.text):
        kept = half, half
    return cell if kept is None else _cut(cell, *kept)


def segment_width(cell: SegmentCell, style: CellStyle) -> float:
    """Measure the room a segment needs, margins included, in device-independent pixels."""
    return style.metrics.horizontalAdvance(cell.text[:_LONGEST]) + 2 * _MARGIN * style.unit


def paint_segment(painter: QPainter, style: CellStyle, rect: QRectF, cell: SegmentCell) -> None:
    """Paint a segment and its readings to scale.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on.
    style : CellStyle
        Font and colours.
    rect : QRectF
        The cell.
    cell : SegmentCell
        What stands in it; text from right to left stands at the right of the cell.
    """
    margin = _MARGIN * style.unit
    inner = rect.adjusted(margin, 0, -margin, 0)
    if not cell.text.isascii():
        cell = replace(cell, text=with_signs(cell.text))
    shown, layout = cell, _laid_out(cell, style) if len(cell.text) <= _LONGEST else None
    if layout is None or layout.lineAt(0).naturalTextWidth() > inner.width():
        shown = elided_segment(cell, style, inner.width())
        layout = _laid_out(shown, style)
    line = layout.lineAt(0)
    x = inner.right() - line.naturalTextWidth() if cell.is_right_to_left else inner.left()
    origin = QPointF(x, inner.center().y() - line.height() / 2)
    painter.setPen(style.theme.text)
    layout.draw(painter, origin)
    # What was cut counts as the ellipsis; whether mentions overlap is told from the whole segment.
    for band, whole, ranges in zip(_bands(rect, cell, style), _readings(cell), _readings(shown), strict=True):
        for typed, (offset, thickness) in zip(ranges, _stacked(whole, style, band.room), strict=True):
            top = band.edge - offset - thickness if band.is_above else band.edge + offset
            for left, width in _extents(layout.lineAt(0), shown, typed):
                paint_type_line(painter, style, typed.type, QRectF(x + left, top, width, thickness))


class _Band(NamedTuple):
    """Where the lines of one reading stand: from an edge next to the words outwards."""

    edge: float
    room: float
    is_above: bool = False


def _readings(cell: SegmentCell) -> list[tuple[TypedRange, ...]]:
    """List the readings from the one above the words to the lowest."""
    return [cell.reference, cell.predicted] + ([] if cell.compared is None else [cell.compared])


def _bands(rect: QRectF, cell: SegmentCell, style: CellStyle) -> list[_Band]:
    """Place the readings: one above the words; below them one, or two under each other that share the room."""
    room = _TO_EDGE * style.unit + style.line
    above = _Band(rect.top() + room, room, is_above=True)
    if cell.compared is None:
        return [above, _Band(rect.bottom() - room, room)]
    step = _STEP * style.unit
    return [above, *(_Band(rect.bottom() - n * step, _SHARED * style.unit) for n in (2, 1))]


def _stacked(ranges: Sequence[TypedRange], style: CellStyle, room: float) -> list[tuple[float, float]]:
    """Give the line of each mention its distance from the words and its thickness; those that overlap are thinner."""
    levels = [min(level, _MOST_LEVELS - 1) for level in stack_levels([(typed.start, typed.end) for typed in ranges])]
    n_levels = max(levels, default=0) + 1
    step = room / n_levels
    thickness = style.line if n_levels == 1 else step * _INK
    return [(level * step, thickness) for level in levels]


def _extents(line: QTextLine, cell: SegmentCell, typed: TypedRange) -> list[tuple[float, float]]:
    """Give left end and width of each stretch that a mention covers of the laid-out text."""
    if typed.start == 0 and typed.end == len(cell.text):  # as nearly always: its ends need not be looked for
        return [(0.0, line.naturalTextWidth())]
    is_mixed = cell.is_right_to_left or _RIGHT_TO_LEFT.search(cell.text) is not None
    start, end = (utf16_length(cell.text[:place]) for place in (typed.start, typed.end))
    return [(box.left(), box.width()) for box in span_boxes(line, start, end, is_mixed)]


def _laid_out(cell: SegmentCell, style: CellStyle) -> QTextLayout:
    layout = QTextLayout(cell.text, style.font)
    layout.setTextOption(text_option(Qt.AlignmentFlag.AlignLeft, cell.is_right_to_left))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout


def _kept_ends(text: str, shown: str) -> tuple[int, int] | None:
    """Count the characters that stand before and behind the ellipsis; None if nothing was cut.

    Between joined letters Qt puts a joiner at each side of the ellipsis.
    """
    if shown == text:
        return None
    for place, character in enumerate(shown):
        if character != _ELLIPSIS:
            continue
        head, tail = shown[:place], shown[place + 1 :]
        head = head if text.startswith(head) else head.removesuffix(_JOINER)
        tail = tail if text.endswith(tail) else tail.removeprefix(_JOINER)
        if text.startswith(head) and text.endswith(tail):
            return len(head), len(tail)
    return 0, max(len(shown) - 1, 0)


def _cut(cell: SegmentCell, n_first: int, n_last: int) -> SegmentCell:
    """Replace all but some characters at both ends by an ellipsis."""
    tail = len(cell.text) - n_last
    text = cell.text[:n_first] + _ELLIPSIS + cell.text[tail:]

    def moved(ranges: Sequence[TypedRange]) -> tuple[TypedRange, ...]:
        return tuple(
            TypedRange(
                min(typed.start, n_first) if typed.start < tail else typed.start - tail + n_first + 1,
                typed.end if typed.end <= n_first else max(typed.end - tail, 0) + n_first + 1,
                typed.type,
            )
            for typed in ranges
        )

    compared = None if cell.compared is None else moved(cell.compared)
    return replace(cell, text=text, reference=moved(cell.reference), predicted=moved(cell.predicted), compared=compared)
