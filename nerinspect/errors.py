"""Every mistake a user can make and mend, each a class that builds its own sentence.

A message says where, what is wrong and what to do. `exit_status` is the one of the command line:
1 if the data is at fault, 2 if the command line is.
"""

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, TypeAlias

from nerinspect.quantities import counted, grouped, word_for
from nerinspect.visible import shortened, visible

TRAINING_OPTIONS: Final = {"--label-column": "--training-label-column", "--encoding": "--encoding-training"}
"""Options for all files, and those that take their place for training data."""

_OWN_IN_TRAINING: Final = re.compile(rf"(?:{'|'.join(TRAINING_OPTIONS)})(?![\w-])")


Place: TypeAlias = tuple[int | None, int]
"""The physical line of something wrong, if the format has lines, and the number of its sentence, both from 1."""


class NerinspectError(ValueError):
    """A mistake told to the user in one calm sentence, never with a traceback."""

    exit_status: ClassVar[int] = 1

    def __str__(self) -> str:
        """Give the sentence; what files and names hold is shown, half characters too, and cut where it has no end."""
        return shortened(visible(super().__str__().encode(errors="backslashreplace").decode()))

    def name_training_options(self) -> None:
        """Name, in what is to be done, the options that hold for training data where they are others."""
        problem, sign, remedy = str(self).rpartition("; ")
        self.args = (problem + sign + _OWN_IN_TRAINING.sub(lambda option: TRAINING_OPTIONS[option[0]], remedy),)


class DataError(NerinspectError):
    """Something is wrong with a file.

    Parameters
    ----------
    path : str
        The file as the user named it.
    problem : str
        What is wrong.
    remedy : str
        What to do about it.
    line : int or None
        Physical line from 1, if the problem has one; 0 says no more.
    sentence : int or None
        Number of the sentence from 1, which is named where there is no line.
    """

    def __init__(
        self, path: str, problem: str, remedy: str, line: int | None = None, sentence: int | None = None
    ) -> None:
        self.path, self.line, self.problem, self.remedy = path, line, problem, remedy
        place = path if sentence is None else f"{path}, sentence {grouped(sentence)}"
        place = f"{path}:{line}" if line else place
        super().__init__(f"{place}: {problem}; {remedy}")

    def move(self, n_lines: int) -> None:
        """Count the line, if there is one, from so many lines further up."""
        if self.line:
            self.line += n_lines
            self.args = (f"{self.path}:{self.line}: {self.problem}; {self.remedy}",)


class UnreadableFileError(DataError):
    """The file is missing, a directory, not permitted or damaged."""


class NoMemoryError(UnreadableFileError):
    """The file may be whole, but holds more than fits into the memory."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "the file needs more memory than there is", "split it into smaller files")


class BinaryFileError(DataError):
    """The file holds NUL bytes, so it is no text in the chosen text encoding."""

    def __init__(self, path: str, line: int) -> None:
        super().__init__(
            path,
            "this is not a text file: it contains a NUL byte",
            "choose another file, or name its text encoding with --text-encoding (such as utf-16)",
            line,
        )


class ForeignFileError(DataError):
    """The file is no text, and its first bytes say what it is."""

    def __init__(self, path: str, kind: str, remedy: str) -> None:
        super().__init__(path, f"this is not a text file but seems to be {kind}", remedy)


class UndecodableBytesError(DataError):
    """A byte does not fit the text encoding."""

    def __init__(self, path: str, line: int, byte: int, text_encoding: str) -> None:
        super().__init__(
            path,
            f"byte 0x{byte:02X} is not valid {text_encoding}",
            "name the file's text encoding with --text-encoding (such as latin-1 or utf-16)",
            line,
        )


class NoTokensError(DataError):
    """The file holds no sentence."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "the file has no tokens", "choose a file with one token and its label per line")


class TooFewColumnsError(DataError):
    """A line has fewer fields than the columns asked for."""

    def __init__(self, path: str, line: int, n_fields: int, columns: Sequence[int]) -> None:
        *others, last = (str(column) for column in columns)
        asked = f"{', '.join(others)} and {last}"
        super().__init__(
            path,
            f"the line has {counted(n_fields, 'field')}, too few for columns {asked}",
            "fix the line, or choose other columns with --token-column and --label-column",
            line,
        )


class EmptyTokenError(DataError):
    """A line has a label but no token."""

    def __init__(self, path: str, line: int | None) -> None:
        super().__init__(path, "the token is empty", "write a token before the label", line)


