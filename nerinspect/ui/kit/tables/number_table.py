"""A table whose numbers are doors: its head, how its cells are painted, how it shares its room."""

from collections.abc import Collection, Sequence
from itertools import groupby
from math import ceil, inf
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPolygonF, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHeaderView, QScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.ui.kit.doors import DoorTable, Piece
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables import Index, leave_row_heads_out, set_row_height
from nerinspect.ui.kit.tables.painters import (
    DOT_RADIUS,
    paint_dot,
    paint_interval,
    paint_mark,
    paint_recall_dots,
    paint_shaded,
    paint_upright,
)
from nerinspect.ui.kit.tables.sheet import (
    COLUMN_ROLE,
    Column,
    HeatCell,
    IntervalCell,
    Listed,
    LongModel,
    NumberTableModel,
    RightCell,
    RowGroup,
    UprightCell,
    alignment,
)
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import (
    SWATCH_ROOM,
    key_cap_size,
    kind_symbol_size,
    paint_focus_ring,
    paint_key_cap,
    paint_kind_symbol,
    paint_swatch,
)
from nerinspect.ui.theme.themes import Theme, current_theme
from nerinspect.visible import visible

EDGE: Final = 4  # so far from the left edge names begin, at a font of 13 pixels; the ring of the focus needs as much
_PADDING, _GAP, _INDENT, _ARROW, _BAR, _WORDS = 6, 14, 14, 7, 10, 4  # at a font of 13 pixels
_LEAST_CELL: Final = 62  # likewise
_RADIUS, _PLOT_PADDING = 3.6, 10  # likewise

