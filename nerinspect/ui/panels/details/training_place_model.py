"""The places of a surface in training as rows of a small concordance, each made when it is shown."""

from nerinspect.ui.panels.details.concordance_model import ConcordanceColumn, ConcordanceModel
from nerinspect.ui.panels.details.training_facts import ALL, TrainingPlace, TrainingSurface

_PAGE = 8  # rows that are made together


class TrainingPlaceModel(ConcordanceModel):
    """Hold the first places of a surface."""

    def __init__(self) -> None:
        super().__init__(ConcordanceColumn.LEFT)
        self._surface: TrainingSurface | None = None
        self._reading, self._n_shown = ALL, 0
        self._made: dict[int, TrainingPlace] = {}

    def show_places(self, surface: TrainingSurface, reading: str, at_most: int) -> None:
        """Hold so many places of a surface that are read in one way, or `ALL`."""
        self.beginResetModel()
        if surface is not self._surface or reading != self._reading:
            self._made = {}
        self._surface, self._reading = surface, reading
        self._n_shown = min(at_most, surface.count(reading))
        self.endResetModel()

    def row(self, number: int) -> TrainingPlace:
        """Give one place."""
        if number not in self._made:
            assert self._surface is not None, "there is a row"
            first = number // _PAGE * _PAGE
            n_rows = min(_PAGE, self._surface.count(self._reading) - first)
            places = self._surface.places(self._reading, first, n_rows)
            self._made.update(enumerate(places, first))
        return self._made[number]

    @property
    def n_rows(self) -> int:
        """How many places are on show."""
        return self._n_shown
