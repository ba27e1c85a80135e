"""The panel of outcomes: what two predictions make of each reference mention, counted, and the terms that open it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import FP, KINDS
from nerinspect.analysis.members import event_of_reference
from nerinspect.analysis.memory import judge_name
from nerinspect.analysis.outcomes import OUTCOMES, outcomes
from nerinspect.analysis.study import Study
from nerinspect.query.comparison_rows import kept_reference
from nerinspect.query.fields.outcomes import DIFFERS, RIGHT, SAME, WRONG
from nerinspect.query.filters import All, Filter, Not, Term, all_of, any_of
from nerinspect.query.selection import Selection

OWN_FIELDS: Final = (WRONG.name, RIGHT.name, SAME.name, DIFFERS.name)
"""What belongs to the panel, where it is said of A and B alone."""

_MEMBERS: Final[dict[str, frozenset[str]]] = {
    **{outcome: frozenset([outcome]) for outcome in OUTCOMES},
    "both-wrong": frozenset(["both-wrong-alike", "both-wrong-differently"]),
    "a-right": frozenset(["both-right", "only-a"]),
    "a-wrong": frozenset(["only-b", "both-wrong-alike", "both-wrong-differently"]),
    "b-right": frozenset(["both-right", "only-b"]),
    "b-wrong": frozenset(["only-a", "both-wrong-alike", "both-wrong-differently"]),
}
CELLS: Final = tuple(_MEMBERS)
"""What the panel shows: the outcomes, both wrong in any way, and the margins."""


@dataclass(frozen=True, eq=False)
class OutcomeCounts:
    """What A and B make of the reference mentions that the other panels keep.

    Attributes
    ----------
    n_mentions : ndarray of int64, shape (5,)
        Reference mentions by `OUTCOMES`.
    n_spurious : tuple of int
        Spurious events of A and of B, which have no reference mention.
    kinds : ndarray of int64, shape (2, 6)
        Reference mentions that the whole selection keeps, by the kind of the event of A, and of B, that they are in.
    n_kept : int
        How many mentions the whole selection keeps.
    """

    n_mentions: npt.NDArray[np.int64]
    n_spurious: tuple[int, int]
    kinds: npt.NDArray[np.int64]
    n_kept: int

    @property
    def n_reference(self) -> int:
        """Count the mentions of all outcomes."""
        return int(self.n_mentions.sum())

    def count(self, cell: str) -> int:
        """Count the mentions of a cell or margin in `CELLS`."""
        return sum(int(self.n_mentions[OUTCOMES.index(outcome)]) for outcome in _MEMBERS[cell])


def outcome_counts(study: Study, selection: Selection, a: int, b: int) -> OutcomeCounts:
    """Count what two predictions make of the reference mentions.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    selection : Selection
        What is selected in all panels; its own terms about the outcomes of A and B choose no outcome that is counted.
    a, b : int
        Numbers of the predictions.

    Returns
    -------
    OutcomeCounts
        Each count is the number of mentions that are left if its cell is picked.
    """
    own = _own_terms(selection, judge_name(study, a), judge_name(study, b))
    free = Selection(tuple(term for term in selection.terms if term not in own))
    counted = kept_reference(study, free.filter, a)
    kept = kept_reference(study, selection.filter, a) if own else counted
    n_a, n_b = (_spurious(study, free, number) for number in (a, b))
    events = event_of_reference(study)[[a, b]][:, kept]
    return OutcomeCounts(
        np.bincount(outcomes(study, a, b)[counted], minlength=len(OUTCOMES)),
        (n_a, n_b),
        np.stack([np.bincount(study.events.kind[side], minlength=len(KINDS)) for side in events]),
        events.shape[1],
    )


def outcome_terms(cell: str, a_name: str, b_name: str) -> tuple[Filter, ...]:
    """Ask for the reference mentions of a cell or margin.

    Parameters
    ----------
    cell : str
        A name in `CELLS`.
    a_name, b_name : str
        What A and B are called, as `judge_name` gives it.

    Returns
    -------
    tuple of Filter
        Terms that say the same of the events of A as of those of B.
    """
    rights = {True: RIGHT.name, False: WRONG.name}
    found = _MEMBERS[cell]
    terms: list[Filter] = []
    for name, right in ((a_name, _MEMBERS["a-right"]), (b_name, _MEMBERS["b-right"])):
        if found <= right or not found & right:
            terms.append(Term(rights[found <= right], (name,)))
    if cell == "both-wrong-alike":
        terms += [Term(SAME.name, (name,)) for name in (a_name, b_name)]
    elif cell == "both-wrong-differently":
        terms.append(Term(DIFFERS.name, (a_name, b_name)))
    return tuple(terms)


def picked_outcomes(selection: Selection, a_name: str, b_name: str) -> frozenset[str]:
    """Tell which outcomes the terms of a selection about A and B keep; none, if it has no such term."""
    own = _own_terms(selection, a_name, b_name)
    return frozenset(
        outcome for outcome in OUTCOMES if own and all(_is_true(term, outcome, a_name, b_name) for term in own)
    )


def is_picked(cell: str, picked: Collection[str]) -> bool:
    """Tell whether some outcomes are just those of a cell or margin."""
    return _MEMBERS[cell] == frozenset(picked)


def pick_outcome(selection: Selection, cell: str, a_name: str, b_name: str) -> Selection:
    """Keep just the mentions of a cell or margin; if these are picked already, those of any outcome.

    Parameters
    ----------
    selection : Selection
        What is selected in all panels.
    cell : str
        A name in `CELLS`.
    a_name, b_name : str
        What A and B are called.
    """
    is_free = is_picked(cell, picked_outcomes(selection, a_name, b_name))
    return _with_outcomes(selection, frozenset() if is_free else _MEMBERS[cell], a_name, b_name)


def toggle_outcome(selection: Selection, cell: str, a_name: str, b_name: str) -> Selection:
    """Keep the mentions of a cell or margin too, or no longer, as `pick_outcome` says its arguments."""
    picked, members = picked_outcomes(selection, a_name, b_name), _MEMBERS[cell]
    picked = picked - members if members <= picked else picked | members
    return _with_outcomes(selection, picked, a_name, b_name)


def free_outcomes(selection: Selection, a_name: str, b_name: str) -> Selection:
    """Keep the mentions of all outcomes, as `pick_outcome` says its arguments."""
    return _with_outcomes(selection, frozenset(), a_name, b_name)


def _spurious(study: Study, selection: Selection, prediction: int) -> int:
    """Count the spurious events of a prediction that a selection keeps."""
    spurious = study.events.kind == FP
    first, stop = study.event_start[prediction : prediction + 2].tolist()
    spurious[:first] = spurious[stop:] = False
    return int(np.count_nonzero(selection.filter.mask(study, spurious) & spurious))


def _with_outcomes(selection: Selection, picked: frozenset[str], a_name: str, b_name: str) -> Selection:
    """Let the terms about A and B keep some outcomes; none and all are said by no term."""
    own = _own_terms(selection, a_name, b_name)
    if not picked or len(picked) == len(OUTCOMES):
        return selection.replaced(own, None)
    cells = [cell for cell in CELLS if _MEMBERS[cell] == picked]
    if not cells:
        is_wrong = picked >= _MEMBERS["both-wrong"]
        cells = [outcome for outcome in OUTCOMES if outcome in picked and not (is_wrong and "both-wrong" in outcome)]
        cells += ["both-wrong"] if is_wrong else []
    return selection.replaced(own, any_of(*(all_of(*outcome_terms(cell, a_name, b_name)) for cell in cells)))


def _own_terms(selection: Selection, a_name: str, b_name: str) -> list[Filter]:
    """List the terms that ask for outcomes of A and B and for nothing else."""
    return [
        term
        for term in selection.terms
        if term.fields
        and term.fields <= {*OWN_FIELDS}
        and all({*leaf.values} <= {a_name, b_name} for leaf in _leaves(term))
    ]


def _leaves(part: Filter) -> Iterator[Term]:
    if isinstance(part, Term):
        yield part
    for inner in (part.inner,) if isinstance(part, Not) else getattr(part, "filters", ()):
        yield from _leaves(inner)


def _is_true(part: Filter, outcome: str, a_name: str, b_name: str) -> bool:
    """Tell whether a filter about A and B keeps the mentions of an outcome, by the events of A."""
    if isinstance(part, Not):
        return not _is_true(part.inner, outcome, a_name, b_name)
    if not isinstance(part, Term):
        parts: tuple[Filter, ...] = getattr(part, "filters", ())
        met = (_is_true(inner, outcome, a_name, b_name) for inner in parts)
        return all(met) if isinstance(part, All) else any(met)
    true_of = {
        RIGHT.name: {a_name: outcome in _MEMBERS["a-right"], b_name: outcome in _MEMBERS["b-right"]},
        SAME.name: {a_name: True, b_name: outcome in ("both-right", "both-wrong-alike")},
    }
    opposite = {WRONG.name: RIGHT.name, DIFFERS.name: SAME.name}
    told = true_of[opposite.get(part.field, part.field)]
    return any(told[str(name)] != (part.field in opposite) for name in part.values)
