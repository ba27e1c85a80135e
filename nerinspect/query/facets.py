"""What panels count: the events of each value, under the filters of the other panels."""

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import SIDES, TP, Side
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, spread_ranges
from nerinspect.query.cells import TYPE_FIELDS
from nerinspect.query.fields import FIELDS
from nerinspect.query.filters import Term
from nerinspect.query.mention_columns import MentionColumn, side_column, type_columns
from nerinspect.query.same_mention import judged_across, judged_together, mentions_meeting
from nerinspect.query.selection import Selection
from nerinspect.query.values import Value


def facet_counts(study: Study, selection: Selection, field: str, among: BoolArray | None = None) -> dict[Value, int]:
    """Count the events of each value of a field under everything selected but that field.

    Parameters
    ----------
    study : Study
        The events.
    selection : Selection
        What is selected in all panels.
    field : str
        The field of the panel.
    among : ndarray of bool, shape (n_events,), optional
        Events to count, such as those of the system on show; all, if left out.

    Returns
    -------
    dict
        The events by value: as many as are left when the value is picked. Values without events are there, with 0.
    """
    base, free = _base(study, selection, (field,), among), selection.without_field(field)
    counts = FIELDS[field].counts(study, base)
    if not any(_judged_beside(free, field, side) for side in SIDES) and not _is_judged_across(free, field):
        return counts
    picked = (free.with_term(Term(field, (value,))).mask(study) for value in counts)
    return {value: int(np.count_nonzero(_among(mask, among))) for value, mask in zip(counts, picked, strict=True)}


def kind_counts(study: Study, selection: Selection, among: BoolArray | None = None) -> dict[Value, int]:
    """Count the events of each kind, as `facet_counts` does."""
    return facet_counts(study, selection, "kind", among)


def type_matrix(
    study: Study, selection: Selection, with_correct: bool = False, among: BoolArray | None = None
) -> npt.NDArray[np.int64]:
    """Count the events that match `ref:X pred:Y` for all X and Y, under everything selected but types.

    Parameters
    ----------
    study : Study
        The events.
    selection : Selection
        What is selected in all panels.
    with_correct : bool
        Whether events of kind `tp` count.
    among : ndarray of bool, shape (n_events,), optional
        Events to count; all, if left out.

    Returns
    -------
    ndarray of int64, shape (n_types + 1, n_types + 1)
        Reference types down, predicted types across, each in the order of `study.types`, no mention last.

    Notes
    -----
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
    """Count `type_matrix` by picking each cell."""
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
