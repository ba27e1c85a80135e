"""The one grid of all pages: parts in one to three columns, each where it can begin highest."""

from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.ui.kit.layout import ItemLayout
from nerinspect.ui.theme.fonts import font_size

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
        self._wide: set[QWidget] = set()
        self._filling: set[QWidget] = set()
        self.setContentsMargins(0, 0, 0, 0)

    def add_part(self, part: QWidget, is_wide: bool = False, fills: bool = False) -> None:
        """Add a part behind the others."""
        self.set_wide(part, is_wide)
        if fills:
            self._filling.add(part)
        self.addWidget(part)

    def set_wide(self, part: QWidget, is_wide: bool) -> None:
        """Let a part span all columns, or only one."""
        (self._wide.add if is_wide else self._wide.discard)(part)
        self.invalidate()

    def has_room(self, width: int) -> bool:
        """Tell whether any column has room of a width in device-independent pixels, in whatever window."""
        return width <= _NARROWEST * self._unit

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
        bottoms = [0] * n_columns
        for item in self._items:
            if item.isEmpty():
                continue
            is_wide = item.widget() in self._wide
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
            bottom = top + height + gap
            bottoms = [bottom] * n_columns if is_wide else [*bottoms[:place], bottom, *bottoms[place + 1 :]]
        return max(0, max(bottoms) - gap)

    def sizeHint(self) -> QSize:
        """Ask for one column."""
        return QSize(round(_NARROWEST * self._unit), self.minimumSize().height())

    def minimumSize(self) -> QSize:
        """Be no narrower than the narrowest part can be."""
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in shown), default=0), max((size.height() for size in shown), default=0)
        )

    def controlTypes(self) -> QSizePolicy.ControlType:
        """Stand for no kind of control."""
        return QSizePolicy.ControlType.DefaultType
