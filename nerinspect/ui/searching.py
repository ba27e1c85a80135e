"""The search field of a window: what is typed becomes a filter, or a sentence that says why not."""

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from nerinspect.errors import CommandError, NerinspectError, UnknownNameError
from nerinspect.query.parser import with_suggestion
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.ui.widgets.message_strip import Actions

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow


_SOON_MS: Final = 300
"""A search that ends sooner is not spoken of."""


class Searching(QObject):
    """Connects the search field of a window with its events."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, self._document = window, window.document
        self._field, self._workspace, self._message = window.toolbar.search, window.workspace, window.message
        self._progress, self._entered = window.search_progress, ""
        self._waiting = QTimer(self, interval=_SOON_MS, singleShot=True)
        self._waiting.timeout.connect(partial(self._progress.begin, "Searching"))
        self._field.history_changed.connect(window.searched)
        self._field.query_entered.connect(self._on_entered)
        self._field.textEdited.connect(self._message.pass_by)
        self._field.backspaced.connect(self._workspace.remove_last_chip)
        self._field.left.connect(window.focus_main_part)
        self._progress.cancelled.connect(self._document.cancel_filtering)
        self._document.filtering.connect(self._on_filtering)
        self._document.filter_progressed.connect(self._on_progressed)
        self._document.filter_refused.connect(self._on_refused)
        self._document.study_changed.connect(self._offer_names)
        self._document.study_replaced.connect(self._offer_names)

    def _offer_names(self) -> None:
        """Complete the names that queries about the study may hold."""
        study = self._document.study
        assert study is not None, "its names are offered"
        self._field.set_vocabulary(Vocabulary.of(study, may_wait=False), study)

    def _on_entered(self, query: str) -> None:
        """Add a query to the filter, or say what is wrong with it and keep the filter as it is."""
        self._message.pass_by()
        try:
            self._workspace.add_query(query)
        except CommandError as mistake:
            offers = []
            if isinstance(mistake, UnknownNameError) and (better := with_suggestion(query, mistake)):
                offers.append((f"Use {mistake.nearest}", partial(self._on_entered, better)))
            self._say(mistake, offers)
        else:
            self._entered = query
            self._field.clear()
            self._window.focus_main_part()

    def _say(self, mistake: NerinspectError, offers: Actions = ()) -> None:
        said = str(mistake)
        self._message.say(f"{said[:1].upper()}{said[1:]}. The last valid filter still stands.", offers, is_passing=True)

    def _on_refused(self, mistake: NerinspectError) -> None:
        """Say why a filter was not applied, and let what was searched for be changed."""
        self._say(mistake)
        if not self._field.text():
            self._field.setText(self._entered)

    def _on_filtering(self, is_under_way: bool) -> None:
        """Let a search that takes its time be seen and ended."""
        if is_under_way:
            self._waiting.start()
        else:
            self._waiting.stop()
            self._progress.hide()

    def _on_progressed(self, done: int, total: int) -> None:
        if self._progress.isVisible():
            self._progress.show_progress(done, total, "sentences")
