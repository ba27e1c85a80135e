"""Turn strings that come block by block into codes over one list of distinct strings."""

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import IntArray, from_arrow


class Interner:
    """Collects one column of a file, keeping each distinct string once."""

    def __init__(self) -> None:
        self._distinct: list[pa.BinaryArray] = []
        self._codes: list[IntArray] = []

    def add(self, strings: pa.BinaryArray) -> None:
        """Add the next strings of the column."""
        encoded = strings.dictionary_encode()
        self._distinct.append(encoded.dictionary)
        self._codes.append(from_arrow(encoded.indices))

    def result(self) -> tuple[pa.StringArray, IntArray]:
        """Give the distinct strings in order of first occurrence, and for each string its place among them."""
        if not self._codes:
            return pa.array([], type=pa.string()), np.zeros(0, dtype=np.int32)
        merged = pa.concat_arrays(self._distinct).dictionary_encode()
        place = from_arrow(merged.indices)
        first = np.cumsum([0, *(len(distinct) for distinct in self._distinct)])
        codes = [place[start:][block] for start, block in zip(first, self._codes, strict=False)]
        return merged.dictionary.cast(pa.string()), np.concatenate(codes)
