"""Cells of the table of relation events: the kind with its symbol, and relations as head, type and tail."""

from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPixmap

from nerinspect.ui.delegates.event_delegate import EventDelegate
from nerinspect.ui.models.event_cells import NO_VALUE, EventCells
from nerinspect.ui.models.event_columns import CellForm, EventColumn
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.event_cells import paint_plain
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.relations.relation_cells import RelationCell
from nerinspect.ui.relations.relation_columns import relational
from nerinspect.ui.relations.relation_symbol import (
    RELATION_LETTERS,
    paint_relation_symbol,
    relation_colour,
    relation_symbol_size,
)
from nerinspect.visible import visible

_GAP = 6  # between symbol and letters, at a font of 13 pixels
_LEFT, _WHOLE = Qt.AlignmentFlag.AlignLeft, Qt.TextElideMode.ElideNone


class RelationDelegate(EventDelegate):
    """Paint the cells of relation events; where a row stands is painted as in the events table."""

    def paint_cell(self, painter: QPainter, rect: QRectF, cells: EventCells, event: int, column: EventColumn) -> None:
        """Paint what stands in the cell of one event."""
        style, rows = self.cell_style, relational(cells)
        match column.form:
            case CellForm.KIND:
                paint_relation_kind(painter, style, rect, rows.kind(event))
            case CellForm.RELATION:
                relation = rows.relation(event, "reference" if column.key == "reference" else "predicted")
                paint_relation(painter, style, rect, relation)
            case _:
                super().paint_cell(painter, rect, cells, event, column)

    def cell_width(self, cells: EventCells, event: int, column: EventColumn) -> float:
        """Measure the room a cell needs, in device-independent pixels."""
        if column.form is CellForm.KIND:
            return relation_kind_width(self.cell_style)
        return super().cell_width(cells, event, column)


def paint_relation_kind(painter: QPainter, style: CellStyle, rect: QRectF, kind: str) -> None:
    """Paint the symbol of a relation kind and its letters, both in the kind's ink."""
    scale = painter.device().devicePixelRatioF()
    key = f"relation {kind} {scale}"
    if key not in style.badges:
        style.badges[key] = _badge(style, kind, scale)
    badge = style.badges[key]
    top = rect.center().y() - badge.height() / scale / 2
    painter.drawPixmap(QPointF(rect.left() + style.padding, round(top)), badge)


def relation_kind_width(style: CellStyle) -> float:
    """Measure the room of the widest relation kind, in device-independent pixels."""
    metrics = QFontMetricsF(style.letters_font)
    letters = max(metrics.horizontalAdvance(letters) for letters in RELATION_LETTERS.values())
    return relation_symbol_size(style.metrics.ascent()).width() + letters + _GAP * style.unit + 2 * style.padding


def paint_relation(painter: QPainter, style: CellStyle, rect: QRectF, relation: RelationCell | None) -> None:
    """Paint head, type and tail, from left to right whatever runs the other way inside them.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on.
    style : CellStyle
        Font and colours.
    rect : QRectF
        The cell; where it is too narrow the longer argument is cut first, and the type last.
    relation : RelationCell or None
        The relation; a dash stands for none.
    """
    if relation is None:
        paint_plain(painter, style, rect, NO_VALUE, _LEFT, style.theme.text3)
        return
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    blank = style.metrics.horizontalAdvance(" ")
    words = [visible(part) for part in (relation.head, relation.link, relation.tail)]
    link = style.metrics.horizontalAdvance(words[1])
    needed = [style.metrics.horizontalAdvance(part) for part in words[::2]]
    head, tail = shared_room(inner.width() - link - 2 * blank, *needed)
    parts: tuple[tuple[str, float, QColor], ...] = (
        (words[0], head, style.theme.text),
        (words[1], link, style.theme.text2),
        (words[2], tail, style.theme.text),
    )
    x = inner.left()
    for text, width, ink in parts:
        room = min(ceil(width) + 1, inner.right() - x)
        if room <= 0:
            return
        shown = style.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        draw_text(painter, style.font, ink, QRectF(x, inner.top(), room, inner.height()), shown, elide=_WHOLE)
        x += style.metrics.horizontalAdvance(shown) + blank


def shared_room(room: float, first: float, second: float) -> tuple[float, float]:
    """Share room between two texts: each gets what it needs, or half, and what the other leaves.

    Parameters
    ----------
    room : float
        What there is for both; less than nothing counts as nothing.
    first, second : float
        What they need.

    Returns
    -------
    first, second : float
        What they get; together no more than there is.
    """
    room = max(room, 0.0)
    if first + second <= room:
        return first, second
    if first <= room / 2:
        return first, room - first
    return (room - second, second) if second <= room / 2 else (room / 2, room / 2)


def _badge(style: CellStyle, kind: str, scale: float) -> QPixmap:
    """Paint symbol and letters once for all rows."""
    symbol = relation_symbol_size(style.metrics.ascent())
    rect = QRectF(0, 0, relation_kind_width(style) - 2 * style.padding, max(style.metrics.height(), symbol.height()))
    badge = QPixmap(ceil(rect.width() * scale), ceil(rect.height() * scale))
    badge.setDevicePixelRatio(scale)
    badge.fill(Qt.GlobalColor.transparent)
    painter = QPainter(badge)
    paint_relation_symbol(painter, QRectF(QPointF(0, (rect.height() - symbol.height()) / 2), symbol), kind, style.theme)
    rect.setLeft(symbol.width() + _GAP * style.unit)
    draw_text(
        painter,
        style.letters_font,
        relation_colour(style.theme, kind),
        rect.adjusted(0, 0, 1, 0),
        RELATION_LETTERS[kind],
    )
    painter.end()
    return badge
