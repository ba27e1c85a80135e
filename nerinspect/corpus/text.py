"""Tokens in sentences in documents, held as columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    IntArray,
    as_arrow,
    as_arrow_texts,
    from_arrow,
    spread_ranges,
)
from nerinspect.corpus.sequences import as_sequences, offsets_of

_BLANK = as_arrow_texts([" "])[0]


@dataclass(frozen=True, eq=False)
class Text:
    """The tokens of a file, without any annotation.

    Attributes
    ----------
    vocabulary : pyarrow.StringArray, shape (n_distinct,)
        Each distinct token once, in order of first occurrence.
    codes : ndarray of int32, shape (n_tokens,)
        For each token its place in `vocabulary`.
    sentence_start : ndarray of int32, shape (n_sentences + 1,)
        First token of each sentence; the last entry is `n_tokens`. Every sentence holds at least one token.
    sentence_line : ndarray of int32, shape (n_sentences,)
        Physical line of the first token, from 1; 0 where the format has no lines.
    document : ndarray of int32, shape (n_sentences,)
        Number of the document, from 1.
    token_line : ndarray of int32, shape (n_tokens,), or None
        Physical line of each token, where the tokens of a sentence do not stand one a line below each other.
    document_names, sentence_names : tuple of str
        What the file calls its documents and sentences; empty where it names none.
    is_joined : ndarray of bool, shape (n_tokens,), or None
        Whether each token follows the one before it without a blank; None where the file does not say. Only what is
        shown to people is written so: files and queries join all tokens by a blank.
    """

    vocabulary: pa.StringArray
    codes: IntArray
    sentence_start: IntArray
    sentence_line: IntArray
    document: IntArray
    token_line: IntArray | None = None
    document_names: tuple[str, ...] = ()
    sentence_names: tuple[str, ...] = ()
    is_joined: BoolArray | None = None

    @property
    def n_tokens(self) -> int:
        """Tokens in all."""
        return len(self.codes)

    @property
    def n_sentences(self) -> int:
        """Sentences in all."""
        return len(self.sentence_line)

    @property
    def n_documents(self) -> int:
        """Documents that hold a sentence."""
        return int(self.document[-1]) if self.n_sentences else 0

    def token(self, position: int) -> str:
        """Give one token by its position in the whole text."""
        return str(self.vocabulary[int(self.codes[position])].as_py())

    def sentence_of(self, position: AnyIntArray) -> AnyIntArray:
        """Find the sentence (from 0) that holds each token position."""
        at = np.asarray(position, dtype=self.sentence_start.dtype)  # of one type, or the starts would be converted
        return np.searchsorted(self.sentence_start, at, side="right") - 1

    def line_of(self, position: int) -> int | None:
        """Find the physical line (from 1) of a token; None where the format has none."""
        return int(self.lines_of(np.asarray([position]))[0]) or None

    def lines_of(self, position: AnyIntArray) -> IntArray:
        """Find the physical line (from 1) of each of many tokens; 0 where the format has none."""
        if self.token_line is not None:
            return self.token_line[position]
        sentence = self.sentence_of(position)
        first = self.sentence_line[sentence]
        line = first + position - self.sentence_start[sentence]
        return np.where(first > 0, line, 0).astype(np.int32)

    def joined_in(self, start: int, stop: int) -> tuple[bool, ...]:
        """Tell of the tokens `[start, stop)` which follow the one before without a blank; empty if none does."""
        joined = self.is_joined[start:stop] if self.is_joined is not None else None
        return tuple(joined.tolist()) if joined is not None and joined.any() else ()

    def spelled(self, start: int, stop: int) -> str:
        """Write the tokens `[start, stop)` as the file does; for people, not for queries and files."""
        return spelled(self.vocabulary.take(as_arrow(self.codes[start:stop])).to_pylist(), self.joined_in(start, stop))

    def tokens_of(self, sentence: int) -> list[str]:
        """Give the tokens of one sentence (from 0)."""
        start, stop = self.sentence_start[sentence : sentence + 2]
        tokens: list[str] = self.vocabulary.take(as_arrow(self.codes[start:stop])).to_pylist()
        return tokens

    @cached_property
    def sentences(self) -> pa.StringArray:
        """Every sentence as one string, its tokens joined by a blank."""
        return self.joined(self.sentence_start[:-1], self.sentence_start[1:])

    def joined(self, start: AnyIntArray, stop: AnyIntArray) -> pa.StringArray:
        """Join the tokens of many spans by a blank.

        Parameters
        ----------
        start, stop : ndarray of int, shape (n,)
            Half-open token positions in the whole text.

        Returns
        -------
        pyarrow.StringArray, shape (n,)
            One string for each span; empty for an empty span.
        """
        offsets = np.zeros(len(start) + 1, dtype=np.int32)
        np.cumsum(stop - start, out=offsets[1:])
        tokens = self.vocabulary.take(as_arrow(self.codes[spread_ranges(start, stop)]))
        return pc.binary_join(pa.ListArray.from_arrays(as_arrow(offsets), tokens), _BLANK)

    def sequence_ids(self, start: AnyIntArray, stop: AnyIntArray) -> IntArray:
        """Give equal token sequences, and only them, equal numbers.

        The sequences are compared token by token, never as joined text.

        Parameters
        ----------
        start, stop : ndarray of int, shape (n,)
            Half-open token positions in the whole text.

        Returns
        -------
        ndarray of int32, shape (n,)
            Numbers from 0 in order of first occurrence.
        """
        sequences = as_sequences(self.codes[spread_ranges(start, stop)], offsets_of(start, stop))
        return from_arrow(sequences.dictionary_encode().indices)


def spelled(tokens: Sequence[str], joined: Sequence[bool] = ()) -> str:
    """Write tokens as their file does: with a blank before each, but for the first and those that are joined."""
    if not joined:
        return " ".join(tokens)
    gaps = ("" if number == 0 or is_joined else " " for number, is_joined in enumerate(joined))
    return "".join(gap + token for gap, token in zip(gaps, tokens, strict=True))
