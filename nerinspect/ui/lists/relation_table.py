"""The table of relation events: its columns, what their cells say and how they are painted, and the menu of a row."""

from dataclasses import replace
from math import ceil
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPixmap

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.events.decision import Decisions
from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.relation_events import (
    CORRECT,
    RELATION_KINDS,
    argument_distances,
    relation_events,
    relations_on,
    symmetric_types,
)
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.lists.relations import RELATIONS as RELATION_EVENTS
from nerinspect.quantities import grouped
from nerinspect.query.filters import Filter, Term, negated
from nerinspect.ui.arcs.relation_symbol import paint_relation_symbol, relation_colour, relation_symbol_size
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.cell_drawing import paint_plain
from nerinspect.ui.lists.event_cells import NO_VALUE, EventCells, one_line
from nerinspect.ui.lists.event_columns import (
    EVENT_COLUMNS,
    NUMBER,
    TEXT,
    CellForm,
    EventColumn,
    further_columns,
    text_ranks,
)
from nerinspect.ui.lists.event_model import LONGEST_NAME, ListSort
from nerinspect.visible import cut, visible


class RelationCell(NamedTuple):
    """A relation in words: two surfaces, tokens joined by a blank, with the type between them."""

    head: str
    type: str
    tail: str
    is_directed: bool

    @property
    def link(self) -> str:
        return f"{self.type} {'→' if self.is_directed else '↔'}"

    @property
    def text(self) -> str:
        """Head, type and tail in one line."""
        return f"{self.head} {self.link} {self.tail}"


class RelationCells(EventCells):
    """Texts of single relation events of a study; a row is a relation event."""

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self.relations = events = relation_events(study)
        self.start, self.end = events.start, events.end
        self.sentence_number = study.text.sentence_of(events.start).astype(np.int32)

    def anew(self) -> "RelationCells":
        return RelationCells(self.study)

    @property
    def decisions(self) -> Decisions:
        return self.study.relation_decisions

    def lacks_correction(self, event: int) -> bool:
        """Say no: the verdict on a relation event is enough."""
        return False

    def is_error(self, event: int) -> bool:
        return bool(self.relations.kind[event] != CORRECT)

    def are_undecided(self) -> BoolArray:
        is_undecided = np.ones(len(self.relations), dtype=bool)
        is_undecided[self.decisions.with_verdict()] = False
        return is_undecided

    def kind(self, event: int) -> str:
        return RELATION_KINDS[int(self.relations.kind[event])]

    def kind_name(self, event: int) -> str:
        return self.study.wording.name(f"relation_{self.kind(event)}")

    def relation(self, event: int, side: Side) -> RelationCell | None:
        number = int(self.relations.relations(side)[event])
        if number < 0:
            return None
        columns, mentions = relations_on(self.study, side), self.study.mentions_on(side)
        head, tail = (
            self.words(int(mentions.start[mention]), int(mentions.end[mention]))
            for mention in (columns.head[number], columns.tail[number])
        )
        code = columns.type_codes[number]
        return RelationCell(head, one_line(columns.types[code]), tail, not symmetric_types(self.study)[code])

    def relation_text(self, event: int, side: Side) -> str:
        relation = self.relation(event, side)
        return relation.text if relation else NO_VALUE

    def part(self, event: int) -> str:
        """Name the part of the reference relation, else of the predicted one; a dash without training."""
        from nerinspect.training.known_relations import RELATION_PARTS

        code = int(self.part_codes()[event])
        return RELATION_PARTS[code] if code >= 0 else NO_VALUE

    def part_codes(self) -> IntArray:
        """Give the place in `RELATION_PARTS` of each event; -1 without training. Shape (n_relation_events,)."""
        from nerinspect.training.known_relations import relation_part_codes  # needs training data

        return relation_part_codes(self.study)[None].astype(np.int32)

    def relation_ranks(self, side: Side) -> npt.NDArray[np.int64]:
        """Rank events by head, type and tail of a side; those without a relation come first."""
        columns, mentions = relations_on(self.study, side), self.study.mentions_on(side)
        ranks = np.full(len(self.relations), -1, dtype=np.int64)
        number = self.relations.relations(side)
        held = np.flatnonzero(number >= 0)
        arguments = np.concatenate([columns.head[number[held]], columns.tail[number[held]]])
        surfaces = text_ranks(self.study.text.joined(mentions.start[arguments], mentions.end[arguments]))
        head, tail = surfaces[: len(held)].astype(np.int64), surfaces[len(held) :].astype(np.int64)
        n_surfaces, n_types = int(surfaces.max(initial=0)) + 1, len(columns.types)
        ranks[held] = (head * n_types + columns.type_codes[number[held]]) * n_surfaces + tail
        return ranks

    def sentence_for_reader(self, event: int) -> str:
        told = (f"{self.study.wording.said(side)} {self._spoken(event, side)}" for side in SIDES)
        return f"{self.kind_name(event)}: {', '.join(told)}"

    def _spoken(self, event: int, side: Side) -> str:
        relation = self.relation(event, side)
        return f"{relation.head} {relation.type} {relation.tail}" if relation else "none"


