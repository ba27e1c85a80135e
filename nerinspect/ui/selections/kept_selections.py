"""The saved selections of a document: kept in its review, changed in one place, shown wherever they stand."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from nerinspect.errors import NerinspectError
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.ui.document import Document

if TYPE_CHECKING:
    from nerinspect.query.saved import SavedFilter
    from nerinspect.review.store import ReviewFile


class KeptSelections(QObject):
    """Holds the saved selections of a document; `selections_of` gives them.

    Attributes
    ----------
    entries : tuple of (str, str)
        Names and queries, in the order of names.
    begin_review : callable
        Asks where a review is to be kept, and tells whether there is one now.

    Signals
    -------
    changed
        There are others, or they can be changed now, or no longer.
    saving_requested : str
        The user wants to name a query.
    editing_requested : str
        The user wants to change the selection of this name.
    chosen : str, str
        A query is to be put in force: the name of the selection it is from, empty for a number's, and the query.
    told : str, object
        What was done, and a function that takes it back, or None.
    refused : NerinspectError
        Why nothing was done.
    """

    changed = Signal()
    saving_requested = Signal(str)
    editing_requested = Signal(str)
    chosen = Signal(str, str)
    told = Signal(str, object)
    refused = Signal(object)

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._file: ReviewFile | None = None
        self.entries: tuple[tuple[str, str], ...] = ()
        self.begin_review: Callable[[], bool] = lambda: False

    @property
    def why_not(self) -> str:
        """Why no selection can be changed or saved; empty if they can."""
        if self._file is not None and self._file.why_read_only:
            return str(self._file.why_read_only)
        return "" if self._document.study is not None else "Nothing is open yet."

    def show_file(self, file: "ReviewFile | None") -> None:
        """Keep selections in a review from now on; with None nowhere."""
        self._file = file
        self._reload()

    def query(self, name: str) -> str | None:
        """Give the query of a selection; None if there is none of that name."""
        return dict(self.entries).get(name)

    def read(self, name: str, query: str) -> "SavedFilter":
        """Say what a query asks of the open files."""
        from nerinspect.query.saved import read_saved  # not needed before something is saved

        study = self._document.study
        return read_saved(name, query, Vocabulary.of(study, may_wait=False) if study is not None else Vocabulary())

    def choose(self, name: str) -> None:
        """Put a selection in force."""
        if (query := self.query(name)) is not None:
            self.chosen.emit(name, query)

    def save(self, name: str, query: str) -> bool:
        """Save a query under a name, in the place of one of that name; tell whether it was."""
        if self._file is None and not self.begin_review():
            return False
        before = self.query(name)
        take_back = partial(self._forget, name) if before is None else partial(self._keep, name, before)
        return self._keep(name, query, f"“{name}” is saved.", take_back)

    def edit(self, name: str, new_name: str, query: str) -> bool:
        """Give a selection another name, another query, or both; tell whether it was changed."""
        before = self.query(name)

        def change(file: "ReviewFile") -> None:
            file.rename_selection(name, new_name)
            file.put_selection(new_name, query)

        assert before is not None, "it is there"
        return self._change(change, f"“{new_name}” is saved.", partial(self.edit, new_name, name, before))

    def remove(self, name: str) -> bool:
        """Take a selection away; tell whether it was."""
        query = self.query(name)
        assert query is not None, "it is there"
        return self._forget(name, f"“{name}” is removed.", partial(self._keep, name, query))

    def _keep(self, name: str, query: str, words: str = "", take_back: Callable[[], object] | None = None) -> bool:
        return self._change(lambda file: file.put_selection(name, query), words, take_back)

    def _forget(self, name: str, words: str = "", take_back: Callable[[], object] | None = None) -> bool:
        return self._change(lambda file: file.remove_selection(name), words, take_back)

    def _change(
        self, change: "Callable[[ReviewFile], None]", words: str, take_back: Callable[[], object] | None
    ) -> bool:
        """Change the file, then what is on show; say what was done."""
        if self._file is None:
            return False
        try:
            change(self._file)
        except NerinspectError as mistake:
            self.refused.emit(mistake)
            return False
        self._reload()
        if words:
            self.told.emit(words, take_back)
        return True

    def _reload(self) -> None:
        self.entries = tuple(self._file.selections()) if self._file is not None else ()
        self.changed.emit()


def selections_of(document: Document) -> KeptSelections:
    """Give the saved selections of a document."""
    return document.findChild(KeptSelections) or KeptSelections(document)
