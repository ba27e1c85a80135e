"""Which mentions of the test and training texts have the same surface."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray, from_arrow, spread_ranges
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.corpus.matching import over_one_vocabulary
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.sequences import as_sequences, offsets_of
from nerinspect.corpus.text import Text


@dataclass(frozen=True, eq=False)
class SurfaceIds:
    """Numbers of surfaces: mentions with equal numbers have equal token sequences, and no others.

    Attributes
    ----------
    reference : ndarray of int32, shape (n_reference,)
        Of the reference mentions.
    predicted : ndarray of int32, shape (n_predicted,)
        Of the mentions of all predictions, as `Study.predicted` numbers them.
    training : ndarray of int32, shape (n_training_mentions,)
        Of the training mentions; empty without training data.
    n_surfaces : int
        How many different surfaces there are.
    """

    reference: IntArray
    predicted: IntArray
    training: IntArray
    n_surfaces: int


@kept_with_owner
def surface_ids(study: Study) -> SurfaceIds:
    """Give the surfaces of all mentions numbers; they are compared token by token, under `Study.matching`.

    Parameters
    ----------
    study : Study
        With or without training data.

    Returns
    -------
    SurfaceIds
        Over one range of numbers.
    """
    training = study.training
    text, known = over_one_vocabulary(study.text, training.text if training else study.text, study.matching)
    sides = [(text, study.reference.mentions), (text, study.predicted)]
    sides += [(known, training.annotation.mentions)] if training else []
    (reference, predicted, *others), n_surfaces = numbered_surfaces(sides)
    of_training = others[0] if others else np.empty(0, dtype=np.int32)
    return SurfaceIds(reference, predicted, of_training, n_surfaces)


def numbered_surfaces(sides: Sequence[tuple[Text, Mentions]]) -> tuple[list[IntArray], int]:
    """Give the surfaces of mentions numbers from 0; equal numbers are equal token sequences.

    Parameters
    ----------
    sides : sequence of (Text, Mentions)
        Mentions with their texts, which share one vocabulary.

    Returns
    -------
    numbers : list of ndarray of int32
        For each side those of its mentions, shape (n_mentions,).
    n_surfaces : int
        How many different surfaces there are.
    """
    parts = [_surfaces(text, mentions) for text, mentions in sides]
    numbered = pa.concat_arrays(parts).dictionary_encode()
    numbers = np.split(from_arrow(numbered.indices), np.cumsum([len(part) for part in parts[:-1]]))
    return numbers, len(numbered.dictionary)


def _surfaces(text: Text, mentions: Mentions) -> pa.LargeBinaryArray:
    start, end = mentions.start, mentions.end
    return as_sequences(text.codes[spread_ranges(start, end)], offsets_of(start, end))
