from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.strips import ProgressStrip

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def strip(qtbot: QtBot) -> ProgressStrip:
    strip = ProgressStrip()
    qtbot.addWidget(strip)
    strip.begin("Reading")
    return strip


def label(strip: ProgressStrip) -> str:
    return "".join(child.text() for child in strip.findChildren(QLabel))


def share(strip: ProgressStrip) -> float:
    bar = strip.findChild(QProgressBar)
    assert isinstance(bar, QProgressBar)
    return bar.value() / bar.maximum() if bar.maximum() else -1


def test_it_is_hidden_until_work_begins(qtbot: QtBot) -> None:
    strip = ProgressStrip()
    qtbot.addWidget(strip)
    assert strip.isHidden()


def test_begun_work_is_shown_without_an_end(strip: ProgressStrip) -> None:
    assert strip.isVisible()
    assert (label(strip), share(strip)) == ("Reading …", -1)


def test_progress_is_told_in_tokens(strip: ProgressStrip) -> None:
    strip.show_progress(500_000, 2_000_000)
    assert (label(strip), share(strip)) == ("Reading: 500,000 of about 2,000,000 tokens", 0.25)


def test_progress_is_told_in_other_things(strip: ProgressStrip) -> None:
    strip.show_progress(1, 2, "events")
    assert label(strip).endswith("1 of about 2 events")


def test_more_tokens_than_a_bar_can_count_are_shown(strip: ProgressStrip) -> None:
    strip.show_progress(3_000_000_000, 6_000_000_000)
    assert share(strip) == 0.5


def test_what_follows_is_told_once_all_is_read(strip: ProgressStrip) -> None:
    strip.begin("Reading", then="Aligning")
    strip.show_progress(1, 2)
    assert label(strip).startswith("Reading: 1 of")
    strip.show_progress(2, 2)
    assert (label(strip), share(strip)) == ("Aligning …", -1)


def test_new_work_begins_without_an_end(strip: ProgressStrip) -> None:
    strip.show_progress(1, 2)
    strip.begin("Writing")
    assert (label(strip), share(strip)) == ("Writing …", -1)


def test_cancel_is_told(strip: ProgressStrip, press_button: PressButton, qtbot: QtBot) -> None:
    with qtbot.waitSignal(strip.cancelled):
        press_button(strip, "Cancel")
