"""An attribute: what it is a value of, how it is computed, and how its values are put into buckets."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerinspect.analysis.study import Study

Unit: TypeAlias = Literal["mention", "token"]
Scale: TypeAlias = Literal["number", "whole", "date", "name"]

NO_VALUE: Final = float("nan")
"""Stands for a member that has no value."""

DEFAULT_BUCKETS: Final = 4
BUCKET_RANGE: Final = (2, 10)
"""How many buckets the members may be put into."""


@dataclass(frozen=True, eq=False)
class DistinctValues:
    """The different values of all members, and which of them each member has.

    Attributes
    ----------
    values : ndarray of float64, shape (n_distinct,)
        Ascending; nan, if some member has no value, last.
    reference, predicted : ndarray of int32
        Place in `values` of the value of each member, shaped as in `AttributeValues`.
    """

    values: FloatArray
    reference: IntArray
    predicted: IntArray

    def reference_of(self, prediction: int) -> IntArray:
        """Give the places of the reference members as one prediction sees them. Shape (n_reference,)."""
        return self.reference if self.reference.ndim == 1 else self.reference[prediction]


@dataclass(frozen=True, eq=False)
class AttributeValues:
    """The values of all members of a study.

    Attributes
    ----------
    reference : ndarray of float64, shape (n_reference,) or (n_predictions, n_reference)
        Of the reference members, see `members.Members`; with a row for each prediction if a reference mention has
        another value in the events of each. nan: no value.
    predicted : ndarray of float64, shape (n_predicted,)
        Of the members of all predictions.
    names : tuple of str
        What the values 0, 1, 2, … stand for, if the scale is `name`.
    """

    reference: FloatArray
    predicted: FloatArray
    names: tuple[str, ...] = ()

    def reference_of(self, prediction: int) -> FloatArray:
        """Give the values of the reference members as one prediction sees them. Shape (n_reference,)."""
        return self.reference if self.reference.ndim == 1 else self.reference[prediction]

    @cached_property
    def distinct(self) -> DistinctValues:
        """The different values: many members share few, and buckets are made of these."""
        values, place = np.unique(np.concatenate([self.reference.ravel(), self.predicted]), return_inverse=True)
        reference, predicted = np.split(place.astype(np.int32), [self.reference.size])
        return DistinctValues(values, reference.reshape(self.reference.shape), predicted)


@dataclass(frozen=True, eq=False)
class Attribute:
    """A property of mentions, or of the tokens in them.

    Attributes
    ----------
    name : str
        As in the files, such as `eLen`.
    meaning : str
        In a few words, such as `mention length`.
    values : callable
        Computes the values of the members of a study; called once for each study.
    unit : str
        `mention`, or `token`: (position, type) pairs inside mentions.
    scale : str
        `number`, `whole` (numbers without a fraction), `date` (days since 1970-01-01) or `name`.
    lowest, highest : float or None
        The lowest and the highest possible value, if it has a bucket of its own as soon as a reference member has it.
    has_lengths : bool
        Whether the buckets are 1, 2, …, m - 1 and m or more, instead of equal shares.
    needs_training : bool
        Whether there is no value without training data.
    """

    name: str
    meaning: str
    values: "Callable[[Study], AttributeValues]"
    unit: Unit = "mention"
    scale: Scale = "number"
    lowest: float | None = None
    highest: float | None = None
    has_lengths: bool = False
    needs_training: bool = False
