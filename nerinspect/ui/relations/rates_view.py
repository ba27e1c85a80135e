"""Tables of rates: columns as wide as their numbers, with short titles where the panel is narrow."""

import math
from typing import Final

from PySide6.QtWidgets import QWidget

from nerinspect.ui.delegates.compared_delegate import ComparedDelegate
from nerinspect.ui.painting.tough_cell import PADDING, number_width
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.counts_table import CountsTable
from nerinspect.ui.relations.rates_model import RatesModel
from nerinspect.ui.relations.rates_rows import N_COLUMNS

_WIDEST: Final = "100.00"
_GAP, _MOST_GAP, _LEAST_NAME = 5, 14, 60  # at a font of 13 pixels


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
    parent : QWidget, optional
        Where the table stands.
    """

    def __init__(self, model: RatesModel, name: str, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, name, style, parent)
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
        """Give numbers what they need, names the rest, and what names do not need to the gaps."""
        style, unit = self.row_style, self.row_style.unit
        names = max(map(style.metrics.horizontalAdvance, self._rates.texts(0)), default=0.0)
        names = math.ceil(names + style.margin + PADDING * unit)
        numbers = [0]
        for self._is_short in (False, True):
            numbers = self._number_widths()
            if width - sum(numbers) - _GAP * unit * len(numbers) >= max(min(names, width / 2), _LEAST_NAME * unit):
                break
        spare = (width - sum(numbers) - names) / len(numbers)
        gap = min(max(spare, _GAP * unit), _MOST_GAP * unit)
        widths = [math.floor(number + gap) for number in numbers]
        for column, own in enumerate((max(width - sum(widths), 1), *widths)):
            self.setColumnWidth(column, own)

    def _number_widths(self) -> list[int]:
        """Measure the columns of numbers, the padding at the right of each included."""
        style, padding = self.row_style, PADDING * self.row_style.unit
        widths = []
        for column in range(1, N_COLUMNS):
            texts = self._rates.texts(column)
            widest = [*texts, _WIDEST] if any("." in text for text in texts) else texts
            widths.append(number_width(style, self.title(column), widest) + padding)
        return [*map(math.ceil, widths[:-1]), math.ceil(widths[-1] + style.margin - padding)]
