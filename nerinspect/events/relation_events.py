"""Relation events: relations of two sides paired one to one, as columns of one event each, with mentions they meet."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, fields, replace
from typing import Final, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, begins_run, kept_with_owner
from nerinspect.corpus.mentions import Relations
from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.members import event_of_predicted, event_of_reference
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study

RELATION_KINDS: Final = tuple(RELATION_KIND_TABLE)
"""The kinds of relation events; a `kind` column holds places in this tuple."""

CORRECT, SPURIOUS, MISSED, WRONG_TYPE, WRONG_ARGUMENT, REVERSED = range(6)


@dataclass(frozen=True, eq=False)
class Arguments:
    """What pairing asks of the relations of one side, in the order of the text.

    Equal numbers are equal types, and equal arguments, on both sides; the events are those of the mentions these lie
    in.
    """

    type_codes: IntArray
    is_undirected: BoolArray
    head: AnyIntArray
    tail: AnyIntArray
    head_event: IntArray
    tail_event: IntArray

    def __len__(self) -> int:
        return len(self.type_codes)

    def rows(self, which: IntArray) -> "Arguments":
        return replace(self, **{column.name: getattr(self, column.name)[which] for column in fields(self)})

    @property
    def exchanged(self) -> "Arguments":
        return Arguments(self.type_codes, self.is_undirected, self.tail, self.head, self.tail_event, self.head_event)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Relations of two sides that belong together, each at most once, and a place in `RELATION_KINDS`."""

    kind: CodeArray
    reference: IntArray
    predicted: IntArray


_Asked: TypeAlias = tuple[list[AnyIntArray], BoolArray | None]
"""Columns that must be equal, and which relations take part; None for all."""

_Ask: TypeAlias = Callable[[Arguments], _Asked]


def pair_relations(reference: Arguments, predicted: Arguments) -> Pairs:
    """Pair relations one to one, round by round, of what the rounds before have left.

    First equal relations; then reversed ones, of equal type with the arguments exchanged; then those with equal
    arguments and another type; then those of equal type with one argument equal, first where the other one lies in the
    same mention event, and the head before the tail. In each round the first relation of the text that fits is taken.
    What has no direction fits in either order.
    """
    left = np.arange(len(reference), dtype=np.int32), np.arange(len(predicted), dtype=np.int32)
    kinds, pairs = [np.empty(0, dtype=np.int8)], [(left[0][:0], left[1][:0])]
    for kind, of_reference, of_predicted in _rounds(reference.is_undirected.any() or predicted.is_undirected.any()):
        if not all(map(len, left)):
            break
        asked = of_reference(reference.rows(left[0])), of_predicted(predicted.rows(left[1]))
        first, second = _first_fits(*asked)
        pairs.append((left[0][first], left[1][second]))
        kinds.append(np.full(len(first), kind, dtype=np.int8))
        left = np.delete(left[0], first), np.delete(left[1], second)
    own, other = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    return Pairs(np.concatenate(kinds), own, other)


def _rounds(has_undirected: bool | np.bool) -> Iterator[tuple[int, _Ask, _Ask]]:
    """Give for each round a kind, and what is asked of the reference and of the prediction."""
    yield CORRECT, _equal, _equal
    yield REVERSED, _directed(_triple), _directed(_exchanged(_triple))
    yield WRONG_TYPE, _same_arguments, _same_arguments
    if has_undirected:
        exchanged = _exchanged(_same_arguments)
        yield WRONG_TYPE, _undirected(_same_arguments), _directed(exchanged)
        yield WRONG_TYPE, _directed(_same_arguments), _undirected(exchanged)
        yield WRONG_TYPE, _undirected(_same_arguments), _undirected(exchanged)
    for head in (_head_and_place, _head):
        tail = _exchanged(head)
        yield WRONG_ARGUMENT, head, head
        yield WRONG_ARGUMENT, tail, tail
        if has_undirected:
            yield WRONG_ARGUMENT, _undirected(head), _undirected(tail)
            yield WRONG_ARGUMENT, _undirected(tail), _undirected(head)


def _equal(side: Arguments) -> _Asked:
    low, high = np.minimum(side.head, side.tail), np.maximum(side.head, side.tail)
    head = np.where(side.is_undirected, low, side.head)
    return [side.type_codes, head, np.where(side.is_undirected, high, side.tail)], None


def _triple(side: Arguments) -> _Asked:
    return [side.type_codes, side.head, side.tail], None


def _same_arguments(side: Arguments) -> _Asked:
    return [side.head, side.tail], None


def _head_and_place(side: Arguments) -> _Asked:
    return [side.type_codes, side.head, side.tail_event], None


def _head(side: Arguments) -> _Asked:
    return [side.type_codes, side.head], None


def _exchanged(ask: _Ask) -> _Ask:
    return lambda side: ask(side.exchanged)


def _undirected(ask: _Ask) -> _Ask:
    return lambda side: (ask(side)[0], side.is_undirected)


def _directed(ask: _Ask) -> _Ask:
    return lambda side: (ask(side)[0], ~side.is_undirected)


