"""The tokens of a sentence as one text, and where its mentions stand on laid-out lines, with names and repairs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QTextLine

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.text import as_written
from nerinspect.corpus.tokenization import LINE_BREAKS
from nerinspect.events.context import RepairMark, Segment, Sentence, Track, TrackSpan, stack_levels
from nerinspect.quantities import grouped
from nerinspect.ui.kit.screen_text import span_boxes, utf16_length
from nerinspect.ui.sentence.tracks import Side, TrackMetrics, name_inset
from nerinspect.ui.theme.fonts import CLOSEST, close_font
from nerinspect.visible import visible, with_signs

MOST_UNITS: Final = 12_000  # UTF-16 units of a sentence that are laid out at once; about 20 ms, for one long word 80 ms
MOST_TOKEN_UNITS: Final = 2_000  # UTF-16 units of one token that are laid out
_ELLIPSIS: Final = "…"

# The text engine takes these for ends of paragraphs, frames and objects, or draws nothing: a sign stands for each.
# One unit for one unit, so that positions stay.
_SIGNS: Final = {
    **{code: 0x2400 + code for code in range(0x20)},
    0x7F: 0x2421,
    **dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424),
    **dict.fromkeys((0xFDD0, 0xFDD1, 0xFFFC), 0xFFFD),
}

# Between tokens the lines of the file are broken as there; a line break of two units is shown once.
_LINE_SEPARATOR: Final = "\u2028"
_GAP_SIGNS: Final = {**dict.fromkeys(range(0x20), " "), **dict.fromkeys(map(ord, LINE_BREAKS), _LINE_SEPARATOR)}

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


class ShownTokens(NamedTuple):
    """Some tokens of a sentence as one string, with the place of each.

    Attributes
    ----------
    start, end : ndarray of int64, shape (n_shown,)
        Half-open ranges of UTF-16 units of each token in `text`.
    """

    text: str  # the tokens as they stand in the file, joined by a blank where it does not say; what is copied
    # the same text with its line breaks as the text engine takes them, and a sign for each other character that the
    # engine would not draw as one; all places stay
    display: str
    first: int  # position in the sentence of the first token shown
    start: AnyIntArray
    end: AnyIntArray
    n_tokens: int  # tokens of the whole sentence

    @property
    def last(self) -> int:
        """Position in the sentence behind the last token shown."""
        return self.first + len(self.start)

    @property
    def is_cut(self) -> bool:
        return len(self.start) < self.n_tokens

    @property
    def has_right_to_left(self) -> bool:
        """Whether some character may turn the direction of the text."""
        return not self.text.isascii() and _RIGHT_TO_LEFT.search(self.text) is not None

    def text_on(self, line_start: int, line_end: int) -> tuple[int, int]:
        """Leave out the blanks at both ends of a line, given and returned as UTF-16 units."""
        first, last = np.searchsorted(self.end, [line_start, line_end], side="right").tolist()
        start = max(int(self.start[first]), line_start) if first < len(self.start) else line_start
        is_between = last > 0 and (last == len(self.start) or self.start[last] >= line_end)
        return start, int(self.end[last - 1]) if is_between else line_end

    def token_at(self, unit: int) -> int | None:
        """Find the token of the sentence that a UTF-16 unit belongs to; None for what stands between tokens."""
        place = int(np.searchsorted(self.start, unit, side="right")) - 1
        return self.first + place if place >= 0 and unit < self.end[place] else None

    def token_near(self, unit: int) -> int:
        """Find the token of the sentence that a UTF-16 unit belongs to, or stands behind."""
        return self.first + max(int(np.searchsorted(self.start, unit, side="right")) - 1, 0)

    def tokens_between(self, start: int, end: int) -> range:
        """Give the positions in the sentence of the tokens that have a part in a half-open range of UTF-16 units."""
        first = int(np.searchsorted(self.end, start, side="right"))
        return range(self.first + first, self.first + max(int(np.searchsorted(self.start, end)), first))

    def units(self, start: int, end: int) -> tuple[int, int] | None:
        """Give the UTF-16 range of the tokens `[start, end)` of the sentence; None if none of them is shown."""
        start, end = max(start, self.first), min(end, self.last)
        if start >= end:
            return None
        return int(self.start[start - self.first]), int(self.end[end - 1 - self.first])


def shown_tokens(
    tokens: Sequence[str], start: int = 0, end: int = 1, most_units: int = MOST_UNITS, gaps: Sequence[str] = ()
) -> ShownTokens:
    """Join the tokens of a sentence; of one with more UTF-16 units than `most_units`, those around an event.

    The event is a half-open range of tokens; it is shown from its start. `gaps` say what stands before each token in
    the file, if they are given. An ellipsis stands where tokens are left out, and in a token that is itself too long.
    """
    shown = [token if len(token) <= MOST_TOKEN_UNITS // 2 else _shortened(token) for token in tokens]
    lengths = np.array([utf16_length(token) for token in shown], dtype=np.int64)
    blanks = np.ones(len(shown), dtype=np.int64)
    blanks[:-1] = [len(gap) for gap in gaps[1:]] if gaps else 1
    stops = np.cumsum(lengths + blanks)  # behind the blanks after each token
    first, last = _window(stops, start, end, most_units)
    lead = f"{_ELLIPSIS} " if first else ""
    tail = f" {_ELLIPSIS}" if last < len(tokens) else ""
    begins = (stops - blanks - lengths)[first:last]
    begins = begins - (begins[0] if len(begins) else 0) + len(lead)
    words, between = shown[first:last], gaps[first:last]
    text = lead + as_written(words, between) + tail
    drawn = as_written([word.translate(_SIGNS) for word in words], [_drawn(gap) for gap in between])
    return ShownTokens(text, with_signs(lead + drawn + tail), first, begins, begins + lengths[first:last], len(tokens))


def _drawn(gap: str) -> str:
    return gap if gap in ("", " ") else gap.replace("\r\n", f" {_LINE_SEPARATOR}").translate(_GAP_SIGNS)


def _window(stops: AnyIntArray, start: int, end: int, most_units: int) -> tuple[int, int]:
    """Choose the tokens to show: a third of the room for what stands before the event, or more if it is left over."""
    if not len(stops) or stops[-1] <= most_units:
        return 0, len(stops)
    event_start = int(stops[start - 1]) if start else 0
    event_end = min(int(stops[end - 1]), event_start + most_units)
    room = max(most_units - (event_end - event_start), 0)
    lower = max(min(event_start - room // 2, int(stops[-1]) - most_units), 0)
    first = min(int(np.searchsorted(stops, lower, side="left")) + (1 if lower else 0), start)
    begin = int(stops[first - 1]) if first else 0
    last = max(int(np.searchsorted(stops, begin + most_units, side="right")), first + 1)
    return first, last


def _shortened(token: str) -> str:
    """Leave out the middle of a token whose UTF-16 form may be too long to lay out."""
    if utf16_length(token) <= MOST_TOKEN_UNITS:
        return token
    kept = MOST_TOKEN_UNITS // 4
    return token[:kept] + _ELLIPSIS + token[-kept:]


class PlacedSpan(NamedTuple):
    """A mention, or a stretch of repaired labels outside every mention, on one line."""

    boxes: tuple[QRectF, ...]  # in the coordinates painted in, from left to right; at least one
    track: int  # place of its track in the sentence; 0 is the reference
    span: TrackSpan
    repairs: tuple[RepairMark, ...]
    is_loose: bool = False  # whether it is no mention
    level: int = 0  # how many boxes of its track may lie between it and the words

    @property
    def side(self) -> Side:
        return "prediction" if self.track else "reference"


class SpanPlaces:
    """Find tokens of a sentence on its lines, as boxes of a track."""

    def __init__(self, sentence: Sentence, shown: ShownTokens, metrics: TrackMetrics) -> None:
        self._shown = shown
        self._metrics = metrics
        self._has_right_to_left = shown.has_right_to_left
        self._tracks = [_TrackUnits.of(track, shown) for track in sentence.tracks]

    def spans(self, line: QTextLine, origin: QPointF) -> list[PlacedSpan]:
        """Find the boxes of every mention on one line.

        `origin`: where the layout stands in the coordinates painted in.
        """
        return [
            PlacedSpan(boxes, number, track.spans[i], track.repairs[i], track.is_loose[i], track.levels[i])
            for number, track in enumerate(self._tracks)
            for i in track.within(line.textStart(), line.textLength())
            if (boxes := self._boxes(line, origin, number, int(track.start[i]), int(track.end[i]), track.levels[i]))
        ]

    def outlines(self, line: QTextLine, origin: QPointF, track: int, start: int, end: int) -> list[QRectF]:
        """Find what a half-open range of tokens covers of a whole track; nothing on another line."""
        units, baseline = self._shown.units(start, end), origin.y() + line.y() + line.ascent()
        boxes = self._boxes(line, origin, track, *units, 0) if units else ()
        return [self._metrics.track_rect(track, baseline, box.left(), box.right()) for box in boxes]

    def token_boxes(self, line: QTextLine, origin: QPointF, token: int) -> list[QRectF]:
        """Find the boxes of a token's text on one line; none if it is not on it."""
        units = self._shown.units(token, token + 1)
        return [box.translated(origin) for box in self._text_boxes(line, *units)] if units else []

    def tokens_on(self, line: QTextLine) -> range:
        return self._shown.tokens_between(line.textStart(), line.textStart() + line.textLength())

    def frames(self, line: QTextLine, origin: QPointF, event: Segment) -> list[QRectF]:
        """Find the frames around an event on one line; where mentions overlap, they leave out those beyond its own."""
        units = self._shown.units(event.start, event.end)
        if units is None:
            return []
        baseline = origin.y() + line.y() + line.ascent()
        levels = [track.level_of(members) for track, members in zip(self._tracks, event.members, strict=False)]
        frames: list[QRectF] = []
        for box in self._text_boxes(line, *units):
            frame = self._metrics.frame_rect(baseline, origin.x() + box.left(), origin.x() + box.right(), levels)
            if frames and frames[-1].intersects(frame):  # only a blank at the end of the line lies between
                frames[-1] = frames[-1].united(frame)
            else:
                frames.append(frame)
        return frames

    def begins_on(self, line: QTextLine, token: int) -> bool:
        units = self._shown.units(token, token + 1)
        return units is not None and line.textStart() <= units[0] < line.textStart() + line.textLength()

    def _boxes(
        self, line: QTextLine, origin: QPointF, track: int, start: int, end: int, level: int
    ) -> tuple[QRectF, ...]:
        baseline, x = origin.y() + line.y() + line.ascent(), origin.x()
        boxes = self._text_boxes(line, start, end)
        least = 3 * self._metrics.unit  # for what has no width, such as a joiner alone
        return tuple(
            self._metrics.box_rect(track, baseline, x + box.left(), x + max(box.right(), box.left() + least), level)
            for box in boxes
        )

    def _text_boxes(self, line: QTextLine, start: int, end: int) -> list[QRectF]:
        first, last = self._shown.text_on(line.textStart(), line.textStart() + line.textLength())
        return span_boxes(line, max(start, first), min(end, last), self._has_right_to_left)


