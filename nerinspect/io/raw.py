"""What a reader makes of one file, before it is known what the file is for."""

from dataclasses import dataclass

from nerinspect.corpus.arrays import CodeArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.encoding.labels import LabelColumn
from nerinspect.io.content import Content


@dataclass(frozen=True, eq=False)
class RawFile:
    """One file, read but not yet interpreted.

    Attributes
    ----------
    content : Content
        Path, digest and size.
    format : str
        The reader's name.
    text : Text or None
        The tokens; None for labels alone.
    columns : tuple of LabelColumn
        Label columns of a format with labels.
    mentions : Mentions or None
        The mentions of a format with spans.
    line_kinds : ndarray of int8, shape (n_lines,), or None
        What each physical line is, for a format with lines.
    notes : tuple of str
        What was dropped or decided on reading.
    """

    content: Content
    format: str
    text: Text | None
    columns: tuple[LabelColumn, ...] = ()
    mentions: Mentions | None = None
    line_kinds: CodeArray | None = None
    notes: tuple[str, ...] = ()
