"""Relation events: what predictions make of the relations of the reference, each relation in one event."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import numpy as np

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.members import event_of_predicted, event_of_reference
from nerinspect.analysis.relation_columns import RelationColumns, relations_on, symmetric_types
from nerinspect.analysis.relation_pairing import MISSED, SPURIOUS, Arguments, pair_relations
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray
from nerinspect.corpus.kept import kept_with_owner


@dataclass(frozen=True, eq=False)
class RelationEvents:
    """What became of the relations of the reference in each prediction, and of those predicted.

    Attributes
    ----------
    prediction : ndarray of int32, shape (n_events,)
        Number of the prediction; ascending.
    kind : ndarray of int8, shape (n_events,)
        Place in `RELATION_KINDS`.
    reference, predicted : ndarray of int32, shape (n_events,)
        Numbers of the two relations as `relations_on` numbers them; -1 where a side has none.
    start, end : ndarray of int32, shape (n_events,)
        Half-open token positions in the whole text, from the first token of any argument to the last. The events of
        a prediction are ascending by start, then end, then kind.
    """

    prediction: IntArray
    kind: CodeArray
    reference: IntArray
    predicted: IntArray
    start: IntArray
    end: IntArray

    def __len__(self) -> int:
        """Count the events."""
        return len(self.kind)

    def rows(self, which: slice | AnyIntArray | BoolArray) -> "RelationEvents":
        """Take some events, by slice, numbers or mask."""
        return replace(self, **{column.name: getattr(self, column.name)[which] for column in fields(self)})

    def relations(self, side: Side) -> IntArray:
        """Give the relation of each event on a side; -1 where it has none."""
        return self.reference if side == "reference" else self.predicted


@kept_with_owner
def relation_events(study: Study) -> RelationEvents:
    """Pair the relations of every prediction with those of the reference, as `Study.relation_choice` says.

    Parameters
    ----------
    study : Study
        Any; without relations there are no events.

    Returns
    -------
    RelationEvents
        Every relation is in one event of each prediction it belongs to. Kept with the study.
    """
    sides = {side: relations_on(study, side) for side in SIDES}
    undirected = symmetric_types(study)
    columns: list[tuple[AnyIntArray, ...]] = []
    reference = _arguments(study, "reference", sides["reference"], undirected)
    for number in range(len(study.predictions)):
        own = np.flatnonzero(sides["predicted"].prediction == number)
        predicted = _arguments(study, "predicted", sides["predicted"].rows(own), undirected)
        events = event_of_reference(study)[number]
        reference = replace(
            reference, head_event=events[sides["reference"].head], tail_event=events[sides["reference"].tail]
        )
        pairs = pair_relations(reference, predicted)
        missed, spurious = _left(pairs.reference, len(reference)), _left(pairs.predicted, len(own))
        none = np.full(max(len(missed), len(spurious)), -1)
        columns.append(
            (
                np.full(len(pairs.kind) + len(missed) + len(spurious), number),
                np.concatenate([pairs.kind, np.full(len(missed), MISSED), np.full(len(spurious), SPURIOUS)]),
                np.concatenate([pairs.reference, missed, none[: len(spurious)]]),
                np.concatenate([own[pairs.predicted], none[: len(missed)], own[spurious]]),
            )
        )
    prediction, kind, first, second = (
        np.concatenate([np.empty(0, dtype=np.int32), *parts]).astype(np.int32)
        for parts in (zip(*columns, strict=True) if columns else [()] * 4)
    )
    start, end = _extents(study, {"reference": first, "predicted": second})
    order = np.lexsort((second, first, kind, end, start, prediction))
    columns_in_order = (column[order] for column in (first, second, start, end))
    return RelationEvents(prediction[order], kind[order].astype(np.int8), *columns_in_order)


def argument_events(study: Study, side: Side) -> tuple[IntArray, IntArray]:
    """Give the mention events that the head and the tail of each relation event's relation lie in.

    Parameters
    ----------
    study : Study
        With relations.
    side : str
        Whose relation.

    Returns
    -------
    head, tail : ndarray of int32, shape (n_events,)
        Numbers of events in the study; -1 where the side has no relation.
    """
    events, columns = relation_events(study), relations_on(study, side)
    found = np.full((2, len(events)), -1, dtype=np.int32)
    held = np.flatnonzero(events.relations(side) >= 0)
    relation = events.relations(side)[held]
    for row, arguments in zip(found, (columns.head, columns.tail), strict=True):
        mention = arguments[relation]
        if side == "reference":
            row[held] = event_of_reference(study)[events.prediction[held], mention]
        else:
            row[held] = event_of_predicted(study)[mention]
    return found[0], found[1]


def _arguments(study: Study, side: Side, relations: RelationColumns, undirected: BoolArray) -> Arguments:
    """Write down what pairing asks of relations; the mention events of the reference's depend on the prediction."""
    mentions = study.mentions_on(side)
    n_types = max(len(study.types), 1) if study.relation_choice.setting == "strict" else 1
    type_code = mentions.type_codes if n_types > 1 else np.zeros(len(mentions), dtype=np.int32)
    extent = mentions.start.astype(np.int64) * (study.text.n_tokens + 1) + mentions.end
    key = extent * n_types + type_code
    events = event_of_predicted(study) if side == "predicted" else np.zeros(len(mentions), dtype=np.int32)
    is_undirected = undirected[relations.type_codes] if len(undirected) else np.zeros(len(relations), dtype=bool)
    return Arguments(
        relations.type_codes,
        is_undirected,
        key[relations.head],
        key[relations.tail],
        events[relations.head],
        events[relations.tail],
    )


def _left(taken: IntArray, n_all: int) -> AnyIntArray:
    is_left = np.ones(n_all, dtype=bool)
    is_left[taken] = False
    return np.flatnonzero(is_left)


def _extents(study: Study, relation: dict[Side, IntArray]) -> tuple[IntArray, IntArray]:
    n_events = len(relation["reference"])
    start, end = np.full(n_events, study.text.n_tokens, dtype=np.int32), np.zeros(n_events, dtype=np.int32)
    for side, mention, held in _held_arguments(study, relation):
        mentions = study.mentions_on(side)
        start[held] = np.minimum(start[held], mentions.start[mention])
        end[held] = np.maximum(end[held], mentions.end[mention])
    return start, end


def _held_arguments(study: Study, relation: dict[Side, IntArray]) -> Iterator[tuple[Side, IntArray, AnyIntArray]]:
    for side in SIDES:
        columns, held = relations_on(study, side), np.flatnonzero(relation[side] >= 0)
        for arguments in (columns.head, columns.tail):
            yield side, arguments[relation[side][held]], held
