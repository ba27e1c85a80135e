"""A small study with errors of two systems, reviewed in a window."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.window.window import MainWindow
from tests.ui.deciding.review_part_parts import Heard

REFERENCE = "No O\none O\n\nin O\nUpper B-LOC\nElm I-LOC\nmet O\nInes O\n\nUlm B-LOC\n"
RICH = "No O\none B-PER\n\nin O\nUpper B-LOC\nElm O\nmet O\nInes B-PER\n\nUlm B-LOC\n"
PLAIN = "No O\none O\n\nin B-LOC\nUpper I-LOC\nElm I-LOC\nmet O\nInes O\n\nUlm B-ORG\n"


@pytest.fixture
def reviewed(empty_window: MainWindow, tmp_path: Path, path: str) -> MainWindow:
    """Show the errors of the first of two systems; the first decision is kept in a new file."""
    paths = {}
    for name, text in {"reference": REFERENCE, "rich": RICH, "plain": PLAIN}.items():
        paths[name] = str(tmp_path / f"{name}.conll")
        Path(paths[name]).write_text(text, encoding="utf-8")
    request = LoadRequest(paths["reference"], (paths["rich"], paths["plain"]))
    empty_window.opener.show(load_study(request), request, "")
    empty_window.document.select_query("")
    return empty_window


Settle = Callable[[], None]
OpenReview = Callable[[str], MainWindow]


@pytest.fixture
def open_again(qtbot: QtBot) -> OpenReview:
    """Open a review in another window, as another program would."""

    def open_again(path: str) -> MainWindow:
        window = MainWindow()
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        window.reviews.open(path)
        qtbot.waitUntil(lambda: window.document.study is not None and window.reviews.is_settled)
        return window

    return open_again


@pytest.fixture
def settle(reviewed: MainWindow, qtbot: QtBot) -> Settle:
    """Wait until decisions are on show."""

    def settle() -> None:
        qtbot.waitUntil(lambda: reviewed.reviews.is_settled)
        QApplication.processEvents()

    return settle


@pytest.fixture
def part(qtbot: QtBot) -> ReviewPart:
    """Show the part as narrow as the details are."""
    part = ReviewPart()
    qtbot.addWidget(part)
    part.resize(308, part.sizeHint().height())
    part.set_ready(True)
    with qtbot.waitActive(part):
        part.show()
        part.activateWindow()
    return part


@pytest.fixture
def heard(part: ReviewPart) -> Heard:
    """Collect what the part tells."""
    told: Heard = []
    part.verdict_chosen.connect(lambda verdict: told.append(("verdict", verdict)))
    part.causes_chosen.connect(lambda causes: told.append(("causes", causes)))
    part.flag_chosen.connect(lambda flag: told.append(("flag", flag)))
    part.note_chosen.connect(lambda note: told.append(("note", note)))
    part.left.connect(lambda: told.append(("left", None)))
    return told
