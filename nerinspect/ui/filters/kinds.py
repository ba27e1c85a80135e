"""The event kinds as a filter: those of one system in a row each, or those of A beside those of B."""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.events.segment_events import KIND_NAMES, KINDS
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.counts.outcomes import BesideCounts, kind_of
from nerinspect.query.fields.outcomes import KIND_OF
from nerinspect.query.filters import Filter, Term
from nerinspect.ui.filters.counts_table import NO_INDEX, CellRole, ComparedDelegate, ComparedModel, CountsTable, Index
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.filters.value_table import ValuesModel
from nerinspect.ui.filters.values import ValuesPanel
from nerinspect.ui.kit.tables.painters import ValuesRow, ValuesStyle, draw_bar, draw_count, number_width
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.kind_symbols import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.theme.themes import current_theme

_SPURIOUS = "A spurious mention stands at no reference mention: it has a row among stretches of text."


class KindPairsModel(ComparedModel):
    """A row for each kind, with the mentions of A and of B."""

    titles = ("", "A", "B")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts = np.zeros((2, len(KINDS)), dtype=np.int64)
        self._picked: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        self._names, self._has_stretches = ("A", "B"), False

    def set_counts(
        self,
        counts: npt.NDArray[np.int64],
        picked: tuple[frozenset[str], frozenset[str]],
        names: tuple[str, str],
        has_stretches: bool = False,
    ) -> None:
        """Show other counts.

        Parameters
        ----------
        counts : ndarray of int64, shape (2, 6)
            Rows by the kind of the event of A, and of B.
        picked : tuple of frozenset of str
            The kinds that the filter names, of A and of B.
        names : tuple of str
            What A and B are called.
        has_stretches : bool
            Whether rows are stretches of text instead of reference mentions.
        """
        self._counts, self._picked, self._names, self._has_stretches = counts, picked, names, has_stretches
        self.announce()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count the kinds."""
        return 0 if parent.isValid() else len(KINDS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows; its value is the kind."""
        return KINDS[index.row()] if role == CellRole.VALUE else super().data(index, role)

    def is_door(self, index: Index) -> bool:
        """Leave out spurious events where they have no row: none stands at a reference mention."""
        return index.isValid() and (KINDS[index.row()] != "fp" or (self._has_stretches and index.column() > 0))

    def side(self, index: Index) -> int:
        """Tell whose kinds a cell counts: 0 for A, as the names do, 1 for B."""
        return int(index.column() == 2)

    def count(self, index: Index) -> int:
        """Count the mentions of a cell."""
        return int(self._counts[self.side(index), index.row()])

    def text(self, index: Index) -> str:
        """Write the name of the kind, or how many mentions there are."""
        return f"{self.count(index):,}" if index.column() else KIND_NAMES[KINDS[index.row()]]

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter names the kind, of the events of A or of B."""
        return KINDS[index.row()] in self._picked[self.side(index)]

    def is_dim(self, index: Index) -> bool:
        """Dim zeros, and a name where both are."""
        return not (self.count(index) if index.column() else self._counts[:, index.row()].any())

    def spoken(self, index: Index) -> str:
        """Say kind, side and number."""
        kind, letter = KINDS[index.row()], "AB"[self.side(index)]
        return f"{KIND_NAMES[kind]}, {kind.upper()}, {letter}: {self._counted(index)}"

    def explained(self, index: Index) -> str:
        """Say what the kind is, and whose events are counted."""
        kind, side = KINDS[index.row()], self.side(index)
        number = (
            f"{self._counted(index)} {'in' if self._has_stretches else 'at'} which {'AB'[side]}, {self._names[side]}, "
            "has such an event, under the other filters."
        )
        has_no_row = kind == "fp" and not self._has_stretches
        return f"{meaning(kind)}\n{_SPURIOUS if has_no_row else number}"

    def title_explained(self, section: int) -> str:
        """Say whose column it is."""
        if not section:
            return ""
        rows = (
            "Stretches of text by the kinds of the events"
            if self._has_stretches
            else "Reference mentions by the kind of the event"
        )
        return f"{rows} of {self.titles[section]}, {self._names[section - 1]}."

    def _counted(self, index: Index) -> str:
        n_rows = self.count(index)
        if not self._has_stretches:
            return counted(n_rows, "reference mention")
        return f"{n_rows:,} {'stretch' if n_rows == 1 else 'stretches'} of text"

    def as_tsv(self) -> str:
        """Write all rows under their heads, as text that a spreadsheet takes."""
        rows = (f"{KIND_NAMES[kind]}\t{a}\t{b}\n" for kind, a, b in zip(KINDS, *self._counts.tolist(), strict=True))
        return "Kind\tA\tB\n" + "".join(rows)


class KindsModel(ValuesModel):
    """List the kinds, always all of them and in the order of their keys."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.set_counts(np.zeros(len(KINDS), dtype=np.int64), ())

    def set_counts(self, counts: AnyIntArray, picked: Collection[str]) -> None:
        """Show other counts.

        Parameters
        ----------
        counts : ndarray of int, shape (6,)
            Events of each kind, in the order of `KINDS`.
        picked : collection of str
            Kinds the filter names.
        """
        self.set_values([self.wording.name(kind) for kind in KINDS], KINDS, counts, picked)

    def _share(self, place: int) -> float:
        """Divide a count by the largest one of the errors; correct events would dwarf them and have no bar."""
        largest = int(self._counts[1:].max())
        return 0.0 if KINDS[place] == "tp" or not largest else float(self._counts[place]) / largest

    def _spoken(self, place: int) -> str:
        kind, state = KINDS[place], ", picked" if self._picked[place] else ""
        events = counted(int(self._counts[place]), "event")
        letters = "" if self.wording.is_neutral else f", {kind.upper()}"
        return f"{self.wording.name(kind)}{letters}, {events}{state}, key {place + 1}"

    def _explained(self, place: int) -> str:
        events = counted(int(self._counts[place]), "event")
        return f"{self.wording.meaning(KINDS[place])}\n{events} under the other filters."


