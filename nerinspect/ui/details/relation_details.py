"""The details of one relation event: why it is of its kind, both sides, what training has, and where to go from it."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel

from nerinspect.corpus.text import Text, right_to_left_sentences
from nerinspect.events.explanation import Span, spans_of
from nerinspect.events.relation_events import training_relations
from nerinspect.events.relation_explanation import Compared, RelationExplanation, WrongMention, explain_relation
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.lists.relations import NeighbourEvent, RelationFacts, SurfaceDoor, TrainingCount, relation_facts
from nerinspect.quantities import counted, grouped
from nerinspect.ui.arcs.relation_symbol import RELATION_SYMBOLS
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import EVENTS_VIEW
from nerinspect.ui.details.event_details import DetailsFrame
from nerinspect.ui.details.tables import (
    READABLE,
    Cells,
    Concordance,
    ConcordanceRow,
    ConcordanceRows,
    DetailCell,
    DetailTable,
    TrainingTable,
    dress,
    runs_right_to_left,
    text_width,
)
from nerinspect.ui.details.training import NOTHING_OPEN, EvidencePart, Ways, spelled, training_row
from nerinspect.ui.kit.doors import Door, DoorLabel, Piece
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.event_cells import SegmentCell, TypedRange, one_line
from nerinspect.ui.theme.fonts import TITLE, scaled_font
from nerinspect.ui.theme.marks import KindBadge
from nerinspect.visible import cut, visible

_NOTHING: Final = "–"
_LEFT_TO_RIGHT_MARK: Final = "\u200e"
_KEYS: Final = {"type": "", "head": "relation_head", "tail": "relation_tail"}


def argument_cells(study: Study, explanation: RelationExplanation) -> Cells:
    """Lay out what the sides say of type, head and tail, and whether it is the same; what differs stands out."""
    sides = [study.wording.said(name) for name in ("Reference", "Prediction")]
    heads = [*(DetailCell(name, is_quiet=True) for name in sides), DetailCell(spoken="Same or different")]
    names = [
        DetailCell(row.name, key=_KEYS[row.name], is_quiet=True, wording=study.wording) for row in explanation.rows
    ]
    return Cells([_argument_row(row, sides) for row in explanation.rows], names, heads)


def _argument_row(row: Compared, sides: Sequence[str]) -> list[DetailCell]:
    differs = row.verdict == "differs"
    texts = [one_line(text) or _NOTHING for text in (row.reference, row.predicted)]
    cells = [
        DetailCell(text, spoken=f"{side} {row.name}: {text}", is_strong=differs)
        for text, side in zip(texts, sides, strict=True)
    ]
    return [*cells, DetailCell(row.verdict, is_number=True, is_quiet=not differs, is_strong=differs)]


def training_cells(study: Study, facts: RelationFacts) -> Cells:
    """Lay out how often training has the relation and its arguments in their places, and the part it is in."""
    is_in = DetailCell("This relation is", is_bold=True)
    part = DetailCell(facts.part, key=f"part_{facts.part}", is_number=True, is_bold=True, wording=study.wording)
    return Cells([*count_cells(facts.counts).rows, [is_in, part]])


def count_cells(counts: Sequence[TrainingCount]) -> Cells:
    """Lay out numbers of training relations with what they count; each shows its relations."""
    return Cells([_count_row(count, len(count.relations)) for count in counts])


def _count_row(count: TrainingCount, number: int) -> list[DetailCell]:
    words, shown = one_line(count.words), count if number else None
    # a phrase keeps its order if the surface it begins with runs from right to left
    text = f"{_LEFT_TO_RIGHT_MARK}{words}" if runs_right_to_left(count.words) else words
    number_of_relations = DetailCell(
        grouped(number),
        spoken=f"{words}: {grouped(number)} in training",
        note="Shows these relations of the training data." if number else "",
        is_number=True,
        is_quiet=not number,
        shown=shown,
        is_door=number > 0,
    )
    return [DetailCell(text, shown=shown), number_of_relations]


_MOST_BETWEEN: Final = 5  # tokens that are shown between two arguments


def training_place(study: Study, relation: int) -> ConcordanceRow:
    """Write down one training relation, by its number in `training_relations`.

    The segment goes from the first token of its arguments to the last, both marked; of many tokens between them it has
    an ellipsis. At the edge stands an arrow from head to tail.
    """
    columns, text = training_relations(study), study.training_data.text
    arguments = int(columns.head[relation]), int(columns.tail[relation])
    spans = spans_of(study.training_data.annotation.mentions, arguments)
    start, end = min(span.start for span in spans), max(span.end for span in spans)
    sentence = int(text.sentence_of(np.array([start]))[0])
    is_rtl = bool(right_to_left_sentences(text)[sentence])
    head, tail = (spelled(text, span.start, span.end) for span in spans)
    edge = "←" if (spans[0].start > spans[1].start) != is_rtl else "→"
    said = f"{head} {columns.types[columns.type_codes[relation]]} {tail}"
    return training_row(text, sentence, (start, end), _segment(text, sorted(set(spans)), is_rtl), edge, True, said)


def _segment(text: Text, spans: list[Span], is_right_to_left: bool) -> SegmentCell:
    """Mark one or two arguments; many words between them give way, so that both stay in sight."""
    start, end = spans[0].start, max(span.end for span in spans)
    if len(spans) == 2 and spans[1].start - spans[0].end > _MOST_BETWEEN:
        words = f"{spelled(text, start, spans[0].end)} … {spelled(text, spans[1].start, end)}"
        places = [
            (0, len(spelled(text, start, spans[0].end))),
            (len(words) - len(spelled(text, *spans[1][:2])), len(words)),
        ]
    else:
        words = spelled(text, start, end)
        places = [
            (len(spelled(text, start, span.start)) + (span.start > start), len(spelled(text, start, span.end)))
            for span in spans
        ]
    marked = tuple(TypedRange(*place, span.type) for place, span in zip(places, spans, strict=True))
    return SegmentCell(words, marked, (), is_right_to_left)


class RelationTrainingPart(EvidencePart):
    """Show how often training has a relation and its arguments in their places, and the relations themselves."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Part in training", "relation_part")
        self._study: Study | None = None
        self._instead_head, self._places_head = QLabel("Predicted instead"), QLabel()
        self._counts = TrainingTable(desk, "Part in training", "Relations")
        self._instead = TrainingTable(desk, "Predicted instead", "Relations")
        self._places = Concordance(desk, of_events=False, name="Relations in training", segment_share=0.8)
        for label in (self._head, self._instead_head, self._places_head):
            label.setWordWrap(True)
        for table in (self._counts, self._instead):
            table.shown.connect(self._choose)
        self._hold(self._counts, self._instead_head, self._instead, self._places_head, self._places)

    def show_facts(self, study: Study, facts: RelationFacts) -> None:
        if not facts.part:
            self.say(NOTHING_OPEN if study.training is None else "The training data has no relations.")
            return
        self._study, self._has_facts = study, True
        self.setMinimumHeight(0)
        self._quiet.hide()
        self._counts.show_cells(training_cells(study, facts))
        self._counts.show()
        self._instead.show_cells(count_cells(facts.instead))
        for widget in (self._instead_head, self._instead):
            widget.setVisible(bool(facts.instead))
        known = [count for count in (*facts.counts, *facts.instead) if len(count.relations)]
        if known:
            self._choose(known[0])

    def restyle(self, style: CellStyle) -> None:
        super().restyle(style)
        dress(self._instead_head, style, style.letters_font, above=12, ink=style.theme.text2)
        dress(self._places_head, style, above=12, ink=style.theme.text2)
        for table in (self._counts, self._instead, self._places):
            table.restyle(style)

    def _choose(self, count: TrainingCount) -> None:
        assert self._study is not None, "an event is on show"
        study, relations, words = self._study, count.relations.tolist(), one_line(count.words)
        self._places_head.setText(visible(f"{words}: {grouped(len(relations))} in training"))
        rows = ConcordanceRows(
            len(relations),
            lambda first, n: [training_place(study, relation) for relation in relations[first : first + n]],
        )
        self._places.show_rows(f"{words} in training", rows)
        for widget in (self._places_head, self._places):
            widget.show()


