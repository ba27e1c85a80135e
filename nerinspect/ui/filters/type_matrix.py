"""Reference types against predicted types: the events of each pair, and how their cells are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.corpus.types import NO_TYPE, type_or_none
from nerinspect.errors import counted
from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.filters.counts_table import COUNT_ROLE
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme
from nerinspect.visible import visible

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
_SEVERAL: Final = "An event with several types stands in several cells."


class MatrixRole(IntEnum):
    """What the delegate asks for beside the count as text."""

    COUNT = COUNT_ROLE
    SHARE = Qt.ItemDataRole.UserRole + 2
    IS_PICKED = Qt.ItemDataRole.UserRole + 3


class TypeMatrixModel(QAbstractTableModel):
    """Show the counts as they lie in their array: reference types down, predicted ones across, none last.

    Parameters
    ----------
    parent : QObject, optional
        What the model belongs to.
    noun : str
        What has the types.
    """

    def __init__(self, parent: QObject | None = None, noun: str = "mention") -> None:
        super().__init__(parent)
        self._noun = noun
        self.wording = JUDGED
        self._types: tuple[str, ...] = ()
        self._counts: AnyIntArray = np.zeros((1, 1), dtype=np.int64)
        self._largest = 0
        self._with_correct = False
        self._picked: BoolArray = np.zeros((1, 1), dtype=bool)

    @property
    def largest(self) -> int:
        """The largest count."""
        return self._largest

    @property
    def largest_by_column(self) -> list[int]:
        """The largest count of each column."""
        return [int(count) for count in self._counts.max(axis=0)]

    @property
    def with_correct(self) -> bool:
        """Whether correct events are counted."""
        return self._with_correct

    def set_matrix(
        self,
        types: Sequence[str],
        counts: AnyIntArray,
        picked: BoolArray | None = None,
        with_correct: bool = False,
    ) -> None:
        """Show another matrix.

        Parameters
        ----------
        types : sequence of str
            Names of the types.
        counts : ndarray of int, shape (n_types + 1, n_types + 1)
            Events by reference and predicted type, no mention last.
        picked : ndarray of bool, shape (n_types + 1, n_types + 1), optional
            Cells that the filter keeps; none, if left out.
        with_correct : bool
            Whether correct events are counted.
        """
        is_other = tuple(types) != self._types
        if is_other:
            self.beginResetModel()
        self._types, self._counts = tuple(types), np.asarray(counts)
        self._largest, self._with_correct = int(self._counts.max()), with_correct
        self._picked = np.zeros(self._counts.shape, dtype=bool) if picked is None else picked
        if is_other:
            self.endResetModel()
        else:
            last = len(self._types)
            self.dataChanged.emit(self.index(0, 0), self.index(last, last))

    def type_at(self, place: int) -> str | None:
        """Name the type of a row or column; None for no mention."""
        return self._types[place] if place < len(self._types) else None

    def longest_names(self, n_names: int) -> list[str]:
        """Give the names with most characters, to be measured."""
        return sorted(self._types, key=len, reverse=True)[:n_names]

    def as_tsv(self) -> str:
        """Write the whole matrix with its heads, as text that a spreadsheet takes."""
        names = [*(type_or_none(" ".join(name.split())) for name in self._types), NO_TYPE]
        lines = ["\t".join([self.wording.said("reference \\ predicted"), *names])]
        for name, row in zip(names, self._counts, strict=True):
            # The text of a whole list is made twice as fast as that of its numbers one by one.
            lines.append(f"{name}\t" + str(row.tolist())[1:-1].replace(", ", "\t"))
        lines[-1] = lines[-1].rpartition("\t")[0] + "\t"
        return "".join(f"{line}\n" for line in lines)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the types and the row of no mention."""
        return 0 if parent.isValid() else len(self._types) + 1

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the types and the column of no mention."""
        return 0 if parent.isValid() else len(self._types) + 1

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Leave the cell out where both sides have no mention."""
        return Qt.ItemFlag.NoItemFlags if self._is_void(index) else super().flags(index)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        if not index.isValid() or self._is_void(index):
            return None
        row, column = index.row(), index.column()
        count = int(self._counts[row, column])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{count:,}"
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, column, count)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._explained(row, column, count))
            case Qt.ItemDataRole.WhatsThisRole:
                return self._explained(row, column, count)
            case MatrixRole.COUNT:
                return count
            case MatrixRole.SHARE:
                return count / self._largest if self._largest else 0.0
            case MatrixRole.IS_PICKED:
                return bool(self._picked[row, column])
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Name a row or column."""
        name = self.type_at(section)
        is_row = orientation == Qt.Orientation.Vertical
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return type_or_none(name)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self.wording.said('reference' if is_row else 'predicted')} {type_or_none(name)}"
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.wording.said(self._head_explained(name, is_row)))
            case Qt.ItemDataRole.WhatsThisRole:
                return self.wording.said(self._head_explained(name, is_row))
        return None

    def _is_void(self, index: _Index) -> bool:
        return index.row() == index.column() == len(self._types)

    def _spoken(self, row: int, column: int, count: int) -> str:
        ref, pred = type_or_none(self.type_at(row)), type_or_none(self.type_at(column))
        state = ", picked" if self._picked[row, column] else ""
        sides = f"{self.wording.said('reference')} {ref}, {self.wording.said('predicted')} {pred}"
        return f"{sides}: {counted(count, 'event')}{state}"

    def _explained(self, row: int, column: int, count: int) -> str:
        ref, pred = self._side(self.type_at(row), is_reference=True), self._side(self.type_at(column), False)
        if ref.startswith("with "):
            pred = pred.removeprefix("with ")
        here = f"{counted(count, 'event')} {ref} and {pred} under the other filters"
        if self._noun != "mention":
            return self.wording.said(f"{here}.")
        correct = "counted too" if self._with_correct else "left out"
        return self.wording.said(f"{here}; correct events are {correct}. {_SEVERAL}")

    def _head_explained(self, name: str | None, is_reference: bool) -> str:
        keys = "Shift+Space" if is_reference else "Shift+Enter"
        return f"Events {self._side(name, is_reference)}, correct ones too; a click or {keys} picks them."

    def _side(self, name: str | None, is_reference: bool) -> str:
        of_side = f"{'reference' if is_reference else 'predicted'} {self._noun}"
        return f"without a {of_side}" if name is None else f"with a {of_side} {name}"


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
        return unit_of(self.font)

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
