"""Training evidence of an event in the details: its surfaces by type, those that resemble them, and their places."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QLabel, QMenu, QStyleOptionViewItem, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.details.concordance import Concordance, ConcordanceColumn, ConcordanceModel
from nerinspect.ui.details.small_table import CELL_ROLE, CellDelegate, DetailCell, DetailTable, Index
from nerinspect.ui.details.training_facts import (
    ALL,
    UNLABELLED,
    EventTraining,
    NearSurface,
    TrainingPlace,
    TrainingSurface,
    counted,
    verdict,
)
from nerinspect.ui.kit.doors import DoorLabel, LinkLabel, Piece, number_menu
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_PAGE = 8  # rows that are made together


class TrainingPlaceModel(ConcordanceModel):
    """Hold the first places of a surface."""

    def __init__(self) -> None:
        super().__init__(ConcordanceColumn.LEFT)
        self._surface: TrainingSurface | None = None
        self._reading, self._n_shown = ALL, 0
        self._made: dict[int, TrainingPlace] = {}

    def show_places(self, surface: TrainingSurface, reading: str, at_most: int) -> None:
        """Hold so many places of a surface that are read in one way, or `ALL`."""
        self.beginResetModel()
        if surface is not self._surface or reading != self._reading:
            self._made = {}
        self._surface, self._reading = surface, reading
        self._n_shown = min(at_most, surface.count(reading))
        self.endResetModel()

    def row(self, number: int) -> TrainingPlace:
        """Give one place."""
        if number not in self._made:
            assert self._surface is not None, "there is a row"
            first = number // _PAGE * _PAGE
            n_rows = min(_PAGE, self._surface.count(self._reading) - first)
            places = self._surface.places(self._reading, first, n_rows)
            self._made.update(enumerate(places, first))
        return self._made[number]

    @property
    def n_rows(self) -> int:
        """How many places are on show."""
        return self._n_shown


class TrainingPlaces(Concordance):
    """List places of a surface; a place in training has no event to open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._places = TrainingPlaceModel()
        super().__init__(self._places, parent)
        self.setAccessibleName("Places in training")

    def piece(self, index: QModelIndex) -> Piece:
        """Give the place of a row."""
        return Piece(self._places.row(index.row()).place, "", meaning("training_place"))

    def open(self, index: QModelIndex) -> None:
        """Do nothing."""

    def show_places(self, surface: TrainingSurface, reading: str, at_most: int, style: CellStyle) -> None:
        """List the first places of a surface that are read in one way, or all, painted in the style of the panel."""
        self._places.show_places(surface, reading, at_most)
        self.setAccessibleName(f"Places of {surface.text} in training")
        self.restyle(style)


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


_PLACES_AT_ONCE: Final = 4
_MORE, _SAME, _EVERY, _FEWER, _OPEN = "more", "same", "every", "fewer", "open"


class PlaceDoors(DoorLabel):
    """Offer more places; they stand in training, where no query finds them."""

    def menu_of(self, piece: Piece) -> QMenu:
        """Offer to copy and to explain."""
        return number_menu(self, piece.text, "", piece.explanation)


