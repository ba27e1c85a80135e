"""What a test set asks of memory: lengths, label consistency and lexical overlap with training."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.novelty import is_seen
from nerinspect.analysis.study import Study
from nerinspect.analysis.training_counts import label_consistency


@dataclass(frozen=True)
class DatasetProfile:
    """Averages over the reference mentions, as sums that are divided last.

    Attributes
    ----------
    n_mentions : int
        Reference mentions.
    n_seen : int
        Those whose surface is a training mention of their type.
    n_tokens : int
        Tokens of all mentions.
    consistency, seen_consistency : float
        The label consistencies of all mentions added up, and of those that are seen.
    """

    n_mentions: int
    n_seen: int
    n_tokens: int
    consistency: float
    seen_consistency: float


def dataset_profile(study: Study) -> DatasetProfile:
    """Sum up the reference mentions of a study.

    Parameters
    ----------
    study : Study
        With training data.

    Returns
    -------
    DatasetProfile
        The sums.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    Fu et al. (2020), Interpretable multi-dataset evaluation for named entity recognition.
    """
    mentions, consistency, seen = (
        study.reference.mentions,
        label_consistency(study)["reference"],
        is_seen(study, "reference"),
    )
    return DatasetProfile(
        len(mentions),
        int(seen.sum()),
        int((mentions.end - mentions.start).sum(dtype=np.int64)),
        float(consistency.sum()),
        float(consistency[seen].sum()),
    )
