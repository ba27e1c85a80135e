"""The mentions of a filter by document, and the documents by what a system scores in them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import SIDES, TP
from nerinspect.analysis.ratios import f1_of, mean_defined
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import FloatArray, IntArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_mentions import KeptMentions, kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase


@dataclass(frozen=True, eq=False)
class DocumentRanking:
    """Documents by F1, the lowest first; of equal ones those with more demerits first, then as they stand.

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
    """Rank the documents by the score of a system, worst first.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    predictions : sequence of int
        Numbers of the runs of the system, one or more.
    base : MentionBase
        The mentions to count; all, if left out.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    DocumentRanking
        Of all documents, also of those without a mention.
    """
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