_MARKED = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus
_IN_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class NumberDelegate(QStyledItemDelegate):
    """Paint one cell; the number under the pointer is underlined if it is a door."""

    def __init__(self, table: DoorTable) -> None:
        super().__init__(table)
        self._table, self.has_words = table, True  # whether there is room for the words behind all names
        self.restyle(table.font())

    def restyle(self, font: QFont) -> None:
        """Write in other fonts; they are made once, not for each cell."""
        self._unit = unit_of(font)
        self._plain, self._bold = scaled_font(font, DETAIL), scaled_font(font, DETAIL, is_bold=True)
        self._captions = scaled_font(font, CAPTION), scaled_font(font, CAPTION, is_bold=True)
        self._theme, self._room = current_theme(), round(_PADDING * self._unit)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, NumberTableModel), "the only model these tables have"
        if self._is_plain(model, index) and not option.state & _MARKED:
            self._paint_plain(painter, option.rect, model, index)
            return
        theme, rect = current_theme(), QRectF(option.rect)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_selected:
            painter.fillRect(rect, theme.selected)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.column():
            self._paint_number(painter, theme, rect, model, index)
        else:
            self._paint_name(painter, theme, rect, model, index.row())
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, self._unit, rect.adjusted(0, 0, 0, -1))
        painter.restore()

    def _is_plain(self, model: NumberTableModel, index: Index) -> bool:
        """Tell whether a cell is a number and no more, as hundreds are."""
        if not index.column() or model.columns[index.column()].is_text or self._table.hovered == index:
            return False
        cell = model.cell(index)
        return not (cell.dots or cell.bar >= 0 or isinstance(cell, UprightCell | HeatCell | IntervalCell | RightCell))

    def _paint_plain(self, painter: QPainter, rect: QRect, model: NumberTableModel, index: Index) -> None:
        cell, row, side = model.cell(index), model.place(index.row()).row, self._table.side
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, self._theme.hairline)
        if cell.text:
            painter.setFont(self._bold if self._is_bold(model, index) else self._plain)
            painter.setPen(self._theme.text3 if cell.is_dim or row.is_dim else self._theme.text)
            is_right = side == Qt.AlignmentFlag.AlignRight
            room, gap = self._room * is_right, 0 if is_right else GROUP_SPACE * model.begins_group(index.column())
            place = rect.adjusted(round(gap * self._unit), 0, -room, 0)
            painter.drawText(place, _IN_ONE_LINE | side, visible(cell.text))

    @staticmethod
    def _is_bold(model: NumberTableModel, index: Index) -> bool:
        is_total = model.place(index.row()).row.is_total
        return is_total or model.cell(index).is_bold or model.columns[index.column()].title == "Sum"

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, 0)

    def name_width(self, model: NumberTableModel, number: int, most: float) -> float:
        """Measure what the name of a row needs, up to some width."""
        row = model.place(number).row
        name = QFontMetricsF(self._bold if row.is_strong else self._plain).horizontalAdvance(row.name)
        return self._name_left(model, number) + min(name, most) + _GAP * self._unit

    def words_width(self, model: NumberTableModel, number: int) -> float:
        """Measure what the words behind the name of a row need."""
        note = model.place(number).row.note
        return QFontMetricsF(self._plain).horizontalAdvance(note) + _WORDS * self._unit if note else 0.0

    def _name_left(self, model: NumberTableModel, number: int) -> float:
        is_member = not model.place(number).is_head
        left = _INDENT if model.can_fold(number) or is_member else EDGE
        row = model.place(number).row
        badge = self._badge_width if row.kind else 0.0
        return (left + row.depth * _INDENT + (2 if is_member else 0)) * self._unit + badge

    @property
    def _badge_width(self) -> float:
        """The room of the symbol of a kind and its letters, before a name."""
        metrics = QFontMetricsF(self._bold)
        return kind_symbol_size(metrics.ascent()).width() + metrics.horizontalAdvance("LBE") + 2 * _PADDING * self._unit

    def _paint_badge(self, painter: QPainter, theme: Theme, name: QRectF, kind: str) -> None:
        symbol = kind_symbol_size(QFontMetricsF(self._bold).ascent())
        left = name.left() - self._badge_width
        place = QRectF(QPointF(left, name.center().y() - symbol.height() / 2), symbol)
        paint_kind_symbol(painter, place, kind, theme)
        letters = name.translated(symbol.width() + _PADDING * self._unit - self._badge_width, 0)
        draw_text(painter, self._bold, theme.kind_colour(kind), letters, kind.upper())

    def _paint_name(self, painter: QPainter, theme: Theme, rect: QRectF, model: NumberTableModel, number: int) -> None:
        unit, row = self._unit, model.place(number).row
        if model.can_fold(number):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.text2)
            tip = QPointF(rect.left() + (EDGE + row.depth * _INDENT) * unit, rect.center().y())
            painter.drawPolygon(_arrow(tip, unit, model.is_open(number)))
        place = rect.adjusted(self._name_left(model, number), 0, -_PADDING * unit, 0)
        written = self._bold if row.is_strong else self._plain
        ink, hovered = theme.text3 if row.is_dim else theme.text, self._table.hovered
        if row.kind:
            self._paint_badge(painter, theme, place, row.kind)
        is_underlined = row.door is not None and (hovered.row(), hovered.column()) == (number, 0)
        middle = Qt.TextElideMode.ElideMiddle
        draw_text(painter, written, ink, place, row.name, elide=middle, is_underlined=is_underlined)
        behind = place.adjusted(QFontMetricsF(written).horizontalAdvance(row.name) + _WORDS * unit, 0, 0, 0)
        if row.note and self.has_words:
            draw_text(painter, self._plain, theme.text3 if row.is_dim else theme.text2, behind, row.note)

    def _paint_number(
        self, painter: QPainter, theme: Theme, rect: QRectF, model: NumberTableModel, index: Index
    ) -> None:
        cell, unit, row = model.cell(index), self._unit, model.place(index.row()).row
        is_hovered, is_centred = self._table.hovered == index, self._table.side == Qt.AlignmentFlag.AlignHCenter
        if is_centred:
            rect = rect.adjusted(model.begins_group(index.column()) * GROUP_SPACE * unit, 0, 0, 0)
        if isinstance(cell, UprightCell):
            font, ink = self._captions[cell.is_bold], theme.text if cell.is_bold else theme.text2
            paint_upright(painter, theme, font, ink, rect, cell.text, cell.reach, cell.limits)
            return
        if isinstance(cell, HeatCell):
            paint_shaded(painter, theme, self._plain, rect, cell.text, cell.shade, is_hovered, self._table.side)
            return
        if isinstance(cell, RightCell):
            paint_dot(painter, theme, rect.center(), _RADIUS * unit, cell.is_right)
            return
        if isinstance(cell, IntervalCell):
            plot = rect.adjusted(_PLOT_PADDING * unit, 0, -_PLOT_PADDING * unit, -1)
            paint_interval(
                painter, theme, plot, cell.limits, cell.spread, theme.text3 if row.is_dim else theme.text, unit
            )
            return
        if cell.bar >= 0:
            full = rect.adjusted(2 * _PADDING * unit, 0, -_PADDING * unit, 0)
            height = _BAR * unit
            bar = QRectF(full.left(), full.center().y() - height / 2, full.width() * cell.bar, height)
            painter.fillRect(QRectF(full.left(), bar.bottom() - 1, full.width(), 1), theme.hairline)
            painter.fillRect(bar, theme.chart_bar)
            return
        if cell.dots:
            paint_recall_dots(
                painter, theme, rect.adjusted(_PADDING * unit, 0, -2 * _PADDING * unit, 0), cell.dots, unit
            )
            return
        column = model.columns[index.column()]
        written = self._bold if self._is_bold(model, index) else self._plain
        side = Qt.AlignmentFlag.AlignLeft if column.is_text else self._table.side
        left, right = (_PADDING, 0) if column.is_text else (0, _PADDING)
        place = rect.adjusted(left * unit, 0, -right * unit, 0)
        ink = theme.text3 if cell.is_dim or row.is_dim else theme.text
        draw_text(painter, written, ink, rect if is_centred else place, cell.text, side, is_underlined=is_hovered)


