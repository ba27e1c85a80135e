"""One system against all others as a table: who else is right where it is right, and where it is wrong."""

from typing import Final

from PySide6.QtCore import QObject

from nerinspect.errors import counted
from nerinspect.query.others_counts import SHARES, OthersCell, OthersCounts
from nerinspect.ui.models.compared_cells import NO_INDEX, ComparedModel, Index

_NAMES: Final = ("all others right", "some others right", "no other right")
_WORDS: Final = {
    OthersCell(True, "all"): "everybody right",
    OthersCell(True, "some"): "{} right, some others wrong",
    OthersCell(True, "none"): "only {} right",
    OthersCell(False, "all"): "all but {} right",
    OthersCell(False, "some"): "{} wrong, some others right",
    OthersCell(False, "none"): "nobody right",
}


class OthersModel(ComparedModel):
    """A row for each share of the others, with the events in which A is right and those in which it is wrong."""

    titles = ("", "A right", "A wrong")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: OthersCounts | None = None
        self._picked: frozenset[OthersCell] = frozenset()

    def set_counts(self, counts: OthersCounts, picked: frozenset[OthersCell]) -> None:
        """Show other counts, and which cells the filter picks."""
        self._counts, self._picked = counts, picked
        self.announce()

    def cell(self, index: Index) -> OthersCell:
        """Give the cell in which an index stands; a name stands for none of its own."""
        return OthersCell(index.column() == 1, SHARES[index.row()])

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count the shares."""
        return 0 if parent.isValid() else len(SHARES)

    def is_door(self, index: Index) -> bool:
        """Leave out the names."""
        return index.isValid() and index.column() > 0

    def count(self, index: Index) -> int:
        """Count the events of a cell."""
        return 0 if self._counts is None or not index.column() else self._counts.n_events[self.cell(index)]

    def text(self, index: Index) -> str:
        """Write how many of the others are right, or the number of events."""
        return f"{self.count(index):,}" if index.column() else _NAMES[index.row()]

    def is_dim(self, index: Index) -> bool:
        """Dim zeros, and a name where both numbers are."""
        row = [self.index(index.row(), column) for column in (1, 2)]
        return not (self.count(index) if index.column() else any(map(self.count, row)))

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter picks a cell."""
        return index.column() > 0 and self.cell(index) in self._picked

    def spoken(self, index: Index) -> str:
        """Say who is right, then how many events of A there are."""
        if not index.column():
            return self.text(index)
        return f"{_WORDS[self.cell(index)].format('A')}: {counted(self.count(index), 'event')} of A"

    def explained(self, index: Index) -> str:
        """Say who is right, what is counted, and who is meant."""
        if self._counts is None or not index.column():
            return ""
        own, *others = self._counts.shown_names
        said = _WORDS[self.cell(index)].format(own)
        number = f"{counted(self.count(index), 'event')} of A with such a reference mention, under the other filters."
        return f"{said[:1].upper()}{said[1:]}.\n{number}\nA is {own}, the others are {', '.join(others)}."

    def as_tsv(self) -> str:
        """Write all rows under their heads, as text that a spreadsheet takes."""
        rows = ((name, *(self.count(self.index(row, column)) for column in (1, 2))) for row, name in enumerate(_NAMES))
        return "Others\tA right\tA wrong\n" + "".join(f"{name}\t{right}\t{wrong}\n" for name, right, wrong in rows)
