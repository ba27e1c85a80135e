"""What diagnoses start from: F1 of every system by the buckets of attributes, and the documents by F1."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import attribute_values
from nerinspect.corpus.arrays import BoolArray, FloatArray, IntArray
from nerinspect.events.members import entity_tokens
from nerinspect.events.scores import f1_of, mean_defined
from nerinspect.events.segment_events import SIDES, TP
from nerinspect.events.study import DEFAULT_BUCKETS, Attribute, Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.counts.buckets import bucket_counts
from nerinspect.query.rates import WHOLE, KeptMentions, MentionBase, kept_mentions
from nerinspect.systems.diagnosis import F1Table
from nerinspect.training.retention import competing_systems


@dataclass(frozen=True, eq=False)
class DocumentRanking:
    """All documents by F1, the lowest first; of equal ones those with more demerits first, then as they stand.

    Attributes
    ----------
    document : ndarray of int32, shape (n_documents,)
        Numbers from 1, as `doc:` knows them. Every document is among them.
    rank : ndarray of int32, shape (n_documents,)
        From 1, equal for equal F1; 0 where F1 is undefined, at the end.
    counts : ndarray of float64, shape (3, n_documents)
        Reference, predicted and correct mentions; of several runs the means.
    f1 : ndarray of float64, shape (n_documents,)
        A fraction, the mean over the runs where it is defined; nan if undefined.
    errors : ndarray of float64, shape (n_documents,)
        Error events that hold a counted mention; of several runs the means.
    """

    document: IntArray
    rank: IntArray
    counts: FloatArray
    f1: FloatArray
    errors: FloatArray

    @property
    def demerits(self) -> FloatArray:
        """Mentions of both sides that are not matched exactly. Shape (n_documents,)."""
        reference, predicted, correct = self.counts
        unmatched: FloatArray = reference + predicted - 2 * correct
        return unmatched


def rank_documents(
    study: Study,
    predictions: Sequence[int],
    base: MentionBase = WHOLE,
    checkpoint: Checkpoint = no_checkpoint,
) -> DocumentRanking:
    """Rank the documents, also those without a mention, by the score of the runs of a system, worst first."""
    n_documents = study.text.n_documents
    by_run = _counts(study, predictions, base, checkpoint)
    errors = np.mean([_errors(study, kept, n_documents) for kept in kept_mentions(study, base, predictions)], axis=0)
    counts, f1 = by_run.mean(axis=0), mean_defined(f1_of(by_run))
    reference, predicted, correct = counts
    order = np.lexsort((2 * correct - reference - predicted, f1))  # puts nan behind, and keeps equals as they stand
    f1 = f1[order]
    rank = np.where(np.isnan(f1), 0, 1 + np.searchsorted(f1, f1))
    return DocumentRanking((order + 1).astype(np.int32), rank.astype(np.int32), counts[:, order], f1, errors[order])


def _errors(study: Study, kept: KeptMentions, n_documents: int) -> npt.NDArray[np.int64]:
    """Count the error events with a kept mention by document. Shape (n_documents,)."""
    events = np.unique(np.concatenate([kept.events[side] for side in SIDES]))
    events = events[study.events.kind[events] != TP]
    return np.bincount(study.text.document[study.event_sentence[events]] - 1, minlength=n_documents)


def _counts(
    study: Study, predictions: Sequence[int], base: MentionBase, checkpoint: Checkpoint
) -> npt.NDArray[np.int64]:
    """Count the mentions of a base by document. Shape (n_predictions, 3, n_documents)."""
    place_of_sentence, n_documents = study.text.document - 1, study.text.n_documents
    codes = {
        side: place_of_sentence[study.text.sentence_of(study.mentions_on(side).start)].astype(np.int32)
        for side in SIDES
    }
    kept = kept_mentions(study, base, predictions, checkpoint)
    counts = [own.count(codes, n_documents) for own in kept]
    return np.array(counts, dtype=np.int64).reshape(len(predictions), 3, n_documents)


def f1_tables(
    study: Study,
    attributes: Sequence[Attribute],
    n_wanted: int = DEFAULT_BUCKETS,
    base: MentionBase = WHOLE,
    with_retention: bool = True,
    checkpoint: Checkpoint = no_checkpoint,
) -> list[F1Table]:
    """Score every system, with or without the heuristic, in buckets of attributes; these stay those of the study."""
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
