"""The lower part of the window of a swap test: predictions on both sets, and what they score."""

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import font_size, scaled_font
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.swap.report_table import ReportTable
from nerinspect.ui.swap.testing import ORIGINAL, SWAPPED, Report

_HINT: Final = (
    "Write the sentences, let your systems predict them, and open their predictions here: each number of sentences"
    " behind the scores lists these."
)
_BUTTONS: Final = {ORIGINAL: "Predictions on the &Original", SWAPPED: "Predictions on the &Swapped"}


class ReportPart(QWidget):
    """Show what predictions score, and let the user name them.

    Signals
    -------
    pattern_chosen : str, int, int
        See `ReportTable`.
    files_requested : str, str
        Predictions on a set, `original` or `swapped`, are to be opened: those of a system, or of any for an empty name.
    removal_requested : str
        The predictions on a set are to be taken away.
    save_requested
        The table is to be written.
    """

    pattern_chosen = Signal(str, int, int)
    files_requested = Signal(str, str)
    removal_requested = Signal(str)
    save_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = ReportTable(self)
        self.table.pattern_chosen.connect(self.pattern_chosen)
        self._hint = QLabel(_HINT, self)
        self._hint.setWordWrap(True)
        self._report: Report | None = None
        self.menus = {name: QMenu(self) for name in _BUTTONS}
        self.save = QPushButton("Save &Report…", self)
        self.save.clicked.connect(self.save_requested)
        self._title = QLabel("What systems make of it", self)
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        unit = font_size(self.font()) / 13
        head = QHBoxLayout()
        head.setSpacing(round(8 * unit))
        head.addWidget(self._title)
        head.addStretch(1)
        for name, text in _BUTTONS.items():
            button = QPushButton(text, self)
            button.setMenu(self.menus[name])
            self.menus[name].aboutToShow.connect(partial(self._fill, name))
            head.addWidget(button)
        head.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(round(size * unit) for size in (12, 8, 12, 8)))
        column.addLayout(head)
        column.addWidget(self._hint)
        column.addWidget(self.table, 1)

    def show_report(self, report: Report) -> None:
        """Show what other predictions score."""
        self._report = report
        self.table.show_report(report)
        self.table.setVisible(bool(report.studies))
        self._hint.setVisible(SWAPPED not in report.studies)
        self.save.setEnabled(bool(report.studies))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_title"):
            self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))

    def _fill(self, name: str) -> None:
        """Offer the systems of the other set by name, and files of any other one."""
        menu = self.menus[name]
        menu.clear()
        other = SWAPPED if name == ORIGINAL else ORIGINAL
        for system in self._report.systems(other) if self._report is not None else ():
            menu.addAction(plain_text(f"Of {system}…"), partial(self.files_requested.emit, name, system))
        menu.addAction("Of Systems Named as Their Files…", partial(self.files_requested.emit, name, ""))
        removal = menu.addAction("Remove All", partial(self.removal_requested.emit, name))
        removal.setEnabled(self._report is not None and name in self._report.studies)
