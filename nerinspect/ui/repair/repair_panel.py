"""The page of repairs: the source whose labels are looked at, and what each repair makes of it."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.errors import NerinspectError
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.repair_effects import differences_table, effects_table, transitions_table
from nerinspect.results.table import Table
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.repair.copying import copied_table
from nerinspect.ui.repair.repair_page import CHOICES, DIFFERING, INVALID, RepairPage
from nerinspect.ui.repair.sources import LabelledSource, TriedRepairs, how_read, labelled_sources, try_repairs
from nerinspect.ui.widgets.elided_label import ElidedLabel
from nerinspect.ui.widgets.empty_message import EmptyMessage
from nerinspect.ui.widgets.ground import Ground
from nerinspect.visible import visible

_AT_ONCE: Final = 50_000
"""So many tokens are repaired without a wait that anybody would notice."""

_MARGIN = 18  # at a font of 13 pixels


class RepairPanel(QWidget):
    """Show what is invalid in one source of a study, and let the user choose its repair.

    Nothing is computed while it is hidden.

    Signals
    -------
    repair_requested : str, str, str
        The user chose another repair: path and role of the source, and the repair. The files are to be loaded again.
    prediction_requested : int
        The events that are asked for next are those of another prediction.
    door_opened : str
        A query of the query language: the events that a number counts.
    message_requested, warning_requested : str
        A sentence to show: what was copied; what could not be counted, and why.
    """

    repair_requested = Signal(str, str, str)
    prediction_requested = Signal(int)
    door_opened = Signal(str)
    message_requested = Signal(str)
    warning_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("repair_panel")
        self.setAccessibleName("Repair")
        self._study: Study | None = None
        self._request = LoadRequest("")
        self._prediction = 0
        self._sources: list[LabelledSource] = []
        self._tried: TriedRepairs | None = None
        self._is_stale = True
        self._jobs, self._copying = JobRunner(self), JobRunner(self)
        self._build_ui()
        self._connect()

    @property
    def regions(self) -> list[QWidget]:
        """The parts that can have the focus, in its order."""
        page = self._page
        return [self._chooser, page.choices, page.invalid, page.differing, page.view]

    def show_study(self, study: Study | None, request: LoadRequest, prediction: int = 0) -> None:
        """Show another study, at once or when the page is next shown; the source chosen before stays chosen.

        Parameters
        ----------
        study : Study or None
            Reference and predictions; None empties the page.
        request : LoadRequest
            How it was loaded.
        prediction : int
            The one on show.
        """
        before = self._source.key if self._source else None
        self._study, self._request, self._prediction = study, request, prediction
        self._sources = labelled_sources(study) if study else []
        self._chooser.blockSignals(True)
        self._chooser.clear()
        self._chooser.addItems([visible(source.title) for source in self._sources])
        self._chooser.blockSignals(False)
        keys = [source.key for source in self._sources]
        self._choose(keys.index(before) if before in keys else self._first_choice())

    def show_prediction(self, prediction: int) -> None:
        """Turn to another prediction of the study; its labels are looked at if those of another one were."""
        self._prediction, source = prediction, self._source
        if source is None or source.prediction == prediction:
            return
        places = [place for place, other in enumerate(self._sources) if other.prediction == prediction]
        if source.role == "reference":
            self._look_anew()
        elif source.role == "prediction" and places:
            self._choose(places[0])

    def show_source(self, path: str, role: str) -> None:
        """Turn to a source by its path and role, as the line at the foot of the window asks."""
        found = (place for place, source in enumerate(self._sources) if source.key[:2] == (path, role))
        if (place := next(found, None)) is not None:
            self._choose(place)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()
        self._copying.shutdown()

    def _build_ui(self) -> None:
        margin = round(_MARGIN * font_size(self.font()) / 13)
        self._chooser, self._said = QComboBox(self), ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self._chooser.setAccessibleName("Source")
        self._chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._label = QLabel("Labels of", self)
        top = QHBoxLayout()
        top.addWidget(self._label)
        top.addWidget(self._chooser)
        top.addWidget(self._said, 1)
        self._pages, self._page, self._message = QStackedWidget(self), RepairPage(), EmptyMessage()
        self._pages.addWidget(self._page)
        self._pages.addWidget(self._message)
        ground = Ground(self)
        rows = QVBoxLayout(ground)
        rows.setContentsMargins(margin, margin, margin, margin)
        rows.setSpacing(margin)
        rows.addLayout(top)
        rows.addWidget(self._pages, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ground)

    def _connect(self) -> None:
        self._chooser.currentIndexChanged.connect(lambda _place: self._look_anew())
        self._page.method_chosen.connect(self._on_method_chosen)
        self._page.events_requested.connect(self._on_events_requested)
        self._page.copy_requested.connect(self._on_copy_requested)
        self._jobs.succeeded.connect(self._show)
        self._jobs.failed.connect(self._on_failed)
        self._copying.succeeded.connect(self._on_copied)
        self._copying.failed.connect(self._on_failed)

    @property
    def _source(self) -> LabelledSource | None:
        place = self._chooser.currentIndex()
        return self._sources[place] if 0 <= place < len(self._sources) else None

    def _first_choice(self) -> int:
        """Begin with a source that has invalid transitions, that of the prediction on show before others."""

        def rank(place: int) -> tuple[bool, bool]:
            source = self._sources[place]
            return not source.annotation.source.n_invalid, source.prediction != self._prediction

        return min(range(len(self._sources)), key=rank, default=-1)

    def _choose(self, place: int) -> None:
        """Look at a source; at the same one too, since the study may be another."""
        self._chooser.blockSignals(True)
        self._chooser.setCurrentIndex(place)
        self._chooser.blockSignals(False)
        self._look_anew()

    def _look_anew(self) -> None:
        self._is_stale = True
        self._refresh()

    def _refresh(self) -> None:
        """Try the repairs of the source, if it has something to repair."""
        if not self._is_stale or not self.isVisible():
            return
        self._is_stale, self._tried = False, None
        self._jobs.cancel()
        source, study = self._source, self._study
        for part in (self._label, self._chooser, self._said):
            part.setVisible(source is not None)
        if source is None or study is None:
            self._say("No file here holds labels, so there is nothing to repair." if study else "Nothing is open.")
            return
        self._said.show_text(how_read(source))
        work = partial(try_repairs, study, self._request, source, self._prediction)
        if not source.annotation.source.n_invalid:
            self._say(f"{source.title}. Its labels are read as they stand.")
        elif source.text.n_tokens > _AT_ONCE:
            self._say("Trying every repair…")
            self._jobs.start(work)
        else:
            try:
                self._show(work(no_checkpoint))
            except NerinspectError as mistake:
                self._on_failed(mistake)

    def _say(self, text: str) -> None:
        self._message.show_message(text)
        self._pages.setCurrentWidget(self._message)

    def _show(self, tried: TriedRepairs) -> None:
        self._tried = tried
        self._pages.setCurrentWidget(self._page)
        self._page.show_tried(tried, self._study.types if self._study else ())

    def _on_failed(self, error: Exception) -> None:
        why = str(error) if isinstance(error, NerinspectError) else repr(error)
        self._say("The repairs could not be compared.")
        self.warning_requested.emit(f"The repairs could not be compared: {why}.")

    def _on_method_chosen(self, method: str) -> None:
        if self._tried is not None:
            source = self._tried.source
            self.repair_requested.emit(source.annotation.source.path, source.role, method)

    def _on_events_requested(self, query: str) -> None:
        if self._tried is not None and self._tried.source.prediction not in (-1, self._prediction):
            self.prediction_requested.emit(self._tried.source.prediction)
        self.door_opened.emit(query)

    def _on_copy_requested(self, title: str, form: str) -> None:
        if self._tried is None:
            return
        effects, source = self._tried.effects, self._tried.source
        make = {
            CHOICES: partial(effects_table, effects),
            INVALID: partial(transitions_table, effects.written),
            DIFFERING: partial(differences_table, effects, self._page.differing.groups),
        }
        said = f"{title}: {source.name}, {source.annotation.source.path}, read as {effects.written.dialect.name}"
        self._copying.start(partial(_copied, make[title], title, form, said))

    def _on_copied(self, result: tuple[str, str]) -> None:
        text, message = result
        copy_text(text)
        self.message_requested.emit(message)

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        """Count what was put off."""
        super().showEvent(event)
        self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the tables, or to the list of sources if there are none."""
        (self._page if self._tried else self._chooser).setFocus(event.reason())


def _copied(make: Callable[[], Table], title: str, form: str, said: str, checkpoint: Checkpoint) -> tuple[str, str]:
    """Write a table for the clipboard, with the sentence that tells of it."""
    return copied_table(make, form, said, checkpoint), f"The table “{title}” is on the clipboard as {form}."
