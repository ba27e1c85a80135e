"""Keeps the focus of a window on something that can be seen and used."""

from collections.abc import Callable
from typing import Final

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

_REMEMBERED: Final = 16


class FocusKeeper(QObject):
    """Gives the focus back to where it was before, once what has it is hidden, disabled or deleted, or a menu closed.

    Qt would go on to the next widget in the order of Tab, stay in the menu bar, or leave the focus nowhere.

    Parameters
    ----------
    window : QWidget
        Whose focus is kept.
    menus : QMenuBar
        Its menus.
    go_home : callable
        Gives the focus to the main part, for want of anything that had it before.
    """

    def __init__(self, window: QWidget, menus: QMenuBar, go_home: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._menus, self._go_home = window, menus, go_home
        self._had_focus: list[QWidget] = []
        self._was_usable = self._is_giving = False
        app = QApplication.instance()
        assert isinstance(app, QApplication), "there is a window"
        app.focusChanged.connect(self._on_focus_changed)
        self._leaving = QTimer(self, singleShot=True, interval=0)  # another menu may open first
        self._leaving.timeout.connect(self._leave_menus)
        for menu in menus.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            menu.aboutToHide.connect(self._leaving.start)

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._is_giving or QApplication.activeWindow() is not self._window or now is self._menus:
            return
        if now is not QApplication.focusWidget():
            return  # it handed the focus on
        was_lost = self._was_usable and not _is_usable(self._had_focus[-1])
        if was_lost or now is None or now is self._window:
            self._give_back()
        else:
            self._remember(now)

    def _remember(self, widget: QWidget) -> None:
        before = [one for one in self._had_focus if one is not widget and shiboken6.isValid(one)]
        self._had_focus = [*before[1 - _REMEMBERED :], widget]
        self._was_usable = _is_usable(widget)  # a page may give the focus to what is shown once it is counted

    def _give_back(self) -> None:
        """Let the focus go where it was, or home; parts that hand it on to others do so meanwhile."""
        self._had_focus = [one for one in self._had_focus if _is_usable(one)]
        self._was_usable, self._is_giving = False, True
        try:
            if self._had_focus:
                self._had_focus[-1].setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self._go_home()
        finally:
            self._is_giving = False
        if (now := self._window.focusWidget()) is not None:
            self._remember(now)

    def _leave_menus(self) -> None:
        if self._window.focusWidget() is self._menus and QApplication.activePopupWidget() is None:
            self._give_back()


def _is_usable(widget: QWidget) -> bool:
    return shiboken6.isValid(widget) and widget.isVisible() and widget.isEnabled()
