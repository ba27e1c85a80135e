"""How sentences are set: that of the event large and with its tracks, the others smaller."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtGui import QColor, QFont, QFontMetricsF

from nerinspect.analysis.context import Context
from nerinspect.analysis.sentence import ColumnKey, Segment, Sentence, Track
from nerinspect.ui.painting.fonts import CAPTION, NEIGHBOUR, close_font, fixed_font, font_size, scaled_font
from nerinspect.ui.painting.name_room import wider_blanks
from nerinspect.ui.painting.sentence_painter import Look, SentencePainter
from nerinspect.ui.painting.shown_tokens import ShownTokens, shown_tokens
from nerinspect.ui.painting.stacking import stack_levels
from nerinspect.ui.painting.swatch import SWATCH_ROOM
from nerinspect.ui.painting.token_values import shown_columns, wider_for_values
from nerinspect.ui.painting.track_metrics import TrackMetrics
from nerinspect.ui.theme import Theme
from nerinspect.ui.type_colours import TypeStyle

LEAST_ZOOM: Final = 1.2
USUAL_ZOOM: Final = 1.6
GREATEST_ZOOM: Final = 2.6

NESTED: Final = "nested"

_LONGEST_LINE: Final = 88  # characters
_WIDEST_GUTTER: Final = 160  # thirteenths of the font size
_MOST_UNITS: Final = 2_000  # of a sentence that is not the event's


@dataclass(frozen=True)
class SetSentence:
    """A sentence ready to be written as one paragraph.

    Attributes
    ----------
    sentence : Sentence
        The sentence and its readings.
    shown : ShownTokens
        The part of it that is laid out.
    font, colour : QFont, QColor
        Of its words.
    line_height : float
        From one baseline to the next.
    unit : float
        A thirteenth of the size of the widget's font.
    painter : SentencePainter or None
        Paints its tracks; None for a sentence without.
    metrics : TrackMetrics or None
        Sizes of its tracks.
    is_event : bool
        Whether the chosen event stands in it.
    wider_blanks : mapping of int to float
        UTF-16 positions of blanks that are widened for the names on the spans, and by how much.
    more_room : float
        Room for what stands between its lines, besides that of its tracks.
    """

    sentence: Sentence
    shown: ShownTokens
    font: QFont
    colour: QColor
    line_height: float
    unit: float
    painter: SentencePainter | None = None
    metrics: TrackMetrics | None = None
    is_event: bool = False
    wider_blanks: Mapping[int, float] = field(default_factory=dict)
    more_room: float = 0.0

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
    """Set sentences in fonts derived from that of a widget.

    Attributes
    ----------
    font : QFont
        The widget's.
    zoom : float
        Size of the event's sentence in sizes of that font.
    theme : Theme
        Colours.
    styles : mapping of str to TypeStyle
        Colours of each type.
    columns : tuple of ColumnKey
        Columns shown under the words.
    """

    font: QFont
    zoom: float
    theme: Theme
    styles: Mapping[str, TypeStyle]
    columns: tuple[ColumnKey, ...] = ()

    @property
    def unit(self) -> float:
        """A thirteenth of the size of the font."""
        return font_size(self.font) / 13

    @property
    def caption_font(self) -> QFont:
        """Font of gutter and notes."""
        return scaled_font(self.font, CAPTION)

    @property
    def widest_column(self) -> float:
        """Width beyond which lines are too long to read."""
        return _LONGEST_LINE * QFontMetricsF(scaled_font(self.font, self.zoom)).averageCharWidth()

    def gutter_width(self, context: Context) -> float:
        """Give the width of the margin for the names of the tracks and the numbers of the sentences."""
        metrics, sentence = QFontMetricsF(self.caption_font), context.sentence
        labels = [column.title for column in shown_columns(sentence, self.columns)]
        number = f"{context.document.sentences.stop:,}"
        labels.append(f"{NESTED} {number}" if context.document.has_nested else number)
        widths = [metrics.horizontalAdvance(label) for label in labels]
        for track in sentence.tracks:
            room = 0.0 if track.colour is None else SWATCH_ROOM * self.unit
            widths.append(metrics.horizontalAdvance(track.label) + room)
        widest = max(widths) + 1
        return min(widest, _WIDEST_GUTTER * self.unit) + 24 * self.unit

    def event_sentence(self, context: Context) -> SetSentence:
        """Set the sentence of the event, large, its event framed."""
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
