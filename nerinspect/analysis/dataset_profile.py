"""What a test set asks of memory: lengths, label consistency and lexical overlap with training."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.novelty import is_seen
from nerinspect.analysis.occurrences import Surfaces, occurrences
from nerinspect.analysis.study import AnnotatedText, Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.corpus.arrays import AnyIntArray, IntArray, spread_ranges
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.corpus.matching import Matching, over_one_vocabulary


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
    mentions, consistency, seen = study.reference.mentions, label_consistency(study), is_seen(study, "reference")
    return DatasetProfile(
        len(mentions),
        int(seen.sum()),
        int((mentions.end - mentions.start).sum(dtype=np.int64)),
        float(consistency.sum()),
        float(consistency[seen].sum()),
    )


@kept_with_owner
def label_consistency(study: Study) -> npt.NDArray[np.float64]:
    """Give eCon of each reference mention: how steadily training gives its surface its type.

    Parameters
    ----------
    study : Study
        With training data.

    Returns
    -------
    ndarray of float64, shape (n_reference,)
        Training mentions of its surface and type, divided by all training mentions of its surface and the unlabelled
        places of it; 0 if the surface is no training mention. A place is unlabelled if it overlaps no mention.
    """
    training, ids, mentions = study.training, surface_ids(study), study.reference.mentions
    assert training is not None, "consistency is that of training data"
    types = tuple(dict.fromkeys((*study.types, *training.annotation.mentions.types)))
    known = training.annotation.mentions.with_types(types)
    key, sought = (
        surface.astype(np.int64) * len(types) + side.type_codes
        for surface, side in ((ids.training, known), (ids.reference, mentions))
    )
    n_of_type = np.searchsorted(sorted_key := np.sort(key), sought, "right") - np.searchsorted(sorted_key, sought)
    n_places = np.bincount(ids.training, minlength=ids.n_surfaces) + _unlabelled(
        training, ids.training, ids.n_surfaces, study.matching
    )
    consistency: npt.NDArray[np.float64] = n_of_type / np.maximum(n_places[ids.reference], 1)
    return consistency


def _unlabelled(training: AnnotatedText, surface: IntArray, n_surfaces: int, matching: Matching) -> AnyIntArray:
    """Count for each surface of a training mention the places that overlap no mention. Shape (n_surfaces,)."""
    known = training.annotation.mentions
    searched, _ = over_one_vocabulary(training.text, training.text, matching)
    own, example = np.unique(surface, return_index=True)
    sought = Surfaces.of_spans(searched, known.start[example], known.end[example])
    number, start = occurrences(searched, sought)
    is_labelled = np.zeros(searched.n_tokens, dtype=bool)
    is_labelled[spread_ranges(known.start, known.end)] = True
    n_labelled = np.append(0, np.cumsum(is_labelled))
    is_free = n_labelled[start + sought.lengths[number]] == n_labelled[start]
    return np.bincount(own[number[is_free]], minlength=n_surfaces)
