"""Paints both readings of one sentence, line by line, over its laid-out text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextLine

from nerinspect.analysis.sentence import Segment, Sentence, TrackSpan
from nerinspect.ui.painting.name_room import NameRow
from nerinspect.ui.painting.placed_spans import PlacedSpan, SpanPlaces
from nerinspect.ui.painting.repair_notes import repair_notes
from nerinspect.ui.painting.shown_tokens import ShownTokens
from nerinspect.ui.painting.track_metrics import TrackMetrics
from nerinspect.ui.painting.tracks import paint_frame, paint_loose_repair, paint_outline, paint_span, paint_span_name
from nerinspect.ui.theme import Theme
from nerinspect.ui.type_colours import TypeStyle

_PLAIN: Final = TypeStyle(QColor("#808080"), QColor("#808080"), Qt.PenStyle.SolidLine)


@dataclass(frozen=True)
class Look:
    """How a sentence is painted: sizes, colours and fonts.

    Attributes
    ----------
    metrics : TrackMetrics
        Sizes.
    theme : Theme
        Colours.
    styles : mapping of str to TypeStyle
        Colours of each type.
    name_font, caption_font : QFont
        Of the types on the spans; of the gutter and of notes.
    """

    metrics: TrackMetrics
    theme: Theme
    styles: Mapping[str, TypeStyle]
    name_font: QFont
    caption_font: QFont


class SentencePainter:
    """Paint the tracks of a sentence.

    Parameters
    ----------
    sentence : Sentence
        The sentence and its readings.
    shown : ShownTokens
        The part of it that is laid out.
    look : Look
        Sizes, colours and fonts.
    framed : Segment, optional
        The event to frame.
    """

    def __init__(self, sentence: Sentence, shown: ShownTokens, look: Look, framed: Segment | None = None) -> None:
        self._sentence = sentence
        self._look = look
        self._framed = framed
        self.places = SpanPlaces(sentence, shown, look.metrics)

    def paint_line(
        self, painter: QPainter, layout: QTextLayout, line: QTextLine, origin: QPointF, limits: tuple[float, float]
    ) -> list[PlacedSpan]:
        """Paint the tracks, the frame and the notes of one line.

        Parameters
        ----------
        painter : QPainter
            Open on the device to paint on; left as it was.
        layout : QTextLayout
            The laid-out sentence.
        line : QTextLine
            One of its lines.
        origin : QPointF
            Where the layout stands in the coordinates painted in.
        limits : (float, float)
            Left and right end of what names and notes may cover.

        Returns
        -------
        list of PlacedSpan
            What was painted, for those who point at it.
        """
        painter.save()
        if self._framed is not None:
            for frame in self.places.frames(line, origin, self._framed.start, self._framed.end):
                paint_frame(painter, frame, self._look.theme.kind_colour(self._framed.kind), self._look.metrics)
        placed = self.places.spans(line, origin)
        is_right_to_left = layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft
        for track in range(len(self._sentence.tracks)):
            self._paint_track(painter, [item for item in placed if item.track == track], limits, is_right_to_left)
        noted = [item for item in placed if item.repairs and self.places.begins_on(line, item.repairs[0].token)]
        self._paint_notes(painter, noted, limits, is_right_to_left)
        painter.restore()
        return placed

    def paint_outlines(self, painter: QPainter, line: QTextLine, origin: QPointF, spans: Iterable[TrackSpan]) -> None:
        """Outline the extent of some mentions in every track."""
        for span in spans:
            for track in range(len(self._sentence.tracks)):
                for box in self.places.boxes(line, origin, track, span.start, span.end):
                    paint_outline(painter, box, self._look.theme.text, self._look.metrics)

    def paint_labels(self, painter: QPainter, baseline: float, right: float, width: float) -> None:
        """Write beside a line whose reading stands above and below it."""
        painter.save()
        painter.setFont(self._look.caption_font)
        painter.setPen(self._look.theme.text3)
        metrics = QFontMetricsF(self._look.caption_font)
        for number, track in enumerate(self._sentence.tracks):
            rect = self._look.metrics.box_rect(number, baseline, right - width, right)
            text = metrics.elidedText(track.label, Qt.TextElideMode.ElideMiddle, width)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
        painter.restore()

    def _paint_track(
        self, painter: QPainter, placed: list[PlacedSpan], limits: tuple[float, float], is_right_to_left: bool
    ) -> None:
        look = self._look
        for item in placed:
            for box in item.boxes:
                if item.is_loose:
                    paint_loose_repair(painter, box, item.side, look.theme, look.metrics)
                else:
                    style = look.styles.get(item.span.type, _PLAIN)
                    paint_span(painter, box, item.side, style, look.metrics, bool(item.repairs))
        painter.setFont(look.name_font)
        painter.setPen(look.theme.text)
        fonts = QFontMetricsF(look.name_font)
        row = NameRow([box for item in placed for box in item.boxes], limits, is_right_to_left)
        named = [(max(item.boxes, key=QRectF.width), item) for item in placed if not item.is_loose]
        for box, item in sorted(named, key=lambda pair: pair[0].left(), reverse=is_right_to_left):
            name = item.span.type
            room = row.place(box, fonts.horizontalAdvance(name))
            if item.repairs and item.side == "prediction" and look.metrics.n_below > 1:  # without room for a note
                name = f"{name} repaired" if fonts.horizontalAdvance(f"{name} …") < room.width() else name
            paint_span_name(painter, room, item.side, name, look.metrics, is_right_to_left)

    def _paint_notes(
        self, painter: QPainter, placed: list[PlacedSpan], limits: tuple[float, float], is_right_to_left: bool
    ) -> None:
        painter.setFont(self._look.caption_font)
        painter.setPen(self._look.theme.warning)
        metrics = QFontMetricsF(self._look.caption_font)
        for note in repair_notes(placed, metrics, self._look.metrics, limits, is_right_to_left):
            painter.drawText(note.rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), note.text)
