"""The format `webanno`: WebAnno TSV 3, as WebAnno and INCEpTION export it."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.relations import Relations
from nerinspect.corpus.text import Text
from nerinspect.corpus.token_column import TokenColumn
from nerinspect.corpus.tokenization import BLANKS
from nerinspect.errors import CommandError
from nerinspect.io.content import Content
from nerinspect.io.formats.reader import CERTAIN, Guess, Reader
from nerinspect.io.formats.webanno_document import Document, read_document
from nerinspect.io.formats.webanno_layers import FORMAT
from nerinspect.io.formats.webanno_rows import sentence_names, sentence_texts
from nerinspect.io.formats.webanno_spans import linking_columns, relations
from nerinspect.io.formats.webanno_writing import rewritten
from nerinspect.io.passages import distinct_gaps
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.io.span_relations import lay_relations
from nerinspect.progress import Checkpoint


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
        if options.key is not None:
            raise CommandError(f"{content.path} holds no lists; leave out #{options.key}")
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
        yield f"no layer is called {chosen.layer.name}, so there are no mentions; the file holds {there or 'none'}"
    elif there:
        yield f"mentions are those of {chosen.title}; the file also holds {there}"
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
