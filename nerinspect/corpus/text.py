"""Tokens in sentences in documents, as columns; what a file says of each, which two texts share, direction; sources."""

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow._compute import MatchSubstringOptions, call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    IntArray,
    arrow_text,
    as_arrow,
    as_arrow_mask,
    as_arrow_texts,
    begins_run,
    first_of_each,
    from_arrow,
    joined_texts,
    joined_with,
    kept_with_owner,
    mask_from_arrow,
    spread_ranges,
    taken,
    texts_of_runs,
    texts_within,
)
from nerinspect.corpus.interning import numbered
from nerinspect.errors import Place
from nerinspect.quantities import counted

MEMORY: Final = "memory"  # the format of data that were never in a file


@dataclass(frozen=True)
class Source:
    """One file as it was read: what provenance and status bar say about it.

    `sha256`: digest of its bytes on disk, in hexadecimal; of a folder that of all files read in it, with their names;
    of data in memory that of the JSON lines which hold the same. `companions`: path, size and digest of further files
    that belong to it, such as the text beside an annotation.
    """

    path: str  # of data in memory what they are called, such as `reference`
    sha256: str
    size: int
    role: str
    format: str
    text_encoding: str
    label_column: int | None  # field of the label as asked for; None for a format with spans
    encoding: str  # chunk encoding of the labels; empty for a format with spans
    encoding_chosen_by: str  # `auto` or `user`
    repair: str
    n_invalid: int
    n_changed: int
    n_sentences: int
    n_tokens: int
    notes: tuple[str, ...] = field(default=())
    companions: tuple[tuple[str, int, str], ...] = field(default=())

    @property
    def in_words(self) -> str:
        """Say in one line how it was read."""
        facts = [self.encoding + (" (detected)" if self.encoding_chosen_by == "auto" else "")] if self.encoding else []
        if self.n_invalid or self.n_changed:
            n_invalid, n_changed = counted(self.n_invalid, "invalid transition"), counted(self.n_changed, "label")
            facts.append(f"{n_invalid}, {n_changed} changed ({self.repair})")
        facts += self.notes
        column = f" column {self.label_column}" if self.label_column not in (None, -1) else ""
        return f"{self.role} {self.path}{column}: {'; '.join(facts) or self.format}"


def offsets_of(start: AnyIntArray, stop: AnyIntArray) -> npt.NDArray[np.int64]:
    """Tell where each of many half-open ranges begins once they are laid behind each other; shape (n + 1,)."""
    offsets = np.zeros(len(start) + 1, dtype=np.int64)
    np.cumsum(stop - start, out=offsets[1:])
    return offsets


def as_sequences(codes: IntArray, offsets: AnyIntArray) -> pa.LargeBinaryArray:
    """Give each run of codes as one string of bytes, which Arrow compares whole.

    `offsets` says where each run begins; its last entry is the end of the last one.
    """
    codes = np.ascontiguousarray(codes, dtype=np.int32)
    places = pa.py_buffer(offsets.astype(np.int64) * codes.itemsize)
    return pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(offsets) - 1, [None, places, pa.py_buffer(codes)])


_SPANS_AT_ONCE = 1 << 19  # are compared, so that memory beyond their numbers grows with different ones alone


