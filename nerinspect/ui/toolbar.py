"""The row on top: open, views, system, search, export."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QLabel, QToolButton, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.icons import line_icon
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.search_field import SearchField

EVENTS_VIEW, OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS = "Events", "Overview", "Consistency", "Repair", "Diagnosis"
_VIEWS = (EVENTS_VIEW, OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS)

_NARROW = 1100
"""Width, at a font of 13, up to which words are left out."""


class Toolbar(QWidget):
    """Hold what is always at hand.

    Signals
    -------
    open_requested, export_requested, filters_requested
        A button was pressed.
    view_chosen : str
        `EVENTS_VIEW`, `OVERVIEW`, `CONSISTENCY`, `REPAIR` or `DIAGNOSIS`.
    prediction_chosen : int
        Another prediction is to be shown.
    """

    open_requested = Signal()
    export_requested = Signal()
    filters_requested = Signal()
    view_chosen = Signal(str)
    prediction_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.search = SearchField()
        self._systems = QComboBox()
        self._systems.setAccessibleName("System")
        self._systems.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._systems.activated.connect(self.prediction_chosen)
        self._views: dict[str, QToolButton] = {}
        self._build_ui()
        self.show_systems(())
        self.set_ready(False)

    def show_systems(self, names: Sequence[str]) -> None:
        """Offer these predictions, the first one chosen."""
        self._systems.clear()
        self._systems.addItems(list(names) or ["no system"])
        self._systems.setEnabled(len(names) > 1)

    def choose_system(self, place: int) -> None:
        """Show another prediction as the chosen one, without a signal."""
        self._systems.setCurrentIndex(place)

    def show_view(self, name: str) -> None:
        """Mark a view as the one on show."""
        self._views[name].setChecked(True)

    def show_filters(self, are_shown: bool) -> None:
        """Offer to bring the filters back where they are folded away."""
        self._filters.setVisible(not are_shown)

    def set_ready(self, is_ready: bool) -> None:
        """Let the parts that need data be used, or not."""
        for part in (*self._views.values(), self.search, self._export):
            part.setEnabled(is_ready)

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        layout = QHBoxLayout(self)
        layout.setContentsMargins(round(8 * unit), round(6 * unit), round(8 * unit), round(6 * unit))
        layout.setSpacing(round(8 * unit))
        self._open = _button("Open…", "Open files (Ctrl+O)")
        self._open.clicked.connect(self.open_requested)
        self._filters = _button("Filters", "Show the filters (Ctrl+B)")
        self._filters.clicked.connect(self.filters_requested)
        self._filters.hide()
        self._export = _button("Export…", "Export the events on screen (Ctrl+E)")
        self._export.clicked.connect(self.export_requested)
        self._system_label = QLabel("System")
        self._system_label.setBuddy(self._systems)
        self._systems.setToolTip("The prediction whose events are on show")
        layout.addWidget(self._open)
        layout.addWidget(self._filters)
        layout.addLayout(self._view_buttons())
        layout.addWidget(self._system_label)
        layout.addWidget(self._systems)
        layout.addWidget(self.search, 1)
        layout.addWidget(self._export)
        self._restyle()

    def _view_buttons(self) -> QHBoxLayout:
        row, group = QHBoxLayout(), QButtonGroup(self)
        row.setSpacing(0)
        for number, name in enumerate(_VIEWS, start=1):
            button = _button(name, f"Show the {name.lower()} (Ctrl+{number})")
            button.setCheckable(True)
            group.addButton(button)
            row.addWidget(button)
            self._views[name] = button
        self._views[EVENTS_VIEW].setChecked(True)
        group.buttonClicked.connect(self._on_view_clicked)
        return row

    def _restyle(self) -> None:
        """Follow the desktop's colours and font."""
        theme, unit = current_theme(), font_size(self.font()) / 13
        size = round(16 * unit)
        for button, name in ((self._open, "open"), (self._export, "export")):
            button.setIcon(line_icon(name, theme.text, size))
            button.setIconSize(QSize(size, size))
        look = (
            f"QToolButton {{ background: {theme.button.name()}; border: 1px solid {theme.border.name()};"
            f" color: {theme.text.name()}; padding: {round(4 * unit)}px {round(12 * unit)}px; }}"
            f"QToolButton:checked {{ background: {theme.selected.name()}; font-weight: 600; }}"
            f"QToolButton:disabled {{ color: {theme.dimmed.name()}; }}"
            f"QToolButton:focus {{ border-color: {theme.accent.name()}; }}"
        )
        for button in self._views.values():
            button.setStyleSheet(look)
        self._fold(self.width())

    def _fold(self, width: int) -> None:
        """Leave words out where there is little room."""
        is_narrow = width <= round(_NARROW * font_size(self.font()) / 13)
        style = Qt.ToolButtonStyle
        self._export.setToolButtonStyle(style.ToolButtonIconOnly if is_narrow else style.ToolButtonTextBesideIcon)
        self._open.setToolButtonStyle(style.ToolButtonTextBesideIcon)
        self._system_label.setVisible(not is_narrow)

    def _on_view_clicked(self, button: QToolButton) -> None:
        self.view_chosen.emit(button.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave words out where there is little room."""
        super().resizeEvent(event)
        self._fold(event.size().width())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_system_label"):
            self._restyle()


def _button(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
