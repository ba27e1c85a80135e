"""The diagnosis inside the window: made when it is first shown, and a way to the events."""

import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QSpinBox, QTableView, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.desk.views import DIAGNOSIS, EVENTS_VIEW
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from nerinspect.ui.window.window import MainWindow


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> DiagnosisPage:
    window.menus.action("diagnosis").trigger()
    page = window.workspace.page("Diagnosis")
    qtbot.waitUntil(lambda: page.is_complete)
    found: DiagnosisPage = page
    return found


def test_nothing_of_it_is_imported_before_it_is_shown() -> None:
    code = (
        "import sys\n"
        "from nerinspect.io.reading.loading import load_study\n"
        "from nerinspect.ui.app import make_app\n"
        "from nerinspect.ui.window.window import MainWindow\n"
        "from nerinspect.ui.platforms import sample_request\n"
        "from nerinspect.ui.desk.changing import without_training\n"
        "app, request = make_app(needs_display=False), without_training(sample_request())\n"
        "window = MainWindow()\n"
        "window.opener.show(load_study(request), request)\n"
        "window.show()\n"
        "app.processEvents()\n"
        "names = ('nerinspect.ui.pages.diagnosis', 'nerinspect.ui.charts', 'scipy', 'pandas')\n"
        "print(sorted(name for name in names if name in sys.modules))\n"
        "window.show_view('Diagnosis')\n"
        "print('nerinspect.ui.pages.diagnosis' in sys.modules)\n"
        "window.close()\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split("\n")[:2] == ["[]", "True"]


def test_ctrl_5_shows_it(window: MainWindow, page: DiagnosisPage) -> None:
    assert window.menus.action("diagnosis").shortcut().toString() == "Ctrl+5"
    assert (window.workspace.view_name, page.isVisible()) == (DIAGNOSIS, True)


def test_a_score_of_another_system_shows_its_events(window: MainWindow, page: DiagnosisPage) -> None:
    heat = next(one for one in page.findChildren(NumberTable) if one.numbers.title == "F1 by system and bucket")
    heat.setFocus()
    heat.setCurrentIndex(heat.numbers.index(1, 1))
    QTest.keyClick(heat, Qt.Key.Key_Return)
    assert (window.workspace.view_name, window.document.prediction) == (EVENTS_VIEW, 1)
    assert window.document.query == "bucket:eLen=XS"
    assert window.document.n_kept


def test_it_follows_the_system_on_show(window: MainWindow, page: DiagnosisPage, qtbot: QtBot) -> None:
    study = window.document.study
    assert study is not None
    window.document.show_prediction(1)
    qtbot.waitUntil(lambda: page.is_complete)
    documents = next(one for one in page.findChildren(NumberTable) if one.numbers.title.startswith("Documents"))
    assert documents.numbers.place(0).row.prediction == 1


def test_f6_goes_to_it(window: MainWindow, page: DiagnosisPage) -> None:
    assert page in window.workspace.regions


def test_every_part_has_a_name_for_those_who_hear_it(page: DiagnosisPage) -> None:
    controls = [*page.findChildren(QAbstractButton), *page.findChildren(QComboBox), *page.findChildren(QTableView)]
    controls += page.findChildren(QSpinBox)
    own = [one for one in controls if one.isVisible() and not one.objectName().startswith("qt_")]
    nameless = [one for one in own if not (one.accessibleName() or getattr(one, "text", str)())]
    assert nameless == []


def test_tab_comes_from_table_to_table(page: DiagnosisPage) -> None:
    tables = [table for table in page.findChildren(NumberTable) if table.isVisible()]
    assert all(table.focusPolicy() & Qt.FocusPolicy.TabFocus for table in tables)
    tables[0].setFocus()
    reached: list[QWidget | None] = []
    for _ in range(60):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert [table for table in dict.fromkeys(reached) if table in tables[1:]] == tables[1:]


def test_it_follows_the_colours(page: DiagnosisPage, qapp: QApplication) -> None:
    for theme in (DARK, LIGHT):
        choose_theme(qapp, theme)
        try:
            QApplication.processEvents()
            heat = next(one for one in page.findChildren(NumberTable) if one.numbers.title == "F1 by system and bucket")
            image = heat.viewport().grab().toImage()
            assert image.pixelColor(heat.horizontalHeader().length() - 2, 0) != image.pixelColor(1, 0)
            assert image.pixelColor(1, 1).name() == theme.base.name()
        finally:
            choose_theme(qapp, None)
