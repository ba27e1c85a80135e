"""A name and four numbers in each row, each of which opens what it counts."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from nerinspect.ui.models.compared_cells import NO_INDEX, ComparedModel, Index
from nerinspect.ui.relations.rates_rows import RatesRow


class RatesModel(ComparedModel):
    """Show rows of rates; the first is the row of all."""

    def __init__(self, titles: tuple[str, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = titles
        self._rows: tuple[RatesRow, ...] = ()

    def set_rows(self, rows: Sequence[RatesRow]) -> None:
        """Show other rows, or other numbers in the same ones."""
        if [row.key for row in rows] == [row.key for row in self._rows]:
            self._rows = tuple(rows)
            self.announce()
            return
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def keys_between(self, first: int, last: int) -> list[str]:
        """Give the keys of the rows from one to another; none if the row of all is the only one."""
        low, high = sorted((first, last))
        return [row.key for row in self._rows[low : high + 1] if row.key]

    def texts(self, column: int) -> list[str]:
        """Give all that stands in a column."""
        return [row.texts[column] for row in self._rows]

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self._rows)

    def text(self, index: Index) -> str:
        """Give the name or the number."""
        return self._rows[index.row()].texts[index.column()]

    def spoken(self, index: Index) -> str:
        """Say whose number it is, and what it counts."""
        row = self._rows[index.row()]
        if not index.column():
            return row.texts[0]
        return f"{row.texts[0]}, {self.titles[index.column()]} {self.text(index)}"

    def explained(self, index: Index) -> str:
        """Say what the cell counts, under which filters."""
        return (
            f"{self._rows[index.row()].explained[index.column()]}\nUnder the filters that say which relations they are."
        )

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter names the row."""
        return self._rows[index.row()].is_picked

    def is_dim(self, index: Index) -> bool:
        """Tell whether there is nothing to count."""
        return self._rows[index.row()].is_empty

    def as_tsv(self) -> str:
        """Write all rows under their heads, as text that a spreadsheet takes."""
        lines = (self.titles, *(row.texts for row in self._rows))
        return "".join("\t".join(" ".join(text.split()) for text in line) + "\n" for line in lines)