def _arrow(left: QPointF, unit: float, is_open: bool) -> QPolygonF:
    size = _ARROW * unit
    corners = [(0, -0.25), (1, -0.25), (0.5, 0.35)] if is_open else [(0.2, -0.5), (0.2, 0.5), (0.8, 0)]
    return QPolygonF([QPointF(left.x() + x * size, left.y() + y * size) for x, y in corners])


_HEAD_PADDING = 6  # at a font of 13 pixels
_AXIS_LEFT, _AXIS_RIGHT = _PADDING + DOT_RADIUS, 2 * _PADDING + DOT_RADIUS  # from the edges of a cell with dots
_SLANT: Final = 0.7071  # how far up and to the right a title of some length reaches at 45 degrees
GROUP_SPACE: Final = 6
"""So far apart stand shades under different heads, at a font of 13 pixels."""


def broken_title(title: str, room: float, metrics: QFontMetricsF) -> tuple[str, ...]:
    """Break a title that is wider than some room into two lines, at the blank or hyphen that makes them narrowest."""
    if metrics.horizontalAdvance(title) <= room:
        return (title,)
    ends = [place + 1 for place, sign in enumerate(title[:-1]) if sign in " -"]
    halves = [(title[:end].rstrip(), title[end:]) for end in ends]
    return min(halves, key=lambda lines: max(map(metrics.horizontalAdvance, lines)), default=(title,))


