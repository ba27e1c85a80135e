"""Widgets shown alone, as wide and as high as they are in a window."""

from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.pages.page import Page

Shown = TypeVar("Shown", bound=QWidget)
ShownPage = TypeVar("ShownPage", bound=Page)


def shown_alone(widget: Shown, width: int, height: int, qtbot: QtBot) -> Shown:
    """Show a widget in front, so that it takes keys; the bot closes it."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    return widget


def shown_page(page: ShownPage, look: Look, qtbot: QtBot, width: int = 1300, height: int = 800) -> Iterator[ShownPage]:
    """Show a page with all of its numbers until a test is over."""
    qtbot.addWidget(page)
    page.resize(width, height)
    page.look_at(look)
    with qtbot.waitExposed(page):
        page.show()
    qtbot.waitUntil(lambda: page.is_complete)
    yield page
    end_work(page)
