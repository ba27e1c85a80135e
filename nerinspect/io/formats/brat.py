"""The format `brat`: text files with standoff annotations beside them, read and written."""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from filecmp import cmp
from itertools import combinations, islice
from typing import Final, NamedTuple, TypeAlias

from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.tokenization import BLANKS
from nerinspect.errors import CommandError, DiscontinuousError, StandoffLineError, UnreadableFileError, shown
from nerinspect.io.content import Content, read_file_bytes
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
from nerinspect.quantities import counted, grouped

_PAIR: Final = re.compile(r"(?P<stem>.+)\.(?P<ending>ann|txt)(?P<packed>\.gz)?", re.DOTALL)
_MOST_LOOKED_AT: Final = 10_000


class Pair(NamedTuple):
    """An annotation and its text; the name is the path inside the folder, without ending."""

    name: str
    annotation: Content
    text: Content


def companion(path: str) -> str | None:
    """Name the file that belongs to an `.ann` or a `.txt`; None if the path ends otherwise."""
    match = _PAIR.fullmatch(path)
    if not match:
        return None
    return f"{match['stem']}.{'txt' if match['ending'] == 'ann' else 'ann'}{match['packed'] or ''}"


def whole_folders(paths: Sequence[str]) -> list[str]:
    """Name folders in the place of their documents, where several of one are named.

    A text whose annotation is named goes; annotations of different texts in one folder are one corpus. Annotations of
    one and the same text are by several annotators and stay.
    """
    named = set(paths)
    alone = [path for path in paths if path.endswith(".ann") or companion(path) not in named]
    folders: dict[str, list[str]] = {}
    for path in alone:
        if path.endswith(".ann") and "=" not in path:
            folders.setdefault(os.path.dirname(path), []).append(path)
    whole = {folder for folder, files in folders.items() if len(files) > 1 and _are_different(files)}
    merged = (os.path.dirname(one) if one in folders.get(os.path.dirname(one), ()) else one for one in alone)
    return list(dict.fromkeys(place if place in whole else one for one, place in zip(alone, merged, strict=True)))


def _are_different(annotations: Sequence[str]) -> bool:
    texts = [path.removesuffix(".ann") + ".txt" for path in annotations]
    try:
        return not any(cmp(one, other, shallow=False) for one, other in combinations(texts, 2))
    except OSError:
        return False  # told when they are read


def read_pair(content: Content) -> Pair:
    """Read the file that belongs to an annotation or a text, in the same text encoding, and give both."""
    other_path = companion(content.path)
    if other_path is None:
        raise CommandError(f"{content.path}: brat is read from an .ann file, its .txt, or a folder; name one of these")
    other = _read(other_path, content.text_encoding, content.path)
    name = os.path.basename(content.path).removesuffix(".gz")
    pair = (other, content) if name.endswith(".txt") else (content, other)
    return Pair(name[: -len(".ann")], *pair)


def read_folder(folder: str, text_encoding: str, checkpoint: Checkpoint) -> tuple[list[Pair], tuple[str, ...]]:
    """Read all annotations in a folder and the folders in it, in order of their names, with notes of what was left out.

    Links that lead out of it are not followed, and names that begin with a dot are passed over.
    """
    root = os.path.join(os.path.realpath(folder), "")
    files = sorted(_files(folder))
    inside = {name for name in files if os.path.realpath(os.path.join(folder, name)).startswith(root)}
    annotated = [name.removesuffix(".ann") for name in files if name.endswith(".ann") and name in inside]
    if not annotated:
        raise UnreadableFileError(folder, "there is no .ann file in this folder", "choose a folder with .ann files")
    pairs = []
    for number, stem in enumerate(annotated):
        checkpoint(number, len(annotated))
        path, text_path = (os.path.join(folder, stem + ending) for ending in (".ann", ".txt"))
        annotation = _read(path, text_encoding, path)
        text = _read(text_path if f"{stem}.txt" in inside else "", text_encoding, path)
        pairs.append(Pair(stem.replace(os.sep, "/"), annotation, text))
    texts = {f"{stem}.txt" for stem in annotated}
    alone = [name for name in files if name.endswith(".txt") and name in inside and name not in texts]
    links = [name for name in files if name.endswith((".ann", ".txt")) and name not in inside]
    notes = [f"{counted(len(alone), 'text')} without .ann left out; the first: {alone[0]}"] if alone else []
    notes += [f"{counted(len(links), 'link')} out of the folder not followed; the first: {links[0]}"] if links else []
    return pairs, tuple(notes)


def has_annotations(folder: str) -> bool:
    """Tell whether there is an `.ann` among the first files of a folder and the folders in it."""
    return any(name.endswith(".ann") for name in islice(_files(folder), _MOST_LOOKED_AT))


