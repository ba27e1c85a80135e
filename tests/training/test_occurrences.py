from collections.abc import Callable
from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.text import Text
from nerinspect.training.surfaces import Surfaces, occurrences_by_block

MakeText = Callable[..., Text]
Place = tuple[tuple[str, ...], int]

SENTENCES = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=7), min_size=1, max_size=4)


def surfaces_of(text: Text, wanted: list[tuple[str, ...]]) -> Surfaces:
    vocabulary = text.vocabulary.to_pylist()
    codes = [vocabulary.index(token) if token in vocabulary else -1 for surface in wanted for token in surface]
    offsets = np.cumsum([0, *map(len, wanted)])
    return Surfaces(np.array(codes, dtype=np.int32), offsets.astype(np.int64))


def found(text: Text, wanted: list[tuple[str, ...]]) -> list[Place]:
    each = [own for _, places in occurrences_by_block(text, surfaces_of(text, wanted)) for own in places]
    pairs = [
        (wanted[number], start) for own in each for number, start in zip(*map(np.ndarray.tolist, own), strict=True)
    ]
    return sorted(pairs, key=lambda pair: len(pair[0]))


def plainly_found(sentences: list[list[str]], wanted: list[tuple[str, ...]]) -> list[Place]:
    places, zero = [], 0
    for sentence in sentences:
        for start in range(len(sentence)):
            places += [(one, zero + start) for one in wanted if tuple(sentence[start : start + len(one)]) == one]
        zero += len(sentence)
    return places


@given(SENTENCES, st.sets(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4).map(tuple)), st.integers(1, 9))
def test_places_are_those_a_plain_search_finds_however_much_is_searched_at_once(
    make_text: MakeText, sentences: list[list[str]], wanted: set[tuple[str, ...]], n_tokens: int
) -> None:
    surfaces, text = sorted(wanted), make_text(sentences)
    at_once = found(text, surfaces)
    assert sorted(at_once) == sorted(plainly_found(sentences, surfaces))
    with patch("nerinspect.training.surfaces._TOKENS_AT_ONCE", n_tokens):
        assert found(text, surfaces) == at_once


def test_places_of_one_surface_come_in_text_order_and_may_overlap(make_text: MakeText) -> None:
    text = make_text([["a", "a", "a"], ["a", "a"]])
    assert found(text, [("a", "a")]) == [(("a", "a"), 0), (("a", "a"), 1), (("a", "a"), 3)]


def test_no_place_crosses_the_end_of_a_sentence(make_text: MakeText) -> None:
    assert found(make_text([["New"], ["York"]]), [("New", "York")]) == []


def test_a_token_that_holds_a_blank_is_one_token(make_text: MakeText) -> None:
    text = make_text([["New York"], ["New", "York"]])
    assert found(text, [("New", "York"), ("New York",)]) == [(("New York",), 0), (("New", "York"), 1)]


def test_surfaces_of_spans_have_their_tokens(make_text: MakeText) -> None:
    text = make_text([["the", "Port", "of", "Port"]])
    surfaces = Surfaces.of_spans(text, np.array([1, 0]), np.array([2, 3]))
    assert surfaces.lengths.tolist() == [1, 3]
    ((_, (one, three)),) = ((block, places[::2]) for block, places in occurrences_by_block(text, surfaces))
    assert [part.tolist() for part in (*one, *three)] == [[0, 0], [1, 3], [1], [0]]


def test_work_is_reported_by_tokens_of_surfaces_then_by_those_of_the_text(make_text: MakeText) -> None:
    text, told = make_text([["a", "b"]]), []
    surfaces = surfaces_of(text, [("a",), ("a", "b")])
    assert [*occurrences_by_block(text, surfaces, lambda done, total: told.append((done, total)))]
    assert told == [(0, 3), (2, 3), (0, 2)]