class NumberHead(QHeaderView):
    """Paints the titles, which are never cut: one wider than its column goes on in a second line.

    Where that is too wide, all of them are slanted.
    """

    is_slanted = False

    def __init__(self, has_kinds: bool, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._has_kinds = has_kinds
        self._is_centred = isinstance(parent, DoorTable) and parent.side == Qt.AlignmentFlag.AlignHCenter
        self._low = self._titles = 0  # how high the last line is, and all: asked once for what is painted together
        self.setHighlightSections(False)
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def sizeHint(self) -> QSize:
        """Be as high as the highest head: titles of one line or two, those in groups under what they share."""
        grouped = self._height_under(is_grouped=True)
        return QSize(0, max(self._height_under(is_grouped=False), grouped + self._group_height))

    def _height_under(self, is_grouped: bool) -> int:
        """Measure the titles of the columns that stand in groups, or of all others."""
        model, metrics = self.model(), self._metrics
        columns = model.columns[1:] if isinstance(model, NumberTableModel) else ()
        alike = [column for column in columns if bool(column.group) == is_grouped]
        high = [self.title_length(one) + 2 * metrics.height() for one in alike if self.slants(one)]
        lines = (len(self._lines(column, metrics)) for column in alike if not self.slants(column))
        upright = self._height_of(2 if self._has_kinds else max(lines, default=1))
        return max(upright, round(max(high, default=0.0) * _SLANT))

    def _height_of(self, n_lines: int) -> int:
        return round(1.1 * n_lines * QFontMetricsF(self.font()).height() + 6 * unit_of(self.font()))

    def slants(self, column: Column) -> bool:
        """Tell whether the title of a column is slanted: names of rows, pictures and words keep theirs."""
        is_number = column.widest and not (column.is_text or column.key or column.kind)
        return bool(self.is_slanted and is_number and column is not self._column(0))

    def title_length(self, column: Column) -> float:
        """Measure the longest line of a title, with what stands before it."""
        metrics = self._metrics
        width = max(map(metrics.horizontalAdvance, self._lines(column, metrics)))
        return width + (metrics.height() if column.mark else 0) + self._swatch_room(column)

    def _swatch_room(self, column: Column) -> float:
        return 0.0 if column.colour is None else SWATCH_ROOM * unit_of(self.font())

    @property
    def overhang(self) -> int:
        """How far slanted titles reach over the last column at most."""
        shown = [self._column(number) for number in range(self.count()) if not self.isSectionHidden(number)]
        over, behind = 0.0, 0.0
        for column in reversed(shown):
            over = max(over, _SLANT * self.title_length(column) - behind if self.slants(column) else 0.0)
            behind += self.title_width(column)
        return round(over)

    @property
    def _group_height(self) -> int:
        """The height of the line over columns that stand in groups; 0 if none do."""
        model = self.model()
        has_groups = isinstance(model, NumberTableModel) and any(column.group for column in model.columns)
        return round(1.4 * QFontMetricsF(self.font()).height()) if has_groups else 0

    def group_width(self, group: str) -> float:
        """Measure what stands over columns of a group."""
        return QFontMetricsF(self._group_font).horizontalAdvance(group) + 4 * _HEAD_PADDING * unit_of(self.font())

    @property
    def _group_font(self) -> QFont:
        """Over shades, which have no names of their own, in semibold."""
        return scaled_font(self.font(), CAPTION, is_bold=self._is_centred)

    def title_width(self, column: Column) -> float:
        if column.key:
            return key_cap_size(self.font(), column.key).width()
        if self.slants(column):
            return 2 * self._metrics.height()
        width = self.title_length(column)
        if column.kind:
            letters = QFontMetricsF(scaled_font(self.font(), CAPTION, is_bold=True))
            symbol = kind_symbol_size(letters.ascent()).width()
            width = max(width, symbol + letters.horizontalAdvance(f"  {column.copied or column.kind.upper()}"))
        return width

    def _column(self, number: int) -> Column:
        column: Column = self.model().headerData(number, Qt.Orientation.Horizontal, COLUMN_ROLE)
        return column

    @property
    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(scaled_font(self.font(), CAPTION))

    def _lines(self, column: Column, metrics: QFontMetricsF) -> tuple[str, ...]:
        """Break a title where it is wider than what stands below it, but for that of names and heads of kinds."""
        breaks = column.widest and not self._has_kinds and not column.key and column is not self._column(0)
        room = metrics.horizontalAdvance(column.widest) if breaks else inf
        return broken_title(column.title, room, metrics)

    @property
    def _has_two_lines(self) -> bool:
        model, metrics = self.model(), self._metrics
        columns = model.columns[1:] if isinstance(model, NumberTableModel) else ()
        upright = (column for column in columns if not self.slants(column))
        return self._has_kinds or any(len(self._lines(column, metrics)) > 1 for column in upright)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._low = self._height_of(2) // 2 if self._has_two_lines else self._height_of(1)
        self._titles = max(self._height_under(group) for group in (False, True))
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            painter.fillRect(
                self.viewport().rect().adjusted(self.length() - self.offset(), 0, 0, 0), current_theme().base
            )
            self._paint_groups(painter)
            if self.is_slanted:
                self._paint_slanted(painter)

    def _paint_slanted(self, painter: QPainter) -> None:
        """Paint titles that rise over the columns at their right."""
        theme, unit, caption, metrics = (
            current_theme(), unit_of(self.font()), scaled_font(self.font(), CAPTION), self._metrics
        )  # fmt: skip
        line = metrics.height()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(self.count()):
            column = self._column(number)
            if self.isSectionHidden(number) or not self.slants(column):
                continue
            size = self.sectionSize(number)
            foot = self.sectionViewportPosition(number) + (size / 2 + line / 2 if self._is_centred else size - line / 2)
            painter.save()
            painter.translate(foot, self.height() - 4 * unit)
            painter.rotate(-45)
            begin = self._swatch_room(column) + (line if column.mark else 0.0)
            if column.colour is not None:  # straight
                painter.rotate(45)
                paint_swatch(painter, theme, unit, QRectF(-SWATCH_ROOM * unit / 2, -line, 0, line), column.colour)
                painter.rotate(-45)
            if column.mark:
                paint_mark(painter, theme, QPointF(line / 2, -line / 2), line / 4, column.mark)
            for up, text in enumerate(reversed(self._lines(column, metrics)), 1):
                place = QRectF(begin, -up * line, self.height() / _SLANT, line)
                draw_text(painter, caption, theme.text2, place, text, elide=Qt.TextElideMode.ElideNone)
            painter.restore()

    def _paint_groups(self, painter: QPainter) -> None:
        """Paint what stands over several columns, each over a line as long as they are."""
        theme, unit, height = current_theme(), unit_of(self.font()), self._group_height
        top = self.height() - self._height_under(is_grouped=True) - height
        shown = [place for place in range(self.count()) if not self.isSectionHidden(place)] if height else []
        for group, members in groupby(shown, lambda place: self._column(place).group):
            places = list(members)
            left = self.sectionViewportPosition(places[0]) + (1 if self._is_centred else 2) * _HEAD_PADDING * unit
            right = self.sectionViewportPosition(places[-1]) + self.sectionSize(places[-1])
            right -= 1 if self._is_centred else round(_HEAD_PADDING * unit)
            if group:
                ink = theme.text if self._is_centred else theme.text2
                draw_text(painter, self._group_font, ink, QRectF(left, top, right - left, height), group)
                painter.fillRect(QRectF(left, top + height - 1, right - left, 1), theme.hairline)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        column = self._column(logicalIndex)
        theme, unit = current_theme(), unit_of(self.font())
        place = QRectF(rect)
        painter.save()
        painter.fillRect(place, theme.base)
        painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 1), theme.border)
        if self.slants(column):
            painter.restore()
            return
        place.setTop(place.bottom() - self._titles)
        right = -_HEAD_PADDING * unit if logicalIndex else 0
        left, side = (0.0 if logicalIndex else EDGE * unit), alignment(logicalIndex, column.is_text)
        if logicalIndex and self._is_centred:
            model = self.model()
            begins = isinstance(model, NumberTableModel) and model.begins_group(logicalIndex)
            left, right, side = begins * GROUP_SPACE * unit, 0.0, Qt.AlignmentFlag.AlignHCenter
        if not column.widest:  # over what is drawn, from where it begins
            left, side = _HEAD_PADDING * unit, Qt.AlignmentFlag.AlignLeft
        elif column.is_text:
            left, right = _PADDING * unit, 0.0
        above = place.height() - self._low
        line = place.adjusted(left, above, right, 0)
        caption = scaled_font(self.font(), CAPTION)
        metrics = QFontMetricsF(caption)
        room, is_behind = metrics.height() if column.mark else 0, column.mark == "behind"
        title = line.adjusted(0 if is_behind else room, 0, -room if is_behind else 0, 0)
        lines = () if column.key or column.axis else self._lines(column, metrics)
        for number, text in enumerate(column.axis):
            track = line.adjusted(_AXIS_LEFT * unit - left, 0, -_AXIS_RIGHT * unit - right, 0)
            track.translate(track.width() * (number / (len(column.axis) - 1) - 0.5), 0)
            draw_text(painter, caption, theme.text3, track, text, Qt.AlignmentFlag.AlignHCenter)
        widths = [metrics.horizontalAdvance(text) for text in lines]
        up = metrics.height() if len(lines) > 1 and widths[0] > widths[1] else 0.0  # what stands beside the longer line
        if column.colour is not None:
            begin = max(title.left(), title.right() - self.title_width(column) - unit)  # text is no narrower
            paint_swatch(painter, theme, unit, QRectF(begin, title.top() - up, 0, title.height()), column.colour)
            title.setLeft(begin + SWATCH_ROOM * unit)
        if column.key:
            size = key_cap_size(self.font(), column.key)
            corner = QPointF(title.right() - size.width(), title.center().y() - size.height() / 2)
            paint_key_cap(painter, theme, self.font(), QRectF(corner, size), column.key)
        for number, text in enumerate(reversed(lines)):
            draw_text(painter, caption, theme.text2, title.translated(0, -number * metrics.height()), text, side)
        if column.mark:
            beside = title.right() + (room / 2 if is_behind else -min(widths[-1], title.width()) - room / 2)
            dot = QPointF(beside, line.center().y())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_mark(painter, theme, dot, room / 4, column.mark)
        if column.kind:
            self._paint_kind(
                painter, QRectF(place.left(), place.top(), place.width() + right, place.height() / 2), column
            )
        painter.restore()

    def _paint_kind(self, painter: QPainter, rect: QRectF, column: Column) -> None:
        theme, font = current_theme(), scaled_font(self.font(), CAPTION, is_bold=True)
        metrics, letters = QFontMetricsF(font), column.copied or column.kind.upper()
        symbol = kind_symbol_size(metrics.ascent())
        left = rect.right() - metrics.horizontalAdvance(f"  {letters}") - symbol.width()
        place = QRectF(left, rect.center().y() - symbol.height() / 2, symbol.width(), symbol.height())
        paint_kind_symbol(painter, place, column.kind, theme)
        draw_text(painter, font, theme.kind_colour(column.kind), rect, letters, Qt.AlignmentFlag.AlignRight)


