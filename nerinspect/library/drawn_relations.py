"""Relations drawn in their sentence as SVG: that of the reference as an arc above the words, that predicted below."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from nerinspect.events.context import stack_levels
from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.io.writing.html_parts import escaped
from nerinspect.lists.table import Spans
from nerinspect.visible import one_line

_WIDTH: Final = 620.0
_WORDS, _NAMES, _LABELS = 12.0, 9.5, 10.5  # sizes of letters: of words, of types in boxes, of types of relations
_BOX, _LINE, _INSET = 13.0, 2.5, 3.0  # of a mention: height, thickness of its line, room beside its name
_RISE, _BEND, _ARROW = 18.0, 4.0, (3.0, 6.0)  # of an arc: height, radius of corners, half width and length of its head
_ABOVE, _BELOW = 13.0, 5.0  # of the line of words: from its top to the baseline, and from there to its end
_STUB: Final = 7.0  # of an arc, on each side of its name
_LETTERS: Final = {
    letter: width
    for width, letters in (
        (0.26, "iIjl.,:;'|! \u2018\u2019\u00b7\u05d5\u05d6\u05d9\u05df"),
        (0.37, 'ftr()[]{}-/\\"`*\u00b4\u201c\u201d'),
        (0.5, "csvxyzkJ?_"),
        (0.64, "ABEFKLPRSTVXYZ"),
        (0.74, "CDGHNOQUw<>+=~#"),
        (0.88, "mMW@%&\u2014\u2026"),
    )
    for letter in letters
}
"""How wide letters are in usual fonts, in their size."""
_LETTER, _CAPITAL, _ARABIC = 0.57, 0.66, 0.46
_WHOLE_ARGUMENT: Final = 12  # tokens; of a longer one the middle may be left out
_MIDDLE: Final = "…"

ARC_STYLE: Final = """
& table.relations { table-layout: fixed; width: 100%; max-width: 760px; }
& .relations td { padding-block: 5px; }
& .relations svg.arcs { display: block; max-width: 100%; height: auto; }
& .arcs text { fill: var(--text2); font-size: 12px; text-anchor: middle; }
& .arcs .argument { fill: var(--text); }
& .arcs .type { fill: var(--text); font-size: 9.5px; font-weight: 600; text-anchor: start; }
& .arcs .name { fill: currentColor; font-size: 10.5px; font-weight: 600; }
& .arcs .arc { fill: none; stroke: currentColor; stroke-width: 1.6; }
& .arcs .arrow { fill: currentColor; }
& .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
"""
"""Rules for what is drawn; words that say the same are there for those who do not see it."""


@dataclass(frozen=True)
class DrawnRelation:
    """A relation event with what is drawn of it; pairs hold the reference first.

    Attributes
    ----------
    relation_types : tuple of str
        The type of the relation on each side; empty where it has none.
    arguments : tuple of list of (int, int, str)
        Head and tail on each side, in tokens of the sentence; empty where it has no relation.
    is_parted : sequence of bool
        Whether a blank stands before each token.
    is_symmetric : tuple of bool
        Whether the relation of each side has no direction.
    """

    kind: str
    relation_types: tuple[str, str]
    arguments: tuple[Spans, Spans]
    tokens: Sequence[str]
    is_parted: Sequence[bool]
    is_symmetric: tuple[bool, bool]
    is_right_to_left: bool = False

    @property
    def types(self) -> list[str]:
        """The types of the arguments."""
        return [name for spans in self.arguments for _, _, name in spans]

    def words(self, side: int) -> str:
        """Say the relation of a side in words."""
        if not self.arguments[side]:
            return "none"
        head, tail = (f"{self._joined(start, end)} ({name})" for start, end, name in self.arguments[side])
        return f"{head} {self.relation_types[side]} {tail}"

    def _joined(self, start: int, end: int) -> str:
        blanks = [" " if is_parted else "" for is_parted in self.is_parted[start:end]]
        return "".join(blank + token for blank, token in zip(["", *blanks[1:]], self.tokens[start:end], strict=True))


def relation_symbol(kind: str) -> str:
    """Draw the symbol of a kind of relation events in the colour of the text, on a grid of 18 by 16."""
    arcs = RELATION_KIND_TABLE[kind].symbol
    above = _symbol_arc(arcs.above)
    below = _symbol_arc(arcs.below, arcs.is_labelled)
    return f'{above}<g transform="matrix(1 0 0 -1 0 16)">{below}</g>'


def _symbol_arc(ends: tuple[float, float] | None, is_labelled: bool = False) -> str:
    stroke = 'fill="none" stroke="currentColor" stroke-width="1.6"'
    if ends is None:
        return f'<path d="M3 7V4Q3 2 5 2H13Q15 2 15 4V7" {stroke} stroke-dasharray="1.6 2.24"/>'
    left, right = sorted(ends)
    along = f"M{left:g} 6V4Q{left:g} 2 {left + 2:g} 2"
    along += "H5.2M12.8 2" if is_labelled else ""
    label = '<rect x="7.15" y="1.25" width="3.7" height="2.5" fill="none" stroke="currentColor" stroke-width="1.3"/>'
    tip = ends[1]
    return (
        f'<path d="{along}H{right - 2:g}Q{right:g} 2 {right:g} 4V6" {stroke}/>'
        f'<path d="M{tip - 2.6:g} 5.2H{tip + 2.6:g}L{tip:g} 7.8Z"/>{label if is_labelled else ""}'
    )


class _Piece(NamedTuple):
    """A token, or what stands for tokens left out, and where."""

    text: str
    first: int  # of the tokens that it stands for, half-open
    stop: int
    left: float
    width: float


class _Words(NamedTuple):
    """What is written at once."""

    text: str
    middle: float
    width: float
    is_argument: bool


class _Line:
    """The words of a sentence around a relation on one line, from left to right as on screen."""

    def __init__(self, drawn: DrawnRelation) -> None:
        self._drawn = drawn
        runs = self._shown_runs()
        self.pieces = list(self._placed(runs))
        self.width = max(_WIDTH, self.pieces[-1].left + self.pieces[-1].width)
        if drawn.is_right_to_left:
            self.pieces = [one._replace(left=self.width - one.left - one.width) for one in self.pieces]

    @property
    def words(self) -> "Iterator[_Words]":
        """Put the pieces together that stand in the same mentions, or in none."""
        spans = {span[:2] for spans in self._drawn.arguments for span in spans}
        inside = [frozenset(span for span in spans if span[0] <= one.first < span[1]) for one in self.pieces]
        for held, group in groupby(zip(inside, self.pieces, strict=True), key=lambda pair: pair[0]):
            own = [piece for _, piece in group]
            parts = [own[0].text]
            for before, one in pairwise(own):
                is_parted = _MIDDLE in (before.text, one.text) or self._drawn.is_parted[one.first]
                parts.append(f"{' ' * is_parted}{one.text}")
            text = "".join(parts)
            width = text_width(text, _WORDS)
            begin = own[0].left + own[0].width - width if self._drawn.is_right_to_left else own[0].left
            yield _Words(text, begin + width / 2, width, bool(held))

    def extent(self, start: int, end: int) -> tuple[float, float]:
        """Give left and right end of a mention."""
        over = [one for one in self.pieces if one.first < end and one.stop > start]
        return min(one.left for one in over), max(one.left + one.width for one in over)

    @cached_property
    def _widths(self) -> list[float]:
        """The room of each token and of the blank before it; the last one of a mention has room for its name."""
        drawn = self._drawn
        blank = text_width(" ", _WORDS)
        widths = [
            text_width(token, _WORDS) + blank * is_parted
            for token, is_parted in zip(drawn.tokens, drawn.is_parted, strict=True)
        ]
        for start, end, name in {span for spans in drawn.arguments for span in spans}:
            own = sum(widths[start:end]) - blank * drawn.is_parted[start]
            widths[end - 1] += max(0.0, text_width(one_line(name), _NAMES) + 2 * _INSET - own)
        return widths

    def _shown_runs(self) -> list[tuple[int, int]]:
        """Choose the tokens that are shown, as half-open ranges: both arguments, then as many around as have room.

        What stands between the arguments is shown whole, if it has room, before anything else.
        """
        spans = [span[:2] for side in self._drawn.arguments for span in side]
        stretch = set(range(min(start for start, _ in spans), max(end for _, end in spans)))
        shown = stretch if self._needed(stretch) <= _WIDTH else {token for span in spans for token in _ends_of(*span)}
        n_tokens, was = len(self._widths), -1
        while len(shown) > was:
            was = len(shown)
            runs = _runs(shown)
            for token in [*(stop for _, stop in runs), *(first - 1 for first, _ in runs)]:
                if 0 <= token < n_tokens and self._needed(shown | {token}) <= _WIDTH:
                    shown.add(token)
        return _runs(shown)

    def _needed(self, shown: set[int]) -> float:
        """Tell how wide some tokens are, and what stands for those left out."""
        runs = _runs(shown)
        n_left_out = len(runs) - 1 + (runs[0][0] > 0) + (runs[-1][1] < len(self._widths))
        return sum(self._widths[token] for token in shown) + n_left_out * text_width(f"{_MIDDLE} ", _WORDS)

    def _placed(self, runs: Sequence[tuple[int, int]]) -> Iterator[_Piece]:
        blank, left, before = text_width(" ", _WORDS), 0.0, 0
        for first, stop in [*runs, (len(self._widths),) * 2]:
            if first > before:
                width = text_width(_MIDDLE, _WORDS)
                left += blank * (before > 0)
                yield _Piece(_MIDDLE, before, first, left, width)
                left += width
            for token in range(first, stop):
                gap = blank * (self._drawn.is_parted[token] or token == first) if left else 0.0
                width = self._widths[token] - blank * self._drawn.is_parted[token]
                yield _Piece(self._drawn.tokens[token], token, token + 1, left + gap, width)
                left += gap + width
            before = stop


def _runs(tokens: set[int]) -> list[tuple[int, int]]:
    """List the half-open ranges that some tokens make up."""
    inside = sorted(tokens)
    first = [token for token in inside if token - 1 not in tokens]
    stop = [token + 1 for token in inside if token + 1 not in tokens]
    return list(zip(first, stop, strict=True))


def _ends_of(start: int, end: int) -> list[int]:
    """List the tokens of a mention; of a long one the first and the last."""
    half = _WHOLE_ARGUMENT // 2
    places = range(start, end)
    return [*places[:half], *places[-half:]] if len(places) > _WHOLE_ARGUMENT else [*places]


def drawn_relation(drawn: DrawnRelation, types: Mapping[str, int], like: str) -> str:
    """Draw a relation event as SVG, its arcs in the ink of the kind of mention events that it is like.

    Parameters
    ----------
    types : mapping of str to int
        The places of the types of mentions: `t0` is the ink of the line of the first, `f0` that of its box.
    """
    line = _Line(drawn)
    sides = [_DrawnSide(drawn, line, side, types) for side in (0, 1)]
    top = sides[0].height
    baseline = top + _ABOVE
    rtl = ' direction="rtl"' if drawn.is_right_to_left else ""
    own = ' class="argument"'
    words = "".join(
        f'<text{own * one.is_argument} x="{one.middle:.1f}" y="{baseline:g}"'
        f' textLength="{one.width:.1f}" lengthAdjust="spacingAndGlyphs"{rtl}>{escaped(one.text)}</text>'
        for one in line.words
    )
    height = baseline + _BELOW + sides[1].height
    above, below = sides[0].drawn(top, -1), sides[1].drawn(baseline + _BELOW, 1)
    return (
        f'<svg class="arcs {like}" width="{line.width:g}" height="{height:g}" viewBox="0 0 {line.width:g} {height:g}"'
        f' aria-hidden="true">{words}{above}{below}</svg>'
    )


class _DrawnSide:
    """What is drawn of one side, outwards from the words."""

    def __init__(self, drawn: DrawnRelation, line: _Line, side: int, types: Mapping[str, int]) -> None:
        self._spans, self._types = drawn.arguments[side], types
        self._width = line.width
        self._has_arrow = not drawn.is_symmetric[side]
        self._name = one_line(drawn.relation_types[side])
        self._name_width = text_width(self._name, _LABELS)
        self._boxes = [line.extent(start, end) for start, end, _ in self._spans]
        self._levels = _levels(self._spans)
        self._ends = [(left + right) / 2 for left, right in self._boxes]
        if self._spans and abs(self._ends[0] - self._ends[1]) < 4 * _BEND:  # one mention, or one in the other
            (left, _), (_, right) = self._boxes
            self._ends = [left + 2, max(right - 2, left + 2 + 2 * _BEND)]

    @property
    def _is_name_in_arc(self) -> bool:
        return abs(self._ends[0] - self._ends[1]) >= self._name_width + 2 * _STUB

    @property
    def height(self) -> float:
        """The room it needs; none without a relation."""
        if not self._spans:
            return 0.0
        boxes = _BOX * (1 + max(self._levels))
        return boxes + _RISE + (_LABELS / 2 + 2 if self._is_name_in_arc else _LABELS + 6)

    def drawn(self, edge: float, outwards: int) -> str:
        """Draw it from the edge of the words, up (-1) or down (1)."""
        if not self._spans:
            return ""
        return f"{''.join(self._drawn_boxes(edge, outwards))}{self._drawn_arc(edge, outwards)}"

    def _drawn_boxes(self, edge: float, outwards: int) -> Iterator[str]:
        for (left, right), (_, _, name), level in zip(self._boxes, self._spans, self._levels, strict=True):
            near = edge + outwards * level * _BOX
            top, line = (near - _BOX, near - _LINE) if outwards < 0 else (near, near)
            place = self._types[name]
            shown = one_line(name)
            along = f'<rect x="{left:.1f}" width="{right - left:.1f}"'
            yield (
                f'{along} y="{top:g}" height="{_BOX:g}" fill="var(--f{place})"/>'
                f'{along} y="{line:g}" height="{_LINE:g}" fill="var(--t{place})"/>'
                f'<text class="type" x="{left + _INSET:.1f}" y="{top + (9 if outwards < 0 else 11):g}"'
                f' textLength="{text_width(shown, _NAMES):.1f}" lengthAdjust="spacingAndGlyphs">{escaped(shown)}</text>'
            )

    def _drawn_arc(self, edge: float, outwards: int) -> str:
        """Draw the line with its head at the tail of the relation, and the type in it, or beyond it if it is short."""
        head, tail = self._ends
        boxes = [edge + outwards * (level + 1) * _BOX for level in self._levels]
        (left, right), y = sorted(self._ends), edge + outwards * (_BOX * (1 + max(self._levels)) + _RISE)
        middle, corner = (left + right) / 2, y - outwards * _BEND
        half = self._name_width / 2
        inside = self._is_name_in_arc
        tip = boxes[1] + outwards
        feet = {head: boxes[0] + outwards, tail: boxes[1] + outwards * (_ARROW[1] if self._has_arrow else 1)}
        gap = f"H{middle - half - 3:.1f}M{middle + half + 3:.1f} {y:g}" if inside else ""
        path = (
            f"M{left:.1f} {feet[left]:g}V{corner:g}Q{left:.1f} {y:g} {left + _BEND:.1f} {y:g}{gap}"
            f"H{right - _BEND:.1f}Q{right:.1f} {y:g} {right:.1f} {corner:g}V{feet[right]:g}"
        )
        width, back = _ARROW[0], tip + outwards * _ARROW[1]
        arrow = f'<path class="arrow" d="M{tail - width:.1f} {back:g}H{tail + width:.1f}L{tail:.1f} {tip:g}Z"/>'
        x = min(max(middle, half), self._width - half)
        beyond = -4 if outwards < 0 else _LABELS + 2
        return (
            f'<path class="arc" d="{path}"/>{arrow if self._has_arrow else ""}'
            f'<text class="name" x="{x:.1f}" y="{y + (3.5 if inside else beyond):g}"'
            f' textLength="{self._name_width:.1f}" lengthAdjust="spacingAndGlyphs">{escaped(self._name)}</text>'
        )


def _levels(spans: Spans) -> list[int]:
    """Give the boxes of head and tail levels, so that one does not cover the other; one mention has one box."""
    places = sorted({(start, end) for start, end, _ in spans})
    level = dict(zip(places, stack_levels(places), strict=True))
    return [level[start, end] for start, end, _ in spans]


def text_width(text: str, size: float) -> float:
    """Estimate how wide a text is; it is drawn exactly so wide, whatever the font."""
    return size * sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in _LETTERS:
        return _LETTERS[letter]
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if unicodedata.bidirectional(letter) == "AL":
        return _ARABIC
    return _CAPITAL if letter.isupper() else _LETTER
