"""What the pointer rests on in the context view, and what is told about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QToolTip, QWidget

from nerinspect.events.context import Segment, Sentence, Track, TrackSpan
from nerinspect.glossary import meaning
from nerinspect.quantities import counted, grouped
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.sentence.placed_spans import PlacedSpan, repair_note
from nerinspect.ui.sentence.typesetter import SetSentence
from nerinspect.visible import cut

TOOLTIP_DELAY_MS: Final = 400

_LONGEST: Final = 200  # characters
_MOST_REPAIRS: Final = 4
_MOST_VALUES: Final = 20


@dataclass(frozen=True)
class Pointed:
    """A mention on its track, a token between them, or the word in the gutter."""

    item: SetSentence
    token: int | None = None  # the token, or the first one of the mention; None for the word in the gutter
    placed: PlacedSpan | None = None  # the mention

    @property
    def segment(self) -> Segment | None:
        """The event of the mention."""
        if self.placed is None or self.placed.is_loose:
            return None
        return self.item.sentence.segment_of(self.placed.track, self.placed.span)

    @property
    def outlined(self) -> list[TrackSpan]:
        """The mentions of the other side at the same tokens."""
        if self.placed is None:
            return []
        tracks, span = self.item.sentence.tracks, self.placed.span
        others = tracks[:1] if self.placed.track else tracks[1:]
        return [found for track in others for found in track.spans_over(span.start, span.end)]

    def is_same(self, other: "Pointed | None") -> bool:
        """Tell whether the pointer has not left the mention or token."""
        if other is None or self.item is not other.item or self.token != other.token:
            return False
        mine, theirs = self.placed, other.placed
        return mine is theirs or (
            mine is not None and theirs is not None and (mine.track, mine.span) == (theirs.track, theirs.span)
        )

    @property
    def lines(self) -> list[str]:
        """What a tooltip says, line by line."""
        if self.placed is not None:
            return _about_span(self.item.sentence, self.placed)
        return _about_token(self.item.sentence, self.token) if self.token is not None else [meaning("nested")]


class ContextHover(QObject):
    """Remember what the pointer rests on, and tell about it after a moment."""

    pointed_changed = Signal()  # the pointer rests on something else

    def __init__(self, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._viewport = viewport
        self._place = QPoint()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TOOLTIP_DELAY_MS)
        self._timer.timeout.connect(self._show_tip)
        self.pointed: Pointed | None = None
        self._token_notes: Callable[[Sentence, int], list[str]] = lambda sentence, token: []
        viewport.installEventFilter(self)

    def set_token_notes(self, notes: Callable[[Sentence, int], list[str]]) -> None:
        """Let tooltips of tokens say more: lines about a token of a sentence, by its place there."""
        self._token_notes = notes

    def point_at(self, pointed: Pointed | None, place: QPoint) -> None:
        """Follow the pointer to a place of the viewport."""
        self._place = place
        if pointed is self.pointed or (pointed is not None and pointed.is_same(self.pointed)):
            return
        self.pointed = pointed
        QToolTip.hideText()
        if pointed is None:
            self._timer.stop()
        else:
            self._timer.start()
        self.pointed_changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Forget everything when the pointer leaves; keep the desktop's own tooltips away."""
        if event.type() in {QEvent.Type.Leave, QEvent.Type.Hide}:
            self.point_at(None, QPoint())
        return event.type() == QEvent.Type.ToolTip

    def _show_tip(self) -> None:
        if (pointed := self.pointed) is not None:
            is_token = pointed.placed is None and pointed.token is not None
            notes = self._token_notes(pointed.item.sentence, pointed.token or 0) if is_token else []
            text = tooltip("\n".join((*pointed.lines, *notes)))
            QToolTip.showText(self._viewport.mapToGlobal(self._place), text, self._viewport)


def _about_span(sentence: Sentence, placed: PlacedSpan) -> list[str]:
    span, track = placed.span, sentence.tracks[placed.track]
    repairs = [repair_note([mark]) for mark in placed.repairs[:_MOST_REPAIRS]]
    if (n_more := len(placed.repairs) - _MOST_REPAIRS) > 0:
        repairs.append(f"and {grouped(n_more)} more repaired")
    return [
        f"{track.label}: {span.type or 'O'}",
        cut(sentence.words(span.start, span.end), _LONGEST),
        _extent(sentence, span),
        *([f"as written: {cut(' '.join(track.labels[span.start : span.end]), _LONGEST)}"] if track.labels else []),
        *repairs,
    ]


def _extent(sentence: Sentence, span: TrackSpan) -> str:
    """Say how long a mention is and where it stands in the file."""
    n_tokens = span.end - span.start
    words = counted(n_tokens, "token")
    first, last = sentence.line_of(span.start), sentence.line_of(span.end - 1)
    if first is None or last is None:
        return words
    return f"{words}, line {grouped(first)}" if first == last else f"{words}, lines {grouped(first)} to {grouped(last)}"


def _about_token(sentence: Sentence, token: int) -> list[str]:
    line = sentence.line_of(token)
    place = f"token {grouped(token + 1)}" + (f", line {grouped(line)}" if line else "")
    readings = [_reading(track, token) for track in sentence.tracks]
    values = [
        f"{track.label} {column.name}: {cut(column.values[token], _LONGEST)}"
        for track in sentence.tracks
        for column in track.columns
    ]
    if (n_more := len(values) - _MOST_VALUES) > 0:
        values[_MOST_VALUES:] = [f"and {counted(n_more, 'more column')}"]
    return [cut(sentence.tokens[token], _LONGEST), place, *readings, *values]


def _reading(track: Track, token: int) -> str:
    types = " and ".join(span.type for span in track.spans_over(token, token + 1)) or "no mention"
    written = f", written {cut(track.labels[token], _LONGEST)}" if track.labels else ""
    repairs = track.repairs_in(token, token + 1)
    return f"{track.label}: {types}{written}" + (f", {repair_note(repairs)}" if repairs else "")
