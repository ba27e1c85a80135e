"""Says that very many events are being decided, how far that is, and lets it be cancelled."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.errors import counted
from nerinspect.ui.review.steps import Act

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow

_VERBS = {"decide": "Deciding", "undo": "Taking back", "redo": "Deciding again"}


class StepTelling(QObject):
    """Shows on the progress strip what a review decides behind the window.

    Parameters
    ----------
    window : MainWindow
        Made after `window.reviews`.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, steps = window, window.reviews.reviewing.steps
        steps.begun.connect(self._on_begun)
        steps.progressed.connect(self._on_progressed)
        steps.ended.connect(window.progress.hide)
        window.progress.cancelled.connect(steps.cancel)

    def _on_begun(self, act: Act) -> None:
        self._window.progress.begin(f"{_VERBS[act.kind]} {counted(act.n_events(), 'event')}")

    def _on_progressed(self, done: int, total: int) -> None:
        """Offer no end of it any more once it is being written."""
        if done < total:
            self._window.progress.show_progress(done, total, "done")
        else:
            self._window.progress.hide()
