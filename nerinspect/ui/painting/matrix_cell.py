"""Cells and heads of the type matrix: a count on a tint that grows with it."""

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from nerinspect.analysis.type_names import type_or_none
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import Theme
from nerinspect.visible import visible

_PADDING, _TIGHT_PADDING, _ROW_MARGIN, _HEAD_MARGIN = 7, 2, 7, 5  # at a font of 13 pixels
_LONGEST_UPRIGHT = 91  # at a font of 13 pixels
_PICKED_TINT = 40  # of 255
_LEAST_HEAT, _MORE_HEAT = 0.05, 0.31
_LIGHT_HEAT, _DARK_HEAT = QColor(37, 72, 120), QColor(134, 180, 238)


@dataclass(frozen=True)
class MatrixCell:
    """What one cell says.

    Attributes
    ----------
    count : int or None
        Its events; None where no event can be.
    share : float
        The count as part of the largest one, from 0 to 1.
    is_picked, is_hovered : bool
        Whether the filter keeps what the cell counts, and whether the pointer is over it.
    """

    count: int | None
    share: float
    is_picked: bool = False
    is_hovered: bool = False


@dataclass(frozen=True, eq=False)
class MatrixStyle:
    """Colours and fonts of the matrix, all sizes in device-independent pixels.

    Attributes
    ----------
    theme : Theme
        Colours.
    font : QFont
        The desktop's font; counts and type names are set smaller.
    is_tight : bool
        Whether many types share the width.
    """

    theme: Theme
    font: QFont
    is_tight: bool = False

    @cached_property
    def unit(self) -> float:
        """A thirteenth of the font's size."""
        return font_size(self.font) / 13

    @property
    def padding(self) -> float:
        """Room at both sides of a count."""
        return (_TIGHT_PADDING if self.is_tight else _PADDING) * self.unit

    @cached_property
    def count_font(self) -> QFont:
        """Font of counts."""
        return scaled_font(self.font, DETAIL)

    @cached_property
    def head_font(self) -> QFont:
        """Font of type names."""
        return scaled_font(self.font, CAPTION)

    @cached_property
    def none_font(self) -> QFont:
        """Font of the word for no mention, which is no type."""
        font = scaled_font(self.font, CAPTION)
        font.setItalic(True)
        return font

    @cached_property
    def count_metrics(self) -> QFontMetricsF:
        """Metrics of counts."""
        return QFontMetricsF(self.count_font)

    @cached_property
    def head_metrics(self) -> QFontMetricsF:
        """Metrics of type names."""
        return QFontMetricsF(self.head_font)

    @property
    def row_height(self) -> int:
        """Height of a row."""
        return round(self.count_metrics.height() + _ROW_MARGIN * self.unit)

    @property
    def head_height(self) -> int:
        """Height of the row of type names."""
        return round(self.head_metrics.height() + _HEAD_MARGIN * self.unit)

    def upright_height(self, longest: float) -> int:
        """Height of the row of type names that are written upwards, the longest of which has some length."""
        return round(min(longest, _LONGEST_UPRIGHT * self.unit) + 2 * _HEAD_MARGIN * self.unit)

    def head_room(self, name: str | None) -> float:
        """Width in which the name of a column stands whole; None for no mention."""
        metrics = QFontMetricsF(self.none_font) if name is None else self.head_metrics
        return metrics.horizontalAdvance(visible(type_or_none(name))) + self.padding + 2


def heat_colour(theme: Theme, share: float) -> QColor:
    """Choose the ground of a count: the window's colour for none, and a deeper tint the larger it is.

    Parameters
    ----------
    theme : Theme
        Colours; text of both schemes stays readable on every ground.
    share : float
        The count as part of the largest one, from 0 to 1.

    Returns
    -------
    QColor
        Opaque.
    """
    if not share:
        return theme.window
    heat, part = _DARK_HEAT if theme.is_dark else _LIGHT_HEAT, _LEAST_HEAT + _MORE_HEAT * share
    mixed = (
        round(below + (above - below) * part)
        for above, below in zip(heat.getRgb()[:3], theme.window.getRgb()[:3], strict=True)  # type: ignore[index]
    )
    return QColor(*mixed)


def paint_matrix_cell(painter: QPainter, style: MatrixStyle, rect: QRectF, cell: MatrixCell) -> None:
    """Paint a count on its ground.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    style : MatrixStyle
        Colours and fonts.
    rect : QRectF
        The cell; a thin line at its right and bottom is left as the gap to the next ones.
    cell : MatrixCell
        What it says.
    """
    theme = style.theme
    painter.fillRect(rect, theme.window)
    if cell.count is None:
        return
    inner = rect.adjusted(0, 0, -1, -1)
    painter.fillRect(inner, theme.hover if cell.is_hovered and not cell.count else heat_colour(theme, cell.share))
    painter.save()
    if cell.is_picked:
        tint = QColor(theme.accent)
        tint.setAlpha(_PICKED_TINT)
        painter.fillRect(inner, tint)
    draw_text(
        painter,
        style.count_font,
        theme.text if cell.count else theme.dimmed,
        inner.adjusted(0, 0, -style.padding, 0),
        f"{cell.count:,}",
        Qt.AlignmentFlag.AlignRight,
        elide=Qt.TextElideMode.ElideNone,
        is_underlined=cell.is_hovered,
    )
    if cell.is_picked:
        _paint_frame(painter, style, inner)
    painter.restore()


def paint_matrix_head(
    painter: QPainter,
    style: MatrixStyle,
    rect: QRectF,
    name: str | None,
    *,
    is_row: bool,
    is_hovered: bool,
    is_upright: bool = False,
) -> None:
    """Paint the name of a row, at its left, or of a column, at its right; cut in the middle, for types begin alike.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    style : MatrixStyle
        Colours and fonts.
    rect : QRectF
        The head.
    name : str or None
        A type; None for no mention.
    is_row, is_hovered : bool
        Whether it names a row, and whether the pointer is over it.
    is_upright : bool
        Whether it is written upwards from the lower edge.
    """
    font, text = style.none_font if name is None else style.head_font, type_or_none(name)
    side = Qt.AlignmentFlag.AlignLeft if is_row else Qt.AlignmentFlag.AlignRight
    place = rect.adjusted(0, 0, -style.padding, 0) if is_row else rect.adjusted(1, 0, -style.padding, 0)
    painter.save()
    painter.fillRect(rect, style.theme.window)
    if is_upright:
        painter.translate(rect.bottomLeft())
        painter.rotate(-90)
        margin = _HEAD_MARGIN * style.unit
        side, place = Qt.AlignmentFlag.AlignLeft, QRectF(margin, 0, rect.height() - margin, rect.width())
    middle = Qt.TextElideMode.ElideMiddle
    draw_text(painter, font, style.theme.text2, place, text, side, elide=middle, is_underlined=is_hovered)
    painter.restore()


def _paint_frame(painter: QPainter, style: MatrixStyle, rect: QRectF) -> None:
    width = max(style.unit, 1.0)
    pen = QPen(style.theme.accent, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))
