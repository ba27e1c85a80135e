"""Pages of tables, by what the user reads and chooses on them."""

from dataclasses import replace
from typing import Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QMenu, QWidget

from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.pictures import ChartDialog
from nerinspect.ui.kit.tables.number_table import NumberTable


class AskingPage(Protocol):
    """A page whose numbers ask for events."""

    desk: Desk


def table(page: QWidget, title: str) -> NumberTable:
    """Find a table by its title."""
    return next(one for one in page.findChildren(NumberTable) if one.numbers.title == title)


def look_at(page: Page, **changed: object) -> None:
    """Let a page look at something else in what it looks at, such as another prediction."""
    assert page.look is not None, "there is a study"
    page.look_at(replace(page.look, **changed))  # type: ignore[arg-type]


def asked_by(page: AskingPage) -> list[Door]:
    """Write down doors as they are opened."""
    asked: list[Door] = []
    page.desk.door_opened.connect(asked.append)
    return asked


def said_by(page: AskingPage) -> str:
    """Give what was said last."""
    return page.desk.message.text


def choose_in(page: QWidget, name: str, text: str) -> None:
    """Choose what a list shows, as a user does."""
    box = next(box for box in page.findChildren(QComboBox) if box.accessibleName() == name)
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


def offered(page: QWidget) -> dict[str, QAction]:
    """Give what the menus of a page offer, by its text; what is offered for a table as `Scores as CSV`."""
    for menu in page.findChildren(QMenu):
        menu.aboutToShow.emit()
    found: dict[str, QAction] = {}
    for action in (action for menu in page.findChildren(QMenu) for action in menu.actions()):
        forms = action.menu()
        if action.isSeparator():  # the heading of a group
            continue
        if isinstance(forms, QMenu):
            plain = (form for form in forms.actions() if not form.isSeparator() and not form.menu())
            found |= {f"{action.text()} as {form.text()}": form for form in plain}
        else:
            found[action.text()] = action
    return found


def trigger(page: QWidget, text: str) -> None:
    """Choose an entry of some menu; what asks how a chart is to look is answered with *Save…* at once."""
    offered(page)[text].trigger()
    for dialog in page.findChildren(ChartDialog):
        if dialog.isVisible():
            dialog.save.click()
