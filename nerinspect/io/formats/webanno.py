"""The format `webanno`: WebAnno TSV 3, as WebAnno and INCEpTION export it, read and written."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import AnyIntArray, IntArray, as_arrow, as_arrow_texts, from_arrow
from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.text import Text, TokenColumn
from nerinspect.corpus.tokenization import BLANKS
from nerinspect.errors import CommandError, DiscontinuousError, OffBorderError, WebannoShapeError, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.lines import edited_text
from nerinspect.io.formats.passages import (
    CharacterSpan,
    LaidOut,
    MentionKey,
    Passage,
    distinct_gaps,
    lay_on_tokens,
    lay_relations,
    mention_keys,
)
from nerinspect.io.formats.reader import CERTAIN, Guess, RawFile, Reader, ReadOptions
from nerinspect.io.formats.webanno_layers import (
    BASE_COLUMNS,
    FORMAT,
    NO_NUMBER,
    NO_VALUE,
    NOTHING,
    Annotation,
    Annotations,
    Chosen,
    Layer,
    Rows,
    choose_column,
    escaped,
    items,
    linking_columns,
    plain,
    read_header,
    read_rows,
    relations,
    sentence_names,
    sentence_texts,
    slots,
    split,
)
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped

_LONG: Final = "[\U00010000-\U0010ffff]"  # characters that take two units of UTF-16


@dataclass(frozen=True, eq=False)
class JoinedTokens:
    """All tokens, parted by blanks.

    `start` and `end`: half-open position of each in `text`; shape (n_tokens,). `offsets`: where each stands in the
    characters of the document; None if the file does not tell it rightly; shape (n_tokens, 2).
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
            problem = f"{rows.unit(row)} goes beyond its token {shown(self.tokens[token].as_py())}"
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
            where = f"line {grouped(lines[first])}, {shown(tokens[first].as_py())} at {begin[first]}–{end[first]}"
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
    """A file, read."""

    layers: list[Layer]
    chosen: Chosen
    rows: Rows
    joined: JoinedTokens
    annotations: Annotations
    laid: LaidOut
    mention_of: list[int]  # for each annotation its mention; -1 if it was left out
    span_of: list[int]  # for each annotation its place among the spans laid; -1 if it was left out before
    tokens: AnyIntArray  # the tokens of `laid` among those of `rows`; some are of blanks alone; shape (n_tokens,)
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
        yield f"{what}; the first: line {grouped(_line(rows, parted[0]))}, {_gap(rows, parted[0])}"
    if empty:
        what = f"{counted(len(empty), 'span')} without characters left out"
        yield f"{what}; the first: line {grouped(_line(rows, empty[0]))}, {_emptiness(rows, empty[0])}"
    if n_blank:
        yield f"{counted(n_blank, 'token')} of blanks alone left out"


_NUMBER: Final = re.compile(r"\[([0-9]{1,9})[]_]")


def rewritten(content: Content, document: Document, mentions: Mentions) -> bytes:
    """Give a file with other mentions.

    A mention of a new type keeps its other features. One that moves does so too: it is taken for the first new mention
    that shares a token with it.

    Raises
    ------
    WebannoShapeError
        If a relation or a slot names a mention that goes or moves, or a row cannot be changed.
    """
    keys, after = mention_keys(document.laid.mentions), set(mention_keys(mentions))
    places_of: dict[MentionKey, list[int]] = defaultdict(list)
    for place, number in enumerate(document.mention_of):
        if number >= 0 and keys[number] not in after:
            places_of[keys[number]].append(place)
    new = sorted(after - set(keys))
    stacks, found = _Stacks(content, document), document.annotations.found
    for key in list(new):
        old = next((old for old in places_of if old[:2] == key[:2]), None)
        if old:
            new.remove(key)
            for place in places_of.pop(old):
                stacks.retype(found[place], key[2])
    going = [place for places in places_of.values() for place in places]
    _refuse_named(content.path, document, set(going))
    for place in going:
        stacks.remove(found[place])
    for key in new:
        moved = next((old for old in places_of if old[0] < key[1] and key[0] < old[1]), None)
        stacks.add(key, found[places_of.pop(moved)[0]] if moved else None)
    return edited_text(content.original, content.text_encoding, stacks.written)


