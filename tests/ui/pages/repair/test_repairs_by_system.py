import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.repair.page import RepairPage
from nerinspect.ui.pages.repair.tried_repairs import SYSTEMS
from tests.ui.table_pages import asked_by

MakePage = Callable[[LoadRequest], RepairPage]


@pytest.fixture
def make_page(qtbot: QtBot, desk: Desk) -> Iterator[MakePage]:
    made = []

    def make(request: LoadRequest) -> RepairPage:
        page = RepairPage(desk)
        made.append(page)
        qtbot.addWidget(page)
        page.resize(1300, 800)
        page.look_at(Look(load_study(request), request))
        with qtbot.waitExposed(page):
            page.show()
        qtbot.waitUntil(lambda: page.is_complete)
        return page

    yield make
    for page in made:
        end_work(page)


@pytest.fixture
def runs(request_: LoadRequest) -> LoadRequest:
    """Ask for both files as runs of one system."""
    paths = [path.partition("=")[2] for path in request_.predictions]
    return replace(request_, predictions=tuple(f"mbert={path}" for path in paths))


def texts(page: RepairPage) -> list[list[str]]:
    model = page.systems.numbers
    return [[model.index(row, n).data() for n in range(model.columnCount())] for row in range(model.rowCount())]


def click(page: RepairPage, row: int, column: int) -> None:
    page.systems.setCurrentIndex(page.systems.numbers.index(row, column))
    QTest.keyClick(page.systems, Qt.Key.Key_Return)


def test_systems_stand_in_rows_with_the_mean_of_their_runs(make_page: MakePage, runs: LoadRequest) -> None:
    page = make_page(runs)
    assert texts(page) == [
        ["mbert", "1 (1.41)", "68.57 (16.16)", "60.00 (28.28)", "−8.57 (12.12)", "1.000", "0.5", "0", "0.5"]
    ]
    click(page, 0, 0)
    assert [row[:2] for row in texts(page)[1:]] == [["run 1", "2"], ["run 2", "0"]]


def test_numbers_of_a_run_open_its_events_or_turn_to_its_labels(make_page: MakePage, runs: LoadRequest) -> None:
    page = make_page(runs)
    chooser, asked = page.findChild(QComboBox), asked_by(page)
    assert chooser is not None
    click(page, 0, 0)
    click(page, 2, 1)
    assert (chooser.currentText(), asked) == ("mbert run 2: no invalid transition", [])
    click(page, 1, 3)
    assert (chooser.currentText(), asked) == ("mbert run 1: 2 invalid transitions", [])
    click(page, 1, 2)
    assert asked == [Door("kind:tp,fp,fn,le,be,lbe", 0)]


def test_it_is_there_only_where_something_can_be_compared(make_page: MakePage, request_: LoadRequest) -> None:
    assert SYSTEMS in make_page(request_).titles
    assert SYSTEMS not in make_page(replace(request_, predictions=request_.predictions[:1])).titles
    assert SYSTEMS not in make_page(replace(request_, predictions=request_.predictions[1:] * 2)).titles


def test_the_layout_for_papers_is_what_the_command_prints(
    make_page: MakePage, runs: LoadRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, path = make_page(replace(runs, repair="discard")), tmp_path / "repairs.tex"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))
    page.take_away.save("F1 by repair")
    command = json.loads(Path(f"{path}.json").read_text())["command"]
    assert command.split()[1] == "repair"
    printed = tmp_path / "printed.tex"
    assert run([*command.split()[1:], "-o", str(printed)]) == 0
    assert printed.read_bytes() == path.read_bytes()
