"""What the predictions of a study score on the mentions of a base."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import KINDS, SIDES, TP
from nerinspect.analysis.reconciliation import Reconciliation
from nerinspect.analysis.scores import Tally
from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_mentions import KeptMentions, kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase


@dataclass(frozen=True, eq=False)
class KeptScores:
    """What one prediction scores on the mentions of a base.

    Attributes
    ----------
    tally : Tally
        Sums over the counted mentions, and the events that hold one; `tn` is 0, since it counts no mention.
    sums : Reconciliation
        The counted mentions of both sides by the kind of their event.
    """

    tally: Tally
    sums: Reconciliation


def score_kept(
    study: Study,
    base: MentionBase = WHOLE,
    checkpoint: Checkpoint = no_checkpoint,
) -> tuple[KeptScores, ...]:
    """Score every prediction of a study on some mentions.

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
    tuple of KeptScores
        One for each prediction, in order. A mention is correct, or lies in an event of some kind, as it is in the
        whole study: nothing is aligned again.
    """
    types = {side: study.mentions_on(side).type_codes for side in SIDES}
    return tuple(
        _score(study, kept, kept.count(types, len(study.types)))
        for kept in kept_mentions(study, base, checkpoint=checkpoint)
    )


def _score(study: Study, kept: KeptMentions, by_type: npt.NDArray[np.int64]) -> KeptScores:
    holds_one, n_kinds = np.zeros(len(study.events), dtype=bool), len(KINDS)
    for side in SIDES:
        holds_one[kept.events[side]] = True
    by_kind = [np.bincount(study.events.kind[kept.events[side]], minlength=n_kinds) for side in SIDES]
    demerits = by_kind[0] + by_kind[1]
    demerits[TP] = 0
    kinds = np.bincount(study.events.kind[holds_one], minlength=n_kinds)
    sums = Reconciliation(*(tuple(counts.tolist()) for counts in by_kind))
    return KeptScores(Tally(study.types, by_type, kinds, demerits, 0), sums)
