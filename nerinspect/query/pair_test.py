"""Whether two systems differ on one test set: over drawn sentences, over single mentions, over runs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.ratios import f1_of
from nerinspect.analysis.significance import (
    SAMPLES,
    SEED,
    Bootstrap,
    Significance,
    mcnemar,
    paired_bootstrap,
    signed_rank,
)
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import matched
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.document_ranking import sentence_counts
from nerinspect.query.kept_mentions import kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase


@dataclass(frozen=True)
class PairTest:
    """What tests say of system A against system B.

    Attributes
    ----------
    bootstrap : Bootstrap
        The difference of F1, and how it spreads over drawn sentences.
    only_a, only_b : int
        Reference mentions that only the first run of A has exactly, and only that of B.
    mcnemar_p : float
        Whether chance would part them so.
    over_runs : Significance
        Wilcoxon's test over paired runs.
    """

    bootstrap: Bootstrap
    only_a: int
    only_b: int
    mcnemar_p: float
    over_runs: Significance


def compare_systems(
    study: Study,
    a: Sequence[int],
    b: Sequence[int],
    base: MentionBase = WHOLE,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
) -> PairTest:
    """Test whether two systems differ.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    a, b : sequence of int
        The runs of each, by the numbers of their predictions.
    base : MentionBase
        The mentions to count; all, if left out.
    n_samples, seed, checkpoint
        As for `paired_bootstrap`.
    """
    counts = sentence_counts(study, [*a, *b], base, checkpoint)
    f1 = f1_of(counts.sum(axis=-1, keepdims=True))[:, 0]
    bootstrap = paired_bootstrap(counts[: len(a)], counts[len(a) :], n_samples, seed, checkpoint)
    only_a, only_b = _alone(study, base, a[0], b[0]), _alone(study, base, b[0], a[0])
    return PairTest(bootstrap, only_a, only_b, mcnemar(only_a, only_b), signed_rank(f1[: len(a)], f1[len(a) :]))


def _alone(study: Study, base: MentionBase, run: int, other: int) -> int:
    """Count the reference mentions kept for one prediction that it has exactly and another has not."""
    (kept,) = kept_mentions(study, base, [run])
    has = matched(study)
    return int(np.count_nonzero((has[run] & ~has[other])[kept.mentions["reference"]]))
