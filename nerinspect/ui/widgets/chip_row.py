"""The chips of the active filters, what is left under them, and whether events are grouped."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.painting.icons import line_icon
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.flow_layout import FlowLayout

_RESTYLING: Final = (QEvent.Type.PaletteChange, QEvent.Type.FontChange)


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
    grouping_chosen : bool
        The user wants events of equal surface to stand together, or no longer.
    """

    removed = Signal(int)
    cleared = Signal()
    copy_requested = Signal()
    grouping_chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip_row")
        self.setAccessibleName("Active filters")
        self._labels: tuple[str, ...] = ()
        self._is_narrow = False
        self._holder = QWidget()
        self._chips = FlowLayout(self._holder)
        self._chips.setContentsMargins(0, 0, 0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._holder.setSizePolicy(policy)
        self._grouped = QCheckBox("Group equal surfaces")
        self._grouped.setToolTip("Show events with exactly the same words below each other, the most frequent first.")
        self._grouped.clicked.connect(self.grouping_chosen)
        self._copy = _flat_button("Copy as query")
        self._copy.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._copy.setToolTip("Copy the active filters as a query.")
        self._copy.clicked.connect(self.copy_requested)
        self._rule = QFrame()
        self._rule.setFixedWidth(1)
        self._count = QLabel(textFormat=Qt.TextFormat.RichText)
        layout = QHBoxLayout(self)
        layout.addWidget(self._holder, 1)
        for part in (self._grouped, self._copy, self._rule, self._count):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
        self._restyle()

    @property
    def texts(self) -> list[str]:
        """What the chips say."""
        return list(self._labels)

    def show_terms(self, labels: Sequence[str]) -> None:
        """Show these terms, in this order."""
        self._labels = tuple(labels)
        while (item := self._chips.takeAt(0)) is not None:
            if widget := item.widget():
                widget.setParent(None)
                widget.deleteLater()
        for place, label in enumerate(labels):
            self._chips.addWidget(self._chip(label, place))
        if labels:
            clear = _flat_button("Clear all")
            clear.setStyleSheet(f"color: {current_theme().accent.name()}")
            clear.clicked.connect(self.cleared)
            self._chips.addWidget(clear)
        self._hide_what_gives_way()
        self._holder.updateGeometry()

    def show_count(self, n_kept: int, n_events: int) -> None:
        """Say how many events are left of how many."""
        self._count.setText(f"<b>{n_kept:,}</b> of {n_events:,} events")

    def set_grouped(self, is_grouped: bool) -> None:
        """Show whether events of equal surface stand together."""
        self._grouped.setChecked(is_grouped)

    def set_narrow(self, is_narrow: bool) -> None:
        """Leave out what menus and keys do too, or bring it back."""
        self._is_narrow = is_narrow
        self._hide_what_gives_way()

    def _hide_what_gives_way(self) -> None:
        self._grouped.setHidden(self._is_narrow)
        self._copy.setHidden(self._is_narrow or not self._labels)
        self._rule.setHidden(self._is_narrow)

    def _restyle(self) -> None:
        theme, unit = current_theme(), font_size(self.font()) / 13
        height = round(26 * unit)
        self._chips.setSpacing(round(6 * unit))
        self._copy.setIcon(line_icon("copy", theme.text2, 16 * unit))
        self._copy.setIconSize(QSize(round(16 * unit), round(16 * unit)))
        self._rule.setStyleSheet(f"background: {theme.border.name()}")
        for part in (self._grouped, self._copy, self._count, self._rule):
            part.setFixedHeight(height)
        if layout := self.layout():
            layout.setContentsMargins(round(12 * unit), round(6 * unit), round(12 * unit), round(6 * unit))
            layout.setSpacing(round(12 * unit))
        self.show_terms(self._labels)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if event.type() in _RESTYLING:
            self._restyle()

    def _chip(self, label: str, place: int) -> QToolButton:
        theme, unit = current_theme(), font_size(self.font()) / 13
        chip = QToolButton()
        chip.setText(f"{label.replace('&', '&&')}  ✕")  # one & would mark a key
        chip.setProperty("is_chip", True)
        chip.setFont(scaled_font(self.font(), DETAIL))
        chip.setAccessibleName(label)
        chip.setToolTip(tooltip(f"Remove “{label}”"))
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        ground, edge = theme.selected.name(), theme.accent.name()
        chip.setStyleSheet(
            f"QToolButton {{ background: {ground}; border: 1px solid {edge}; border-radius: {round(3 * unit)}px;"
            f" padding: {round(2 * unit)}px {round(8 * unit)}px; color: {theme.text.name()}; }}"
            f"QToolButton:focus {{ border: 2px solid {edge}; }}"
        )
        chip.clicked.connect(lambda: self.removed.emit(place))
        return chip


def _flat_button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setAutoRaise(True)
    return button
