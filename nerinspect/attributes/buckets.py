"""Buckets: intervals of the values of an attribute, with edges taken from the reference alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from nerinspect.attributes.built_in import distinct_values
from nerinspect.corpus.arrays import AnyIntArray, FloatArray, IntArray, kept_with_owner
from nerinspect.events.study import DEFAULT_BUCKETS, WITHOUT_VALUE, Attribute, DistinctValues, Study

_MOST_KEPT: Final = 3  # bucketings of an attribute; each takes four bytes for every member whose bucket was asked for

_NAMES: Final = {
    1: ("XS",),
    2: ("XS", "XL"),
    3: ("XS", "S", "XL"),
    4: ("XS", "S", "L", "XL"),
    5: ("XS", "S", "M", "L", "XL"),
}


class Bucket(NamedTuple):
    """One bucket, such as `XS`; `is_own` if it is there for one value alone.

    `lower` and `upper`: it holds the values in (lower, upper]; an open edge is None. A bucket for one value has it at
    both edges; one for a name, or for no value, has none.
    """

    name: str
    lower: float | None = None
    upper: float | None = None
    is_own: bool = False


@dataclass(frozen=True, eq=False)
class Bucketing:
    """The buckets of one attribute in a study, ascending, perhaps fewer than wanted, and the bucket of each value."""

    attribute: Attribute
    n_wanted: int
    buckets: tuple[Bucket, ...]
    of_value: IntArray
    distinct: DistinctValues

    @cached_property
    def reference(self) -> IntArray:
        """Place in `buckets` of each reference member. Shape (n_reference,) or (n_predictions, n_reference)."""
        return self.of_value[self.distinct.reference]

    @cached_property
    def predicted(self) -> IntArray:
        """Place in `buckets` of each predicted member. Shape (n_predicted,)."""
        return self.of_value[self.distinct.predicted]

    def reference_of(self, prediction: int) -> IntArray:
        """Give the buckets of the reference members as one prediction sees them. Shape (n_reference,)."""
        return self.reference if self.reference.ndim == 1 else self.reference[prediction]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(bucket.name for bucket in self.buckets)


def bucketing(study: Study, attribute: Attribute, n_wanted: int = DEFAULT_BUCKETS) -> Bucketing:
    """Put each member of a study into one bucket, and keep the last few numbers asked for of each attribute.

    The number wanted is the m of the definitions, in `BUCKET_RANGE`.

    References
    ----------
    Fu et al. (2020), Interpretable multi-dataset evaluation for named entity recognition.
    """
    kept = _kept_bucketings(study).setdefault(attribute.name, {})
    if found := kept.get(n_wanted):
        return found
    made = kept[n_wanted] = bucket_values(attribute, distinct_values(study, attribute), n_wanted)
    for older in list(kept)[:-_MOST_KEPT]:
        kept.pop(older, None)
    return made


def is_bucketed(study: Study, attribute: Attribute, n_wanted: int = DEFAULT_BUCKETS) -> bool:
    """Tell whether the buckets are there already, so that `bucketing` gives them at once."""
    return n_wanted in _kept_bucketings(study).get(attribute.name, {})


@kept_with_owner
def _kept_bucketings(study: Study) -> dict[str, dict[int, Bucketing]]:
    return {}


def bucket_values(attribute: Attribute, distinct: DistinctValues, n_wanted: int) -> Bucketing:
    """Put values into buckets, see `bucketing`."""
    there = distinct.values[~np.isnan(distinct.values)]
    if attribute.scale == "name":
        buckets, codes = _by_name(distinct.names, there)
    else:
        edges = _edges(attribute, n_wanted, there, distinct.n_reference[: len(there)])
        buckets, codes = _by_edges(*edges, there)
    if len(there) < len(distinct.values):
        buckets, codes = (*buckets, Bucket(WITHOUT_VALUE)), np.append(codes, len(buckets))
    return Bucketing(attribute, n_wanted, buckets, codes.astype(np.int32), distinct)


def bucket_names(n_buckets: int) -> tuple[str, ...]:
    """Name so many buckets of numbers, the lowest first."""
    return _NAMES.get(n_buckets) or tuple(f"B{number}" for number in range(1, n_buckets + 1))


def _edges(
    attribute: Attribute, n_wanted: int, values: FloatArray, n_reference: AnyIntArray
) -> tuple[list[float], list[float | None], list[float]]:
    """Find the own values below the intervals, the edges of the intervals, and the own values above them.

    The values are ascending, each with the number of reference members that have it. The edges are the lower edge of
    the first interval, None if it is open, and the upper edge of each.
    """
    if attribute.has_lengths:
        return [float(length) for length in range(1, n_wanted)], [float(n_wanted - 1), None], []
    known = values[n_reference > 0]
    below, above = ([own] if own is not None and own in known else [] for own in (attribute.lowest, attribute.highest))
    is_rest = ~np.isin(values, [*below, *above])
    if n_reference[is_rest].any():
        uppers = _upper_edges(values[is_rest], n_reference[is_rest], n_wanted - len(below) - len(above))
        return below, [below[0] if below else None, *uppers, None], above
    return below, [None, None] if is_rest.any() else [], above


def _upper_edges(values: FloatArray, counts: AnyIntArray, n_shares: int) -> list[float]:
    """Close a bucket after the value with which it holds more than an equal share; the last one has no upper edge."""
    values, n_up_to = values[counts > 0], np.cumsum(counts[counts > 0])
    share, n_before = n_up_to[-1] / max(n_shares, 1), 0
    edges: list[float] = []
    while (place := int(np.searchsorted(n_up_to, n_before + share, side="right"))) < len(values) - 1:
        edges.append(float(values[place]))
        n_before = int(n_up_to[place])
    return edges


def _by_edges(
    below: Sequence[float], edges: Sequence[float | None], above: Sequence[float], values: FloatArray
) -> tuple[tuple[Bucket, ...], AnyIntArray]:
    """Name own values and intervals in ascending order, and find the place of each value among them."""
    spans = [(value, value) for value in below] + list(pairwise(edges)) + [(value, value) for value in above]
    is_own = [True] * len(below) + [False] * max(len(edges) - 1, 0) + [True] * len(above)
    names = bucket_names(len(spans))
    buckets = tuple(Bucket(name, *span, own) for name, span, own in zip(names, spans, is_own, strict=True))
    codes = len(below) + np.searchsorted(np.array(edges[1:-1], dtype=np.float64), values)
    for place in np.flatnonzero(is_own):
        codes[values == spans[place][0]] = place
    return buckets, codes


def _by_name(names: Sequence[str], values: FloatArray) -> tuple[tuple[Bucket, ...], AnyIntArray]:
    used = [names[int(value)] for value in values.tolist()]
    order = sorted(range(len(used)), key=used.__getitem__)
    codes = np.zeros(len(used), dtype=np.int64)
    codes[order] = np.arange(len(used))
    return tuple(Bucket(used[place]) for place in order), codes
