"""Small marks: symbols of event kinds, line icons, rings of the keyboard, edges, squares of systems, scroll bars."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QIcon,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QSizePolicy, QWidget

from nerinspect.events.kinds import KIND_TABLE
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme, current_theme

_GRID: Final = 16.0  # icons are designed on so many units
_LINE: Final = 1.4


def line_icon(name: str, colour: QColor, size: float) -> QIcon:
    """Draw `open`, `export`, `copy`, `search`, `swap` or `unseen`, sharp at up to three device pixels a pixel."""
    return _drawn_icon(name, colour.rgba(), size)


@lru_cache(32)  # every part of a page has the same
def _drawn_icon(name: str, ink: int, size: float, between: float = 0.0) -> QIcon:
    return _sharp_icon(size, lambda at, rect: paint_line_icon(at, name, QColor.fromRgba(ink), rect), between=between)


def give_icon(button: QAbstractButton, name: str, colour: QColor, size: float) -> None:
    """Show an icon of a size before the words of a button, with some room between."""
    between = size / 4
    button.setIcon(_drawn_icon(name, colour.rgba(), size, between))
    button.setIconSize(QSize(round(size + between), round(size)))


def _sharp_icon(
    size: float,
    paint: Callable[[QPainter, QRectF], None],
    modes: Sequence[QIcon.Mode] = (QIcon.Mode.Normal,),
    between: float = 0.0,
) -> QIcon:
    icon = QIcon()
    for ratio in (1, 2, 3):
        picture = QPixmap(round((size + between) * ratio), round(size * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint(painter, QRectF(0, 0, size, size))
        painter.end()
        for mode in modes:
            icon.addPixmap(picture, mode)
    return icon


def paint_line_icon(painter: QPainter, name: str, colour: QColor, rect: QRectF) -> None:
    """Paint an icon into a square; the painter is left as it was."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _GRID, rect.height() / _GRID)
    painter.setPen(QPen(colour, _LINE, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
    painter.drawPath(_PATHS[name]())
    painter.restore()


def _lines(*strokes: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for first, *others in strokes:
        path.moveTo(QPointF(*first))
        for point in others:
            path.lineTo(QPointF(*point))
    return path


def _folder() -> QPainterPath:
    back = ((2, 12.5), (2, 3.5), (6, 3.5), (7.5, 5.5), (13, 5.5), (13, 7.5))
    return _lines(back, ((2, 12.5), (4.2, 7.5), (15, 7.5), (12.8, 12.5), (2, 12.5)))


def _tray() -> QPainterPath:
    return _lines(
        ((8, 10), (8, 2.5)), ((5, 5.2), (8, 2.2), (11, 5.2)), ((2.5, 9), (2.5, 13.5), (13.5, 13.5), (13.5, 9))
    )


def _sheets() -> QPainterPath:
    path = _lines(((3.5, 10.5), (2.5, 10.5), (2.5, 2.5), (10.5, 2.5), (10.5, 3.5)))
    path.addRoundedRect(QRectF(5.5, 5.5, 8, 8), 1, 1)
    return path


def _glass() -> QPainterPath:
    path = _lines(((10.3, 10.3), (14, 14)))
    path.addEllipse(QRectF(2.5, 2.5, 9, 9))
    return path


def _arrows() -> QPainterPath:
    to_right, to_left = ((2.5, 5), (13, 5)), ((13.5, 11), (3, 11))
    return _lines(to_right, ((10.5, 2.5), (13, 5), (10.5, 7.5)), to_left, ((5.5, 8.5), (3, 11), (5.5, 13.5)))


def _crossed_eye() -> QPainterPath:
    path = _lines(((3, 13), (13, 3)))
    path.moveTo(QPointF(1.5, 8))
    path.quadTo(QPointF(8, 0.5), QPointF(14.5, 8))
    path.quadTo(QPointF(8, 15.5), QPointF(1.5, 8))
    path.addEllipse(QRectF(6, 6, 4, 4))
    return path


_PATHS: Final[dict[str, Callable[[], QPainterPath]]] = {
    "open": _folder,
    "export": _tray,
    "copy": _sheets,
    "search": _glass,
    "swap": _arrows,
    "unseen": _crossed_eye,
}


_RING, _EDGE = 2, 3  # at a font of 13 pixels


def paint_focus_ring(painter: QPainter, theme: Theme, unit: float, rect: QRectF, radius: float = 0) -> None:
    """Paint the ring around what the keyboard acts on.

    The radius is in units of a thirteenth of the font's size; the painter is left as it was.
    """
    width = _RING * unit
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.accent, width, j=Qt.PenJoinStyle.MiterJoin))
    painter.drawRoundedRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), radius * unit, radius * unit)
    painter.restore()


