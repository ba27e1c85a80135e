"""What a format is: one small protocol, so that others can add theirs."""

from collections.abc import Mapping
from typing import ClassVar, Final, Literal, NamedTuple, Protocol, runtime_checkable

from nerinspect.corpus.mentions import Mentions
from nerinspect.io.content import Content
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint

HEAD_BYTES: Final = 1 << 16
"""Of the beginning of a file, by which its format is guessed."""

FALLBACK, POSSIBLE, LIKELY, CERTAIN = range(4)
"""How sure a guess is: any text would do; the ending fits; the first record fits; nothing else begins so."""


class Guess(NamedTuple):
    """Why a file may have a format.

    Attributes
    ----------
    certainty : int
        FALLBACK, POSSIBLE, LIKELY or CERTAIN.
    reason : str
        In a few words, such as `by content: the first line is a JSON object with tokens`.
    """

    certainty: int
    reason: str


class Reader(Protocol):
    """Reads one format. Nothing in a file is ever executed.

    Attributes
    ----------
    name : str
        What `--format` calls it.
    title : str
        What the window calls it.
    suffixes : tuple of str
        Endings such files have, without `.gz`.
    takes : str
        `text` for UTF-8 text with LF line ends, whatever the file has; `bytes` for the bytes as they are;
        `folder` if a path may also be a folder (text files otherwise).
    """

    name: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    takes: ClassVar[Literal["text", "bytes", "folder"]]

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Tell whether a file may have this format.

        Parameters
        ----------
        path : str
            The file, or a folder for a reader that takes one.
        head : bytes
            Its first `HEAD_BYTES`, unpacked; UTF-8 without byte order mark and with LF line ends if it is text,
            empty for a folder.

        Returns
        -------
        Guess or None
            None if it has not.
        """

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read a file.

        Parameters
        ----------
        content : Content
            The file.
        options : ReadOptions
            What to read, and how.
        checkpoint : Checkpoint
            To be called now and then with tokens read and tokens expected; raises `Cancelled`.

        Returns
        -------
        RawFile
            With at least one token; with label columns or with mentions.

        Raises
        ------
        DataError
            At the first thing that is wrong, with its place.
        """


@runtime_checkable
class LabelWriter(Protocol):
    """A reader that can write labels back."""

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        """Give the file with other labels on some tokens, and every other byte as it was.

        Parameters
        ----------
        raw : RawFile
            As this reader read it; `raw.options.label_columns[0]` is the column that is written.
        labels : mapping of int to str
            New labels by token position in the whole text.

        Returns
        -------
        bytes
            Unpacked, in the text encoding of the file.
        """


@runtime_checkable
class MentionWriter(Protocol):
    """A reader that can write mentions back."""

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        """Give the file with other mentions; where the mentions stay, every byte stays.

        Parameters
        ----------
        raw : RawFile
            As this reader read it.
        mentions : Mentions
            All mentions there shall be, over the tokens of `raw`; sorted by start, end, type.

        Returns
        -------
        bytes
            Unpacked, in the text encoding of the file.
        """
