"""An index over the training text, and its search: where tokens, surfaces and mentions stand."""

from dataclasses import dataclass, fields

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, begins_run, kept_with_owner, spread_ranges
from nerinspect.corpus.interning import numbered
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Matching, Text, matching_tokens
from nerinspect.events.study import AnnotatedText, Study, kept_column


@dataclass(frozen=True, eq=False)
class TrainingIndex:
    """Where the tokens of a training text stand. Eight bytes for each token, and four for each distinct one.

    Mentions that lie in others take four more bytes each.

    Attributes
    ----------
    first : ndarray of int32, shape (n_distinct + 1,)
        Where the positions of each token of the vocabulary begin in `positions`; the last entry is `n_tokens`.
    positions : ndarray of int32, shape (n_tokens,)
        The positions of the first token of the vocabulary, ascending, then those of the second, and so on.
    by_end : ndarray of int32, shape (n_mentions,)
        The numbers of the mentions by their end; empty if they end in the order in which they start.
    starts_sentence : ndarray of bool, shape (n_tokens + 1,)
        Whether a sentence begins at the position; the last entry is true.
    """

    first: IntArray
    positions: IntArray
    is_covered: BoolArray  # whether a mention holds the token; shape (n_tokens,)
    starts_mention: BoolArray
    ends_mention: BoolArray
    by_end: IntArray
    starts_sentence: BoolArray

    @property
    def nbytes(self) -> int:
        return sum(getattr(self, column.name).nbytes for column in fields(self))


@kept_column("training index")
def training_index(study: Study) -> TrainingIndex:
    """Index the training text of a study, over the vocabulary as written.

    What counts as the same token is asked for with each search.
    """
    return _indexed(study.training_data)


def code_counts(text: Text) -> AnyIntArray:
    """Count the tokens of each place in the vocabulary."""
    counts = np.zeros(len(text.vocabulary), dtype=np.int64)
    for start in range(0, text.n_tokens, _TOKENS_AT_ONCE):
        counts += np.bincount(text.codes[start : start + _TOKENS_AT_ONCE], minlength=len(counts))
    return counts


@kept_with_owner
def _indexed(training: AnnotatedText) -> TrainingIndex:
    text, mentions = training.text, training.annotation.mentions
    first = np.zeros(len(text.vocabulary) + 1, dtype=np.int32)
    np.cumsum(code_counts(text), out=first[1:])
    starts_sentence = np.zeros(text.n_tokens + 1, dtype=bool)
    starts_sentence[text.sentence_start] = True
    starts_sentence[-1] = True  # also of a text without sentences
    starts, ends, is_covered = np.zeros((3, text.n_tokens), dtype=bool)
    is_covered[spread_ranges(mentions.start, mentions.end)] = True
    starts[mentions.start], ends[mentions.end - 1] = True, True
    is_nested = bool(np.any(mentions.end[1:] < mentions.end[:-1]))
    by_end = np.argsort(mentions.end, kind="stable") if is_nested else np.zeros(0)
    return TrainingIndex(
        first,
        _by_code(text.codes, first),
        is_covered,
        starts,
        ends,
        by_end.astype(np.int32),
        starts_sentence,
    )


_TOKENS_AT_ONCE = 1 << 20


def _by_code(codes: IntArray, first: IntArray) -> IntArray:
    """Sort positions by the code that stands there, then by place."""
    place, positions = first[:-1].copy(), np.empty(len(codes), dtype=np.int32)
    for start in range(0, len(codes), _TOKENS_AT_ONCE):
        keys = codes[start : start + _TOKENS_AT_ONCE].astype(np.int64) << 32
        keys |= np.arange(start, start + len(keys))
        keys.sort()  # several times quicker than a stable argsort
        code = (keys >> 32).astype(np.int32)
        begins = np.flatnonzero(begins_run(code))
        counts = np.diff(begins, append=len(code))
        positions[spread_ranges(place[code[begins]], place[code[begins]] + counts)] = keys.astype(np.int32)
        place[code[begins]] += counts.astype(np.int32)
    return positions


@dataclass(frozen=True, eq=False)
class TokenNumbers:
    """The vocabularies of test and training text over one range of numbers: equal tokens, and only they, share one.

    Tokens are compared under `Study.matching`; in the caseless range those that differ in case alone are equal too.
    """

    test: IntArray
    training: IntArray
    test_caseless: IntArray
    training_caseless: IntArray


@kept_column("token numbers")
def token_numbers(study: Study) -> TokenNumbers:
    vocabularies = study.text.vocabulary, study.training_data.text.vocabulary
    caseless: Matching = "nfc-ignore-case" if study.matching.startswith("nfc") else "ignore-case"
    return TokenNumbers(*_numbered(*vocabularies, study.matching), *_numbered(*vocabularies, caseless))


def _numbered(test: pa.StringArray, training: pa.StringArray, matching: Matching) -> tuple[IntArray, IntArray]:
    numbers = numbered(matching_tokens(vocabulary, matching) for vocabulary in (test, training)).codes
    return numbers[: len(test)], numbers[len(test) :]


def places_in_training(text: Text, index: TrainingIndex, numbers: IntArray, surface: IntArray) -> IntArray:
    """Find every place of a surface in the training text: exactly its tokens, inside one sentence.

    `numbers` are those of the vocabulary (equal ones count as the same token), `surface` those of the tokens that are
    looked for, at least one. The first tokens of places ascend; places may overlap.
    """
    alike = [np.flatnonzero(numbers == number) for number in surface]
    anchor = int(np.argmin([int((index.first[codes + 1] - index.first[codes]).sum()) for codes in alike]))
    place = _positions(index, alike[anchor]) - np.int32(anchor)
    place = place[(place >= 0) & (place + len(surface) <= text.n_tokens)]
    for offset, number in enumerate(surface):
        if offset:
            place = place[~index.starts_sentence[place + offset]]
        if offset != anchor:
            place = place[numbers[text.codes[place + offset]] == number]
    return place


def mentions_with_edge(mentions: Mentions, index: TrainingIndex, codes: AnyIntArray, *, at_end: bool) -> AnyIntArray:
    """Find the training mentions whose first, or last, token is one of some; each once, by the place of that token."""
    place = _positions(index, codes)
    place = place[(index.ends_mention if at_end else index.starts_mention)[place]]
    edges, place = (mentions.end, place + np.int32(1)) if at_end else (mentions.start, place)
    by_edge = index.by_end if at_end and len(index.by_end) else None
    first, stop = (np.searchsorted(edges, place, side, by_edge) for side in ("left", "right"))
    found = spread_ranges(first, stop)
    return found if by_edge is None else by_edge[found]


def _positions(index: TrainingIndex, codes: AnyIntArray) -> IntArray:
    if len(codes) == 1:
        return index.positions[index.first[codes[0]] : index.first[codes[0] + 1]]
    return np.sort(index.positions[spread_ranges(index.first[codes], index.first[codes + 1])])