def paint_accent_edge(painter: QPainter, theme: Theme, unit: float, rect: QRectF) -> None:
    """Paint the edge at the left of a chosen row."""
    painter.fillRect(QRectF(rect.left(), rect.top(), _EDGE * unit, rect.height()), theme.accent)


def key_cap_size(font: QFont, key: str) -> QSizeF:
    """Measure a key beside words in a font."""
    metrics, unit = QFontMetricsF(scaled_font(font, CAPTION)), unit_of(font)
    return QSizeF(max(metrics.horizontalAdvance(key) + 6 * unit, metrics.height()), metrics.height() + unit)


def paint_key_cap(painter: QPainter, theme: Theme, font: QFont, cap: QRectF, key: str, is_enabled: bool = True) -> None:
    """Paint a key that leads to something, beside words in a font."""
    painter.setPen(QPen(theme.border if is_enabled else theme.hairline, 1))
    painter.setBrush(theme.base)
    painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 2 * unit_of(font), 2 * unit_of(font))
    painter.setPen(theme.text2 if is_enabled else theme.dimmed)
    painter.setFont(scaled_font(font, CAPTION))
    painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), key)


_LOOK: Final = """
QScrollBar:vertical {{ background: transparent; width: {wide}px; }}
QScrollBar:horizontal {{ background: transparent; height: {wide}px; }}
QScrollBar::handle {{ background: {handle}; border-radius: {round}px; margin: {margin}px; }}
QScrollBar::handle:vertical {{ min-height: {least}px; }}
QScrollBar::handle:horizontal {{ min-width: {least}px; }}
QScrollBar::handle:hover {{ background: {hovered}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0px; height: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
"""


def thin_scroll_bars(widget: QWidget) -> None:
    """Let a widget and everything that scrolls in it have thin bars, in the colours of now.

    A style sheet takes its time, so bars that are always off have none: what turns one on calls this for itself.
    """
    theme, unit = current_theme(), unit_of(widget.font())
    sizes = {"wide": 11, "round": 3, "margin": 2, "least": 28}
    colours = {"handle": theme.border.name(), "hovered": theme.text3.name()}
    look = _LOOK.format(**colours, **{name: round(size * unit) for name, size in sizes.items()})
    own = [widget] if isinstance(widget, QAbstractScrollArea) else []
    for area in (*own, *widget.findChildren(QAbstractScrollArea)):
        if area.verticalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            area.verticalScrollBar().setStyleSheet(look)
        if area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            area.horizontalScrollBar().setStyleSheet(look)


SWATCH: Final = 9
"""Its side, at a font of 13 pixels."""

SWATCH_ROOM: Final = SWATCH + 5
"""Its room before a name."""


def paint_swatch(painter: QPainter, theme: Theme, unit: float, rect: QRectF, colour: int) -> None:
    """Paint the square at the left of a place, and nothing where colours carry no meaning."""
    if not theme.is_plain:
        side = SWATCH * unit
        place = QRectF(rect.left(), rect.center().y() - side / 2, side, side)
        painter.fillRect(place, theme.system_colour(colour))


