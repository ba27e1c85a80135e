import gc
import unicodedata
from dataclasses import replace
from itertools import accumulate
from unittest.mock import patch
from weakref import ref

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.text import (
    MATCHINGS,
    Matching,
    Text,
    matching_tokens,
    over_one_vocabulary,
    right_to_left_sentences,
)
from tests.examples import examples

SENTENCES = [["New York", "is"], ["big"], ["New", "York", "is"]]


def make_text(sentences: list[list[str]], lines: list[int] | None = None, documents: list[int] | None = None) -> Text:
    tokens = [token for sentence in sentences for token in sentence]
    vocabulary = list(dict.fromkeys(tokens))
    return Text(
        pa.array(vocabulary, pa.string()),
        np.array([vocabulary.index(token) for token in tokens], dtype=np.int32),
        np.array([0, *accumulate(map(len, sentences))], dtype=np.int32),
        np.array(lines or [0] * len(sentences), dtype=np.int32),
        np.array(documents or [1] * len(sentences), dtype=np.int32),
    )


def test_sizes_are_counted() -> None:
    text = make_text(SENTENCES, documents=[1, 1, 2])
    assert (text.n_tokens, text.n_sentences, text.n_documents) == (6, 3, 2)


def test_a_token_is_found_by_its_position() -> None:
    assert [make_text(SENTENCES).token(position) for position in (0, 2, 4)] == ["New York", "big", "York"]


def test_the_sentence_of_each_token_is_found() -> None:
    assert make_text(SENTENCES).sentence_of(np.arange(6)).tolist() == [0, 0, 1, 2, 2, 2]


def test_lines_are_counted_from_the_first_token_of_the_sentence() -> None:
    text = make_text(SENTENCES, lines=[3, 8, 10])
    assert [text.line_of(position) for position in range(6)] == [3, 4, 8, 10, 11, 12]


def test_a_format_without_lines_has_none() -> None:
    assert make_text(SENTENCES).line_of(4) is None


def test_the_tokens_of_a_sentence_are_given() -> None:
    assert make_text(SENTENCES).tokens_of(2) == ["New", "York", "is"]


def test_the_first_letter_tells_the_direction_of_a_sentence() -> None:
    text = make_text([["Löwe", "שלום"], ["“", "1", "שלום", "Ada"], ["1", "…"], ["(سلام", "x"], ["Ada"]])
    assert right_to_left_sentences(text).tolist() == [False, True, False, True, False]
    assert right_to_left_sentences(make_text(SENTENCES)).tolist() == [False] * 3


def test_tokens_are_joined_by_a_blank() -> None:
    assert make_text(SENTENCES).joined(np.array([0, 2]), np.array([2, 3])).to_pylist() == ["New York is", "big"]


@pytest.mark.parametrize(("start", "stop", "joined"), [(0, 2, "New York is"), (2, 2, ""), (3, 5, "New York")])
def test_spans_are_joined_by_a_blank(start: int, stop: int, joined: str) -> None:
    assert make_text(SENTENCES).joined(np.array([start]), np.array([stop])).to_pylist() == [joined]


@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 3)), max_size=6), st.booleans())
def test_spans_in_some_sentences_are_joined_as_they_are_anywhere(chosen: list[tuple[int, int, int]], few: bool) -> None:
    text = make_text(SENTENCES)
    sentences = np.array([sentence for sentence, _, _ in chosen], dtype=np.intp)
    first, length = text.sentence_start[sentences], np.diff(text.sentence_start)[sentences]
    bounds = np.sort([[one for _, one, _ in chosen], [other for _, _, other in chosen]], axis=0).astype(np.int32)
    start, stop = np.minimum(bounds, length) + first
    with patch("nerinspect.corpus.text._FEW", 0 if few else 99):
        joined = text.joined_in(sentences)(start, stop).to_pylist()
    assert joined == text.joined(start, stop).to_pylist()


