"""The search field of a window: what is typed becomes a filter, or a sentence that says why not."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.query.parser import with_suggestion
from nerinspect.query.vocabulary import Vocabulary

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow


class Searching(QObject):
    """Connects the search field of a window with its events."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._document = window.document
        self._field, self._workspace, self._message = window.toolbar.search, window.workspace, window.message
        self._field.history_changed.connect(window.searched)
        self._field.query_entered.connect(self._on_entered)
        self._field.textEdited.connect(self._message.pass_by)
        self._field.backspaced.connect(self._workspace.remove_last_chip)
        self._field.escaped.connect(window.focus_main_part)
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
            said = str(mistake)
            self._message.say(
                f"{said[:1].upper()}{said[1:]}. The last valid filter still stands.", offers, is_passing=True
            )
        else:
            self._field.clear()
