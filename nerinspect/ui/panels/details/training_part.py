"""Training evidence of an event: whether a system could have known its surfaces."""

from html import escape
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.panels.details.detail_table import DetailTable
from nerinspect.ui.panels.details.training_facts import ALL, UNLABELLED, EventTraining, TrainingSurface
from nerinspect.ui.panels.details.training_places import TrainingPlaces
from nerinspect.ui.panels.details.training_table import SurfaceTable, near_cells, surface_cells
from nerinspect.ui.panels.details.training_words import verdict
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.link_label import LinkLabel
from nerinspect.ui.widgets.number_menu import number_menu
from nerinspect.visible import visible

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
