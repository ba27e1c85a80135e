import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.theme.themes import LIGHT


@pytest.fixture
def font(qapp: QApplication) -> QFont:
    return qapp.font()


def inked_columns(font: QFont, rect: QRectF, text: str, elide: Qt.TextElideMode) -> list[int]:
    """Paint black on white; give the columns of the picture that are no longer white."""
    image = QImage(200, 30, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    draw_text(painter, font, LIGHT.text, rect, text, elide=elide)
    painter.end()
    return [x for x in range(200) if any(image.pixelColor(x, y).red() < 200 for y in range(30))]


def test_a_text_that_does_not_fit_is_cut(font: QFont) -> None:
    assert max(inked_columns(font, QRectF(0, 0, 60, 30), "8" * 15, Qt.TextElideMode.ElideRight)) <= 60


def test_a_number_is_never_cut(font: QFont) -> None:
    width = QFontMetricsF(font).horizontalAdvance("88,888")
    columns = inked_columns(font, QRectF(0, 0, width - 1, 30), "88,888", Qt.TextElideMode.ElideNone)
    assert max(columns) >= width - 3
