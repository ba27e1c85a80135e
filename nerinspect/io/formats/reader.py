"""What a format is: a small protocol, how a file is read, what a reader makes of it; and which formats there are."""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import ClassVar, Final, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from nerinspect.corpus.arrays import CodeArray, IntArray
from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.text import Text, TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.installed import entry_points_of
from nerinspect.io.content import Content
from nerinspect.io.formats.lines import Lead
from nerinspect.progress import Checkpoint

SpanRule: TypeAlias = Literal["exact", "outward", "skip"]
DiscontinuousRule: TypeAlias = Literal["error", "skip"]

SPAN_RULES: tuple[SpanRule, ...] = ("exact", "outward", "skip")
DISCONTINUOUS_RULES: tuple[DiscontinuousRule, ...] = ("error", "skip")


def no_lead() -> Lead | None:
    """Read a file for itself."""
    return None


@dataclass(frozen=True)
class ReadOptions:
    """How one file is read; each format looks at what concerns it.

    Attributes
    ----------
    token_field, label_field : str
        Names of the fields in formats that name them; empty to find them by their usual names.
    label_names : tuple of str
        The labels that numbers stand for, in formats that number them; empty if the file names them itself.
    spans : str
        What becomes of a character span that does not fall on token borders: `exact` (an error), `outward`
        (widened to whole tokens) or `skip` (left out).
    discontinuous : str
        What becomes of a mention in several pieces: `error` or `skip` (left out).
    may_be_labels_alone : bool
        Whether a file of one column may be labels that take their tokens from a reference.
    lead : callable
        Waits for the tokens and lines of a reference, which those of a prediction mostly follow; None for other files.
    """

    token_column: int = 0
    label_columns: tuple[int, ...] = (-1,)
    comments: bool = False
    token_field: str = ""
    label_field: str = ""
    label_names: tuple[str, ...] = ()
    spans: SpanRule = "exact"
    discontinuous: DiscontinuousRule = "error"
    key: str | None = None  # which list of a file with several, as `#KEY` behind the path
    may_be_labels_alone: bool = False
    others: bool = False
    lead: Callable[[], Lead | None] = field(default=no_lead, compare=False, repr=False)

    def refuse_key(self, path: str, what: str) -> None:
        """Refuse to look for a list in a file that has none; say what it is instead."""
        if self.key is not None:
            raise CommandError(f"{path} {what}; leave out #{self.key}")


@dataclass(frozen=True, eq=False)
class RawFile:
    """One file, read but not yet interpreted.

    `mentions`: the mentions of a format with spans, sorted by start, then end, then type; they may overlap.
    `document_names`: what the file calls each document that holds a sentence, in order; empty if it names none.
    `offsets`: where each token stands in the characters of its document, half-open, for a format with running text;
    shape (n_tokens, 2).
    """

    content: Content
    format: str
    text: Text | None  # the tokens; None for labels alone
    columns: tuple[LabelColumn, ...] = ()
    mentions: Mentions | None = None
    line_kinds: CodeArray | None = None  # what each physical line is, for a format with lines; shape (n_lines,)
    options: ReadOptions = field(default_factory=ReadOptions)
    notes: tuple[str, ...] = ()
    separator: str = ""  # what cuts fields, in words (`tab`, `blanks`); empty for formats without fields
    companions: tuple[Content, ...] = ()
    others: tuple[TokenColumn, ...] = ()
    relations: Relations | None = None  # relations between `mentions`, for a format that has them
    document_names: tuple[str, ...] = ()
    offsets: IntArray | None = None

    @property
    def own_text(self) -> Text:
        assert self.text is not None, "labels alone are laid over a reference before"
        return self.text


HEAD_BYTES: Final = 1 << 16  # of the beginning of a file, by which its format is guessed

FALLBACK, POSSIBLE, LIKELY, CERTAIN = range(4)
"""How sure a guess is: any text would do; the ending fits; the first record fits; nothing else begins so."""


class Guess(NamedTuple):
    """Why a file may have a format, such as `by content: the first line is a JSON object with tokens`.

    The certainty is FALLBACK, POSSIBLE, LIKELY or CERTAIN.
    """

    certainty: int
    reason: str


