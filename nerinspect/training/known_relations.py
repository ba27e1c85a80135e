"""What training knows of relations: whole triples, parts of them, by heart, and what a test set asks of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    CodeArray,
    FloatArray,
    IntArray,
    begins_run,
    is_member,
    kept_with_owner,
    sorted_distinct,
    spread_ranges,
    times_in,
)
from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.text import Matching, Text, over_one_vocabulary
from nerinspect.events.relation_events import (
    RelationColumns,
    in_text_order,
    relation_events,
    relations_on,
    training_relations,
)
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.surfaces import numbered_surfaces, surface_ids

_AT_ONCE: Final = 1 << 20  # about so many pairs are listed at once


def pairs_within_sentences(
    sentence: AnyIntArray, is_first: BoolArray, is_second: BoolArray
) -> Iterator[tuple[AnyIntArray, AnyIntArray]]:
    """List ordered pairs of different mentions of one sentence, in blocks; `sentence` ascends.

    In all blocks together they ascend by the first, then by the second. A block holds the pairs of one mention at
    least.
    """
    first, second = np.flatnonzero(is_first), np.flatnonzero(is_second)
    begin = np.searchsorted(sentence[second], sentence[first])
    end = np.searchsorted(sentence[second], sentence[first], side="right")
    before = np.append(0, np.cumsum(end - begin))
    start = 0
    while start < len(first):
        stop = max(int(np.searchsorted(before, before[start] + _AT_ONCE, side="right")) - 1, start + 1)
        rows = slice(start, stop)
        one = np.repeat(first[rows], (end - begin)[rows])
        other = second[spread_ranges(begin[rows], end[rows])]
        differs = one != other
        yield one[differs], other[differs]
        start = stop


@dataclass(frozen=True, eq=False)
class Triples:
    """What relations say of surfaces; those of symmetric types say it in both directions.

    A relation of a symmetric type that joins two mentions is here twice.
    """

    head: IntArray
    tail: IntArray
    type_codes: IntArray
    relation: IntArray


def triples_of(relations: RelationColumns, surface: IntArray, symmetric: tuple[str, ...]) -> Triples:
    """Write relations, each given once, down as triples of the surfaces that their mentions have.

    First as the relations are given, then those of symmetric types exchanged.
    """
    is_symmetric = np.array([name in symmetric for name in relations.types], dtype=bool)
    turned = np.flatnonzero(is_symmetric[relations.type_codes] & (relations.head != relations.tail))
    relation = np.append(np.arange(len(relations)), turned).astype(np.int32)
    return Triples(
        surface[np.append(relations.head, relations.tail[turned])],
        surface[np.append(relations.tail, relations.head[turned])],
        relations.type_codes[relation],
        relation,
    )


@kept_with_owner
def training_triples(study: Study) -> Triples:
    """Give the triples of the training data of a study; none without.

    Surfaces go by the numbers of `surface_ids`, types and relations by those of `training_relations`.
    """
    return triples_of(training_relations(study), surface_ids(study).training, study.relation_choice.symmetric)


def joined_codes(first: AnyIntArray, second: AnyIntArray, n_second: int) -> AnyIntArray:
    """Write two columns of codes, not negative, as one, so that equal numbers are equal pairs, in their order.

    `n_second` is above all of `second`.
    """
    return np.asarray(first.astype(np.int64) * max(n_second, 1) + second)


@dataclass(frozen=True, eq=False)
class RelationEvidence:
    """The training relations of one type that say something of a relation of that type.

    They have the same two surfaces in the same direction, or the surface of the head as head, or that of the tail as
    tail; those of symmetric types in either direction.
    """

    triple: AnyIntArray
    head: AnyIntArray
    tail: AnyIntArray


def relation_evidence(study: Study, side: Side, relation: int) -> RelationEvidence:
    """Find what the training data, if any, show of one relation; surfaces are compared under `Study.matching`."""
    ids, known, own = surface_ids(study), training_triples(study), relations_on(study, side)
    surface = ids.on(side)
    is_of_type = known.type_codes == own.type_codes[relation]
    is_head = is_of_type & (known.head == surface[own.head[relation]])
    is_tail = is_of_type & (known.tail == surface[own.tail[relation]])
    triple, head, tail = (np.unique(known.relation[mask]) for mask in (is_head & is_tail, is_head, is_tail))
    return RelationEvidence(triple, head, tail)


RELATION_PARTS: Final = ("exact", "partial", "new")
"""What training knows of a relation; the arrays of `relation_parts` hold places in this tuple."""

EXACT, PARTIAL, NEW = range(len(RELATION_PARTS))


def has_relation_parts(study: Study) -> bool:
    """Tell whether training data with relations are there to look relations up in."""
    return study.training is not None and len(training_relations(study)) > 0


def relation_parts(study: Study, side: Side) -> CodeArray:
    """Look every relation of a side up in the training data, by its own surfaces and its own type.

    It is exact if training has a relation of this type between these two surfaces in this direction; else partial if it
    has one of this type with this head surface as its head or this tail surface as its tail; else, and without training
    data, new. Relations of symmetric types are looked up in both directions, so that two which match, in either order,
    are in the same part. Kept with the study.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    return _both_sides(study)[side]


