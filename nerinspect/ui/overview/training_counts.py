"""What training knows of the counted mentions: tough subsets of the reference, seen and unseen ones of both sides."""

from dataclasses import dataclass

from nerinspect.analysis.novelty import NOVELTIES, novelty
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_mentions import kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.query.tough_counts import ToughCounts, subsets_of_kept


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
    for kept in kept_mentions(study, base, checkpoint=checkpoint):
        novelties = (Counts(*column) for column in kept.count(novelty(study), len(NOVELTIES)).T.tolist())
        counts.append(TrainingCounts(subsets_of_kept(study, base, kept), tuple(novelties)))
    return tuple(counts)