class _Stacks:
    """The cells of the layer in the rows that change, as stacks of annotations."""

    def __init__(self, content: Content, document: Document) -> None:
        self._content, self._document = content, document
        self._columns = list(document.chosen.layer.columns)
        self._main = document.chosen.column - document.chosen.layer.first
        self._targets = {column for column, _ in document.chosen.layer.slot_targets()}
        self._stacks: dict[int, list[list[str] | None]] = {}
        self._highest = -1

    def retype(self, annotation: Annotation, type_name: str) -> None:
        for row, place in annotation.cells:
            item = self._stack(row)[place]
            if item is not None:
                item[self._main] = _numbered(self._value(type_name), annotation.number)

    def remove(self, annotation: Annotation) -> None:
        for row, place in annotation.cells:
            self._stack(row)[place] = None

    def add(self, key: MentionKey, moved: Annotation | None) -> None:
        """Put an annotation on tokens, with the other features and the number of one that has gone."""
        if self._document.chosen.column < 0:
            raise CommandError(f"{self._content.path} has no layer {self._document.chosen.layer.name} to write to")
        rows = self._document.rows.token_rows[self._document.tokens[key[0] : key[1]]].tolist()
        values = (
            self._values_of(*moved.cells[0])
            if moved
            else ["_" if self._is_slot(c) else NO_VALUE for c in self._columns]
        )
        values[self._main] = self._value(key[2])
        number = moved.number if moved else NO_NUMBER
        if number == NO_NUMBER and (len(rows) > 1 or any(item for item in self._stack(rows[0]))):
            number = self._free_number()
        for row in rows:
            item = [
                value if column in self._targets else _numbered(value, number)
                for column, value in zip(self._columns, values, strict=True)
            ]
            self._stack(row).append(item)

    def written(self, text: str) -> str:
        lines = text.split("\n")
        for row, stack in self._stacks.items():
            number = int(self._document.rows.line[row]) - 1
            body = lines[number].removesuffix("\r")
            fields = body.split("\t")
            items_left = [item for item in stack if item is not None]
            for place, column in enumerate(self._columns):
                values = [item[place] for item in items_left]
                fields[column] = "|".join(values) if set(values) - {NOTHING} else NOTHING
            lines[number] = "\t".join(fields) + lines[number][len(body) :]
        return "\n".join(lines)

    def _stack(self, row: int) -> list[list[str] | None]:
        if row not in self._stacks:
            self._stacks[row] = [list(item) for item in zip(*self._split(row), strict=True)]
        return self._stacks[row]

    def _split(self, row: int) -> list[list[str]]:
        """Cut the cells of a row; a column may hold nothing where others hold annotations."""
        rows = self._document.rows
        cells = [rows.cell(row, column) for column in self._columns]
        columns = [split(cell, "|") if cell != NOTHING else [] for cell in cells]
        height = len(columns[self._main])
        if any(len(column) not in (0, height) for column in columns):
            problem = f"the columns of {self._document.chosen.layer.short_name} have different numbers of annotations"
            raise WebannoShapeError(
                self._content.path, problem, "fix the row before it is changed", int(rows.line[row])
            )
        return [column or [NOTHING] * height for column in columns]

    def _values_of(self, row: int, place: int) -> list[str]:
        return [
            column[place] if self._columns[number] in self._targets else items(column[place])[0].value
            for number, column in enumerate(self._split(row))
        ]

    def _value(self, type_name: str) -> str:
        chosen = self._document.chosen
        if type_name == chosen.type_without_value:
            return NO_VALUE
        if chosen.type_without_value != NO_VALUE:
            problem = (
                f"the layer {chosen.layer.short_name} has no feature, so it cannot hold the type {shown(type_name)}"
            )
            raise CommandError(f"{self._content.path}: {problem}; choose another --label-field")
        return escaped(type_name)

    def _is_slot(self, column: int) -> bool:
        return column in self._targets or column + 1 in self._targets

    def _free_number(self) -> int:
        if self._highest < 0:
            text = self._content.data.decode()
            self._highest = max((int(found[1]) for found in _NUMBER.finditer(text)), default=0)
        self._highest += 1
        return self._highest


def _numbered(value: str, number: int) -> str:
    return value if number == NO_NUMBER else f"{value}[{number}]"


def _refuse_named(path: str, document: Document, places: set[int]) -> None:
    """Refuse to take away what a relation or a slot names."""
    layers, rows, annotations = document.layers, document.rows, document.annotations
    joined = relations(rows, layers, annotations, document.chosen.layer)
    named = [(place, link.place) for link in joined for place in (link.head, link.tail)]
    for place, where in (*named, *slots(rows, layers, annotations, document.chosen.layer)):
        if place in places:
            annotation = annotations.found[place]
            what = f"{where} names {annotation.type} at {rows.unit(annotation.cells[0][0])}, which would be moved"
            raise WebannoShapeError(path, what, "remove that relation or slot first")


