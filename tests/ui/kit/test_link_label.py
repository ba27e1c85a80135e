"""Going from link to link with the keyboard."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, choose_theme

LINKS = '<a href="0">first</a>, then <a href="1">second</a>'


@pytest.fixture
def label(qtbot: QtBot) -> Iterator[LinkLabel]:
    """Show a label with two links between two buttons; the button above has the focus."""
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    above, label, below = QPushButton("above"), LinkLabel(), QPushButton("below")
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
    label.setText(LINKS)
    for part in (above, label, below):
        column.addWidget(part)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    above.setFocus()
    yield label
    window.close()


def places(key: Qt.Key, n_times: int) -> list[str]:
    """Press a key some times and name what has the focus after each."""
    found = []
    for _ in range(n_times):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        focus = QApplication.focusWidget()
        assert isinstance(focus, LinkLabel | QPushButton)
        found.append(focus.selectedText() if isinstance(focus, LinkLabel) else focus.text())
    return found


def test_tab_marks_each_link_and_goes_on(label: LinkLabel) -> None:
    assert places(Qt.Key.Key_Tab, 4) == ["first", "second", "below", "above"]


def test_tab_backwards_comes_out_of_a_link_that_begins_the_text(
    label: LinkLabel,
) -> None:
    assert places(Qt.Key.Key_Backtab, 5) == ["below", "second", "first", "above", "below"]


def test_tab_passes_a_label_without_links(label: LinkLabel) -> None:
    label.setText("nothing to follow")
    assert places(Qt.Key.Key_Tab, 2) == ["below", "above"]


def test_enter_follows_the_marked_link(label: LinkLabel, qtbot: QtBot) -> None:
    places(Qt.Key.Key_Tab, 2)
    with qtbot.waitSignal(label.linkActivated) as caught:
        QTest.keyClick(label, Qt.Key.Key_Return)
    assert caught.args == ["1"]


def test_links_follow_the_colours_at_once(label: LinkLabel, qapp: QApplication) -> None:
    def picture() -> QImage:
        QApplication.processEvents()
        return label.grab().toImage()

    def has(theme: Theme) -> bool:
        image, accent = picture(), theme.accent.rgb()
        return any(image.pixel(x, y) == accent for x in range(image.width()) for y in range(image.height()))

    label.setText("<a href='0'>\u2588\u2588</a>")
    try:
        for theme, other in ((LIGHT, DARK), (DARK, LIGHT)):
            choose_theme(qapp, theme)
            assert (has(theme), has(other)) == (True, False)
    finally:
        choose_theme(qapp, None)
