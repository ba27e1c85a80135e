"""How many mentions each subset of tough mentions has, and how many of them are found."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import SUBSETS, subset_members
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.query.kept_mentions import KeptMentions, kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.query.selection import Selection

OWN_FIELDS: Final = ("tough", "seen", "reftough", "predtough")
"""What belongs to the panels of tough mentions and of training: their counts are taken without it."""


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
    of_b_by_type : ndarray of int64, shape (n_types, 8), or None
        Mentions of B in each subset by type, where the two sides are annotators.
    """

    base: MentionBase
    types: tuple[str, ...]
    mentions: AnyIntArray
    recalled: AnyIntArray
    mentions_by_type: AnyIntArray
    recalled_by_type: AnyIntArray
    of_b_by_type: AnyIntArray | None = None

    @property
    def missed(self) -> AnyIntArray:
        """The mentions in each subset that are not matched exactly; shape (8,)."""
        return self.mentions - self.recalled

    @property
    def caption(self) -> str:
        """What is counted, such as `1,469 ORG mentions`."""
        return self.base.caption(int(self.mentions[SUBSETS.index("all")]), self.types)


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
    (kept,) = kept_mentions(study, base, [prediction])
    return subsets_of_kept(study, base, kept)


def subsets_of_kept(study: Study, base: MentionBase, kept: KeptMentions) -> ToughCounts:
    """Count by subset the reference mentions that a base keeps for one prediction."""
    by_type = _by_type(study, "reference", kept)
    found_by_type = _by_type(study, "reference", kept, kept.is_found)
    of_b_by_type = _by_type(study, "predicted", kept) if study.is_of_annotators else None
    counts = (by_type.sum(axis=0), found_by_type.sum(axis=0), by_type, found_by_type, of_b_by_type)
    return ToughCounts(base, base.types_of(study), *counts)


def _by_type(study: Study, side: Side, kept: KeptMentions, among: BoolArray | None = None) -> AnyIntArray:
    """Count the kept mentions of a side, or some of them, by type and subset."""
    mentions = kept.mentions[side] if among is None else kept.mentions[side][among]
    types, members = study.mentions_on(side).type_codes[mentions], subset_members(study)[side][:, mentions]
    return np.stack([np.bincount(types[own], minlength=len(study.types)) for own in members], axis=1)
