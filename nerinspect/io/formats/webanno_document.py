"""A file of WebAnno TSV: its tokens as one text, and the annotations of one layer as mentions."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import AnyIntArray, IntArray, as_arrow, as_arrow_texts, from_arrow
from nerinspect.errors import DiscontinuousError, OffBorderError, WebannoShapeError, counted, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.passages import CharacterSpan, LaidOut, Passage, lay_on_tokens
from nerinspect.io.formats.reader import ReadOptions
from nerinspect.io.formats.webanno_layers import (
    BASE_COLUMNS,
    Annotation,
    Annotations,
    Chosen,
    Layer,
    choose_column,
    linking_columns,
    read_header,
)
from nerinspect.io.formats.webanno_rows import Rows, plain, read_rows
from nerinspect.progress import Checkpoint, no_checkpoint

_LONG: Final = "[\U00010000-\U0010ffff]"  # characters that take two units of UTF-16


@dataclass(frozen=True, eq=False)
class JoinedTokens:
    """All tokens, parted by blanks.

    Attributes
    ----------
    start, end : ndarray of int64, shape (n_tokens,)
        Half-open position of each in `text`.
    offsets : ndarray of int32, shape (n_tokens, 2), or None
        Where each stands in the characters of the document; None if the file does not tell it rightly.
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
            raise WebannoShapeError(path, problem, "offsets count units of UTF-16; fix the row", int(rows.line[row]))
        return int(self.start[token]) + len(word[:inside].decode("utf-16-le", errors="ignore"))


def join_tokens(rows: Rows) -> JoinedTokens:
    r"""Lay the tokens of a file behind each other.

    A token with `\` is taken as it stands if it is as long as its offsets say, and without them if that is.
    """
    at = rows.token_rows
    begin, end = rows.begin[at], rows.end[at]
    vocabulary, codes = _without_escapes(rows.vocabulary, rows.codes, end - begin)
    n_characters = from_arrow(pc.utf8_length(vocabulary))[codes].astype(np.int64)
    n_units = n_characters + from_arrow(pc.count_substring_regex(vocabulary, _LONG))[codes]
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


@dataclass(frozen=True, eq=False)
class Document:
    """A file, read.

    Attributes
    ----------
    mention_of : list of int
        For each annotation its mention; -1 if it was left out.
    span_of : list of int
        For each annotation its place among the spans laid; -1 if it was left out before.
    tokens : ndarray of int, shape (n_tokens,)
        The tokens of `laid` among those of `rows`; some are of blanks alone.
    """

    layers: list[Layer]
    chosen: Chosen
    rows: Rows
    joined: JoinedTokens
    annotations: Annotations
    laid: LaidOut
    mention_of: list[int]
    span_of: list[int]
    tokens: AnyIntArray
    notes: tuple[str, ...]


def read_document(
    content: Content, options: ReadOptions, all_columns: bool = False, checkpoint: Checkpoint = no_checkpoint
) -> Document:
    """Read a file with at least one token; the cells of all layers if all columns are wanted, else of one."""
    path = content.path
    layers = read_header(path, content.data)
    chosen = choose_column(path, layers, options.label_field)
    columns = {chosen.column, *linking_columns(layers, chosen.layer)} - {-1}
    if all_columns:
        columns |= {column for layer in layers for column in layer.columns}
    n_fields = BASE_COLUMNS + sum(len(layer.features) for layer in layers)
    rows = read_rows(content, n_fields, sorted(columns), checkpoint)
    joined, annotations = join_tokens(rows), Annotations(path, rows, chosen)
    parted = [one for one in annotations.found if _gap(rows, one)]
    if parted and options.discontinuous == "error":
        raise DiscontinuousError(path, _line(rows, parted[0]), _gap(rows, parted[0]), len(parted) - 1)
    spans, span_of, empty = _spans(path, rows, joined, annotations)
    if empty and options.spans == "exact":
        raise OffBorderError(path, _line(rows, empty[0]), _emptiness(rows, empty[0]), len(empty) - 1, False)
    tokens = np.stack((joined.start, joined.end), axis=1).astype(np.int32)
    laid = lay_on_tokens(path, [Passage(joined.text, spans, "", tokens, rows.sentence_start)], options.spans)
    kept = np.searchsorted(joined.start, laid.offsets[:, 0])
    mention_of = [int(laid.mention_of_span[span]) if span >= 0 else -1 for span in span_of]
    notes = (*_notes(rows, parted, empty, len(tokens) - len(kept)), *joined.notes, *laid.notes)
    return Document(layers, chosen, rows, joined, annotations, laid, mention_of, span_of, kept, notes)


def _spans(
    path: str, rows: Rows, joined: JoinedTokens, annotations: Annotations
) -> tuple[list[CharacterSpan], list[int], list[Annotation]]:
    """Find the characters of each annotation; those of none are given apart."""
    spans: list[CharacterSpan] = []
    span_of, empty = [], []
    for annotation in annotations.found:
        first, last = annotation.cells[0][0], annotation.cells[-1][0]
        start = joined.position(path, rows, first, int(rows.begin[first]))
        end = joined.position(path, rows, last, int(rows.end[last]))
        span_of.append(-1)
        if _gap(rows, annotation):
            continue
        if start >= end:
            empty.append(annotation)
            continue
        span_of[-1] = len(spans)
        spans.append(CharacterSpan(start, end, annotation.type, rows.unit(first), int(rows.line[first])))
    return spans, span_of, empty


def _gap(rows: Rows, annotation: Annotation) -> str:
    """Tell between which rows an annotation leaves out a token; empty if it does not."""
    covered = [row for row, _ in annotation.cells]
    for before, after in pairwise(covered):
        if rows.token[after] - rows.token[before] > 1:
            units = f"{rows.unit(before)} and {rows.unit(after)}"
            return f"{annotation.type}[{annotation.number}] covers {units}, but no token between them"
    return ""


def _emptiness(rows: Rows, annotation: Annotation) -> str:
    return f"{rows.unit(annotation.cells[0][0])}: an annotation of type {annotation.type} covers no character"


def _line(rows: Rows, annotation: Annotation) -> int:
    return int(rows.line[annotation.cells[0][0]])


def _notes(rows: Rows, parted: list[Annotation], empty: list[Annotation], n_blank: int) -> Iterator[str]:
    if parted:
        what = f"{counted(len(parted), 'mention')} in several pieces left out"
        yield f"{what}; the first: line {_line(rows, parted[0]):,}, {_gap(rows, parted[0])}"
    if empty:
        what = f"{counted(len(empty), 'span')} without characters left out"
        yield f"{what}; the first: line {_line(rows, empty[0]):,}, {_emptiness(rows, empty[0])}"
    if n_blank:
        yield f"{counted(n_blank, 'token')} of blanks alone left out"
