"""What files hold, down to how often each surface is mentioned, and how those of a study were read."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from nerinspect.attributes.own import attribute_sources
from nerinspect.corpus.arrays import as_arrow, spread_ranges
from nerinspect.corpus.text import Source
from nerinspect.corpus.types import type_or_all
from nerinspect.events.study import AnnotatedText, Annotation, Study
from nerinspect.lists.table import Row, Table
from nerinspect.quantities import counted, grouped


@dataclass(frozen=True)
class FileFacts:
    """What is to be known of one file: names and values, and what was decided or left out on reading.

    The title says what it is for: `reference`, the name of a system and its run, `training`, `attributes`.
    """

    title: str
    path: str
    facts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def file_facts(study: Study) -> list[FileFacts]:
    """Tell of each file how it was read: the reference, the predictions, the training data, tables of attributes."""
    files = [_facts("reference", study.reference)]
    for prediction in study.predictions:
        several = sum(other.system == prediction.system for other in study.predictions) > 1
        title = f"{prediction.system}, run {prediction.run}" if several else prediction.system
        files.append(_facts(title, prediction.annotation))
    if study.training is not None:
        files.append(_facts("training", study.training.annotation))
    return files + [_table_facts(source) for source in attribute_sources(study)]


def facts_text(files: list[FileFacts], warnings: tuple[str, ...]) -> str:
    """Write everything as plain text, for the clipboard."""
    parts = []
    for file in files:
        lines = [f"{file.title}: {file.path}", *(f"  {name}: {value}" for name, value in file.facts)]
        parts.append("\n".join([*lines, *(f"  {note}" for note in file.notes)]))
    return "\n\n".join([*parts, *([f"Notes: {'; '.join(warnings)}"] if warnings else [])])


def _facts(title: str, annotation: Annotation) -> FileFacts:
    return FileFacts(title, annotation.source.path, tuple(_told(annotation)), annotation.source.notes)


def _table_facts(source: Source) -> FileFacts:
    facts = ("Format", source.format), ("Size", f"{counted(source.size, 'byte')}"), ("SHA-256", source.sha256)
    return FileFacts(source.role, source.path, facts, source.notes)


def _told(annotation: Annotation) -> Iterator[tuple[str, str]]:
    source = annotation.source
    yield "Format", source.format
    if source.label_column is not None:
        yield "Label column", str(source.label_column)
    if source.encoding:
        chosen = "found" if source.encoding_chosen_by == "auto" else "chosen"
        yield "Chunk encoding", f"{source.encoding}, {chosen}"
    yield "Text encoding", source.text_encoding.upper() or "binary"
    yield "Text", f"{counted(source.n_sentences, 'sentence')}, {counted(source.n_tokens, 'token')}"
    yield "Mentions", f"{grouped(len(annotation.mentions))} of {counted(len(annotation.mentions.type_names()), 'type')}"
    if source.encoding:
        invalid = counted(source.n_invalid, "invalid transition")
        changed = f"; {counted(source.n_changed, 'label')} changed by {source.repair}" if source.n_invalid else ""
        yield "Transitions", invalid + changed
    if annotation.relations is not None and len(annotation.relations):
        yield "Relations", grouped(len(annotation.relations))
    if annotation.columns:
        yield "Other columns", ", ".join(column.name for column in annotation.columns)
    for path, size, _ in source.companions[:3]:
        yield "Read with it", f"{path} ({counted(size, 'byte')})"
    if len(source.companions) > 3:
        yield "Read with it", f"and {counted(len(source.companions) - 3, 'file')} more"
    yield "Size", f"{counted(source.size, 'byte')}"
    yield "SHA-256", source.sha256


COUNT_COLUMNS = ("count", "type", "surface")

_Surface: TypeAlias = tuple[str, tuple[str, ...]]  # a type and tokens


def mention_counts(files: Iterable[AnnotatedText]) -> Table:
    """Count the mentions of each type and surface, all files together: highest count first, then by type and surface.

    Surfaces are compared token by token, so two rows may show the same one.
    """
    counts: Counter[_Surface] = Counter()
    for file in files:
        for surface, count in _counts_of(file):
            counts[surface] += count
    listed = sorted((-count, name, " ".join(tokens), tokens) for (name, tokens), count in counts.items())
    return Table(COUNT_COLUMNS, [(-count, name, surface) for count, name, surface, _ in listed])


def _counts_of(file: AnnotatedText) -> Iterator[tuple[_Surface, int]]:
    text, mentions = file.text, file.annotation.mentions
    pair = text.sequence_ids(mentions.start, mentions.end).astype(np.int64) * max(len(mentions.types), 1)
    _, first, count = np.unique(pair + mentions.type_codes, return_index=True, return_counts=True)
    start, end = mentions.start[first], mentions.end[first]
    tokens = text.vocabulary.take(as_arrow(text.codes[spread_ranges(start, end)])).to_pylist()
    stop = np.cumsum(end - start)
    columns = (mentions.type_codes[first], stop - (end - start), stop, count)
    for code, begin, finish, number in zip(*(column.tolist() for column in columns), strict=True):
        yield (mentions.types[code], tuple(tokens[begin:finish])), number


SUMMARY_COLUMNS = ("file", "documents", "sentences", "tokens", "type", "mentions")


def summary_table(files: Iterable[tuple[str, AnnotatedText]]) -> Table:
    """Summarise files, by the names the user gave: ALL, then each type that occurs, by code point.

    Where a file has relations, a last column counts those of each file.
    """
    read = list(files)
    n_relations = [len(file.annotation.relations or ()) for _, file in read]
    if not any(n_relations):
        return Table(SUMMARY_COLUMNS, [row for name, file in read for row in _rows_of(name, file)])
    numbered = zip(read, n_relations, strict=True)
    rows = [(*row, number) for (name, file), number in numbered for row in _rows_of(name, file)]
    return Table((*SUMMARY_COLUMNS, "relations"), rows)


def _rows_of(file_name: str, file: AnnotatedText) -> Iterator[Row]:
    text, mentions = file.text, file.annotation.mentions
    sizes = (file_name, text.n_documents, text.n_sentences, text.n_tokens)
    yield (*sizes, type_or_all(None), len(mentions))
    counts = np.bincount(mentions.type_codes, minlength=len(mentions.types)).tolist()
    for name, count in sorted(zip(mentions.types, counts, strict=True)):
        if count:
            yield (*sizes, type_or_all(name), count)
