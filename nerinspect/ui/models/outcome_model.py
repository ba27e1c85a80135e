"""What A and B make of the reference mentions, as a table of right and wrong with its margins."""

from typing import Final

from PySide6.QtCore import QObject

from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.query.outcome_counts import OutcomeCounts, is_picked
from nerinspect.ui.models.compared_cells import NO_INDEX, ComparedModel, Index

ALL: Final = "all"
"""The cell of all outcomes."""

_CELLS: Final = (
    ("", "both-right", "only-a", "a-right"),
    ("", "only-b", "both-wrong", "a-wrong"),
    ("", "b-right", "b-wrong", ALL),
    ("both-wrong-alike", "", "both-wrong-differently", ""),
)
_NAMES: Final = ("A right", "A wrong", "")
_WORDS: Final = {
    "both-right": "both right",
    "only-a": "only A right",
    "only-b": "only B right",
    "both-wrong": "both wrong",
    "a-right": "A right",
    "a-wrong": "A wrong",
    "b-right": "B right",
    "b-wrong": "B wrong",
    ALL: "all outcomes",
    "both-wrong-alike": "both wrong alike",
    "both-wrong-differently": "both wrong differently",
}
_MARGINS: Final = {
    "a-right": "A has the reference mention exactly, whatever B makes of it.",
    "a-wrong": "A does not have the reference mention exactly, whatever B makes of it.",
    "b-right": "B has the reference mention exactly, whatever A makes of it.",
    "b-wrong": "B does not have the reference mention exactly, whatever A makes of it.",
    ALL: "The reference mentions that the other filters keep, whatever A and B make of them.",
}
SPLIT: Final = 3
"""The row that says how both are wrong."""


class OutcomeModel(ComparedModel):
    """Two rows and two columns with their sums; below them both wrong in two ways."""

    titles = ("", "B right", "B wrong", "")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: OutcomeCounts | None = None
        self._picked: frozenset[str] = frozenset()
        self._names = ("A", "B")

    def set_counts(self, counts: OutcomeCounts, picked: frozenset[str], names: tuple[str, str]) -> None:
        """Show other counts.

        Parameters
        ----------
        counts : OutcomeCounts
            Mentions by outcome.
        picked : frozenset of str
            The outcomes that the filter keeps, as `picked_outcomes` gives them.
        names : tuple of str
            What A and B are called.
        """
        self._counts, self._picked, self._names = counts, picked, names
        self.announce()

    def cell(self, index: Index) -> str:
        """Name what a cell counts, as in `CELLS`, or `ALL`; empty for a name."""
        return _CELLS[index.row()][index.column()]

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(_CELLS)

    def is_door(self, index: Index) -> bool:
        """Leave out the names."""
        return index.isValid() and bool(self.cell(index))

    def count(self, index: Index) -> int:
        """Count the mentions of a cell."""
        cell = self.cell(index)
        if self._counts is None or not cell:
            return 0
        return self._counts.n_reference if cell == ALL else self._counts.count(cell)

    def text(self, index: Index) -> str:
        """Write the number, in the last row with what it counts."""
        if not (cell := self.cell(index)):
            return _NAMES[index.row()] if not index.column() else ""
        word = f"{_WORDS[cell] if not index.column() else 'differently'} " if index.row() == SPLIT else ""
        return f"{word}{self.count(index):,}"

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter keeps just the outcomes of a cell, or those of one among others."""
        cell = self.cell(index)
        if not cell or cell == ALL or not self._picked:
            return False
        return is_picked(cell, self._picked) or (cell in self._picked and not self._is_named)

    @property
    def _is_named(self) -> bool:
        """Whether some cell has just the picked outcomes."""
        return any(cell and cell != ALL and is_picked(cell, self._picked) for row in _CELLS for cell in row)

    def spoken(self, index: Index) -> str:
        """Say what is counted, then how many there are."""
        if not (cell := self.cell(index)):
            return self.text(index)
        return f"{_WORDS[cell]}: {counted(self.count(index), 'reference mention')}"

    def explained(self, index: Index) -> str:
        """Say what is counted, who A and B are, and under what."""
        if not (cell := self.cell(index)):
            return ""
        a, b = self._names
        said = _MARGINS.get(cell) or meaning(cell)
        number = f"{counted(self.count(index), 'reference mention')} under the other filters, asked of the events of A."
        return f"{said}\n{number}\nA is {a}, B is {b}."

    def as_tsv(self) -> str:
        """Write right and wrong with their sums, then both wrong in two ways, as text that a spreadsheet takes."""
        lines = [["", "B right", "B wrong", "all"]]
        for row, name in enumerate(("A right", "A wrong", "all")):
            lines.append([name, *(str(self.count(self.index(row, column))) for column in (1, 2, 3))])
        for column in (0, 2):
            cell = self.index(SPLIT, column)
            lines.append([_WORDS[self.cell(cell)], "", str(self.count(cell)), ""])
        return "".join("\t".join(line) + "\n" for line in lines)