@dataclass(frozen=True, eq=False)
class Text:
    """The tokens of a file, without any annotation.

    Attributes
    ----------
    sentence_start : ndarray of int32, shape (n_sentences + 1,)
        First token of each sentence; the last entry is `n_tokens`. Every sentence holds at least one token.
    sentence_line : ndarray of int32, shape (n_sentences,)
        Physical line of the first token, from 1; 0 where the format has no lines.
    token_line : ndarray of int32, shape (n_tokens,), or None
        Physical line of each token, where the tokens of a sentence do not stand one a line below each other.
    document_names, sentence_names : tuple of str
        What the file calls its documents and sentences; empty where it names none.
    gap_codes : ndarray of int, shape (n_tokens,), or None
        For each token the place in `gaps` of what parts it from the one before it in its sentence; None where the file
        does not say. Only what is shown to people is written so: files and queries join all tokens by a blank.
    files : tuple of (int, str)
        Of a text in several files the first sentence of each, from 0, and its path; lines count from 1 in each.
    """

    vocabulary: pa.StringArray  # each distinct token once, in order of first occurrence; shape (n_distinct,)
    codes: IntArray  # for each token its place in `vocabulary`; shape (n_tokens,)
    sentence_start: IntArray
    sentence_line: IntArray
    document: IntArray  # number of the document, from 1; shape (n_sentences,)
    token_line: IntArray | None = None
    document_names: tuple[str, ...] = ()
    sentence_names: tuple[str, ...] = ()
    gap_codes: AnyIntArray | None = None
    gaps: tuple[str, ...] = ()  # each distinct gap once: blanks, line breaks, or nothing
    files: tuple[tuple[int, str], ...] = ()

    @property
    def n_tokens(self) -> int:
        return len(self.codes)

    @property
    def n_sentences(self) -> int:
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

    def sentences_in(self, document: int) -> range:
        """Give the numbers of the sentences of a document; both count from 1 through the whole file."""
        ends = np.array([document, document + 1], dtype=self.document.dtype)
        first, last = np.searchsorted(self.document, ends).tolist()
        return range(first + 1, last + 1)

    def cuts(self, n_tokens: int) -> list[tuple[int, int]]:
        """Cut the sentences into runs of about so many tokens, each as half-open range of sentences."""
        first = np.searchsorted(self.sentence_start, np.arange(0, self.n_tokens, n_tokens, dtype=np.int32))
        return [*pairwise(np.unique(np.append(first, self.n_sentences)).tolist())]

    def line_of(self, position: int) -> int | None:
        """Find the physical line (from 1) of a token; None where the format has none."""
        return int(self.lines_of(np.asarray([position]))[0]) or None

    def file_of(self, sentence: int) -> str:
        """Give the path of the file that a sentence (from 0) stands in, if there are several; else nothing."""
        place = bisect_right(self.files, sentence, key=itemgetter(0))
        return self.files[place - 1][1] if place else ""

    def place_of(self, position: int) -> Place:
        """Say where a token stands, for messages."""
        return self.line_of(position), int(self.sentence_of(np.asarray([position]))[0]) + 1

    def lines_of(self, position: AnyIntArray) -> IntArray:
        """Find the physical line (from 1) of each of many tokens; 0 where the format has none."""
        if self.token_line is not None:
            return self.token_line[position]
        sentence = self.sentence_of(position)
        first = self.sentence_line[sentence]
        line = first + position - self.sentence_start[sentence]
        return np.where(first > 0, line, 0).astype(np.int32)

    def gaps_in(self, start: int, stop: int) -> tuple[str, ...]:
        """Give what stands before each of the tokens `[start, stop)`; empty where the file does not say."""
        return () if self.gap_codes is None else tuple(self.gaps[code] for code in self.gap_codes[start:stop].tolist())

    def spelled(self, start: int, stop: int) -> str:
        """Write the tokens `[start, stop)` on one line, see `spelled`; for people, not for queries and files."""
        vocabulary, codes = self.vocabulary, self.codes[start:stop].tolist()  # a few: one by one is quickest
        return spelled([vocabulary[code].as_py() for code in codes], self.gaps_in(start, stop))

    def is_parted(self, position: AnyIntArray) -> BoolArray:
        """Tell of tokens whether a blank or a line break parts them from the one before; yes if the file is silent."""
        if self.gap_codes is None:
            return np.ones(len(position), dtype=bool)
        return np.asarray(np.array([gap != "" for gap in self.gaps])[self.gap_codes[position]])

    def spelled_each(self, start: AnyIntArray, stop: AnyIntArray) -> pa.StringArray:
        """Write the tokens of many spans, each as `spelled` does."""
        if self.gap_codes is None:
            return self.joined(start, stop)
        place = spread_ranges(start, stop)
        offsets = offsets_of(start, stop)
        is_parted = self.is_parted(place)
        is_parted[offsets[:-1][stop > start]] = False
        pieces = np.empty(2 * len(place), dtype=np.int32)
        pieces[::2], pieces[1::2] = len(self.vocabulary) + is_parted, self.codes[place]
        words = pa.concat_arrays([self.vocabulary, as_arrow_texts(["", " "])])
        return texts_of_runs(words, pieces, 2 * offsets)

    def tokens_of(self, sentence: int) -> list[str]:
        start, stop = self.sentence_start[sentence : sentence + 2]
        tokens: list[str] = call_function("take", [self.vocabulary, as_arrow(self.codes[start:stop])]).to_pylist()
        return tokens

    def joined(self, start: AnyIntArray, stop: AnyIntArray) -> pa.StringArray:
        """Join the tokens of many spans, half-open in the whole text, by a blank; an empty span is an empty string."""
        codes, offsets = self.codes[spread_ranges(start, stop)], offsets_of(start, stop)
        if _FEW * len(codes) < len(self.vocabulary):
            return joined_texts(taken(self.vocabulary, codes), offsets, " ")
        return texts_of_runs(_with_blanks(self), codes, offsets, " ")

    def joined_in(self, sentences: AnyIntArray) -> Callable[[AnyIntArray, AnyIntArray], pa.StringArray]:
        """Prepare `joined` for spans that stand in some sentences, of which equal neighbours are written once."""
        is_next = begins_run(sentences)
        start, stop = (self.sentence_start[sentences[is_next] + later] for later in (0, 1))
        codes, offsets = self.codes[spread_ranges(start, stop)], offsets_of(start, stop)
        few = _FEW * len(codes) < len(self.vocabulary)
        words = (
            joined_with("", taken(self.vocabulary, codes), arrow_text(" ")) if few else taken(_with_blanks(self), codes)
        )
        _, ends, signs = words.buffers()
        begin = np.frombuffer(ends, dtype=np.int32, count=len(words) + 1)
        before = (offsets[:-1] - start)[np.cumsum(is_next) - 1]

        def joined(start: AnyIntArray, stop: AnyIntArray) -> pa.StringArray:
            return texts_within(signs, begin[start + before], begin[stop + before] - 1)

        return joined

    def sequence_ids(self, start: AnyIntArray, stop: AnyIntArray) -> IntArray:
        """Give equal token sequences, and only them, equal numbers, from 0 in order of first occurrence.

        The spans are half-open. They are compared token by token, never as joined text.
        """

        def numbered(rows: slice | AnyIntArray) -> IntArray:
            first, end = start[rows], stop[rows]
            sequences = as_sequences(self.codes[spread_ranges(first, end)], offsets_of(first, end))
            return from_arrow(call_function("dictionary_encode", [sequences]).indices)

        if len(start) <= _SPANS_AT_ONCE:
            return numbered(slice(None))
        blocks = [slice(at, at + _SPANS_AT_ONCE) for at in range(0, len(start), _SPANS_AT_ONCE)]
        own = np.concatenate([numbered(block) for block in blocks])
        examples = [block.start + first_of_each(own[block]) for block in blocks]
        number, n_before = numbered(np.concatenate(examples)), 0
        for block, example in zip(blocks, examples, strict=True):
            own[block] = number[n_before:][own[block]]
            n_before += len(example)
        return own


