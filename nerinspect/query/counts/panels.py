"""The counts of all filter panels: events of each value under the filters of the others, or without a term."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.mention_columns import MentionColumn, side_column, type_columns
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, spread_ranges
from nerinspect.decisions.adjudication import to_decide
from nerinspect.events.segment_events import KINDS, SHAPES, SIDES, TP, Side
from nerinspect.events.study import DEFAULT_BUCKETS, Study
from nerinspect.query.counts.buckets import BucketPanelCounts, bucket_panel_counts
from nerinspect.query.counts.outcomes import BesideCounts, OthersCounts, beside_counts, others_counts
from nerinspect.query.counts.training import ToughCounts, novelty_matrix, tough_counts
from nerinspect.query.fields.attributes import known_attribute
from nerinspect.query.fields.outcomes import GOT_BY_RUNS
from nerinspect.query.fields.table import FIELDS
from nerinspect.query.filters import Filter, Term, judged_across, judged_together, mentions_meeting
from nerinspect.query.language.values import Value
from nerinspect.query.selection import TYPE_FIELDS, Selection
from nerinspect.systems.outcomes import n_runs


def counts_by_value(study: Study, selection: Selection, field: str, among: BoolArray | None = None) -> dict[Value, int]:
    """Count the events of each value of a field, also of those without, under everything selected but that field."""
    base, free = _base(study, selection, (field,), among), selection.without_field(field)
    counts = FIELDS[field].counts(study, base)
    if not any(_judged_beside(free, field, side) for side in SIDES) and not _is_judged_across(free, field):
        return counts
    picked = (free.with_term(Term(field, (value,))).mask(study) for value in counts)
    return {value: int(np.count_nonzero(_among(mask, among))) for value, mask in zip(counts, picked, strict=True)}


def type_matrix(
    study: Study, selection: Selection, with_correct: bool = False, among: BoolArray | None = None
) -> npt.NDArray[np.int64]:
    """Count the events that match `ref:X pred:Y` for all X and Y, under everything selected but types.

    Reference types stand down, predicted types across, each in the order of `study.types`, no mention last.

    An event with several types stands in several cells: the sum can exceed the number of events.
    """
    base, free = _base(study, selection, TYPE_FIELDS, among), selection.without_field(*TYPE_FIELDS)
    if any(_is_judged_across(free, field) for field in TYPE_FIELDS):
        return _picked_matrix(study, free, with_correct, among)
    if not with_correct:
        base &= study.events.kind != TP
    ref, pred = (_judged_types(study, free, side) for side in SIDES)
    several = ref.has_several() | pred.has_several()
    single, size = base & ~several, len(study.types) + 2
    ref_event, ref_type = ref.pairs(base & several)
    pred_event, pred_type = pred.pairs(base & several)
    first = np.searchsorted(pred_event, ref_event, side="left")
    last = np.searchsorted(pred_event, ref_event, side="right")
    x = np.concatenate([ref.first[single], np.repeat(ref_type, last - first)]).astype(np.int64)
    y = np.concatenate([pred.first[single], pred_type[spread_ranges(first, last)]])
    return np.bincount(x * size + y, minlength=size * size).reshape(size, size)[:-1, :-1]


def _base(study: Study, selection: Selection, fields: tuple[str, ...], among: BoolArray | None) -> BoolArray:
    return _among(selection.without_field(*fields).mask(study), among)


def _among(mask: BoolArray, among: BoolArray | None) -> BoolArray:
    return mask if among is None else mask & among


def _judged_beside(free: Selection, field: str, side: Side) -> list[Term]:
    """List the terms that speak of the same mention as a pick of a field would."""
    pick = Term(field, (None,))
    together = judged_together([*(term for term in free.terms if isinstance(term, Term)), pick], side)
    return [term for term in together if term is not pick] if pick in together else []


def _is_judged_across(free: Selection, field: str) -> bool:
    """Tell whether a pick of a field would be judged together with terms of the other side."""
    pick = Term(field, (None,))
    return pick in judged_across([*(term for term in free.terms if isinstance(term, Term)), pick])


def _picked_matrix(study: Study, free: Selection, with_correct: bool, among: BoolArray | None) -> npt.NDArray[np.int64]:
    types = [*study.types, None]
    picked = ((free.pick_cell(x, y, with_correct).mask(study) for y in types) for x in types)
    return np.array([[np.count_nonzero(_among(mask, among)) for mask in row] for row in picked], dtype=np.int64)


def _judged_types(study: Study, free: Selection, side: Side) -> MentionColumn:
    """Give the types of the mentions of a side that a pick can speak of, and for others a place beyond all types."""
    beside = _judged_beside(free, "ref" if side == "reference" else "pred", side)
    if not beside:
        return type_columns(study)[side]
    codes, n_types = study.mentions_on(side).type_codes, len(study.types)
    met = mentions_meeting(study, side, beside)
    return side_column(study, side, np.where(met, codes, np.int32(n_types + 1)), n_types)


class Counted(NamedTuple):
    """What the panels show for the prediction on show, each count under the other panels' filters.

    Attributes
    ----------
    novelty : ndarray of int64, shape (3, 6), or None
        Events by novelty and kind, as `novelty_matrix` gives them; None without training data.
    buckets : BucketPanelCounts or None
        Members by bucket of the attribute on show, for the prediction on show; None if no attribute is, or if it has
        no values in the study.
    beside : BesideCounts or None
        What A, the prediction on show, and B make of the reference mentions; None while nothing is compared.
    others : OthersCounts or None
        Events of A, the prediction on show, by who else is right; None unless it is compared with all others.
    runs : mapping
        Events by how many runs of their system have a reference mention of theirs; empty where there is one run.
    """

    kinds: AnyIntArray
    matrix: AnyIntArray  # events by reference and predicted type, no mention last; shape (n_types + 1, n_types + 1)
    shapes: AnyIntArray  # events of each shape, in the order of `SHAPES` without the first; shape (6,)
    document_numbers: AnyIntArray
    documents: AnyIntArray
    tough: ToughCounts | None = None  # mentions by subset for the prediction on show; None without training data
    novelty: AnyIntArray | None = None
    buckets: BucketPanelCounts | None = None
    beside: BesideCounts | None = None
    others: OthersCounts | None = None
    runs: Mapping[Value, int] = MappingProxyType({})
    verdicts: Mapping[Value, int] = MappingProxyType({})
    n_undecided: int = 0


NOTHING_COUNTED: Final = Counted(
    np.zeros(len(KINDS), dtype=np.int64),
    np.zeros((1, 1), dtype=np.int64),
    np.zeros(len(SHAPES) - 1, dtype=np.int64),
    np.zeros(0, dtype=np.int64),
    np.zeros(0, dtype=np.int64),
)


class Bucketed(NamedTuple):
    """The attribute whose buckets are on show, by its name, and how many there are to be."""

    attribute: str
    n_wanted: int = DEFAULT_BUCKETS


def count_for_panels(
    study: Study,
    selection: Selection,
    shown: int,
    with_correct: bool,
    bucketed: Bucketed | None = None,
    compared: int | None = None,
    has_stretches: bool = False,
    against_all: bool = False,
) -> Counted:
    """Count what the panels show.

    Parameters
    ----------
    shown : int
        The prediction on show.
    bucketed : Bucketed or None
        What the bucket panel shows; None where nobody looks at it.
    compared : int or None
        The prediction that the one on show is compared with, B beside A; None while nothing is compared.
    """
    own, among, is_left = study.rows_of(shown), np.zeros(len(study.events), dtype=bool), to_decide(study)
    among[own] = True
    is_left[study.decisions.with_verdict()] = False
    by_value = partial(counts_by_value, study, selection, among=None if among.all() else among)
    kinds, shapes, documents = by_value("kind"), by_value("shape"), by_value("doc")
    counted = Counted(
        np.array([kinds[kind] for kind in KINDS], dtype=np.int64),
        type_matrix(study, selection, with_correct, None if among.all() else among),
        np.array([shapes[shape] for shape in SHAPES[1:]], dtype=np.int64),
        np.array(list(documents), dtype=np.int64),
        np.array(list(documents.values()), dtype=np.int64),
        beside=None if compared is None else beside_counts(study, selection, shown, compared, has_stretches),
        others=others_counts(study, selection, shown) if against_all else None,
        verdicts=by_value("verdict"),
        n_undecided=int(np.count_nonzero(is_left[own])),
    )
    if not study.predictions:
        return counted
    if study.training is not None:
        novelties = novelty_matrix(study, selection, own.start, own.stop)
        counted = counted._replace(tough=tough_counts(study, selection, shown), novelty=novelties)
    if bucketed and (attribute := known_attribute(study, bucketed.attribute)) is not None:
        counts = bucket_panel_counts(study, selection, shown, attribute, bucketed.n_wanted)
        counted = counted._replace(buckets=counts)
    return counted if n_runs(study)[shown] < 2 else counted._replace(runs=by_value(GOT_BY_RUNS.name))


EVENTS_AT_ONCE: Final = 20_000  # so many events a costly term looks at without a wait that anybody would notice


def relaxations(
    study: Study, selection: Selection, among: BoolArray | None = None, at_once: int = EVENTS_AT_ONCE
) -> list[tuple[Filter, int]]:
    """Count the events there would be without each term of a selection, most events first.

    Left out is a term without which a costly one would have to look at more events than at once.
    """
    terms = [term for term in selection.terms if isinstance(term, Term)]
    of_one_mention = any(len(judged_together(terms, side)) > 1 for side in SIDES) or judged_across(terms)
    if of_one_mention or sum(term.asks_of_relations for term in selection.terms) > 1:
        found = list(_judged_together(study, selection, among, at_once))
        return sorted(found, key=lambda pair: -pair[1])
    everything = np.ones(len(study.events), dtype=bool)
    cheap = [term for term in selection.terms if not term.is_costly]
    costly = [term for term in selection.terms if term.is_costly]
    *without, left = _all_but_each([term.mask(study) for term in cheap], everything if among is None else among)
    open_to = dict(zip(cheap, without, strict=True)) | dict.fromkeys(costly, left)
    if costly:
        asked = {term: mask for term, mask in open_to.items() if costly == [term] or np.count_nonzero(mask) <= at_once}
        looked_at = np.logical_or.reduce([mask for term, mask in asked.items() if costly != [term]] or [~everything])
        *others, every = _all_but_each([term.mask(study, looked_at) for term in costly], everything)
        passing = dict.fromkeys(cheap, every) | dict(zip(costly, others, strict=True))
        open_to = {term: mask & passing[term] for term, mask in asked.items()}
    found = [(term, int(np.count_nonzero(open_to[term]))) for term in selection.terms if term in open_to]
    return sorted(found, key=lambda pair: -pair[1])


def _judged_together(
    study: Study, selection: Selection, among: BoolArray | None, at_once: int
) -> Iterator[tuple[Filter, int]]:
    """Count without each term of a selection whose terms are asked of one and the same mention or relation event."""
    for term in selection.terms:
        left = selection.without(term)
        costly = {other for other in left.terms if other.is_costly}
        across = set(judged_across([other for other in left.terms if isinstance(other, Term)]))
        if across & costly:
            costly |= across  # what meets them all may lie in another event than what meets the cheap ones alone
        cheap = left.without(*costly)
        open_to = cheap.mask(study) if among is None else cheap.mask(study) & among
        if cheap == left:
            yield term, int(np.count_nonzero(open_to))
        elif term.is_costly or np.count_nonzero(open_to) <= at_once:
            yield term, int(np.count_nonzero(left.filter.mask(study, open_to) & open_to))


def _all_but_each(masks: list[BoolArray], base: BoolArray) -> list[BoolArray]:
    """Combine a base with all masks but the first, all but the second, and so on; last with all of them."""
    combined = [base]
    for mask in masks:
        combined.append(combined[-1] & mask)
    after = np.ones(len(base), dtype=bool)
    for place in reversed(range(len(masks))):
        combined[place] = combined[place] & after
        after &= masks[place]
    return combined
