"""A page whose numbers are computed behind it, once it is looked at."""

from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QLayout, QVBoxLayout, QWidget

from nerinspect.ui.widgets.progress_strip import ProgressStrip
from nerinspect.visible import visible

_PATIENCE_MS: Final = 200  # what is done sooner shows no progress


class BackgroundPage(QWidget):
    """Say how far the work is, or why there is nothing to show.

    Nothing is computed while it is hidden. Pages of a kind say in `_refresh` what is to be computed.

    Parameters
    ----------
    name : str
        What the page is called.
    doing : str
        What it does while it computes, such as `Comparing`.

    Signals
    -------
    query_requested : str
        A query of the query language: the events that a number counts.
    prediction_requested : int
        The events that are asked for next are those of another prediction.
    message_requested : str
        A sentence to show: what was copied or saved.
    warning_requested : str
        A sentence to show: what could not be computed or saved, and why.
    """

    query_requested = Signal(str)
    prediction_requested = Signal(int)
    message_requested = Signal(str)
    warning_requested = Signal(str)

    def __init__(self, name: str, doing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"{name.lower()}_panel")
        self.setAccessibleName(name)
        self._empty, self._progress = QLabel(), ProgressStrip()
        self._empty.setWordWrap(True)
        self._empty.hide()
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._progress.begin(doing))

    @property
    def empty_words(self) -> str:
        """Why there is nothing to show; empty if there is."""
        return self._empty.text()

    def _header_below(self, top: QWidget | QLayout) -> QWidget:
        """Make what stands above the parts: a row of controls, and below it why there is nothing to show."""
        header = QWidget()
        rows = QVBoxLayout(header)
        rows.setContentsMargins(0, 0, 0, 0)
        if isinstance(top, QWidget):
            rows.addWidget(top)
        else:
            rows.addLayout(top)
        rows.addWidget(self._empty)
        return header

    def _show_below(self, page: QWidget) -> None:
        """Show the parts below the progress of the work."""
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._progress)
        outer.addWidget(page, 1)

    def _say(self, words: str) -> None:
        """Say why there is nothing to show; nothing if there are no words."""
        self._empty.setText(visible(words))
        self._empty.setVisible(bool(words))

    def _on_ended(self) -> None:
        self._patience.stop()
        self._progress.hide()

    def _refresh(self) -> None:
        """Compute what is not computed yet, if the page is visible."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        """Compute what was put off."""
        super().showEvent(event)
        self._refresh()
