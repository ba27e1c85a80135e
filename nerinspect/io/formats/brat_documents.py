"""A document of brat: an annotation, laid on the characters of its text."""

from dataclasses import dataclass

from nerinspect.io.content import Content
from nerinspect.io.formats.brat_files import Pair
from nerinspect.io.formats.brat_lines import MentionLine, StandoffLines, read_lines
from nerinspect.io.formats.brat_texts import choose_reading, extents


@dataclass(frozen=True)
class Document:
    """An annotation, laid on the characters of its text.

    Attributes
    ----------
    name : str
        What the document is called.
    annotation : Content
        The standoff file.
    lines : StandoffLines
        What it says.
    text : str
        The characters that its positions count.
    note : str
        How they are counted, if that is worth telling.
    whole, parted : list of MentionLine
        Mentions in one piece, and in several.
    """

    name: str
    annotation: Content
    lines: StandoffLines
    text: str
    note: str
    whole: list[MentionLine]
    parted: list[MentionLine]


def read_document(pair: Pair) -> Document:
    """Read an annotation and find the characters it covers.

    Raises
    ------
    StandoffLineError
        If a line cannot be read, or does not fit the text.
    """
    path = pair.annotation.path
    lines = read_lines(path, pair.annotation.data)
    text, note = choose_reading(path, pair.text, lines.mentions)
    parted = [line for line in lines.mentions if len(line.pieces) > 1 and len(extents(line, text)) > 1]
    ids = {line.id for line in parted}
    whole = [line for line in lines.mentions if line.id not in ids]
    return Document(pair.name, pair.annotation, lines, text, note, whole, parted)
