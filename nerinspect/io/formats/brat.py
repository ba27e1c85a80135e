"""The format `brat`: text files with standoff annotations beside them."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.relations import Relations
from nerinspect.errors import CommandError, DiscontinuousError, counted, shown
from nerinspect.io.character_spans import CharacterSpan, LaidOut, Passage, lay_on_tokens
from nerinspect.io.content import Content
from nerinspect.io.formats.brat_documents import Document, read_document
from nerinspect.io.formats.brat_files import Pair, companion, has_annotations, read_folder, read_pair
from nerinspect.io.formats.brat_lines import FIRST_LINE, MentionLine, other_lines
from nerinspect.io.formats.brat_texts import extents
from nerinspect.io.formats.brat_writing import rewritten
from nerinspect.io.formats.reader import LIKELY, POSSIBLE, Guess, Reader
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.io.span_relations import SpanRelation, lay_relations
from nerinspect.progress import Checkpoint

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
        beside = Guess(LIKELY, f"{os.path.basename(other)} stands beside it") if os.path.isfile(other) else None
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
