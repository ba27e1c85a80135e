"""How many mentions each subset of tough mentions has, and how many of them are found."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.events import TP
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import SUBSETS, subset_members
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.query.selection import Selection

OWN_FIELDS = ("tough", "seen", "reftough", "predtough")
"""What belongs to the panels of tough mentions and of training: their counts are taken without it."""

_MOST_NAMED = 3


@dataclass(frozen=True, eq=False)
class ToughCounts:
    """Reference mentions by subset, for one prediction.

    Attributes
    ----------
    base : MentionBase
        The mentions that are counted.
    types : tuple of str
        The types of these mentions, in the order of the study.
    mentions : ndarray of int64, shape (8,)
        Reference mentions in each subset, in the order of `SUBSETS`.
    recalled : ndarray of int64, shape (8,)
        Those that the prediction matches exactly.
    mentions_by_type, recalled_by_type : ndarray of int64, shape (n_types, 8)
        The same for each type of the study; 0 for a type that is not counted.
    """

    base: MentionBase
    types: tuple[str, ...]
    mentions: AnyIntArray
    recalled: AnyIntArray
    mentions_by_type: AnyIntArray
    recalled_by_type: AnyIntArray

    @property
    def missed(self) -> AnyIntArray:
        """The mentions in each subset that are not matched exactly; shape (8,)."""
        return self.mentions - self.recalled

    @property
    def caption(self) -> str:
        """What is counted, such as `1,469 ORG mentions`."""
        names_types = bool(self.base.named or self.base.excluded)
        named = " or ".join(self.types) + " " if names_types and 0 < len(self.types) <= _MOST_NAMED else ""
        text = counted(int(self.mentions[SUBSETS.index("all")]), f"{named}mention")
        return f"{text} of {len(self.types):,} types" if names_types and self.types and not named else text


def tough_counts(study: Study, selection: Selection, prediction: int) -> ToughCounts:
    """Count the mentions that a selection keeps, whatever subsets are picked and however they came out.

    Parameters
    ----------
    study : Study
        With training.
    selection : Selection
        What is selected in all panels.
    prediction : int
        The number of the prediction on show.

    Returns
    -------
    ToughCounts
        Terms about mentions, such as type and document, choose what is counted; terms about outcomes do not.
    """
    return count_subsets(study, MentionBase.of(selection.without_field(*OWN_FIELDS)), prediction)


def count_subsets(study: Study, base: MentionBase = WHOLE, prediction: int = 0) -> ToughCounts:
    """Count the reference mentions of a base by subset.

    Parameters
    ----------
    study : Study
        With training.
    base : MentionBase
        The mentions to count; all, if left out.
    prediction : int
        The number of a prediction.

    Returns
    -------
    ToughCounts
        A mention is found if its event is correct.
    """
    raise NotImplementedError
