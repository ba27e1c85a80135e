"""Lay the lines of a standoff file on its text, and check that mentions cover the words they repeat."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nerinspect.corpus.tokenization import BLANKS
from nerinspect.errors import StandoffLineError, counted, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.brat_lines import MentionLine

_MARK: Final = "\ufeff"
_LINE: Final = re.compile(r"[^\r\n]+")


class TextReading(NamedTuple):
    """One way to count the characters of a text.

    Attributes
    ----------
    text : str
        The characters.
    note : str
        How they are counted, if that is worth telling.
    """

    text: str
    note: str


def choose_reading(path: str, content: Content, lines: Sequence[MentionLine]) -> TextReading:
    """Count the characters of a text so that all mentions find their own words.

    brat has counted CR LF as two characters at some times and as one at others; the words tell.

    Parameters
    ----------
    path : str
        The annotation, for messages.
    content : Content
        The text.
    lines : sequence of MentionLine
        Its mentions.

    Returns
    -------
    TextReading
        The first that fits.

    Raises
    ------
    StandoffLineError
        If none fits; names the first mention that does not fit the reading that gets farthest.
    """
    farthest, best = -1, ""
    for reading in _readings(content):
        wrong = next((number for number, line in enumerate(lines) if not _fits(line, reading.text)), None)
        if wrong is None:
            return reading
        if wrong > farthest:
            farthest, best = wrong, reading.text
    raise _misfit(path, content.path, lines[farthest], best)


def extents(line: MentionLine, text: str) -> list[tuple[int, int]]:
    """Give the pieces of a mention in order; pieces with nothing but blanks between them are one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(line.pieces):
        if joined and not text[joined[-1][1] : start].strip(BLANKS):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def as_written(text: str, start: int, end: int) -> tuple[str, str]:
    """Write the positions and the words of a mention; brat parts it at line breaks."""
    pieces = []
    for match in _LINE.finditer(text, start, end):
        words = match[0].strip(BLANKS)
        if words:
            first = match.start() + match[0].index(words)
            pieces.append((first, first + len(words)))
    offsets = ";".join(f"{first} {last}" for first, last in pieces)
    return offsets, _said(text, pieces).replace("\t", " ")


def _readings(content: Content) -> Iterator[TextReading]:
    whole = content.original.decode(content.text_encoding)
    text = whole.removeprefix(_MARK)
    if "\r\n" not in text:
        yield TextReading(text, "")
    else:
        yield TextReading(text, "CR LF counted as two characters")
        yield TextReading(text.replace("\r\n", "\n"), "CR LF counted as one character, as the mentions tell")
    if whole != text:
        yield TextReading(whole, "byte order mark counted as a character, as the mentions tell")


def _fits(line: MentionLine, text: str) -> bool:
    """Compare the words, but for their blanks."""
    if any(not start < end <= len(text) for start, end in line.pieces):
        return False
    return line.said is None or _said(text, line.pieces).split() == line.said.split()


def _said(text: str, pieces: Sequence[tuple[int, int]]) -> str:
    return " ".join(text[start:end] for start, end in pieces)


def _misfit(path: str, text_path: str, line: MentionLine, text: str) -> StandoffLineError:
    outside = [piece for piece in line.pieces if not piece[0] < piece[1] <= len(text)]
    if outside:
        start, end = outside[0]
        reason = "it is empty" if start >= end else f"{text_path} has {counted(len(text), 'character')}"
        problem = f"{line.id} covers {start}–{end}: {reason}"
    else:
        said, (start, end) = line.said or "", (line.pieces[0][0], line.pieces[-1][1])
        found = shown(" ".join(_said(text, line.pieces).split()))
        problem = f"{line.id} says {shown(said)}, but {text_path} has {found} at {start}–{end}"
        place = text.find(said)
        if place >= 0 and text.count(said) == 1:
            problem += f" and {shown(said)} at {place}–{place + len(said)}"
    remedy = "offsets count characters from 0, not bytes; check that the two files belong together, or mend the line"
    return StandoffLineError(path, problem, remedy, line.line)
