"""A page of parts scrolls with its header and tells which table has the focus."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QLabel, QTableView
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.pages.page import PartsPage


def test_the_table_with_the_focus_is_told_by_its_title(qtbot: QtBot) -> None:
    page, first, second = PartsPage(QLabel("head")), QTableView(), QTableView()
    qtbot.addWidget(page)
    for table in (first, second):
        page.rows.addWidget(table)
    page.watch_tables({"First": first, "Second": second})
    told: list[str] = []
    page.table_focused.connect(told.append)
    for table in (second, first):
        QApplication.sendEvent(table, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert told == ["Second", "First"]


def test_the_header_stands_though_the_parts_are_hidden(qtbot: QtBot) -> None:
    header = QLabel("head")
    page = PartsPage(header)
    qtbot.addWidget(page)
    page.show()
    assert (header.isVisible(), page.parts.isVisible()) == (True, False)
