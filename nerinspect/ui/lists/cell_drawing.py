"""How cells of lists are drawn: kinds, contexts, segments with readings, texts, groups, a dot for each system."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF, QTextLayout, QTextLine

from nerinspect.events.context import stack_levels
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.kit.screen_text import span_boxes, utf16_length
from nerinspect.ui.kit.tables.rows import CellStyle, paint_type_line, reading_name, text_option
from nerinspect.ui.lists.event_cells import SegmentCell, TypedRange
from nerinspect.ui.theme.marks import kind_symbol_size, paint_kind_symbol
from nerinspect.visible import visible, with_signs

_ELIDE_LEFT: Final = Qt.TextElideMode.ElideLeft
_ELIDE_RIGHT: Final = Qt.TextElideMode.ElideRight
_ELLIPSIS: Final = "…"
_GAP, _BETWEEN_TYPES, _OVERHANG, _TO_EDGE = 6, 5, 1, 4  # at a font of 13 pixels


def paint_kind(painter: QPainter, style: CellStyle, rect: QRectF, kind: str, wording: Wording = JUDGED) -> None:
    device = painter.device()
    scale = device.devicePixelRatioF()
    key = f"{kind} {scale} {wording.is_neutral}"
    if key not in style.badges:
        style.badges[key] = _kind_badge(style, kind, scale, wording)
    badge = style.badges[key]
    height = badge.height() / scale
    painter.drawPixmap(QPointF(rect.left() + style.padding, round(rect.center().y() - height / 2)), badge)


def _kind_badge(style: CellStyle, kind: str, scale: float, wording: Wording) -> QPixmap:
    symbol = kind_symbol_size(style.metrics.ascent())
    rect = QRectF(0, 0, kind_width(style, wording) - 2 * style.padding, style.metrics.height())
    badge = QPixmap(ceil(rect.width() * scale), ceil(rect.height() * scale))
    badge.setDevicePixelRatio(scale)
    badge.fill(Qt.GlobalColor.transparent)
    painter = QPainter(badge)
    paint_kind_symbol(painter, QRectF(QPointF(0, (rect.height() - symbol.height()) / 2), symbol), kind, style.theme)
    painter.setFont(style.letters_font)
    painter.setPen(style.theme.kind_colour(kind))
    rect.setLeft(symbol.width() + _GAP * style.unit)
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, wording.tag(kind))
    painter.end()
    return badge


def kind_width(style: CellStyle, wording: Wording = JUDGED) -> float:
    """Measure the room of the widest kind, in device-independent pixels."""
    symbol = kind_symbol_size(style.metrics.ascent()).width()
    letters = QFontMetricsF(style.letters_font).horizontalAdvance(wording.tag("lbe"))
    return symbol + letters + _GAP * style.unit + 2 * style.padding


def paint_context(
    painter: QPainter,
    style: CellStyle,
    rect: QRectF,
    words: str,
    side: Literal["left", "right"],
    *,
    is_right_to_left: bool,
) -> None:
    """Paint the words beside a segment, given in reading order, close to it and cut off on the other side.

    `side` is where the cell stands; words from right to left come after the segment if they are on the left of it.
    """
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    shown = _elided(style, visible(words), inner.width(), at_start=(side == "left") != is_right_to_left)
    at = Qt.AlignmentFlag.AlignRight if side == "left" else Qt.AlignmentFlag.AlignLeft
    _draw(painter, inner, shown, style.font, style.theme.text2, at, is_right_to_left=is_right_to_left)


def _elided(style: CellStyle, words: str, width: float, *, at_start: bool) -> str:
    """Cut words that do not fit, at their start or at their end.

    Laying out what cannot fit takes longer than the rest of the cell, so as many characters as usually fit are tried
    first; if all of them do, more are.
    """
    mode = _ELIDE_LEFT if at_start else _ELIDE_RIGHT
    for character_width in (style.usual, style.narrow):
        most = int(width / character_width) + 1
        if len(words) <= most:
            break
        part = f"{_ELLIPSIS}{words[-most:]}" if at_start else f"{words[:most]}{_ELLIPSIS}"
        shown = style.metrics.elidedText(part, mode, width)
        if shown != part:
            return shown
    else:
        return part
    return style.metrics.elidedText(words, mode, width)


def paint_number(painter: QPainter, style: CellStyle, rect: QRectF, text: str) -> None:
    """Paint a number, or several, at the right of its cell; one that surely fits is not measured."""
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    if len(text) * style.digit > inner.width():
        text = style.metrics.elidedText(text, _ELIDE_RIGHT, inner.width())
    _draw(painter, inner, text, style.font, style.theme.text2, Qt.AlignmentFlag.AlignRight)


def paint_plain(
    painter: QPainter, style: CellStyle, rect: QRectF, text: str, at: Qt.AlignmentFlag, colour: QColor | None = None
) -> None:
    """Paint an ordinary text at the left or at the right of its cell."""
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    shown = style.metrics.elidedText(visible(text), _ELIDE_RIGHT, inner.width())
    _draw(painter, inner, shown, style.font, colour or style.theme.text2, at)


def paint_readings(
    painter: QPainter, style: CellStyle, rect: QRectF, types: Sequence[str], side: Literal["reference", "prediction"]
) -> None:
    """Paint the types of one side, each with its line above (reference) or below (prediction)."""
    if not types:
        paint_plain(painter, style, rect, "–", Qt.AlignmentFlag.AlignLeft)
        return
    to_edge, overhang = _TO_EDGE * style.unit, _OVERHANG * style.unit
    y = rect.top() + to_edge if side == "reference" else rect.bottom() - to_edge - style.line
    x, right = rect.left() + style.padding + overhang, rect.right() - style.padding
    painter.setFont(style.reading_font)
    painter.setPen(style.theme.text)
    for name in types:
        written = visible(name)
        shown = reading_name(style, written)
        if x + shown.width > right:
            shown = reading_name(style, style.reading_metrics.elidedText(written, _ELIDE_RIGHT, max(right - x, 0)))
        if not shown.width:
            return
        painter.drawStaticText(QPointF(x, rect.center().y() - shown.height / 2), shown.text)
        paint_type_line(painter, style, name, QRectF(x - overhang, y, shown.width + 2 * overhang, style.line))
        x += shown.width + 2 * overhang + _BETWEEN_TYPES * style.unit


def readings_width(style: CellStyle, types: Sequence[str]) -> float:
    """Measure the room some types need, padding included, in device-independent pixels."""
    between = (2 * _OVERHANG + _BETWEEN_TYPES) * style.unit
    return sum(reading_name(style, visible(name)).width + between for name in types) + 2 * style.padding


def _draw(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    at: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    *,
    is_right_to_left: bool = False,
) -> None:
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(rect, text, text_option(at, is_right_to_left))


_ARROW, _GROUP_GAP, _MARGIN = 7, 10, 4  # at a font of 13 pixels
_LONGEST = 600  # characters; more are never laid out


@dataclass(frozen=True)
class GroupLayout:
    """Where the parts of the row of a group stand, in the coordinates of the table, and their texts as painted."""

    arrow: QRectF
    surface: QRectF
    count: QRectF
    surface_text: str
    count_text: str


def lay_out_group(style: CellStyle, row: QRectF, segment_left: float, surface: str, counted: str) -> GroupLayout:
    """Find the places of the parts; surfaces stand above each other from `segment_left` on, where their column begins.

    The count stands behind the surface, which is cut in its middle if the row has no room for both.
    """
    margin, arrow_width = _MARGIN * style.unit, (_ARROW + 2 * _MARGIN) * style.unit + style.padding
    bold = QFontMetricsF(style.group_font)
    count_width = style.metrics.horizontalAdvance(counted)
    left = max(segment_left + margin, row.left() + arrow_width)
    room = max(row.right() - left - count_width - (_GROUP_GAP * style.unit + margin), 0)
    shown = bold.elidedText(visible(surface[:_LONGEST]), Qt.TextElideMode.ElideMiddle, room)
    width = bold.horizontalAdvance(shown)
    return GroupLayout(
        QRectF(row.left(), row.top(), arrow_width, row.height()),
        QRectF(left, row.top(), width, row.height()),
        QRectF(left + width + _GROUP_GAP * style.unit, row.top(), count_width, row.height()),
        shown,
        counted,
    )


def paint_group_row(
    painter: QPainter,
    style: CellStyle,
    cell: QRectF,
    layout: GroupLayout,
    *,
    is_folded: bool,
    is_right_to_left: bool,
    is_door: bool,
) -> None:
    """Paint those parts of the row of a group that reach into a cell, and nothing outside it.

    The surface may run from right to left; `is_door`: the pointer is over the count.
    """
    painter.setClipRect(cell)
    if layout.surface.intersects(cell):
        painter.setPen(style.theme.text)
        painter.setFont(style.group_font)
        painter.drawText(layout.surface, layout.surface_text, text_option(Qt.AlignmentFlag.AlignLeft, is_right_to_left))
    if layout.count.intersects(cell):
        font = QFont(style.font)
        font.setUnderline(is_door)
        painter.setFont(font)
        painter.setPen(style.theme.accent if is_door else style.theme.text2)
        painter.drawText(layout.count, layout.count_text, text_option(Qt.AlignmentFlag.AlignLeft, False))
    if layout.arrow.intersects(cell):
        _paint_arrow(painter, style, layout.arrow, is_folded=is_folded)


def _paint_arrow(painter: QPainter, style: CellStyle, rect: QRectF, *, is_folded: bool) -> None:
    size = _ARROW * style.unit
    left, middle = rect.left() + style.padding + _MARGIN * style.unit, rect.center().y()
    if is_folded:
        points = [(left, middle - size / 2), (left, middle + size / 2), (left + size * 0.7, middle)]
    else:
        points = [
            (left, middle - size * 0.35),
            (left + size, middle - size * 0.35),
            (left + size / 2, middle + size * 0.35),
        ]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.theme.text2)
    painter.drawPolygon(QPolygonF([QPointF(*point) for point in points]))


_RADIUS, _STEP, _DOT_LINE = 3.5, 11, 1.4  # at a font of 13 pixels


def paint_right_dots(
    painter: QPainter, style: CellStyle, rect: QRectF, is_right: Sequence[bool], colours: Sequence[int]
) -> None:
    """Paint the dots of one reference mention, in the order of the systems; those that do not fit are left out.

    `is_right` says which systems have the mention exactly, `colours` are the numbers of their colours.
    """
    unit, radius = style.unit, _RADIUS * style.unit
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place, (right, colour) in enumerate(zip(is_right, colours, strict=True)):
        x = rect.left() + style.padding + radius + place * _STEP * unit
        if x + radius > rect.right():
            break
        ink = style.theme.system_colour(colour)
        painter.setPen(QPen(ink, _DOT_LINE * unit))
        painter.setBrush(ink if right else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, rect.center().y()), radius, radius)
    painter.restore()


def right_dots_width(style: CellStyle, n_systems: int) -> float:
    """Measure the room of the dots, padding included, in device-independent pixels."""
    return (2 * _RADIUS + _STEP * max(n_systems - 1, 0)) * style.unit + 2 * style.padding


_CUT, _JOINER = "…", "\u200d"
_LINE_TO_EDGE = 3  # from a line to the edge of the row, at a font of 13 pixels
_LINE_STEP, _SHARED = 4.5, 3.5  # from one of two lines below the words to the next, and what its mentions share
_SEGMENT_MARGIN = 4
_MOST_LEVELS = 4  # lines of mentions that overlap; those beyond share the outermost
_INK = 2 / 3  # of the room of such a line
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def elided_segment(cell: SegmentCell, style: CellStyle, width: float) -> SegmentCell:
    """Shorten a segment in its middle to a width in device-independent pixels; both its ends stay in sight.

    Mentions are moved to where they stand in the shortened text; what was cut counts as the ellipsis.
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
    return style.metrics.horizontalAdvance(cell.text[:_LONGEST]) + 2 * _SEGMENT_MARGIN * style.unit


def paint_segment(painter: QPainter, style: CellStyle, rect: QRectF, cell: SegmentCell) -> None:
    """Paint a segment and its readings to scale; text from right to left stands at the right of the cell."""
    margin = _SEGMENT_MARGIN * style.unit
    inner = rect.adjusted(margin, 0, -margin, 0)
    if not cell.text.isascii():
        cell = cell._replace(text=with_signs(cell.text))
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
    return [cell.reference, cell.predicted] + ([] if cell.compared is None else [cell.compared])


def _bands(rect: QRectF, cell: SegmentCell, style: CellStyle) -> list[_Band]:
    """Place the readings: one above the words; below them one, or two under each other that share the room."""
    room = _LINE_TO_EDGE * style.unit + style.line
    above = _Band(rect.top() + room, room, is_above=True)
    if cell.compared is None:
        return [above, _Band(rect.bottom() - room, room)]
    step = _LINE_STEP * style.unit
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
        if character != _CUT:
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
    text = cell.text[:n_first] + _CUT + cell.text[tail:]

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
    return cell._replace(text=text, reference=moved(cell.reference), predicted=moved(cell.predicted), compared=compared)