class TrainingPart(QWidget):
    """Show how often the surfaces of an event are mentions in training, and where.

    Signals
    -------
    query_requested : str
        A number that counts events of the test set was clicked.
    training_requested
        The user wants to open training data.
    """

    query_requested = Signal(str)
    training_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._listed: tuple[TrainingSurface, ...] = ()
        self._chosen, self._reading, self._n_shown = 0, ALL, 0
        self._style = CellStyle(current_theme(), {}, self.font())
        self._head, self._quiet = QLabel("Training evidence"), LinkLabel()
        self._head.setToolTip(tooltip(meaning("training_evidence")))
        self._surfaces, self._verdict, self._near_head = SurfaceTable(), QLabel(), QLabel("Nearest in training")
        self._near_head.setToolTip(tooltip(meaning("near_surfaces")))
        self._near = DetailTable("Nearest surfaces in training", 20, stretched=0)
        self._readings, self._places, self._doors = (
            DoorLabel(doors="accent"),
            TrainingPlaces(),
            PlaceDoors(doors="accent"),
        )
        self._verdict.setTextFormat(Qt.TextFormat.PlainText)
        self._near_head.setTextFormat(Qt.TextFormat.PlainText)
        readable = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self._verdict.setTextInteractionFlags(readable)
        links = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        self._quiet.setTextInteractionFlags(links)
        for label in (self._quiet, self._verdict, self._readings, self._doors):
            label.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for widget in (self._head, self._quiet, *self._contents):
            self._column.addWidget(widget)
        self._quiet.linkActivated.connect(lambda _: self.training_requested.emit())
        self._surfaces.places_requested.connect(self._choose)
        self._readings.query_requested.connect(self.query_requested)
        self._doors.query_requested.connect(self._on_places_requested)
        self._show_quiet("")

    @property
    def _contents(self) -> tuple[QWidget, ...]:
        """What evidence is shown in, from the top."""
        return (
            self._surfaces,
            self._verdict,
            self._near_head,
            self._near,
            self._readings,
            self._places,
            self._doors,
        )

    def show_nothing(self, style: CellStyle, *, is_read: bool = False) -> None:
        """Say that training data is being read, or that none is open, and offer to open some."""
        self._listed = ()
        link = f'<a href="{_OPEN}">Open Training Data…</a>'
        self._show_quiet("Training data is being read." if is_read else f"No training data is open. {link}")
        self.setMinimumHeight(0)
        self.restyle(style)

    def show_waiting(self, style: CellStyle) -> None:
        """Say that evidence is on its way; the room of the last event is kept, so that nothing below jumps."""
        self.setMinimumHeight(self.height() if self._listed else self.minimumHeight())
        self._listed = ()
        self._show_quiet("…")
        self.restyle(style)

    def show_facts(self, facts: EventTraining, style: CellStyle) -> None:
        """Show the evidence of an event, that of its first surface at length."""
        self._listed, self._style = facts.surfaces, style
        self._quiet.hide()
        rows, heads = surface_cells(facts)
        self._surfaces.cells.set_cells(rows, (), heads)
        self._surfaces.setVisible(bool(rows))
        self._choose(0, ALL)
        self.restyle(style)
        self.setMinimumHeight(0)

    def show_failure(self, error: Exception) -> None:
        """Say that evidence could not be found."""
        self._show_quiet(escape(f"Training could not be looked up: {error!r}."))
        self.setMinimumHeight(0)

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        self._style, padding = style, round(style.padding)
        labels: tuple[QLabel, ...] = (self._quiet, self._verdict, self._near_head, self._readings, self._doors)
        for label in (self._head, *labels):
            is_quiet = label in (self._head, self._quiet, self._near_head)
            label.setFont(scaled_font(style.font, DETAIL))
            label.setContentsMargins(padding, round(3 * style.unit), padding, 0)
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, style.theme.text2 if is_quiet else style.theme.text)
            label.setPalette(palette)
        self._head.setFont(scaled_font(style.font, CAPTION, is_bold=True))
        self._head.setContentsMargins(padding, round(12 * style.unit), padding, 0)
        self._column.setSpacing(round(4 * style.unit))
        if self._listed:
            for table in (self._surfaces, self._near):
                table.fit(style)
            self._places.restyle(style)

    def follow(self, widget: QWidget) -> QWidget:
        """Let Tab come here from a widget; give the last part it goes through."""
        stops = (self._quiet, self._surfaces, self._near, self._readings, self._places, self._doors)
        for first, second in pairwise((widget, *stops)):
            self.setTabOrder(first, second)
        return self._doors

    def _show_quiet(self, text: str) -> None:
        self._quiet.setText(text)
        self._quiet.setVisible(bool(text))
        for widget in self._contents:
            widget.hide()

    def _choose(self, row: int, reading: str) -> None:
        """Show the evidence of one surface at length, with its places of one reading."""
        surface = self._listed[row]
        self._chosen, self._reading = row, reading
        self._surfaces.choose_row(row)
        self._verdict.setText(visible(verdict(surface)))
        self._verdict.show()
        self._near.cells.set_cells(near_cells(surface.near))
        for widget in (self._near_head, self._near):
            widget.setVisible(bool(surface.near))
        self._near.fit(self._style)
        self._readings.show_pieces(_reading_pieces(surface))
        self._readings.setVisible(bool(surface.readings))
        self._show_places(_PLACES_AT_ONCE)

    def _show_places(self, at_most: int) -> None:
        surface = self._listed[self._chosen]
        n_places = surface.count(self._reading)
        self._n_shown = min(at_most, n_places)
        self._places.show_places(surface, self._reading, self._n_shown, self._style)
        self._places.setVisible(surface.n_places > 0)
        self._doors.show_pieces(_place_pieces(surface, self._reading, self._n_shown))
        self._doors.setVisible(bool(self._doors.pieces))

    def _on_places_requested(self, door: str) -> None:
        surface = self._listed[self._chosen]
        if door == _MORE:
            self._show_places(self._n_shown + _PLACES_AT_ONCE)
        elif door == _FEWER:
            self._show_places(_PLACES_AT_ONCE)
        else:
            self._reading = self._reading if door == _SAME else ALL
            self._show_places(surface.count(self._reading))


def _reading_pieces(surface: TrainingSurface) -> list[Piece]:
    """Name the other types of a surface in the reference, each a door."""
    pieces = [Piece("In the test set also ")]
    for one in surface.readings:
        pieces += [Piece(f"{one.type} {one.count:,}", one.query, meaning("test_readings")), Piece(" · ")]
    return pieces[:-1]


def _place_pieces(surface: TrainingSurface, reading: str, n_shown: int) -> list[Piece]:
    """Offer the next places, all of the reading, the first ones again, and those of all readings."""
    n_places, doors = surface.count(reading), []
    if n_shown < n_places:
        doors.append((f"{min(_PLACES_AT_ONCE, n_places - n_shown)} more", _MORE))
        if reading != ALL:
            doors.append((f"All {n_places:,} {'unlabelled' if reading == UNLABELLED else reading}", _SAME))
    elif n_shown > _PLACES_AT_ONCE:
        doors.append(("Fewer places", _FEWER))
    if n_shown < surface.n_places and (reading == ALL or n_places < surface.n_places):
        doors.append((f"All {surface.n_places:,} places in training", _EVERY))
    pieces = [(Piece(words, door, meaning("training_place")), Piece(" · ")) for words, door in doors]
    return [piece for pair in pieces for piece in pair][:-1]
