"""How a chart is to look is asked with a preview, and what is saved is what the command line draws."""

import json
import shlex
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.io.reading.loading import load_study
from nerinspect.ui.charts.bar_chart import BarChart
from nerinspect.ui.desk.changing import with_heuristic
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.pages.pictures import ChartDialog
from nerinspect.ui.pages.overview.charts import BucketCharts
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.ui.table_pages import offered


@pytest.fixture
def panel(desk: Desk, qtbot: QtBot) -> OverviewPage:
    panel, request = OverviewPage(desk), with_heuristic(sample_request())
    qtbot.addWidget(panel)
    panel.look_at(Look(load_study(request), request))
    panel.show()
    qtbot.waitUntil(lambda: bool(panel.findChildren(BucketCharts)))
    qtbot.waitUntil(lambda: bool(panel.findChildren(BucketCharts)[0].small.findChildren(BarChart)))
    return panel


@pytest.fixture
def dialog(panel: OverviewPage) -> ChartDialog:
    offered(panel)["Chart “F1 by bucket”…"].trigger()
    return next(one for one in panel.findChildren(ChartDialog) if one.isVisible())


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_a_chart_is_saved_as_the_command_in_its_record_draws_it(
    panel: OverviewPage, dialog: ChartDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    path = tmp_path / f"chart.{form}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    dialog.width_box.setValue(84)
    dialog.grey.setChecked(True)
    dialog.title.setText("Buckets")
    dialog.systems.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.save.click()
    end_work(panel)
    saved, record = path.read_bytes(), json.loads(Path(f"{path}.json").read_text())
    assert [record[name] for name in ("width_mm", "grey", "title", "systems")] == [84, True, "Buckets", ["plain"]]
    assert run(shlex.split(record["command"])[1:]) == 0
    assert hash(path.read_bytes()) == hash(saved)


def test_what_was_chosen_is_offered_again(
    panel: OverviewPage, dialog: ChartDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    dialog.width_box.setValue(120)
    dialog.save.click()
    QApplication.processEvents()
    offered(panel)["Chart “Scores by type”…"].trigger()
    assert next(one for one in panel.findChildren(ChartDialog) if one.isVisible()).width_box.value() == 120


def test_without_a_system_nothing_is_saved(dialog: ChartDialog) -> None:
    for row in range(dialog.systems.count()):
        dialog.systems.item(row).setCheckState(Qt.CheckState.Unchecked)
    dialog.show_preview()
    assert dialog.chosen is None
    assert not dialog.save.isEnabled()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("n_turns", [0, 1, 2])
def test_a_chart_is_saved_from_a_page_that_is_still_being_shown(window: MainWindow, qtbot: QtBot, n_turns: int) -> None:
    window.menus.action("overview").trigger()
    for _ in range(n_turns):
        QApplication.processEvents()
    page = window.workspace.page("Overview")
    assert not page.is_complete
    page.head.saving.popup(QPoint())
    texts = [action.text() for action in page.head.saving.actions()]
    entry = texts.index("Chart “F1 by bucket”…")
    QTest.mouseClick(page.head.saving, Qt.MouseButton.LeftButton, pos=_middle_of(page.head.saving, entry))
    qtbot.waitUntil(lambda: isinstance(dialog := QApplication.activeModalWidget(), ChartDialog) and dialog.close())
    page.head.saving.aboutToShow.emit()
    assert n_turns == 0 or [action.text() for action in page.head.saving.actions()] == texts


def _middle_of(menu: QMenu, entry: int) -> QPoint:
    return menu.actionGeometry(menu.actions()[entry]).center()
