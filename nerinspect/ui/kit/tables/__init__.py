"""Tables: what they show as values, how they are walked through, painted and copied; and what all views share."""

from typing import Final, TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QHeaderView, QTableView

Index: TypeAlias = QModelIndex | QPersistentModelIndex
NO_INDEX: Final = QModelIndex()  # as default of an argument, as Qt has it


def leave_row_heads_out(table: QTableView) -> None:
    """Show no heads beside the rows of a table, which are all as high, and no grid; Tab leaves it."""
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)


def set_row_height(table: QTableView, height: int) -> None:
    """Make all rows of a table as high, however low that is."""
    table.verticalHeader().setMinimumSectionSize(height)
    table.verticalHeader().setDefaultSectionSize(height)
