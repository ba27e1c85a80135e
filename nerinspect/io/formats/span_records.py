"""Records of text and spans, as annotation tools export them: what their readers share."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.tokenization import tokenize
from nerinspect.errors import counted, shown
from nerinspect.io.character_spans import CharacterSpan, LaidOut, Passage, lay_on_tokens
from nerinspect.io.content import Content
from nerinspect.io.formats.json_records import Json, Place, Steps, well_formed
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.io.span_relations import SpanRelation, lay_relations
from nerinspect.progress import Checkpoint

CHARACTERS_OF_TOKEN: Final = 6
"""About as many of a file stand for a token."""


class FoundSpan(NamedTuple):
    """A span as a record says it.

    Attributes
    ----------
    start, end : int
        Its position, counted as the file counts.
    type : str
        Its type.
    item : int
        Which element of the list of spans says so.
    surface : str or None
        The characters it covers, if the record repeats them.
    """

    start: int
    end: int
    type: str
    item: int
    surface: str | None = None


class FoundRelation(NamedTuple):
    """A relation as a record says it.

    Attributes
    ----------
    head, tail : int
        Places of its arguments among the spans of the record; -1 for none of them.
    type : str
        Its type.
    item : int
        Which element of the list of relations says so.
    """

    head: int
    tail: int
    type: str
    item: int


class SpanRecord(NamedTuple):
    """One text with its spans.

    Attributes
    ----------
    number : int
        Which record of the file, from 1.
    line : int
        Its physical line.
    text : str
        The text.
    spans : list of FoundSpan
        In file order.
    relations : list of FoundRelation
        In file order.
    list_path, relation_path : tuple of str or int
        What leads from the record to the list of spans, and to that of relations; they may be one.
    name : str
        What the file calls the record.
    tokens : ndarray of int, shape (n_tokens, 2), or None
        Half-open character positions, if the record gives tokens.
    """

    number: int
    line: int
    text: str
    spans: list[FoundSpan]
    relations: list[FoundRelation]
    list_path: Steps
    relation_path: Steps
    name: str = ""
    tokens: IntArray | None = None

    @property
    def place(self) -> str:
        """Name it in messages."""
        return f"record {self.number:,}"


@dataclass(frozen=True, eq=False)
class SpanFile:
    """A file of such records.

    Attributes
    ----------
    text : str
        The whole file.
    places : list of Place
        Where each record stands in it, those left out included.
    records : list of SpanRecord
        Those that are read.
    notes : tuple of str
        What was left out or chosen.
    new_item : callable
        Gives an element for the list of spans, from a record, a start, an end (counted as the file counts), a type
        and the characters covered.
    with_types : callable
        Gives an element of the list of spans with these types alone.
    """

    text: str
    places: list[Place]
    records: list[SpanRecord]
    notes: tuple[str, ...]
    new_item: Callable[[SpanRecord, int, int, str, str], Json]
    with_types: Callable[[Json, Sequence[str]], Json]


class LaidRecords(NamedTuple):
    """The records on their tokens.

    Attributes
    ----------
    laid : LaidOut
        Tokens and mentions.
    by_utf16 : bool
        Whether positions count UTF-16 code units, as browsers do.
    notes : tuple of str
        What was found out about the positions.
    """

    laid: LaidOut
    by_utf16: bool
    notes: tuple[str, ...]


def raw_file(content: Content, name: str, file: SpanFile, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
    """Make columns of a file of records.

    Raises
    ------
    DataError
        If a span is none of its text, or off the token borders and no rule for that was chosen.
    """
    n_tokens = len(file.text) // CHARACTERS_OF_TOKEN
    checkpoint(n_tokens, n_tokens)
    laid, _, notes = lay_records(content.path, file.records, options)
    relations, relation_notes = lay_relations(laid, list(_relations(file.records)))
    notes = (*file.notes, *notes, *laid.notes, *relation_notes)
    return RawFile(
        content,
        name,
        laid.text,
        mentions=laid.mentions,
        options=options,
        notes=notes,
        relations=relations if any(record.relations for record in file.records) else None,
        document_names=laid.document_names,
        offsets=laid.offsets,
    )


def lay_records(path: str, records: Sequence[SpanRecord], options: ReadOptions) -> LaidRecords:
    """Lay the spans of records on tokens, with positions counted as fits the texts."""
    beyond = [record for record in records if record.spans and not _is_basic(record.text)]
    n_spans = sum(len(record.spans) for record in beyond)
    (n_whole, n_exact), (n_whole_utf16, n_exact_utf16) = (
        np.sum([(0, 0), *(_count_fitting(record, by_utf16) for record in beyond)], axis=0) for by_utf16 in (False, True)
    )
    by_utf16 = bool(n_whole_utf16 >= n_whole and n_exact_utf16 > n_exact)
    passages = [
        Passage(record.text, _character_spans(record, by_utf16), record.name, record.tokens, line=record.line)
        for record in records
    ]
    notes = []
    if by_utf16:
        notes.append(
            f"positions count UTF-16 code units: where characters beyond U+FFFF occur, {n_exact_utf16:,} of"
            f" {counted(n_spans, 'span')} fit their text so, and {n_exact:,} if they counted characters; the first such"
            f" text: {beyond[0].place}"
        )
    notes += _other_surfaces(records, passages)
    return LaidRecords(lay_on_tokens(path, passages, options.spans), by_utf16, tuple(notes))


def utf16_units(text: str) -> IntArray:
    """Give for each character of a text, and for its end, how many UTF-16 code units stand before it."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return np.append(0, np.cumsum(1 + (codes > 0xFFFF))).astype(np.int32)