class _TrackUnits(NamedTuple):
    """A track with the UTF-16 range of each mention that is shown."""

    start: AnyIntArray
    end: AnyIntArray
    spans: tuple[TrackSpan, ...]
    repairs: tuple[tuple[RepairMark, ...], ...]
    is_loose: tuple[bool, ...]
    levels: tuple[int, ...]

    @classmethod
    def of(cls, track: Track, shown: ShownTokens) -> "_TrackUnits":
        marks = _MarksByToken(track.repairs)
        levels = stack_levels([(span.start, span.end) for span in track.spans])
        rows = [
            (span, marks.take(span.start, span.end), False, level)
            for span, level in zip(track.spans, levels, strict=True)
        ]
        rows += [(TrackSpan(mark.token, mark.token + 1, ""), (mark,), True, 0) for mark in marks.left_over()]
        placed = [(units, *row) for row in rows if (units := shown.units(row[0].start, row[0].end))]
        return cls(
            np.array([units[0] for units, *_ in placed], dtype=np.int64),
            np.array([units[1] for units, *_ in placed], dtype=np.int64),
            tuple(row[1] for row in placed),
            tuple(row[2] for row in placed),
            tuple(row[3] for row in placed),
            tuple(row[4] for row in placed),
        )

    def level_of(self, members: Sequence[TrackSpan]) -> int:
        """Give the level of the mention that lies farthest from the words."""
        return max((level for span, level in zip(self.spans, self.levels, strict=True) if span in members), default=0)

    def within(self, start: int, length: int) -> Iterator[int]:
        """Go through the places of the mentions that have a part in a stretch of text."""
        return (int(i) for i in np.flatnonzero((self.start < start + length) & (self.end > start)))


