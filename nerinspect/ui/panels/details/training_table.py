"""How often each surface of an event is a mention of each type in training, and the surfaces that resemble it."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QStyleOptionViewItem, QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.panels.details.cell_delegate import CellDelegate
from nerinspect.ui.panels.details.cells import CELL_ROLE, DetailCell, Index
from nerinspect.ui.panels.details.detail_table import DetailTable
from nerinspect.ui.panels.details.training_facts import ALL, UNLABELLED, EventTraining, NearSurface, TrainingSurface
from nerinspect.ui.panels.details.training_words import counted
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.number_menu import number_menu

_OTHERS: Final = "other types"
_SHORT: Final = {
    "one token more in the middle": "one more inside",
    "one token less in the middle": "one less inside",
    "same last token in other case": "last in other case",
}
"""How surfaces differ, where that would be cut off; the tooltip says all."""

_MOST_TYPES: Final = 4
"""So many types have a column of their own, the most frequent ones."""


class SurfaceTable(DetailTable):
    """Show the surfaces of an event; one of them is chosen.

    Signals
    -------
    places_requested : int, str
        The user chose a surface, by its row, and which of its places: a type, `UNLABELLED` or `ALL`.
    """

    places_requested = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Training evidence", 20, head_height=20, stretched=0, parent=parent)
        self.setItemDelegate(_RowDelegate(self))
        self.chosen = 0

    def piece(self, index: QModelIndex) -> Piece:
        """Give text and explanation of a cell; places in training are found by no query."""
        cell: DetailCell = index.data(CELL_ROLE)
        return Piece(cell.text, "", meaning(cell.key) if cell.key else "")

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether there are places to show."""
        cell: DetailCell = index.data(CELL_ROLE)
        return cell.text != "0"

    def open(self, index: QModelIndex) -> None:
        """Choose the surface of a row, and the places that a number counts."""
        self.places_requested.emit(index.row(), self._reading(index.column()) if self.is_door(index) else ALL)

    def _reading(self, column: int) -> str:
        """Tell which places the numbers of a column count."""
        name = str(self.cells.headerData(column, Qt.Orientation.Horizontal))
        if column == 0 or name == _OTHERS:
            return ALL
        return UNLABELLED if column == self.cells.columnCount() - 1 else name

    def choose_row(self, row: int) -> None:
        """Mark another surface."""
        self.chosen = row
        self.viewport().update()

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Offer to show the places as well."""
        piece = self.piece(index)
        menu = number_menu(self, piece.text, "", piece.explanation)
        menu.addAction("Show Places in Training", lambda: self.open(index))
        return menu


class _RowDelegate(CellDelegate):
    """Paint the chosen row on a ground of its own where there are several."""

    def __init__(self, table: SurfaceTable) -> None:
        super().__init__(table)
        self._surfaces = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground of a chosen row, then the cell."""
        style = self._surfaces.cell_style
        if style is not None and self._surfaces.cells.rowCount() > 1 and index.row() == self._surfaces.chosen:
            painter.fillRect(QRectF(option.rect), style.theme.selected)
        super().paint(painter, option, index)


def surface_cells(facts: EventTraining) -> tuple[list[list[DetailCell]], list[DetailCell]]:
    """Lay out the counts of each surface.

    Parameters
    ----------
    facts : EventTraining
        The surfaces.

    Returns
    -------
    rows, heads : list
        The surface, a count for each type that occurs (of many types the most frequent ones, then the others
        together), and the unlabelled places.
    """
    total: Counter[str] = Counter()
    for surface in facts.surfaces:
        total.update(surface.counts)
    named = sorted(sorted(total, key=lambda name: (-total[name], name))[:_MOST_TYPES])
    others = sorted(set(total) - set(named))
    heads = [DetailCell("Surface", is_quiet=True)]
    heads += [DetailCell(name, key="training_count", is_number=True, is_quiet=True) for name in named]
    if others:
        note = ", ".join(others)
        heads.append(DetailCell(_OTHERS, note=note, key="training_count", is_number=True, is_quiet=True))
    heads.append(DetailCell("unlabelled", key="unlabelled", is_number=True, is_quiet=True))
    return [_surface_row(surface, named, others) for surface in facts.surfaces], heads


def near_cells(near: Sequence[NearSurface]) -> list[list[DetailCell]]:
    """Lay out the surfaces that resemble one that training does not have: each with what differs and its types."""
    return [
        [
            DetailCell(one.text, spoken=f"{one.text}: {one.how}, {counted(one.counts)}"),
            DetailCell(_SHORT.get(one.how, one.how), note=one.how, is_quiet=True),
            DetailCell(counted(one.counts), key="training_count", is_number=True),
        ]
        for one in near
    ]


def _surface_row(surface: TrainingSurface, named: Sequence[str], others: Sequence[str]) -> list[DetailCell]:
    spoken = f"{surface.text}: {counted(surface.counts) or 'never a mention'}, unlabelled {surface.n_unlabelled:,}"
    cells = [DetailCell(surface.text, spoken=spoken)]
    cells += [_count(surface.counts.get(name, 0), name) for name in named]
    if others:
        cells.append(_count(sum(surface.counts.get(name, 0) for name in others), _OTHERS))
    unlabelled = surface.n_unlabelled
    cells.append(
        DetailCell(
            f"{unlabelled:,}",
            key="unlabelled",
            spoken=f"unlabelled {unlabelled:,}",
            is_number=True,
            is_quiet=not unlabelled,
        )
    )
    return cells


def _count(count: int, name: str) -> DetailCell:
    return DetailCell(
        f"{count:,}", key="training_count", spoken=f"{name} {count:,}", is_number=True, is_quiet=not count
    )
