"""What panels count: the events of each value, under the filters of the other panels."""

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import TP
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, spread_ranges
from nerinspect.query.cells import TYPE_FIELDS
from nerinspect.query.fields import FIELDS
from nerinspect.query.mention_columns import type_columns
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
    return FIELDS[field].counts(study, _base(study, selection, (field,), among))


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
    base = _base(study, selection, TYPE_FIELDS, among)
    if not with_correct:
        base &= study.events.kind != TP
    ref, pred = type_columns(study)["reference"], type_columns(study)["predicted"]
    several = ref.has_several() | pred.has_several()
    single, size = base & ~several, len(study.types) + 1
    ref_event, ref_type = ref.pairs(base & several)
    pred_event, pred_type = pred.pairs(base & several)
    first = np.searchsorted(pred_event, ref_event, side="left")
    last = np.searchsorted(pred_event, ref_event, side="right")
    x = np.concatenate([ref.first[single], np.repeat(ref_type, last - first)]).astype(np.int64)
    y = np.concatenate([pred.first[single], pred_type[spread_ranges(first, last)]])
    return np.bincount(x * size + y, minlength=size * size).reshape(size, size)


def _base(study: Study, selection: Selection, fields: tuple[str, ...], among: BoolArray | None) -> BoolArray:
    mask = selection.without_field(*fields).mask(study)
    return mask if among is None else mask & among
