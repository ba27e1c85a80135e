"""Choose which two annotators are held against each other."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible

_WIDEST = 160  # at a font of 13; longer names are elided, the list that opens shows them whole
_SIDES = ("A", "B")


class AnnotatorChooser(QWidget):
    """Offer all annotators as A and as B, in the order of their names.

    Signals
    -------
    first_chosen : int
        The annotator with this number, from 0, is to be A.
    second_chosen : int
        It is to be B.
    """

    first_chosen = Signal(int)
    second_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("annotator_chooser")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._boxes = (QComboBox(), QComboBox())
        for side, box, chosen in zip(_SIDES, self._boxes, (self.first_chosen, self.second_chosen), strict=True):
            label = QLabel(side)
            label.setBuddy(box)
            box.setAccessibleName(f"Annotator {side}")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.activated.connect(lambda place, box=box, chosen=chosen: chosen.emit(box.itemData(place)))
            self._row.addWidget(label)
            self._row.addWidget(box)
        self._restyle()

    def show_annotators(self, names: Sequence[str], b: int) -> None:
        """Offer annotators by their names; the first of them is A.

        Parameters
        ----------
        names : sequence of str
            Of all annotators, by their numbers.
        b : int
            Number of B.
        """
        order = sorted(range(len(names)), key=lambda number: (names[number].casefold(), number))
        for box, side, number in zip(self._boxes, _SIDES, (0, b), strict=True):
            box.clear()
            for other in order:
                box.addItem(visible(names[other]), other)
            box.setCurrentIndex(box.findData(number))
            box.setToolTip(tooltip(f"Annotator {side}, {names[number]}: neither of the two is the reference"))

    def _restyle(self) -> None:
        unit = font_size(self.font()) / 13
        self._row.setSpacing(round(8 * unit))
        for box in self._boxes:
            box.setMaximumWidth(round(_WIDEST * unit))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_boxes"):
            self._restyle()
