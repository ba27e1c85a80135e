from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.io.request import LoadRequest
from nerinspect.settings import Session
from nerinspect.ui.window.opener import StartPage

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def page(qtbot: QtBot) -> StartPage:
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(600, 400)
    page.show()
    return page


@pytest.mark.parametrize(("text", "signal"), [("Open…", "open_requested"), ("Open the sample", "sample_requested")])
def test_both_ways_to_begin_are_offered(
    page: StartPage, press_button: PressButton, qtbot: QtBot, text: str, signal: str
) -> None:
    with qtbot.waitSignal(getattr(page, signal)):
        press_button(page, text)


def session(name: str) -> Session:
    return Session(LoadRequest(f"/data/{name}.conll", ("flair=/data/flair.conll",)))


def test_a_recent_session_is_asked_for(page: StartPage, press_button: PressButton, qtbot: QtBot) -> None:
    page.show_recent([session("a"), session("b")])
    with qtbot.waitSignal(page.session_requested) as caught:
        press_button(page, "b.conll: flair   in /data")
    assert caught.args == [session("b")]


def test_recent_sessions_are_replaced(page: StartPage) -> None:
    page.show_recent([session("a"), session("b")])
    page.show_recent([session("c")])
    assert [button.text() for button in page.findChildren(QToolButton)] == ["c.conll: flair   in /data"]


def test_recent_sessions_of_the_same_files_are_told_apart(page: StartPage) -> None:
    one = session("a")
    page.show_recent([one, replace(one, request=replace(one.request, training="/data/train.conll")), session("b")])
    assert [button.text() for button in page.findChildren(QToolButton)] == [
        "a.conll: flair   in /data, no training data",
        "a.conll: flair   in /data, training train.conll",
        "b.conll: flair   in /data",
    ]