_SHARED: Final = {column.key: column for column in EVENT_COLUMNS}


def relational(cells: EventCells) -> RelationCells:
    assert isinstance(cells, RelationCells), "what these columns are for"
    return cells


def _has_parts(study: Study) -> bool:
    from nerinspect.training.known_relations import has_relation_parts  # needs training data

    return study.training is not None and has_relation_parts(study)


_GAP = 6  # between symbol and letters, at a font of 13 pixels
_LEFT, _WHOLE = Qt.AlignmentFlag.AlignLeft, Qt.TextElideMode.ElideNone


def paint_relation_kind(painter: QPainter, style: CellStyle, rect: QRectF, kind: str) -> None:
    """Paint the symbol of a relation kind and its letters, both in the kind's ink."""
    scale = painter.device().devicePixelRatioF()
    key = f"relation {kind} {scale}"
    if key not in style.badges:
        style.badges[key] = _badge(style, kind, scale)
    badge = style.badges[key]
    top = rect.center().y() - badge.height() / scale / 2
    painter.drawPixmap(QPointF(rect.left() + style.padding, round(top)), badge)


def relation_kind_width(style: CellStyle) -> float:
    """Measure the room of the widest relation kind, in device-independent pixels."""
    metrics = QFontMetricsF(style.letters_font)
    letters = max(metrics.horizontalAdvance(kind.letters) for kind in RELATION_KIND_TABLE.values())
    return relation_symbol_size(style.metrics.ascent()).width() + letters + _GAP * style.unit + 2 * style.padding


def paint_relation(painter: QPainter, style: CellStyle, rect: QRectF, relation: RelationCell | None) -> None:
    """Paint head, type and tail, from left to right whatever runs the other way inside them; a dash for none.

    In a narrow cell the longer argument is cut first, and the type last.
    """
    if relation is None:
        paint_plain(painter, style, rect, NO_VALUE, _LEFT, style.theme.text3)
        return
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    blank = style.metrics.horizontalAdvance(" ")
    words = [visible(part) for part in (relation.head, relation.link, relation.tail)]
    link = style.metrics.horizontalAdvance(words[1])
    needed = [style.metrics.horizontalAdvance(part) for part in words[::2]]
    head, tail = shared_room(inner.width() - link - 2 * blank, *needed)
    parts: tuple[tuple[str, float, QColor], ...] = (
        (words[0], head, style.theme.text),
        (words[1], link, style.theme.text2),
        (words[2], tail, style.theme.text),
    )
    x = inner.left()
    for text, width, ink in parts:
        room = min(ceil(width) + 1, inner.right() - x)
        if room <= 0:
            return
        shown = style.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        draw_text(painter, style.font, ink, QRectF(x, inner.top(), room, inner.height()), shown, elide=_WHOLE)
        x += style.metrics.horizontalAdvance(shown) + blank


def shared_room(room: float, first: float, second: float) -> tuple[float, float]:
    """Share room between two texts: each gets what it needs, or half, and what the other leaves.

    Together they get no more than there is; less than nothing counts as nothing.
    """
    room = max(room, 0.0)
    if first + second <= room:
        return first, second
    if first <= room / 2:
        return first, room - first
    return (room - second, second) if second <= room / 2 else (room / 2, room / 2)


