"""An index over the training text: where each token stands, which tokens mentions cover, where sentences begin."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from nerinspect.analysis.study import AnnotatedText, Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, from_arrow, spread_ranges
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.corpus.matching import Matching, matching_tokens
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text


@dataclass(frozen=True, eq=False)
class TrainingIndex:
    """Where the tokens of a training text stand. Six bytes for each token, and four for each distinct one.

    Attributes
    ----------
    first : ndarray of int32, shape (n_distinct + 1,)
        Where the positions of each token of the vocabulary begin in `positions`; the last entry is `n_tokens`.
    positions : ndarray of int32, shape (n_tokens,)
        The positions of the first token of the vocabulary, ascending, then those of the second, and so on.
    is_covered : ndarray of bool, shape (n_tokens,)
        Whether a mention holds the token.
    starts_sentence : ndarray of bool, shape (n_tokens + 1,)
        Whether a sentence begins at the position; the last entry is true.
    """

    first: IntArray
    positions: IntArray
    is_covered: BoolArray
    starts_sentence: BoolArray

    @property
    def nbytes(self) -> int:
        """Bytes of all columns."""
        return sum(column.nbytes for column in (self.first, self.positions, self.is_covered, self.starts_sentence))


@kept_with_owner
def training_index(training: AnnotatedText) -> TrainingIndex:
    """Index the training text.

    Parameters
    ----------
    training : AnnotatedText
        A text with its mentions; either may be empty.

    Returns
    -------
    TrainingIndex
        Over the vocabulary as written; what counts as the same token is asked for with each search.
    """
    text = training.text
    first = np.zeros(len(text.vocabulary) + 1, dtype=np.int32)
    np.cumsum(np.bincount(text.codes, minlength=len(text.vocabulary)), out=first[1:])
    starts_sentence = np.zeros(text.n_tokens + 1, dtype=bool)
    starts_sentence[text.sentence_start] = True
    starts_sentence[-1] = True  # also of a text without sentences
    covered = _covered(training.annotation.mentions, text.n_tokens)
    return TrainingIndex(first, _by_code(text.codes), covered, starts_sentence)


def _by_code(codes: IntArray) -> IntArray:
    """Sort positions by the code that stands there, then by place."""
    keys = codes.astype(np.int64) << 32
    keys |= np.arange(len(codes))
    keys.sort()  # several times quicker than a stable argsort
    return keys.astype(np.int32)  # the lower half: the positions


def _covered(mentions: Mentions, n_tokens: int) -> BoolArray:
    opened = np.bincount(mentions.start, minlength=n_tokens + 1)
    closed = np.bincount(mentions.end, minlength=n_tokens + 1)
    covered: BoolArray = np.cumsum(opened - closed)[:n_tokens] > 0
    return covered


@dataclass(frozen=True, eq=False)
class TokenNumbers:
    """The vocabularies of test and training text over one range of numbers: equal tokens, and only they, share one.

    Attributes
    ----------
    test, training : ndarray of int32, shapes (n_distinct,)
        Numbers of the tokens of each vocabulary, compared under `Study.matching`.
    test_caseless, training_caseless : ndarray of int32, shapes (n_distinct,)
        Numbers of another range, where tokens that differ in case alone are equal too.
    """

    test: IntArray
    training: IntArray
    test_caseless: IntArray
    training_caseless: IntArray


@kept_with_owner
def token_numbers(study: Study) -> TokenNumbers:
    """Give the tokens of a study and of its training data numbers.

    Parameters
    ----------
    study : Study
        With training data.

    Returns
    -------
    TokenNumbers
        For both vocabularies.
    """
    assert study.training is not None
    vocabularies = study.text.vocabulary, study.training.text.vocabulary
    caseless: Matching = "nfc-ignore-case" if study.matching.startswith("nfc") else "ignore-case"
    return TokenNumbers(*_numbered(*vocabularies, study.matching), *_numbered(*vocabularies, caseless))


def _numbered(test: pa.StringArray, training: pa.StringArray, matching: Matching) -> tuple[IntArray, IntArray]:
    both = pa.concat_arrays([matching_tokens(test, matching), matching_tokens(training, matching)])
    numbers = from_arrow(both.dictionary_encode().indices)
    return numbers[: len(test)], numbers[len(test) :]


def places_in_training(text: Text, index: TrainingIndex, numbers: IntArray, surface: IntArray) -> IntArray:
    """Find every place of a surface in the training text: exactly its tokens, inside one sentence.

    Parameters
    ----------
    text : Text
        The training text.
    index : TrainingIndex
        Its index.
    numbers : ndarray of int32, shape (n_distinct,)
        Number of each token of the vocabulary; tokens with equal numbers count as the same.
    surface : ndarray of int32, shape (n,)
        The numbers of the tokens that are looked for, at least one; they need not occur.

    Returns
    -------
    ndarray of int32, shape (n_places,)
        Positions of the first token, ascending. Places may overlap.
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


def _positions(index: TrainingIndex, codes: AnyIntArray) -> IntArray:
    """Give the positions of any of some tokens, ascending."""
    if len(codes) == 1:
        return index.positions[index.first[codes[0]] : index.first[codes[0] + 1]]
    return np.sort(index.positions[spread_ranges(index.first[codes], index.first[codes + 1])])
