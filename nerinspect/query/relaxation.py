"""What a selection would keep without each of its terms."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.query.filters import Filter, Term
from nerinspect.query.same_mention import judged_across, judged_together
from nerinspect.query.selection import Selection

EVENTS_AT_ONCE: Final = 20_000
"""So many events a costly term looks at without a wait that anybody would notice."""


def relaxations(
    study: Study, selection: Selection, among: BoolArray | None = None, at_once: int = EVENTS_AT_ONCE
) -> list[tuple[Filter, int]]:
    """Count the events there would be without each term of a selection.

    Parameters
    ----------
    study : Study
        The events.
    selection : Selection
        The terms in force.
    among : ndarray of bool, shape (n_events,), optional
        Events to count, such as those of the system on show; all, if left out.
    at_once : int
        How many events a costly term may be asked about.

    Returns
    -------
    list of (Filter, int)
        Terms and events without them, most events first. Left out is a term without which a costly one would have
        to look at more events than that.
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
        cheap = Selection(tuple(other for other in left.terms if not other.is_costly))
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
