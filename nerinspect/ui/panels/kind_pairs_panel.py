"""The event kinds of A beside those of B as a filter."""

import math

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from nerinspect.analysis.events import KINDS
from nerinspect.errors import counted
from nerinspect.query.beside_counts import BesideCounts, kind_of
from nerinspect.query.fields.outcomes import KIND_OF
from nerinspect.query.filters import Filter, Term
from nerinspect.ui.delegates.compared_delegate import ComparedDelegate
from nerinspect.ui.models.compared_cells import CellRole
from nerinspect.ui.models.kind_pairs_model import KindPairsModel
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import ValuesStyle, number_width
from nerinspect.ui.panels.counts_table import CountsTable
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.theme import current_theme

_Index = QModelIndex | QPersistentModelIndex
_KEY, _LETTERS, _COUNT = 15, 27, 34  # at a font of 13 pixels


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
        self._restyle()

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
            widths.append(math.ceil(max(number_width(style, "", texts), _COUNT * style.unit) + style.gap))
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
        place.setLeft(place.left() + _KEY * unit)
        symbol = kind_symbol_size(QFontMetricsF(style.font).ascent())
        top = QPointF(place.left(), rect.center().y() - symbol.height() / 2)
        paint_kind_symbol(painter, QRectF(top, symbol), kind, theme)
        place.setLeft(place.left() + symbol.width() + style.gap)
        letters = scaled_font(style.font, CAPTION, is_bold=True)
        draw_text(painter, letters, theme.kind_colour(kind), place, kind.upper(), elide=never)
        place.setLeft(place.left() + _LETTERS * unit + style.gap)
        ink = theme.dimmed if index.data(CellRole.IS_DIM) else theme.text
        draw_text(painter, style.row_font, ink, place, index.data())
