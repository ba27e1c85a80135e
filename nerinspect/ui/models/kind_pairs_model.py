"""The kinds of the events that A and B have at the reference mentions, side by side."""

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Qt

from nerinspect.analysis.events import KIND_NAMES, KINDS
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.ui.models.compared_cells import NO_INDEX, CellRole, ComparedModel, Index

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
