"""The lines of a brat standoff file: which mentions, relations and other annotations it holds."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from nerinspect.errors import StandoffLineError, counted, shown

_MENTION: Final = re.compile(r"(T\S*)\t(\S+) ([0-9]{1,15} [0-9]{1,15}(?:;[0-9]{1,15} [0-9]{1,15})*)(?:\t(.*))?")
_RELATION: Final = re.compile(r"(R\S*)\t(\S+) ([^\s:]+):(\S+) ([^\s:]+):(\S+)\s*")
_OTHER: Final = re.compile(r"(?:[REAMN][A-Za-z]*[0-9]\S*|#\S*|\*)\t.*")
_KINDS: Final = "TREAMN#*"
_ATTACHED_KINDS: Final = "AMN#"

FIRST_LINE: Final = re.compile(rb"T[^\s]*\t[^\s]+ [0-9]+ [0-9]+|[REAMN][0-9]+\t|#[^\s]*\t[^\s]+ |\*\t[^\s]+ ")
"""How such a file begins."""


class MentionLine(NamedTuple):
    """A line that begins with T.

    Attributes
    ----------
    line : int
        Physical line, from 1.
    id : str
        Such as `T3`.
    type : str
        The type.
    pieces : tuple of (int, int)
        Half-open positions in the characters of the text, in the order given.
    said : str or None
        The text as the line repeats it; None if it does not.
    """

    line: int
    id: str
    type: str
    pieces: tuple[tuple[int, int], ...]
    said: str | None


class RelationLine(NamedTuple):
    """A line that begins with R.

    Attributes
    ----------
    line : int
        Physical line, from 1.
    id, type : str
        Its name and its type.
    head, tail : str
        The names of its arguments.
    """

    line: int
    id: str
    type: str
    head: str
    tail: str


class Reference(NamedTuple):
    """A line that tells something of other lines.

    Attributes
    ----------
    line : int
        Physical line, from 1.
    id : str
        Its own name; `*` for lines without one.
    names : tuple of str
        The names of the lines it speaks of.
    is_attached : bool
        Whether it is a remark on one other line (A, M, N, #), and goes with it.
    """

    line: int
    id: str
    names: tuple[str, ...]
    is_attached: bool


@dataclass
class StandoffLines:
    """What a standoff file says.

    Attributes
    ----------
    mentions : list of MentionLine
        In file order.
    relations : list of RelationLine
        In file order.
    references : list of Reference
        All lines that are no mentions, in file order.
    n_others : Counter
        Lines that are neither mentions nor relations, by their first letter.
    """

    mentions: list[MentionLine] = field(default_factory=list)
    relations: list[RelationLine] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    n_others: Counter[str] = field(default_factory=Counter)


def read_lines(path: str, data: bytes) -> StandoffLines:
    """Read a standoff file.

    Parameters
    ----------
    path : str
        The file, for messages.
    data : bytes
        UTF-8 with LF line ends.

    Returns
    -------
    StandoffLines
        Blank lines are passed over.

    Raises
    ------
    StandoffLineError
        At the first line that is none of brat's.
    """
    found, lines_by_id = StandoffLines(), dict[str, int]()
    for number, line in enumerate(data.decode().split("\n"), start=1):
        if not line.strip():
            continue
        if line[0] == "T":
            _add_mention(path, number, line, found, lines_by_id)
        elif not _OTHER.fullmatch(line):
            remedy = "lines begin with a name such as T1, R1, E1, A1, N1, #1 or *, and a TAB; mend the line"
            raise StandoffLineError(path, f"this is no line of brat: {shown(line)}", remedy, number)
        else:
            found.references.append(_reference(number, line))
            if line[0] == "R" and (match := _RELATION.fullmatch(line)):
                found.relations.append(_relation(number, *match.groups()))
            else:
                found.n_others[line[0]] += 1
    return found


def other_lines(n_others: Counter[str]) -> str:
    """Tell how many lines there are that are not read; empty if none."""
    kinds = [f"{n_others[kind]:,} {kind}" for kind in _KINDS if n_others[kind]]
    n_all = sum(n_others.values())
    return f"{counted(n_all, 'line')} not read ({', '.join(kinds)}), kept on writing" if n_all else ""


def _add_mention(path: str, number: int, line: str, found: StandoffLines, lines_by_id: dict[str, int]) -> None:
    match = _MENTION.fullmatch(line)
    if not match:
        remedy = "write T1, TAB, the type, start and end, TAB, the text"
        raise StandoffLineError(path, f"this is no mention of brat: {shown(line)}", remedy, number)
    name, type_name, offsets, said = match.groups()
    if name in lines_by_id:
        problem = f"{name} stands in line {lines_by_id[name]} already"
        raise StandoffLineError(path, problem, "give each mention a name of its own", number)
    lines_by_id[name] = number
    pieces = tuple((int(start), int(end)) for start, end in (piece.split(" ") for piece in offsets.split(";")))
    found.mentions.append(MentionLine(number, name, type_name, pieces, said))


def _relation(number: int, name: str, type_name: str, role: str, one: str, _: str, other: str) -> RelationLine:
    head, tail = (other, one) if role == "Arg2" else (one, other)
    return RelationLine(number, name, type_name, head, tail)


def _reference(number: int, line: str) -> Reference:
    name, _, rest = line.partition("\t")
    words = rest.partition("\t")[0].split()
    is_attached = line[0] in _ATTACHED_KINDS
    names = words[1:2] if is_attached else [word.rpartition(":")[2] for word in words]
    return Reference(number, name, tuple(names), is_attached)