def _badge(style: CellStyle, kind: str, scale: float) -> QPixmap:
    """Paint symbol and letters once for all rows."""
    symbol = relation_symbol_size(style.metrics.ascent())
    rect = QRectF(0, 0, relation_kind_width(style) - 2 * style.padding, max(style.metrics.height(), symbol.height()))
    badge = QPixmap(ceil(rect.width() * scale), ceil(rect.height() * scale))
    badge.setDevicePixelRatio(scale)
    badge.fill(Qt.GlobalColor.transparent)
    painter = QPainter(badge)
    paint_relation_symbol(painter, QRectF(QPointF(0, (rect.height() - symbol.height()) / 2), symbol), kind, style.theme)
    rect.setLeft(symbol.width() + _GAP * style.unit)
    draw_text(
        painter,
        style.letters_font,
        relation_colour(style.theme, kind),
        rect.adjusted(0, 0, 1, 0),
        RELATION_KIND_TABLE[kind].letters,
    )
    painter.end()
    return badge


def _relation_column(key: str, side: Side) -> EventColumn:
    form = replace(
        TEXT,
        paint=lambda painter, style, rect, cells, event, _: paint_relation(
            painter, style, rect, relational(cells).relation(event, side)
        ),
        explained=lambda cells, event, _: cells.sentence_for_reader(event),
        shares_room=True,
    )
    return EventColumn(
        key,
        key.capitalize(),
        form,
        lambda cells, event: relational(cells).relation_text(event, side),
        lambda cells: relational(cells).relation_ranks(side),
        definition=f"relation_{key}",
    )


RELATION_COLUMNS: Final[tuple[EventColumn, ...]] = (
    EventColumn(
        "kind",
        "Kind",
        CellForm(
            lambda painter, style, rect, cells, event, _: paint_relation_kind(painter, style, rect, cells.kind(event)),
            lambda style, *_: relation_kind_width(style),
            lambda cells, event, _: cells.study.wording.meaning(f"relation_{cells.kind(event)}"),
            hears_row=True,
        ),
        lambda cells, event: RELATION_KIND_TABLE[cells.kind(event)].letters,
        lambda cells: relational(cells).relations.kind,
        definition="relation_kind",
    ),
    _relation_column("reference", "reference"),
    _relation_column("prediction", "predicted"),
    EventColumn(
        "part",
        "Part",
        TEXT,
        lambda cells, event: relational(cells).part(event),
        lambda cells: relational(cells).part_codes(),
        _has_parts,
        definition="relation_part",
    ),
    EventColumn(
        "distance",
        "Distance",
        NUMBER,
        lambda cells, event: grouped(argument_distances(cells.study)[event]),
        lambda cells: argument_distances(cells.study),
        lambda _study: False,
        definition="relation_distance",
    ),
    _SHARED["document"]._replace(ranks=lambda cells: cells.study.text.document[cells.sentence_number]),
    _SHARED["sentence"],
    _SHARED["line"]._replace(ranks=lambda cells: cells.start),
    _SHARED["place"],
    _SHARED["verdict"]._replace(is_shown=lambda study: len(study.relation_decisions) > 0),
    *(_SHARED[key] for key in ("causes", "flag", "note", "decided", "who")),
)
"""What is known of every relation event; people choose which of it they see."""


def _terms(cells: EventCells, event: int) -> list[tuple[str, Filter]]:
    rows = relational(cells)
    kind, name = Term("relkind", (rows.kind(event),)), rows.kind_name(event)
    terms: list[tuple[str, Filter]] = [(f"Only “{name}”", kind), (f"Not “{name}”", negated(kind))]
    relations = [relation for side in SIDES if (relation := rows.relation(event, side))]
    types = dict.fromkeys(relation.type for relation in relations)
    surfaces = dict.fromkeys(words for relation in relations for words in (relation.head, relation.tail))
    terms += [(f"Only relation “{cut(name, LONGEST_NAME)}”", Term("rel", (name,))) for name in types]
    return terms + [(f"Only with “{cut(surface, LONGEST_NAME)}”", Term("surface", (surface,))) for surface in surfaces]


RELATIONS: Final = ListSort(
    RELATION_EVENTS,
    "relation_table",
    "Relation events",
    RelationCells,
    lambda _study: (*RELATION_COLUMNS, *further_columns(RELATION_EVENTS, RELATION_COLUMNS)),
    RELATION_COLUMNS,
    _terms,
    None,
    in_words=("left", "text", "right"),
)
