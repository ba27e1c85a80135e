"""From a file as read to an annotation: labels interpreted, repaired by choice, types renamed or left out."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nerinspect.corpus.mentions import Mentions, self_relations
from nerinspect.corpus.text import Source, Text
from nerinspect.corpus.types import TypeChanges
from nerinspect.encoding.codec import AmbiguousLabels, candidate_dialects, decode, detect_dialect
from nerinspect.encoding.labels import (
    AUTO,
    DIALECTS,
    LabelColumn,
    RepairMethod,
    malformation,
    split_label,
    unknown_state,
)
from nerinspect.encoding.transitions import NO_REPAIR, Repair, WrittenLabels
from nerinspect.errors import (
    AmbiguousEncodingError,
    CommandError,
    InvalidTransitionError,
    JsonShapeError,
    MalformedLabelError,
    shown,
)
from nerinspect.events.study import Annotation
from nerinspect.io.content import STANDARD_INPUT, read_content
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.request import FileOptions, Role
from nerinspect.quantities import counted, grouped, word_for


def read_labelling(
    path: str, text: Text, column: LabelColumn, encoding: str, without_mentions: str = "BIO"
) -> WrittenLabels:
    """Read a label column, one label for each token, in a chunk encoding or `auto`; all labels are well formed then.

    Without a mention, `auto` takes the encoding `without_mentions`.

    Raises
    ------
    MalformedLabelError
        If a label cannot be read; names file, line, token and label.
    AmbiguousEncodingError
        If `auto` finds encodings that fit equally well and differ.
    """
    _refuse_malformed(path, text, column, malformations(column, encoding))
    dialect, tagging = DIALECTS.get(encoding), None
    if dialect is None:
        _refuse_mixed_states(path, text, column)
        try:
            dialect, tagging = detect_dialect(column, text.sentence_start, DIALECTS[without_mentions])
        except AmbiguousLabels as found:
            raise AmbiguousEncodingError(path, found.candidates, text.place_of(found.position)) from None
    return WrittenLabels(text, column, dialect, tagging)


def decode_labelling(path: str, labels: WrittenLabels, method: RepairMethod, option: str) -> tuple[Mentions, Repair]:
    """Repair and decode a label column; `option` is the command-line option that chooses the repair, for messages.

    Raises
    ------
    InvalidTransitionError
        If there are invalid transitions and the repair is `none`.
    UndefinedRepairError
        If the repair is not defined for the encoding.
    """
    roles = labels.repaired(method)
    if method == "none" and len(labels.invalid):
        first, place = labels.transition(0), labels.text.place_of(int(labels.invalid.position[0]))
        raise InvalidTransitionError(path, place, first.problem, len(labels.invalid), option, labels.repairs)
    return decode(labels.tagging.with_roles(roles)), labels.repair(method)


def malformations(column: LabelColumn, encoding: str) -> list[str | None]:
    if encoding == AUTO:
        return [malformation(label) for label in column.names]
    return [malformation(label) or unknown_state(label, DIALECTS[encoding]) for label in column.names]


def _refuse_malformed(path: str, text: Text, column: LabelColumn, reasons: list[str | None]) -> None:
    is_malformed = np.array([reason is not None for reason in reasons], dtype=bool)
    if not is_malformed.any():
        return
    where = np.flatnonzero(is_malformed[column.codes])
    first = int(where[0])
    code = int(column.codes[first])
    hint = ""
    if 2 * len(where) > len(column.codes):
        hint = "the column looks like words, not labels: choose another with --label-column"
    reason = str(reasons[code])
    raise MalformedLabelError(
        path, text.place_of(first), text.token(first), column.names[code], reason, len(where) - 1, hint
    )


def _refuse_mixed_states(path: str, text: Text, column: LabelColumn) -> None:
    """Refuse the first label with which no chunk encoding knows all states so far."""
    if candidate_dialects(column.names):
        return
    for n_labels in range(1, len(column.names) + 1):
        if not candidate_dialects(column.names[:n_labels]):
            states = sorted({split_label(label)[0] for label in column.names[:n_labels]})
            first = int(np.argmax(column.codes == n_labels - 1))
            reason = f"no chunk encoding has the states {', '.join(states)} together"
            raise MalformedLabelError(path, text.place_of(first), text.token(first), column.names[n_labels - 1], reason)


def annotate(
    raw: RawFile, options: FileOptions, role: Role, place: int = 0, without_mentions: str = "BIO"
) -> Annotation:
    """Interpret the label column at a place, or take over the spans, of a file with text, over its own tokens.

    Labels alone were laid over the reference's tokens before. For `without_mentions` see `read_labelling`.
    """
    assert raw.text is not None, "labels alone are laid over the reference before"
    mentions, repair, dialect, labels = raw.mentions, NO_REPAIR, "", None
    if mentions is None:
        path, labels = raw.content.path, raw.columns[place]
        written = read_labelling(path, raw.text, labels, options.encoding, without_mentions)
        option = "--repair-reference" if role == "reference" else "--repair"
        mentions, repair = decode_labelling(path, written, options.repair, option)
        dialect = written.dialect.name
    chosen_by = "auto" if options.encoding == AUTO else "user"
    source = source_of(raw, role, repair, dialect, chosen_by, place, tuple(_relation_notes(raw, mentions)))
    return Annotation(mentions, source, repair, labels, raw.others, raw.relations)


def source_of(
    raw: RawFile, role: str, repair: Repair, dialect: str, chosen_by: str, place: int = 0, notes: tuple[str, ...] = ()
) -> Source:
    """Describe a file, or its label column at a place, for provenance: how it was read, and what was done to it."""
    return Source(
        path=raw.content.path,
        sha256=raw.content.sha256,
        size=raw.content.size,
        role=role,
        format=raw.format,
        text_encoding=raw.content.text_encoding,
        label_column=raw.options.label_columns[place] if raw.mentions is None else None,
        encoding=dialect,
        encoding_chosen_by=chosen_by,
        repair=repair.method,
        n_invalid=repair.n_invalid,
        n_changed=repair.n_changed,
        n_sentences=raw.own_text.n_sentences,
        n_tokens=raw.own_text.n_tokens,
        notes=(*raw.notes, *notes),
        companions=tuple((one.path, one.size, one.sha256) for one in raw.companions),
    )


def _relation_notes(raw: RawFile, mentions: Mentions) -> Iterator[str]:
    """Tell of relations that say something odd, whatever the format."""
    if raw.relations is None or raw.text is None or not len(own := self_relations(raw.relations)):
        return
    first = int(own[0])
    sentence = int(raw.text.sentence_of(mentions.start[raw.relations.head[first : first + 1]])[0]) + 1
    name = raw.relations.types[raw.relations.type_codes[first]]
    joining = f"{counted(len(own), 'relation')} {word_for(len(own), 'joins', 'join')} a mention with itself"
    yield f"{joining}; the first: sentence {grouped(sentence)}, {name}"


_SHAPE = 'write an object of lists, such as {"MISC": ["EVENT", "WORK_OF_ART"]}'


def read_type_changes(keep: Sequence[str], remove: Sequence[str], map_path: str = "") -> TypeChanges:
    """Read which types are to change in every file: those that alone stay, or are left out, both after renaming.

    `map_path` is that of a JSON file with the new name of each old one; empty for none.
    """
    keep, remove = _names(keep, "--keep-types"), _names(remove, "--remove-types")
    if both := sorted({*keep} & {*remove}):
        raise CommandError(f"type {shown(both[0])} is both kept and left out; name it once")
    return TypeChanges(keep, remove, read_type_map(map_path) if map_path else ())


def read_type_map(path: str) -> tuple[tuple[str, str], ...]:
    """Read a type map: for each old name its new one, in file order."""
    if path == STANDARD_INPUT:
        raise CommandError("a type map cannot come from standard input; name a file")
    content = read_content(path)
    if not content.data.strip():
        raise JsonShapeError(path, "the file is empty", _SHAPE)
    try:
        pairs = json.loads(content.data, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as mistake:
        raise JsonShapeError(path, f"this is not valid JSON ({mistake.msg})", _SHAPE, mistake.lineno) from None
    except RecursionError:
        raise JsonShapeError(path, "lists are nested too deep", _SHAPE) from None
    except ValueError:
        raise JsonShapeError(path, "it contains too long a number", _SHAPE) from None
    if not isinstance(pairs, _Pairs):
        raise JsonShapeError(path, "the type map is not an object", _SHAPE)
    mapping: dict[str, str] = {}
    for new, olds in pairs:
        if not isinstance(olds, list) or isinstance(olds, _Pairs):
            raise JsonShapeError(path, f"{shown(new)} has no list of types after it", _SHAPE)
        for old in olds:
            _check_name(path, old)
            if mapping.setdefault(old, new) != new:
                problem = f"type {shown(old)} becomes both {shown(mapping[old])} and {shown(new)}"
                raise JsonShapeError(path, problem, "keep one of them")
        _check_name(path, new)
    return tuple(mapping.items())


def with_changed_types(annotation: Annotation, changes: TypeChanges) -> Annotation:
    """Change the types of an annotation; its relations follow, and its source tells what was done."""
    if not changes:
        return annotation
    changed = changes.change(annotation.mentions)
    relations, notes = annotation.relations, changed.notes
    if relations is not None:
        relations, more = changed.relations(relations)
        notes += more
    source = replace(annotation.source, notes=annotation.source.notes + notes)
    return replace(annotation, mentions=changed.mentions, relations=relations, source=source)


class _Pairs(list[tuple[str, Any]]):
    """The members of an object in order, repeated names included."""


def _check_name(path: str, name: object) -> None:
    if not isinstance(name, str):
        raise JsonShapeError(path, f"{shown(json.dumps(name))} is not the name of a type", _SHAPE)
    if name in ("", "O"):
        raise JsonShapeError(path, f"{shown(name)} is not the name of a type", "name a type, such as PER")


def _names(names: Sequence[str], option: str) -> tuple[str, ...]:
    """Drop blanks around names, and repeated ones."""
    stripped = dict.fromkeys(name.strip() for name in names)
    for name in stripped:
        if name in ("", "O"):
            raise CommandError(f"{option}: {shown(name)} is not the name of a type; name types such as PER,LOC")
    return tuple(stripped)