class _MarksByToken:
    """Repaired labels that are handed out to the mentions they stand in."""

    def __init__(self, marks: Sequence[RepairMark]) -> None:
        self._marks = {mark.token: mark for mark in marks}
        self._taken: set[int] = set()

    def take(self, start: int, end: int) -> tuple[RepairMark, ...]:
        if not self._marks:
            return ()
        tokens = [token for token in range(start, end) if token in self._marks]
        self._taken.update(tokens)
        return tuple(self._marks[token] for token in tokens)

    def left_over(self) -> list[RepairMark]:
        return [mark for token, mark in self._marks.items() if token not in self._taken]


_APART: Final = 9  # room beside a name, in thirteenths of the desktop's font
_MOST_WIDER: Final = 56  # by how much a blank is widened at most; longer names are elided
_CLEAR: Final = 3  # room between a name and what stands beside it


def wider_blanks(
    sentence: Sentence,
    shown: ShownTokens,
    words: QFontMetricsF,
    names: QFontMetricsF,
    unit: float,
) -> dict[int, float]:
    """Find the blanks that leave too little room for the name of the mention before them, up to the next word.

    The metrics are of the fonts of words and of names set close, `unit` is a thirteenth of the desktop's font. UTF-16
    positions of blanks come with how much wider each has to be.
    """
    wider: dict[int, float] = {}
    # Functions of our own: `cache` asks for a signature, and those of Qt's take long to find.
    width_of_words, width_of_name = (cache(lambda text, m=m: m.horizontalAdvance(text)) for m in (words, names))
    for track in sentence.tracks:
        for span in track.spans:
            units = shown.units(span.start, span.end)
            if units is None or units[1] - units[0] > 2 * len(span.type) or units[1] >= shown.end[-1]:
                continue
            text = sentence.words(span.start, span.end)
            missing = width_of_name(span.type) + _APART * unit - width_of_words(f"{text} ")
            if missing > 0:
                wider[units[1]] = max(min(missing, _MOST_WIDER * unit), wider.get(units[1], 0.0))
    return wider