@kept_with_owner
def _with_blanks(text: Text) -> pa.StringArray:
    return joined_with("", text.vocabulary, arrow_text(" "))


_FEW: Final = 16  # so many more words than tokens to be joined are not written anew


_ODD = np.uint64(0x9E3779B97F4A7C15)
_SENTENCES_AT_ONCE = 1 << 16


def sentence_sums(text: Text) -> npt.NDArray[np.int64]:
    """Give each sentence a number, which seldom two sentences of other tokens share."""
    start, parts = text.sentence_start.astype(np.uint64), []
    for first in range(0, text.n_sentences, _SENTENCES_AT_ONCE):
        own = start[first : first + _SENTENCES_AT_ONCE + 1]
        numbers = (text.codes[own[0] : own[-1]] + 1).astype(np.uint64) * _ODD
        numbers ^= numbers >> np.uint64(29)
        of_words, of_places = (
            np.add.reduceat(one, (own[:-1] - own[0]).astype(np.int64))
            for one in (numbers, numbers * np.arange(own[0], own[-1], dtype=np.uint64))
        )
        parts.append(np.uint64(2) * of_places - (np.uint64(2) * own[:-1] - np.uint64(1)) * of_words)
    return np.concatenate([np.zeros(0, dtype=np.uint64), *parts]).view(np.int64)


class Documents(NamedTuple):
    """The document of each sentence, from 1, and what the file calls each document; empty if it names none."""

    number: IntArray
    names: tuple[str, ...]
    notes: tuple[str, ...]


def documents_of(said: Sequence[object]) -> Documents:
    """Find the documents by what sentences say of theirs: neighbours that say the same are of one.

    Texts are names; numbers part documents without naming them.
    """
    said = [one if isinstance(one, str | int) else None for one in said]
    begins = [place for place, one in enumerate(said) if not place or one != said[place - 1]]
    is_first = np.zeros(len(said), dtype=np.int32)
    is_first[begins] = 1
    heads = [said[place] for place in begins]
    names = tuple(head if isinstance(head, str) else "" for head in heads)
    n_again = len(heads) - len(set(heads))
    notes = (f"{counted(n_again, 'document')} resumed after another, counted as new",) if n_again else ()
    return Documents(np.cumsum(is_first, dtype=np.int32), names if any(names) else (), notes)


def as_written(tokens: Sequence[str], gaps: Sequence[str] = ()) -> str:
    """Write tokens as their file does: each behind its gap, but for the first; behind a blank if no gaps are given."""
    if not gaps:
        return " ".join(tokens)
    return "".join(gap + token for gap, token in zip(("", *gaps[1:]), tokens, strict=True))


