"""The six event kinds as a list with counts."""

from collections.abc import Collection

import numpy as np
from PySide6.QtCore import QObject

from nerinspect.analysis.events import KINDS
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.ui.models.values_model import ValuesModel


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
