"""What columns of a file say of each token, as small lines right under the words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QTextLine

from nerinspect.events.context import AS_WRITTEN, ColumnKey, Sentence
from nerinspect.ui.sentence.placed_spans import SpanPlaces, name_room
from nerinspect.ui.sentence.shown_tokens import ShownTokens
from nerinspect.ui.sentence.tracks import TrackMetrics
from nerinspect.visible import visible

_APART: Final = 6
"""Room between two values, in thirteenths of the desktop's font."""

_LONGEST: Final = 14
"""Characters of a value that blanks are widened for; longer ones are elided."""


@dataclass(frozen=True)
class ShownColumn:
    """A column that is shown under the words of a sentence.

    Attributes
    ----------
    title : str
        Its name; with that of the source for labels, and where columns of several sources have it.
    values : tuple of str, shape (n_tokens,)
        What it says of each token.
    """

    title: str
    values: tuple[str, ...]


def shown_columns(sentence: Sentence, keys: Sequence[ColumnKey]) -> tuple[ShownColumn, ...]:
    """Find the columns of a sentence among those chosen; those of a system without a track are left out."""
    found = [
        (key, track.label, values)
        for key in keys
        for track in sentence.tracks
        if track.source == key.source and (values := track.values(key.name))
    ]
    names = [key.name for key, _, _ in found]
    return tuple(
        ShownColumn(_title(key.name, label, names.count(key.name) > 1), values) for key, label, values in found
    )


def _title(name: str, label: str, is_ambiguous: bool) -> str:
    if name == AS_WRITTEN:
        return f"{label} as written"
    return f"{label}: {name}" if is_ambiguous else name


def wider_for_values(
    columns: Sequence[ShownColumn],
    tokens: Sequence[str],
    shown: ShownTokens,
    words: QFontMetricsF,
    values: QFontMetricsF,
    unit: float,
) -> dict[int, float]:
    """Find the blanks that leave too little room for the values of the token before them.

    Parameters
    ----------
    columns : sequence of ShownColumn
        The columns.
    tokens : sequence of str
        The sentence.
    shown : ShownTokens
        The part of it that is laid out.
    words, values : QFontMetricsF
        Of the fonts of the words and of the values.
    unit : float
        A thirteenth of the size of the desktop's font.

    Returns
    -------
    dict of int to float
        UTF-16 positions of blanks, and how much wider each has to be.
    """
    wider: dict[int, float] = {}
    if not columns:
        return wider
    width_of_words, width_of_value = (cache(lambda text, m=m: m.horizontalAdvance(text)) for m in (words, values))
    for token, end in zip(range(shown.first, shown.last - 1), shown.end.tolist(), strict=False):
        widest = max(width_of_value(column.values[token][:_LONGEST]) for column in columns)
        missing = widest + _APART * unit - width_of_words(f"{tokens[token]} ")
        if missing > 0:
            wider[end] = missing
    return wider


def paint_values(
    painter: QPainter,
    columns: Sequence[ShownColumn],
    places: SpanPlaces,
    metrics: TrackMetrics,
    line: QTextLine,
    origin: QPointF,
    limits: tuple[float, float],
    is_right_to_left: bool,
) -> None:
    """Write the values of each token of a line under it, elided where they would run into the next.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on, with font and pen.
    columns : sequence of ShownColumn
        The columns.
    places : SpanPlaces
        Where tokens stand.
    metrics : TrackMetrics
        Sizes of the lines.
    line, origin : QTextLine, QPointF
        A line of the laid-out sentence, and where the layout stands in the coordinates painted in.
    limits : (float, float)
        Left and right end of what values may cover.
    is_right_to_left : bool
        Whether values end, instead of begin, where their token does.
    """
    fonts = QFontMetricsF(painter.font())
    side = Qt.AlignmentFlag.AlignRight if is_right_to_left else Qt.AlignmentFlag.AlignLeft
    alignment = int(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
    baseline = origin.y() + line.y() + line.ascent()
    boxes = [
        (token, max(boxes, key=QRectF.width))
        for token in places.tokens_on(line)
        if (boxes := places.token_boxes(line, origin, token))
    ]
    for token, box in boxes:
        room = name_room(box, (other for _, other in boxes), limits, is_right_to_left, metrics.unit)
        for row, column in enumerate(columns):
            rect = metrics.value_rect(row, baseline, room.left(), room.right())
            text = fonts.elidedText(visible(column.values[token]), Qt.TextElideMode.ElideRight, rect.width() + 0.5)
            painter.drawText(rect, alignment, text)
