"""How many mentions each subset of tough mentions has, and how many of them are found."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import SUBSETS, subset_members
from nerinspect.corpus.arrays import AnyIntArray
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
    mentions, n_types = kept.mentions["reference"], len(study.types)
    members = subset_members(study)["reference"][:, mentions]
    types = study.reference.mentions.type_codes[mentions]
    by_type, found_by_type = (
        np.stack([np.bincount(types[own], minlength=n_types) for own in chosen], axis=1)
        for chosen in (members, members & kept.is_found)
    )
    counts = (by_type.sum(axis=0), found_by_type.sum(axis=0), by_type, found_by_type)
    return ToughCounts(base, base.types_of(study), *counts)
