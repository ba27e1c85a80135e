"""Which widget of a window has the focus, and where Tab leads from there.

PySide takes a widget that another one gives for a child of that one, whatever its parent. What Qt made itself, such as
the head of a table, is then deleted by Python's collector while the table still uses it. So each is put back at once
where it belongs; to Qt nothing changes by that.
"""

from collections.abc import Callable, Iterator
from itertools import takewhile

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import createdByPython


def focus_of(window: QWidget) -> QWidget | None:
    """Give the widget of a window that has the focus, or gets it with the window."""
    return _at_home(window.focusWidget())


def tab_chain(
    widget: QWidget, step: Callable[[QWidget], QWidget | None] = QWidget.nextInFocusChain
) -> Iterator[QWidget]:
    """Go through what follows a widget in its window, round to the widget itself, which is left out.

    `QWidget.previousInFocusChain` steps the other way.
    """
    one = _at_home(step(widget))
    while one is not None and one is not widget:
        yield one
        one = _at_home(step(one))


def tab_before(part: QWidget, below: QWidget) -> None:
    """Let Tab go through a part, which was just added to a window, before it comes to another one."""
    last = next(filter(_takes_tab, tab_chain(below, QWidget.previousInFocusChain)))
    stops = [part, *takewhile(part.isAncestorOf, tab_chain(part))]
    for stop in filter(_takes_tab, stops):
        QWidget.setTabOrder(last, stop)
        last = stop


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _at_home(widget: QWidget | None) -> QWidget | None:
    if widget is not None:
        around = widget.parentWidget()
        if around is not None and not createdByPython(around):
            _at_home(around)  # or Python would forget it at once, and take the widget for deleted
        widget.setParent(around)
    return widget