class MalformedLabelError(DataError):
    """A label cannot be read in the chunk encoding."""

    def __init__(
        self, path: str, place: Place, token: str, label: str, reason: str, n_more: int = 0, hint: str = ""
    ) -> None:
        self.token, self.label = token, label
        more = f" ({counted(n_more, 'more malformed label')} in this file)" if n_more else ""
        super().__init__(
            path,
            f"malformed label {shown(label)} on token {shown(token)}: {reason}{more}",
            hint or "fix the label, or choose another --label-column or --encoding",
            *place,
        )


class InvalidTransitionError(DataError):
    """A source has invalid transitions and no repair was chosen."""

    def __init__(
        self, path: str, place: Place, problem: str, n_invalid: int, option: str, repairs: Sequence[str]
    ) -> None:
        self.n_invalid, self.repairs, self.option = n_invalid, tuple(repairs), option
        choice = (
            f"choose a repair with {option} ({' or '.join(repairs)}), or fix the file" if repairs else "fix the file"
        )
        super().__init__(
            path,
            f"{problem} ({counted(n_invalid, 'invalid transition')} in this file)",
            choice,
            *place,
        )


class ConlluIdError(DataError):
    """The first field of a CoNLL-U line is no number of a word."""

    def __init__(self, path: str, line: int, number: str) -> None:
        super().__init__(
            path,
            f"the line begins with {shown(number)}, which is not a number such as 3, 3-4 or 3.1",
            "fix the line, or choose the format CoNLL columns",
            line,
        )


class FieldError(DataError):
    """A field of a record is missing or does not hold what it should."""

    def __init__(
        self,
        path: str,
        problem: str,
        there: Iterable[str],
        what: str,
        remedy: str = "",
        line: int | None = None,
    ) -> None:
        names = ", ".join(there)
        option = "--token-field" if what == "tokens" else "--label-field"
        super().__init__(
            path, f"{problem}; there are: {names}" if names else problem, remedy or f"name one with {option}", line
        )


class NoLabelFieldError(DataError):
    """No field, or more than one, can be the labels."""

    def __init__(self, path: str, problem: str, names: Iterable[str]) -> None:
        there = ", ".join(names)
        super().__init__(path, f"{problem} (there are: {there})" if there else problem, "name one with --label-field")


class TokensDifferError(DataError):
    """Reference and prediction do not hold the same tokens."""


class LabelLinesError(DataError):
    """A file of labels alone does not follow the lines of the reference."""


class JsonShapeError(DataError):
    """A JSON file does not have the shape the reader knows."""


class CharacterSpanError(DataError):
    """A span of characters, or a token given by its characters, is none of its text."""


class OffBorderError(DataError):
    """Spans of characters do not fall on token borders, and it was not said what to do with them."""

    def __init__(self, path: str, line: int | None, problem: str, n_more: int, can_widen: bool) -> None:
        more = f" ({counted(n_more, 'more such span')} in this file)" if n_more else ""
        widen = "widen such spans to whole tokens with --spans outward, " if can_widen else ""
        super().__init__(path, f"{problem}{more}", f"{widen}leave them out with --spans skip, or fix the file", line)


class ConversionError(DataError):
    """The labels of a chunk encoding cannot hold what a file says."""


class StandoffLineError(DataError):
    """A line of a standoff file cannot be read, or does not fit its text."""


class DiscontinuousError(DataError):
    """Mentions are in several pieces, and it was not said what to do with them."""

    def __init__(self, path: str, line: int | None, problem: str, n_more: int) -> None:
        more = f" ({counted(n_more, 'more such mention')} in this file)" if n_more else ""
        super().__init__(
            path, f"{problem}{more}", "leave such mentions out with --discontinuous skip, or fix the file", line
        )


class WebannoShapeError(DataError):
    """A file of WebAnno TSV does not have the shape it says."""


class NoRelationsError(DataError):
    """A file that should have relations has none."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "the file has no relations", "choose a file with relations, such as JSON or brat")


class NothingToSwapError(DataError):
    """No sentence can have the arguments of a relation type exchanged; `reasons` say in words why."""

    def __init__(self, path: str, relation_type: str, reasons: str) -> None:
        super().__init__(
            path, f"no sentence can be swapped for {relation_type} ({reasons})", "choose another type with --type"
        )


class FileChangedError(DataError):
    """A file was changed after it was read."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "the file has changed since it was read", "open it again")


class OutputError(DataError):
    """A result cannot be written; nothing was."""


class NoWindowError(DataError):
    """No window can be shown, or no chart drawn."""

    def __init__(self, problem: str, remedy: str, what: str = "the window") -> None:
        super().__init__(what, problem, remedy)


