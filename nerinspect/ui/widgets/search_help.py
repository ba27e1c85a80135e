"""How a query may go on, and what is wrong with it."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.query.completion import Completions, completions
from nerinspect.query.surface_index import SurfaceIndex, index_surfaces
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.widgets.search_mistake import Mistake, find_mistake

MOST_REMEMBERED: Final = 8
"""So many queries are offered again."""


class SearchHelp(QObject):
    """Know the names of the open files, their surfaces once they are asked for, and the queries used before.

    Signals
    -------
    surfaces_indexed
        Surfaces can be suggested from now on.
    """

    surfaces_indexed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vocabulary = Vocabulary()
        self._study: Study | None = None
        self._surfaces: SurfaceIndex | None = None
        self._history: tuple[str, ...] = ()
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_surfaces_indexed)

    @property
    def history(self) -> tuple[str, ...]:
        """The queries used before, the newest first."""
        return self._history

    def set_vocabulary(self, vocabulary: Vocabulary, study: Study | None) -> None:
        """Know the names of other files."""
        self._jobs.cancel()
        self._vocabulary, self._study, self._surfaces = vocabulary, study, None

    def set_history(self, queries: Sequence[str]) -> None:
        """Know other queries that were used before, the newest first."""
        self._history = tuple(dict.fromkeys(queries))[:MOST_REMEMBERED]

    def completions(self, text: str, cursor: int) -> Completions:
        """Find what a query may go on with at the cursor."""
        if "surface:" in text.casefold():
            self._index_surfaces()
        return completions(text, cursor, self._vocabulary, self._surfaces, self._history)

    def mistake(self, text: str, cursor: int, is_finished: bool) -> Mistake | None:
        """Find the first mistake; unless the query is finished, none that may be what is just being typed."""
        mistake = find_mistake(text, self._vocabulary)
        if mistake and not is_finished and mistake.start <= cursor <= mistake.end:
            may_go_on = not mistake.is_unknown_name or completions(text, cursor, self._vocabulary).items
            return None if may_go_on else mistake
        return mistake

    def shutdown(self) -> None:
        """Wait for what runs in the background; for closing the window."""
        self._jobs.shutdown()

    def _index_surfaces(self) -> None:
        if self._surfaces is None and self._study is not None and not self._jobs.is_running:
            self._jobs.start(partial(index_surfaces, self._study))

    def _on_surfaces_indexed(self, surfaces: SurfaceIndex) -> None:
        self._surfaces = surfaces
        self.surfaces_indexed.emit()


def is_worth_offering(found: Completions, text: str, cursor: int) -> bool:
    """Tell whether something is begun that the suggestions would change."""
    is_begun = bool(text[found.start : cursor].strip()) or text[: found.start].endswith((":", ","))
    return is_begun and not _is_whole(text[found.start : found.end], found)


def _is_whole(written: str, found: Completions) -> bool:
    """Tell whether what is written is the first suggestion and begins no other."""
    first, *others = found.items
    return first.text == written and not any(item.shown.casefold().startswith(written.casefold()) for item in others)