class WebannoReader(Reader):
    """A row for each token, and in it the annotations of one layer or several."""

    name = "webanno"
    title = "WebAnno TSV 3"
    suffixes = (".tsv",)
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Look at the first line."""
        if not head.startswith(FORMAT.encode()):
            return None
        first = head.partition(b"\n")[0].decode(errors="replace")[: len(FORMAT) + 4]
        return Guess(CERTAIN, f"by content: {first}")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read tokens, and the mentions and relations of one layer."""
        options.refuse_key(content.path, "has no lists")
        document = read_document(content, options, options.others, checkpoint)
        found, relation_notes = _relations(document)
        offsets = document.joined.offsets
        return RawFile(
            content,
            self.name,
            _text(content, document),
            mentions=document.laid.mentions,
            options=options,
            notes=(*_choice(document), *document.notes, *relation_notes),
            separator="tab",
            others=tuple(_others(document)) if options.others else (),
            relations=found,
            offsets=None if offsets is None else offsets[document.tokens],
        )

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        """Write mentions back: only their cells change."""
        return rewritten(raw.content, read_document(raw.content, raw.options, all_columns=True), mentions)


def _text(content: Content, document: Document) -> Text:
    rows, text = document.rows, document.laid.text
    lines = rows.line[rows.token_rows]
    heads = document.tokens[text.sentence_start[:-1]]
    names = sentence_names(content.data, lines[rows.sentence_start])
    given = rows.sentence_start.searchsorted(heads, side="right") - 1
    gaps, gap_codes = _gaps(document, sentence_texts(content.data, lines[rows.sentence_start]))
    return replace(
        text,
        sentence_line=lines[heads],
        token_line=lines[document.tokens],
        sentence_names=tuple(names[place] for place in given.tolist()) if names else (),
        gaps=gaps,
        gap_codes=gap_codes,
    )


def _gaps(document: Document, texts: list[str]) -> tuple[tuple[str, ...], AnyIntArray | None]:
    """Find in the texts of the sentences what parts their tokens; where they do not fit, the offsets tell of blanks."""
    offsets, first = document.joined.offsets, document.rows.sentence_start
    if offsets is None:
        return (), None
    encoded = np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)
    byte_of = np.append(np.flatnonzero(encoded & 0xC0 != 0x80), len(encoded))
    length = np.array([len(text) for text in texts], dtype=np.int64)
    lead = np.array([len(text) - len(text.lstrip()) for text in texts], dtype=np.int64)
    text_end = np.cumsum(length + 1) - 1
    sentence = first.searchsorted(document.tokens, side="right") - 1
    place = offsets[document.tokens] + (text_end - length + lead - offsets[first, 0])[sentence][:, np.newaxis]
    is_apart = np.append(False, place[1:, 0] != place[:-1, 1])
    is_apart[document.laid.text.sentence_start[:-1]] = False
    is_known = is_apart & np.append(False, sentence[1:] == sentence[:-1]) & (place[:, 0] < text_end[sentence])
    start, end = (byte_of[np.where(is_known, at, 0)] for at in (np.append(0, place[:-1, 1]), place[:, 0]))
    gaps, codes = distinct_gaps(encoded, start, end)
    codes[is_apart & (codes == 0)] = gaps.index(" ")
    return tuple(" " if gap.strip(BLANKS) else gap for gap in gaps), codes


def _choice(document: Document) -> Iterator[str]:
    """Tell which layer was read, if there is a choice."""
    chosen, read = document.chosen, linking_columns(document.layers, document.chosen.layer)
    others = [title for layer in document.layers for _, title in layer.titles() if title != chosen.title]
    others += [layer.short_name for layer in document.layers if layer.kind != "SP" and layer.first not in read]
    there = ", ".join(others)
    if chosen.column < 0:
        yield f"no layer is called {chosen.layer.name}, so there are no mentions; the file has {there or 'none'}"
    elif there:
        yield f"mentions are those of {chosen.title}; the file also has {there}"
    elif chosen.layer.short_name != "NamedEntity":
        yield f"mentions are those of {chosen.title}"


def _others(document: Document) -> Iterator[TokenColumn]:
    at = document.rows.token_rows[document.tokens]
    for layer in document.layers:
        for column, title in layer.titles():
            if column != document.chosen.column:
                values, codes = document.rows.cells[column]
                used, place = np.unique(codes[at], return_inverse=True)
                yield TokenColumn(title, tuple(values[code] for code in used.tolist()), place.astype(np.int32))


def _relations(document: Document) -> tuple[Relations | None, tuple[str, ...]]:
    spans = [*document.span_of, -1]  # the last one for ends that cannot be found
    links = relations(document.rows, document.layers, document.annotations, document.chosen.layer)
    found = [link._replace(head=spans[link.head], tail=spans[link.tail]) for link in links]
    return lay_relations(document.laid, found) if found else (None, ())


READER = WebannoReader()
