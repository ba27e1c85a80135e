"""Parts of a page, in the one grid of all pages: titled pieces with a caption, their own choices and menu."""

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.quantities import counted, grouped
from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.kit.keys import tab_before
from nerinspect.ui.kit.layout import ElidedLabel, HairlineSplitter, ItemLayout, fill
from nerinspect.ui.kit.screen_text import plain_text
from nerinspect.ui.kit.styled import Styled, open_menu_by, set_ink
from nerinspect.ui.kit.tables.number_table import MORE_ROWS, NumberTable
from nerinspect.ui.kit.tables.painters import paint_dot
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.theme.marks import give_icon
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

# All lengths are multiples of the font's size.
_NARROWEST, _WIDEST, _ALONE = 45.0, 52.0, 76.0
GUTTER, GAP = 3.4, 1.7
_MOST_COLUMNS: Final = 3


class PageGrid(ItemLayout):
    """Lay parts out in as many columns as have room.

    Columns grow up to a width and no more: the rest of a wide window stays empty, and no number moves away from its
    name. Parts keep their order; each goes into the column in which it can begin highest, ties to the left. A wide part
    spans all columns and begins below everything before it. Hidden parts take no room. The last one may fill the height
    that is left.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._needed = dict[QWidget | None, float]()
        self._filling: set[QWidget] = set()
        self.setContentsMargins(0, 0, 0, 0)

    def add_part(self, part: QWidget, is_wide: bool = False, fills: bool = False) -> None:
        self.set_needed(part, inf if is_wide else 0.0)
        if fills:
            self._filling.add(part)
        self.addWidget(part)

    def set_needed(self, part: QWidget, width: float) -> None:
        """Let a part be wide where columns are narrower than some width in device-independent pixels."""
        self._needed[part] = width
        self.invalidate()

    def n_columns(self, width: int) -> int:
        """Tell how many columns a width in device-independent pixels has room for."""
        unit = self._unit
        fitting = int((width + GUTTER * unit) / ((_NARROWEST + GUTTER) * unit))
        return max(1, min(_MOST_COLUMNS, fitting))

    def column_width(self, width: int) -> int:
        """Tell how wide each column is where there is room of a width, in device-independent pixels."""
        unit, n_columns = self._unit, self.n_columns(width)
        if n_columns == 1:
            return min(width, round(_ALONE * unit))
        return min(round(_WIDEST * unit), int((width - (n_columns - 1) * GUTTER * unit) / n_columns))

    def used_width(self, width: int) -> int:
        """Tell from where to where the columns reach: what stands above them is no wider."""
        n_columns = self.n_columns(width)
        return n_columns * self.column_width(width) + round((n_columns - 1) * GUTTER * self._unit)

    @property
    def _unit(self) -> float:
        holder = self.parentWidget()
        return font_size(holder.font()) if holder is not None else 13.0

    def _lay_out(self, room: QRect, moves: bool) -> int:
        column, n_columns = self.column_width(room.width()), self.n_columns(room.width())
        gutter, gap = round(GUTTER * self._unit), round(GAP * self._unit)
        bottoms, low = [0] * n_columns, 0
        for item in self._items:
            if item.isEmpty():
                continue
            is_wide = self._needed.get(item.widget(), 0) > column
            place = 0 if is_wide else bottoms.index(min(bottoms))
            width = self.used_width(room.width()) if is_wide else column
            top = max(bottoms) if is_wide else bottoms[place]
            if item.widget() in self._filling:
                height = room.height() - top
            else:
                height = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
            height = max(height, item.minimumSize().height())
            if moves:
                item.setGeometry(QRect(room.left() + place * (column + gutter), room.top() + top, width, height))
            low, space = max(low, top + height), gap if item is not self._items[0] else gap // 2  # less below a head
            bottom = top + height + space
            bottoms = [bottom] * n_columns if is_wide else [*bottoms[:place], bottom, *bottoms[place + 1 :]]
        return low

    def sizeHint(self) -> QSize:
        return QSize(round(_NARROWEST * self._unit), self.minimumSize().height())

    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in shown), default=0), max((size.height() for size in shown), default=0)
        )

    def controlTypes(self) -> QSizePolicy.ControlType:
        return QSizePolicy.ControlType.DefaultType


_HEAD: Final = 24  # height of the head, at a font of 13 pixels
_MOST_NAMED: Final = 5  # columns without room
_NOTE: Final = 44  # times the size of the font: running text is no wider
_WHOLE: Final = 1000  # more than there is: halves keep their shares while the window grows


class Part(Styled, QWidget):
    """Shows widgets below each other, under a title and a caption beside it.

    Under a table stands a link that shows the rest of its rows, and which columns have no room; under all stands a note
    that explains.

    Parameters
    ----------
    beside : QWidget, optional
        The part's own choices, at the right of its head.
    action : QAction, optional
        A command that is offered behind them.
    fills : bool
        Whether the last widget takes the height that is left.
    small : sequence of QWidget
        Those in smaller letters.
    """

    def __init__(
        self,
        title: str,
        *widgets: QWidget,
        beside: QWidget | None = None,
        action: QAction | None = None,
        fills: bool = False,
        small: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._title, self._caption = QLabel(visible(title), self), ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self._at_right, self._small = list[QToolButton](), small
        gap = round(8 * self.unit)
        self._head = fill(QHBoxLayout(), self._title, self._caption, gap=gap, stretched=self._caption)
        if beside is not None:
            self._head.addWidget(beside)
        if action is not None:
            button = QToolButton(self)
            button.setDefaultAction(action)
            self._add_button(button)
        column = fill(QVBoxLayout(self), self._head, gap=round(4 * self.unit))
        self.tables = tuple(widget for widget in widgets if isinstance(widget, NumberTable))
        self._stops = [widget for widget in widgets if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
        self._texts = [widget for widget in widgets if isinstance(widget, QLabel)]
        for widget in widgets:
            if widget in self.tables[1:]:
                column.addSpacing(round(10 * self.unit))
            if widget in self._texts:
                row = QHBoxLayout()
                row.addWidget(widget, _WHOLE)
                row.addStretch(1)  # running text is no wider than can be read
                column.addLayout(row)
            else:
                column.addWidget(widget)
            if isinstance(widget, NumberTable):
                column.addWidget(_MoreRows(widget, self))
                column.addWidget(_NoRoom(widget, self))
        self._note = _Note(self)
        column.addWidget(self._note)
        if fills:
            column.setStretchFactor(widgets[-1], 1)
        else:
            column.addStretch(1)

    @property
    def title(self) -> str:
        return self._title.text()

    def set_title(self, title: str) -> None:
        self._title.setText(visible(title))

    @property
    def caption(self) -> str:
        return self._caption.accessibleName()

    def set_caption(self, text: str) -> None:
        """Show other words beside the title: unit, base, order; they are cut where there is no room."""
        self._caption.show_text(text)

    @property
    def note(self) -> str:
        return self._note.text()

    def set_note(self, text: str) -> None:
        """Explain in small text under what the part shows; nothing if there are no words."""
        self._note.setText(visible(text))
        self._note.setVisible(bool(text))

    def offer(self, menu: QMenu) -> None:
        """Offer a menu at the right edge of the head; the part stands on its page by now, and Tab goes through both."""
        button = flat_button("", self)
        button.setObjectName("part_menu")
        button.setAccessibleName(plain_text(f"Copy or save “{self.title}”"))
        button.setToolTip("Copy or save this.")
        button.setMenu(menu)
        self._add_button(button)
        for widget in self._stops[:1]:
            tab_before(button, widget)
        self._style_button(button)

    def _add_button(self, button: QToolButton) -> None:
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._head.addWidget(button)
        self._at_right.append(button)

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._title.setMinimumHeight(round(_HEAD * self.unit))
        set_small(self._caption)
        for widget in self._small:
            widget.setFont(scaled_font(self.font(), DETAIL))
        for text in self._texts:
            text.setMaximumWidth(round(_NOTE * font_size(self.font())))
        for button in self._at_right:
            self._style_button(button)

    def _style_button(self, button: QToolButton) -> None:
        button.setFont(scaled_font(self.font(), DETAIL))
        if button.menu() is not None:
            give_icon(button, "copy", current_theme().text2, 15 * self.unit)


class _Note(Styled, QLabel):
    """Shows words in lines that are no longer than can be read."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.hide()

    def heightForWidth(self, width: int) -> int:
        return super().heightForWidth(min(width, self.maximumWidth()))

    def _restyle(self) -> None:
        set_small(self)
        self.setMaximumWidth(round(_NOTE * font_size(self.font())))


