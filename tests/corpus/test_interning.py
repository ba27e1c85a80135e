"""Columns of strings, each distinct one kept once, against a dictionary of Python."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.interning import FewStrings, FieldSpans, Interner

STRINGS = st.lists(
    st.text(st.sampled_from("ab\0é😀"), max_size=4) | st.sampled_from(["1234567", "12345678", "12345679", "x" * 300]),
    max_size=12,
)
BLOCKS = st.lists(STRINGS, max_size=4)


def filled(column: Any, blocks: list[list[str]]) -> Any:  # noqa: ANN401 - an `Interner` or `FewStrings`
    for block in blocks:
        encoded = [string.encode() for string in block]
        end = np.cumsum([len(string) + 1 for string in encoded], dtype=np.int32) - 1
        start = end - np.array([len(string) for string in encoded], dtype=np.int32)
        data = np.frombuffer(b"".join(string + b"\n" for string in encoded), dtype=np.uint8)
        column.add(data, FieldSpans(start, end))
    return column


def in_one(blocks: list[list[str]]) -> list[str]:
    return [string for block in blocks for string in block]


@given(BLOCKS)
def test_each_distinct_string_is_kept_once_in_order_of_first_occurrence(blocks: list[list[str]]) -> None:
    strings = in_one(blocks)
    interner = filled(Interner(), blocks)
    for column in (interner, interner, filled(FewStrings(), blocks)):
        found = column.result()
        assert found.distinct.to_pylist() == list(dict.fromkeys(strings))
        assert [found.distinct[int(code)].as_py() for code in found.codes] == strings


@given(BLOCKS, st.data())
def test_columns_are_the_same_only_if_their_strings_are(blocks: list[list[str]], data: st.DataObject) -> None:
    strings = in_one(blocks)
    other = data.draw(st.just(strings) | STRINGS | st.permutations(strings))
    column = filled(Interner(), blocks)
    assert filled(Interner(), [other[:1], other[1:]]).holds(column.result()) == (other == strings)
