"""Tables of rates: columns as wide as their numbers, with short titles where the panel is narrow."""

import math
from typing import Final

from PySide6.QtWidgets import QWidget

from nerinspect.ui.delegates.compared_delegate import ComparedDelegate
from nerinspect.ui.painting.values_row import PADDING, ValuesStyle, number_width
from nerinspect.ui.panels.counts_table import CountsTable
from nerinspect.ui.relations.rates_model import RatesModel
from nerinspect.ui.relations.rates_rows import N_COLUMNS

_WIDEST: Final = "100.00"
_GAP, _MOST_GAP = 5, 14  # at a font of 13 pixels
_MOST_OF_WIDTH: Final = 0.4  # that names take before numbers give way


class RatesView(CountsTable):
    """Cells that are picked, a name and four numbers in each row.

    Parameters
    ----------
    model : RatesModel
        What is counted.
    name : str
        What a screen reader calls the table.
    style : ValuesStyle
        Colours and fonts.
    least : int
        The column that says least; it is left out where there is no room for names.
    parent : QWidget, optional
        Where the table stands.
    """

    def __init__(
        self, model: RatesModel, name: str, style: ValuesStyle, least: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, name, style, parent)
        self._least = least
        self._rates = model
        self._titles = self._short_titles = model.titles
        self._is_short = False
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds, Shift reaches on.")
        self.setItemDelegate(ComparedDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def set_titles(self, titles: tuple[str, ...], short: tuple[str, ...]) -> None:
        """Name the columns, in full and where there is little room."""
        self._rates.titles, self._titles, self._short_titles = titles, titles, short
        self.fit()
        self.horizontalHeader().viewport().update()

    def title(self, column: int) -> str:
        """Name a column as it is written."""
        return (self._short_titles if self._is_short else self._titles)[column]

    def _share_width(self, width: int) -> None:
        """Give numbers what they need, names the rest, and what names do not need to the gaps.

        In a narrow panel titles are short first, then the column goes that says least.
        """
        style, unit = self.row_style, self.row_style.unit
        names = max(map(style.metrics.horizontalAdvance, self._rates.texts(0)), default=0.0)
        names = math.ceil(names + style.margin + PADDING * unit)
        wanted, numbers = min(names, _MOST_OF_WIDTH * width), dict[int, int]()
        for is_short, left_out in ((False, 0), (True, 0), (True, self._least)):
            self._is_short = is_short
            numbers = self._number_widths(left_out)
            if width - sum(numbers.values()) - _GAP * unit * len(numbers) >= wanted:
                break
        spare = (width - sum(numbers.values()) - names) / len(numbers)
        gap = min(max(spare, _GAP * unit), _MOST_GAP * unit)
        widths = {column: math.floor(number + gap) for column, number in numbers.items()}
        self.setColumnHidden(self._least, self._least not in widths)
        if self.isColumnHidden(self.currentIndex().column()):
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(0))
        for column, own in {0: max(width - sum(widths.values()), 1), **widths}.items():
            self.setColumnWidth(column, own)

    def _number_widths(self, left_out: int) -> dict[int, int]:
        """Measure the columns of numbers but one, the padding at the right of each included."""
        style, widths = self.row_style, {}
        for column in range(1, N_COLUMNS):
            texts = self._rates.texts(column)
            widest = [*texts, _WIDEST] if any("." in text for text in texts) else texts
            padding = style.margin if column == N_COLUMNS - 1 else PADDING * style.unit
            if column != left_out:
                widths[column] = math.ceil(number_width(style, self.title(column), widest) + padding)
        return widths
