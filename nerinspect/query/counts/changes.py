"""What became of mentions and spurious events from one version of a system to another, counted, and what opens them."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.events.members import event_of_reference
from nerinspect.events.prediction_names import judge_name
from nerinspect.events.segment_events import FP, KINDS
from nerinspect.events.study import Study
from nerinspect.query.counts.outcomes import outcome_terms
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.systems.outcomes import OUTCOMES, outcomes, spurious_alike

FATES: Final = ("fixed", "broken", "changed", "unchanged")
"""What can become of an error; counts of mentions stand in this order."""

_OUTCOMES: Final = dict(
    zip(FATES, ("only-a", "only-b", "both-wrong-differently", "both-wrong-alike"), strict=True)
)  # A is the new version
SPURIOUS_FATES: Final = ("fixed", "broken", "unchanged")
"""Of these, what can become of a spurious event: it is gone, it is new, or both versions have it."""


@dataclass(frozen=True, eq=False)
class ChangeCounts:
    """What became of the errors of an old version in a new one.

    Attributes
    ----------
    mentions : dict of str to int
        Reference mentions by `FATES`.
    spurious : dict of str to int
        Spurious events by `SPURIOUS_FATES`.
    kinds : ndarray of int64, shape (6, 6)
        Reference mentions by the kind of the old event they are in, and of the new one; places in `KINDS`.
    """

    old: int
    new: int
    old_name: str
    new_name: str
    mentions: dict[str, int]
    spurious: dict[str, int]
    kinds: npt.NDArray[np.int64]

    def mention_door(self, fate: str) -> Filter:
        """Ask for the reference mentions with which this happened."""
        return all_of(*outcome_terms(_OUTCOMES[fate], self.new_name, self.old_name))

    def kind_door(self, old_kind: str = "", new_kind: str = "") -> Filter:
        """Ask for the reference mentions in events of these kinds; of any, where a kind is left out."""
        asked = (self.old_name, old_kind), (self.new_name, new_kind)
        return all_of(*(Term("kindof", (f"{name}={kind}",)) for name, kind in asked if kind))

    def spurious_door(self, fate: str) -> tuple[Filter, int]:
        """Ask for the spurious events with which this happened, and tell in which prediction."""
        is_spurious = Term("kind", (KINDS[FP],))
        if fate == "unchanged":  # either name alone would keep all events of its own
            return all_of(is_spurious, *(Term("same", (name,)) for name in (self.old_name, self.new_name))), self.new
        shown, other = (self.old, self.new_name) if fate == "fixed" else (self.new, self.old_name)
        return all_of(is_spurious, Term("differs", (other,))), shown


def change_counts(study: Study, old: int, new: int) -> ChangeCounts:
    """Count over the whole test set what became of the errors of one version in another.

    Mentions are counted where `systems.changes` lists events: a fixed mention is a fixed event of kind `tp`.
    """
    counts = dict(zip(OUTCOMES, np.bincount(outcomes(study, new, old), minlength=len(OUTCOMES)).tolist(), strict=True))
    of_old, of_new = study.events.kind[event_of_reference(study)[[old, new]]].astype(np.int64)
    n_kinds = len(KINDS)
    n_gone, _ = _spurious(study, old, new)
    n_new, n_both = _spurious(study, new, old)
    return ChangeCounts(
        old,
        new,
        judge_name(study, old),
        judge_name(study, new),
        {fate: counts[outcome] for fate, outcome in _OUTCOMES.items()},
        {"fixed": n_gone, "broken": n_new, "unchanged": n_both},
        np.bincount(of_old * n_kinds + of_new, minlength=n_kinds**2).reshape(n_kinds, n_kinds),
    )


def _spurious(study: Study, prediction: int, other: int) -> tuple[int, int]:
    """Count the spurious events of a prediction that another has not, and those that it has."""
    own = study.rows_of(prediction)
    n_both = int(np.count_nonzero(spurious_alike(study, other)[own]))
    return int(np.count_nonzero(study.events.kind[own] == FP)) - n_both, n_both
