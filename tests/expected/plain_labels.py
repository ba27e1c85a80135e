"""Mentions read off label lines in a plain loop, as conlleval does: I-X begins a mention where none of X goes on."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

Span: TypeAlias = tuple[int, int, str]
"""Position of the first token in the file's tokens, position behind the last, type."""


def read_spans(path: Path) -> list[Span]:
    """List the mentions of a file with two columns."""
    spans, position = list[Span](), 0
    for labels in sentences(path):
        spans += [(position + start, position + end, name) for start, end, name in spans_of(labels)]
        position += len(labels)
    return spans


def sentences(path: Path) -> Iterator[list[str]]:
    """Give the labels of each sentence."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        if labels := [line.split()[-1] for line in block.split("\n") if line.strip()]:
            yield labels


def spans_of(labels: list[str]) -> Iterator[Span]:
    """Give the mentions of a sentence."""
    start, open_type = 0, ""
    for place, label in enumerate([*labels, "O"]):
        state, _, name = label.partition("-")
        if open_type and (state != "I" or name != open_type):
            yield start, place, open_type
            open_type = ""
        if state != "O" and not open_type:
            start, open_type = place, name
