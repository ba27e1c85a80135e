"""The reference with the accepted corrections, in its own format, and the lines that say otherwise then."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Source
from nerinspect.decisions.adjudication import conflicts, left_standing
from nerinspect.decisions.corrections import accepted_corrections, corrected_mentions
from nerinspect.encoding.codec import MentionsNotEncodable, encode
from nerinspect.encoding.labels import LabelColumn, RepairMethod, malformation
from nerinspect.errors import CommandError, ConversionError, DataError, shown
from nerinspect.events.study import Study
from nerinspect.io.formats.reader import LabelWriter, MentionWriter, RawFile
from nerinspect.io.index.opening import is_index
from nerinspect.io.provenance import study_sources, write_own_format
from nerinspect.io.reading.interpreting import decode_labelling, read_labelling
from nerinspect.io.reading.labelled_file import LabelledFile, read_alone
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted

_MOST_SHOWN: Final = 160  # characters of a line; of a longer one, what is around the first difference
_BEFORE: Final = 40


class ChangedLine(NamedTuple):
    """One line as it was and as it will be; empty, and 0 for its number in the file as it is, where there is none."""

    number: int
    before: str
    after: str


def changed_lines(
    before: bytes, after: bytes, is_in_place: bool, checkpoint: Checkpoint = no_checkpoint
) -> list[ChangedLine]:
    """List the lines that differ between two states of a file, both in UTF-8; other bytes appear as signs.

    `is_in_place` says that lines only changed, and none came or went.
    """
    old, new = before.split(b"\n"), after.split(b"\n")
    if is_in_place and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True), 1)
        return [_line(number, *pair) for number, pair in pairs if pair[0] != pair[1]]
    return list(_compared(old, new, checkpoint))


def _compared(old: Sequence[bytes], new: Sequence[bytes], checkpoint: Checkpoint) -> Iterator[ChangedLine]:
    """Find lines that come or go, such as those of mentions in standoff annotation."""
    first = next((place for place, (one, other) in enumerate(zip_longest(old, new)) if one != other), len(old))
    checkpoint(0, 1)
    parts = SequenceMatcher(None, old[first:], new[first:]).get_opcodes()
    checkpoint(0, 1)
    for name, low, high, start, end in parts:
        if name != "equal":
            pairs = zip_longest(old[first + low : first + high], new[first + start : first + end])
            for place, (one, other) in enumerate(pairs, first + low + 1):
                yield _line(0 if one is None else place, one or b"", other or b"")


def _line(number: int, before: bytes, after: bytes) -> ChangedLine:
    old, new = (line.removesuffix(b"\r").decode(errors="backslashreplace") for line in (before, after))
    if max(len(old), len(new)) > _MOST_SHOWN:
        same = next((place for place, (one, other) in enumerate(zip_longest(old, new)) if one != other), 0)
        old, new = (_around(line, same) for line in (old, new))
    return ChangedLine(number, old, new)


def _around(line: str, place: int) -> str:
    start = max(place - _BEFORE, 0)
    end = start + _MOST_SHOWN
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"


class CorrectedReference(NamedTuple):
    """The corrected file and the file as it is, both unpacked; what it was made from; whether only labels changed."""

    data: bytes
    before: bytes
    source: Source
    has_labels: bool

    def write(
        self,
        study: Study,
        output: str,
        command: str,
        details: Mapping[str, Any] | None = None,
        read: Sequence[str] = (),
    ) -> None:
        """Write it whole, with the command line that writes it again and more `details` in the provenance beside it.

        Files that were `read` are never overwritten.
        """
        write_own_format(self.data, self.source, output, command, study_sources(study)[1:], details, read)


def reference_command(review: str, output: str) -> str:
    """Write the command line that writes the corrected reference of a review, quoted for a shell."""
    return shlex.join(["nerinspect", "review", "reference", review, "--output", output])


def corrected_reference(
    study: Study, request: LoadRequest, checkpoint: Checkpoint = no_checkpoint
) -> CorrectedReference:
    checkpoint(0, 3)
    corrections = accepted_corrections(study)
    path = parse_named_path(request.reference).path
    if pairs := conflicts(study):
        raise DataError(
            path, f"{counted(len(pairs), 'pair')} of corrections contradict each other", "decide them again"
        )
    if is_index(path):
        remedy = "make a review of the files it was made of, and import these decisions there"
        raise CommandError(f"{path} is an index, and only a file is written again; {remedy}")
    if request.keep_types or request.remove_types or request.map_types:
        raise CommandError("types were changed on loading and are not those of the file; make a review without that")
    options = request.file_options(path, "reference")
    reader, raw = read_alone(request.reference, options)
    if raw.content.sha256 != study.reference.source.sha256:
        raise DataError(path, "it has changed since the review was opened", "start again")
    target = corrected_mentions(study.reference.mentions, corrections)
    told, left = f"{counted(len(corrections), 'correction')} applied", left_standing(study)
    checkpoint(1, 3)
    if raw.mentions is not None:
        if not isinstance(reader, MentionWriter):
            raise CommandError(f"{path}: {reader.title} can be read, but not written back")
        return _made(reader.with_mentions(raw, target), raw, study, (told, left))
    file = LabelledFile.of(reader, raw, study.reference.source.encoding)
    if not isinstance(reader, LabelWriter):
        raise CommandError(f"{path}: {reader.title} can be read, but not written back")
    labels = corrected_labels(file, study.reference.mentions, target, options.repair)
    checkpoint(2, 3)
    said = f"{told}, {counted(len(labels), 'label')} changed"
    return _made(reader.with_labels(raw, labels), raw, study, (said, left))


def _made(data: bytes, raw: RawFile, study: Study, notes: Iterable[str]) -> CorrectedReference:
    source = study.reference.source
    source = replace(source, notes=(*source.notes, *filter(None, notes)))
    return CorrectedReference(data, raw.content.data, source, raw.mentions is None)


def corrected_labels(file: LabelledFile, mentions: Mentions, target: Mentions, method: RepairMethod) -> dict[int, str]:
    """Find the labels, by token position, that must change so that a file says other mentions.

    Labels that the repair it is read with changes are not written. Where new ones would be read otherwise beside labels
    that need a repair, all labels of the sentence that differ are given.
    """
    text, column = file.text, file.labels.column
    wanted, now = (_encoded(file, one) for one in (target, mentions))
    changed = _names(wanted) != _names(now)
    labels = _new_labels(column, wanted, changed)
    wrong = _misread_sentences(file, labels, target, method)
    if wrong.any():
        changed |= wrong[text.sentence_of(np.arange(text.n_tokens))]
        labels = _new_labels(column, wanted, changed)
        assert not _misread_sentences(file, labels, target, method).any(), "whole sentences are read as written"
    return labels


def _encoded(file: LabelledFile, mentions: Mentions) -> LabelColumn:
    text = file.text
    try:
        column = encode(mentions, text.n_tokens, text.sentence_start, file.labels.dialect)
    except MentionsNotEncodable as found:
        problem = f"at {shown(text.token(found.position))} {found.reason}"
        raise ConversionError(file.path, problem, "change the decision there", text.line_of(found.position)) from None
    for label in column.names:
        if reason := malformation(label):
            raise ConversionError(file.path, f"{shown(label)} would not be a label: {reason}", "name another type")
    return column


def _names(column: LabelColumn) -> "np.ndarray[tuple[int, ...], np.dtype[np.object_]]":
    return np.array(column.names, dtype=object)[column.codes]


def _new_labels(column: LabelColumn, wanted: LabelColumn, changed: BoolArray) -> dict[int, str]:
    new, old = _names(wanted), _names(column)
    return {place: new[place] for place in np.flatnonzero(changed & (new != old)).tolist()}


def _misread_sentences(file: LabelledFile, labels: dict[int, str], target: Mentions, method: RepairMethod) -> BoolArray:
    """Mark the sentences in which the file, with new labels, would be read as something else."""
    text = file.text
    column = _with_labels(file.labels.column, labels)
    written = read_labelling(file.path, text, column, file.labels.dialect.name)
    read, _ = decode_labelling(file.path, written, method, "--repair-reference")
    starts = {start for start, _, _ in _as_set(read) ^ _as_set(target)}
    differing = np.zeros(text.n_sentences, dtype=bool)
    differing[text.sentence_of(np.array(sorted(starts), dtype=np.int32))] = True
    return differing


def _as_set(mentions: Mentions) -> set[tuple[int, int, str]]:
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return set(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def _with_labels(column: LabelColumn, labels: dict[int, str]) -> LabelColumn:
    names = list(column.names)
    place = {name: code for code, name in enumerate(names)}
    codes: IntArray = column.codes.copy()
    for position, label in labels.items():
        if label not in place:
            place[label] = len(names)
            names.append(label)
        codes[position] = place[label]
    return LabelColumn(tuple(names), codes)
