"""Keeps the rows of a comparison with what the document looks at."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from nerinspect.query.filters import Filter
from nerinspect.ui.comparison.comparison_panel import ComparisonPanel
from nerinspect.ui.comparison.found_rows import Found, Wanted, find_rows
from nerinspect.ui.document import Document
from nerinspect.ui.jobs import JobRunner

_EVENTS_AT_ONCE = 20_000
"""Rows of so many events are found without a wait that anybody would notice."""


class Comparing(QObject):
    """Find the rows of a comparison, those of many events in the background, and list them.

    Attributes
    ----------
    panel : ComparisonPanel
        The table.

    Signals
    -------
    listed
        The rows that the selection keeps are on show.
    event_chosen : int
        Another event became the current one.
    """

    listed = Signal()
    event_chosen = Signal(int)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.panel = ComparisonPanel()
        self._found: Found | None = None
        self._wanted: Wanted | None = None
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_found)
        self.panel.event_activated.connect(self._on_activated)
        document.rows_changed.connect(self.follow)

    @property
    def has_stretches(self) -> bool:
        """Whether rows are stretches of text instead of reference mentions."""
        return self._document.has_stretches

    @property
    def hides_spurious(self) -> bool:
        """Whether no row is listed, but would be among stretches of text, for spurious mentions."""
        return self._found is not None and self._found.hides_spurious

    @property
    def is_listed(self) -> bool:
        """Whether the rows on show are those that are wanted; others are being found."""
        return self._found is not None and self._found.wanted == self._wanted

    @property
    def n_kept(self) -> int:
        """Rows that are listed."""
        return 0 if self._found is None else int(self._found.is_kept.sum())

    @property
    def n_rows(self) -> int:
        """Rows there are without a filter."""
        return 0 if self._found is None else len(self._found.cells)

    @property
    def relaxation(self) -> tuple[Filter, int] | None:
        """The term without which most rows would be listed, and their number, where none is and some would."""
        return None if self._found is None else self._found.relaxation

    @property
    def row_name(self) -> str:
        """What a row is."""
        return "stretch of text" if self.has_stretches else "reference mention"

    def follow(self) -> None:
        """List what the document compares, under its selection."""
        document = self._document
        if document.study is None or document.compared is None:
            return
        wanted = Wanted(
            document.study, document.prediction, document.compared, self.has_stretches, document.selection.filter
        )
        if wanted == self._wanted:
            if not self._jobs.is_running:
                self.listed.emit()
            return
        self._wanted = wanted
        work = partial(find_rows, wanted, self._found)
        if document.n_events > _EVENTS_AT_ONCE:
            self._jobs.start(lambda checkpoint: work())
        else:
            self._jobs.cancel()
            self._on_found(work())

    def forget(self) -> None:
        """Let go of the rows; for another study."""
        self._jobs.cancel()
        self._found = self._wanted = None

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()
        self.panel.shutdown()

    def _on_found(self, found: object) -> None:
        assert isinstance(found, Found), "what the work returns"
        self._found = found
        self.panel.show_found(found)
        self.listed.emit()

    def _on_activated(self, event: int) -> None:
        """Tell of an event of the rows that are wanted; others may be of files that are closed."""
        if self.is_listed:
            self.event_chosen.emit(event)
