"""How the panels lie beside each other, and what gives way when the window is narrow."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QTabWidget, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import font_size

_DETAILS_BELOW, _FILTERS_FOLD = 1160, 1024
"""Widths, at a font of 13, under which details become a tab and filters fold away."""


class Arrangement(QSplitter):
    """Lay filters, table, context and details out.

    Parameters
    ----------
    filters : sequence of QWidget
        Sections of the left column, from the top.
    table : QWidget
        The events.
    context : QWidget
        The sentence below them.
    details : QWidget
        What is said of the event, on the right; under a narrow width a tab beside the sentence.
    """

    def __init__(self, filters: list[QWidget], table: QWidget, context: QWidget, details: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("arrangement")
        self._unit = font_size(self.font()) / 13
        self._filters, self._details = _scrolled(_column(filters)), _scrolled(details)
        self._below = QTabWidget()
        self._below.setDocumentMode(True)
        self._below.addTab(context, "Sentence")
        self._below.tabBar().hide()
        self._centre = QSplitter(Qt.Orientation.Vertical)
        self._centre.setObjectName("centre")
        self._centre.addWidget(table)
        self._centre.addWidget(self._below)
        self._centre.setStretchFactor(0, 58)
        self._centre.setStretchFactor(1, 42)
        for part in (self._filters, self._centre, self._details):
            self.addWidget(part)
        self.setStretchFactor(1, 1)
        self.setSizes([self._scaled(308), self._scaled(824), self._scaled(308)])
        self._centre.setSizes([self._scaled(470), self._scaled(340)])
        for splitter in (self, self._centre):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(max(1, self._scaled(3)))
        self._is_narrow = self._filters_are_folded = False

    @property
    def details_are_below(self) -> bool:
        """Whether the details are a tab beside the sentence."""
        return self._is_narrow

    @property
    def filters_are_shown(self) -> bool:
        """Whether the left column is there."""
        return not self._filters.isHidden()

    def toggle_filters(self) -> None:
        """Fold the left column away or bring it back."""
        self._filters.setVisible(not self.filters_are_shown)

    def _scaled(self, pixels: int) -> int:
        return round(pixels * self._unit)

    def _move_details(self, is_narrow: bool) -> None:
        """Put the details into a tab, or back to the right."""
        self._is_narrow = is_narrow
        if is_narrow:
            self._below.addTab(self._details, "Details")
        else:
            self._below.removeTab(self._below.indexOf(self._details))
            self.addWidget(self._details)
            self.setSizes([self._scaled(308), self.width() - self._scaled(616), self._scaled(308)])
        self._details.show()
        self._below.tabBar().setVisible(is_narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let parts give way."""
        super().resizeEvent(event)
        width = event.size().width()
        if (width < self._scaled(_DETAILS_BELOW)) != self._is_narrow:
            self._move_details(width < self._scaled(_DETAILS_BELOW))
        if (width < self._scaled(_FILTERS_FOLD)) != self._filters_are_folded:
            self._filters_are_folded = width < self._scaled(_FILTERS_FOLD)
            self._filters.setVisible(not self._filters_are_folded)


def _column(parts: list[QWidget]) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        column.addWidget(part)
    column.addStretch()
    return holder


def _scrolled(widget: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    return area
