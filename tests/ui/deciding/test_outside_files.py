"""Reviews and projects of others: what they name outside their folder is asked about before it is opened."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.review.opening import make_review
from nerinspect.ui.window.window import MainWindow
from tests.ui.deciding.conftest import REFERENCE, RICH


@pytest.fixture
def request_in(tmp_path: Path) -> LoadRequest:
    for name, text in (("ref", REFERENCE), ("rich", RICH)):
        (tmp_path / f"{name}.conll").write_text(text)
    return LoadRequest(str(tmp_path / "ref.conll"), (str(tmp_path / "rich.conll"),))


@pytest.fixture
def sent(request_in: LoadRequest, tmp_path: Path) -> str:
    """Receive a review whose files are elsewhere."""
    (tmp_path / "sent").mkdir()
    make_review(str(tmp_path / "a.nerinspect"), request_in, load_study(request_in))
    return shutil.copy(tmp_path / "a.nerinspect", str(tmp_path / "sent" / "a.nerinspect"))


def open_them(window: MainWindow) -> None:
    [button] = [one for one in window.message.findChildren(QPushButton) if one.text() == "Open them"]
    button.click()


def test_a_review_asks_once(empty_window: MainWindow, sent: str, request_in: LoadRequest, qtbot: QtBot) -> None:
    empty_window.reviews.open(sent)
    assert f"names files outside its folder: {request_in.reference}" in empty_window.message.text
    assert not empty_window.opener.loader.is_loading
    open_them(empty_window)
    qtbot.waitUntil(lambda: empty_window.document.study is not None and empty_window.reviews.is_settled)
    assert empty_window.reviews.reviewing.path == sent
    empty_window.reviews.reviewing.end()
    empty_window.reviews.open(sent)
    assert empty_window.opener.loader.is_loading
    qtbot.waitUntil(lambda: empty_window.reviews.is_settled)


def test_a_review_made_here_is_not_asked_about(
    empty_window: MainWindow, sent: str, request_in: LoadRequest, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(Path(sent).with_name("own.nerinspect"))
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_a, **_k: (path, ""))
    empty_window.opener.show(load_study(request_in), request_in, "")
    empty_window.menus.action("new_review").trigger()
    qtbot.waitUntil(lambda: empty_window.reviews.is_settled)
    empty_window.reviews.reviewing.end()
    empty_window.reviews.open(path)
    assert empty_window.opener.loader.is_loading
    qtbot.waitUntil(lambda: empty_window.reviews.is_settled)


def test_a_project_asks_once(empty_window: MainWindow, sent: str, qtbot: QtBot) -> None:
    path = str(Path(sent).with_name("p.toml"))
    Path(path).write_text('[[data]]\nreference = "../ref.conll"\npredictions = ["../rich.conll"]\n')
    empty_window.projects.open(path)
    assert "names files outside its folder" in empty_window.message.text
    assert empty_window.projects.session is None
    open_them(empty_window)
    qtbot.waitUntil(lambda: empty_window.projects.panel is not None and not empty_window.projects.is_reading)
    empty_window.projects.open(path)
    assert empty_window.message.text == ""
    qtbot.waitUntil(lambda: not empty_window.projects.is_reading)
