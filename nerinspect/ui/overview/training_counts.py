"""What training knows of the counted mentions: tough subsets of the reference, seen and unseen ones of both sides."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.novelty import NOVELTIES, novelty
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import matched, subset_members
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.mention_base import EVERY_EVENT, WHOLE, MentionBase
from nerinspect.query.tough_counts import ToughCounts


@dataclass(frozen=True, eq=False)
class TrainingCounts:
    """Counts of one prediction's mentions and the reference's.

    Attributes
    ----------
    subsets : ToughCounts
        Reference mentions by subset.
    novelties : tuple of Counts
        Mentions of both sides for each of `NOVELTIES`, every mention by its own surface and type.
    """

    subsets: ToughCounts
    novelties: tuple[Counts, ...]


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
    counts = []
    for number in range(len(study.predictions)):
        checkpoint(number, len(study.predictions))
        reference = _counted(study, base, number, "reference")
        predicted = _counted(study, base, number, "predicted")
        is_found = matched(study)[number][reference]
        places = novelty(study)
        sides = (
            places["reference"][reference],
            places["predicted"][predicted],
            places["reference"][reference[is_found]],
        )
        by_novelty = np.array([np.bincount(side, minlength=len(NOVELTIES)) for side in sides])
        counts.append(
            TrainingCounts(
                _by_subset(study, base, reference, reference[is_found]),
                tuple(Counts(*column) for column in by_novelty.T.tolist()),
            )
        )
    return tuple(counts)


def _by_subset(study: Study, base: MentionBase, mentions: AnyIntArray, found: AnyIntArray) -> ToughCounts:
    members, types = subset_members(study)["reference"], study.reference.mentions.type_codes
    n_types = len(study.types)

    def by_type(numbers: AnyIntArray) -> AnyIntArray:
        own = types[numbers]
        rows = [np.bincount(own[is_member], minlength=n_types) for is_member in members[:, numbers]]
        return np.array(rows, dtype=np.int64).reshape(len(members), n_types).T

    all_of_them, those_found = by_type(mentions), by_type(found)
    return ToughCounts(
        base, base.types_of(study), all_of_them.sum(axis=0), those_found.sum(axis=0), all_of_them, those_found
    )


def _counted(study: Study, base: MentionBase, prediction: int, side: Side) -> AnyIntArray:
    """Give the numbers of the mentions of a side that a base keeps in the events of a prediction."""
    events = study.events_of(prediction)
    if base.events != EVERY_EVENT:
        first, last = study.event_start[prediction : prediction + 2]
        events = events.rows(base.events.mask(study)[first:last])
    numbers = events.mentions(side)
    is_counted = np.isin(study.types, base.types_of(study))
    return numbers[is_counted[study.mentions_on(side).type_codes[numbers]]]
