"""The format `brat`: text files with standoff annotations beside them, read and written."""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.errors import CommandError, DiscontinuousError, StandoffLineError, counted, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.brat_document import (
    FIRST_LINE,
    Document,
    MentionLine,
    Pair,
    as_written,
    companion,
    extents,
    has_annotations,
    other_lines,
    read_document,
    read_folder,
    read_pair,
)
from nerinspect.io.formats.lines import edited_text
from nerinspect.io.formats.passages import (
    CharacterSpan,
    LaidOut,
    MentionKey,
    Passage,
    SpanRelation,
    lay_on_tokens,
    lay_relations,
    mention_keys,
)
from nerinspect.io.formats.reader import LIKELY, POSSIBLE, Guess, RawFile, Reader, ReadOptions
from nerinspect.progress import Checkpoint

_NUMBERED: Final = re.compile(r"T([0-9]{1,15})")
_TYPE: Final = re.compile(r"(?<=\t)[^\t ]+")


def rewritten(document: Document, laid: LaidOut, mentions: Mentions) -> bytes:
    """Give a standoff file with other mentions.

    A mention that changes keeps its name, so that what else is said of it still holds: one that goes becomes the new
    mention of its extent, else the first new one that shares a token. Attributes, normalizations and notes of a
    mention that goes, go with it.

    Raises
    ------
    StandoffLineError
        If a relation or an event speaks of a mention that goes.
    """
    before, after = set(mention_keys(laid.mentions)), set(mention_keys(mentions))
    lines_of = _lines_of(document, laid, before - after)
    added = sorted(after - before)
    becomes = _pair_up(sorted(lines_of), added)
    changed = {line.line: (old, new) for old, new in becomes.items() for line in lines_of[old]}
    gone = _lines_that_go(
        document, {line.id for lines in lines_of.values() for line in lines if line.line not in changed}
    )
    new = [key for key in added if key not in becomes.values()]
    try:
        return edited_text(
            document.annotation.original,
            document.annotation.text_encoding,
            lambda text: _edited(text, document, laid, changed, gone, new),
        )
    except UnicodeEncodeError as error:
        what = (
            f"{shown(error.object[error.start : error.end])} cannot be written in {document.annotation.text_encoding}"
        )
        raise CommandError(f"{document.annotation.path}: {what}; choose another name for the type") from None


def _lines_of(document: Document, laid: LaidOut, wanted: set[MentionKey]) -> dict[MentionKey, list[MentionLine]]:
    """Give for some mentions the lines that say so."""
    keys, lines_of = mention_keys(laid.mentions), defaultdict(list)
    for line, number in zip(document.whole, laid.mention_of_span.tolist(), strict=True):
        if number >= 0 and keys[number] in wanted:
            lines_of[keys[number]].append(line)
    return lines_of


def _pair_up(old: Sequence[MentionKey], new: Sequence[MentionKey]) -> dict[MentionKey, MentionKey]:
    """Find for mentions that go the new ones they become."""
    becomes: dict[MentionKey, MentionKey] = {}
    free = list(new)
    for fits in (_same_extent, _share_a_token):
        for key in old:
            found = next((one for one in free if key not in becomes and fits(key, one)), None)
            if found:
                becomes[key] = found
                free.remove(found)
    return becomes


def _same_extent(one: MentionKey, other: MentionKey) -> bool:
    return one[:2] == other[:2]


def _share_a_token(one: MentionKey, other: MentionKey) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _lines_that_go(document: Document, names: set[str]) -> set[int]:
    """Give the line numbers of mentions that go, and of the remarks on them."""
    numbers = {line.line for line in document.lines.mentions if line.id in names}
    while found := [one for one in document.lines.references if one.line not in numbers and names & set(one.names)]:
        for one in found:
            if not one.is_attached:
                mention = next(name for name in one.names if name in names)
                problem = f"{one.id} speaks of {mention}, which is to go"
                raise StandoffLineError(document.annotation.path, problem, "remove that line first", one.line)
        numbers |= {one.line for one in found}
        names = names | {one.id for one in found}
    return numbers


