"""Buckets: intervals of the values of an attribute, with edges taken from the reference alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from nerinspect.analysis.attribute import BUCKET_RANGE as BUCKET_RANGE
from nerinspect.analysis.attribute import DEFAULT_BUCKETS as DEFAULT_BUCKETS
from nerinspect.analysis.attribute import Attribute, AttributeValues, FloatArray
from nerinspect.analysis.attributes import attribute_values
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.corpus.kept import kept_with_owner

WITHOUT_VALUE: Final = "none"
"""Name of the bucket of members that have no value."""

_NAMES: Final = {
    1: ("XS",),
    2: ("XS", "XL"),
    3: ("XS", "S", "XL"),
    4: ("XS", "S", "L", "XL"),
    5: ("XS", "S", "M", "L", "XL"),
}


@dataclass(frozen=True)
class Bucket:
    """One bucket.

    Attributes
    ----------
    name : str
        Such as `XS`, or what the values are called.
    lower, upper : float or None
        It holds the values in (lower, upper]; an open edge is None. A bucket for one value has it at both edges; one
        for a name, or for no value, has none.
    is_own : bool
        Whether it is there for one value alone.
    """

    name: str
    lower: float | None = None
    upper: float | None = None
    is_own: bool = False


@dataclass(frozen=True, eq=False)
class Bucketing:
    """The buckets of one attribute in a study, and the bucket of each member.

    Attributes
    ----------
    attribute : Attribute
        Whose values they hold.
    n_wanted : int
        How many buckets were asked for; there may be fewer.
    buckets : tuple of Bucket
        In ascending order.
    reference : ndarray of int32, shape (n_reference,) or (n_predictions, n_reference)
        Place in `buckets` of each reference member.
    predicted : ndarray of int32, shape (n_predicted,)
        The same of each predicted member.
    """

    attribute: Attribute
    n_wanted: int
    buckets: tuple[Bucket, ...]
    reference: IntArray
    predicted: IntArray

    def reference_of(self, prediction: int) -> IntArray:
        """Give the buckets of the reference members as one prediction sees them. Shape (n_reference,)."""
        return self.reference if self.reference.ndim == 1 else self.reference[prediction]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the buckets in order."""
        return tuple(bucket.name for bucket in self.buckets)


def bucketing(study: Study, attribute: Attribute, n_wanted: int = DEFAULT_BUCKETS) -> Bucketing:
    """Put the members of a study into buckets, once for each attribute and number.

    Parameters
    ----------
    study : Study
        With training data, if the attribute needs them.
    attribute : Attribute
        One of `attributes_of`.
    n_wanted : int
        The m of the definitions, in `BUCKET_RANGE`.

    Returns
    -------
    Bucketing
        Every member lies in exactly one bucket.

    References
    ----------
    Fu et al. (2020), Interpretable multi-dataset evaluation for named entity recognition.
    """
    kept = _kept_bucketings(study)
    key = attribute.name, n_wanted
    if key not in kept:
        kept[key] = bucket_values(attribute, attribute_values(study, attribute), n_wanted)
    return kept[key]


@kept_with_owner
def _kept_bucketings(study: Study) -> dict[tuple[str, int], Bucketing]:
    return {}


def bucket_values(attribute: Attribute, values: AttributeValues, n_wanted: int) -> Bucketing:
    """Put values into buckets, see `bucketing`."""
    sides = values.reference.ravel(), values.predicted
    if attribute.scale == "name":
        buckets, codes = _by_name(values.names, sides)
    else:
        buckets, codes = _by_edges(*_edges(attribute, n_wanted, *sides), sides)
    is_missing = [np.isnan(side) for side in sides]
    if any(missing.any() for missing in is_missing):
        codes = [np.where(missing, len(buckets), one) for missing, one in zip(is_missing, codes, strict=True)]
        buckets = (*buckets, Bucket(WITHOUT_VALUE))
    reference, predicted = (code.astype(np.int32) for code in codes)
    return Bucketing(attribute, n_wanted, buckets, reference.reshape(values.reference.shape), predicted)


def bucket_names(n_buckets: int) -> tuple[str, ...]:
    """Name so many buckets of numbers, the lowest first."""
    return _NAMES.get(n_buckets) or tuple(f"B{number}" for number in range(1, n_buckets + 1))


def _edges(
    attribute: Attribute, n_wanted: int, reference: FloatArray, predicted: FloatArray
) -> tuple[list[float], list[float | None], list[float]]:
    """Find the own values below the intervals, the edges of the intervals, and the own values above them.

    The edges are the lower edge of the first interval, None if it is open, and the upper edge of each.
    """
    if attribute.has_lengths:
        return [float(length) for length in range(1, n_wanted)], [float(n_wanted - 1), None], []
    below, above = (
        [value] if value is not None and (reference == value).any() else []
        for value in (attribute.lowest, attribute.highest)
    )
    rest = reference[_has_none_of(reference, [*below, *above])]
    if len(rest):
        return (
            below,
            [below[0] if below else None, *_upper_edges(rest, n_wanted - len(below) - len(above)), None],
            above,
        )
    return below, [None, None] if _has_none_of(predicted, [*below, *above]).any() else [], above


def _has_none_of(values: FloatArray, own: Sequence[float]) -> BoolArray:
    """Tell which values there are that have no bucket of their own."""
    return ~np.isnan(values) & ~np.isin(values, own)


def _upper_edges(rest: FloatArray, n_shares: int) -> list[float]:
    """Close a bucket after the value with which it holds more than an equal share; the last one has no upper edge."""
    values, counts = np.unique(rest, return_counts=True)
    share, n_up_to, n_before = len(rest) / max(n_shares, 1), np.cumsum(counts), 0
    edges: list[float] = []
    while (place := int(np.searchsorted(n_up_to, n_before + share, side="right"))) < len(values) - 1:
        edges.append(float(values[place]))
        n_before = int(n_up_to[place])
    return edges


def _by_edges(
    below: Sequence[float], edges: Sequence[float | None], above: Sequence[float], sides: Sequence[FloatArray]
) -> tuple[tuple[Bucket, ...], list[AnyIntArray]]:
    """Name own values and intervals in ascending order, and find the place of each value among them."""
    spans = [(value, value) for value in below] + list(pairwise(edges)) + [(value, value) for value in above]
    is_own = [True] * len(below) + [False] * max(len(edges) - 1, 0) + [True] * len(above)
    names = bucket_names(len(spans))
    buckets = tuple(Bucket(name, *span, own) for name, span, own in zip(names, spans, is_own, strict=True))
    codes = []
    for values in sides:
        code = len(below) + np.searchsorted(np.array(edges[1:-1], dtype=np.float64), values)
        for place in np.flatnonzero(is_own):
            code[values == spans[place][0]] = place
        codes.append(code)
    return buckets, codes


def _by_name(names: Sequence[str], sides: Sequence[FloatArray]) -> tuple[tuple[Bucket, ...], list[AnyIntArray]]:
    """Make a bucket for each name that occurs on a side, by code point."""
    codes = [np.nan_to_num(side).astype(np.int64) for side in sides]
    occurs = [np.bincount(code[~np.isnan(side)], minlength=len(names)) for code, side in zip(codes, sides, strict=True)]
    used = sorted(np.flatnonzero(sum(occurs)).tolist(), key=lambda code: names[code])
    place = np.zeros(max(len(names), 1), dtype=np.int64)
    place[used] = np.arange(len(used))
    return tuple(Bucket(names[code]) for code in used), [place[code] for code in codes]
