"""Where the focus can go in a window, and where keys lead it."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from tests.ui.keyboard import Key, Keyboard, Modifier


def focusable(window: QWidget) -> list[QWidget]:
    """List what Tab should reach."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None  # as viewports have
    ]


def passed_over(keyboard: Keyboard, window: QWidget, home: QWidget, key: Qt.Key) -> list[str]:
    """Name what Tab or Shift+Tab does not reach on its way round a window from one place of it."""
    home.setFocus()
    wanted = focusable(window)
    seen = {*keyboard.way_to(home, key)}
    return _described(widget for widget in wanted if not seen & _group_of(widget))


def regions_met(keyboard: Keyboard, regions: Sequence[QWidget], home: QWidget) -> list[QWidget]:
    """List regions in the order in which Tab comes to them from the search field, which is `home`."""
    keyboard.press(Key.Key_F, held=Modifier.ControlModifier)
    way = keyboard.way_to(home, Key.Key_Tab)
    return [*dict.fromkeys(region for focus in way for region in regions if region.isAncestorOf(focus))]


def not_left_by_escape(keyboard: Keyboard, widgets: Iterable[QWidget], home: QWidget | None) -> list[str]:
    """Name the widgets from which Escape does not lead home."""
    left = []
    for widget in widgets:
        widget.setFocus()
        keyboard.press(Key.Key_Escape)
        if keyboard.focus is not home:
            left.append(widget)
    return _described(left)


def unseen(widgets: Sequence[QWidget]) -> list[str]:
    """Name the widgets on which nothing shows that they have the focus, in the place of the one before."""
    alike = []
    for other, widget in zip((widgets[-1], *widgets), widgets, strict=False):
        pictures = []
        for focused in (other, widget):
            focused.setFocus(Qt.FocusReason.TabFocusReason)
            QApplication.processEvents()
            assert focused.hasFocus()
            pictures.append(widget.grab().toImage())  # of it alone: what has lost the focus changes too
        if pictures[0] == pictures[1]:
            alike.append(widget)
    return _described(alike)


def _described(widgets: Iterable[QWidget]) -> list[str]:
    """Name widgets and what they stand in, for a test that fails."""
    return [f"{one.accessibleName() or type(one).__name__} in {type(one.parentWidget()).__name__}" for one in widgets]


def _group_of(widget: QWidget) -> set[QWidget]:
    """List a widget with the other buttons of its group, among which arrows lead on."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return {widget} if group is None else {widget, *group.buttons()}
