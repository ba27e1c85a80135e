"""What training knows of the counted mentions: tough subsets of the reference, seen and unseen ones of both sides."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.novelty import NOVELTIES, novelty
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import matched
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.mention_base import EVERY_EVENT, WHOLE, MentionBase
from nerinspect.query.tough_counts import ToughCounts, count_subsets


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
    places, counts = novelty(study), []
    for number in range(len(study.predictions)):
        checkpoint(number, len(study.predictions))
        reference, predicted = _counted(study, base, number, "reference"), _counted(study, base, number, "predicted")
        found = reference[matched(study)[number][reference]]
        sides = (places["reference"][reference], places["predicted"][predicted], places["reference"][found])
        by_novelty = np.array([np.bincount(side, minlength=len(NOVELTIES)) for side in sides])
        novelties = tuple(Counts(*column) for column in by_novelty.T.tolist())
        counts.append(TrainingCounts(count_subsets(study, base, number), novelties))
    return tuple(counts)


def _counted(study: Study, base: MentionBase, prediction: int, side: Side) -> AnyIntArray:
    """Give the numbers of the mentions of a side that a base keeps in the events of a prediction."""
    events = study.events_of(prediction)
    if base.events != EVERY_EVENT:
        first, last = study.event_start[prediction : prediction + 2]
        events = events.rows(base.events.mask(study)[first:last])
    numbers: AnyIntArray = events.mentions(side)
    for passing in base.passes(study, side):
        numbers = numbers[passing[numbers]]
    return numbers
