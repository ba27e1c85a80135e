"""The foot of the dialog: what was checked, what is missing, and the buttons."""

from PySide6.QtCore import QElapsedTimer, QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.elided_label import ElidedLabel


class Footer(QWidget):
    """Show progress and offer to copy, to cancel and to open.

    Signals
    -------
    copy_requested, cancelled, opened
        A button was pressed.
    """

    copy_requested = Signal()
    cancelled = Signal()
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar, self._label = _Bar(), ElidedLabel()
        self._bar.setAccessibleName("Progress of the check")
        self.copy, cancel, self.open = QPushButton("Cop&y as command"), QPushButton("Cancel"), QPushButton("&Open")
        for button, signal in ((self.copy, self.copy_requested), (cancel, self.cancelled), (self.open, self.opened)):
            button.setAutoDefault(False)
            button.clicked.connect(signal)
        self._timer = QElapsedTimer()
        unit = font_size(self.font()) / 13
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(round(8 * unit))
        row.addWidget(self._bar)
        row.addWidget(self._label, 1)
        for button in (self.copy, cancel, self.open):
            row.addWidget(button)
        self._restyle()

    @property
    def text(self) -> str:
        """The words beside the bar."""
        return self._label.accessibleName()

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the check of a file is."""
        if not self._timer.isValid():
            self._timer.start()
        self._bar.show_share(done / total if total else 0.0)
        self._label.show_text(f"Checking: {done:,} of about {total:,} tokens" if total else "Checking …")

    def show_result(self, n_tokens: int, n_files: int, missing: str) -> None:
        """Say what was checked, or what has to be done first."""
        seconds = self._timer.elapsed() / 1000 if self._timer.isValid() else 0.0
        self._timer.invalidate()
        self._bar.show_share(1.0 if n_files else 0.0)
        took = f" in {seconds:.1f} s" if seconds >= 0.05 else ""
        self._label.show_text(missing or f"Checked {n_tokens:,} tokens{took}")
        self.open.setText(f"&Open {n_files} {'file' if n_files == 1 else 'files'}")
        self.open.setEnabled(not missing)
        self.open.setToolTip(tooltip(missing))

    def _restyle(self) -> None:
        unit = font_size(self.font()) / 13
        self._bar.setFixedSize(round(160 * unit), round(6 * unit))
        self._label.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "open"):
            self._restyle()


class _Bar(QWidget):
    """Paint a thin bar; the words beside it say the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0

    def show_share(self, share: float) -> None:
        """Show how much is done, from 0 to 1."""
        self._share = min(share, 1.0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is done over what is to do."""
        theme, painter = current_theme(), QPainter(self)
        painter.fillRect(self.rect(), theme.hairline)
        painter.fillRect(0, 0, round(self.width() * self._share), self.height(), theme.accent)
        painter.end()