_ROW, _SPACE, _LEAST_SPACE, _BAR_WIDTH, _DOTS_WIDTH, _MOST_NAME = 22, 14, 8, 80, 140, 234  # at a font of 13 pixels
_LEAST_PICTURE = 104  # likewise
_GAIN: Final = 0.75  # titles are slanted where columns then take no more of the width than this


MORE_ROWS: Final = 300  # so many rows come at a time where a table has more than it shows


def enclosing_area(widget: QWidget) -> QScrollArea | None:
    """Find what scrolls the page on which a widget stands."""
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QScrollArea):
        parent = parent.parentWidget()
    return parent


class NumberTable(Styled, DoorTable):
    """Show a small table; a click or Enter on a number or name opens what it counts, on a group's name folds it.

    Columns are as wide as what they hold, so that a number stands beside its name; room that is left stays empty at the
    right. So many rows as `most_rows` says are shown until more are asked for: the wheel belongs to the page, and no
    table scrolls within it. Nothing is cut: where there is too little room, the words behind names go, then columns
    draw together, then go bars whose numbers stand beside them, then columns that are extra, then the last ones.
    """

    # the query of a number, the number of the prediction it counts, and of that which this one is compared with; -1 for
    # those on show
    door_opened = Signal(str, int, int)
    copy_requested = Signal()  # the whole of a long table is to be copied, which takes a while
    left_out_changed = Signal()  # other columns lack room
    rows_shown_changed = Signal()  # more or fewer rows are on screen

    def __init__(
        self,
        columns: Sequence[Column] = (),
        name_columns: Sequence[str] = (),
        title: str = "",
        parent: QWidget | None = None,
        most_rows: int = 24,
        model: NumberTableModel | None = None,
    ) -> None:
        super().__init__(parent)
        model = NumberTableModel(columns, name_columns, title) if model is None else model
        self._model, self._delegate, self._most_rows = model, NumberDelegate(self), most_rows
        self._head = NumberHead(any(column.kind for column in model.columns), self)
        self.setHorizontalHeader(self._head)  # before the model, which tells its columns once
        self.setModel(model)
        model.setParent(self)
        self.setAccessibleName(model.title)
        self.setItemDelegate(self._delegate)
        leave_row_heads_out(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._title_width, self._widths, self._upright = 0, dict[int, int](), dict[int, int]()
        self._names: tuple[int, int] | None = None
        model.rows_changed.connect(self._on_rows_changed)

    def set_columns(self, columns: Sequence[Column]) -> None:
        if tuple(columns) != self._model.columns:
            self._widths = self._upright = {}  # a head of another height resizes the table while it has no columns yet
            self._model.set_columns(columns)
            for number in range(len(columns)):
                self.setColumnHidden(number, False)
            self._restyle()

    def show_rows(
        self, columns: Sequence[Column], groups: Sequence[RowGroup], is_open: Collection[str] | None = None
    ) -> None:
        """Show other rows under their columns; the groups with these keys are open, or those that were before."""
        self.set_columns(columns)
        self._model.set_groups(groups, is_open)

    @property
    def numbers(self) -> NumberTableModel:
        return self._model

    def piece(self, index: QModelIndex) -> Piece:
        cell = self._model.cell(index)
        return Piece(cell.text, cell.query, cell.tooltip)

    def open(self, index: QModelIndex) -> None:
        if not index.column() and self._model.can_fold(index.row()):
            self._model.toggle(index.row())
        elif query := (cell := self._model.cell(index)).query:
            row = self._model.place(index.row()).row
            prediction = row.prediction if cell.prediction < 0 else cell.prediction
            beside = row.prediction if prediction == row.beside else row.beside
            self.door_opened.emit(query, prediction, beside)

    def as_tsv(self) -> str:
        return self._model.as_tsv()

    def copy_whole(self) -> None:
        """Put the whole table on the clipboard, or have it done if it is long."""
        if self._model.is_long:
            self.copy_requested.emit()
        else:
            super().copy_whole()

    @property
    def left_out(self) -> tuple[str, ...]:
        return tuple(column.title for number, column in enumerate(self._model.columns) if self.isColumnHidden(number))

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click opens events, or folds a group."""
        folds = not index.column() and self._model.can_fold(index.row())
        return folds or self._model.cell(index).door is not None

    def is_copied(self, index: QModelIndex) -> bool:
        """Leave out columns that only draw."""
        return not index.column() or self._model.columns[index.column()].is_copied

    def _restyle(self) -> None:
        self._delegate.restyle(self.font())
        unit = self.unit
        height = round(max(_ROW * unit, QFontMetricsF(scaled_font(self.font(), DETAIL)).height() + 4 * unit))
        set_row_height(self, height)
        self._row_height = height
        self._head.is_slanted, self._names = False, None
        self._upright = self._widths = self._measured()
        self.setMinimumWidth(self._title_width + next(iter(self._widths.values()), 0))
        self._leave_out()
        self._fit()

    def _measured(self) -> dict[int, int]:
        """Measure the columns with their titles as they are now."""
        unit, metrics = self.unit, QFontMetricsF(scaled_font(self.font(), DETAIL, is_bold=True))
        widths = [
            max(
                max(metrics.horizontalAdvance(column.widest), self._head.title_width(column)) + _SPACE * unit,
                0 if column.widest else (_DOTS_WIDTH if column.title else _BAR_WIDTH) * unit,
            )
            for column in self._model.columns
        ]
        for group in {column.group for column in self._model.columns if column.group}:
            places = [number for number, column in enumerate(self._model.columns) if column.group == group]
            lacking = self._head.group_width(group) - sum(widths[place] for place in places)
            for place in places:
                widths[place] += max(lacking, 0) / len(places)
        self._title_width = round(widths[0])
        return {number: round(width) for number, width in enumerate(widths) if number}

    @property
    def whole_width(self) -> int:
        """The width in which names have room with the words behind them, and every column that is no extra."""
        needed = [number for number in self._widths if not self._model.columns[number].is_extra]
        return self._words_width + sum(map(self._least_width, needed))

    def _leave_out(self) -> None:
        """Give way where there is no room for all columns."""
        self._slant()
        before, shown = self.left_out, self._giving_way()
        for number in self._widths:
            self.setColumnHidden(number, number not in shown)
            self.setColumnWidth(number, shown.get(number, 0))
        self._share_room()
        if self.left_out != before:
            self.left_out_changed.emit()

    def _slant(self) -> None:
        """Slant the titles where they have no room upright and are what takes it."""
        head, before = self._head, self._head.is_slanted
        head.is_slanted, self._widths = False, self._upright
        room = self.viewport().width() - self._names_width
        if sum(self._widths.values()) > room > 0 and (upright := self._least_total) > room:
            head.is_slanted = True
            self._widths = self._measured()
            longest = max(map(head.title_length, self._model.columns[1:]))
            if self._least_total > _GAIN * upright or longest > _MOST_NAME * self.unit:
                head.is_slanted, self._widths = False, self._upright
        if head.is_slanted != before:
            head.updateGeometry()
            self._fit()

    @property
    def _least_total(self) -> int:
        return sum(map(self._least_width, self._widths))

    def _giving_way(self) -> dict[int, int]:
        """Choose the columns that have room, and how wide they are."""
        columns, shown = self._model.columns, dict(self._widths)
        whole = self.viewport().width() - self._head.overhang
        if sum(shown.values()) <= whole - self._words_width or not shown:
            return shown
        least = {number: self._least_width(number) for number in shown}
        has_words = sum(least.values()) <= whole - self._words_width
        room = whole - (self._words_width if has_words else self._names_width)
        bars = [number for number in shown if not (columns[number].widest or columns[number].title)]
        others = sorted({*shown} - {*bars}, key=lambda number: (not columns[number].is_extra, -number))
        leaving = [*([bars] if bars else []), *([number] for number in others)][:-1]  # bars go together
        while (over := sum(shown.values()) - room) > (slack := sum(shown[n] - least[n] for n in shown)) and leaving:
            for number in leaving.pop(0):
                del shown[number]
        share = min(max(over / slack, 0.0), 1.0) if slack else 0.0
        return {number: width - ceil((width - least[number]) * share) for number, width in shown.items()}

    def _least_width(self, number: int) -> int:
        """Measure what a column needs for its title and for what is on screen."""
        column, unit = self._model.columns[number], self.unit
        if not column.widest:
            return min(self._widths[number], round(_LEAST_PICTURE * unit))
        metrics = QFontMetricsF(scaled_font(self.font(), DETAIL, is_bold=True))
        texts = (self._model.place(row).row.cells[number].text for row in range(self.n_shown))
        needed = max(map(metrics.horizontalAdvance, texts), default=0.0)
        return min(round(max(needed, self._head.title_width(column)) + _LEAST_SPACE * unit), self._widths[number])

    @property
    def _names_width(self) -> int:
        """The width in which all names but very long ones stand whole."""
        return max(self._measured_names[0], self._title_width)

    @property
    def _words_width(self) -> int:
        """The same, with the words behind them."""
        return max(self._measured_names[1], self._title_width)

    @property
    def _measured_names(self) -> tuple[int, int]:
        """Measure the names of all rows, and those with their words; once, since windows are resized."""
        if self._names is None:
            most, model, delegate = _MOST_NAME * self.unit, self._model, self._delegate
            names = [delegate.name_width(model, row, most) for row in range(model.rowCount())]
            words = [name + delegate.words_width(model, row) for row, name in enumerate(names)]
            self._names = ceil(max(names, default=0.0)), ceil(max(words, default=0.0))
        return self._names

    def _share_room(self) -> None:
        """Give the names what they need, and the words behind them if there is room for all of them."""
        shown = sum(self.columnWidth(number) for number in self._widths)  # none of those that are hidden
        room, names, whole = self.viewport().width() - shown, self._names_width, self._words_width
        self._delegate.has_words = whole <= room
        self.setColumnWidth(0, whole if whole <= room else max(min(names, room), self._title_width))

    @property
    def n_shown(self) -> int:
        return min(self._model.rowCount(), self._most_rows)

    def show_more(self, n_rows: int = MORE_ROWS) -> None:
        self._most_rows = self.n_shown + n_rows
        while self._model.rowCount() < self._most_rows and self._model.canFetchMore(QModelIndex()):
            self._model.fetchMore(QModelIndex())
        self._fit()

    def _on_rows_changed(self) -> None:
        self._names = None
        self._leave_out()
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self._head.sizeHint().height() + self.n_shown * self._row_height + 1)
        self.rows_shown_changed.emit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Bring the current row into sight of the page, and show it if it is not shown yet."""
        super().currentChanged(current, previous)
        if current.row() < self.n_shown:
            self._bring_into_sight()
        else:
            self.show_more()
            QTimer.singleShot(0, self, self._bring_into_sight)  # once the page is laid out

    def _bring_into_sight(self) -> None:
        area, current = enclosing_area(self), self.currentIndex()
        if current.isValid() and area is not None and (page := area.widget()) is not None:
            place = self.visualRect(current).translated(self.viewport().mapTo(page, QPoint()))
            area.ensureVisible(place.center().x(), place.center().y(), 0, place.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_out()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            first = self._model.index(0, 0)
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)


_MOST_SHOWN: Final = 12


class LongTable(NumberTable):
    """Show the first rows, and others when they are asked for."""

    def __init__(self, columns: Sequence[Column], name_columns: Sequence[str], title: str) -> None:
        self._long = LongModel(columns, name_columns, title)
        super().__init__(model=self._long, most_rows=_MOST_SHOWN)

    def show_list(self, listed: Listed, *above: RowGroup) -> None:
        self._long.show_list(listed, *above)


class HeatTable(NumberTable):
    """Show systems against each other, all cells alike; `names` says what rows are, where they are something else."""

    side = Qt.AlignmentFlag.AlignHCenter

    def __init__(self, parent: QWidget | None = None, names: tuple[str, ...] = ("System",), title: str = "") -> None:
        super().__init__([Column("System")], names, title, parent)

    def _measured(self) -> dict[int, int]:
        measured = super()._measured()
        return dict.fromkeys(measured, max([round(_LEAST_CELL * self.unit), *measured.values()]))

    def _least_width(self, number: int) -> int:
        return self._widths[number]