class Reader(Protocol):
    """Reads one format. Nothing in a file is ever executed.

    `takes`: `text` for UTF-8 text with LF line ends, whatever the file has; `bytes` for the bytes as they are; `folder`
    if a path may also be a folder (text files otherwise).
    """

    name: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]  # endings such files have, without `.gz`
    takes: ClassVar[Literal["text", "bytes", "folder"]]

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Tell whether a file, or a folder for a reader that takes one, may have this format; None if it has not.

        `head` is its first `HEAD_BYTES`, unpacked; UTF-8 without byte order mark and with LF line ends if it is text,
        empty for a folder.
        """

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read a file with at least one token, and with label columns or with mentions.

        The checkpoint is to be called now and then with tokens read and tokens expected; it raises `Cancelled`.
        """


class Held(Protocol):
    """Data in memory that are read as a file would be."""

    format: ClassVar[str]  # the format that reads their JSON lines

    def read(self, options: ReadOptions) -> RawFile:
        """Read them; the content is that of JSON lines which hold the same."""


@runtime_checkable
class LabelWriter(Protocol):
    """A reader that can write labels back."""

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        """Give the file, unpacked, with other labels on some tokens of the text, and every other byte as it was.

        The column `raw.options.label_columns[0]` is the one that is written.
        """


@runtime_checkable
class MentionWriter(Protocol):
    """A reader that can write mentions back."""

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        """Give the file, unpacked, with all mentions there shall be; where the mentions stay, every byte stays.

        They are over the tokens of `raw`, sorted by start, end, type.
        """


GROUP: Final = "nerinspect.readers"

OWN: Final = {
    "brat": "brat",
    "conll": "conll",
    "conllu": "conllu",
    "json": "json_sentences",
    "jsonl": "jsonl_tokens",
    "jsonl-spans": "jsonl_spans",
    "label-studio": "label_studio",
    "parquet": "parquet",
    "spacy": "spacy_bin",
    "webanno": "webanno",
}
"""The modules of the program's own formats; one that is named loads alone."""

_HEADS: Final = {
    "conllu": re.compile(rb"\s*[#0-9]"),
    "json": re.compile(rb"\s*[\[{]"),
    "jsonl": re.compile(rb"\s*[\[{]"),
    "jsonl-spans": re.compile(rb"(?s:.*)\{"),
    "label-studio": re.compile(rb"(?s:.*)(\{|completed_by)"),
    "parquet": re.compile(rb"PAR1"),
    "spacy": re.compile(rb"x"),
    "webanno": re.compile(rb"#FORMAT"),
}
"""How files begin that a format may take; where none is named, only formats that could be meant are loaded."""

_PAIRED: Final = (".ann", ".txt")

_log = logging.getLogger(__name__)


def readers() -> dict[str, Reader]:
    """Give every reader by its name, in alphabetical order; one that cannot be loaded is left out and logged."""
    return dict(sorted({**readers_of_others(), **{name: _own_reader(name) for name in OWN}}.items()))


@cache
def readers_of_others() -> dict[str, Reader]:
    """Give those of other packages that can be loaded and have a name of their own."""
    found = {}
    for point in entry_points_of(GROUP):
        if point.name in OWN:
            continue
        try:
            found[point.name] = point.load()
        except Exception as mistake:  # anything may go wrong in a package of others
            _log.warning("the format %s of %s cannot be used: %s", point.name, point.value, mistake)
    return found


def reader_named(name: str) -> Reader:
    if name in OWN:
        return _own_reader(name)
    found = readers()
    if name not in found:
        raise UnknownNameError("format", name, found)
    return found[name]


def _could_be(path: str, head: bytes) -> list[Reader]:
    own = {name for name in OWN if name not in _HEADS or _HEADS[name].match(head)}
    if head and not path.removesuffix(".gz").endswith(_PAIRED):  # nor is it a folder
        own.remove("brat")
    found = {**readers_of_others(), **{name: _own_reader(name) for name in own}}
    return [reader for _, reader in sorted(found.items())]


@cache
def _own_reader(name: str) -> Reader:
    """Import one of the program's own formats alone, without looking for those of others."""
    reader: Reader = import_module(f"nerinspect.io.formats.{OWN[name]}").READER
    return reader


def guess_reader(path: str, head: bytes) -> tuple[Reader, Guess]:
    """Choose the format of a file or folder by its first bytes, then by its ending, and say why.

    It is the surest, of several the first by name; `head` is what `Reader.guess` looks at.

    Raises
    ------
    CommandError
        If no reader takes it, as may happen with a folder.
    """
    guesses = [(reader, reader.guess(path, head)) for reader in _could_be(path, head)]
    made = [(reader, guess) for reader, guess in guesses if guess is not None]
    if not made:
        raise CommandError(f"{path}: no format fits this; name one with --format ({', '.join(readers())})")
    return max(made, key=lambda candidate: candidate[1].certainty)