def _first_fits(first: _Asked, second: _Asked) -> tuple[AnyIntArray, AnyIntArray]:
    """Pair rows with equal columns one to one, the first with the first; give their places on both sides."""
    taking_part = [
        np.flatnonzero(mask) if mask is not None else np.arange(len(own[0])) for own, mask in (first, second)
    ]
    n_own = len(taking_part[0])
    number = np.zeros(sum(map(len, taking_part)), dtype=np.int64)
    for columns in zip(first[0], second[0], strict=True):
        both = np.concatenate([column[rows] for column, rows in zip(columns, taking_part, strict=True)])
        distinct, code = np.unique(both, return_inverse=True)
        number = np.unique(number * max(len(distinct), 1) + code, return_inverse=True)[1]
    own, other = (_told_apart(part, len(number)) for part in (number[:n_own], number[n_own:]))
    _, at_first, at_second = np.intersect1d(own, other, assume_unique=True, return_indices=True)
    return taking_part[0][at_first], taking_part[1][at_second]


def _told_apart(number: AnyIntArray, n_most: int) -> AnyIntArray:
    """Give rows of one side other numbers: those of equal rows differ by their order."""
    order = np.argsort(number, kind="stable")
    ordered = number[order]
    begins = np.flatnonzero(begins_run(ordered))
    place = np.empty(len(number), dtype=np.int64)
    place[order] = np.arange(len(number)) - np.repeat(begins, np.diff(np.append(begins, len(number))))
    return number * (n_most + 1) + place


@dataclass(frozen=True, eq=False)
class RelationColumns:
    """The relations of one side, in the order of the text and each once, between mentions as events number them.

    The prediction of the reference is 0; the types are those of all sides of the study, by code point.
    """

    head: IntArray
    tail: IntArray
    type_codes: IntArray
    prediction: IntArray
    types: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.head)

    def rows(self, which: AnyIntArray | BoolArray) -> "RelationColumns":
        columns = {name: getattr(self, name)[which] for name in ("head", "tail", "type_codes", "prediction")}
        return replace(self, **columns)


def has_relations(study: Study) -> bool:
    """Tell whether any annotation of a study carries relations."""
    return any(one.relations is not None and len(one.relations) for one in study.annotations)


@kept_with_owner
def relation_types(study: Study) -> tuple[str, ...]:
    """Name the relation types of the reference and of all predictions, by code point."""
    found = (one.relations for one in study.annotations)
    return tuple(sorted({name for held in found if held is not None for name in held.type_names()}))


@kept_with_owner
def symmetric_types(study: Study) -> BoolArray:
    """Tell which relation types have no direction; shape (n_relation_types,)."""
    return np.array([name in study.relation_choice.symmetric for name in relation_types(study)], dtype=bool)


def relations_on(study: Study, side: Side) -> RelationColumns:
    """Give the relations of the reference, or of all predictions, numbered through these.

    Relations of a type without direction count once for each pair of mentions; the one that leads on in the text stays.
    Kept with the study.
    """
    return _both_sides(study)[side]


@kept_with_owner
def training_relations(study: Study) -> RelationColumns:
    """Give the relations of the training data, if any, over its mentions, in the order of its text and each once.

    Its types are those of `relation_types`, then those that only training has, so that equal codes are equal types.
    Kept with the study.
    """
    learned = study.training.annotation.relations if study.training else None
    own = relation_types(study)
    names = learned.type_names() if learned is not None else set()
    return in_text_order(learned, (*own, *sorted(names.difference(own))), study.relation_choice.symmetric)


def in_text_order(
    relations: Relations | None, types: tuple[str, ...], symmetric: Collection[str] = ()
) -> RelationColumns:
    """Sort the relations of one annotation by the mention that stands first, then the other one, then by type.

    The direction of the text stands first. Each is there once, those of symmetric types once for each pair of mentions.
    """
    if relations is None or not len(relations):
        none = np.empty(0, dtype=np.int32)
        return RelationColumns(none, none, none, none, types)
    place = {name: code for code, name in enumerate(types)}
    recoded = np.array([place.get(name, -1) for name in relations.types], dtype=np.int32)[relations.type_codes]
    low, high = np.minimum(relations.head, relations.tail), np.maximum(relations.head, relations.tail)
    undirected = np.array([name in symmetric for name in types], dtype=bool)[recoded]
    goes_back = relations.head > relations.tail
    order = np.lexsort((goes_back, recoded, high, low))
    rows = np.stack([low, high, recoded, goes_back & ~undirected])[:, order]
    is_new = np.append(True, np.any(rows[:, 1:] != rows[:, :-1], axis=0))
    held = order[is_new]
    prediction = np.zeros(len(held), dtype=np.int32)
    return RelationColumns(relations.head[held], relations.tail[held], recoded[held], prediction, types)


