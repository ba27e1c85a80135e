"""The event kinds as a filter."""

from collections.abc import Collection

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.ui.models.kinds_model import KindsModel
from nerinspect.ui.painting.kind_row import paint_kind_row
from nerinspect.ui.painting.values_row import ValuesRow, ValuesStyle
from nerinspect.ui.panels.values_panel import ValuesPanel


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