class LineNames:
    """Give the names of the types on one line their places, between `limits` at the left and at the right.

    `frames` around the event grow with the names inside them. Names stand at the end of their boxes where the text
    begins.
    """

    def __init__(
        self, frames: list[QRectF], limits: tuple[float, float], font: QFont, unit: float, is_right_to_left: bool
    ) -> None:
        self.frames = frames
        self.placed: list[tuple[PlacedSpan, QRectF, str]] = []
        self._limits = limits
        self._fonts, self._close = QFontMetricsF(font), QFontMetricsF(close_font(font))
        self._closest = QFontMetricsF(close_font(font, CLOSEST))
        self._unit = unit
        self._is_right_to_left = is_right_to_left

    def frame_around(self, item: PlacedSpan) -> int | None:
        left, right = item.boxes[0].left(), item.boxes[-1].right()
        return next((i for i, frame in enumerate(self.frames) if frame.left() <= left and right <= frame.right()), None)

    def place(self, item: PlacedSpan, obstacles: Iterable[QRectF], more: str = "") -> None:
        """Write a name on the widest box of a mention, or beside it up to what stands there; those in a frame first.

        `obstacles` are the boxes of its row and the words around it; `more` words behind the name are left out where
        they have no room.
        """
        box, name = max(item.boxes, key=QRectF.width), item.span.type
        frame = self.frame_around(item)
        room = QRectF(box)
        if self._closest.horizontalAdvance(name) > box.width() - self._unit:
            room = name_room(box, [*obstacles, *self.frames], self._limits, self._is_right_to_left, self._unit)
        if more and self._fonts.horizontalAdvance(f"{name} …") < box.width():
            name += more
        self.placed.append((item, room, name))
        if frame is not None:
            width = self._width(name, room)
            width += name_inset(room.width(), width, self._unit) + _CLEAR * self._unit
            self.frames[frame] = self._widened(self.frames[frame], room, width)

    def _width(self, name: str, room: QRectF) -> float:
        width, clear = self._fonts.horizontalAdvance(name), 2 * self._unit
        return width if width <= room.width() - clear else min(self._close.horizontalAdvance(name), room.width())

    def _widened(self, frame: QRectF, room: QRectF, width: float) -> QRectF:
        left, right = frame.left(), frame.right()
        if self._is_right_to_left:
            left = min(left, room.right() - width)
        else:
            right = max(right, room.left() + width)
        return QRectF(left, frame.top(), right - left, frame.height())


