"""The switch of how relations are matched."""

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QToolButton, QWidget

from nerinspect.analysis.relation_choice import RELATION_SETTINGS, RelationSetting
from nerinspect.glossary import meaning
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip


class RelationMatch(QWidget):
    """Let the user choose what makes an argument right.

    Signals
    -------
    setting_chosen(str)
        Another one of `RELATION_SETTINGS` was chosen.
    """

    setting_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_match")
        self._setting: RelationSetting = RELATION_SETTINGS[0]
        self._label, self._group = QLabel("Match", self), QButtonGroup(self)
        self._buttons: dict[RelationSetting, QToolButton] = {}
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._label)
        for setting in RELATION_SETTINGS:
            button = self._buttons[setting] = QToolButton(self)
            button.setText(setting)
            button.setAccessibleName(f"Match {setting}")
            button.setToolTip(tooltip(meaning(f"setting_{setting}")))
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self._on_clicked, setting))
            self._group.addButton(button)
            self._row.addWidget(button)
        self._row.addStretch(1)
        self.show_setting(self._setting)
        self._restyle()

    @property
    def buttons(self) -> dict[RelationSetting, QToolButton]:
        """The buttons, by what they choose."""
        return dict(self._buttons)

    def show_setting(self, setting: RelationSetting) -> None:
        """Show how relations are matched now."""
        self._setting = setting
        self._buttons[setting].setChecked(True)

    def _on_clicked(self, setting: RelationSetting) -> None:
        if setting != self._setting:
            self.setting_chosen.emit(setting)

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        theme, margin, unit = style.theme, round(style.margin), style.unit
        self._row.setContentsMargins(margin, margin // 2, margin, margin // 2)
        self._row.setSpacing(0)
        self._label.setFont(style.row_font)
        self._label.setContentsMargins(0, 0, round(style.gap), 0)
        look = (
            f"QToolButton {{ background: {theme.button.name()}; border: 1px solid {theme.border.name()};"
            f" color: {theme.text.name()}; padding: {round(2 * unit)}px {round(8 * unit)}px; }}"
            f"QToolButton:checked {{ background: {theme.selected.name()}; font-weight: 600; }}"
            f"QToolButton:focus {{ border-color: {theme.accent.name()}; }}"
        )
        for button in self._buttons.values():
            button.setFont(style.row_font)
            button.setStyleSheet(look)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_row"):
            self._restyle()
