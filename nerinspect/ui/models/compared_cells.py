"""What tables of the filter panels about two systems say of their cells."""

from enum import IntEnum
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from nerinspect.ui.models.roles import COUNT_ROLE
from nerinspect.ui.tooltips import tooltip

Index = QModelIndex | QPersistentModelIndex
NO_INDEX: Final = QModelIndex()


class CellRole(IntEnum):
    """What delegates ask for beside the text."""

    COUNT = COUNT_ROLE
    VALUE = Qt.ItemDataRole.UserRole + 2
    IS_PICKED = Qt.ItemDataRole.UserRole + 3
    IS_DIM = Qt.ItemDataRole.UserRole + 4


class ComparedModel(QAbstractTableModel):
    """A table of fixed columns; what stands in it, models of a kind say.

    Attributes
    ----------
    titles : tuple of str
        Names of the columns.
    """

    titles: tuple[str, ...] = ()

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self.titles)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let only doors be clicked and have the keyboard."""
        return super().flags(index) if self.is_door(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(index)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(index) + (", picked" if self.is_picked(index) else "")
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.explained(index))
            case Qt.ItemDataRole.WhatsThisRole:
                return self.explained(index)
            case CellRole.COUNT:
                return self.count(index)
            case CellRole.IS_PICKED:
                return self.is_picked(index)
            case CellRole.IS_DIM:
                return self.is_dim(index)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name a column, and say what stands in it."""
        if orientation == Qt.Orientation.Horizontal and section < len(self.titles):
            if role == Qt.ItemDataRole.DisplayRole:
                return self.titles[section]
            if role == Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.title_explained(section))
        return None

    def is_door(self, index: Index) -> bool:
        """Tell whether a click does something."""
        return index.isValid()

    def text(self, index: Index) -> str:
        """Give what is written."""
        raise NotImplementedError

    def spoken(self, index: Index) -> str:
        """Say the cell in a sentence, for a screen reader."""
        raise NotImplementedError

    def explained(self, index: Index) -> str:
        """Say what the cell counts."""
        raise NotImplementedError

    def title_explained(self, section: int) -> str:
        """Say what stands in a column; empty for nothing."""
        return ""

    def count(self, index: Index) -> int:
        """Count the mentions of a cell."""
        return 0

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter keeps just what the cell counts, or names it."""
        return False

    def is_dim(self, index: Index) -> bool:
        """Tell whether there is nothing to count."""
        return not self.count(index)

    def announce(self) -> None:
        """Tell that all cells are new."""
        if rows := self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, len(self.titles) - 1))
