"""What is known of one file before it is opened, and what to say of it."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.errors import JsonShapeError, NerinspectError, UndecodableBytesError, counted
from nerinspect.io.column_guess import ColumnGuess
from nerinspect.io.content import Content, FileBytes
from nerinspect.io.faulty_lines import FaultyLines, find_faulty_lines
from nerinspect.io.formats.conll_columns import Columns
from nerinspect.io.formats.reader import Reader
from nerinspect.io.label_check import LabelCheck
from nerinspect.io.names import NamedPath
from nerinspect.io.raw import RawFile
from nerinspect.io.request import FileOptions, Role
from nerinspect.io.token_comparison import TokenComparison

COLUMNED: Final = "conll"
"""The format whose columns are guessed."""


@dataclass(frozen=True, eq=False)
class FileCheck:
    """What is known of a file; the further it could be read, the more.

    Attributes
    ----------
    argument : str
        As the user named it.
    role : str
        What it is for.
    file : NamedPath
        Its path and the list inside it.
    options : FileOptions
        How it is read: what was chosen, and what was guessed where nothing was.
    chosen : frozenset of str
        Names of the choices that were made, see `FILE_CHOICES`.
    reasons : dict of str to str
        Why each thing is as it is, by the name of the choice.
    problem : NerinspectError or None
        The first thing that stops the opening.
    bytes, content, reader, columns, raw, labels, comparison
        What was found; None where the check did not come so far.
    is_labels_alone : bool
        Whether the file takes its tokens from the reference.
    """

    argument: str
    role: Role
    file: NamedPath = field(default_factory=lambda: NamedPath(""))
    options: FileOptions = field(default_factory=FileOptions)
    chosen: frozenset[str] = frozenset()
    reasons: dict[str, str] = field(default_factory=dict)
    problem: NerinspectError | None = None
    bytes: FileBytes | None = None
    content: Content | None = None
    reader: Reader | None = None
    columns: ColumnGuess | None = None
    raw: RawFile | None = None
    labels: tuple[LabelCheck, ...] = ()
    comparison: TokenComparison | None = None
    is_labels_alone: bool = False

    @property
    def text(self) -> Text | None:
        """The tokens, those of the reference for labels alone."""
        return self.raw.text if self.raw else None

    @property
    def mentions(self) -> tuple[Mentions, ...]:
        """The mentions of each annotation in the file, as far as they can be read."""
        if self.raw is not None and self.raw.mentions is not None:
            return (self.raw.mentions,)
        return tuple(check.mentions for check in self.labels if check.mentions is not None)

    @property
    def is_merged(self) -> bool:
        """Whether the file holds its predictions as further columns."""
        return self.role == "reference" and len(self.options.reading.label_columns) > 1

    @property
    def n_invalid(self) -> int:
        """Invalid transitions in all label columns."""
        return sum(check.n_invalid for check in self.labels)

    @property
    def n_malformed(self) -> int:
        """Malformed labels in all label columns."""
        return sum(len(check.malformed) for check in self.labels)

    @property
    def n_differing(self) -> int:
        """Sentences whose tokens differ from the reference's."""
        return len(self.comparison) if self.comparison else 0

    @cached_property
    def faulty_lines(self) -> FaultyLines | None:
        """Lines that cannot be read; None for formats without columns, or where all could be."""
        if self.raw is not None or self.content is None or self.reader is None or self.reader.name != COLUMNED:
            return None
        reading = self.options.reading
        try:
            columns = Columns(reading.token_column, reading.label_columns, reading.comments)
        except NerinspectError:
            return None
        found = find_faulty_lines(self.content.data, columns)
        return found if len(found) else None

    @cached_property
    def lists(self) -> tuple[str, ...]:
        """Names of the lists in a JSON file that holds several; empty for one that does not."""
        is_asked = self.file.key is not None or isinstance(self.problem, JsonShapeError)
        if not is_asked or self.reader is None or self.reader.name != "json" or self.content is None:
            return ()
        with suppress(ValueError, RecursionError):
            data = json.loads(self.content.data)
            if isinstance(data, dict):
                return tuple(name for name, value in data.items() if isinstance(value, list))
        return ()

    @cached_property
    def type_counts(self) -> dict[str, int]:
        """Mentions by type, over all annotations in the file."""
        counts: dict[str, int] = {}
        for mentions in self.mentions:
            numbers = np.bincount(mentions.type_codes, minlength=len(mentions.types))
            for name, number in zip(mentions.types, numbers.tolist(), strict=True):
                if number:
                    counts[name] = counts.get(name, 0) + number
        return counts


def verdict(check: FileCheck) -> tuple[bool, str]:
    """Sum a check up for a table.

    Returns
    -------
    is_fine : bool
        Whether there is nothing to look at.
    words : str
        Such as `36 invalid transitions`.
    """
    if isinstance(check.problem, UndecodableBytesError):
        return False, f"bytes that are not {check.options.text_encoding}"
    if check.n_differing and not isinstance(check.problem, type(None)):
        verb = "differs" if check.n_differing == 1 else "differ"
        return False, f"{counted(check.n_differing, 'sentence')} {verb}"
    if (faulty := check.faulty_lines) is not None:
        return False, f"{counted(len(faulty), 'line')} cannot be read"
    if check.raw is None:
        return False, "cannot be read"
    if check.n_malformed:
        return False, counted(check.n_malformed, "malformed label")
    if check.n_invalid:
        method = check.options.repair
        return method != "none", counted(check.n_invalid, "invalid transition")
    if check.problem is not None:
        return False, "chunk encoding undecided" if not any(one.written for one in check.labels) else "a problem"
    if check.n_differing:
        return False, f"{counted(check.n_differing, 'sentence')} with other tokens"
    if check.is_labels_alone:
        return True, "tokens from the reference"
    return True, "no invalid transition" if check.labels else "spans, nothing to repair"