_KEY, _LETTERS, _BAR, _COUNT = 15, 27, 27, 30  # at a font of 13 pixels
_NEVER = Qt.TextElideMode.ElideNone
_LEAST_WITH_BARS = 280  # a narrower row keeps its name instead


@dataclass(frozen=True, eq=False)
class KindLook:
    """How a kind of events is told from the others.

    Attributes
    ----------
    key : str
        The digit that picks it.
    letters : str
        What it is called where there is little room; empty if its name is enough.
    ink : QColor
        Colour of the letters and of the bar.
    size : QSizeF
        Size of the symbol, in device-independent pixels.
    paint_symbol : callable
        Paints the symbol in a rectangle.
    """

    key: str
    letters: str
    ink: QColor
    size: QSizeF
    paint_symbol: Callable[[QPainter, QRectF], None]


def paint_kind_row(
    painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow, wording: Wording = JUDGED
) -> None:
    """Paint a row whose value is a kind; a `PaintRow`. Between annotators its name is enough."""
    kind, theme, size = str(row.value), style.theme, kind_symbol_size(QFontMetricsF(style.font).ascent())

    def paint_symbol(painter: QPainter, place: QRectF) -> None:
        paint_kind_symbol(painter, place, kind, theme)

    letters = "" if wording.is_neutral else kind.upper()
    look = KindLook(str(KINDS.index(kind) + 1), letters, theme.kind_colour(kind), size, paint_symbol)
    paint_row_of_kind(painter, style, rect, row, look)


def paint_row_of_kind(painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow, look: KindLook) -> None:
    """Paint key, symbol, letters, name, bar and count; the painter, open on some device, is left as it was."""
    unit, gap = style.unit, style.gap
    x, right = rect.left() + style.margin, rect.right() - style.margin

    def part(left: float, right: float) -> QRectF:
        return QRectF(left, rect.top(), right - left, rect.height())

    painter.save()
    draw_text(painter, style.row_font, style.theme.text3, part(x, x + _KEY * unit), look.key, elide=_NEVER)
    x += _KEY * unit
    look.paint_symbol(painter, QRectF(QPointF(x, rect.center().y() - look.size.height() / 2), look.size))
    x += look.size.width() + gap
    letters = scaled_font(style.font, CAPTION, is_bold=True)
    if look.letters:
        draw_text(painter, letters, look.ink, part(x, x + _LETTERS * unit), look.letters, elide=_NEVER)
        x += _LETTERS * unit + gap
    count_left = right - max(_COUNT * unit, style.metrics.horizontalAdvance(row.longest_count_text))
    draw_count(painter, style, part(count_left, right), row)
    has_bar = row.share > 0 and rect.width() >= _LEAST_WITH_BARS * unit
    bar_left = count_left - gap - _BAR * unit
    name_right = bar_left if has_bar else count_left - gap
    draw_text(painter, style.row_font, row.ink(style.theme), part(x, name_right), row.label)
    if has_bar:
        draw_bar(painter, style, part(bar_left, bar_left + _BAR * unit), row.share, look.ink)
    painter.restore()


_Index = QModelIndex | QPersistentModelIndex
_PAIR_KEY, _PAIR_LETTERS, _PAIR_COUNT = 15, 27, 34  # at a font of 13 pixels


