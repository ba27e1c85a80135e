"""Spurious mentions in a comparison: the stretches of text that hold those of A or of B, as counts and as a pick."""

import numpy as np

from nerinspect.analysis.events import FP
from nerinspect.analysis.study import Study
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.query.comparison_rows import kept_stretches, stretch_rows
from nerinspect.query.filters import All, Everything, Filter, Term, all_of
from nerinspect.query.row_events import of_predictions
from nerinspect.query.selection import Selection

_SPURIOUS = Term("kind", ("fp",))


def spurious_of(study: Study, prediction: int) -> Filter:
    """Ask for the spurious events of one prediction."""
    return all_of(_SPURIOUS, of_predictions(study, [prediction]))


def spurious_stretches(study: Study, a: int, b: int) -> tuple[int, int]:
    """Count the stretches of text with spurious events of A, and of B; kept with the study."""
    known = known_spurious_stretches(study, a, b)
    if known is None:
        rows = stretch_rows(study, Everything(), a, b)
        n_a, n_b = (
            int(np.count_nonzero(kept_stretches(study, spurious_of(study, number), rows, a, b))) for number in (a, b)
        )
        known = n_a, n_b
        _kept(study).update({(a, b): known, (b, a): (n_b, n_a)})
    return known


def known_spurious_stretches(study: Study, a: int, b: int) -> tuple[int, int] | None:
    """Give what `spurious_stretches` counted before; None if it did not."""
    return _kept(study).get((a, b))


def keeps_spurious(study: Study, query: Filter, a: int, b: int) -> bool:
    """Tell whether a filter keeps a spurious event of A or of B: a stretch of text is listed for it."""
    among = study.events.kind == FP
    prediction = study.events.prediction
    among &= (prediction == a) | (prediction == b)
    return bool(np.any(query.mask(study, among) & among))


def is_spurious_picked(selection: Selection, asked: Filter) -> bool:
    """Tell whether a selection picks the spurious events of a prediction, as `spurious_of` asks for them."""
    return {*_terms(asked)} <= {*selection.terms}


def without_spurious(selection: Selection, *asked: Filter) -> Selection:
    """Drop picks of the spurious events of predictions."""
    for one in asked:
        if is_spurious_picked(selection, one):
            selection = Selection(tuple(term for term in selection.terms if term not in _terms(one)))
    return selection


def _terms(asked: Filter) -> tuple[Filter, ...]:
    return asked.filters if isinstance(asked, All) else (asked,)


@kept_with_owner
def _kept(study: Study) -> dict[tuple[int, int], tuple[int, int]]:
    return {}
