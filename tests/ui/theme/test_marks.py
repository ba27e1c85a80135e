from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from nerinspect.ui.theme.marks import paint_focus_ring
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
