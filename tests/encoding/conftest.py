"""Written label sequences as the columns that the encodings work on, and random ones."""

from collections.abc import Callable, Sequence
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import strategies as st

from nerinspect.corpus.arrays import IntArray
from nerinspect.encoding.labels import DIALECTS, LabelColumn, Tagging, read_labels, tagged_tokens

STATES = {"BIO": "BI", "IOB": "BI", "BIOES": "BIES", "BILOU": "BILU", "BMES": "BMES", "BMEOW": "BMEW", "IO": "I"}


def column_of(sentences: Sequence[Sequence[str]]) -> tuple[LabelColumn, IntArray]:
    labels = [label for sentence in sentences for label in sentence]
    names = tuple(dict.fromkeys(labels))
    codes = np.array([names.index(label) for label in labels], dtype=np.int32)
    return LabelColumn(names, codes), np.array([0, *accumulate(map(len, sentences))], dtype=np.int32)


def tagging_of(sentences: Sequence[Sequence[str]], encoding: str) -> tuple[Tagging, IntArray]:
    column, sentence_start = column_of(sentences)
    return tagged_tokens(column, read_labels(column.names, DIALECTS[encoding]), sentence_start), sentence_start


def written(tagging: Tagging, encoding: str, n_tokens: int) -> list[str]:
    """Write the labels of a tagging out again."""
    labels = ["O"] * n_tokens
    for position, role, code in zip(tagging.position, tagging.roles, tagging.type_codes, strict=True):
        labels[position] = f"{DIALECTS[encoding].states[role - 1]}-{tagging.types[code]}"
    return labels


def random_sentences(encoding: str) -> st.SearchStrategy[list[list[str]]]:
    labels = ["O", *(f"{state}-{name}" for state in STATES[encoding] for name in ("X", "Y-Z"))]
    return st.lists(st.lists(st.sampled_from(labels), min_size=1, max_size=7), min_size=1, max_size=4)


@pytest.fixture(scope="session")
def make_column() -> Callable[[Sequence[Sequence[str]]], tuple[LabelColumn, IntArray]]:
    return column_of


@pytest.fixture(scope="session")
def make_tagging() -> Callable[[Sequence[Sequence[str]], str], tuple[Tagging, IntArray]]:
    """Build from sentences of labels and an encoding the tagging and the sentence starts."""
    return tagging_of


@pytest.fixture(scope="session")
def write_labels() -> Callable[[Tagging, str, int], list[str]]:
    return written


@pytest.fixture(scope="session")
def label_sentences() -> Callable[[str], st.SearchStrategy[list[list[str]]]]:
    """Give random label sequences, most of them invalid, in one encoding."""
    return random_sentences


@pytest.fixture(scope="session")
def slow_invalid() -> Callable[[Sequence[str], str], list[tuple[int, bool]]]:
    """List (token, at the end of the sentence) of the invalid transitions of one sentence, as the rules read."""

    def is_legal(previous: str, label: str, encoding: str) -> bool:
        before, _, type_before = previous.partition("-")
        state, _, type_name = label.partition("-")
        is_same = type_before == type_name
        if encoding == "IO":
            return True
        if encoding in ("BIO", "IOB"):
            bound = "I" if encoding == "BIO" else "B"
            return state != bound or (before in ("B", "I") and is_same)
        begin, inside, end, single = tuple(STATES[encoding])
        if before in (begin, inside):
            return state in (inside, end) and is_same
        return state in ("O", begin, single)

    def invalid(labels: Sequence[str], encoding: str) -> list[tuple[int, bool]]:
        framed = ["O", *labels, "O"]
        last = len(labels)
        return [
            (min(place, last - 1), place == last)
            for place in range(last + 1)
            if not is_legal(framed[place], framed[place + 1], encoding)
        ]

    return invalid