def test_sequences_are_compared_token_by_token() -> None:
    ids = make_text(SENTENCES).sequence_ids(np.array([0, 3]), np.array([1, 5]))
    assert ids[0] != ids[1]


@settings(max_examples=examples(60))
@given(st.lists(st.sampled_from(["a", "b", "a b"]), min_size=1, max_size=9), st.integers(1, 9), st.data())
def test_equal_sequences_and_only_they_have_equal_numbers_however_many_are_compared_at_once(
    tokens: list[str], n_spans: int, data: st.DataObject
) -> None:
    positions = st.integers(0, len(tokens))
    spans = [sorted(pair) for pair in data.draw(st.lists(st.tuples(positions, positions), max_size=8))]
    surfaces = [tuple(tokens[start:stop]) for start, stop in spans]
    numbers = list(dict.fromkeys(surfaces))
    bounds = np.array(spans, dtype=np.int32).reshape(-1, 2)
    with patch("nerinspect.corpus.text._SPANS_AT_ONCE", n_spans):
        ids = make_text([tokens]).sequence_ids(bounds[:, 0], bounds[:, 1])
    assert ids.tolist() == [numbers.index(surface) for surface in surfaces]


def test_spans_are_spelled_on_one_line_with_the_blanks_of_the_file() -> None:
    text = make_text([["U", ".", "S", "."], ["a", "b"]])
    start, stop = np.array([0, 1, 3, 2, 4]), np.array([4, 3, 3, 4, 6])
    assert text.spelled_each(start, stop).to_pylist() == text.joined(start, stop).to_pylist()
    assert text.is_parted(np.arange(6)).all()
    written = replace(text, gap_codes=np.array([0, 0, 1, 0, 0, 2], dtype=np.int8), gaps=("", " \t", "\n"))
    assert written.spelled_each(start, stop).to_pylist() == ["U. S.", ". S", "", "S.", "a b"]
    assert written.is_parted(np.arange(6)).tolist() == [False, False, True, False, False, True]


def compared_form(token: str, matching: Matching) -> str:
    return {"nfc": unicodedata.normalize("NFC", token), "ignore-case": token.casefold()}.get(matching, token)


TOKENS = st.lists(st.text(st.sampled_from('aAzZßéE\u0301İǅ😀"1'), min_size=1, max_size=9), min_size=1, max_size=6)


@given(TOKENS, st.sampled_from(["exact", "nfc", "ignore-case"]))
def test_tokens_are_compared_in_the_form_of_the_rule(tokens: list[str], matching: Matching) -> None:
    found = matching_tokens(pa.array(tokens, pa.string()), matching)
    assert found.to_pylist() == [compared_form(token, matching) for token in tokens]


@given(TOKENS, TOKENS, st.sampled_from(MATCHINGS))
def test_equal_tokens_of_two_texts_have_equal_codes(own: list[str], other: list[str], matching: Matching) -> None:
    texts = make_text([own]), make_text([other])
    shared = over_one_vocabulary(*texts, matching)
    forms = [matching_tokens(text.vocabulary, matching).to_pylist() for text in texts]
    for text, before, form in zip(shared, texts, forms, strict=True):
        assert text.vocabulary is shared[0].vocabulary
        assert [text.token(place) for place in range(text.n_tokens)] == [form[code] for code in before.codes]
    assert len(set(shared[0].vocabulary.to_pylist())) == len(shared[0].vocabulary)


def test_what_two_texts_share_is_made_once_and_freed_with_them() -> None:
    own, other = make_text([["a", "b"]]), make_text([["b"]])
    shared = over_one_vocabulary(own, other)
    assert over_one_vocabulary(own, other) is shared
    assert over_one_vocabulary(own, other, "nfc") is not shared
    watched = [ref(text) for text in (own, other, shared[0])]
    del own, other, shared
    gc.collect()
    assert [one() for one in watched] == [None, None, None]
