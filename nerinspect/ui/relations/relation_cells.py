"""What the cells of a relation event say: both relations in words, and where they stand."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.decisions import Decisions
from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.relation_columns import relations_on, symmetric_types
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import CORRECT, RELATION_KINDS
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.ui.models.event_cells import NO_VALUE, EventCells, one_line
from nerinspect.ui.models.event_ranks import text_ranks


class RelationCell(NamedTuple):
    """A relation in words.

    Attributes
    ----------
    head, type, tail : str
        The two surfaces, tokens joined by a blank, and the type between them.
    is_directed : bool
        Whether head and tail would say something else exchanged.
    """

    head: str
    type: str
    tail: str
    is_directed: bool

    @property
    def link(self) -> str:
        """What stands between the arguments."""
        return f"{self.type} {'→' if self.is_directed else '↔'}"

    @property
    def text(self) -> str:
        """Head, type and tail in one line."""
        return f"{self.head} {self.link} {self.tail}"


class RelationCells(EventCells):
    """Texts of single relation events of a study; a row is a relation event.

    Attributes
    ----------
    relations : RelationEvents
        The events of all predictions.
    """

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self.relations = events = relation_events(study)
        self.start, self.end = events.start, events.end
        self.sentence_number = study.text.sentence_of(events.start).astype(np.int32)

    def anew(self) -> "RelationCells":
        """Give the same texts to another thread."""
        return RelationCells(self.study)

    @property
    def decisions(self) -> Decisions:
        """What was decided about the relation events."""
        return self.study.relation_decisions

    def lacks_correction(self, event: int) -> bool:
        """Say no: the verdict on a relation event is enough."""
        return False

    def is_error(self, event: int) -> bool:
        """Tell whether the two sides differ."""
        return bool(self.relations.kind[event] != CORRECT)

    def are_undecided(self) -> BoolArray:
        """Tell which events have no verdict. Shape (n_relation_events,)."""
        is_undecided = np.ones(len(self.relations), dtype=bool)
        is_undecided[self.decisions.with_verdict()] = False
        return is_undecided

    def kind(self, event: int) -> str:
        """Give the kind, such as `wrong-type`."""
        return RELATION_KINDS[self.relations.kind[event]]

    def kind_name(self, event: int) -> str:
        """Name the kind as on screen, such as `wrong type`."""
        return self.study.wording.name(f"relation_{self.kind(event)}")

    def relation(self, event: int, side: Side) -> RelationCell | None:
        """Give the relation of a side in words; None where it has none."""
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
        """Write the relation of a side; a dash where it has none."""
        relation = self.relation(event, side)
        return relation.text if relation else NO_VALUE

    def part(self, event: int) -> str:
        """Name the part of the reference relation, else of the predicted one; a dash without training."""
        from nerinspect.analysis.relation_parts import RELATION_PARTS

        code = int(self.part_codes()[event])
        return RELATION_PARTS[code] if code >= 0 else NO_VALUE

    def part_codes(self) -> IntArray:
        """Give the place in `RELATION_PARTS` of each event; -1 without training. Shape (n_relation_events,)."""
        from nerinspect.query.relation_values import relation_part_codes  # needs training data

        return relation_part_codes(self.study).astype(np.int32)

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
        """Describe an event in words, for a screen reader."""
        told = (f"{self.study.wording.said(side)} {self._spoken(event, side)}" for side in SIDES)
        return f"{self.kind_name(event)}: {', '.join(told)}"

    def _spoken(self, event: int, side: Side) -> str:
        relation = self.relation(event, side)
        return f"{relation.head} {relation.type} {relation.tail}" if relation else "none"
