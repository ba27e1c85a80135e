"""After the verdict that the reference is wrong: the question what is right, asked beside the flow of verdicts."""

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from nerinspect.analysis.explanation import surface_of
from nerinspect.analysis.study import Study
from nerinspect.errors import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerinspect.ui.main_window import MainWindow
    from nerinspect.ui.review.reading_taking import ReadingTaking
    from nerinspect.ui.review.wiring import ReviewWiring

_MOST_SHOWN: Final = 40
"""Characters of a segment in a sentence."""
_KEYS: Final = ("Alt+T", "Alt+M")


class ReadingAsking(QObject):
    """Offers to take or to mark the right reading of events that were just found wrong in the reference.

    The question waits while the next event is looked at, until it is answered or something else is decided.

    Parameters
    ----------
    window : MainWindow
        With the strip that asks.
    wiring : ReviewWiring
        Decides.
    taking : ReadingTaking
        Takes readings.
    """

    def __init__(self, window: "MainWindow", wiring: "ReviewWiring", taking: "ReadingTaking") -> None:
        super().__init__(wiring)
        self._window, self._document, self._taking = window, window.document, taking
        self._asked = ""
        wiring.verdict_given.connect(self._ask)
        wiring.reviewing.changed.connect(self._withdraw)
        self._document.study_changed.connect(self._withdraw)
        self._document.study_replaced.connect(self._withdraw)

    def _ask(self, events: list[int]) -> None:
        study = self._document.study
        if study is None or not events or not all(study.decisions[event].lacks_correction for event in events):
            return
        take = partial(self._taking.take, int(study.events.prediction[events[0]]), tuple(events))
        actions: list[tuple[str, Callable[[], object]]] = [
            (study.wording.said("Take the Prediction’s Reading (Alt+T)"), take)
        ]
        if len(events) == 1:
            actions.append(("Mark It (Alt+M)", partial(self._mark, events[0])))
        verdict = study.wording.name(study.decisions[events[0]].verdict).lower()
        self._asked = f"{_events_named(study, events)}: {verdict}, no correction yet."
        self._window.message.tell(self._asked, actions, is_passing=False, keys=_KEYS)

    def _mark(self, event: int) -> None:
        self._window.workspace.go_to_event(event)
        self._window.menus.action("mark_reading").trigger()

    def _withdraw(self, _events: object = None) -> None:
        """Ask no longer: something else was decided."""
        if self._asked and self._window.message.text == self._asked:
            self._window.message.hide()
        self._asked = ""


def _events_named(study: Study, events: list[int]) -> str:
    if len(events) > 1:
        return counted(len(events), "event")
    surface = surface_of(study, int(study.events.start[events[0]]), int(study.events.end[events[0]]))
    return f"“{surface if len(surface) <= _MOST_SHOWN else surface[: _MOST_SHOWN - 1] + '…'}”"
