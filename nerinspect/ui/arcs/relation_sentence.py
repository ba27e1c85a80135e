"""The sentence of a relation event with the arcs of both sides, what is said of each arc, and the head above it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication

from nerinspect.events.context import Context, Sentence, TrackSpan
from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.relation_events import RELATION_KINDS, relation_events
from nerinspect.events.relation_explanation import SentenceRelation, relation_context_of, sentence_relations
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Study
from nerinspect.quantities import grouped
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts, relation_parts
from nerinspect.ui.arcs.relation_symbol import RELATION_SYMBOLS, relation_colour
from nerinspect.ui.arcs.sentence_arcs import ArcLook, LineOfArcs, SentenceArcs, paint_arcs, paint_notes, spread_lines
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.sentence.context_text import Pointed
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.sentence.event_context import ContextFrame, ContextHead
from nerinspect.ui.sentence.placed_spans import shown_tokens
from nerinspect.ui.sentence.typesetter import SetSentence, Typesetter
from nerinspect.ui.theme.marks import KindBadge
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import cut

_LONGEST: Final = 60  # characters
_MOST_LISTED: Final = 12


@dataclass(frozen=True)
class PointedArc(Pointed):
    """Something of arcs that the pointer rests on."""

    event: int | None = None  # the relation event of the arc; None for the note on arcs that are left out
    side: Side = "reference"  # whose arc, or whose arcs are left out
    told: tuple[str, ...] = ()  # what the tooltip says, line by line

    def is_same(self, other: Pointed | None) -> bool:
        if not isinstance(other, PointedArc):
            return False
        return (self.item, self.event, self.side, self.told) == (other.item, other.event, other.side, other.told)

    @property
    def lines(self) -> list[str]:
        return list(self.told)


def arc_lines(study: Study, sentence: Sentence, relation: SentenceRelation) -> tuple[str, ...]:
    """Say whose relation an arc is, what it relates, what became of it and what training knows of it."""
    track = sentence.tracks[0 if relation.side == "reference" else sentence.event_track]
    told = [
        f"{track.label}: {relation.type}",
        f"{_quoted(sentence, relation.head)} {_arrow(relation)} {_quoted(sentence, relation.tail)}",
        study.wording.name(f"relation_{relation.kind}"),
    ]
    if has_relation_parts(study):
        told.append(f"{RELATION_PARTS[relation_parts(study, relation.side)[relation.number]]} in training")
    return tuple(told)


def left_out_lines(sentence: Sentence, relations: Sequence[SentenceRelation]) -> tuple[str, ...]:
    told = [spoken_relation(sentence, relation) for relation in relations[:_MOST_LISTED]]
    if (n_more := len(relations) - _MOST_LISTED) > 0:
        told.append(f"and {grouped(n_more)} more")
    return tuple(told)


def spoken_relation(sentence: Sentence, relation: SentenceRelation) -> str:
    """Say a relation as one phrase.

    Examples
    --------
    `Ines Morrow born-in Skelby`
    """
    return f"{_quoted(sentence, relation.head)} {relation.type} {_quoted(sentence, relation.tail)}"


def spoken_arcs(study: Study, sentence: Sentence, relations: Iterable[SentenceRelation], event: int) -> str:
    """Say all arcs of a sentence, those of the chosen event first, one sentence for each event.

    Examples
    --------
    `Wrong argument: reference: Ines Morrow born-in Skelby; predicted: Ines Morrow born-in Tornland.`
    """
    by_event: dict[int, list[SentenceRelation]] = {event: []}
    for relation in relations:
        by_event.setdefault(relation.event, []).append(relation)
    said = []
    for own in by_event.values():
        if own:
            name = study.wording.name(f"relation_{own[0].kind}")
            sides = "; ".join(f"{study.wording.said(one.side)}: {spoken_relation(sentence, one)}" for one in own)
            said.append(f"{name[0].upper()}{name[1:]}: {sides}.")
    return " ".join(said)


def _arrow(relation: SentenceRelation) -> str:
    return "→" if relation.is_directed else "–"


def _quoted(sentence: Sentence, span: TrackSpan) -> str:
    return cut(sentence.words(span.start, span.end), _LONGEST)


_LEAST_HEIGHT: Final = 190  # in thirteenths of the font size: a line with an arc on each side
_MOST_ROUNDS: Final = 3  # room for arcs may bring a scroll bar, which may wrap the lines anew


class ArcTypesetter(Typesetter):
    """Set the sentence of a relation event: large, without a frame."""

    def event_sentence(self, context: Context) -> SetSentence:
        """Set the sentence of the event, large; arcs say what the event is."""
        segment = context.segment
        shown = shown_tokens(context.sentence.tokens, segment.start, segment.end, gaps=context.sentence.gaps)
        return replace(self._with_tracks(context.sentence, shown, self.zoom), is_event=True)


class ArcView(ContextView):
    """Show the sentence of a relation event with the arcs of both sides."""

    def __init__(self) -> None:
        self._study: Study | None = None
        self._event: int | None = None
        self.relations: list[SentenceRelation] = []
        self._arcs: SentenceArcs | None = None
        super().__init__()
        self.setObjectName("arc_view")
        self.picks_events = False  # mentions are no doors here, arcs are

    @property
    def lines(self) -> list[LineOfArcs]:
        return self._arcs.lines if self._arcs is not None else []

    def placed_lines(self) -> list[tuple[QPointF, LineOfArcs]]:
        """Give the arcs of each line with the place in the document that they count from."""
        place = self._text.event_place if self._page else None
        if place is None or self._arcs is None:
            return []
        block, origin = self._text.block(place)
        if not self._arcs.is_on(block.layout()):
            return []
        lines = (block.layout().lineAt(number) for number in range(block.layout().lineCount()))
        places = [origin + QPointF(0, line.y() + line.ascent()) for line in lines]
        return list(zip(places, self._arcs.lines, strict=True))

    @property
    def pointed(self) -> Pointed | None:
        return self._hover.pointed

    def show_relation_event(self, study: Study | None, event: int | None) -> Context | None:
        """Show a relation event by its number; None empties the view."""
        self._study, self._event = study, event
        if study is None or event is None:
            self.relations = []
            self.show_context(None)
            return None
        context = relation_context_of(study, event)
        self.relations = sentence_relations(study, event)
        self.show_context(context, spoken_arcs(study, context.sentence, self.relations, event))
        return context

    def _rebuild(self) -> None:
        self._arcs = None
        super()._rebuild()

    def _typesetter(self) -> Typesetter:
        return ArcTypesetter(self.font(), self.zoom, current_theme(), self._styles, self._columns)

    def _on_laid_out(self) -> None:
        """Find the places of the arcs, and make room for them."""
        block, page = self._event_block(), self._page
        if block is None or page is None or self._event is None or not block.layout().lineCount():
            return
        item = page.own
        assert item.painter is not None  # there is a relation, so there are mentions
        assert item.metrics is not None
        if self._arcs is None:
            look = ArcLook.of_font(self.font(), current_theme())
            self._arcs = SentenceArcs(self.relations, self._event, item.shown, item.painter.places, item.metrics, look)
        for _ in range(_MOST_ROUNDS):
            page.set_margins(self.viewport().width())
            self._arcs.lay_out(block.layout(), self.is_right_to_left)
            page.give_room(sum(sum(line.needed.values()) for line in self._arcs.lines))
            page.set_margins(self.viewport().width())  # the room may have brought a scroll bar
            if self._arcs.is_on(block.layout()):
                break
        self._spread()

    def _spread(self) -> None:
        """Move the lines of the sentence apart by the room that their arcs need."""
        block, page = self._event_block(), self._page
        if block is not None and page is not None and self._arcs is not None and self._arcs.is_on(block.layout()):
            rooms = [(line.needed["reference"], line.needed["predicted"]) for line in self._arcs.lines]
            spread_lines(block.layout(), page.own.line_height, rooms)

    def _find(self, place: QPoint) -> Pointed | None:
        """Find the arc at a place of the viewport, else the mention or token."""
        return self._find_arc(self._in_text(QPointF(place))) or super()._find(place)

    def _find_arc(self, place: QPointF) -> PointedArc | None:
        study, page, unit = self._study, self._page, self.unit
        if study is None or page is None:
            return None
        item = page.own
        for baseline, line in self.placed_lines():
            at = place - baseline
            found = [arc for arc in line.arcs if arc.is_at(at, unit)]
            if found:
                relation = min(found, key=lambda arc: not arc.name_rect.contains(at)).relation
                told = arc_lines(study, item.sentence, relation)
                return PointedArc(item, event=relation.event, side=relation.side, told=told)
            for note in line.notes:
                if note.rect.contains(at):
                    told = left_out_lines(item.sentence, note.relations)
                    return PointedArc(item, side=note.side, told=told)
        return None

    def _choose_at_caret(self) -> None:
        """Choose an event of which the caret stands in an argument: the next one after the event on show."""
        found = self._text.token_at(self.textCursor().position())
        if found is None or not found[0].is_event or self._event is None:
            return
        events = sorted(
            {one.event for one in self.relations for span in (one.head, one.tail) if span.start <= found[1] < span.end}
        )
        later = [event for event in events if event > self._event]
        if others := [*later, *events]:
            self._request(others[0])

    def _request(self, event: int) -> None:
        if event != self._event:
            self.event_requested.emit(event)

    def _on_pointed_changed(self) -> None:
        pointed = self.pointed
        is_door = isinstance(pointed, PointedArc) and pointed.event not in (None, self._event)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.IBeamCursor)
        self.viewport().update()

    def minimumSizeHint(self) -> QSize:
        """Leave room for a line with an arc on each side."""
        unit = self.unit
        return QSize(super().minimumSizeHint().width(), round(_LEAST_HEIGHT * unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        self._spread()
        super().paintEvent(event)
        placed = self.placed_lines()
        if self._event is None or self._arcs is None or not placed:
            return
        sight, pointed = self._sight(), self.pointed
        hovered = pointed.event if isinstance(pointed, PointedArc) else None
        painter = QPainter(self.viewport())
        painter.setClipRegion(event.region())
        for baseline, line in placed:
            reach = sum(line.needed.values()) + self._arcs.reach
            if sight.top() - reach <= baseline.y() <= sight.bottom() + reach:
                painter.resetTransform()
                painter.translate(baseline - sight.topLeft())
                paint_arcs(painter, line.arcs, self._arcs.look, self._event, hovered)
                paint_notes(painter, line.notes, self._arcs.look)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the event of an arc that was clicked, not one where a selection ends."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        is_click = (place - self._pressed).manhattanLength() < QApplication.startDragDistance()
        if event.button() == Qt.MouseButton.LeftButton and is_click:
            found = self._find(place)
            if isinstance(found, PointedArc) and found.event is not None:
                self._request(found.event)


class RelationHead(ContextHead):
    """Name a relation event and its place, with buttons for what the keys do."""

    def __init__(self) -> None:
        self._kind = ""
        super().__init__()

    def show_relation(self, context: Context | None, kind: str) -> None:
        """Name an event by its kind; None empties the head."""
        self._kind = kind
        self.show_context(context)

    def _make_badge(self) -> KindBadge:
        return KindBadge(symbols=RELATION_SYMBOLS)

    def _show_kind(self, kind: str) -> None:
        kind = self._kind
        self._badge.show_kind(kind, self.wording)
        self._letters.setText(RELATION_KIND_TABLE[kind].letters if kind else "")
        self._letters.setAccessibleName(self.wording.name(f"relation_{kind}") if kind else "")
        self._letters.setToolTip(tooltip(self.wording.meaning(f"relation_{kind}")) if kind else "")

    def _kind_colour(self) -> QColor:
        theme = current_theme()
        return relation_colour(theme, self._kind) if self._kind else theme.text


class RelationContext(ContextFrame):
    """Show one relation event in its sentence, or in its whole document; an arc leads to its event."""

    _head: RelationHead
    _view: ArcView

    def __init__(self) -> None:
        super().__init__(RelationHead(), ArcView())
        self.setObjectName("relation_context")
        self.event_on_show: int | None = None
        self._context = self._view.show_relation_event(None, None)

    @property
    def view(self) -> ArcView:
        return self._view

    def show_study(self, study: Study | None) -> None:
        """Turn to another study; no event of it is shown yet."""
        self._turn_to(study)
        self.show_event(None)

    def show_event(self, event: int | None) -> None:
        """Show a relation event by its number; None empties the panel."""
        if self._study is None:
            event = None
        self.event_on_show = event
        self._context = self._view.show_relation_event(self._study, event)
        kind = ""
        if self._study is not None and event is not None:
            kind = RELATION_KINDS[int(relation_events(self._study).kind[event])]
        self._head.show_relation(self._context, kind)
        self._show_note()
