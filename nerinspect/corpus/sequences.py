"""Token sequences compared as wholes: never by joining texts, never by a hash that could collide unseen."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, IntArray


def offsets_of(start: AnyIntArray, stop: AnyIntArray) -> npt.NDArray[np.int64]:
    """Tell where each of many half-open ranges begins once they are laid behind each other; shape (n + 1,)."""
    offsets = np.zeros(len(start) + 1, dtype=np.int64)
    np.cumsum(stop - start, out=offsets[1:])
    return offsets


def as_sequences(codes: IntArray, offsets: AnyIntArray) -> pa.LargeBinaryArray:
    """Give each run of codes as one string of bytes, which Arrow compares whole.

    Parameters
    ----------
    codes : ndarray of int32, shape (n_codes,)
        Codes of all sequences behind each other.
    offsets : ndarray of int, shape (n_sequences + 1,)
        Where each sequence begins in `codes`; the last entry is the end of the last one.

    Returns
    -------
    pyarrow.LargeBinaryArray, shape (n_sequences,)
        Equal entries for equal sequences, and only for them.
    """
    codes = np.ascontiguousarray(codes, dtype=np.int32)
    places = pa.py_buffer(offsets.astype(np.int64) * codes.itemsize)
    return pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(offsets) - 1, [None, places, pa.py_buffer(codes)])