class _NoRoom(_Note):
    """Names the columns of a table for which there is no room."""

    def __init__(self, table: NumberTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        table.left_out_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        names = tuple(filter(None, dict.fromkeys(self._table.left_out)))
        named = ", ".join(names) if len(names) <= _MOST_NAMED else f"{counted(len(names), 'column')}"
        self.setText(visible(f"No room for {named}: widen the window or copy the table."))
        self.setVisible(bool(names))
        QTimer.singleShot(0, self, self.updateGeometry)  # the table tells while it is laid out, which is over then


class Halves(Styled, HairlineSplitter):
    """Lets parts share room beside or below each other, as far apart as others are; that space can be dragged."""

    has_lines = False

    def __init__(self, orientation: Qt.Orientation, *parts: tuple[QWidget, int]) -> None:
        super().__init__(orientation)
        for part, _ in parts:
            self.addWidget(part)
        self.setSizes([_WHOLE * share for _, share in parts])

    def turn(self, orientation: Qt.Orientation) -> None:
        """Let the parts follow each other the other way."""
        if orientation != self.orientation():
            self.setOrientation(orientation)
            self._restyle()

    def _restyle(self) -> None:
        space = GUTTER if self.orientation() == Qt.Orientation.Horizontal else GAP
        self.setHandleWidth(round(space * font_size(self.font())))


class _MoreRows(LinkLabel):
    """Offers the rows of a table that are not shown; none while the table is hidden."""

    def __init__(self, table: NumberTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        self.linkActivated.connect(lambda _: table.show_more())
        table.rows_shown_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        n_all, n_shown = self._table.numbers.n_rows, self._table.n_shown
        is_last = n_all - n_shown <= MORE_ROWS
        words = f"Show all {grouped(n_all)}" if is_last else f"Show {grouped(MORE_ROWS)} more of {grouped(n_all)}"
        has_more = n_shown < n_all and not self._table.isHidden()
        self.setText(f'<a href="more">{words}</a>' if has_more else "")
        self.setVisible(has_more)

    def _restyle(self) -> None:
        super()._restyle()
        self.setFont(scaled_font(self._table.font(), DETAIL))


def flat_button(text: str, parent: QWidget) -> QToolButton:
    """Make a flat button with an icon that opens a menu, which an arrow behind its words says."""
    button = QToolButton(parent)
    open_menu_by(button, text)
    button.setAutoRaise(True)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def set_small(label: QLabel) -> None:
    """Write a label as captions and notes are."""
    parent = label.parentWidget()
    label.setFont(scaled_font(parent.font() if parent is not None else label.font(), CAPTION))
    set_ink(label, current_theme().text3)


class Shape(NamedTuple):
    """The lines, bars and dots of a sketch, in shares of its width and height."""

    lines: tuple[tuple[float, float, float], ...] = ()  # left, middle and width
    bars: tuple[tuple[float, float, float], ...] = ()  # likewise
    dots: tuple[tuple[float, float, bool], ...] = ()  # middle, and whether it is filled


_ROWS: Final = (0.2, 0.5, 0.8)
_NAMES: Final = tuple((0.0, row, 0.24) for row in _ROWS)
_PLOTS: Final = tuple((0.34, row, 0.66) for row in _ROWS)
AS_NUMBERS: Final = Shape((*_NAMES, *((left, row, 0.14) for row in _ROWS for left in (0.38, 0.62, 0.86))))
AS_BARS: Final = Shape(_NAMES, tuple((0.34, row, width) for row, width in zip(_ROWS, (0.62, 0.46, 0.2), strict=True)))
AS_GAPS: Final = Shape(
    (*_NAMES, *_PLOTS),
    dots=tuple((0.58 + 0.07 * n + gap, row, gap > 0) for n, row in enumerate(_ROWS) for gap in (0.0, 0.14)),
)
AS_INTERVALS: Final = Shape(
    (*_NAMES, *((0.4, row, 0.4) for row in _ROWS)),
    dots=tuple((0.54 + 0.06 * n, row, True) for n, row in enumerate(_ROWS)),
)
AS_MATRIX: Final = Shape(_NAMES, tuple((0.34 + 0.17 * place, row, 0.14) for row in _ROWS for place in range(4)))


class Awaited(NamedTuple):
    """A part that will stand on a page."""

    name: str
    words: str
    shape: Shape
    judges: bool = False  # whether it takes a reference, which annotators have none of


_WIDTH, _HEIGHT, _BAR = 120, 46, 8  # at a font of 13 pixels


class Sketch(Styled, QWidget):
    """Draws in hairlines what a part will look like, without any numbers."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self._shape = shape

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, unit, width, height = current_theme(), self.unit, self.width() - 1, self.height() - 1
        painter = QPainter(self)
        for left, middle, length in self._shape.lines:
            line = QRectF(left * width, round(middle * height), length * width, max(round(unit), 1))
            painter.fillRect(line, theme.border)
        painter.setPen(theme.border)
        painter.setBrush(theme.window)
        for left, middle, length in self._shape.bars:
            painter.drawRect(QRectF(left * width, middle * height - _BAR * unit / 2, length * width, _BAR * unit))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for left, middle, is_filled in self._shape.dots:
            paint_dot(painter, theme, QPointF(left * width, round(middle * height) + unit / 2), 3 * unit, is_filled)

    def _restyle(self) -> None:
        self.setFixedSize(QSize(round(_WIDTH * self.unit), round(_HEIGHT * self.unit)))


class AwaitedPart(Part):
    """Says what will stand on a page, each thing beside its sketch."""

    def __init__(self, awaited: Sequence[Awaited]) -> None:
        self._grid = QWidget()
        rows = QGridLayout(self._grid)
        for row, one in enumerate(awaited):
            words = LinkLabel()
            words.setText(f"<b>{one.name}</b><br>{one.words}")
            rows.addWidget(Sketch(one.shape), row, 0)
            rows.addWidget(words, row, 1)
        rows.setColumnStretch(1, 1)
        rows.setContentsMargins(0, 0, 0, 0)
        super().__init__("Coming here", self._grid)

    def _restyle(self) -> None:
        super()._restyle()
        rows = self._grid.layout()
        assert isinstance(rows, QGridLayout), "it was made so"
        rows.setHorizontalSpacing(round(22 * self.unit))
        rows.setVerticalSpacing(round(26 * self.unit))


class LackingPart(Part):
    """Stands where a part has nothing to show yet: its sketch, a sentence, and the one button that helps."""

    def __init__(self, title: str, shape: Shape, said: str, button: str) -> None:
        words, inside, self.button = QLabel(said, wordWrap=True), QWidget(), QPushButton(button)
        rows = fill(QVBoxLayout(inside), Sketch(shape), words, gap=8)
        rows.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        super().__init__(title, inside, small=(words, self.button))
