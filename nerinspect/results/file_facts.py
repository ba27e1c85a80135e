"""How the files of a study were read: every choice, repair and loss, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from nerinspect.analysis.own_attributes import attribute_sources
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.source import Source
from nerinspect.errors import counted


@dataclass(frozen=True)
class FileFacts:
    """What is to be known of one file.

    Attributes
    ----------
    title : str
        What it is for: `reference`, the name of a system and its run, `training`, `attributes`.
    path : str
        The file as the user named it.
    facts : tuple of (str, str)
        Name and value of each fact.
    notes : tuple of str
        What was decided or left out on reading.
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
    return "\n\n".join([*parts, *([f"Noticed: {'; '.join(warnings)}"] if warnings else [])])


def _facts(title: str, annotation: Annotation) -> FileFacts:
    return FileFacts(title, annotation.source.path, tuple(_told(annotation)), annotation.source.notes)


def _table_facts(source: Source) -> FileFacts:
    facts = ("Format", source.format), ("Size", f"{source.size:,} bytes"), ("SHA-256", source.sha256)
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
    yield "Mentions", f"{len(annotation.mentions):,} of {counted(len(annotation.mentions.type_names()), 'type')}"
    if source.encoding:
        invalid = counted(source.n_invalid, "invalid transition")
        changed = f"; {counted(source.n_changed, 'label')} changed by {source.repair}" if source.n_invalid else ""
        yield "Transitions", invalid + changed
    if annotation.relations is not None and len(annotation.relations):
        yield "Relations", f"{len(annotation.relations):,}"
    if annotation.columns:
        yield "Other columns", ", ".join(column.name for column in annotation.columns)
    for path, size, _ in source.companions[:3]:
        yield "Read with it", f"{path} ({size:,} bytes)"
    if len(source.companions) > 3:
        yield "Read with it", f"and {counted(len(source.companions) - 3, 'file')} more"
    yield "Size", f"{source.size:,} bytes"
    yield "SHA-256", source.sha256
