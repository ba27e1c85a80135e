"""The attributes every study has: the eight of Fu et al. and the type."""

from collections.abc import Callable
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import FloatArray
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Attribute, AttributeValues, DistinctValues, Study, kept_count
from nerinspect.training.frequencies import label_consistency, surface_counts, token_counts, typed_token_counts
from nerinspect.training.index import token_numbers
from nerinspect.training.surfaces import surface_ids


def attributes_of(study: Study) -> tuple[Attribute, ...]:
    """List the attributes that have values in a study: without training data only those that need none."""
    known = (*BUILT_IN, *study.attributes)
    return tuple(one for one in known if study.training is not None or not one.needs_training)


def attribute_values(study: Study, attribute: Attribute) -> AttributeValues:
    """Give the values of an attribute, each time made of the numbers that `distinct_values` keeps."""
    return distinct_values(study, attribute).of_members


def distinct_values(study: Study, attribute: Attribute) -> DistinctValues:
    """Give the values of an attribute, computed once for a study, which has training data if it needs them."""
    return kept_count(study, "values", attribute.name, lambda: attribute.values(study).distinct)


def mention_lengths(study: Study) -> AttributeValues:
    reference, predicted = (study.mentions_on(side) for side in SIDES)
    return AttributeValues(
        (reference.end - reference.start).astype(np.float64), (predicted.end - predicted.start).astype(np.float64)
    )


def _of_sentences(by_sentence: Callable[[Study], FloatArray]) -> Callable[[Study], AttributeValues]:
    def values(study: Study) -> AttributeValues:
        of_sentence = by_sentence(study)
        reference, predicted = (of_sentence[study.text.sentence_of(study.mentions_on(side).start)] for side in SIDES)
        return AttributeValues(reference, predicted)

    return values


def sentence_lengths(study: Study) -> FloatArray:
    return np.diff(study.text.sentence_start).astype(np.float64)


def mention_densities(study: Study) -> FloatArray:
    """Divide the reference mentions of each sentence by its tokens."""
    sentence = study.text.sentence_of(study.reference.mentions.start)
    return np.bincount(sentence, minlength=study.text.n_sentences) / sentence_lengths(study)


def unknown_densities(study: Study) -> FloatArray:
    """Divide the tokens of each sentence that occur nowhere in the training text by its tokens."""
    numbers = token_numbers(study)
    n_numbers = int(max(numbers.test.max(initial=-1), numbers.training.max(initial=-1))) + 1
    is_known = np.zeros(n_numbers, dtype=bool)
    is_known[numbers.training] = True
    start = study.text.sentence_start
    n_unknown = np.append(0, np.cumsum(~is_known[numbers.test][study.text.codes[start[0] : start[-1]]]))
    start = start - start[0]
    return np.asarray((n_unknown[start[1:]] - n_unknown[start[:-1]]) / sentence_lengths(study))


def mention_frequencies(study: Study) -> AttributeValues:
    """Divide the training mentions with the surface of each mention by all training mentions; 0 if there are none."""
    ids, counts = surface_ids(study), surface_counts(study).mentions
    n_mentions = max(len(ids.training), 1)
    return AttributeValues(counts[ids.reference] / n_mentions, counts[ids.predicted] / n_mentions)


def label_consistencies(study: Study) -> AttributeValues:
    return AttributeValues(label_consistency(study, "reference"), label_consistency(study, "predicted"))


def token_frequencies(study: Study) -> AttributeValues:
    """Divide the training occurrences of the token by all training tokens; 0 if there are none."""
    counts, n_tokens = token_counts(study), max(study.training_data.text.n_tokens, 1)
    return AttributeValues(counts["reference"] / n_tokens, counts["predicted"] / n_tokens)


def token_consistencies(study: Study) -> AttributeValues:
    """Divide the training occurrences of the token with this type by all of its occurrences; 0 if there are none."""
    typed, counts = typed_token_counts(study), token_counts(study)
    reference, predicted = (typed[side] / np.maximum(counts[side], 1) for side in SIDES)
    return AttributeValues(reference, predicted)


def type_values(study: Study) -> AttributeValues:
    reference, predicted = (study.mentions_on(side).type_codes.astype(np.float64) for side in SIDES)
    return AttributeValues(reference, predicted, study.types)


TYPE: Final = Attribute("type", "type of the mention", type_values, scale="name")

BUILT_IN: Final = (
    Attribute("eLen", "mention length", mention_lengths, scale="whole", has_lengths=True),
    Attribute("sLen", "sentence length", _of_sentences(sentence_lengths), scale="whole"),
    Attribute("eDen", "mention density", _of_sentences(mention_densities)),
    Attribute("oDen", "unknown tokens", _of_sentences(unknown_densities), lowest=0.0, needs_training=True),
    Attribute("eFre", "mention frequency", mention_frequencies, lowest=0.0, needs_training=True),
    Attribute("eCon", "label consistency", label_consistencies, lowest=0.0, highest=1.0, needs_training=True),
    Attribute("tFre", "token frequency", token_frequencies, "token", lowest=0.0, needs_training=True),
    Attribute("tCon", "token consistency", token_consistencies, "token", lowest=0.0, highest=1.0, needs_training=True),
    TYPE,
)
"""In the order of their definitions.

References
----------
Fu et al. (2020), Interpretable multi-dataset evaluation for named entity recognition.
"""