def name_room(
    box: QRectF, obstacles: Iterable[QRectF], limits: tuple[float, float], is_right_to_left: bool, unit: float
) -> QRectF:
    """Extend a box in reading direction, for its name, up to what stands beside it, between `limits`."""
    room, clear = QRectF(box), _CLEAR * unit
    if is_right_to_left:
        ends = [other.right() + clear for other in obstacles if other.right() <= box.left() + 1]
        room.setLeft(min(max([limits[0], *ends]), box.left()))
    else:
        ends = [other.left() - clear for other in obstacles if other.left() >= box.right() - 1]
        room.setRight(max(min([limits[1], *ends]), box.right()))
    return room


class RepairNote(NamedTuple):
    """A line of caption and its place."""

    rect: QRectF
    text: str


def repair_note(repairs: Sequence[RepairMark]) -> str:
    """Say what was repaired: the first label, and how many more."""
    more = f" and {grouped(len(repairs) - 1)} more" if len(repairs) > 1 else ""
    return f"repaired: {repairs[0].before} → {repairs[0].after}{more}"


def repair_notes(
    placed: Sequence[PlacedSpan],
    fonts: QFontMetricsF,
    metrics: TrackMetrics,
    limits: tuple[float, float],
    is_right_to_left: bool,
) -> list[RepairNote]:
    """Place a note beside each repaired span of a line; one that would run into the next speaks for both.

    Repairs of the spans begin on the line. Notes of the reference stand above its track, those of the prediction below,
    where it is the only one; they begin where their span does, in the direction of the text.
    """
    notes: list[RepairNote] = []
    for side in ("reference", "prediction") if metrics.n_below == 1 else ("reference",):
        row: list[tuple[RepairNote, list[RepairMark]]] = []
        spans = [item for item in placed if item.side == side]
        for item in sorted(spans, key=lambda item: item.boxes[0].left(), reverse=is_right_to_left):
            repairs = list(item.repairs)
            note = _note(item, repairs, fonts, metrics, limits, is_right_to_left)
            while row and row[-1][0].rect.adjusted(-metrics.unit * 6, 0, metrics.unit * 6, 0).intersects(note.rect):
                earlier, changed = row.pop()
                repairs = [*changed, *repairs]
                note = _widened(earlier, repairs, fonts, limits, is_right_to_left)
            row.append((note, repairs))
        notes += [note for note, _ in row]
    return notes


def _note(
    item: PlacedSpan,
    repairs: list[RepairMark],
    fonts: QFontMetricsF,
    metrics: TrackMetrics,
    limits: tuple[float, float],
    is_right_to_left: bool,
) -> RepairNote:
    left, right = item.boxes[0].left(), item.boxes[-1].right()
    rect = QRectF(left, _note_top(item.side, item.boxes[0], metrics), right - left, metrics.caption)
    return _widened(RepairNote(rect, ""), repairs, fonts, limits, is_right_to_left)


def _note_top(side: Side, box: QRectF, metrics: TrackMetrics) -> float:
    return box.top() - 6 * metrics.unit - metrics.caption if side == "reference" else box.bottom() + 6 * metrics.unit


def _widened(
    note: RepairNote,
    repairs: list[RepairMark],
    fonts: QFontMetricsF,
    limits: tuple[float, float],
    is_right_to_left: bool,
) -> RepairNote:
    """Write a note anew where it began, as wide as its text."""
    text = visible(repair_note(repairs))
    width = fonts.horizontalAdvance(text) + 1
    left = note.rect.right() - width if is_right_to_left else note.rect.left()
    left = max(limits[0], min(left, limits[1] - width))
    return RepairNote(QRectF(left, note.rect.top(), width, note.rect.height()), text)