def _rename_triggers(
    lines: list[str], document: Document, changed: Mapping[int, tuple[MentionKey, MentionKey]]
) -> None:
    """Let events call their triggers by the new types; brat wants both lines to say the same."""
    by_line = {line.line: line.id for line in document.lines.mentions}
    new_types = {by_line[number]: (old[2], new[2]) for number, (old, new) in changed.items() if old[2] != new[2]}
    for reference in document.lines.references:
        trigger = next((name for name in reference.names if name in new_types), None)
        if reference.id.startswith("E") and trigger is not None:
            old, new = new_types[trigger]
            start, line = f"{reference.id}\t{old}:{trigger}", lines[reference.line - 1]
            if line.startswith(start) and line[len(start) : len(start) + 1].strip() == "":
                lines[reference.line - 1] = f"{reference.id}\t{new}:{trigger}{line[len(start) :]}"


def _edited(
    text: str,
    document: Document,
    laid: LaidOut,
    changed: Mapping[int, tuple[MentionKey, MentionKey]],
    gone: Container[int],
    new: Sequence[MentionKey],
) -> str:
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    lines = text.removeprefix(mark).split("\n")
    for number, (old, key) in changed.items():
        lines[number - 1] = _changed_line(document, laid, lines[number - 1], old, key)
    _rename_triggers(lines, document, changed)
    lines = [line for number, line in enumerate(lines, start=1) if number not in gone]
    if new:
        carriage = "\r" if "\r\n" in text else ""
        if not lines or lines[-1]:
            lines[-1:] = [*(line + carriage for line in lines[-1:]), ""]
        first = 1 + max((_number(line.id) for line in document.lines.mentions), default=0)
        rows = [f"T{number}\t{_body(document, laid, key)}{carriage}" for number, key in enumerate(new, start=first)]
        lines[-1:] = [*rows, ""]
    return mark + "\n".join(lines)


def _changed_line(document: Document, laid: LaidOut, line: str, old: MentionKey, new: MentionKey) -> str:
    if _same_extent(old, new):
        return _TYPE.sub(lambda _: _type(new), line, count=1)
    name, carriage = line.partition("\t")[0], "\r" if line.endswith("\r") else ""
    return f"{name}\t{_body(document, laid, new)}{carriage}"


def _body(document: Document, laid: LaidOut, key: MentionKey) -> str:
    start, end = int(laid.offsets[key[0], 0]), int(laid.offsets[key[1] - 1, 1])
    offsets, words = as_written(document.text, start, end)
    return f"{_type(key)} {offsets}\t{words}"


def _type(key: MentionKey) -> str:
    if not re.fullmatch(r"\S+", key[2]):
        raise CommandError(f"{shown(key[2])} cannot be a type in brat: types hold no blank; choose another name")
    return key[2]


def _number(name: str) -> int:
    found = _NUMBERED.fullmatch(name)
    return int(found[1]) if found else 0


_Parted: TypeAlias = Sequence[tuple[Document, MentionLine]]


