from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.theme.marks import paint_focus_ring, thin_scroll_bars
from nerinspect.ui.theme.themes import LIGHT


def test_a_ring_covers_the_edge_and_leaves_the_inside_alone(qapp: object) -> None:
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setBrush(Qt.GlobalColor.black)  # as left behind by what was painted before
    paint_focus_ring(painter, LIGHT, 1, QRectF(0, 0, 40, 20))
    painter.end()
    assert image.pixelColor(0, 10) == image.pixelColor(39, 10) == LIGHT.accent
    assert image.pixelColor(20, 10) == Qt.GlobalColor.white


def test_bars_are_thin_where_there_may_be_any(qtbot: QtBot) -> None:
    holder, area = QWidget(), QScrollArea()
    qtbot.addWidget(holder)
    QVBoxLayout(holder).addWidget(area)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    thick = area.verticalScrollBar().sizeHint().width()
    thin_scroll_bars(holder)
    assert area.verticalScrollBar().sizeHint().width() < thick
    assert not area.horizontalScrollBar().styleSheet()  # each takes its time, and this one is never seen
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    thin_scroll_bars(area)
    assert area.horizontalScrollBar().sizeHint().height() < thick
