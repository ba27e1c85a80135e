"""How sentences are set and painted: that of the event large, with tracks and the values of columns under its words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextLine

from nerinspect.events.context import AS_WRITTEN, ColumnKey, Context, Segment, Sentence, Track, TrackSpan, stack_levels
from nerinspect.quantities import grouped
from nerinspect.ui.sentence.placed_spans import (
    LineNames,
    PlacedSpan,
    ShownTokens,
    SpanPlaces,
    name_room,
    repair_notes,
    shown_tokens,
    wider_blanks,
)
from nerinspect.ui.sentence.tracks import (
    TrackMetrics,
    paint_frame,
    paint_loose_repair,
    paint_outline,
    paint_span,
    paint_span_name,
)
from nerinspect.ui.theme.fonts import CAPTION, NEIGHBOUR, close_font, fixed_font, font_size, scaled_font, unit_of
from nerinspect.ui.theme.marks import SWATCH_ROOM, paint_swatch
from nerinspect.ui.theme.themes import Theme, TypeStyle
from nerinspect.visible import visible

_APART: Final = 6  # room between two values, in thirteenths of the desktop's font
_LONGEST: Final = 14  # characters of a value that blanks are widened for; longer ones are elided


class ShownColumn(NamedTuple):
    """A column that is shown under the words of a sentence."""

    title: str  # its name; with that of the source for labels, and where columns of several sources have it
    values: tuple[str, ...]  # shape (n_tokens,): what it says of each token


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
    """Find blanks that leave too little room for the values of the token before them, as `wider_blanks` does."""
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

    The layout stands at `origin` in the coordinates painted in; values stay between `limits`, and begin where their
    token does, in the direction of the text.
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


_PLAIN: Final = TypeStyle(QColor("#808080"), QColor("#808080"), Qt.PenStyle.SolidLine)


class Look(NamedTuple):
    """How a sentence is painted: sizes, colours, fonts of types, of gutter and notes, and of what columns say."""

    metrics: TrackMetrics
    theme: Theme
    styles: Mapping[str, TypeStyle]
    name_font: QFont
    caption_font: QFont
    value_font: QFont


class SentencePainter:
    """Paint the tracks of a sentence."""

    def __init__(
        self,
        sentence: Sentence,
        shown: ShownTokens,
        look: Look,
        framed: Segment | None = None,
        columns: Sequence[ShownColumn] = (),
    ) -> None:
        self._sentence = sentence
        self._columns = columns
        self._look = look
        self._framed = framed
        self.places = SpanPlaces(sentence, shown, look.metrics)

    def paint_line(
        self, painter: QPainter, layout: QTextLayout, line: QTextLine, origin: QPointF, limits: tuple[float, float]
    ) -> list[PlacedSpan]:
        """Paint tracks, frame and notes of a line, of a layout at `origin`, between `limits`; give what is painted."""
        painter.save()
        placed = self.places.spans(line, origin)
        is_right_to_left = layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft
        names = self._place_names(placed, line, origin, limits, is_right_to_left)
        for item in placed:
            self._paint_boxes(painter, item)
        if self._framed is not None:
            self._paint_event(painter, self._framed, names.frames, placed)
        painter.setFont(self._look.name_font)
        painter.setPen(self._look.theme.text)
        for item, room, name in names.placed:
            paint_span_name(painter, room, item.side, name, self._look.metrics, is_right_to_left)
        if self._columns:
            painter.setFont(self._look.value_font)
            painter.setPen(self._look.theme.text2)
            paint_values(
                painter, self._columns, self.places, self._look.metrics, line, origin, limits, is_right_to_left
            )
        noted = [item for item in placed if item.repairs and self.places.begins_on(line, item.repairs[0].token)]
        self._paint_notes(painter, noted, limits, is_right_to_left)
        painter.restore()
        return placed

    def paint_outlines(self, painter: QPainter, line: QTextLine, origin: QPointF, spans: Iterable[TrackSpan]) -> None:
        for span in spans:
            for track in range(len(self._sentence.tracks)):
                for box in self.places.outlines(line, origin, track, span.start, span.end):
                    paint_outline(painter, box, self._look.theme.text, self._look.metrics)

    def paint_labels(self, painter: QPainter, baseline: float, right: float, width: float) -> None:
        """Write beside a line whose reading stands above and below it."""
        painter.save()
        painter.setFont(self._look.caption_font)
        painter.setPen(self._look.theme.text3)
        metrics = QFontMetricsF(self._look.caption_font)
        labels: list[tuple[QRectF, str, int | None]] = []
        for number, track in enumerate(self._sentence.tracks):
            labels.append(
                (self._look.metrics.box_rect(number, baseline, right - width, right), track.label, track.colour)
            )
        for row, column in enumerate(self._columns):
            labels.append((self._look.metrics.value_rect(row, baseline, right - width, right), column.title, None))
        unit = self._look.metrics.unit
        for rect, label, colour in labels:
            room = 0.0 if colour is None else SWATCH_ROOM * unit
            text = metrics.elidedText(visible(label), Qt.TextElideMode.ElideMiddle, width - room)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
            if colour is not None:
                left = rect.right() - metrics.horizontalAdvance(text) - room
                paint_swatch(painter, self._look.theme, unit, QRectF(left, rect.top(), room, rect.height()), colour)
        painter.restore()

    def _paint_event(
        self, painter: QPainter, event: Segment, frames: Iterable[QRectF], placed: Iterable[PlacedSpan]
    ) -> None:
        """Frame the event; where mentions of others may lie in the frame, outline its own."""
        colour, metrics = self._look.theme.kind_colour(event.kind), self._look.metrics
        for frame in frames:
            paint_frame(painter, frame, colour, metrics)
        if not self._sentence.is_nested:
            return
        for item in placed:
            if item.span in self._sentence.members(event, item.track):
                for box in item.boxes:
                    paint_outline(painter, box, colour, metrics)

    def _paint_boxes(self, painter: QPainter, item: PlacedSpan) -> None:
        look = self._look
        for box in item.boxes:
            if item.is_loose:
                paint_loose_repair(painter, box, item.side, look.theme, look.metrics)
            else:
                style = look.styles.get(item.span.type, _PLAIN)
                paint_span(painter, box, item.side, style, look.metrics, bool(item.repairs))

    def _place_names(
        self,
        placed: list[PlacedSpan],
        line: QTextLine,
        origin: QPointF,
        limits: tuple[float, float],
        is_right_to_left: bool,
    ) -> LineNames:
        framed, look = self._framed, self._look
        frames = self.places.frames(line, origin, framed) if framed else []
        names = LineNames(frames, limits, look.name_font, look.metrics.unit, is_right_to_left)
        rows: dict[tuple[int, int], list[QRectF]] = {}
        for item in placed:
            rows.setdefault((item.track, item.level), []).extend(item.boxes)
        for item in sorted(placed, key=lambda item: names.frame_around(item) is None):  # they make the frame wider
            if not item.is_loose:
                # Several predictions have no room for a note below each other.
                more = " repaired" if item.repairs and item.track and look.metrics.n_below > 1 else ""
                words = [
                    box
                    for token in (item.span.start - 1, item.span.end)
                    for box in self.places.token_boxes(line, origin, token)
                ]
                names.place(item, [*rows[item.track, item.level], *words], more)
        return names

    def _paint_notes(
        self, painter: QPainter, placed: list[PlacedSpan], limits: tuple[float, float], is_right_to_left: bool
    ) -> None:
        painter.setFont(self._look.caption_font)
        painter.setPen(self._look.theme.warning)
        metrics = QFontMetricsF(self._look.caption_font)
        for note in repair_notes(placed, metrics, self._look.metrics, limits, is_right_to_left):
            painter.drawText(note.rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), note.text)


LEAST_ZOOM: Final = 1.2
USUAL_ZOOM: Final = 1.6
GREATEST_ZOOM: Final = 2.6

NESTED: Final = "nested"

_LONGEST_LINE: Final = 88  # characters
_WIDEST_GUTTER: Final = 160  # thirteenths of the font size
_MOST_UNITS: Final = 2_000  # of a sentence that is not the event's


@dataclass(frozen=True)
class SetSentence:
    """A sentence ready to be written as one paragraph."""

    sentence: Sentence
    shown: ShownTokens  # the part of it that is laid out
    font: QFont
    colour: QColor
    line_height: float  # from one baseline to the next
    unit: float  # a thirteenth of the size of the widget's font
    painter: SentencePainter | None = None  # paints its tracks; None for a sentence without
    metrics: TrackMetrics | None = None  # sizes of its tracks
    is_event: bool = False  # whether the chosen event stands in it
    # UTF-16 positions of blanks that are widened for the names on the spans, and by how much
    wider_blanks: Mapping[int, float] = field(default_factory=dict)
    more_room: float = 0.0  # room for what stands between its lines, besides that of its tracks

    @property
    def gutter_word(self) -> str:
        """What the gutter says beside a sentence whose mentions are on show and overlap."""
        return NESTED if self.painter and self.sentence.is_nested else ""

    @property
    def spare_above(self) -> float:
        """Room that the text engine leaves free above the first line."""
        return self.metrics.spare_above if self.metrics else 0.0

    @property
    def room_below(self) -> float:
        """Room needed below the place where the text engine ends the last line."""
        if self.metrics is None:
            return 0.0
        return self.metrics.room_below - (0.0 if self._has_note_below else self.metrics.note_below) + self.more_room

    @property
    def _has_note_below(self) -> bool:
        return any(track.repairs for track in self.sentence.tracks[1:])

    def distance_to(self, lower: "SetSentence") -> float:
        """Give the margin between two paragraphs, below zero where one reaches into the other."""
        if self.painter is None and lower.painter is None:
            return 0.0
        gap = 10 if lower.painter else 4 if self._has_note_below else 11
        return self.room_below - lower.spare_above + gap * self.unit


@dataclass(frozen=True)
class Typesetter:
    """Set sentences in fonts derived from that of a widget."""

    font: QFont  # the widget's
    zoom: float  # size of the event's sentence in sizes of that font
    theme: Theme
    styles: Mapping[str, TypeStyle]
    columns: tuple[ColumnKey, ...] = ()  # columns shown under the words

    @property
    def unit(self) -> float:
        return unit_of(self.font)

    @property
    def caption_font(self) -> QFont:
        return scaled_font(self.font, CAPTION)

    @property
    def widest_column(self) -> float:
        """Width beyond which lines are too long to read."""
        return _LONGEST_LINE * QFontMetricsF(scaled_font(self.font, self.zoom)).averageCharWidth()

    def gutter_width(self, context: Context) -> float:
        """Give the width of the margin for the names of the tracks and the numbers of the sentences."""
        metrics, sentence = QFontMetricsF(self.caption_font), context.sentence
        labels = [column.title for column in shown_columns(sentence, self.columns)]
        number = grouped(context.document.sentences.stop)
        labels.append(f"{NESTED} {number}" if context.document.has_nested else number)
        widths = [metrics.horizontalAdvance(label) for label in labels]
        for track in sentence.tracks:
            room = 0.0 if track.colour is None else SWATCH_ROOM * self.unit
            widths.append(metrics.horizontalAdvance(track.label) + room)
        widest = max(widths) + 1
        return min(widest, _WIDEST_GUTTER * self.unit) + 24 * self.unit

    def event_sentence(self, context: Context) -> SetSentence:
        segment = context.segment
        shown = shown_tokens(context.sentence.tokens, segment.start, segment.end, gaps=context.sentence.gaps)
        return self._with_tracks(context.sentence, shown, self.zoom, segment)

    def other_sentence(self, sentence: Sentence, with_tracks: bool) -> SetSentence:
        """Set another sentence, smaller; dimmed, unless its tracks are asked for and it has a mention."""
        shown = shown_tokens(sentence.tokens, most_units=_MOST_UNITS, gaps=sentence.gaps)
        zoom = NEIGHBOUR * self.zoom / USUAL_ZOOM
        if with_tracks and sentence.has_mentions:
            return self._with_tracks(sentence, shown, zoom)
        height = 23 * self.unit * self.zoom / USUAL_ZOOM
        return SetSentence(sentence, shown, scaled_font(self.font, zoom), self.theme.dimmed, height, self.unit)

    def _with_tracks(
        self, sentence: Sentence, shown: ShownTokens, zoom: float, framed: Segment | None = None
    ) -> SetSentence:
        font, name = scaled_font(self.font, zoom), scaled_font(self.font, CAPTION, is_bold=True)
        reference, *predictions = sentence.tracks
        has_note_below = framed is not None or any(track.repairs for track in predictions)
        columns = shown_columns(sentence, self.columns)
        levels = tuple(_n_levels(track) for track in sentence.tracks)
        metrics = TrackMetrics.of_fonts(
            font, name, font_size(self.font), bool(reference.repairs), has_note_below, levels, len(columns)
        )
        value_font = fixed_font(self.font, CAPTION)
        look = Look(metrics, self.theme, self.styles, name, self.caption_font, value_font)
        painter = SentencePainter(sentence, shown, look, framed, columns)
        is_event = framed is not None
        text, height = self.theme.text, metrics.line_height
        words, close = QFontMetricsF(font), QFontMetricsF(close_font(name))
        wider = wider_blanks(sentence, shown, words, close, self.unit)
        for_values = wider_for_values(columns, sentence.tokens, shown, words, QFontMetricsF(value_font), self.unit)
        wider = {unit: max(wider.get(unit, 0.0), for_values.get(unit, 0.0)) for unit in wider | for_values}
        return SetSentence(sentence, shown, font, text, height, self.unit, painter, metrics, is_event, wider)


def _n_levels(track: Track) -> int:
    return max(stack_levels([(span.start, span.end) for span in track.spans]), default=0) + 1
