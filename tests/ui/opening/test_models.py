from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.checking import check_file
from nerinspect.io.reading.preview import Preview
from nerinspect.io.request import LoadRequest
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.tables.places import PlacesModel
from nerinspect.ui.opening.file_list import FileList
from nerinspect.ui.opening.files_table import FilesModel
from nerinspect.ui.opening.open_dialog import PreviewView, preview_places
from nerinspect.ui.opening.problems import findings_of


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "a.conll").write_text("a\tB-X\nb\tI-Y,Z\n\nc\tO\nd\tLOC\n")
    return str(tmp_path / "a.conll")


@pytest.fixture
def preview(path: str) -> Preview:
    return Preview(check_file(path, "reference", LoadRequest("")))


def test_the_model_of_files_keeps_the_rules(path: str, qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    files = FileList()
    model = FilesModel(files)
    with qtbot.waitSignal(files.settled):
        files.add([path])
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    end_work(files)


def test_the_model_of_the_preview_keeps_the_rules(preview: Preview, qtmodeltester: ModelTester) -> None:
    model = PlacesModel(preview_places(preview))
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_the_model_of_findings_keeps_the_rules(path: str, preview: Preview, qtmodeltester: ModelTester) -> None:
    ((_, places),) = findings_of(check_file(path, "reference", LoadRequest("")), preview)
    model = PlacesModel(places)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    assert [places.position(row) for row in range(model.rowCount())] == [1, 4]


def test_a_row_is_spoken_with_its_column(preview: Preview) -> None:
    model = PlacesModel(preview_places(preview))
    assert model.index(1, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "Label I-Y,Z"


def test_the_same_place_stays_on_show_when_a_file_is_read_otherwise(tmp_path: Path, qtbot: QtBot) -> None:
    long = tmp_path / "long.conll"
    long.write_text("".join(f"w{number}\tO\n" for number in range(500)))
    view = PreviewView()
    qtbot.addWidget(view)
    view.show()
    view.show_preview(Preview(check_file(str(long), "reference", LoadRequest(""))))
    view.jump_to(300)
    before = view.rowAt(0)
    view.show_preview(Preview(check_file(str(long), "reference", LoadRequest(""))))
    assert before > 200
    assert view.rowAt(0) == before