@kept_with_owner
def _both_sides(study: Study) -> dict[Side, RelationColumns]:
    types, symmetric = relation_types(study), study.relation_choice.symmetric
    reference = in_text_order(study.reference.relations, types, symmetric)
    parts, n_before = [(np.empty(0, dtype=np.int32),) * 4], 0
    for number, one in enumerate(study.predictions):
        own = in_text_order(one.annotation.relations, types, symmetric)
        parts.append((own.head + n_before, own.tail + n_before, own.type_codes, own.prediction + number))
        n_before += len(one.mentions)
    head, tail, type_codes, prediction = map(np.concatenate, zip(*parts, strict=True))
    return {"reference": reference, "predicted": RelationColumns(head, tail, type_codes, prediction, types)}


@dataclass(frozen=True, eq=False)
class RelationEvents:
    """What became of the relations of the reference in each prediction, and of those predicted.

    Events are ascending by prediction, start, end and kind, a place in `RELATION_KINDS`. They reach, half-open, from
    the first token of any argument to the last. Relations are numbered as by `relations_on`; -1 where a side has none.
    """

    prediction: IntArray
    kind: CodeArray
    reference: IntArray
    predicted: IntArray
    start: IntArray
    end: IntArray

    def __len__(self) -> int:
        return len(self.kind)

    def rows(self, which: slice | AnyIntArray | BoolArray) -> "RelationEvents":
        return replace(self, **{column.name: getattr(self, column.name)[which] for column in fields(self)})

    def relations(self, side: Side) -> IntArray:
        """Give the relation of each event on a side; -1 where it has none."""
        return self.reference if side == "reference" else self.predicted


@kept_with_owner
def relation_events(study: Study) -> RelationEvents:
    """Pair the relations of every prediction with those of the reference, as `Study.relation_choice` says.

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
    """Give the mention events of head and tail of each relation event's relation; -1 where the side has none."""
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
    for side in SIDES:
        mentions, columns = study.mentions_on(side), relations_on(study, side)
        held = np.flatnonzero(relation[side] >= 0)
        for arguments in (columns.head, columns.tail):
            mention = arguments[relation[side][held]]
            start[held] = np.minimum(start[held], mentions.start[mention])
            end[held] = np.maximum(end[held], mentions.end[mention])
    return start, end


_NOWHERE: Final = -1


def followed_relation_event(before: Study, event: int, after: Study) -> int | None:
    """Find the event that the same relation is in, under another relation choice or with other training data.

    That of the reference relation of the event counts, or of the predicted one if it has no other; None if neither is
    there.
    """
    old, new = relation_events(before), relation_events(after)
    for side in SIDES:
        number = int(old.relations(side)[event])
        if number < 0:
            continue
        same = _same_relation(relations_on(before, side), number, relations_on(after, side))
        is_there = (new.relations(side) == same) & (new.prediction == old.prediction[event])
        if same != _NOWHERE and is_there.any():
            return int(is_there.argmax())
    return None


def _same_relation(before: RelationColumns, number: int, after: RelationColumns) -> int:
    """Find a relation by its mentions and type; given the other way round where it counts once for both."""
    name = before.types[before.type_codes[number]]
    if name not in after.types:
        return _NOWHERE
    head, tail = before.head[number], before.tail[number]
    is_of_type = after.type_codes == after.types.index(name)
    for first, second in ((head, tail), (tail, head)):
        is_same = is_of_type & (after.head == first) & (after.tail == second)
        if is_same.any():
            return int(np.argmax(is_same))
    return _NOWHERE


@dataclass(frozen=True, eq=False)
class Meetings:
    """Pairs of a relation event and the mention event of one of its arguments, each once, relation events ascending."""

    relation: AnyIntArray
    event: AnyIntArray


@kept_with_owner
def relation_meetings(study: Study) -> Meetings:
    """Pair each relation event with the mention events that an argument of either side lies in; kept with the study."""
    if not has_relations(study):
        return Meetings(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    arguments = np.stack([events for side in SIDES for events in argument_events(study, side)], axis=1)
    is_new = arguments >= 0
    for place in range(1, arguments.shape[1]):
        for before in range(place):
            is_new[:, place] &= arguments[:, place] != arguments[:, before]
    relation, argument = np.nonzero(is_new)
    return Meetings(relation, arguments[relation, argument])


@kept_with_owner
def relation_type_codes(study: Study) -> dict[Side, IntArray]:
    """Give the relation type of each relation event by side; one beyond the last where the side has no relation."""
    events, none = relation_events(study), len(relation_types(study))
    return {
        side: np.append(relations_on(study, side).type_codes, np.int32(none))[events.relations(side)] for side in SIDES
    }


@kept_with_owner
def argument_distances(study: Study) -> IntArray:
    """Count the tokens between the arguments of the reference relation, or of the predicted one; 0 for overlaps."""
    events = relation_events(study)

    def of_events(side: Side) -> AnyIntArray:
        relations = relations_on(study, side)
        between = study.mentions_on(side).tokens_between(relations.head, relations.tail)
        return np.append(between, 0)[events.relations(side)]

    return np.where(events.reference >= 0, *map(of_events, SIDES)).astype(np.int32)
