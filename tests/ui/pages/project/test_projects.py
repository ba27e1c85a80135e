"""Projects open as a page, come back, and open their data sets in windows of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMenu, QSpinBox
from pytestqt.qtbot import QtBot

from nerinspect.errors import NerinspectError
from nerinspect.io.projects import read_project
from nerinspect.io.request import LoadRequest
from nerinspect.io.signature import read_signature
from nerinspect.settings import AnalysisChoice
from nerinspect.ui.app import Windows, run_window
from nerinspect.ui.desk.views import DIAGNOSIS, EVENTS_VIEW
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.pages.project.data_sets import DataSetDoor
from nerinspect.ui.pages.project.page import ProjectPage
from nerinspect.ui.pages.project.scores_by_data_set import PairTable
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow

Start = Callable[[], Windows]
PROJECT = """\
[[data]]
name = "pcm"
reference = "ref"
predictions = ["rich=good", "poor=bad"]
training = "ref"

[[data]]
name = "ewe"
reference = "ref"
predictions = ["poor=bad"]
"""


@pytest.fixture
def project(tmp_path: Path) -> str:
    (tmp_path / "ref").write_text("Rome B-LOC\n, O\nAnn B-PER\n")
    (tmp_path / "good").write_text("Rome B-LOC\n, O\nAnn B-PER\n")
    (tmp_path / "bad").write_text("Rome O\n, O\nAnn B-PER\n")
    (tmp_path / "languages.toml").write_text(PROJECT)
    return str(tmp_path / "languages.toml")


def opened(window: MainWindow, path: str, qtbot: QtBot) -> None:
    window.projects.open(path)
    wait_for(window, qtbot)


def wait_for(window: MainWindow, qtbot: QtBot) -> None:
    reads = window.projects
    qtbot.waitUntil(lambda: reads.panel is not None and not reads.is_reading)


def click_door(window: MainWindow, door: DataSetDoor) -> None:
    assert window.projects.panel is not None
    window.projects.panel.findChildren(PairTable)[0].data_set_opened.emit(door)


def test_a_number_opens_its_data_set_in_a_window_of_its_own(start: Start, project: str, qtbot: QtBot) -> None:
    windows = start()
    opened(windows.open[0], project, qtbot)
    click_door(windows.open[0], DataSetDoor(0, "bucket:eLen=XS", 1, 0))
    qtbot.waitUntil(lambda: windows.open[-1].document.study is not None)
    assert len(windows.open) == 2
    document = windows.open[1].document
    assert (document.query, document.prediction, document.compared) == ("bucket:eLen=XS", 1, 0)
    assert windows.open[1].workspace.view_name == EVENTS_VIEW


def test_the_next_number_of_a_data_set_opens_in_the_same_window(start: Start, project: str, qtbot: QtBot) -> None:
    windows = start()
    opened(windows.open[0], project, qtbot)
    click_door(windows.open[0], DataSetDoor(1, "kind:fn"))
    qtbot.waitUntil(lambda: windows.open[-1].document.study is not None)
    click_door(windows.open[0], DataSetDoor(1, "kind:tp", view=DIAGNOSIS))
    assert len(windows.open) == 2
    assert windows.open[1].document.query == "kind:tp"
    assert windows.open[1].workspace.view_name == DIAGNOSIS


def test_the_diagnosis_behind_a_number_has_as_many_buckets(start: Start, project: str, qtbot: QtBot) -> None:
    windows = start()
    opened(windows.open[0], project, qtbot)
    panel = windows.open[0].projects.panel
    assert panel is not None
    number = panel.findChildren(QSpinBox)[0]
    number.setValue(3)
    click_door(windows.open[0], DataSetDoor(0, view=DIAGNOSIS))
    qtbot.waitUntil(lambda: windows.open[-1].document.study is not None)
    diagnosis = windows.open[1].workspace.page("Diagnosis")
    assert diagnosis.findChildren(QSpinBox)[0].value() == 3
    diagnosis.findChildren(QSpinBox)[0].setValue(5)
    assert number.value() == 5


def test_a_project_comes_back_and_is_among_the_recent_files(start: Start, project: str, qtbot: QtBot) -> None:
    windows = start()
    opened(windows.open[0], project, qtbot)
    windows.quit()
    [window] = start().open
    wait_for(window, qtbot)
    assert window.windowTitle() == "languages.toml – nerinspect"
    recent = window.menus.action("recent").menu()
    assert isinstance(recent, QMenu)
    assert [action.text().split("   in ")[0] for action in recent.actions()] == ["languages.toml: project"]


def test_a_project_beside_open_files_has_a_window_of_its_own(start: Start, project: str, qtbot: QtBot) -> None:
    windows = start()
    with qtbot.waitSignal(windows.open[0].session_opened):
        windows.open[0].open_files(sample_request())
    windows.open[0].projects.open(project)
    qtbot.waitUntil(lambda: len(windows.open) == 2)
    wait_for(windows.open[1], qtbot)
    assert windows.open[0].projects.panel is None


def test_files_take_the_place_of_a_project(start: Start, project: str, qtbot: QtBot) -> None:
    [window] = start().open
    opened(window, project, qtbot)
    with qtbot.waitSignal(window.session_opened):
        window.open_files(sample_request())
    assert window.projects.panel is None
    assert window.workspace.isVisible()
    qtbot.waitUntil(lambda: not window.findChildren(ProjectPage))
    window.document.choose_analysis(AnalysisChoice(n_buckets=6))  # which the page that is gone followed
    assert window.document.analysis.n_buckets == 6


def test_a_file_that_is_no_project_is_told_calmly(empty_window: MainWindow, project: str) -> None:
    Path(project).write_text("[[data]]\n")
    empty_window.projects.open(project)
    assert "data set 1 names no reference" in empty_window.message.text
    assert empty_window.projects.panel is None


def test_open_files_are_added_to_a_project(
    empty_window: MainWindow, project: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = LoadRequest(str(tmp_path / "ref"), (f"rich={tmp_path}/good",), repair="conlleval")
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (project.removesuffix(".toml"), ""))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("hau", True))
    empty_window.menus.action("add_to_project").trigger()
    assert "hau was added to languages.toml, which names 3 data sets" in empty_window.message.text
    assert read_project(project).data_sets[2].request == request
    assert Path(project).read_text().startswith(PROJECT)


def test_a_picture_shows_a_project_once_it_is_read(project: str, tmp_path: Path) -> None:
    path = tmp_path / "window.png"
    assert run_window(LoadRequest(project), None, str(path)) == 0
    assert not QImage(str(path)).isNull()
    with pytest.raises(NerinspectError, match="there is no such file"):
        run_window(LoadRequest(str(tmp_path / "nowhere.toml")), None, str(path))


def test_choices_beside_a_project_are_refused(project: str, tmp_path: Path) -> None:
    for request, query in ((LoadRequest(project, repair="conlleval"), None), (LoadRequest(project), "kind:fn")):
        with pytest.raises(NerinspectError, match="is a project, which is opened by itself"):
            run_window(request, query, str(tmp_path / "window.png"))


def test_a_dropped_project_opens(empty_window: MainWindow, project: str, qtbot: QtBot) -> None:
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(project)])
    place, nothing = QPointF(9, 9), Qt.KeyboardModifier.NoModifier
    empty_window.dropEvent(QDropEvent(place, Qt.DropAction.CopyAction, files, Qt.MouseButton.LeftButton, nothing))
    wait_for(empty_window, qtbot)


def test_a_project_is_picked_like_any_file(
    empty_window: MainWindow, project: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: ([project], ""))
    empty_window.opener.ask()
    wait_for(empty_window, qtbot)
    assert empty_window.findChildren(OpenDialog) == []


def test_a_project_among_further_predictions_has_a_window_of_its_own(
    start: Start, project: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = start()
    with qtbot.waitSignal(windows.open[0].session_opened):
        windows.open[0].open_files(sample_request())
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: ([project], ""))
    windows.open[0].opener.ask_predictions()
    qtbot.waitUntil(lambda: len(windows.open) == 2)
    wait_for(windows.open[1], qtbot)


def test_the_signature_of_a_project_is_copied(empty_window: MainWindow, project: str, qtbot: QtBot) -> None:
    opened(empty_window, project, qtbot)
    empty_window.menus.action("copy_signature").trigger()
    assert read_signature(QApplication.clipboard().text())["table"] == "project"
