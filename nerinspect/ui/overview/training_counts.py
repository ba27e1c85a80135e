"""What training knows of the counted mentions: tough subsets, seen and unseen ones, sentences that it has too."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.novelty import NOVELTIES, novelty
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_mentions import kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.query.tough_counts import ToughCounts, subsets_of_kept
from nerinspect.ui.overview.doors import doors_to
from nerinspect.ui.overview.repeated_counts import RepeatedCounts, count_repeated


@dataclass(frozen=True, eq=False)
class TrainingCounts:
    """Counts of one prediction's mentions and the reference's.

    Attributes
    ----------
    subsets : ToughCounts
        Reference mentions by subset.
    types : tuple of str
        All types of the study.
    novelties : ndarray of int64, shape (3, n_novelties, n_types)
        Reference mentions, predicted ones and exact matches, every mention by its own surface and type.
    repeated : RepeatedCounts
        What stands in the sentences that training has too.
    """

    subsets: ToughCounts
    types: tuple[str, ...]
    novelties: npt.NDArray[np.int64]
    repeated: RepeatedCounts

    def of(self, novelties: Collection[str], type_name: str | None = None) -> Counts:
        """Add up the mentions of some of `NOVELTIES`, those of one type or all."""
        rows = [place for place, name in enumerate(NOVELTIES) if name in novelties]
        types = slice(None) if type_name is None else [self.types.index(type_name)]
        return Counts(*self.novelties[:, rows][:, :, types].sum(axis=(1, 2)).tolist())


def count_training(
    study: Study, base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> tuple[TrainingCounts, ...]:
    """Count the mentions of a base for every prediction; nothing without training data.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions to count; all, if left out.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    tuple of TrainingCounts
        One for each prediction, in order.
    """
    if study.training is None:
        return ()
    types, n_types = tuple(study.types), len(study.types)
    codes = {side: novelty(study)[side] * np.int32(n_types) + study.mentions_on(side).type_codes for side in SIDES}
    is_wrong = doors_to(base, base.types_of(study)).errors.mask(study)
    counts = []
    for number, kept in enumerate(kept_mentions(study, base, checkpoint=checkpoint)):
        by_code = kept.count(codes, len(NOVELTIES) * n_types)
        shaped = by_code.reshape(len(by_code), len(NOVELTIES), n_types)
        repeated = count_repeated(study, number, kept, is_wrong)
        counts.append(TrainingCounts(subsets_of_kept(study, base, kept), types, shaped, repeated))
    return tuple(counts)
