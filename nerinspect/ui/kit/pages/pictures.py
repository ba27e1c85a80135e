"""Pictures for print: on white, and as files, SVG or PNG at print quality."""

import re
from math import ceil
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import LIGHT

_DOTS_PER_INCH: Final = 300
_DOTS_PER_METRE: Final = round(_DOTS_PER_INCH / 0.0254)
_NO_XML: Final = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]"
)  # control characters in names, which Qt writes as they are
_MARGIN: Final = 12  # at a font of 13 pixels


class Picture(QWidget):
    """A picture that paints itself."""

    def __init__(self) -> None:
        super().__init__()
        colours = QPalette()
        colours.setColor(QPalette.ColorRole.Window, LIGHT.base)
        self.setPalette(colours)
        self.setAutoFillBackground(True)
        self.unit = unit_of(self.font())
        self.detail, self.caption = scaled_font(self.font(), DETAIL), scaled_font(self.font(), CAPTION)
        self.bold = scaled_font(self.font(), DETAIL, is_bold=True)

    def fit(self, width: float, height: float) -> None:
        """Be so large, in units and without the margin."""
        self.resize(ceil((width + 2 * _MARGIN) * self.unit), ceil((height + 2 * _MARGIN) * self.unit))

    @property
    def inner_width(self) -> float:
        """The width without the margin, in units."""
        return self.width() / self.unit - 2 * _MARGIN

    def draw(self, painter: QPainter) -> None:
        """Paint everything, in units from the inner edge of the margin."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint everything."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(_MARGIN * self.unit, _MARGIN * self.unit)
        self.draw(painter)
        painter.end()

    def rect_at(self, x: float, y: float, width: float, height: float) -> QRectF:
        """Scale a rectangle given in units."""
        return QRectF(x * self.unit, y * self.unit, width * self.unit, height * self.unit)


def advance(font: QFont, text: str) -> float:
    """Measure a line of text."""
    return QFontMetricsF(font).horizontalAdvance(text)


def picture_bytes(widget: QWidget, form: str, title: str, description: str) -> bytes:
    """Draw a picture of a widget.

    Parameters
    ----------
    widget : QWidget
        In the size and the colours that the picture is to have; need not be on screen.
    form : str
        `svg` or `png`.
    title, description : str
        What an SVG says of itself.
    """
    return png_bytes(widget) if form == "png" else svg_bytes(widget, title, description)


def svg_bytes(widget: QWidget, title: str, description: str = "") -> bytes:
    """Draw a widget as SVG."""
    from PySide6.QtSvg import QSvgGenerator  # loaded with the first picture

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(widget.logicalDpiX())  # else everything is scaled to 72 dots an inch
    generator.setSize(widget.size())
    generator.setViewBox(QRect(QPoint(0, 0), widget.size()))
    generator.setTitle(title)
    generator.setDescription(description)
    _render(widget, QPainter(generator))
    return _NO_XML.sub(b" ", buffer.data().data())


def png_bytes(widget: QWidget) -> bytes:
    """Draw a widget as PNG, at 300 dots an inch."""
    scale = _DOTS_PER_INCH / widget.logicalDpiX()
    image = QImage(widget.size() * scale, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(_DOTS_PER_METRE)
    image.setDotsPerMeterY(_DOTS_PER_METRE)
    image.fill(LIGHT.base)
    painter = QPainter(image)
    painter.scale(scale, scale)
    _render(widget, painter)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(content.data())


def _render(widget: QWidget, painter: QPainter) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    widget.show()  # lays out what was never shown
    widget.render(painter, QPoint())
    painter.end()
    widget.hide()
