"""The row on top: open, views, system, search, export."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QLabel, QToolButton, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.search_field import SearchField

EVENTS_VIEW, OVERVIEW = "Events", "Overview"


class Toolbar(QWidget):
    """Hold what is always at hand.

    Signals
    -------
    open_requested, export_requested
        A button was pressed.
    view_chosen : str
        `EVENTS_VIEW` or `OVERVIEW`.
    prediction_chosen : int
        Another prediction is to be shown.
    """

    open_requested = Signal()
    export_requested = Signal()
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

    def set_ready(self, is_ready: bool) -> None:
        """Let the parts that need data be used, or not."""
        for part in (*self._views.values(), self.search, self._export):
            part.setEnabled(is_ready)

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        layout = QHBoxLayout(self)
        layout.setContentsMargins(round(8 * unit), round(6 * unit), round(8 * unit), round(6 * unit))
        layout.setSpacing(round(8 * unit))
        choose = _button("Open…", "Open files (Ctrl+O)")
        choose.clicked.connect(self.open_requested)
        self._export = _button("Export…", "Export the events on show as CSV (Ctrl+E)")
        self._export.clicked.connect(self.export_requested)
        layout.addWidget(choose)
        layout.addLayout(self._view_buttons(unit))
        layout.addWidget(QLabel("System"))
        layout.addWidget(self._systems)
        layout.addWidget(self.search, 1)
        layout.addWidget(self._export)

    def _view_buttons(self, unit: float) -> QHBoxLayout:
        row, group, theme = QHBoxLayout(), QButtonGroup(self), current_theme()
        row.setSpacing(0)
        look = (
            f"QToolButton {{ background: {theme.button.name()}; border: 1px solid {theme.border.name()};"
            f" color: {theme.text.name()}; padding: {round(4 * unit)}px {round(12 * unit)}px; }}"
            f"QToolButton:checked {{ background: {theme.selected.name()}; font-weight: 600; }}"
            f"QToolButton:focus {{ border-color: {theme.accent.name()}; }}"
        )
        for name in (EVENTS_VIEW, OVERVIEW):
            button = _button(name, f"Show the {name.lower()}")
            button.setCheckable(True)
            button.setStyleSheet(look)
            group.addButton(button)
            row.addWidget(button)
            self._views[name] = button
        self._views[EVENTS_VIEW].setChecked(True)
        group.buttonClicked.connect(self._on_view_clicked)
        return row

    def _on_view_clicked(self, button: QToolButton) -> None:
        self.view_chosen.emit(button.text())


def _button(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAutoRaise(True)
    return button
