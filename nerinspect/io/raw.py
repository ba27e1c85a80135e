"""What a reader makes of one file, before it is known what the file is for."""

from dataclasses import dataclass, field

from nerinspect.corpus.arrays import CodeArray, IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.relations import Relations
from nerinspect.corpus.text import Text
from nerinspect.corpus.token_column import TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.io.content import Content
from nerinspect.io.read_options import ReadOptions


@dataclass(frozen=True, eq=False)
class RawFile:
    """One file, read but not yet interpreted.

    Attributes
    ----------
    content : Content
        Path, digest, size and bytes.
    format : str
        The reader's name.
    text : Text or None
        The tokens; None for labels alone.
    columns : tuple of LabelColumn
        Label columns of a format with labels.
    mentions : Mentions or None
        The mentions of a format with spans, sorted by start, then end, then type; they may overlap.
    line_kinds : ndarray of int8, shape (n_lines,), or None
        What each physical line is, for a format with lines.
    options : ReadOptions
        How it was read.
    notes : tuple of str
        What was dropped or decided on reading.
    separator : str
        What cuts fields, in words (`tab`, `blanks`); empty for formats without fields.
    companions : tuple of Content
        Further files that belong to it, such as the text beside an annotation.
    others : tuple of TokenColumn
        What the file says of each token besides, if it was asked for.
    relations : Relations or None
        Relations between `mentions`, for a format that has them.
    document_names : tuple of str
        What the file calls each document that holds a sentence, in order; empty if it names none.
    offsets : ndarray of int32, shape (n_tokens, 2), or None
        Where each token stands in the characters of its document, half-open, for a format with running text.
    """

    content: Content
    format: str
    text: Text | None
    columns: tuple[LabelColumn, ...] = ()
    mentions: Mentions | None = None
    line_kinds: CodeArray | None = None
    options: ReadOptions = field(default_factory=ReadOptions)
    notes: tuple[str, ...] = ()
    separator: str = ""
    companions: tuple[Content, ...] = ()
    others: tuple[TokenColumn, ...] = ()
    relations: Relations | None = None
    document_names: tuple[str, ...] = ()
    offsets: IntArray | None = None
