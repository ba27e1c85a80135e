"""Lines of text: one drawn in a cell, and where text stands on a laid-out one, for positions in UTF-16 units."""

from functools import cache
from typing import cast

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLine

from nerinspect.visible import visible


def utf16_length(text: str) -> int:
    """Count the UTF-16 units of a text, in which the text engine counts its positions."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def span_boxes(line: QTextLine, start: int, end: int, has_right_to_left: bool = True) -> list[QRectF]:
    """Find the boxes of a stretch of text on one line: one for each run of characters that stand side by side.

    The range is half-open, in UTF-16 units of the paragraph. Boxes stand from left to right in its coordinates, as high
    as the line's glyphs. Without `has_right_to_left` no character is looked at, where it is known that none is written
    so.
    """
    line_start = line.textStart()
    start, end = max(start, line_start), min(end, line_start + line.textLength())
    if start >= end:
        return []
    if not has_right_to_left:
        left, right = (cursor_to_x(line, position)[0] for position in (start, end))
        return [QRectF(left, line.y(), right - left, line.height())]
    boxes: list[tuple[float, float]] = []
    for left, right in sorted(_character_edges(line, start, end)):
        if boxes and left <= boxes[-1][1] + 1:
            boxes[-1] = (boxes[-1][0], max(right, boxes[-1][1]))
        else:
            boxes.append((left, right))
    if not boxes:  # nothing to be seen, such as a joiner alone
        boxes = [(place := cursor_to_x(line, start)[0], place)]
    return [QRectF(left, line.y(), right - left, line.height()) for left, right in boxes]


def _character_edges(line: QTextLine, start: int, end: int) -> list[tuple[float, float]]:
    """Give the left and right edge of each character of a line; characters of one cluster count as one."""
    edges = []
    position = start
    while position < end:
        leading, at = cursor_to_x(line, position)
        if at > position:  # inside a cluster; the engine answers for the position behind it
            position = at
            continue
        trailing, _ = cursor_to_x(line, position, QTextLine.Edge.Trailing)
        behind, following = cursor_to_x(line, position + 1)
        if following > position + 1 and leading < trailing:
            # Of a conjunct, as in Devanagari, the engine gives only the first part.
            glyphs = [] if behind > trailing else _glyph_edges(line, position, following - position)
            trailing = max(trailing, behind, *(right for _, right in glyphs))
        if leading != trailing:
            edges.append((min(leading, trailing), max(leading, trailing)))
        else:
            edges += _glyph_edges(line, position)
        position += 1
    return edges


def _glyph_edges(line: QTextLine, position: int, length: int = 1) -> list[tuple[float, float]]:
    """Give the edges of one character, or cluster, from its glyphs.

    Where the direction changes, a cursor stands at the end of the text before it and tells nothing of the character.
    """
    edges = []
    for run in line.glyphRuns(position, length):
        advances = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes())
        for origin, advance in zip(run.positions(), advances, strict=True):
            if advance.x() > 0:
                edges.append((origin.x(), origin.x() + advance.x()))
    return edges


def cursor_to_x(line: QTextLine, position: int, edge: QTextLine.Edge = QTextLine.Edge.Leading) -> tuple[float, int]:
    """Give the place of a position on its line, and the position that the engine answers for."""
    # The stubs promise an object.
    return cast("tuple[float, int]", line.cursorToX(position, edge))


def draw_text(
    painter: QPainter,
    font: QFont,
    ink: QColor,
    rect: QRectF,
    text: str,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    *,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    is_underlined: bool = False,
) -> None:
    """Paint one line in the middle of a rectangle's height.

    `side` is left or right of the screen, whatever the direction of the text. Numbers are never cut: `ElideNone`.
    The painter keeps the font and the pen.
    """
    if is_underlined:
        font = QFont(font)
        font.setUnderline(True)
    painter.setFont(font)
    painter.setPen(ink)
    text = visible(text)
    if elide != Qt.TextElideMode.ElideNone:
        text = QFontMetricsF(font).elidedText(text, elide, rect.width())
    painter.drawText(rect, _one_line(side), text)


@cache
def _one_line(side: Qt.AlignmentFlag) -> int:
    """Write flags of Qt as a number: joining them takes as long as painting a word."""
    at = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
    return (at | Qt.TextFlag.TextSingleLine).value