def spelled(tokens: Sequence[str], gaps: Sequence[str] = ()) -> str:
    """Write tokens on one line: with one blank where their file has blanks or a line break, with none where not."""
    return as_written(tokens, [" " if gap else "" for gap in gaps])


Matching: TypeAlias = Literal["exact", "nfc", "ignore-case", "nfc-ignore-case"]

MATCHINGS: Final[tuple[Matching, ...]] = ("exact", "nfc", "ignore-case", "nfc-ignore-case")
"""How tokens are compared; `exact` unless the user chooses another rule."""


def _composed(token: str) -> str:
    return unicodedata.normalize("NFC", token)


def _composed_and_folded(token: str) -> str:
    return _composed(_composed(unicodedata.normalize("NFD", token)).casefold())


_FOLDINGS: Final[dict[Matching, Callable[[str], str]]] = {
    "nfc": _composed,
    "ignore-case": str.casefold,
    "nfc-ignore-case": _composed_and_folded,
}


def matching_tokens(vocabulary: pa.StringArray, matching: Matching = "exact") -> pa.StringArray:
    """Give each token in the form that is compared: as written, composed (NFC), case-folded, or both.

    Different tokens may become equal.
    """
    if matching == "exact":
        return vocabulary
    import pyarrow.compute as pc

    plain = vocabulary if matching == "nfc" else pc.ascii_lower(vocabulary)
    is_other = pc.invert(pc.string_is_ascii(vocabulary))
    others = [_FOLDINGS[matching](token) for token in vocabulary.filter(is_other).to_pylist()]
    return pc.replace_with_mask(plain, is_other, as_arrow_texts(others)) if others else plain


def over_one_vocabulary(own: Text, other: Text, matching: Matching = "exact") -> tuple[Text, Text]:
    """Write two texts in one vocabulary, so that the same tokens, and only they, have the same code.

    It is made once for two texts, and kept with them.
    """
    kept = _over_one_vocabulary.setdefault(own, WeakKeyDictionary()).setdefault(other, {})
    if matching not in kept:
        texts = own, other
        shared = numbered(matching_tokens(text.vocabulary, matching) for text in texts)
        numbers = np.split(shared.codes, [len(own.vocabulary)])
        is_own = (np.array_equal(codes, np.arange(len(codes))) for codes in numbers)
        first, second = (
            replace(text, vocabulary=shared.distinct, codes=text.codes if same else codes[text.codes])
            for text, codes, same in zip(texts, numbers, is_own, strict=True)
        )
        kept[matching] = first, second
    return kept[matching]


_over_one_vocabulary: WeakKeyDictionary[Text, WeakKeyDictionary[Text, dict[Matching, tuple[Text, Text]]]] = (
    WeakKeyDictionary()
)


@dataclass(frozen=True, eq=False)
class TokenColumn:
    """One value for each token: its place among the distinct values, which are in order of first occurrence.

    The name is that in the file, or `column N` where columns have no names.
    """

    name: str
    values: tuple[str, ...]
    codes: IntArray

    def value(self, position: int) -> str:
        """Give the value of one token by its position in the whole text."""
        return self.values[int(self.codes[position])]


_STRONG: Final = r"\p{L}"


_STRONG_RTL: Final = r"^\P{L}*[\p{Arabic}\p{Hebrew}\p{Syriac}\p{Thaana}\p{Nko}]"


@kept_with_owner
def right_to_left_sentences(text: Text) -> BoolArray:
    """Tell which sentences run from right to left; shape (n_sentences,)."""
    is_rtl = ~mask_from_arrow(call_function("string_is_ascii", [text.vocabulary]))  # told much faster, true of few
    is_rtl[is_rtl] = _matches(call_function("filter", [text.vocabulary, as_arrow_mask(is_rtl)]), _STRONG_RTL)
    if not is_rtl.any():
        return np.zeros(text.n_sentences, dtype=bool)
    direction = np.where(_matches(text.vocabulary, _STRONG), is_rtl, -1).astype(np.int8)[text.codes]
    strong = np.flatnonzero(direction >= 0)
    first = np.searchsorted(strong, text.sentence_start[:-1])
    position = np.append(strong, text.n_tokens)[first]
    found = position < text.sentence_start[1:]
    return np.asarray(found & (np.append(direction, 0)[position] == 1))


def _matches(texts: pa.StringArray, pattern: str) -> BoolArray:
    return mask_from_arrow(call_function("match_substring_regex", [texts], MatchSubstringOptions(pattern)))
