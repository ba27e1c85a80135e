r"""The tokens of WebAnno TSV as one text: what `\` hides, and where each token stands."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import AnyIntArray, IntArray, as_arrow, as_arrow_texts, from_arrow
from nerinspect.errors import WebannoShapeError, counted, shown
from nerinspect.io.formats.webanno_cells import plain
from nerinspect.io.formats.webanno_rows import Rows


@dataclass(frozen=True, eq=False)
class JoinedTokens:
    """All tokens, parted by blanks.

    Attributes
    ----------
    tokens : pyarrow.StringArray, shape (n_tokens,)
        The tokens.
    text : str
        All of them.
    start, end : ndarray of int64, shape (n_tokens,)
        Half-open position of each in `text`.
    offsets : ndarray of int32, shape (n_tokens, 2), or None
        Where each stands in the characters of the document; None if the file does not tell it rightly.
    notes : tuple of str
        What is wrong with its positions.
    """

    tokens: pa.StringArray
    text: str
    start: AnyIntArray
    end: AnyIntArray
    offsets: IntArray | None
    notes: tuple[str, ...]

    def position(self, path: str, rows: Rows, row: int, units: int) -> int:
        """Find in the text a position of the document that a row names.

        Raises
        ------
        WebannoShapeError
            If it is outside the token of the row.
        """
        token = int(rows.token[row])
        if not rows.is_part[row]:
            return int((self.start if units == rows.begin[row] else self.end)[token])
        word = self.tokens[token].as_py().encode("utf-16-le")
        inside = 2 * (units - int(rows.begin[rows.token_rows[token]]))
        if not 0 <= inside <= len(word):
            problem = f"{rows.unit(row)} leaves its token {shown(self.tokens[token].as_py())}"
            raise WebannoShapeError(path, problem, "offsets count units of UTF-16; mend the row", int(rows.line[row]))
        return int(self.start[token]) + len(word[:inside].decode("utf-16-le", errors="ignore"))


def join_tokens(rows: Rows) -> JoinedTokens:
    r"""Lay the tokens of a file behind each other.

    A token with `\` is taken as it stands if it is as long as its offsets say, and without them if that is.
    """
    at = rows.token_rows
    begin, end = rows.begin[at], rows.end[at]
    vocabulary, codes = _without_escapes(rows.vocabulary, rows.codes, end - begin)
    n_characters = from_arrow(pc.utf8_length(vocabulary))[codes].astype(np.int64)
    n_units = n_characters + _n_long(vocabulary)[codes]
    tokens = vocabulary.take(as_arrow(codes))
    stop = np.cumsum(n_characters + 1) - 1
    notes = list(_misfits(rows, tokens, n_units, begin, end))
    n_long = n_units - n_characters
    before = np.cumsum(n_long) - n_long
    offsets = np.stack((begin - before, begin - before + n_characters), axis=1).astype(np.int32)
    return JoinedTokens(
        tokens, " ".join(tokens.to_pylist()), stop - n_characters, stop, None if notes else offsets, tuple(notes)
    )


def _misfits(
    rows: Rows, tokens: pa.StringArray, n_units: AnyIntArray, begin: AnyIntArray, end: AnyIntArray
) -> Iterator[str]:
    lines = rows.line[rows.token_rows]
    other_length = np.flatnonzero(n_units != end - begin)
    back = np.flatnonzero(begin[1:] < end[:-1]) + 1
    for wrong, what in ((other_length, "not as long as the offsets say"), (back, "beginning inside the one before")):
        if len(wrong):
            first = int(wrong[0])
            where = f"line {lines[first]:,}, {shown(tokens[first].as_py())} at {begin[first]}–{end[first]}"
            yield f"{counted(len(wrong), 'token')} {what}, read as written; the first: {where}"


def _n_long(vocabulary: pa.StringArray) -> AnyIntArray:
    """Count in each word the characters that take two units of UTF-16."""
    return from_arrow(pc.count_substring_regex(vocabulary, "[\U00010000-\U0010ffff]"))


def _without_escapes(
    vocabulary: pa.StringArray, codes: IntArray, n_units: AnyIntArray
) -> tuple[pa.StringArray, IntArray]:
    words = vocabulary.to_pylist()
    hidden = [code for code, word in enumerate(words) if "\\" in word and plain(word) != word]
    if not hidden:
        return vocabulary, codes
    for code in hidden:
        length = int(n_units[np.argmax(codes == code)])
        shorter = plain(words[code])
        if len(words[code].encode("utf-16-le")) != 2 * length == len(shorter.encode("utf-16-le")):
            words[code] = shorter
    distinct = as_arrow_texts(words).dictionary_encode()
    return distinct.dictionary, from_arrow(distinct.indices)[codes]
