"""The ring around standard widgets."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.styled import FocusRing
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, choose_theme

STANDARD = (QCheckBox, QComboBox, QLineEdit, QListWidget, QPushButton, QRadioButton, QToolButton)


@pytest.fixture(autouse=True)
def _ring(qapp: QApplication) -> Iterator[None]:
    """Let the application have rings, for a while."""
    ring = FocusRing(qapp)
    yield
    qapp.focusChanged.disconnect(ring._on_focus_changed)
    ring.deleteLater()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", STANDARD, ids=lambda kind: kind.__name__)
def test_what_has_the_focus_has_a_ring(qtbot: QtBot, qapp: QApplication, kind: type[QWidget], theme: Theme) -> None:
    try:
        choose_theme(qapp, theme)
        window, widget, other = QWidget(), kind(), QPushButton("other")
        qtbot.addWidget(window)
        column = QVBoxLayout(window)
        column.addWidget(widget)
        column.addWidget(other)
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        widget.setFocus()
        assert _accent_at_the_edge(widget, theme.accent)
        other.setFocus()
        assert not _accent_at_the_edge(widget, theme.accent)
    finally:
        choose_theme(qapp, None)


def _accent_at_the_edge(widget: QWidget, accent: QColor) -> bool:
    """Tell whether the middle of all four edges is of the accent."""
    picture = widget.grab().toImage()
    right, bottom = picture.width() - 1, picture.height() - 1
    edges = ((right // 2, 0), (right // 2, bottom), (0, bottom // 2), (right, bottom // 2))
    return all(picture.pixelColor(*edge) == accent for edge in edges)
