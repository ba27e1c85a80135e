"""What the filter panels count of two predictions that are compared, A beside B."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.hits import compared_systems
from nerinspect.analysis.members import event_of_reference
from nerinspect.analysis.memory import judge_name, shown_name
from nerinspect.analysis.study import Study
from nerinspect.query.comparison_rows import kept_reference, kept_stretches, stretch_rows
from nerinspect.query.fields.outcomes import GOT_BY, KIND_OF
from nerinspect.query.filters import Everything, Filter, Term
from nerinspect.query.outcome_counts import OutcomeCounts, outcome_counts
from nerinspect.query.selection import Selection
from nerinspect.query.spurious import is_spurious_picked, spurious_of, spurious_stretches, without_spurious
from nerinspect.query.tough_counts import ToughCounts, tough_counts

FEWEST_SYSTEMS: Final = 3
"""With fewer systems the table of outcomes says already who has what."""


@dataclass(frozen=True, eq=False)
class BesideCounts:
    """Reference mentions by what A and B make of them.

    Attributes
    ----------
    names : tuple of str
        What A and B are called in queries.
    shown_names : tuple of str
        What they are called where people read it.
    outcomes : OutcomeCounts
        By outcome, under the filters of the other panels.
    kinds : ndarray of int64, shape (2, 6)
        By the kind of the event of A, and of B, that they are in; each row under all filters but those on its kinds.
    tough : ToughCounts or None
        By subset, and those that B has; None without training data.
    n_got_by : tuple of int
        Those that no system has, and those that just one has; empty with fewer than three systems.
    spurious : tuple of Filter
        What asks for the spurious events of A, and of B.
    has_stretches : bool
        Whether rows are stretches of text; `kinds` then counts stretches by the kinds of the events in them.
    n_rows : int
        How many rows the whole selection keeps.
    """

    names: tuple[str, str]
    shown_names: tuple[str, str]
    outcomes: OutcomeCounts
    kinds: npt.NDArray[np.int64]
    tough: ToughCounts | None
    n_got_by: tuple[int, ...]
    spurious: tuple[Filter, Filter]
    has_stretches: bool
    n_rows: int


def kind_of(name: str, kind: str) -> str:
    """Write the value that asks for the kind of the event of a prediction, such as `flair=fn`."""
    return f"{name}={kind}"


def picked_kinds(selection: Selection, name: str) -> tuple[str, ...]:
    """List the kinds that a selection picks of the events of a prediction, by the name it has in queries."""
    values = {str(value) for value in selection.picked(KIND_OF.name)}
    return tuple(kind for kind in KINDS if kind_of(name, kind) in values)


def beside_counts(study: Study, selection: Selection, a: int, b: int, has_stretches: bool = False) -> BesideCounts:
    """Count what two predictions make of the reference mentions.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    selection : Selection
        What is selected in all panels; asked of the events of A, as the rows of a comparison are.
    a, b : int
        Numbers of the predictions.
    has_stretches : bool
        Whether the rows are stretches of text.
    """
    names = judge_name(study, a), judge_name(study, b)
    spurious = spurious_of(study, a), spurious_of(study, b)
    outcomes = outcome_counts(study, selection, a, b)
    if has_stretches:
        kinds, n_rows = _kinds_of_stretches(study, selection, (a, b), names, spurious)
    else:
        frees = selection.without_field("kind"), without_kinds_of(selection, names[1])
        kinds = np.stack([_kinds(study, free, a, number) for free, number in zip(frees, (a, b), strict=True)])
        n_rows = outcomes.n_kept
    spurious_stretches(study, a, b)  # behind the window, which names them at its foot
    return BesideCounts(
        names,
        (shown_name(study, a), shown_name(study, b)),
        outcomes,
        kinds,
        None if study.training is None else tough_counts(study, selection, b),
        _n_got_by(study, selection, a),
        spurious,
        has_stretches,
        n_rows,
    )


def pick_kinds(selection: Selection, counts: BesideCounts, side: int, kinds: Sequence[str]) -> Selection:
    """Let some kinds be the only ones picked of the events of A (0) or B (1); if they are already, free them.

    Where rows are stretches of text, spurious events can be picked too, those of one side alone.
    """
    free = without_spurious(selection, *counts.spurious)
    if tuple(kinds) == ("fp",):
        own = counts.spurious[side]
        others = without_kinds_of(free.without_field("kind"), counts.names[1])
        return others if is_spurious_picked(selection, own) else others.with_term(own)
    if not side:
        return free.pick("kind", kinds[0]) if len(kinds) == 1 else free.pick_all("kind", kinds)
    values = [kind_of(counts.names[1], kind) for kind in kinds]
    is_freed = selection.picked(KIND_OF.name) == tuple(values)
    return free.pick_all(KIND_OF.name, [] if is_freed else values)


def _kinds_of_stretches(
    study: Study,
    selection: Selection,
    predictions: tuple[int, int],
    names: tuple[str, str],
    spurious: tuple[Filter, Filter],
) -> tuple[npt.NDArray[np.int64], int]:
    """Count the stretches that each pick of a kind leaves, by A and by B, and those that are left now."""
    rows = stretch_rows(study, Everything(), *predictions)
    free = without_spurious(selection, *spurious)
    of_a, of_b = free.without_field("kind"), without_kinds_of(free, names[1])
    of_none = without_kinds_of(of_a, names[1])

    def n_kept(kept_by: Selection) -> int:
        return int(np.count_nonzero(kept_stretches(study, kept_by.filter, rows, *predictions)))

    def n_picked(side: int, kind: str) -> int:
        if kind == "fp":
            return n_kept(of_none.with_term(spurious[side]))
        if side:
            return n_kept(of_b.with_term(Term(KIND_OF.name, (kind_of(names[1], kind),))))
        return n_kept(of_a.with_term(Term("kind", (kind,))))

    return np.array([[n_picked(side, kind) for kind in KINDS] for side in (0, 1)], dtype=np.int64), n_kept(selection)


def _kinds(study: Study, free: Selection, a: int, prediction: int) -> npt.NDArray[np.int64]:
    kept = kept_reference(study, free.filter, a)
    kinds = study.events.kind[event_of_reference(study)[prediction, kept]]
    return np.bincount(kinds, minlength=len(KINDS))


def without_kinds_of(selection: Selection, name: str) -> Selection:
    """Drop the terms that ask for kinds of the events of a prediction and of no other."""
    values = {kind_of(name, kind) for kind in KINDS}
    own = [
        term
        for term in selection.terms
        if isinstance(term, Term) and term.field == KIND_OF.name and values >= {*map(str, term.values)}
    ]
    return selection.replaced(own, None)


def _n_got_by(study: Study, selection: Selection, a: int) -> tuple[int, ...]:
    if len(compared_systems(study)) < FEWEST_SYSTEMS:
        return ()
    free = selection.without_field(GOT_BY.name)
    asked = [free.with_term(Term(GOT_BY.name, (float(n_systems),))) for n_systems in (0, 1)]
    return tuple(int(np.count_nonzero(kept_reference(study, one.filter, a))) for one in asked)
