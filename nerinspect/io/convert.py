"""Write a file again in another chunk encoding, or with other types; every other byte stays."""

from dataclasses import dataclass, replace

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.source import Source
from nerinspect.corpus.type_changes import TypeChanges
from nerinspect.encoding.dialects import DIALECTS
from nerinspect.encoding.encode import MentionsNotEncodable, encode
from nerinspect.encoding.labels import LabelColumn, malformation
from nerinspect.errors import CommandError, ConversionError, counted, shown
from nerinspect.io.annotating import annotate
from nerinspect.io.formats.reader import LabelWriter, MentionWriter, Reader
from nerinspect.io.interpret import decode_labelling
from nerinspect.io.labelled import LabelledFile, read_alone
from nerinspect.io.raw import RawFile
from nerinspect.io.request import FileOptions
from nerinspect.io.type_map import with_changed_types


@dataclass(frozen=True, eq=False)
class Converted:
    """A file written again.

    Attributes
    ----------
    data : bytes
        In the format and text encoding of the file, unpacked.
    source : Source
        The file as it was read; its notes say what was changed.
    """

    data: bytes
    source: Source


def convert_file(argument: str, options: FileOptions, to: str | None, changes: TypeChanges) -> Converted:
    """Write a file again in another chunk encoding, or with other types.

    Parameters
    ----------
    argument : str
        `PATH` or `PATH#KEY`.
    options : FileOptions
        How it is read; its repair is not looked at.
    to : str or None
        The chunk encoding to write; None for that of the file.
    changes : TypeChanges
        Types to rename, keep or leave out.

    Returns
    -------
    Converted
        Labels that stay as they were are not touched.

    Raises
    ------
    InvalidTransitionError
        If a transition is invalid: labels are repaired by choice, and before.
    ConversionError
        If the labels of the encoding cannot hold the mentions.
    CommandError
        If the format has no labels but an encoding was named, or cannot be written.
    """
    reader, raw = read_alone(argument, options)
    if raw.mentions is None:
        return _with_new_labels(LabelledFile.of(reader, raw, options.encoding), to, changes)
    if to is not None:
        raise CommandError(f"{raw.content.path} holds spans, not labels, and needs no chunk encoding; leave out --to")
    return _with_new_mentions(reader, raw, options, changes)


def _with_new_labels(file: LabelledFile, to: str | None, changes: TypeChanges) -> Converted:
    if not isinstance(file.reader, LabelWriter):
        raise CommandError(f"{file.path}: {file.reader.title} can be read, but not written back")
    before, text = file.labelling.column, file.text
    dialect = DIALECTS[to] if to else file.labelling.dialect
    mentions, _ = decode_labelling(file.path, text, file.labelling, "none", "nerinspect repair --method")
    mentions, notes = changes.apply(mentions)
    try:
        after = encode(mentions, text.n_tokens, text.sentence_start, dialect)
    except MentionsNotEncodable as found:
        problem = f"at {shown(text.token(found.position))} {found.reason}"
        remedy = "choose another encoding with --to, or mend the file"
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
    assert raw.text is not None, "spans stand on tokens"
    renamed = {old for old, new in changes.mapping if old != new}
    is_renamed = np.array([name in renamed for name in mentions.types], dtype=bool)[mentions.type_codes]
    alike = (mentions.start[1:] == mentions.start[:-1]) & (mentions.end[1:] == mentions.end[:-1])
    wrong = np.flatnonzero(alike & (is_renamed[1:] | is_renamed[:-1]))
    if len(wrong):
        start, end = int(mentions.start[wrong[0]]), int(mentions.end[wrong[0]])
        words = shown(" ".join(raw.text.token(position) for position in range(start, end)))
        raise ConversionError(
            raw.content.path,
            f"{words} is marked by several mentions of one extent, and a type of theirs would get another name",
            "rename these by hand, or map other types",
            raw.text.line_of(start),
        )


def _differing(before: LabelColumn, after: LabelColumn) -> AnyIntArray:
    """List the tokens whose label is another one."""
    place = {name: code for code, name in enumerate(after.names)}
    same_label = np.array([place.get(name, -1) for name in before.names], dtype=np.int32)
    return np.flatnonzero(same_label[before.codes] != after.codes)


def _check_writable(column: LabelColumn, text_encoding: str) -> None:
    """Refuse types, as a type map may name them, that no label can hold."""
    for label in column.names:
        if reason := malformation(label):
            raise CommandError(f"{shown(label)} would be no label: {reason}; choose another name in --map-types")
        try:
            label.encode(text_encoding)
        except UnicodeEncodeError:
            message = f"{shown(label)} cannot be written in {text_encoding}; choose another name in --map-types"
            raise CommandError(message) from None
