"""F1 of every system by the buckets of attributes, over the mentions that a filter keeps."""

from collections.abc import Sequence

import numpy as np

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.attributes import attribute_values
from nerinspect.analysis.buckets import DEFAULT_BUCKETS, bucketing
from nerinspect.analysis.diagnosis import F1Table
from nerinspect.analysis.members import entity_tokens
from nerinspect.analysis.retention import competing_systems
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.bucket_counts import bucket_counts
from nerinspect.query.kept_mentions import kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase


def f1_tables(
    study: Study,
    attributes: Sequence[Attribute],
    n_wanted: int = DEFAULT_BUCKETS,
    base: MentionBase = WHOLE,
    with_retention: bool = True,
    checkpoint: Checkpoint = no_checkpoint,
) -> list[F1Table]:
    """Score every system in the buckets of attributes.

    Parameters
    ----------
    study : Study
        Reference and predictions; with training data, if an attribute needs them.
    attributes : sequence of Attribute
        Some of `attributes_of`.
    n_wanted : int
        How many buckets for each.
    base : MentionBase
        The mentions to count; all, if left out. The buckets stay those of the whole study.
    with_retention : bool
        Whether the retention heuristic counts as a system.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    list of F1Table
        One for each attribute; zeta is taken over the same mentions.
    """
    bucketings = [bucketing(study, attribute, n_wanted) for attribute in attributes]
    systems = competing_systems(study, with_retention)
    runs = tuple(
        tuple(number for number, one in enumerate(study.predictions) if one.system == system) for system in systems
    )
    predictions = range(sum(map(len, runs)))  # the heuristic is the last one
    counts = bucket_counts(study, bucketings, base, predictions, checkpoint)
    zetas = _mean_values(study, attributes, base, predictions, checkpoint)
    return [
        F1Table(own.attribute, own.buckets, systems, runs, counted, zeta)
        for own, counted, zeta in zip(bucketings, counts, zetas, strict=True)
    ]


def _mean_values(
    study: Study, attributes: Sequence[Attribute], base: MentionBase, predictions: range, checkpoint: Checkpoint
) -> list[float]:
    """Average each attribute over the reference members of a base, as predictions see them; nan for names."""
    is_kept = np.ones((1, len(study.reference.mentions)), dtype=bool)
    if not base.is_everything and predictions:
        is_kept = np.zeros((len(predictions), len(study.reference.mentions)), dtype=bool)
        for row, kept in zip(is_kept, kept_mentions(study, base, predictions, checkpoint), strict=True):
            row[kept.mentions["reference"]] = True
    return [_mean_value(study, attribute, is_kept, max(len(predictions), 1)) for attribute in attributes]


def _mean_value(study: Study, attribute: Attribute, is_kept: BoolArray, n_predictions: int) -> float:
    """Average an attribute over some reference mentions, or the tokens in them. Shape of the mask (1 or more, n)."""
    if attribute.scale == "name":
        return float("nan")
    if attribute.unit == "token":
        tokens = entity_tokens(study)["reference"]
        is_kept = np.array([tokens.of_mentions(row) for row in is_kept])
    values = np.atleast_2d(attribute_values(study, attribute).reference)[:n_predictions]
    values, is_kept = np.broadcast_arrays(values, is_kept)
    defined = values[is_kept & ~np.isnan(values)]
    return float(defined.mean()) if len(defined) else float("nan")