class BratReader(Reader):
    """An `.ann` and its `.txt`, or a folder of such pairs; each pair is a document."""

    name = "brat"
    title = "brat standoff"
    suffixes = (".ann",)
    takes = "folder"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Look for a file of the same name, and for a first line of brat."""
        if os.path.isdir(path):
            return Guess(LIKELY, "a folder with .ann files") if has_annotations(path) else None
        other = companion(path)
        if other is None:
            return None
        beside = Guess(LIKELY, f"{os.path.basename(other)} is beside it") if os.path.isfile(other) else None
        if not path.removesuffix(".gz").endswith(".ann"):
            return beside
        if FIRST_LINE.match(head):
            return Guess(LIKELY, "by its ending .ann and its first line")
        return beside or Guess(POSSIBLE, "by its ending .ann")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read texts, mentions and relations."""
        if options.key is not None:
            raise CommandError(f"{content.path} holds no lists; leave out #{options.key}")
        in_folder = os.path.isdir(content.path)
        if in_folder:
            pairs, notes = read_folder(content.path, content.text_encoding or "utf-8", checkpoint)
            companions = [file for pair in pairs for file in (pair.annotation, pair.text)]
        else:
            pairs, notes = [read_pair(content)], ()
            content, companions = pairs[0].annotation, [pairs[0].text]
        documents = [read_document(pair) for pair in pairs]
        parted = [(document, line) for document in documents for line in document.parted]
        if parted and options.discontinuous == "error":
            document, line = parted[0]
            raise DiscontinuousError(document.annotation.path, line.line, _pieces(*parted[0]), len(parted) - 1)
        laid = lay_on_tokens(content.path, _passages(documents, in_folder), options.spans)
        relations, relation_notes = _relations(documents, laid)
        return RawFile(
            content,
            self.name,
            laid.text,
            mentions=laid.mentions,
            options=options,
            notes=(*notes, *_notes(documents, parted), *laid.notes, *relation_notes),
            companions=tuple(companions),
            relations=relations,
            document_names=laid.document_names,
            offsets=laid.offsets,
        )

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        """Write mentions back: only lines of mentions change, and remarks on mentions that go."""
        if len(raw.companions) != 1:
            raise CommandError(f"{raw.content.path} is a folder of several files; open one .ann to change it")
        document = read_document(Pair("", raw.content, raw.companions[0]))
        laid = lay_on_tokens(raw.content.path, _passages([document], in_folder=False), raw.options.spans)
        return rewritten(document, laid, mentions)


def _passages(documents: Sequence[Document], in_folder: bool) -> list[Passage]:
    return [
        Passage(document.text, [_span(document, line, in_folder) for line in document.whole], document.name)
        for document in documents
    ]


def _span(document: Document, line: MentionLine, in_folder: bool) -> CharacterSpan:
    start, end = extents(line, document.text)[0]
    if in_folder:
        return CharacterSpan(start, end, line.type, _place(document, line.line, line.id))
    return CharacterSpan(start, end, line.type, line.id, line.line)


def _place(document: Document, line: int, name: str) -> str:
    return f"{document.name}.ann:{line}, {name}"


def _pieces(document: Document, line: MentionLine) -> str:
    pieces = [shown(document.text[start:end]) for start, end in extents(line, document.text)]
    return f"{line.id} of type {line.type} is in {len(pieces)} pieces: {' … '.join(pieces)}"


def _notes(documents: Sequence[Document], parted: _Parted) -> Iterator[str]:
    if parted:
        document, line = parted[0]
        first = f"{document.name}.ann:{line.line}, {_pieces(document, line)}"
        yield f"{counted(len(parted), 'mention')} in several pieces left out; the first: {first}"
    for note, n_documents in Counter(document.note for document in documents if document.note).items():
        yield note if len(documents) == 1 else f"{note} ({counted(n_documents, 'document')})"
    silent = [line for document in documents for line in document.lines.mentions if line.said is None]
    if silent:
        yield f"{counted(len(silent), 'mention')} without words of its own, so unchecked; the first: {silent[0].id}"
    n_others = sum((document.lines.n_others for document in documents), Counter[str]())
    if n_others:
        yield other_lines(n_others)


def _relations(documents: Sequence[Document], laid: LaidOut) -> tuple[Relations | None, tuple[str, ...]]:
    """Carry relations over; those of events, or of mentions left out, are told."""
    found, n_before = [], 0
    for document in documents:
        number = {line.id: n_before + place for place, line in enumerate(document.whole)}
        n_before += len(document.whole)
        for line in document.lines.relations:
            place = _place(document, line.line, line.id)
            found.append(SpanRelation(number.get(line.head, -1), number.get(line.tail, -1), line.type, place))
    return lay_relations(laid, found) if found else (None, ())


READER = BratReader()
