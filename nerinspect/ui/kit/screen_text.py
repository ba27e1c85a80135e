"""Text on its way to the user: plain whatever it holds, in tooltips, said aloud, copied; lines of it in cells."""

import logging
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from textwrap import wrap
from typing import Final, cast

from PySide6.QtCore import QLocale, QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QTextLine,
)
from PySide6.QtWidgets import QApplication, QComboBox, QStyledItemDelegate, QWidget

from nerinspect.errors import NerinspectError
from nerinspect.io.request import TokenRule
from nerinspect.visible import visible

_log = logging.getLogger(__name__)


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say a text at once, without moving the focus."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def say_focus() -> None:
    """Let a screen reader say what has the focus, of a table the cell."""
    focus = QApplication.focusWidget()
    if focus is not None and QAccessible.isActive() and (interface := QAccessible.queryAccessibleInterface(focus)):
        QAccessible.updateAccessibility(QAccessibleEvent(interface.focusChild() or interface, QAccessible.Event.Focus))


def copy_text(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def plain_text(text: str) -> str:
    """Write text for a button, a menu or a label with a key: `&` marks no key, a tab parts no shortcut."""
    return visible(text).replace("&", "&&").replace("\t", " ").replace("\n", " ")


def plain_title(text: str) -> str:
    """Write text for the title of a window: `[*]` is no place for a sign of changes."""
    return visible(text).replace("[*]", "[*][*]").replace("\n", " ")


def offer_names(box: QComboBox, names: Iterable[str]) -> None:
    """Add names to a list; the data of an item is the name itself."""
    for name in names:
        box.addItem(visible(name), name)


class NameDelegate(QStyledItemDelegate):
    """Shows names that are edited, or read again from the list, as they are to be seen."""

    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        return visible(super().displayText(value, locale))


_WIDTH: Final = 80
_LONGEST: Final = 4_000


@lru_cache(1_000)
def tooltip(text: str) -> str:
    """Break plain text into lines for a tooltip, and show what nobody would see in it."""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}…"
    text = visible(text)
    if len(text) <= _WIDTH:
        return text
    return "\n".join(
        "\n".join(wrap(line, _WIDTH, replace_whitespace=False, drop_whitespace=True, break_on_hyphens=False))
        for line in text.split("\n")
    )


CHOICES: Final = {
    "--token-column": "Columns",
    "--label-column": "Columns",
    "--training-label-column": "Columns",
    "--token-field": "Fields",
    "--label-field": "Fields",
    "--label-names": "Label names",
    "--comments": "Comments",
    "--format": "Format",
    "--text-encoding": "Text encoding",
    "--encoding": "Chunk encoding",
    "--encoding-reference": "Chunk encoding",
    "--encoding-training": "Chunk encoding",
    "--repair": "Repair",
    "--repair-reference": "Repair",
    "--method": "Repair",
    "--spans": "Spans",
    "--discontinuous": "Discontinuous mentions",
    "--tokens": "Tokens",
    "--training": "Role",
    "--annotators": "Annotators, without a reference",
    "--matching": "Compare surfaces",
    "--retention": "System",
    "--keep-types": "Types",
    "--remove-types": "Types",
    "--map-types": "Types",
    "--attributes": "Attribute table",
}
"""What the dialog calls the choice that an option makes."""

TOKEN_RULE_WORDS: Final[dict[TokenRule, str]] = {
    "same": "Require identical tokens",
    "positions": "Allow different tokens, same number per sentence",
    "project": "Allow different tokenization",
}
"""What the dialog calls the rules for tokens."""

_VALUES: Final = {
    "--tokens positions": f"“Tokens”: {TOKEN_RULE_WORDS['positions']}",
    "--tokens project": f"“Tokens”: {TOKEN_RULE_WORDS['project']}",
    "--spans outward": "“Spans”: widen to whole tokens",
    "--spans skip": "“Spans”: leave others out",
    "--discontinuous skip": "“Discontinuous mentions”: are left out",
}
"""What the dialog calls values of options that messages name."""

_OPTION: Final = re.compile(r"(?:another |other |one )?(--[a-z]+(?:-[a-z]+)*)((?: and | or |, )--[a-z]+(?:-[a-z]+)*)*")
_NAME: Final = re.compile(r"--[a-z]+(?:-[a-z]+)*")
_WORD: Final = re.compile(r"[^\s/\\.:]+[,;:]?(\s|$)")  # what a sentence begins with; the name of a file stands as it is
_LIST: Final = re.compile(r"name one(?: of these after #|, as \S+#\S+?(?=\.?$))")


def in_window_words(text: str) -> str:
    """Name choices of the dialog instead of options.

    Examples
    --------
    >>> in_window_words("choose a repair with --repair, or fix the file")
    'choose a repair with “Repair”, or fix the file'
    """
    for option, words in _VALUES.items():
        text = text.replace(option, words)
    return _LIST.sub("choose one under “List”", _OPTION.sub(_choices, text))


def told(error: NerinspectError) -> str:
    """Tell a mistake as a sentence of the window."""
    text = in_window_words(str(error))
    path = getattr(error, "path", "")
    is_path = (path and text.startswith(path)) or not _WORD.match(text)
    return (text if is_path else text[:1].upper() + text[1:]) + "."


def told_fault(what: str, error: Exception) -> str:
    """Tell a mistake; or say that the program is at fault, beginning with what failed: the log says more."""
    if isinstance(error, NerinspectError):
        return told(error)
    _log.error("%s", what, exc_info=error)
    return f"{what}: {error!r}. This is a bug in nerinspect, not your mistake."


def _choices(found: re.Match[str]) -> str:
    names = dict.fromkeys(
        CHOICES.get(option, option.strip("-").replace("-", " ")) for option in _NAME.findall(found[0])
    )
    return " or ".join(f"“{name}”" for name in names)


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
