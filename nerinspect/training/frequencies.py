"""How often surfaces and tokens stand in the training data, and as what; what a test set asks of memory so."""

from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, FloatArray, IntArray, kept_with_owner, sorted_distinct, spread_ranges
from nerinspect.corpus.text import Matching, over_one_vocabulary
from nerinspect.events.members import entity_tokens
from nerinspect.events.segment_events import Side
from nerinspect.events.study import AnnotatedText, Study, kept_column, kept_count
from nerinspect.training.index import code_counts, token_numbers
from nerinspect.training.surfaces import (
    Labelled,
    Surfaces,
    is_seen,
    labelled_surfaces,
    occurrences_by_block,
    surface_ids,
    types_of_surfaces,
    types_with_training,
    unlabelled_among,
)


@dataclass(frozen=True, eq=False)
class SurfaceCounts:
    """Training mentions and unlabelled places of each surface, by the numbers of `surface_ids`.

    An unlabelled place has exactly these tokens, inside one sentence, and overlaps no mention; those of surfaces that
    are no training mention are not counted.
    """

    mentions: AnyIntArray
    unlabelled: AnyIntArray


@kept_column("surface counts")
def surface_counts(study: Study) -> SurfaceCounts:
    """Count the places of the surfaces of all training mentions."""
    ids = surface_ids(study)
    n_mentions = np.bincount(ids.training, minlength=ids.n_surfaces)
    return SurfaceCounts(n_mentions, _unlabelled(study.training_data, ids.training, ids.n_surfaces, study.matching))


def training_types(study: Study, surfaces: AnyIntArray) -> list[dict[str, int]]:
    """Count the training mentions of each of some surfaces by type; most frequent first, then by code point."""
    types, (surface, type_codes, count) = study.training_data.annotation.mentions.types, _types_in_training(study)
    first, stop = np.searchsorted(surface, surfaces), np.searchsorted(surface, surfaces, "right")
    rows, last = spread_ranges(first, stop), np.cumsum(stop - first)
    pairs = list(zip([types[code] for code in type_codes[rows].tolist()], count[rows].tolist(), strict=True))
    return [dict(pairs[low:high]) for low, high in zip([0, *last[:-1].tolist()], last.tolist(), strict=False)]


@kept_with_owner
def _types_in_training(study: Study) -> tuple[AnyIntArray, AnyIntArray, AnyIntArray]:
    """List the surfaces of training mentions with each of their types, and count them; see `types_of_surfaces`."""
    known, surface = study.training_data.annotation.mentions, surface_ids(study).training
    example, count = types_of_surfaces(surface, known)
    return surface[example], known.type_codes[example], count


def label_consistency(study: Study, side: Side) -> FloatArray:
    """Give eCon of every mention of a side: how steadily training gives its surface its type.

    It is the number of training mentions of its surface and type, divided by that of all training mentions and
    unlabelled places of the surface; 0 if the surface is no training mention.

    References
    ----------
    Fu et al. (2020), Interpretable multi-dataset evaluation for named entity recognition.
    """
    surface, counts = surface_ids(study).on(side), surface_counts(study)
    n_places = np.maximum(counts.mentions[surface] + counts.unlabelled[surface], 1)
    sought = surface.astype(np.int64) * len(types_with_training(study)) + study.mentions_on(side).type_codes
    return np.asarray(labelled_surfaces(study).times(sought) / n_places)


def token_counts(study: Study) -> dict[Side, AnyIntArray]:
    """Count the training occurrences of the token of each (position, type) pair of `entity_tokens`."""
    counts = vocabulary_counts(study)
    return {side: counts[study.text.codes[tokens.position]] for side, tokens in entity_tokens(study).items()}


@kept_column("vocabulary counts")
def vocabulary_counts(study: Study) -> AnyIntArray:
    """Count the training occurrences of each token of the vocabulary."""
    own, by_code = token_numbers(study), code_counts(study.training_data.text)
    n_numbers = int(max(own.test.max(initial=-1), own.training.max(initial=-1))) + 1
    counts = np.zeros(n_numbers, dtype=np.int64)
    np.add.at(counts, own.training, by_code)
    return np.asarray(counts[own.test])


def typed_token_counts(study: Study) -> dict[Side, AnyIntArray]:
    """Count the training occurrences of the token of each pair inside a mention of the type of the pair."""
    own, types, labelled = token_numbers(study), types_with_training(study), labelled_tokens(study)
    return {
        side: labelled.times(own.test[study.text.codes[tokens.position]] * np.int64(len(types)) + tokens.type_codes)
        for side, tokens in entity_tokens(study).items()
    }


@kept_column("labelled tokens")
def labelled_tokens(study: Study) -> Labelled:
    """Count token and type of the tokens in training mentions, as one number."""
    own, types, training = token_numbers(study), types_with_training(study), study.training_data
    known = training.annotation.mentions.with_types(types)
    position = spread_ranges(known.start, known.end)
    place = position * len(types) + np.repeat(known.type_codes, known.end - known.start)
    position, type_codes = np.divmod(sorted_distinct(place), len(types))  # mentions of a type may overlap
    return Labelled.of(own.training[training.text.codes[position]] * np.int64(len(types)) + type_codes)


def _unlabelled(training: AnnotatedText, surface: IntArray, n_surfaces: int, matching: Matching) -> AnyIntArray:
    """Count for each surface of a training mention the places that overlap no mention. Shape (n_surfaces,)."""
    known = training.annotation.mentions
    searched, _ = over_one_vocabulary(training.text, training.text, matching)
    own, example = np.unique(surface, return_index=True)
    sought = Surfaces.of_spans(searched, known.start[example], known.end[example])
    counts = np.zeros(n_surfaces, dtype=np.int64)
    for block, found in occurrences_by_block(searched, sought):
        number, _ = unlabelled_among(found, known.between(block), block)
        np.add.at(counts, own[number], 1)
    return counts


@dataclass(frozen=True)
class DataSetProfile:
    """Averages over the reference mentions, and over those seen with their type, as sums that are divided last."""

    n_mentions: int
    n_seen: int
    n_tokens: int
    consistency: float
    seen_consistency: float


def data_set_profile(study: Study) -> DataSetProfile:
    """Sum up the reference mentions of a study.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    Fu et al. (2020), Interpretable multi-dataset evaluation for named entity recognition.
    """
    return kept_count(study, "profile", None, lambda: _profile(study))


def _profile(study: Study) -> DataSetProfile:
    mentions = study.reference.mentions
    consistency, seen = label_consistency(study, "reference"), is_seen(study, "reference")
    return DataSetProfile(
        len(mentions),
        int(seen.sum()),
        int((mentions.end - mentions.start).sum(dtype=np.int64)),
        float(consistency.sum()),
        float(consistency[seen].sum()),
    )