def _is_basic(text: str) -> bool:
    return text.isascii() or max(text) <= "\uffff"


def _character_spans(record: SpanRecord, by_utf16: bool) -> list[CharacterSpan]:
    if not by_utf16 or _is_basic(record.text):
        return [CharacterSpan(span.start, span.end, span.type, record.place, record.line) for span in record.spans]
    place = {unit: character for character, unit in enumerate(utf16_units(record.text).tolist())}
    outside = len(record.text) + 1
    return [
        CharacterSpan(
            place.get(span.start, outside), place.get(span.end, outside), span.type, record.place, record.line
        )
        for span in record.spans
    ]


def _count_fitting(record: SpanRecord, by_utf16: bool) -> tuple[int, int]:
    """Count the spans that cut no token, and those that lie on token borders or cover what the record says."""
    tokens = tokenize(record.text).offsets if record.tokens is None else record.tokens
    starts, ends = set(tokens[:, 0].tolist()), set(tokens[:, 1].tolist())
    inside = {place for start, end in tokens.tolist() for place in range(start + 1, end)}
    n_whole = n_exact = 0
    for span, found in zip(_character_spans(record, by_utf16), record.spans, strict=True):
        covered = record.text[max(span.start, 0) : span.end]
        n_whole += 0 <= span.start < span.end <= len(record.text) and not inside & {span.start, span.end}
        is_on_borders = span.start in starts and span.end in ends
        n_exact += is_on_borders if found.surface is None else covered == found.surface
    return n_whole, n_exact


def _other_surfaces(records: Sequence[SpanRecord], passages: Sequence[Passage]) -> Iterator[str]:
    """Tell how many spans do not cover what their record says they do; blanks do not count."""
    n_others, first = 0, ""
    for record, passage in zip(records, passages, strict=True):
        for span, found in zip(passage.spans, record.spans, strict=True):
            covered = record.text[max(span.start, 0) : span.end]
            if found.surface is not None and "".join(covered.split()) != "".join(found.surface.split()):
                first = first or f"{record.place}, {shown(covered)} given as {shown(well_formed(found.surface))}"
                n_others += 1
    if n_others:
        yield f"{counted(n_others, 'span')} whose text the file gives otherwise, read by position; the first: {first}"


def _relations(records: Sequence[SpanRecord]) -> Iterator[SpanRelation]:
    before = 0
    for record in records:
        for one in record.relations:
            head, tail = (end + before if end >= 0 else -1 for end in (one.head, one.tail))
            yield SpanRelation(head, tail, one.type, record.place)
        before += len(record.spans)
