"""The kinds of events as a filter: those of one system in a row each, or those of A beside those of B."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary import meaning
from nerinspect.quantities import counted, grouped, word_for
from nerinspect.query.compared_rows import is_spurious_picked, without_spurious
from nerinspect.query.counts.outcomes import BesideCounts, kind_of, pick_kinds, picked_kinds, without_kinds_of
from nerinspect.query.fields.outcomes import KIND_OF
from nerinspect.query.filters import Filter, Term
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.counts_table import Click, CountCell, CountsTable, Head, Sheet
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.filters.values import ValuesModel, ValuesPanel, draw_count, row_ink
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.kit.tables.painters import ValuesStyle, draw_bar, number_width
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.marks import KIND_SYMBOLS, KindSymbols

_SPURIOUS = "A spurious mention has no reference mention: it is counted with the stretches of text."


class KindSort(NamedTuple):
    """What tells the kinds of a sort of events from each other."""

    # what a kind is called where there is little room, by kind, in the order of their keys; correct events first
    letters: Mapping[str, str]
    noun: str  # one event
    symbols: KindSymbols  # their symbols and colours


_MENTIONS: Final = KindSort({kind: kind.upper() for kind in KINDS}, "event", KIND_SYMBOLS)


class KindsModel(ValuesModel):
    """List the kinds, always all of them and in the order of their keys."""

    def __init__(self, sort: KindSort = _MENTIONS) -> None:
        super().__init__()
        self.kinds = sort
        self.set_counts(np.zeros(len(sort.letters), dtype=np.int64), ())

    def set_counts(self, counts: AnyIntArray, picked: Collection[object]) -> None:
        kinds = tuple(self.kinds.letters)
        self.set_values([self.wording.name(self.kinds.symbols.prefix + kind) for kind in kinds], kinds, counts, picked)

    def letters(self, kind: str) -> str:
        """Give the letters of a kind; none where its name says what two annotators make of a mention."""
        return "" if self.wording.is_neutral and self.kinds is _MENTIONS else self.kinds.letters[kind]

    def made(self, place: int, label: str, value: Any, count: int) -> CountCell:  # noqa: ANN401 - as values are
        """Make the cell of a kind; correct events would dwarf the bars of the others and have none."""
        largest, events = int(self._counts[1:].max()), counted(count, self.kinds.noun)
        letters = f", {self.letters(value)}" if self.letters(value) else ""
        return CountCell(
            label,
            value,
            f"{label}{letters}, {events}",
            f"{self.wording.meaning(self.kinds.symbols.prefix + value)}\n{events} under the other filters.",
            count=count,
            is_picked=bool(self._picked[place]),
            is_dim=self._has_picks and not self._picked[place],
            share=count / largest if place and largest else 0.0,
            key=str(place + 1),
        )


_KEY, _LETTERS, _BAR, _COUNT = 15, 27, 27, 30  # at a font of 13 pixels
_NEVER = Qt.TextElideMode.ElideNone
_LEAST_WITH_BARS = 280  # a narrower row keeps its name instead


def paint_kind_row(
    painter: QPainter,
    style: ValuesStyle,
    rect: QRectF,
    cell: CountCell,
    longest: str = "",
    is_hovered: bool = False,
    letters: str = "",
    sort: KindSort = _MENTIONS,
) -> None:
    """Paint key, symbol, letters, name, bar and count of a kind; the painter is left as it was."""
    unit, gap, theme, kind = style.unit, style.gap, style.theme, str(cell.value)
    x, right, ink = rect.left() + style.margin, rect.right() - style.margin, sort.symbols.colour(theme, kind)

    def part(left: float, right: float) -> QRectF:
        return QRectF(left, rect.top(), right - left, rect.height())

    painter.save()
    x = _paint_key(painter, style, rect, kind, sort)
    if letters:
        draw_text(painter, _letters_font(style), ink, part(x, x + _LETTERS * unit), letters, elide=_NEVER)
        x += _LETTERS * unit + gap
    count_left = right - max(_COUNT * unit, *map(style.metrics.horizontalAdvance, (cell.count_text, longest)))
    draw_count(painter, style, part(count_left, right), cell, is_hovered)
    has_bar = cell.share > 0 and rect.width() >= _LEAST_WITH_BARS * unit
    bar_left = count_left - gap - _BAR * unit
    name_right = bar_left if has_bar else count_left - gap
    draw_text(painter, style.row_font, row_ink(style, cell), part(x, name_right), cell.text)
    if has_bar:
        draw_bar(painter, style, part(bar_left, bar_left + _BAR * unit), cell.share, ink)
    painter.restore()


def _paint_key(painter: QPainter, style: ValuesStyle, rect: QRectF, kind: str, sort: KindSort) -> float:
    """Paint the digit and the symbol of a kind, and tell where its letters begin."""
    place = rect.adjusted(style.margin, 0, 0, 0)
    key = str(list(sort.letters).index(kind) + 1)
    draw_text(painter, style.row_font, style.theme.text3, place, key, elide=_NEVER)
    symbol, left = sort.symbols.size_beside(QFontMetricsF(style.font).ascent()), place.left() + _KEY * style.unit
    corner = QPointF(left, rect.center().y() - symbol.height() / 2)
    sort.symbols.paint(painter, QRectF(corner, symbol), kind, style.theme)
    return left + symbol.width() + style.gap


def _letters_font(style: ValuesStyle) -> QFont:
    return scaled_font(style.font, CAPTION, is_bold=True)


class KindsPanel(ValuesPanel):
    """Show how many events of each kind there are and let the user pick some."""

    def __init__(
        self,
        title: str = "Event kinds",
        field: str = "kind",
        key: str = "",
        sort: KindSort = _MENTIONS,
        parent: QWidget | None = None,
    ) -> None:
        self._kinds = KindsModel(sort)
        super().__init__(title, field, parent, key=key, model=self._kinds, paint_row=self._paint_row)
        self.setObjectName("kinds_panel")

    def _paint_row(
        self, painter: QPainter, style: ValuesStyle, rect: QRectF, cell: CountCell, longest: str, is_hovered: bool
    ) -> None:
        letters = self._kinds.letters(str(cell.value))
        paint_kind_row(painter, style, rect, cell, longest, is_hovered, letters, self._kinds.kinds)

    def show_counts(self, counts: AnyIntArray, picked: Collection[object]) -> None:
        self._kinds.set_counts(counts, picked)


_PAIR_COUNT = 34  # at a font of 13 pixels


def kind_pairs_sheet(beside: BesideCounts, picked: tuple[frozenset[str], frozenset[str]]) -> Sheet:
    """Give each kind a row, with the mentions or stretches of A and of B; a name stands for those of A.

    Spurious events are no doors where they have no row: none stands at a reference mention.
    """
    has_stretches, names = beside.has_stretches, beside.names

    def rows_in_words(n_rows: int) -> str:
        if not has_stretches:
            return counted(n_rows, "reference mention")
        return counted(n_rows, "stretch of text", "stretches of text")

    def cell(kind: str, column: int) -> CountCell:
        side, both = int(column == 2), [int(count) for count in beside.kinds[:, KINDS.index(kind)]]
        number = (
            f"{rows_in_words(both[side])} {'in' if has_stretches else 'at'} which {'AB'[side]}, {names[side]}, "
            "has such an event, under the other filters."
        )
        door: Filter = Term(KIND_OF.name, (kind_of(names[1], kind),)) if side else Term("kind", (kind,))
        return CountCell(
            grouped(both[side]) if column else KIND_TABLE[kind].name,
            kind,
            f"{KIND_TABLE[kind].name}, {kind.upper()}, {'AB'[side]}: {rows_in_words(both[side])}",
            f"{meaning(kind)}\n{_SPURIOUS if kind == 'fp' and not has_stretches else number}",
            count=both[side],
            door=beside.spurious[side] if kind == "fp" else door,
            is_picked=kind in picked[side],
            is_dim=not (both[side] if column else any(both)),
            is_door=kind != "fp" or (has_stretches and column > 0),
        )

    these = "Reference mentions by the kind of the event"
    if has_stretches:
        these = "Stretches of text by the kinds of the events"
    heads = [Head(), *(Head(letter, f"{these} of {letter}, {name}.") for letter, name in zip("AB", names, strict=True))]
    rows = [[cell(kind, column) for column in range(3)] for kind in KINDS]
    copied = [(name.text, str(a.count), str(b.count)) for name, a, b in rows]
    return Sheet(heads, rows, KINDS, lambda: [("Kind", "A", "B"), *copied])


class KindPairsPanel(FilterPanel):
    """Show at how many mentions, or in how many stretches, A and B have events of each kind; the user picks some."""

    view: CountsTable

    def __init__(self) -> None:
        super().__init__("Event kinds", "kind_pairs", _KindPairsTable())
        self.setObjectName("kind_pairs_panel")
        self._counts: BesideCounts | None = None

    def others(self, selection: Selection) -> Selection:
        assert self._counts is not None, "what is on show was counted"
        free = without_spurious(selection, *self._counts.spurious).without_field("kind")
        return without_kinds_of(free, self._counts.names[1])

    def after(self, selection: Selection, values: Sequence[Any], column: int, click: Click) -> Selection:
        assert self._counts is not None, "what is on show was counted"
        side, kind = int(column == 2), values[0]
        if click != Click.ADDED or kind == "fp":  # spurious events of one side stand in no list of kinds
            return pick_kinds(selection, self._counts, side, values)
        field, value = (KIND_OF.name, kind_of(self._counts.names[1], kind)) if side else ("kind", kind)
        return without_spurious(selection, *self._counts.spurious).toggle(field, value)

    def show_counts(self, counts: BesideCounts, selection: Selection) -> None:
        self._counts = counts
        self.view.show_sheet(kind_pairs_sheet(counts, _picked_kinds(selection, counts)))
        rows = counted(counts.n_rows, "stretch" if counts.has_stretches else "mention")
        self.set_summary(f"of {word_for(counts.n_rows, 'this', 'these')} {rows}")

    def _pick(self, values: Sequence[object], column: int, click: Click) -> None:
        """Leave spurious events out of ranges: those of one side stand in no list of kinds."""
        super()._pick([kind for kind in values if kind != "fp" or click != Click.RANGE], column, click)


def _picked_kinds(selection: Selection, counts: BesideCounts) -> tuple[frozenset[str], frozenset[str]]:
    """Tell which kinds of A and of B a selection names; spurious events of one side are those of no other."""
    of_a, of_b = selection.picked("kind"), picked_kinds(selection, counts.names[1])
    spurious = [is_spurious_picked(selection, asked) for asked in counts.spurious]
    if any(spurious):
        of_a = ()
    own = [["fp"] if is_picked else [] for is_picked in spurious]
    return frozenset([*map(str, of_a), *own[0]]), frozenset([*of_b, *own[1]])


class _KindPairsTable(CountsTable):
    """Key, symbol, letters and name of each kind, and two counts."""

    home = (0, 1)

    def __init__(self) -> None:
        super().__init__("Event kinds of A and B", "Enter picks the cell, Ctrl adds, Shift extends.")

    def number_widths(self, width: int) -> Mapping[int, int]:
        style = self.row_style
        a, b = (
            math.ceil(max(number_width(style, "", self.texts(column)), _PAIR_COUNT * style.unit) + style.gap)
            for column in (1, 2)
        )
        return {1: a, 2: b + round(style.margin - style.gap / 2)}

    def paint_name(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        style, kind = self.row_style, str(cell.value)
        place = QRectF(rect)
        place.setLeft(_paint_key(painter, style, rect, kind, _MENTIONS))
        ink = style.theme.kind_colour(kind)
        draw_text(painter, _letters_font(style), ink, place, kind.upper(), elide=_NEVER)
        place.setLeft(place.left() + _LETTERS * style.unit + style.gap)
        ink = style.theme.dimmed if cell.is_dim else style.theme.text
        draw_text(painter, style.row_font, ink, place, cell.text)
