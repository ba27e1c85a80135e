"""The right reading taken from a system: one key for that of the one on show, a menu for all."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from nerinspect.analysis.decisions import Reading
from nerinspect.analysis.event_readings import corrected, event_readings
from nerinspect.analysis.memory import shown_name
from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.ui.plain_text import plain_text

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow
    from nerinspect.ui.review.wiring import ReviewWiring

_ACCESS_KEYS: Final = "123456789"


class ReadingTaking(QObject):
    """Take what a system says of the selected events for their right reading.

    Parameters
    ----------
    window : MainWindow
        With the menus.
    wiring : ReviewWiring
        Decides.
    """

    def __init__(self, window: "MainWindow", wiring: "ReviewWiring") -> None:
        super().__init__(wiring)
        self._window, self._document, self._wiring = window, window.document, wiring
        window.menus.connect_command("take_reading", self.take)
        self._menu = window.menus.readings
        document = self._document
        for changed in (document.study_changed, document.study_replaced, document.prediction_changed):
            changed.connect(self._fill)
        self._fill()

    def take(self, prediction: int | None = None, events: Sequence[int] = ()) -> None:
        """Take the reading of a prediction by its number; of the one on show if none is given.

        It is taken for some events, or for the selected ones, from which the next key goes on.
        """
        study, goes_on, events = self._document.study, not events, events or self._wiring.events()
        if study is None or not self._wiring.may_decide() or not events or not self._wiring.has_reading():
            return
        prediction = self._document.prediction if prediction is None else prediction
        name = shown_name(study, prediction)
        found, why = _wanted(study, events, prediction, name)
        changes = {event: partial(corrected, study, event, reading) for event, reading in found.items()}
        if changes:
            self._wiring.decide_each(changes, f"reading of {name}", goes_on)
        if why:
            self._window.message.say(why, is_passing=True)

    def _fill(self) -> None:
        """List the predictions whose readings can be taken."""
        self._menu.clear()
        study = self._document.study
        self._menu.setEnabled(study is not None)
        if study is None:
            return
        for prediction in range(len(study.predictions)):
            name = plain_text(shown_name(study, prediction))
            key = f"&{_ACCESS_KEYS[prediction]}  " if prediction < len(_ACCESS_KEYS) else ""
            self._menu.addAction(f"{key}{name}", partial(self.take, prediction))


def _wanted(study: Study, events: Sequence[int], prediction: int, name: str) -> tuple[dict[int, Reading], str]:
    """Find the readings that can be taken and change the reference, and say why others cannot."""
    theirs = event_readings(study, events, study.predictions[prediction].mentions)
    said = event_readings(study, events, study.reference.mentions)
    found = {
        event: reading
        for event, reading, before in zip(events, theirs, said, strict=True)
        if reading is not None and reading != before
    }
    n_unfit, n_same = theirs.count(None), len(events) - len(found) - theirs.count(None)
    reasons = []
    if n_unfit:
        reasons.append(f"mentions of {name} reach beyond {_it(len(events), n_unfit)}, or overlap")
    if n_same:
        other = study.annotator or "the reference"
        reasons.append(f"{name} reads {_it(len(events), n_same)} as {other} does")
    return found, f"Not taken: {' and '.join(reasons)}. M marks the right reading." if reasons else ""


def _it(n_events: int, n_concerned: int) -> str:
    return "the event" if n_events == 1 else f"{n_concerned:,} of the {counted(n_events, 'event')}"
