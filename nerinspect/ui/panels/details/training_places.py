"""The places of a surface in training as a small concordance."""

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.details.concordance import Concordance
from nerinspect.ui.panels.details.training_facts import TrainingSurface
from nerinspect.ui.panels.details.training_place_model import TrainingPlaceModel
from nerinspect.ui.widgets.door_label import Piece


class TrainingPlaces(Concordance):
    """List places of a surface; a place in training has no event to open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._places = TrainingPlaceModel()
        super().__init__(self._places, parent)
        self.setAccessibleName("Places in training")

    def piece(self, index: QModelIndex) -> Piece:
        """Give the place of a row."""
        return Piece(self._places.row(index.row()).place, "", meaning("training_place"))

    def open(self, index: QModelIndex) -> None:
        """Do nothing."""

    def show_places(self, surface: TrainingSurface, reading: str, at_most: int, style: CellStyle) -> None:
        """List the first places of a surface that are read in one way, or all, painted in the style of the panel."""
        self._places.show_places(surface, reading, at_most)
        self.setAccessibleName(f"Places of {surface.text} in training")
        self.restyle(style)