_SIDE_COLUMNS: Final = (0, 1)  # the columns of the two sides, which share the room
_MOST_MEASURED: Final = 200  # characters that are measured


class ArgumentTable(DetailTable):
    """Show what the sides say; each gets half of the room, or what the other one does not need."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Arguments", 20, head_height=20, stretched=_SIDE_COLUMNS[1])

    def _fit_columns(self) -> None:
        super()._fit_columns()
        if not self.cells.rows:
            return
        room, half = sum(map(self.columnWidth, _SIDE_COLUMNS)), sum(map(self.columnWidth, _SIDE_COLUMNS)) // 2
        first, second = (self._needed(self.cell_style, column) for column in _SIDE_COLUMNS)
        width = half if first + second > room else min(max(half, first), room - second)
        self.setColumnWidth(_SIDE_COLUMNS[0], width)
        self.setColumnWidth(_SIDE_COLUMNS[1], room - width)

    def _needed(self, style: CellStyle, side: int) -> int:
        cells = (row[side] for row in self.cells.rows)
        widths = (text_width(style, cell, cell.text[:_MOST_MEASURED]) for cell in cells)
        return round(max(widths) + 2 * style.padding) + 1


_LONGEST_LINK: Final = 60  # characters of a link
_NAMES_OF_SIDES: Final = {"reference": "reference", "predicted": "prediction"}


class EventWays(Ways):
    """Lead to events by their numbers, one a line."""

    keeps_doors_whole = False

    def __init__(self, go_to: Callable[[int], object]) -> None:
        super().__init__(doors="accent")
        self.query_requested.connect(lambda number: go_to(int(number)))


class SurfaceDoors(DoorLabel):
    """Offer the relation events that share an argument, one surface a line."""

    keeps_doors_whole = False


def mention_pieces(study: Study, mentions: Sequence[WrongMention]) -> list[Piece]:
    wording, lines = study.wording, []
    for one in mentions:
        side = f" of the {_NAMES_OF_SIDES[one.sides[0]]}" if len(one.sides) < len(SIDES) else ""
        name = Piece(wording.said(f"{one.argument.capitalize()}{side}: "))
        lines.append([name, Piece(wording.name(one.kind), str(one.event), wording.meaning(one.kind))])
    return _below_each_other(lines)


def neighbour_pieces(study: Study, neighbours: Sequence[NeighbourEvent], n_neighbours: int) -> list[Piece]:
    """Name other relation events of the same mentions, of which some are given."""
    wording, lines = study.wording, []
    for one in neighbours:
        key = f"relation_{one.kind}"
        words = cut(one_line(one.words), _LONGEST_LINK)
        lines.append([Piece(f"{wording.name(key)}: "), Piece(words, str(one.event), wording.meaning(key))])
    if n_more := n_neighbours - len(neighbours):
        lines.append([Piece(f"and {grouped(n_more)} more")])
    return _below_each_other(lines)


def surface_pieces(doors: Sequence[SurfaceDoor]) -> list[Piece]:
    explanation = "Relation events of this prediction that have an argument with this surface, on either side."
    words = (
        f"All {counted(door.n_events, 'event')} with {cut(one_line(door.surface), _LONGEST_LINK)}" for door in doors
    )
    return _below_each_other([Piece(said, door.query, explanation)] for said, door in zip(words, doors, strict=True))


def _below_each_other(lines: Iterable[list[Piece]]) -> list[Piece]:
    return list(chain.from_iterable([Piece("\n"), *line] for line in lines))[1:]


class RelationDetails(DetailsFrame):
    """Explain one relation event."""

    event_requested = Signal(int)  # the user goes to another relation event: its number

    def __init__(self, desk: Desk) -> None:
        super().__init__(relation_facts)
        self._desk = desk
        self.setObjectName("relation_details")
        self.setAccessibleName("Relation details")
        self._badge = KindBadge(symbols=RELATION_SYMBOLS)
        self._title, self._sentences = QLabel(wordWrap=True), QLabel(wordWrap=True)
        self._head, self._arguments = QLabel("Arguments", wordWrap=True), ArgumentTable(desk)
        self._mentions_head, self._mentions = QLabel(wordWrap=True), EventWays(self._go_to_mention)
        self._training, self._doors = RelationTrainingPart(desk), SurfaceDoors(doors="accent")
        self._neighbours_head = QLabel("Other relations of these mentions", wordWrap=True)
        self._neighbours = EventWays(self.event_requested.emit)
        for label in (self._title, self._sentences):
            label.setTextInteractionFlags(READABLE)
        self._lay_out()
        self._doors.query_requested.connect(lambda query: desk.open(Door(query, of_relations=True)))
        self._gathering.begun.connect(self._training.show_waiting)
        self._gathering.made.connect(self._show_facts)
        self._gathering.failed.connect(self._training.show_failure)
        self.show_event(None, None)

    def show_event(self, study: Study | None, event: int | None) -> None:
        """Explain an event by its number in `relation_events`; without one the panel is empty."""
        self._turn_to(study if event is not None else None)
        if study is None or event is None:
            return
        self._show_explanation(study, explain_relation(study, event))
        for widget in (self._doors, self._neighbours_head, self._neighbours):
            widget.hide()
        self._area.verticalScrollBar().setValue(0)
        self._gathering.ask(study, event)

    def _show_explanation(self, study: Study, explanation: RelationExplanation) -> None:
        key = f"relation_{explanation.kind}"
        name = study.wording.name(key)
        self._badge.show_kind(explanation.kind, study.wording)
        for widget in (self._badge, self._title):
            widget.setToolTip(tooltip(study.wording.meaning(key)))
        self._title.setText(name[:1].upper() + name[1:])
        self._sentences.setText(visible(explanation.sentences))
        self._arguments.show_cells(argument_cells(study, explanation))
        how = "differ" if study.wording.is_neutral else "are wrong"
        self._mentions_head.setText(f"Mentions that {how} themselves")
        self._mentions.show_pieces(mention_pieces(study, explanation.wrong_mentions))
        for widget in (self._mentions_head, self._mentions):
            widget.setVisible(bool(explanation.wrong_mentions))

    def _show_facts(self, facts: RelationFacts) -> None:
        if self._study is None:
            return
        self._training.show_facts(self._study, facts)
        self._doors.show_pieces(surface_pieces(facts.doors))
        self._doors.setVisible(bool(facts.doors))
        self._neighbours.show_pieces(neighbour_pieces(self._study, facts.neighbours, facts.n_neighbours))
        for widget in (self._neighbours_head, self._neighbours):
            widget.setVisible(bool(facts.neighbours))

    def _go_to_mention(self, event: int) -> None:
        self._desk.event_requested.emit(event)
        self._desk.turn_to(EVENTS_VIEW)

    def _lay_out(self) -> None:
        self._row = fill(QHBoxLayout(), self._badge, self._title, stretched=self._title)
        fill(self._column, self._row, self._sentences, self._head, self._arguments)
        fill(self._column, self._mentions_head, self._mentions, self._training)
        fill(self._column, self._doors, self._neighbours_head, self._neighbours)
        self._column.addStretch(1)
        self._walk(self._arguments, self._mentions, *self._training.stops, self._doors, self._neighbours)

    def _dress(self, style: CellStyle) -> None:
        super()._dress(style)
        unit, padding = style.unit, round(style.padding)
        self._title.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        self._badge.setFont(scaled_font(self.font(), TITLE * 1.2))
        dress(self._sentences, style, style.font, ink=style.theme.text2)
        for label in (self._head, self._mentions_head, self._neighbours_head):
            dress(label, style, style.letters_font, above=12, ink=style.theme.text2)
        for label in (self._mentions, self._doors, self._neighbours):
            dress(label, style)
        self._row.setSpacing(round(10 * unit))
        self._row.setContentsMargins(padding, 0, padding, 0)
        for part in (self._arguments, self._training):
            part.restyle(style)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._arguments.setFocus(event.reason())