def _files(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            path = os.path.join(place, name)
            if not name.startswith(".") and os.path.isfile(path):
                yield os.path.relpath(path, folder)


def _read(path: str, text_encoding: str, asked_for: str) -> Content:
    if not os.path.isfile(path):
        name = os.path.basename(companion(asked_for) or path)
        problem = f"there is no {name} beside it"
        raise UnreadableFileError(asked_for, problem, "put the .ann and its .txt into one folder")
    return read_file_bytes(path).as_text(text_encoding)


_MENTION: Final = re.compile(r"(T\S*)\t(\S+) ([0-9]{1,15} [0-9]{1,15}(?:;[0-9]{1,15} [0-9]{1,15})*)(?:\t(.*))?")
_RELATION: Final = re.compile(r"(R\S*)\t(\S+) ([^\s:]+):(\S+) ([^\s:]+):(\S+)\s*")
_OTHER: Final = re.compile(r"(?:[REAMN][A-Za-z]*[0-9]\S*|#\S*|\*)\t.*")
_KINDS: Final = "TREAMN#*"
_ATTACHED_KINDS: Final = "AMN#"

FIRST_LINE: Final = re.compile(rb"T[^\s]*\t[^\s]+ [0-9]+ [0-9]+|[REAMN][0-9]+\t|#[^\s]*\t[^\s]+ |\*\t[^\s]+ ")
"""How such a file begins."""


class MentionLine(NamedTuple):
    """A line that begins with T, with the text as it repeats it, if it does.

    The pieces are half-open positions in the characters of the text, in the order given.
    """

    line: int
    id: str
    type: str
    pieces: tuple[tuple[int, int], ...]
    said: str | None


class RelationLine(NamedTuple):
    """A line that begins with R, with the names of its arguments."""

    line: int
    id: str
    type: str
    head: str
    tail: str


class Reference(NamedTuple):
    """A line that tells something of other lines, whose names it holds; its own is `*` if it has none.

    One that is attached is a remark on one other line (A, M, N, #), and goes with it.
    """

    line: int
    id: str
    names: tuple[str, ...]
    is_attached: bool


@dataclass
class StandoffLines:
    """What a standoff file says, in file order.

    `references` are all lines that are no mentions; `n_others` counts those that are no relations either, by their
    first letter.
    """

    mentions: list[MentionLine] = field(default_factory=list)
    relations: list[RelationLine] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    n_others: Counter[str] = field(default_factory=Counter)


def read_lines(path: str, data: bytes) -> StandoffLines:
    """Read a standoff file in UTF-8 with LF line ends; blank lines are passed over."""
    found, lines_by_id = StandoffLines(), dict[str, int]()
    for number, line in enumerate(data.decode().split("\n"), start=1):
        if not line.strip():
            continue
        if line[0] == "T":
            _add_mention(path, number, line, found, lines_by_id)
        elif not _OTHER.fullmatch(line):
            remedy = "lines begin with a name such as T1, R1, E1, A1, N1, #1 or *, and a TAB; fix the line"
            raise StandoffLineError(path, f"this is not a line of brat: {shown(line)}", remedy, number)
        else:
            found.references.append(_reference(number, line))
            if line[0] == "R" and (match := _RELATION.fullmatch(line)):
                found.relations.append(_relation(number, *match.groups()))
            else:
                found.n_others[line[0]] += 1
    return found


def other_lines(n_others: Counter[str]) -> str:
    kinds = [f"{grouped(n_others[kind])} {kind}" for kind in _KINDS if n_others[kind]]
    n_all = sum(n_others.values())
    return f"{counted(n_all, 'line')} not read ({', '.join(kinds)}), kept when writing" if n_all else ""


def _add_mention(path: str, number: int, line: str, found: StandoffLines, lines_by_id: dict[str, int]) -> None:
    match = _MENTION.fullmatch(line)
    if not match:
        remedy = "write T1, TAB, the type, start and end, TAB, the text"
        raise StandoffLineError(path, f"this is not a mention in brat: {shown(line)}", remedy, number)
    name, type_name, offsets, said = match.groups()
    if name in lines_by_id:
        problem = f"{name} is already in line {lines_by_id[name]}"
        raise StandoffLineError(path, problem, "give each mention a unique name", number)
    lines_by_id[name] = number
    pieces = tuple((int(start), int(end)) for start, end in (piece.split(" ") for piece in offsets.split(";")))
    found.mentions.append(MentionLine(number, name, type_name, pieces, said))


def _relation(number: int, name: str, type_name: str, role: str, one: str, _: str, other: str) -> RelationLine:
    head, tail = (other, one) if role == "Arg2" else (one, other)
    return RelationLine(number, name, type_name, head, tail)


def _reference(number: int, line: str) -> Reference:
    name, _, rest = line.partition("\t")
    words = rest.partition("\t")[0].split()
    is_attached = line[0] in _ATTACHED_KINDS
    names = words[1:2] if is_attached else [word.rpartition(":")[2] for word in words]
    return Reference(number, name, tuple(names), is_attached)


_MARK: Final = "\ufeff"
_LINE: Final = re.compile(r"[^\r\n]+")


class TextReading(NamedTuple):
    """One way to count the characters of a text, with a note if that is worth telling."""

    text: str
    note: str


def choose_reading(path: str, content: Content, lines: Sequence[MentionLine]) -> TextReading:
    """Count the characters of a text so that all mentions find their own words.

    brat has counted CR LF as two characters at some times and as one at others; the words tell.

    Raises
    ------
    StandoffLineError
        If none fits; names the first mention that does not fit the reading that gets farthest.
    """
    farthest, best = -1, ""
    for reading in _readings(content):
        wrong = next((number for number, line in enumerate(lines) if not _fits(line, reading.text)), None)
        if wrong is None:
            return reading
        if wrong > farthest:
            farthest, best = wrong, reading.text
    raise _misfit(path, content.path, lines[farthest], best)


def extents(line: MentionLine, text: str) -> list[tuple[int, int]]:
    """Give the pieces of a mention in order; pieces with nothing but blanks between them are one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(line.pieces):
        if joined and not text[joined[-1][1] : start].strip(BLANKS):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def as_written(text: str, start: int, end: int) -> tuple[str, str]:
    """Write the positions and the words of a mention; brat parts it at line breaks."""
    pieces = []
    for match in _LINE.finditer(text, start, end):
        words = match[0].strip(BLANKS)
        if words:
            first = match.start() + match[0].index(words)
            pieces.append((first, first + len(words)))
    offsets = ";".join(f"{first} {last}" for first, last in pieces)
    return offsets, _said(text, pieces).replace("\t", " ")


def _readings(content: Content) -> Iterator[TextReading]:
    whole = content.original.decode(content.text_encoding)
    text = whole.removeprefix(_MARK)
    if "\r\n" not in text:
        yield TextReading(text, "")
    else:
        yield TextReading(text, "CR LF counted as two characters")
        yield TextReading(text.replace("\r\n", "\n"), "CR LF counted as one character, as the mentions show")
    if whole != text:
        yield TextReading(whole, "byte order mark counted as a character, as the mentions show")


def _fits(line: MentionLine, text: str) -> bool:
    """Compare the words, but for their blanks."""
    if any(not start < end <= len(text) for start, end in line.pieces):
        return False
    return line.said is None or _said(text, line.pieces).split() == line.said.split()


def _said(text: str, pieces: Sequence[tuple[int, int]]) -> str:
    return " ".join(text[start:end] for start, end in pieces)


def _misfit(path: str, text_path: str, line: MentionLine, text: str) -> StandoffLineError:
    outside = [piece for piece in line.pieces if not piece[0] < piece[1] <= len(text)]
    if outside:
        start, end = outside[0]
        reason = "it is empty" if start >= end else f"{text_path} has {counted(len(text), 'character')}"
        problem = f"{line.id} covers {start}–{end}: {reason}"
    else:
        said, (start, end) = line.said or "", (line.pieces[0][0], line.pieces[-1][1])
        found = shown(" ".join(_said(text, line.pieces).split()))
        problem = f"{line.id} says {shown(said)}, but {text_path} has {found} at {start}–{end}"
        place = text.find(said)
        if place >= 0 and text.count(said) == 1:
            problem += f" and {shown(said)} at {place}–{place + len(said)}"
    remedy = "offsets count characters from 0, not bytes; check that the two files belong together, or fix the line"
    return StandoffLineError(path, problem, remedy, line.line)


@dataclass(frozen=True)
class Document:
    """A standoff file, laid on the characters that its positions count; `whole` mentions are in one piece.

    The note says how characters are counted, if that is worth telling.
    """

    name: str
    annotation: Content
    lines: StandoffLines
    text: str
    note: str
    whole: list[MentionLine]
    parted: list[MentionLine]


def read_document(pair: Pair) -> Document:
    path = pair.annotation.path
    lines = read_lines(path, pair.annotation.data)
    text, note = choose_reading(path, pair.text, lines.mentions)
    parted = [line for line in lines.mentions if len(line.pieces) > 1 and len(extents(line, text)) > 1]
    ids = {line.id for line in parted}
    whole = [line for line in lines.mentions if line.id not in ids]
    return Document(pair.name, pair.annotation, lines, text, note, whole, parted)


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
    keys, lines_of = mention_keys(laid.mentions), defaultdict(list)
    for line, number in zip(document.whole, laid.mention_of_span.tolist(), strict=True):
        if number >= 0 and keys[number] in wanted:
            lines_of[keys[number]].append(line)
    return lines_of


def _pair_up(old: Sequence[MentionKey], new: Sequence[MentionKey]) -> dict[MentionKey, MentionKey]:
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
                problem = f"{one.id} refers to {mention}, which would be removed"
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
        raise CommandError(
            f"{shown(key[2])} cannot be a type in brat: types cannot contain blanks; choose another name"
        )
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
        options.refuse_key(content.path, "has no lists")
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
    return f"{line.id} of type {line.type} is in {counted(len(pieces), 'piece')}: {' … '.join(pieces)}"


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
