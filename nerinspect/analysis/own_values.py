"""The values of an attribute of the user's own: numbers, dates or names, as what is written says."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.attribute import Scale
from nerinspect.analysis.buckets import WITHOUT_VALUE
from nerinspect.corpus.arrays import FloatArray, from_arrow, mask_from_arrow

_ISO_DATE: Final = r"^\d{4}-\d\d-\d\d([T ].*)?$"
_TEXTS: Final = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
_LENGTH_OF_DATE: Final = 10
_NO_VALUE: Final = rf"^(?:{WITHOUT_VALUE})?$"


@dataclass(frozen=True, eq=False)
class OwnValues:
    """A column of values.

    Attributes
    ----------
    scale : str
        As in `Attribute`.
    values : ndarray of float64, shape (n,)
        Numbers, days since 1970-01-01, or places in `names`; nan where there is none.
    names : tuple of str
        Each distinct name once, if the scale is `name`.
    """

    scale: Scale
    values: FloatArray
    names: tuple[str, ...] = ()

    @property
    def has_values(self) -> bool:
        """Whether there is any value."""
        return not bool(np.isnan(self.values).all())

    def odd_name(self) -> str | None:
        """Give the first name that is no number where most names are."""
        odd = [name for name in self.names if not _is_number(name)]
        return odd[0] if odd and 2 * len(odd) < len(self.names) else None


def values_of(column: pa.Array) -> OwnValues | None:
    """Read a column of any type; None if it holds something else than numbers, dates or texts.

    Parameters
    ----------
    column : pyarrow.Array
        A null, a number that is none, an empty text and the text `none` are no value.

    Returns
    -------
    OwnValues or None
        Of texts as `values_of_texts` reads them; truth values are names.
    """
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if any(is_text(kind) for is_text in _TEXTS):
        return values_of_texts(column.cast(pa.string()))
    if pa.types.is_boolean(kind):
        return values_of_texts(pc.if_else(column, "true", "false").cast(pa.string()))
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        return OwnValues("date", _floats(pc.cast(column, pa.date32(), safe=False).cast(pa.int32())))
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        values = _floats(column.cast(pa.float64(), safe=False))
        return _numbers(np.where(np.isfinite(values), values, np.nan))
    return None


def values_of_texts(texts: pa.StringArray) -> OwnValues:
    """Read a column of texts: numbers if all are numbers, dates if all are ISO dates, else names.

    Parameters
    ----------
    texts : pyarrow.StringArray
        Blanks around them do not count; an empty one, a null and `none` are no value.

    Returns
    -------
    OwnValues
        Whole numbers, if no number has a fraction; of a date with a time the date.
    """
    coded = pc.utf8_trim_whitespace(texts).dictionary_encode()
    used = coded.dictionary
    counts = pc.invert(pc.match_substring_regex(used, _NO_VALUE))
    distinct, is_value = used.filter(counts), mask_from_arrow(counts)
    place = np.append(np.where(is_value, np.cumsum(is_value) - 1, -1), -1)  # the last one is that of nulls
    place = place[np.where(mask_from_arrow(texts.is_valid()), from_arrow(coded.indices), -1)]
    for scale, read in (("number", _read_numbers), ("date", _read_dates)):
        if (values := read(distinct)) is not None:
            of_rows = np.append(values, np.nan)[place]
            return _numbers(of_rows) if scale == "number" else OwnValues("date", of_rows)
    names = tuple(distinct.to_pylist())
    return OwnValues("name", np.where(place >= 0, place, np.nan), names)


def _numbers(values: FloatArray) -> OwnValues:
    is_whole = bool((np.trunc(values) == values)[~np.isnan(values)].all())
    return OwnValues("whole" if is_whole else "number", values)


def _read_numbers(texts: pa.StringArray) -> FloatArray | None:
    """Read finite numbers; None if one is none."""
    try:
        values = _floats(texts.cast(pa.float64()))
    except pa.ArrowInvalid:
        return None
    return values if np.isfinite(values).all() else None


def _read_dates(texts: pa.StringArray) -> FloatArray | None:
    """Read ISO dates as days since 1970-01-01; None if one is none."""
    if not mask_from_arrow(pc.match_substring_regex(texts, _ISO_DATE)).all():
        return None
    try:
        return _floats(pc.utf8_slice_codeunits(texts, 0, _LENGTH_OF_DATE).cast(pa.date32()).cast(pa.int32()))
    except pa.ArrowInvalid:
        return None


def _is_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False


def _floats(numbers: pa.Array) -> FloatArray:
    """Copy Arrow's numbers, nulls as nan; `to_numpy` and `fill_null` would import pandas first."""
    floats = numbers.cast(pa.float64())
    values = np.frombuffer(floats.buffers()[1], dtype=np.float64, count=len(floats), offset=8 * floats.offset)
    return np.where(mask_from_arrow(floats.is_valid()), values, np.nan)
