"""The chips of the active filters, and what is left under them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.flow_layout import FlowLayout


class ChipRow(QWidget):
    """Show one chip for each term, and how many rows are left.

    Signals
    -------
    removed : int
        The chip at this place was taken away.
    cleared
        All were.
    copy_requested
        The user wants the query.
    """

    removed = Signal(int)
    cleared = Signal()
    copy_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip_row")
        self.setAccessibleName("Active filters")
        unit = font_size(self.font()) / 13
        self._holder = QWidget()
        self._chips = FlowLayout(self._holder)
        self._chips.setContentsMargins(0, 0, 0, 0)
        self._chips.setSpacing(round(6 * unit))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._holder.setSizePolicy(policy)
        self._copy = _flat_button("Copy as query")
        self._copy.clicked.connect(self.copy_requested)
        self._count = QLabel(textFormat=Qt.TextFormat.RichText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(round(12 * unit), round(6 * unit), round(12 * unit), round(6 * unit))
        layout.addWidget(self._holder, 1)
        layout.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._count, 0, Qt.AlignmentFlag.AlignTop)
        self._count.setMinimumHeight(self._copy.sizeHint().height())

    @property
    def texts(self) -> list[str]:
        """What the chips say."""
        return [chip.accessibleName() for chip in self._holder.findChildren(QToolButton) if chip.property("is_chip")]

    def show_terms(self, labels: Sequence[str]) -> None:
        """Show these terms, in this order."""
        while (item := self._chips.takeAt(0)) is not None:
            if widget := item.widget():
                widget.setParent(None)
                widget.deleteLater()
        for place, label in enumerate(labels):
            self._chips.addWidget(self._chip(label, place))
        if labels:
            clear = _flat_button("Clear all")
            clear.clicked.connect(self.cleared)
            self._chips.addWidget(clear)
        self._copy.setVisible(bool(labels))
        self._holder.updateGeometry()

    def show_count(self, n_kept: int, n_events: int) -> None:
        """Say how many events are left of how many."""
        self._count.setText(f"<b>{n_kept:,}</b> of {n_events:,} events")

    def _chip(self, label: str, place: int) -> QToolButton:
        theme, unit = current_theme(), font_size(self.font()) / 13
        chip = QToolButton()
        chip.setText(f"{label}  ✕")
        chip.setProperty("is_chip", True)
        chip.setFont(scaled_font(self.font(), DETAIL))
        chip.setAccessibleName(label)
        chip.setToolTip(f"Remove “{label}”")
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        ground, edge = theme.selected.name(), theme.accent.name()
        chip.setStyleSheet(
            f"QToolButton {{ background: {ground}; border: 1px solid {edge}; border-radius: {round(3 * unit)}px;"
            f" padding: {round(3 * unit)}px {round(8 * unit)}px; color: {theme.text.name()}; }}"
            f"QToolButton:focus {{ border: 2px solid {edge}; }}"
        )
        chip.clicked.connect(lambda: self.removed.emit(place))
        return chip


def _flat_button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setAutoRaise(True)
    return button