class NoDisplayError(NoWindowError):
    """There is no display, or it does not answer."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem, "log in to a desktop, or draw it with --picture FILE.png")


class NotSavedError(DataError):
    """Something that was decided could not be written into a review; what was written before is known.

    Where the file `is_gone`, it can be written there again.
    """

    def __init__(self, path: str, problem: str, remedy: str, is_gone: bool = False) -> None:
        self.is_gone = is_gone
        super().__init__(path, problem, remedy)


class CommandError(NerinspectError):
    """The command line, or a choice in a dialog, is at fault."""

    exit_status: ClassVar[int] = 2


class IndexOptionsError(CommandError):
    """An index is asked for what was decided when it was made: by an option of this name, or in the window."""

    def __init__(self, path: str, name: str = "") -> None:
        said = {"predictions": "further files", "label_columns": "--label-column", "choices": "--for"}
        remedy = f"leave out {said.get(name, '--' + name.replace('_', '-'))}" if name else "make another index"
        super().__init__(f"{path} is an index: its files, and how they are read, are fixed; {remedy}")


class NoIndexedTrainingError(CommandError):
    """An index is asked for what takes training data, and was made without."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} was made without training data; make the index with --training")


class SheetLimitError(CommandError):
    """A table does not fit into a sheet of Excel."""

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(f"{problem}; {remedy}choose another form, such as CSV")


class AmbiguousEncodingError(CommandError):
    """Several chunk encodings fit a file equally well and read other mentions from it."""

    def __init__(self, path: str, candidates: Sequence[str], place: Place) -> None:
        line, sentence = place
        first = f"in sentence {grouped(sentence)}" if line is None else f"at line {line}"
        names = " or ".join(candidates)
        super().__init__(
            f"{path}: the labels can be read as {names}, which give different mentions, first {first};"
            " choose one with --encoding"
        )


_FEW_NAMES = 7


class UnknownNameError(CommandError):
    """A name is not known; the nearest known one is offered, or all if none is near and there are few.

    `what` it should name is such as `field` or `type`; `position` is where it stands in a query, in characters from 0.
    """

    def __init__(self, what: str, name: str, known: Iterable[str], position: int = 0) -> None:
        self.what, self.name, self.position = what, name, position
        known = tuple(known)
        self.nearest = nearest_name(name, known)
        names = list(dict.fromkeys(known))
        offer = f"; the nearest is {self.nearest}" if self.nearest else ""
        if not offer and 0 < len(names) <= _FEW_NAMES:
            offer = f"; there {word_for(len(names), 'is', 'are')} {', '.join(names)}"
        super().__init__(f"no {what} is called {shown(name)}{offer}")


class QueryError(CommandError):
    """A query cannot be read, or asks for what is not there."""


class QuerySyntaxError(QueryError):
    """A query cannot be read from a position on, in characters from 0."""

    def __init__(self, problem: str, position: int) -> None:
        self.position = position
        super().__init__(f"query, character {position + 1}: {problem}")


class SlowPatternError(CommandError):
    """A regular expression has too many ways to fit a text."""

    def __init__(self, pattern: str) -> None:
        super().__init__(
            f"the search for the regular expression {shown(pattern)} takes too long; write it with fewer repetitions,"
            " and none within another"
        )


class NoTrainingError(QuerySyntaxError):
    """A query asks about training data, and none are open."""

    def __init__(self, field: str, position: int) -> None:
        super().__init__(
            f"{field}: needs training data; give it with --training, or open it with File > Training data…",
            position,
        )


class AttributeTrainingError(CommandError):
    """An attribute needs training data, and none are open."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the attribute {name} needs training data; give it with --training, or leave it out")


class PluginError(NerinspectError):
    """An attribute that a package of others adds cannot be used."""

    def __init__(self, name: str, package: str, problem: str) -> None:
        super().__init__(f"the attribute {name} of the package {package} cannot be used: {problem}")


def nearest_name(name: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """Find the known name most like a mistyped or unfinished one, ignoring case; None if nothing comes near.

    `cutoff` says how much of both must be alike, from 0 to 1.
    """
    from difflib import get_close_matches  # which no start without a mistake needs

    by_folded: dict[str, str] = {}
    for candidate in known:
        by_folded.setdefault(candidate.casefold(), candidate)
    folded = name.casefold()
    begun = [candidate for candidate in by_folded if candidate.startswith(folded)] if len(folded) > 2 else []
    matches = get_close_matches(folded, begun or by_folded, n=1, cutoff=0.0 if begun else cutoff)
    return by_folded[matches[0]] if matches else None


def shown(value: str, longest: int = 60) -> str:
    """Quote a value for a message, shortened in the middle if it is long."""
    if len(value) > longest:
        value = f"{value[: longest // 2]}…{value[-longest // 4 :]} ({counted(len(value), 'character')})"
    return f"“{value}”"
