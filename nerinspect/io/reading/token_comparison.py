"""Set the sentences of two files side by side: every one that differs, not only the first."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any, Final

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, from_arrow
from nerinspect.corpus.text import Text
from nerinspect.errors import NerinspectError, shown
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.reading.reference_tokens import VisibleText, ensure_same_text

MISSING: Final = -1
"""In place of a sentence that only one of the files has."""

_MOST_MATCHED: Final = 20_000
"""Sentences between the first and the last difference that are still matched one by one."""


@dataclass(frozen=True)
class DifferingSentence:
    """One sentence whose tokens differ: its numbers in both files, from 1, None where there is none.

    `token`, from 1, and the lines are those of the first difference; a token is empty where its sentence has ended.
    """

    sentence: int | None
    other_sentence: int | None
    line: int | None
    other_line: int | None
    token: int
    text: str
    other_text: str

    @property
    def words(self) -> str:
        if self.sentence is None:
            return f"a sentence more, from {shown(self.other_text, 24)}"
        if self.other_sentence is None:
            return f"a sentence is missing, from {shown(self.text, 24)}"
        here = shown(self.other_text, 24) if self.other_text else "its end"
        there = shown(self.text, 24) if self.text else "its end"
        return f"token {self.token}: reference {there}, file {here}"


@dataclass(frozen=True, eq=False)
class TokenComparison:
    """How the tokens of a file compare with those of the reference.

    Attributes
    ----------
    pairs : ndarray of int, shape (n_differing, 2)
        Sentences, from 0, that differ, or `MISSING`.
    n_tokens : int or None
        Tokens that differ; None if sentences have other lengths.
    """

    reference: RawFile
    other: RawFile
    pairs: AnyIntArray
    n_tokens: int | None

    def __len__(self) -> int:
        return len(self.pairs)

    @cached_property
    def text_problem(self) -> NerinspectError | None:
        """Where the visible text differs; None if only tokens and sentences do: then mentions can be carried over."""
        try:
            ensure_same_text(VisibleText.of(self.reference), VisibleText.of(self.other))
        except NerinspectError as problem:
            return problem
        return None

    def sentence(self, number: int) -> DifferingSentence:
        one, other = (int(place) for place in self.pairs[number])
        here = self.reference.own_text.tokens_of(one) if one != MISSING else []
        there = self.other.own_text.tokens_of(other) if other != MISSING else []
        shorter = min(len(here), len(there))
        first = next((place for place in range(shorter) if here[place] != there[place]), shorter)
        return DifferingSentence(
            one + 1 if one != MISSING else None,
            other + 1 if other != MISSING else None,
            _line(self.reference.own_text, one, first),
            _line(self.other.own_text, other, first),
            first + 1,
            here[first] if first < len(here) else "",
            there[first] if first < len(there) else "",
        )


def compare_tokens(reference: RawFile, other: RawFile) -> TokenComparison:
    """Find the sentences of two files with text that differ.

    Equal sentences before and after the differences are matched; in between, sentences are matched by what they hold,
    and in turn where that is too much to do.
    """
    ref, own = reference.own_text, other.own_text
    n_ref = ref.n_sentences
    merged = _behind_each_other(ref, own)
    ids = merged.sequence_ids(merged.sentence_start[:-1], merged.sentence_start[1:])
    one, two = ids[:n_ref], ids[n_ref:]
    n_tokens = None
    if np.array_equal(ref.sentence_start, own.sentence_start):
        n_tokens = int(np.count_nonzero(merged.codes[: ref.n_tokens] != merged.codes[ref.n_tokens :]))
    return TokenComparison(reference, other, _differing(one, two), n_tokens)


def _differing(one: AnyIntArray, two: AnyIntArray) -> AnyIntArray:
    n_common = min(len(one), len(two))
    equal = one[:n_common] == two[:n_common]
    if len(one) == len(two):
        places = np.flatnonzero(~equal)
        return np.stack([places, places], axis=1)
    head = n_common if equal.all() else int(np.argmin(equal))
    backwards = one[::-1][: n_common - head] == two[::-1][: n_common - head]
    tail = len(backwards) if backwards.all() else int(np.argmin(backwards))
    middle, other = one[head : len(one) - tail], two[head : len(two) - tail]
    blocks: list[Any] = [("replace", 0, len(middle), 0, len(other))]
    if max(len(middle), len(other)) <= _MOST_MATCHED:
        blocks = SequenceMatcher(None, middle.tolist(), other.tolist(), autojunk=False).get_opcodes()
    pairs: list[tuple[int, int]] = []
    for verb, start, end, other_start, other_end in blocks:
        if verb != "equal":
            for place in range(max(end - start, other_end - other_start)):
                here, there = start + place, other_start + place
                pairs.append((head + here if here < end else MISSING, head + there if there < other_end else MISSING))
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _behind_each_other(one: Text, other: Text) -> Text:
    """Lay two texts behind each other over one vocabulary."""
    merged = pa.concat_arrays([one.vocabulary, other.vocabulary]).dictionary_encode()
    place = from_arrow(merged.indices)
    n_words = len(one.vocabulary)
    starts = [one.sentence_start, other.sentence_start[1:] + np.int32(one.n_tokens)]
    return Text(
        merged.dictionary,
        np.concatenate([place[:n_words][one.codes], place[n_words:][other.codes]]),
        np.concatenate(starts),
        np.concatenate([one.sentence_line, other.sentence_line]),
        np.concatenate([one.document, other.document]),
    )


def _line(text: Text, sentence: int, place: int) -> int | None:
    if sentence == MISSING:
        return None
    start, end = (int(position) for position in text.sentence_start[sentence : sentence + 2])
    return text.line_of(min(start + place, end - 1))
