"""The place of the charts: it imports what draws them when it is first shown."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.progress import Checkpoint
from nerinspect.ui.charts.scored import Scored
from nerinspect.ui.jobs import JobRunner

if TYPE_CHECKING:
    from nerinspect.ui.charts.charts_view import ChartsView


class ChartsSlot(QWidget):
    """Stay empty until charts can be drawn.

    Signals
    -------
    door_opened : str, int
        The query of a bar, and the number of the prediction.
    failed : str
        Why charts cannot be drawn.
    """

    door_opened = Signal(str, int)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: ChartsView | None = None
        self._scored: Scored | None = None
        self._importing = JobRunner(self)
        self._importing.succeeded.connect(self._on_imported)
        self._importing.failed.connect(self._on_failed)
        QVBoxLayout(self).setContentsMargins(0, 0, 0, 0)

    def show_scores(self, scored: Scored) -> None:
        """Show other scores, now or when charts can be drawn."""
        self._scored = scored
        if self._view is not None:
            self._view.show_scores(scored)

    def picture(self, name: str) -> QWidget | None:
        """Draw charts for print; None as long as none can be drawn."""
        return None if self._view is None else self._view.picture(name)

    @property
    def systems(self) -> list[str]:
        """The names of the predictions that have charts."""
        return [] if self._scored is None else [self._scored.names[number] for number in self._scored.drawn]

    def shutdown(self) -> None:
        """Wait for the import; for closing the window."""
        self._importing.shutdown()

    def _on_imported(self) -> None:
        from nerinspect.ui.charts.charts_view import ChartsView

        self._view = ChartsView(self)
        self._view.door_opened.connect(self.door_opened)
        layout = self.layout()
        assert layout is not None, "made with the widget"
        layout.addWidget(self._view)
        if self._scored is not None:
            self._view.show_scores(self._scored)

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(f"Charts cannot be drawn: {error}.")

    def showEvent(self, event: QShowEvent) -> None:
        """Import after the tables are painted."""
        super().showEvent(event)
        if self._view is None and not self._importing.is_running:
            QTimer.singleShot(0, self, lambda: self._importing.start(_import_charts))


def _import_charts(checkpoint: Checkpoint) -> None:
    """Import pyqtgraph, which takes a quarter of a second, beside the window's thread."""
    import nerinspect.ui.charts.charts_view  # noqa: F401
