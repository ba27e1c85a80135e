"""A file of WebAnno TSV: its tokens, and the annotations of one layer as mentions."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import DiscontinuousError, OffBorderError, counted
from nerinspect.io.character_spans import CharacterSpan, LaidOut, Passage, lay_on_tokens
from nerinspect.io.content import Content
from nerinspect.io.formats.webanno_layers import BASE_COLUMNS, Chosen, Layer, choose_column, read_header
from nerinspect.io.formats.webanno_rows import Rows, read_rows
from nerinspect.io.formats.webanno_spans import Annotation, Annotations, linking_columns
from nerinspect.io.formats.webanno_text import JoinedTokens, join_tokens
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint, no_checkpoint


@dataclass(frozen=True, eq=False)
class Document:
    """A file, read.

    Attributes
    ----------
    layers : list of Layer
        What the header says.
    chosen : Chosen
        Where the mentions stand.
    rows : Rows
        The rows.
    joined : JoinedTokens
        The tokens.
    annotations : Annotations
        Of the chosen layer.
    laid : LaidOut
        As mentions on tokens.
    mention_of : list of int
        For each annotation its mention; -1 if it was left out.
    span_of : list of int
        For each annotation its place among the spans laid; -1 if it was left out before.
    tokens : ndarray of int, shape (n_tokens,)
        The tokens of `laid` among those of `rows`; some are of blanks alone.
    notes : tuple of str
        What was decided, each with how many and the first.
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
    """Read a file.

    Parameters
    ----------
    content : Content
        The file.
    options : ReadOptions
        Which layer, and what becomes of odd annotations.
    all_columns : bool
        Whether to read the cells of all layers.
    checkpoint : Checkpoint
        Called with tokens read and tokens expected.

    Returns
    -------
    Document
        With at least one token.

    Raises
    ------
    DataError
        At the first thing that is wrong.
    """
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
