"""The views of the window as a row of buttons; those without room stand in a menu behind them."""

from collections.abc import Collection, Mapping
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip


class ViewButtons(QWidget):
    """Let the user choose a view; the one on show always has its button.

    Parameters
    ----------
    views : mapping of str to int
        Names in order, and the digit in the key of each.

    Signals
    -------
    chosen : str
        Another view was chosen.
    """

    chosen = Signal(str)

    def __init__(self, views: Mapping[str, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._digits, self._room = dict(views), -1
        self._left_out: frozenset[str] = frozenset()
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for name, digit in views.items():
            button = self._buttons[name] = bar_button(name, f"Show the {name.lower()} (Ctrl+{digit})", self)
            button.setCheckable(True)
            button.clicked.connect(partial(self._on_chosen, name))
            self._group.addButton(button)
            row.addWidget(button)
        self._more = bar_button("More", "Further views", self)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(QMenu(self._more))
        self._more.hide()
        row.addWidget(self._more)
        self._buttons[next(iter(views))].setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._restyle()

    @property
    def current(self) -> str:
        """The view on show."""
        return next(name for name, button in self._buttons.items() if button.isChecked())

    @property
    def folded(self) -> tuple[str, ...]:
        """The views in the menu."""
        return tuple(name for name, button in self._buttons.items() if button.isHidden() and self.has(name))

    @property
    def menu(self) -> QMenu:
        """The views for which there is no room."""
        return self._more.menu()

    def show_view(self, name: str) -> None:
        """Mark a view as the one on show."""
        self._buttons[name].setChecked(True)
        self._fold()

    def has(self, name: str) -> bool:
        """Tell whether a view is there, in the row or in the menu."""
        return name in self._buttons and name not in self._left_out

    def leave_out(self, names: Collection[str]) -> None:
        """Show no button for some views, of which none is on show; all others have theirs."""
        self._left_out = frozenset(names)
        self._fold()

    def withhold(self, reasons: Mapping[str, str]) -> None:
        """Let some views not be chosen, and say why of each; all others can be."""
        for name, button in self._buttons.items():
            button.setEnabled(name not in reasons)
            usual = f"Show the {name.lower()} (Ctrl+{self._digits[name]})"
            button.setToolTip(tooltip(reasons.get(name, usual)))
        for action in self.menu.actions():
            action.setEnabled(self.offers(action.text().partition("\t")[0]))

    def offers(self, name: str) -> bool:
        """Tell whether a view can be chosen."""
        return self.has(name) and self._buttons[name].isEnabledTo(self)

    def fit(self, room: int) -> None:
        """Show as many views as there is room for, in device-independent pixels."""
        if room != self._room:
            self._room = room
            self._fold()

    def _fold(self) -> None:
        shown = set(self._fitting())
        in_menu = tuple(action.text().partition("\t")[0] for action in self.menu.actions())
        if (
            shown == {name for name, button in self._buttons.items() if not button.isHidden()}
            and in_menu == self.folded
        ):
            return
        for name, button in self._buttons.items():
            button.setVisible(name in shown)
        self._more.setVisible(bool(self.folded))
        self.menu.clear()
        for name in self.folded:
            action = self.menu.addAction(f"{name}\tCtrl+{self._digits[name]}", partial(self._on_chosen, name))
            action.setEnabled(self.offers(name))

    def _fitting(self) -> list[str]:
        """Name the views that have room: all, or beside the menu the one on show and the first others."""
        there = {name: button for name, button in self._buttons.items() if self.has(name)}
        widths = {name: button.sizeHint().width() for name, button in there.items()}
        if self._room < 0 or sum(widths.values()) <= self._room:
            return list(widths)
        current = self.current
        left = self._room - self._more.sizeHint().width() - widths[current]
        shown = [current]
        for name, width in widths.items():
            if name != current:
                left -= width
                if left < 0:
                    break
                shown.append(name)
        return shown

    def _on_chosen(self, name: str) -> None:
        self.show_view(name)
        self.chosen.emit(name)

    def _restyle(self) -> None:
        theme, unit = current_theme(), font_size(self.font()) / 13
        look = (
            f"QToolButton {{ background: {theme.button.name()}; border: 1px solid {theme.border.name()};"
            f" color: {theme.text.name()}; padding: {round(4 * unit)}px {round(12 * unit)}px; }}"
            f"QToolButton:checked {{ background: {theme.selected.name()}; font-weight: 600; }}"
            f"QToolButton:disabled {{ color: {theme.dimmed.name()}; }}"
            f"QToolButton:focus {{ border-color: {theme.accent.name()}; }}"
        )
        for button in self._buttons.values():
            button.setStyleSheet(look)
        arrow = (
            f"QToolButton {{ padding-right: {round(20 * unit)}px; }} QToolButton::menu-indicator {{"
            f" subcontrol-origin: padding; subcontrol-position: right center; right: {round(6 * unit)}px; }}"
        )
        self._more.setStyleSheet(look + arrow)
        self._fold()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_more"):
            self._restyle()


def bar_button(text: str, tip: str, parent: QWidget | None = None) -> QToolButton:
    """Make a flat button of the row on top."""
    button = QToolButton(parent)
    button.setText(text)
    button.setToolTip(tooltip(tip))
    button.setAccessibleName(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
