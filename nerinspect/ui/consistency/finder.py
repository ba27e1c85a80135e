"""Looks for surfaces with several readings in the background, and keeps what was found."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.ui.consistency.surface_list import SurfaceList, list_surfaces
from nerinspect.ui.jobs import JobRunner


class Finder(QObject):
    """Find the surfaces of one annotation after the other.

    Signals
    -------
    begun
        A search is under way.
    progressed : int, int
        Tokens of surfaces that are compared, and those of all surfaces.
    ended
        The search is over, whichever way.
    found : SurfaceList
        What was asked for last.
    failed : str
        Says why nothing was found.
    """

    begun = Signal()
    progressed = Signal(int, int)
    ended = Signal()
    found = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._kept: dict[int, SurfaceList] = {}
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self.progressed)
        self._jobs.ended.connect(self.ended)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)

    @property
    def is_running(self) -> bool:
        """Whether a search is under way."""
        return self._jobs.is_running

    def show_study(self, study: Study) -> None:
        """Turn to another study; what was found before is forgotten."""
        self.cancel()
        self._study, self._kept = study, {}

    def find(self, number: int) -> None:
        """Look at a prediction by its number, or at the reference."""
        study = self._study
        assert study is not None, "there is something to look at"
        self.cancel()
        if number in self._kept:
            self.found.emit(self._kept[number])
            return
        self._jobs.start(partial(list_surfaces, study, number))
        self.begun.emit()

    def cancel(self) -> None:
        """Give up."""
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Give up and wait."""
        self._jobs.shutdown()

    def _on_succeeded(self, surfaces: SurfaceList) -> None:
        self._kept[surfaces.number] = surfaces
        self.found.emit(surfaces)

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(f"The surfaces could not be compared: {error!r}. This is a fault of the program, not yours.")
