"""What a bucket holds, in words: `0`, `2 tokens`, `12 to 18 tokens`, `over 0.58`."""

from collections.abc import Callable
from typing import Final

import numpy as np

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.attributes import BUILT_IN
from nerinspect.analysis.buckets import WITHOUT_VALUE, Bucketing

_IN_TOKENS: Final = ("eLen", "sLen")
_FEWEST_DIGITS, _MOST_DIGITS = 2, 17


def bucket_words(own: Bucketing, place: int, with_unit: bool = True) -> str:
    """Say what values a bucket holds.

    Parameters
    ----------
    own : Bucketing
        All buckets of the attribute: edges are written with as many digits as tell them apart.
    place : int
        Which bucket.
    with_unit : bool
        Whether `tokens` follows a length in tokens.

    Returns
    -------
    str
        Such as `0`, `to 0.58`, `0.58 to 1`, `over 0.58`, `12 to 18 tokens`, `4 or more tokens`; the name of a bucket
        of names; `no value`.
    """
    bucket, scale = own.buckets[place], own.attribute.scale
    if bucket.name == WITHOUT_VALUE and bucket.lower is bucket.upper is None and place == len(own.buckets) - 1:
        return "no value"
    if scale == "name":
        return bucket.name
    if bucket.lower is bucket.upper is None:
        return "any value" if len(own.buckets) == 1 else "any other value"
    if scale in ("whole", "date"):
        step = 0 if bucket.is_own else 1
        low = None if bucket.lower is None else int(bucket.lower) + step
        return _whole(low, None if bucket.upper is None else int(bucket.upper), own, with_unit)
    written = _writer(own)
    if bucket.is_own and bucket.upper is not None:
        return written(bucket.upper)
    if bucket.upper is None:
        return f"over {written(bucket.lower or 0.0)}"
    is_first = bucket.lower is None or own.buckets[place - 1].is_own
    return f"to {written(bucket.upper)}" if is_first else f"{written(bucket.lower or 0.0)} to {written(bucket.upper)}"


def _whole(low: int | None, high: int | None, own: Bucketing, with_unit: bool) -> str:
    """Say which whole numbers, or days, lie between two ends, both included."""
    if own.attribute.scale == "date":
        first, last = (None if end is None else str(np.datetime64(end, "D")) for end in (low, high))
        text = f"from {first}" if last is None else f"to {last}" if first is None else f"{first} to {last}"
        return str(last) if first == last else text
    unit = (" token" if low == high == 1 else " tokens") if with_unit and own.attribute.name in _IN_TOKENS else ""
    first, last = ("" if end is None else whole_text(own.attribute, end) for end in (low, high))
    if high is None:
        return f"{first} or more{unit}"
    text = f"to {last}" if low is None else last if low == high else f"{first} to {last}"
    return text + unit


def whole_text(attribute: Attribute, value: int) -> str:
    """Write a whole number: counts by thousands, those of the user's own, such as years, as they are."""
    return f"{value:,}" if attribute in BUILT_IN else str(value)


def _writer(own: Bucketing) -> Callable[[float], str]:
    """Choose the number of digits that tells all edges apart."""
    edges = {edge for bucket in own.buckets for edge in (bucket.lower, bucket.upper) if edge is not None}
    for n_digits in range(_FEWEST_DIGITS, _MOST_DIGITS + 1):
        texts = {edge: _rounded(edge, n_digits) for edge in edges}
        if len(set(texts.values())) == len(edges):
            break
    return texts.__getitem__


def _rounded(value: float, n_digits: int) -> str:
    """Write so many digits that mean something, but all before the point."""
    before = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    return np.format_float_positional(value, max(n_digits, before), unique=False, fractional=False, trim="-")