def swatch(font: QFont, colour: int) -> QIcon:
    """Draw the square as an icon, for lists and menus written in a font."""
    unit, theme = unit_of(font), current_theme()
    return _sharp_icon(
        SWATCH * unit,
        lambda painter, rect: paint_swatch(painter, theme, unit, rect, colour),
        (QIcon.Mode.Normal, QIcon.Mode.Selected),  # the style would tint what is selected
    )


@dataclass(frozen=True, eq=False)
class KindSymbols:
    """The symbols of all kinds of mention events, or of relation events.

    They are drawn on a grid of `width` by `height`, their size beside text of 13 pixels; `outline` draws everything of
    a kind that has ink as one outline on it. `prefix` stands before a kind where the glossary names it.
    """

    width: float
    height: float
    outline: Callable[[str], QPainterPath]
    colour: Callable[[Theme, str], QColor]
    prefix: str = ""

    def size_beside(self, ascent: float) -> QSizeF:
        """Give the size of a symbol that stands beside text of this ascent, in device-independent pixels."""
        height = ascent * self.height / 14
        return QSizeF(height * self.width / self.height, height)

    def paint(self, painter: QPainter, rect: QRectF, kind: str, theme: Theme) -> None:
        """Paint the symbol of a kind in the kind's ink, in proportion and centred; the painter is left as it was."""
        scale = min(rect.width() / self.width, rect.height() / self.height)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.center())
        painter.scale(scale, scale)
        painter.translate(-self.width / 2, -self.height / 2)
        painter.fillPath(self.outline(kind), self.colour(theme, kind))
        painter.restore()


_TOP, _BOTTOM = QRectF(1, 1.5, 16, 4.5), QRectF(1, 9, 16, 4.5)
_OUTLINE = 1.5


@cache
def _symbol(kind: str) -> QPainterPath:
    """Draw everything that has ink as one outline, on a grid of 18 by 15."""
    path, bars = QPainterPath(), KIND_TABLE[kind].symbol
    for place, width, is_hollow in ((_TOP, bars.above, False), (_BOTTOM, bars.below, bars.is_hollow)):
        bar = QRectF(place.topLeft(), QSizeF(width, place.height()))
        if bar.isEmpty():
            path.addPath(_missing(place.center().y()))
        else:
            path.addPath(_outline(bar) if is_hollow else _bar(bar))
    return path


def _bar(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect, 1, 1)
    return path


def _outline(rect: QRectF) -> QPainterPath:
    hole = QPainterPath()
    hole.addRect(rect.adjusted(_OUTLINE, _OUTLINE, -_OUTLINE, -_OUTLINE))
    return _bar(rect).subtracted(hole)


def _missing(y: float) -> QPainterPath:
    """Draw dots where a side has no mention."""
    line = QPainterPath(QPointF(2, y))
    line.lineTo(QPointF(16, y))
    stroker = QPainterPathStroker()
    stroker.setWidth(_OUTLINE)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setDashPattern([1.0, 1.8])
    return stroker.createStroke(line)


KIND_SYMBOLS: Final = KindSymbols(18.0, 15.0, _symbol, Theme.kind_colour)
"""The symbols of `KINDS`."""

kind_symbol_size, paint_kind_symbol = KIND_SYMBOLS.size_beside, KIND_SYMBOLS.paint


class KindBadge(QWidget):
    """Show the symbol of one event kind, as high as the text beside it."""

    def __init__(self, parent: QWidget | None = None, symbols: KindSymbols = KIND_SYMBOLS) -> None:
        super().__init__(parent)
        self._symbols, self._kind = symbols, ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_kind(self, kind: str, wording: Wording = JUDGED) -> None:
        """Show a kind such as `be`; nothing for an empty string."""
        self._kind = kind
        self.setAccessibleName(wording.name(self._symbols.prefix + kind) if kind else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        size = self._symbols.size_beside(QFontMetricsF(self.font()).ascent())
        return QSize(round(size.width()), round(size.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._kind:
            painter = QPainter(self)
            self._symbols.paint(painter, QRectF(self.rect()), self._kind, current_theme())
            painter.end()
