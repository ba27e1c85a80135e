"""What the page of relations lists, looked at by tests."""

from PySide6.QtWidgets import QToolButton

from nerinspect.events.study import Study
from nerinspect.ui.pages.relations import RelationsPanel
from nerinspect.ui.window.window import MainWindow

KINDS = ["reversed", "correct", "wrong-type", "missed", "correct", "wrong-argument"]
"""Of the relation events of the files, in the order of the text."""


def study_of(window: MainWindow) -> Study:
    assert window.document.study is not None
    return window.document.study


def listed(page: RelationsPanel) -> list[str]:
    """Name the kinds of the rows."""
    cells = page.table.view.events.cells
    assert cells is not None
    return [cells.kind(event) for event in page.table.order().tolist()]


def buttons(window: MainWindow) -> list[str]:
    return [one.text() for one in window.toolbar.views.findChildren(QToolButton) if one.isVisible()]