class KindPairsPanel(FilterPanel):
    """Show at how many reference mentions, or in how many stretches, A and B have events of each kind; some are picked.

    Signals
    -------
    kinds_picked : int, object
        Of A (0) or B (1) the kinds in a list are to be the only ones picked, or to be freed if they are already.
    kind_toggled : int, str
        A kind of A or B is to be added to the picked ones or taken away from them.
    """

    kinds_picked = Signal(int, object)
    kind_toggled = Signal(int, str)
    view: CountsTable

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = KindPairsModel()
        view = _KindPairsView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("Event kinds", "kind_pairs", view, view, parent)
        self.setObjectName("kind_pairs_panel")
        self._counts: BesideCounts | None = None
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        view.setCurrentIndex(self._model.index(0, 1))

    def show_counts(self, counts: BesideCounts, picked: tuple[frozenset[str], frozenset[str]]) -> None:
        """Show the counts.

        Parameters
        ----------
        counts : BesideCounts
            Mentions by kind under the other filters.
        picked : tuple of frozenset of str
            The kinds that the filter names, of A and of B.
        """
        self._counts = counts
        self._model.set_counts(counts.kinds, picked, counts.names, counts.has_stretches)
        rows, these = counted(counts.n_rows, "mention"), "this" if counts.n_rows == 1 else "these"
        if counts.has_stretches:
            rows = f"{counts.n_rows:,} {'stretch' if counts.n_rows == 1 else 'stretches'}"
        self.set_summary(f"of {these} {rows}")
        self.view.fit()

    def _term(self, index: QModelIndex) -> Filter:
        kind, side, counts = index.data(CellRole.VALUE), self._model.side(index), self._counts
        if counts is not None and kind == "fp":
            return counts.spurious[side]
        if counts is None or not side:
            return Term("kind", (kind,))
        return Term(KIND_OF.name, (kind_of(counts.names[1], kind),))

    def _restyle(self) -> None:
        self.view.restyle(ValuesStyle(current_theme(), self.font()))

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        side, kind = self._model.side(index), index.data(CellRole.VALUE)
        if is_added and kind != "fp":  # spurious events of one side stand in no list of kinds
            self.kind_toggled.emit(side, kind)
        else:
            self.kinds_picked.emit(side, [kind])

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        low, high = sorted((first.row(), last.row()))
        self.kinds_picked.emit(self._model.side(last), [kind for kind in KINDS[low : high + 1] if kind != "fp"])


class _KindPairsView(CountsTable):
    """Key, symbol, letters and name of each kind, and two counts."""

    def __init__(self, model: KindPairsModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Event kinds of A and B", style, parent)
        self._pairs = model
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds, Shift reaches on.")
        self.setItemDelegate(_KindPairsDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def _share_width(self, width: int) -> None:
        """Give the counts what they need and the names the rest."""
        style, model = self.row_style, self._pairs
        widths = [0]
        for column in (1, 2):
            texts = [model.text(model.index(row, column)) for row in range(len(KINDS))]
            widths.append(math.ceil(max(number_width(style, "", texts), _PAIR_COUNT * style.unit) + style.gap))
        widths[2] += round(style.margin - style.gap / 2)
        for column, own in enumerate((max(width - sum(widths), 1), *widths[1:])):
            self.setColumnWidth(column, own)


class _KindPairsDelegate(ComparedDelegate):
    """Paint key, symbol and letters before the name."""

    def paint_content(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint one cell."""
        if index.column():
            super().paint_content(painter, rect, index, is_hovered)
            return
        style, kind = self.view.row_style, str(index.data(CellRole.VALUE))
        unit, theme, never = style.unit, style.theme, Qt.TextElideMode.ElideNone
        place = rect.adjusted(style.margin, 0, 0, 0)
        draw_text(painter, style.row_font, theme.text3, place, str(index.row() + 1), elide=never)
        place.setLeft(place.left() + _PAIR_KEY * unit)
        symbol = kind_symbol_size(QFontMetricsF(style.font).ascent())
        top = QPointF(place.left(), rect.center().y() - symbol.height() / 2)
        paint_kind_symbol(painter, QRectF(top, symbol), kind, theme)
        place.setLeft(place.left() + symbol.width() + style.gap)
        letters = scaled_font(style.font, CAPTION, is_bold=True)
        draw_text(painter, letters, theme.kind_colour(kind), place, kind.upper(), elide=never)
        place.setLeft(place.left() + _PAIR_LETTERS * unit + style.gap)
        ink = theme.dimmed if index.data(CellRole.IS_DIM) else theme.text
        draw_text(painter, style.row_font, ink, place, index.data())


class KindsPanel(ValuesPanel):
    """Show how many events of each kind there are and let the user pick some.

    Signals
    -------
    kind_picked(object)
        A kind is to be the only one picked, or to be freed if it is already.
    kind_toggled(object)
        A kind is to be added to the picked ones or taken away from them.
    kinds_ranged(object)
        The kinds in a list are to be the only ones picked.
    """

    kind_picked = Signal(object)
    kind_toggled = Signal(object)
    kinds_ranged = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._kinds = KindsModel()
        super().__init__("Event kinds", "kind", parent, model=self._kinds, paint_row=self._paint_row)
        self.setObjectName("kinds_panel")
        self.value_picked.connect(self.kind_picked)
        self.value_toggled.connect(self.kind_toggled)
        self.values_ranged.connect(self.kinds_ranged)

    def _paint_row(self, painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow) -> None:
        paint_kind_row(painter, style, rect, row, self._kinds.wording)

    def show_counts(self, counts: AnyIntArray, picked: Collection[str]) -> None:
        """Show the kinds.

        Parameters
        ----------
        counts : ndarray of int, shape (6,)
            Events of each kind under the other filters, in the order of `KINDS`.
        picked : collection of str
            Kinds the filter names.
        """
        self._kinds.set_counts(counts, picked)