@kept_with_owner
def _both_sides(study: Study) -> dict[Side, CodeArray]:
    ids, known = surface_ids(study), training_triples(study)
    n_surfaces = ids.n_surfaces
    known_head = joined_codes(known.type_codes, known.head, n_surfaces)
    heads = sorted_distinct(known_head)
    tails = sorted_distinct(joined_codes(known.type_codes, known.tail, n_surfaces))
    triples = np.sort(joined_codes(known_head, known.tail, n_surfaces))
    answers: dict[Side, CodeArray] = {}
    for side in SIDES:
        own, surface = relations_on(study, side), ids.on(side)
        tail = surface[own.tail]
        typed_head = joined_codes(own.type_codes, surface[own.head], n_surfaces)
        typed_tail = joined_codes(own.type_codes, tail, n_surfaces)
        is_exact = is_member(joined_codes(typed_head, tail, n_surfaces), triples)
        is_partial = is_member(typed_head, heads) | is_member(typed_tail, tails)
        answers[side] = np.where(is_exact, EXACT, np.where(is_partial, PARTIAL, NEW)).astype(np.int8)
    return answers


@dataclass(frozen=True)
class RelationProfile:
    """Averages over the reference relations, as sums that are divided last.

    `consistency` and `exact_consistency`: the label consistencies (rCon) of all relations added up, and of those that
    are exact.
    """

    n_relations: int
    n_exact: int
    consistency: float
    exact_consistency: float
    argument_consistency: float  # the label consistencies of their argument types (aCon) added up
    n_tokens: int
    n_between: int  # tokens between head and tail, of all relations; none where they overlap


