"""The parts of the page of consistency, by what the user sees."""

from collections.abc import Callable

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from nerinspect.ui.pages.consistency.page import ConsistencyPanel
from nerinspect.ui.pages.consistency.surface_table import SurfaceModel

PressButton = Callable[..., None]


def model(panel: ConsistencyPanel) -> SurfaceModel:
    rows = panel.view.model()
    assert isinstance(rows, SurfaceModel)
    return rows


def listed(panel: ConsistencyPanel) -> list[str]:
    return [model(panel).text(row, 0) for row in range(model(panel).rowCount())]


def field(panel: ConsistencyPanel) -> QLineEdit:
    return panel.findChildren(QLineEdit)[0]


def write(panel: ConsistencyPanel, words: str) -> None:
    QTest.keyClicks(field(panel), words)
