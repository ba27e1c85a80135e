from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QPixmap
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import nerinspect.ui
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, choose_theme, current_theme


class Line(Styled, QLabel):
    """Notes what it was styled with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seen: list[tuple[bool, float]] = []
        self.setFont(sized(20))

    def _restyle(self) -> None:
        self.seen.append((current_theme().is_dark, self.unit * 13))


class LongerLine(Line):
    """Has something more to style, which is made last."""

    def __init__(self) -> None:
        super().__init__()
        self.setFont(sized(26))
        self.below = QLabel(self)

    def _restyle(self) -> None:
        super()._restyle()
        self.below.setFont(sized(round(13 * self.unit / 2)))


def sized(pixels: int) -> QFont:
    font = QApplication.font()
    font.setPixelSize(pixels)
    return font


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    before = qapp.font()
    choose_theme(qapp, LIGHT)
    yield qapp
    qapp.setFont(before)
    choose_theme(qapp, None)


def test_a_widget_is_styled_once_when_all_of_it_is_made(app: QApplication, qtbot: QtBot) -> None:
    line = LongerLine()
    qtbot.addWidget(line)
    assert line.seen == [(False, 26)]
    assert line.below.font().pixelSize() == 13


def test_a_widget_follows_the_font(app: QApplication, qtbot: QtBot) -> None:
    line = LongerLine()
    qtbot.addWidget(line)
    line.setFont(sized(52))
    assert line.seen[1:] == [(False, 52)]
    assert line.below.font().pixelSize() == 26


def test_a_widget_follows_the_colours(app: QApplication, qtbot: QtBot) -> None:
    line = Line()
    qtbot.addWidget(line)
    line.show()
    choose_theme(app, DARK)
    QApplication.processEvents()
    assert line.seen[-1] == (True, 20)


def test_a_widget_follows_the_font_of_what_it_stands_in(app: QApplication, qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    line = Line(around)
    line.setFont(QFont())
    around.setFont(sized(39))
    assert line.seen[-1] == (False, 39)
    assert line.unit == 3


def test_every_widget_follows_colours_and_fonts_in_this_way() -> None:
    folder = Path(nerinspect.ui.__file__).parent
    others = [path for path in folder.rglob("*.py") if "def changeEvent" in path.read_text(encoding="utf-8")]
    assert others == [folder / "kit" / "styled.py"]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.usefixtures("drawn_as_the_program_is")
def test_faces_of_buttons_and_boxes_are_flat(qapp: QApplication, qtbot: QtBot, theme: Theme) -> None:
    choose_theme(qapp, theme)
    for made in (QPushButton(), QComboBox()):
        qtbot.addWidget(made)
        made.resize(100, 30)
        image = made.grab().toImage()
        assert {image.pixelColor(20, y).name() for y in range(3, 27)} == {theme.button.name()}
    choose_theme(qapp, None)


@pytest.mark.usefixtures("drawn_as_the_program_is")
def test_buttons_of_dialogs_have_words_alone_on_every_desktop(qtbot: QtBot) -> None:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    [button] = box.buttons()
    button.setIcon(QPixmap(8, 8))
    box.show()
    assert button.icon().isNull()