def relation_profile(study: Study) -> RelationProfile:
    """Sum up the reference relations of a study.

    The label consistency of a relation is the number of training relations with its triple, divided by the ordered
    pairs of mentions with its two surfaces that occur in one training sentence; 0 if there are none. That of its
    argument types is the same with the types of the mentions in place of their surfaces. Both look at pairs of
    different mentions alone. On CoNLL04 the paper prints 21 (rCon) and 91 (rCon*), where this gives 21.9 and 96.4; its
    other averages are met.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    relations, mentions = relations_on(study, "reference"), study.reference.mentions
    training, ids = study.training_data, surface_ids(study)
    types = tuple(dict.fromkeys((*study.types, *training.annotation.mentions.types)))
    known_types = training.annotation.mentions.with_types(types).type_codes
    consistency = _consistency(study, ids.reference, ids.training, ids.n_surfaces)
    is_exact = relation_parts(study, "reference") == EXACT
    length = mentions.end - mentions.start
    return RelationProfile(
        len(relations),
        int(is_exact.sum()),
        float(consistency.sum()),
        float(consistency[is_exact].sum()),
        float(_consistency(study, mentions.type_codes, known_types, len(types)).sum()),
        int((length[relations.head] + length[relations.tail]).sum(dtype=np.int64)),
        int(mentions.tokens_between(relations.head, relations.tail).sum(dtype=np.int64)),
    )


def _consistency(study: Study, own_codes: IntArray, known_codes: IntArray, n_codes: int) -> FloatArray:
    """Divide training relations by pairs of mentions that look like the arguments of each reference relation.

    What arguments are compared by is given for each mention of the reference and of training.
    """
    own, learned = relations_on(study, "reference"), training_relations(study)
    joins_two = learned.rows(learned.head != learned.tail)
    known = triples_of(joins_two, known_codes, study.relation_choice.symmetric)
    pair = joined_codes(own_codes[own.head], own_codes[own.tail], n_codes)
    known_pair = joined_codes(known.head, known.tail, n_codes)
    n_related = times_in(
        joined_codes(own.type_codes, pair, n_codes**2), np.sort(joined_codes(known.type_codes, known_pair, n_codes**2))
    )
    wanted = sorted_distinct(pair)
    n_pairs = _count_pairs(study.training_data, known_codes, n_codes, wanted)[np.searchsorted(wanted, pair)]
    return np.asarray(n_related / np.maximum(n_pairs, 1))


def _count_pairs(training: AnnotatedText, codes: IntArray, n_codes: int, wanted: AnyIntArray) -> AnyIntArray:
    """Count the ordered pairs of different training mentions of one sentence for each pair of codes; ascending."""
    counts = np.zeros(len(wanted), dtype=np.int64)
    first, second = (sorted_distinct(column) for column in np.divmod(wanted, max(n_codes, 1)))
    sentence = training.text.sentence_of(training.annotation.mentions.start)
    for one, other in pairs_within_sentences(sentence, is_member(codes, first), is_member(codes, second)):
        pair = joined_codes(codes[one], codes[other], n_codes)
        counts += np.bincount(np.searchsorted(wanted, pair[is_member(pair, wanted)]), minlength=len(wanted))
    return counts


def retention_relations(
    training: AnnotatedText,
    text: Text,
    mentions: Mentions,
    matching: Matching = "exact",
    symmetric: tuple[str, ...] = (),
) -> Relations:
    """Relate mentions of the heuristic, see `retention_mentions`, as training relates their surfaces.

    One for each ordered pair of different mentions of a sentence whose surfaces, in this order, are head and tail of a
    training relation, with the type they have most often (of equally frequent ones the first in code point order). A
    training relation of a symmetric type counts in both directions, and one is made for each pair of mentions.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    given = training.annotation.relations
    types = tuple(sorted(given.type_names())) if given is not None else ()
    own, learned = over_one_vocabulary(text, training.text, matching)
    (surface, known), n_surfaces = numbered_surfaces([(own, mentions), (learned, training.annotation.mentions)])
    triples = triples_of(in_text_order(given, types, symmetric), known, symmetric)
    pairs, type_codes = _by_heart(triples, n_surfaces)
    is_head, is_tail = (is_member(surface, sorted_distinct(known)) for known in (triples.head, triples.tail))
    parts: list[AnyIntArray] = [np.empty((3, 0), dtype=np.int32)]
    for head, tail in pairs_within_sentences(text.sentence_of(mentions.start), is_head, is_tail):
        pair = joined_codes(surface[head], surface[tail], n_surfaces)
        is_known = is_member(pair, pairs)
        codes = type_codes[np.searchsorted(pairs, pair[is_known])]
        parts.append(np.stack([head[is_known], tail[is_known], codes]).astype(np.int32))
    heads, tails, codes = np.concatenate(parts, axis=1).astype(np.int32)
    made = in_text_order(Relations(heads, tails, codes, types), types, symmetric)
    return Relations(made.head, made.tail, made.type_codes, types)


def _by_heart(triples: Triples, n_surfaces: int) -> tuple[AnyIntArray, IntArray]:
    """Give the pairs of head and tail surface of training, ascending, and the type each has most often."""
    n_types = int(triples.type_codes.max(initial=0)) + 1
    pair = joined_codes(triples.head, triples.tail, n_surfaces)
    reading, count = np.unique(joined_codes(pair, triples.type_codes, n_types), return_counts=True)
    pair, type_codes = np.divmod(reading, n_types)
    order = np.lexsort((type_codes, -count, pair))
    first = order[begins_run(pair)]  # pairs stand in the same places as before
    return pair[first], type_codes[first].astype(np.int32)


@kept_with_owner
def relation_part_codes(study: Study) -> dict[Side | None, CodeArray]:
    """Give the part of the relation of each event by side; -1 where there is none, or none in training.

    Under None that of the reference relation, or of the predicted one.
    """
    events = relation_events(study)
    if not has_relation_parts(study):
        return dict.fromkeys((*SIDES, None), np.full(len(events), -1, dtype=np.int8))
    of_reference, of_predicted = (
        np.append(relation_parts(study, side), np.int8(-1))[events.relations(side)] for side in SIDES
    )
    main = np.where(events.reference >= 0, of_reference, of_predicted)
    return {"reference": of_reference, "predicted": of_predicted, None: main}
