"""The array types every column of the program is made of."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

IntArray: TypeAlias = npt.NDArray[np.int32]
CodeArray: TypeAlias = npt.NDArray[np.int8]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
ByteArray: TypeAlias = npt.NDArray[np.uint8]
AnyIntArray: TypeAlias = npt.NDArray[np.signedinteger[Any]]


def spread_ranges(start: AnyIntArray, stop: AnyIntArray) -> npt.NDArray[np.int64]:
    """List the members of many half-open ranges one after the other.

    Parameters
    ----------
    start, stop : ndarray of int, shape (n,)
        Ranges; `stop` is never below `start`.

    Returns
    -------
    ndarray of int64, shape (sum of lengths,)
        The members of the first range, then of the second, and so on.

    Examples
    --------
    >>> spread_ranges(np.array([5, 0]), np.array([7, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    length = (stop - start).astype(np.int64)
    before = np.cumsum(length) - length
    return np.repeat(start - before, length) + np.arange(int(length.sum()), dtype=np.int64)
