"""The parts of the page of consistency, by what the user sees."""

from collections.abc import Callable

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from nerinspect.ui.pages.consistency.page import ConsistencyPage
from nerinspect.ui.pages.consistency.surface_table import SurfaceModel

PressButton = Callable[..., None]


def model(panel: ConsistencyPage) -> SurfaceModel:
    rows = panel.view.model()
    assert isinstance(rows, SurfaceModel)
    return rows


def listed(panel: ConsistencyPage) -> list[str]:
    return [model(panel).text(row, 0) for row in range(model(panel).rowCount())]


def field(panel: ConsistencyPage) -> QLineEdit:
    return panel.findChildren(QLineEdit)[0]


def write(panel: ConsistencyPage, words: str) -> None:
    QTest.keyClicks(field(panel), words)
