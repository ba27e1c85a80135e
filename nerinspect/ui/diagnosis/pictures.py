"""Pictures of differences and heat maps for print: on white, with everything written that a reader needs."""

from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from nerinspect.ui.diagnosis.cell_painting import paint_difference, paint_legend, paint_shaded
from nerinspect.ui.diagnosis.differences import BarCell, Differences
from nerinspect.ui.diagnosis.heat_map import HeatMap
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import LIGHT

_MARGIN, _ROW, _GAP, _HEAD = 12, 22, 20, 26  # at a font of 13 pixels
_NAME, _BAR, _NUMBER, _SCORE, _LEGEND = 60, 170, 64, 70, 150
_N_COLUMNS: Final = 3
_RIGHT, _WHOLE = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone


class Picture(QWidget):
    """A picture that paints itself."""

    def __init__(self) -> None:
        super().__init__()
        colours = QPalette()
        colours.setColor(QPalette.ColorRole.Window, LIGHT.base)
        self.setPalette(colours)
        self.setAutoFillBackground(True)
        self.unit = font_size(self.font()) / 13
        self.detail, self.caption = scaled_font(self.font(), DETAIL), scaled_font(self.font(), CAPTION)
        self.bold = scaled_font(self.font(), DETAIL, is_bold=True)

    def fit(self, width: float, height: float) -> None:
        """Be so large, in units and without the margin."""
        self.resize(ceil((width + 2 * _MARGIN) * self.unit), ceil((height + 2 * _MARGIN) * self.unit))

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


class DifferencePicture(Picture):
    """The bars of all attributes."""

    def __init__(self, differences: Differences) -> None:
        super().__init__()
        self._differences, limit = differences, differences.limit
        self._rows = [differences.rows(place, limit) for place in range(len(differences.diagnosed.tables))]
        names = [group.head.name for groups in self._rows for group in groups]
        self._name = min(max([_NAME, *(advance(self.detail, name) / self.unit + 8 for name in names)]), 2 * _NAME)
        self._width = self._name + _BAR + _NUMBER
        self._tops, height = [], float(_HEAD)
        for first in range(0, len(self._rows), _N_COLUMNS):
            self._tops.append(height)
            height += _HEAD + _ROW * max(map(len, self._rows[first : first + _N_COLUMNS])) + _GAP
        self.fit(_N_COLUMNS * (self._width + _GAP) - _GAP, height - _GAP)

    def draw(self, painter: QPainter) -> None:
        """Paint a title, and each attribute below its name."""
        a, b = self._differences.names
        reach = f"{100 * self._differences.limit:.2f}"
        said = f"F1 of {a} minus F1 of {b}; to the right where {a} is better; to ±{reach}; bold: largest, smallest"
        whole = self.rect_at(0, 0, _N_COLUMNS * (self._width + _GAP) - _GAP, _ROW)
        draw_text(painter, self.caption, LIGHT.text2, whole, said)
        for number, groups in enumerate(self._rows):
            attribute = self._differences.diagnosed.tables[number].attribute
            x, y = (number % _N_COLUMNS) * (self._width + _GAP), self._tops[number // _N_COLUMNS]
            head = self.rect_at(x, y, self._width, _HEAD)
            draw_text(painter, self.bold, LIGHT.text, head, attribute.name)
            head.adjust(advance(self.bold, f"{attribute.name}  "), 0, 0, 0)
            meant = "" if attribute.meaning == attribute.name else attribute.meaning
            in_tokens = "counted in tokens" if attribute.unit == "token" else ""
            draw_text(painter, self.caption, LIGHT.text2, head, ", ".join(filter(None, (meant, in_tokens))))
            for place, group in enumerate(groups):
                top = y + _HEAD + place * _ROW
                bar, value, mark = group.head.cells[1:4]
                assert isinstance(bar, BarCell), "the first of these columns"
                name = self.rect_at(x, top, self._name, _ROW)
                draw_text(painter, self.detail, LIGHT.text, name, group.head.name)
                place_of_bar = self.rect_at(x + self._name, top, _BAR, _ROW)
                paint_difference(painter, LIGHT, place_of_bar, bar.reach, self.unit)
                number_rect = self.rect_at(x + self._name + _BAR, top, _NUMBER, _ROW)
                font = self.bold if mark.text else self.detail
                draw_text(painter, font, LIGHT.text, number_rect, value.text, _RIGHT, elide=_WHOLE)


class HeatPicture(Picture):
    """The scores of one attribute."""

    def __init__(self, heat_map: HeatMap) -> None:
        super().__init__()
        self._map = heat_map
        names = heat_map.bucket_names
        self._score = max([_SCORE, *(advance(self.caption, name) / self.unit + 10 for name in names)])
        self._name = max(advance(self.detail, system) / self.unit + 10 for system in heat_map.diagnosed.systems)
        n_systems = len(heat_map.diagnosed.systems)
        width = max(self._name + self._score * len(names), 3 * _LEGEND)
        self.fit(width, 2 * _HEAD + _ROW * n_systems)

    def draw(self, painter: QPainter) -> None:
        """Paint the attribute with the scale, the buckets, and each system."""
        low, high = self._map.diagnosed.range_shown
        width = self.width() / self.unit - 2 * _MARGIN
        attribute = self._map.diagnosed.bucketings[self._map.attribute].attribute
        title = f"F1 by {attribute.name}, {attribute.meaning}"
        draw_text(painter, self.bold, LIGHT.text, self.rect_at(0, 0, width - _LEGEND, _ROW), title)
        painter.setFont(self.caption)
        ends = (f"{100 * low:.0f}", f"{100 * high:.0f}")
        paint_legend(painter, LIGHT, self.caption, self.rect_at(width - _LEGEND, 0, _LEGEND, _ROW), ends)
        for place, name in enumerate(self._map.bucket_names):
            head = self.rect_at(self._name + place * self._score, _HEAD, self._score, _HEAD)
            head.adjust(0, 0, -_ROW / 4 * self.unit, 0)
            draw_text(painter, self.caption, LIGHT.text2, head, name, Qt.AlignmentFlag.AlignRight)
        for system, name in enumerate(self._map.diagnosed.systems):
            top = 2 * _HEAD + system * _ROW
            draw_text(painter, self.detail, LIGHT.text, self.rect_at(0, top, self._name, _ROW), name)
            for place, cell in enumerate(self._map.cells(system)):
                rect = self.rect_at(self._name + place * self._score, top, self._score, _ROW)
                paint_shaded(painter, LIGHT, self.detail, rect, cell.text, cell.shade)


def advance(font: QFont, text: str) -> float:
    """Measure a line of text."""
    return QFontMetricsF(font).horizontalAdvance(text)
