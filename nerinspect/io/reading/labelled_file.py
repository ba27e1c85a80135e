"""One label file on its own: validated, repaired, or written again in another chunk encoding or with other types."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Source, Text
from nerinspect.corpus.types import TypeChanges
from nerinspect.encoding.codec import MentionsNotEncodable, encode
from nerinspect.encoding.labels import AUTO, DIALECTS, LabelColumn, RepairMethod, malformation
from nerinspect.encoding.transitions import NO_REPAIR, Repair, WrittenLabels
from nerinspect.errors import CommandError, ConversionError, shown
from nerinspect.io.formats.reader import LabelWriter, MentionWriter, RawFile, Reader
from nerinspect.io.reading.files import choose_reader, open_path, read_with
from nerinspect.io.reading.interpreting import annotate, decode_labelling, read_labelling, source_of, with_changed_types
from nerinspect.io.request import FileOptions, parse_named_path
from nerinspect.lists.table import Row
from nerinspect.quantities import counted

VALIDATION_COLUMNS = ("file", "line", "document", "sentence", "token", "previous", "label", "problem")


@dataclass(frozen=True, eq=False)
class LabelledFile:
    """A label file as it stands, nothing repaired, with what read it; `auto` or `user` chose the encoding."""

    raw: RawFile
    reader: Reader
    labels: WrittenLabels
    encoding_chosen_by: str

    @classmethod
    def of(cls, reader: Reader, raw: RawFile, encoding: str) -> "LabelledFile":
        labels = read_labelling(raw.content.path, raw.own_text, raw.columns[0], encoding)
        return cls(raw, reader, labels, "auto" if encoding == AUTO else "user")

    @property
    def path(self) -> str:
        return self.raw.content.path

    @property
    def text(self) -> Text:
        return self.raw.own_text

    def source(self, repair: Repair = NO_REPAIR) -> Source:
        repair, name = replace(repair, n_invalid=len(self.labels.invalid)), self.labels.dialect.name
        return source_of(self.raw, "labels", repair, name, self.encoding_chosen_by)


def read_alone(argument: str, options: FileOptions) -> tuple[Reader, RawFile]:
    """Read a file that stands for itself, neither reference nor prediction, as `PATH` or `PATH#KEY`; it has text."""
    file = parse_named_path(argument)
    options = replace(options, reading=replace(options.reading, key=file.key, may_be_labels_alone=False))
    opened = open_path(file.path)
    reader, _ = choose_reader(opened, options)
    return reader, read_with(reader, opened, options)


def read_labelled_file(argument: str, options: FileOptions) -> LabelledFile:
    """Read a file, as `PATH` or `PATH#KEY`, for its labels; a repair is not looked at."""
    reader, raw = read_alone(argument, options)
    if raw.mentions is not None:
        path = raw.content.path
        raise CommandError(f"{path} has spans, not labels: there are no transitions in it; name a label file")
    return LabelledFile.of(reader, raw, options.encoding)


def invalid_rows(file: LabelledFile) -> Iterator[Row]:
    """List the invalid transitions of a file, in file order, under `VALIDATION_COLUMNS`.

    At the start of a sentence the previous label is O; where a sentence ends inside a mention the row stands at its
    last token, with the label O.
    """
    for number in range(len(file.labels.invalid)):
        row = file.labels.transition(number)
        place = row.line, row.document, row.sentence
        yield (file.path, *place, row.token, row.previous, row.label, row.problem)


def repaired_bytes(file: LabelledFile, method: RepairMethod) -> tuple[bytes, Repair]:
    """Repair a file in its own format: only the changed labels differ."""
    _, repair = decode_labelling(file.path, file.labels, method, "--method")
    if not isinstance(file.reader, LabelWriter):
        raise CommandError(f"{file.path}: {file.reader.title} can be read, but not written back")
    labels = dict(zip(repair.position.tolist(), repair.after, strict=True))
    return file.reader.with_labels(file.raw, labels), repair


@dataclass(frozen=True, eq=False)
class Converted:
    """A file written again in its format and text encoding, unpacked; the notes of its source say what was changed."""

    data: bytes
    source: Source


def convert_file(argument: str, options: FileOptions, to: str | None, changes: TypeChanges) -> Converted:
    """Write a file again in another chunk encoding, or its own, or with other types; other labels are not touched.

    It is named as `PATH` or `PATH#KEY`; a repair is not looked at.
    """
    reader, raw = read_alone(argument, options)
    if raw.mentions is None:
        return _with_new_labels(LabelledFile.of(reader, raw, options.encoding), to, changes)
    if to is not None:
        raise CommandError(f"{raw.content.path} has spans, not labels, and needs no chunk encoding; leave out --to")
    return _with_new_mentions(reader, raw, options, changes)


def _with_new_labels(file: LabelledFile, to: str | None, changes: TypeChanges) -> Converted:
    if not isinstance(file.reader, LabelWriter):
        raise CommandError(f"{file.path}: {file.reader.title} can be read, but not written back")
    before, text = file.labels.column, file.text
    dialect = DIALECTS[to] if to else file.labels.dialect
    mentions, _ = decode_labelling(file.path, file.labels, "none", "nerinspect repair --method")
    mentions, notes = changes.apply(mentions)
    try:
        after = encode(mentions, text.n_tokens, text.sentence_start, dialect)
    except MentionsNotEncodable as found:
        problem = f"at {shown(text.token(found.position))} {found.reason}"
        remedy = "choose another encoding with --to, or fix the file"
        raise ConversionError(file.path, problem, remedy, text.line_of(found.position)) from None
    _check_writable(after, file.raw.content.text_encoding or "utf-8")
    changed = _differing(before, after)
    names = (after.names[code] for code in after.codes[changed].tolist())
    data = file.reader.with_labels(file.raw, dict(zip(changed.tolist(), names, strict=True)))
    told = (*notes, f"written as {dialect.name}: {counted(len(changed), 'label')} changed")
    source = file.source()
    return Converted(data, replace(source, notes=(*source.notes, *told)))


def _with_new_mentions(reader: Reader, raw: RawFile, options: FileOptions, changes: TypeChanges) -> Converted:
    if not isinstance(reader, MentionWriter):
        raise CommandError(f"{raw.content.path}: {reader.title} can be read, but not written back")
    before = annotate(raw, options, "prediction")
    annotation = with_changed_types(before, changes)
    _check_extents(raw, before.mentions, changes)
    source = replace(annotation.source, role="spans")
    return Converted(reader.with_mentions(raw, annotation.mentions), source)


def _check_extents(raw: RawFile, mentions: Mentions, changes: TypeChanges) -> None:
    """Refuse new names where several mentions stand at one extent: nobody could tell which of them became which."""
    renamed = {old for old, new in changes.mapping if old != new}
    is_renamed = np.array([name in renamed for name in mentions.types], dtype=bool)[mentions.type_codes]
    alike = (mentions.start[1:] == mentions.start[:-1]) & (mentions.end[1:] == mentions.end[:-1])
    wrong = np.flatnonzero(alike & (is_renamed[1:] | is_renamed[:-1]))
    if len(wrong):
        start, end = int(mentions.start[wrong[0]]), int(mentions.end[wrong[0]])
        words = shown(" ".join(raw.own_text.token(position) for position in range(start, end)))
        raise ConversionError(
            raw.content.path,
            f"{words} is marked by several mentions of one extent, and one of their types would be renamed",
            "rename these by hand, or map other types",
            raw.own_text.line_of(start),
        )


def _differing(before: LabelColumn, after: LabelColumn) -> AnyIntArray:
    place = {name: code for code, name in enumerate(after.names)}
    same_label = np.array([place.get(name, -1) for name in before.names], dtype=np.int32)
    return np.flatnonzero(same_label[before.codes] != after.codes)


def _check_writable(column: LabelColumn, text_encoding: str) -> None:
    """Refuse types, as a type map may name them, that no label can hold."""
    for label in column.names:
        if reason := malformation(label):
            raise CommandError(f"{shown(label)} would not be a label: {reason}; choose another name in --map-types")
        try:
            label.encode(text_encoding)
        except UnicodeEncodeError:
            message = f"{shown(label)} cannot be written in {text_encoding}; choose another name in --map-types"
            raise CommandError(message) from None
