from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.io.content import Content
from nerinspect.io.formats.conll import Columns, read_conll
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.reading.checking import check_file
from nerinspect.io.reading.reference_tokens import MISSING, TokenComparison, compare_tokens
from nerinspect.io.request import LoadRequest

Words = list[list[str]]


def raw_of(sentences: Sequence[Sequence[str]]) -> RawFile:
    data = "\n".join("".join(f"{token} O\n" for token in sentence) for sentence in sentences).encode()
    content = Content("file", data, "", len(data), "utf-8", data)
    return RawFile(content, "conll", read_conll(content, Columns()).text)


def compared(one: str, other: str) -> TokenComparison:
    """Compare sentences cut at bars."""
    return compare_tokens(*(raw_of([sentence.split() for sentence in text.split("|")]) for text in (one, other)))


def test_equal_files_do_not_differ() -> None:
    assert len(compared("a b|c", "a b|c")) == 0


def test_every_sentence_that_differs_is_listed() -> None:
    found = compared("a b|c|d e|f", "a x|c|d|f")
    assert found.pairs.tolist() == [[0, 0], [2, 2]]
    assert found.n_tokens is None


def test_tokens_are_counted_where_lengths_agree() -> None:
    assert compared("a b|c", "x b|y").n_tokens == 2


def test_a_sentence_that_is_missing_shifts_nothing() -> None:
    found = compared("a|b|c|d|e", "a|c|d|e")
    assert found.pairs.tolist() == [[1, MISSING]]
    assert "a sentence is missing, from “b”" in found.sentence(0).words


def test_a_sentence_too_many_is_named() -> None:
    found = compared("a|c", "a|b|c")
    assert "a sentence more, from “b”" in found.sentence(0).words
    assert found.sentence(0).other_line == 3


@pytest.mark.parametrize(
    ("one", "other", "token", "line", "words"),
    [
        ("a b c", "a x c", 2, 2, "token 2: reference “b”, file “x”"),
        ("a b c", "a b", 3, 2, "token 3: reference “c”, file its end"),
        ("a b", "a b c", 3, 3, "token 3: reference its end, file “c”"),
    ],
)
def test_the_first_difference_of_a_sentence_is_told(one: str, other: str, token: int, line: int, words: str) -> None:
    row = compared(one, other).sentence(0)
    assert (row.token, row.other_line, row.words) == (token, line, words)


SENTENCES = st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=3), min_size=1, max_size=6)


@given(SENTENCES, SENTENCES)
def test_what_is_not_listed_is_equal_and_every_sentence_is_told_once(one: Words, other: Words) -> None:
    found = compare_tokens(raw_of(one), raw_of(other))
    listed = [{int(place) for place in found.pairs[:, side] if place != MISSING} for side in (0, 1)]
    rest = [
        [s for number, s in enumerate(side) if number not in listed[place]] for place, side in enumerate((one, other))
    ]
    assert rest[0] == rest[1]
    assert all(
        one[here] != other[there] for here, there in found.pairs.tolist() if MISSING not in (here, there)
    ) or len(one) != len(other)
    assert np.all(found.pairs >= MISSING)


def test_text_that_is_only_cut_otherwise_can_be_carried_over() -> None:
    assert compared("won't do", "wo n't do").text_problem is None
    assert compared("won't do", "will do").text_problem is not None


def test_only_predictions_are_compared(tmp_path: object) -> None:
    check = check_file("missing.conll", "training", LoadRequest("x"))
    assert check.comparison is None
