"""The files of a reference, of a prediction or of training data that are read as one, and the lines of each."""

import glob
import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from nerinspect.corpus.text import Text
from nerinspect.errors import NerinspectError, UnreadableFileError
from nerinspect.events.study import Annotation, Study
from nerinspect.io.content import no_permission
from nerinspect.io.formats.reader import reader_named, readers
from nerinspect.io.index.cutting import LinedFile
from nerinspect.io.index.opening import is_index
from nerinspect.quantities import grouped

_NOT_DATA: Final = (".", "_")
"""What names of files begin with that stand beside the data of a folder, such as `_SUCCESS`."""


def several_files(path: str, chosen_format: str | None) -> list[str] | None:
    """List the files of a folder or of a pattern such as `test/*.conll`, sorted; None for what one reader reads.

    Raises
    ------
    UnreadableFileError
        If there are none.
    """
    if os.path.isdir(path):
        if is_index(path) or _is_read_whole(path, chosen_format):
            return None
        try:
            names = sorted(name for name in os.listdir(path) if not name.startswith(_NOT_DATA))
        except PermissionError:
            raise no_permission(path, "folder") from None
        found = [os.path.join(path, name) for name in names]
        problem = "there are no files in this folder"
    elif glob.has_magic(path) and not os.path.exists(path):
        found, problem = sorted(glob.glob(path, recursive=True)), "no file has such a name"
    else:
        return None
    found = [one for one in found if os.path.isfile(one)]
    if not found:
        raise UnreadableFileError(path, problem, "check the path")
    return found


def _is_read_whole(folder: str, chosen_format: str | None) -> bool:
    if chosen_format is not None:
        return reader_named(chosen_format).takes == "folder"
    return any(reader.takes == "folder" and reader.guess(folder, b"") for reader in readers().values())


def folder_of(path: str) -> str:
    """Give the folder that the files of a folder or of a pattern stand in."""
    if os.path.isdir(path):
        return path
    fixed = re.match(r"[^*?[]*", path)
    return os.path.dirname(fixed[0] if fixed else "") or os.curdir


@dataclass(frozen=True)
class Side:
    """Files of lines behind each other, as if with a blank line between; `path` is what their user calls them."""

    path: str
    files: tuple[LinedFile, ...]

    @property
    def is_one_file(self) -> bool:
        """Whether the user named the file itself."""
        return self.files[0].path == self.path


@dataclass(frozen=True)
class OwnLines:
    """Which line of which file each line of a side is; `n_before` lines of the side stand before each file.

    Where a format has no lines, `first` is the first sentence of each file.
    """

    side: Side
    n_before: Sequence[int]
    first: Sequence[int] = ()

    def of(self, text: Text) -> Text:
        """Count the lines of a text from the beginning of each file, and say which sentence is the first of each."""
        line, n_before = text.sentence_line, np.array(self.n_before, dtype=np.int32)
        file = np.searchsorted(n_before, line) - 1
        first = self.first or np.searchsorted(file, np.arange(len(n_before))).tolist()
        files = tuple(zip(first, (one.path for one in self.side.files), strict=True))
        if self.first:
            return replace(text, files=files)
        token_line = text.token_line
        if token_line is not None:
            token_line = token_line - np.repeat(n_before[file], np.diff(text.sentence_start))
        return replace(text, sentence_line=line - n_before[file], token_line=token_line, files=files)

    def named(self, message: str) -> str:
        """Name the files and their lines where a mistake names lines of the side."""

        def place(found: re.Match[str]) -> str:
            path, line = self._place(found[1])
            return f"{path}:{line}"

        def file(found: re.Match[str]) -> str:
            number = bisect_right(self.first, int(found[2].replace(",", "")) - 1)
            return f"{self.side.files[number - 1].path}{found[1]}{found[2]}"

        name = rf"(?<!\S){re.escape(self.side.path)}"
        if self.first:
            return re.sub(rf"{name}(, sentence |: sentence )(\d[\d,]*)", file, message)
        message = re.sub(rf"{name}:(\d+)", place, message)
        return self.first_named(message) if message.startswith(f"{self.side.path}: ") else message

    def first_named(self, message: str) -> str:
        """Name the file where a message says at which line of the side something stands first."""

        def words(found: re.Match[str]) -> str:
            path, line = self._place(found[2])
            return f"{found[1]}{grouped(line)} of {path}"

        return re.sub(r"(first(?: at|:) line )([\d,]*\d)", words, message)

    def _place(self, line: str) -> tuple[str, int]:
        number = int(line.replace(",", ""))
        file = int(np.searchsorted(self.n_before, number)) - 1
        return self.side.files[file].path, number - self.n_before[file]


@contextmanager
def naming_own_lines(own: Mapping[str, OwnLines]) -> Iterator[None]:
    """Let mistakes in sides, by their paths, name the file and its line."""
    try:
        yield
    except NerinspectError as mistake:
        for one in own.values():
            mistake.args = (one.named(str(mistake)),)
        raise


def with_own_lines(study: Study, own: Mapping[str, OwnLines]) -> Study:
    """Count the lines of a study from the beginning of each file; the sides in several files by their paths."""

    def noted(annotation: Annotation) -> Annotation:
        source = annotation.source
        if source.path not in own:
            return annotation
        notes = tuple(own[source.path].first_named(note) for note in source.notes)
        return replace(annotation, source=replace(source, notes=notes))

    def lined(text: Text, annotation: Annotation) -> Text:
        path = annotation.source.path
        return own[path].of(text) if path in own else text

    if not own:
        return study
    training = study.training
    return replace(
        study,
        text=lined(study.text, study.reference),
        reference=noted(study.reference),
        predictions=tuple(replace(one, annotation=noted(one.annotation)) for one in study.predictions),
        training=training
        and replace(training, text=lined(training.text, training.annotation), annotation=noted(training.annotation)),
    )
