"""Pictures of the page of comparisons for print: differences with their intervals, and who has which mentions."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter

from nerinspect.ui.comparison_page.drawn_tables import IntervalCell, RightCell
from nerinspect.ui.diagnosis.pictures import Picture, advance
from nerinspect.ui.overview.cells import TableRow
from nerinspect.ui.painting.interval import paint_interval
from nerinspect.ui.painting.recall_dots import paint_dot
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import BAR_HEIGHT
from nerinspect.ui.theme import LIGHT

_ROW, _HEAD, _INDENT, _GAP = 22, 26, 12, 10  # at a font of 13 pixels
_PLOT, _NUMBER, _SHARE, _DOT, _RADIUS = 220, 64, 120, 26, 3.6
_RIGHT, _WHOLE = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
_MEANING: Final = "A minus B in points; the line holds the middle 95 % of drawn sentences"
_DOTS_MEANING: Final = "reference mentions by who has them exactly; a filled dot is right, a hollow one wrong"


class IntervalPicture(Picture):
    """The difference of each pair as a dot on its interval, all on one axis.

    Parameters
    ----------
    rows : sequence of TableRow
        Those of `pair_groups`.
    """

    def __init__(self, rows: Sequence[TableRow]) -> None:
        super().__init__()
        self._rows = rows
        self._name = max(advance(self._font(row), row.name) / self.unit + _INDENT * row.depth for row in rows) + _GAP
        self._texts = [(row.cells[3].text, f"{row.cells[5].text} to {row.cells[6].text}") for row in rows]
        self._interval = max(advance(self.bold, text) for _, text in self._texts) / self.unit + _GAP
        width = max(self._name + _PLOT + _NUMBER + self._interval, advance(self.caption, _MEANING) / self.unit)
        self.fit(width, _HEAD + _ROW * len(rows))

    def draw(self, painter: QPainter) -> None:
        """Paint what the dots mean, then each row."""
        draw_text(painter, self.caption, LIGHT.text2, self.rect_at(0, 0, self.width() / self.unit, _ROW), _MEANING)
        for place, (row, (difference, interval)) in enumerate(zip(self._rows, self._texts, strict=True)):
            top, font, ink = _HEAD + _ROW * place, self._font(row), LIGHT.text3 if row.is_dim else LIGHT.text
            drawn = row.cells[4]
            assert isinstance(drawn, IntervalCell), "the column that draws"
            name = self.rect_at(_INDENT * row.depth, top, self._name - _INDENT * row.depth, _ROW)
            draw_text(painter, font, ink, name, row.name)
            plot = self.rect_at(self._name, top, _PLOT, _ROW)
            paint_interval(painter, LIGHT, plot, drawn.limits, drawn.spread, ink, self.unit)
            for text, left, width in (
                (difference, self._name + _PLOT, _NUMBER),
                (interval, self._name + _PLOT + _NUMBER, self._interval),
            ):
                draw_text(painter, font, ink, self.rect_at(left, top, width, _ROW), text, _RIGHT, elide=_WHOLE)

    def _font(self, row: TableRow) -> QFont:
        return self.bold if row.is_total else self.detail


class HitPicture(Picture):
    """Each pattern of right and wrong: who it is, how many mentions, and a dot for each system.

    Parameters
    ----------
    rows : sequence of TableRow
        Those of `hit_groups`.
    systems : sequence of str
        The systems of the dots, whose names are written upright where they stand.
    """

    def __init__(self, rows: Sequence[TableRow], systems: Sequence[str]) -> None:
        super().__init__()
        self._rows, self._systems = rows, systems
        self._name = max(advance(self.detail, row.name) for row in rows) / self.unit + _GAP
        self._head = max(advance(self.caption, system) for system in systems) / self.unit + 2 * _GAP
        width = self._name + _NUMBER + _GAP + _SHARE + _GAP + _DOT * len(systems)
        width = max(width, advance(self.caption, _DOTS_MEANING) / self.unit)
        self.fit(width, _ROW + self._head + _ROW * len(rows))

    def draw(self, painter: QPainter) -> None:
        """Paint what the dots mean, the systems, then each pattern."""
        draw_text(painter, self.caption, LIGHT.text2, self.rect_at(0, 0, self.width() / self.unit, _ROW), _DOTS_MEANING)
        first_dot = self._name + _NUMBER + 2 * _GAP + _SHARE
        for place, system in enumerate(self._systems):
            painter.save()
            foot = QPointF((first_dot + _DOT * place) * self.unit, (_ROW + self._head) * self.unit)
            painter.translate(foot)
            painter.rotate(-90)
            upright = self.rect_at(_GAP / 2, 0, self._head, _DOT)
            draw_text(painter, self.caption, LIGHT.text2, upright, system, elide=_WHOLE)
            painter.restore()
        for place, row in enumerate(self._rows):
            top = _ROW + self._head + _ROW * place
            _, count, share, *dots = row.cells
            draw_text(painter, self.detail, LIGHT.text, self.rect_at(0, top, self._name, _ROW), row.name)
            number = self.rect_at(self._name, top, _NUMBER, _ROW)
            draw_text(painter, self.detail, LIGHT.text, number, count.text, _RIGHT, elide=_WHOLE)
            left = self._name + _NUMBER + _GAP
            bar = self.rect_at(left, top + (_ROW - BAR_HEIGHT) / 2, _SHARE * max(share.bar, 0), BAR_HEIGHT)
            painter.fillRect(bar, LIGHT.chart_bar)
            for number_of_dot, dot in enumerate(dots):
                assert isinstance(dot, RightCell), "a dot for each system"
                middle = self.rect_at(first_dot + _DOT * number_of_dot, top, _DOT, _ROW).center()
                paint_dot(painter, LIGHT, middle, _RADIUS * self.unit, dot.is_right)
