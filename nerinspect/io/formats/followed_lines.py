"""Predictions whose lines are those of the reference but for what stands behind each token: read without cutting."""

from typing import Final, NamedTuple

import numpy as np
from pyarrow._compute import MatchSubstringOptions, call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import AnyIntArray, ByteArray, CodeArray, IntArray, from_arrow, mask_from_arrow
from nerinspect.corpus.interning import BYTES, SHORT, FewStrings, FieldSpans, Interned, Interner, as_strings, beginnings
from nerinspect.corpus.text import Text
from nerinspect.io.formats.lines import (
    BLANK,
    BLANK_LINE,
    COMMENT_LINE,
    DOCUMENT_LINE,
    LF,
    LONGEST_LINE,
    TAB,
    TOKEN_LINE,
    begin_documents,
    blocks,
    line_ends,
)
from nerinspect.progress import Checkpoint

_ODD_TOKEN: Final = "[ \t]|^\ufeff|^-DOCSTART-$"  # read as something else, or told of, where lines begin with it

_FEW, _SHARE = 100, 0.1  # so many different rests there may be in a block, and such a share of its lines more


class Lead(NamedTuple):
    """The tokens and lines of a reference, as those of predictions are compared with them; lines count from 0."""

    text: Text
    tokens: Interner
    kinds: CodeArray | None  # of the lines; None if they are not plain enough to be followed
    token_line: IntArray  # shape (n_tokens,)
    document_line: IntArray
    length: IntArray  # bytes of each token
    long_token: IntArray  # the number of each token of more than `SHORT` bytes

    @staticmethod
    def of(text: Text, kinds: CodeArray | None) -> "Lead":
        words = text.vocabulary
        is_odd = call_function("match_substring_regex", [words], MatchSubstringOptions(_ODD_TOKEN))
        if kinds is not None and ((kinds == COMMENT_LINE).any() or mask_from_arrow(is_odd).any()):
            kinds = None
        length = from_arrow(call_function("binary_length", [words])).take(text.codes)
        token_line, document_line = (
            np.flatnonzero([] if kinds is None else kinds == kind).astype(np.int32)
            for kind in (TOKEN_LINE, DOCUMENT_LINE)
        )
        long_token = np.flatnonzero(length > SHORT).astype(np.int32)
        tokens = Interner.of(Interned(words, text.codes))
        return Lead(text, tokens, kinds, token_line, document_line, length, long_token)

    def interned(self, tokens: Interner) -> Interned:
        """Take over the tokens of the reference if others are the same."""
        return Interned(self.text.vocabulary, self.text.codes) if tokens.holds_same(self.tokens) else tokens.result()


class Followed(NamedTuple):
    """What stands behind the token of each token line, and what each line is."""

    rests: FewStrings
    by_tabs: bool
    line_kinds: CodeArray


def follow(lead: Lead, data: bytes, checkpoint: Checkpoint) -> Followed | None:
    """Read lines that begin with the tokens of a reference; None if they do not, or not as plainly as most do."""
    if lead.kinds is None or b"\r" in data or len(data) > LONGEST_LINE:
        return None
    separator = TAB if b"\t" in data else BLANK
    rests, n_lines, n_tokens, n_bytes = FewStrings(), 0, 0, 0
    for block in blocks(data):
        bounds = np.append(-1, line_ends(block))  # of the lines, which lie between
        tokens = _between(lead.token_line, n_lines, n_lines + len(bounds) - 1)
        rest = _behind_tokens(lead, tokens, n_lines, block, bounds, separator)
        if rest is None or rests.add(block, rest) > _FEW + _SHARE * len(rest.start):
            return None
        n_lines, n_tokens, n_bytes = n_lines + len(bounds) - 1, tokens.stop, n_bytes + len(block)
        checkpoint(n_tokens, n_tokens * len(data) // n_bytes)
    if n_tokens < len(lead.token_line):
        return None
    more = np.full(max(n_lines - len(lead.kinds), 0), BLANK_LINE, dtype=np.int8)
    kinds = np.append(lead.kinds, more) if len(more) else lead.kinds[:n_lines]
    return Followed(rests, separator == TAB, kinds)


def _between(ascending: IntArray, first: int, stop: int) -> slice:
    """Find the numbers in a half-open range."""
    return slice(*np.searchsorted(ascending, np.array([first, stop], dtype=np.int32)).tolist())


def _behind_tokens(
    lead: Lead, tokens: slice, n_before: int, block: ByteArray, bounds: AnyIntArray, separator: int
) -> FieldSpans | None:
    """Locate what stands behind the separator in the lines of some tokens, the other ones being as the reference's."""
    line = lead.token_line[tokens].astype(np.intp) - n_before
    start, end = bounds.take(line, mode="clip") + 1, bounds[1:].take(line, mode="clip")
    length = lead.length[tokens].astype(np.intp)
    stop = start + length
    n_lines = len(bounds) - 1
    documents = lead.document_line[_between(lead.document_line, n_before, n_before + n_lines)] - np.int32(n_before)
    n_blank = n_lines - len(line) - len(documents)
    long = _between(lead.long_token, tokens.start, tokens.stop)
    which = lead.long_token[long] - np.int32(tokens.start)
    is_same = (
        np.count_nonzero(np.diff(bounds) == 1) == n_blank
        and bool((stop < end).all())
        and bool((block.take(stop, mode="clip") == separator).all())
        and not ((beginnings(block, start, length) ^ lead.tokens.numbers[0][tokens]) & BYTES).any()
        and as_strings(block, FieldSpans(start[which], stop[which])).equals(lead.tokens.long[0][long])
        and bool(begin_documents(block, bounds[documents] + 1, bytes([separator, LF])).all())
    )
    return FieldSpans(stop + 1, end) if is_same else None
