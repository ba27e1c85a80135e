"""The places of the chosen surface: doors to its readings, the concordance, the sentence of the chosen place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.consistency.place_context import MOST_OFTEN, context_of_place, with_usual_readings
from nerinspect.ui.consistency.place_model import PLACE, PlaceModel
from nerinspect.ui.consistency.place_view import PlaceView
from nerinspect.ui.consistency.surface_list import Reading, SurfaceList, exceptions
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.panels.context_view import ContextView
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.elided_label import ElidedLabel
from nerinspect.ui.widgets.hairline_splitter import HairlineSplitter
from nerinspect.ui.widgets.number_menu import number_menu

if TYPE_CHECKING:
    from nerinspect.analysis.study import Study

_ALL, _EXCEPTIONS = "all", "exceptions"


class ReadingDoors(DoorLabel):
    """Name the readings of a surface with their counts; each opens its places."""

    def menu_of(self, piece: Piece) -> QMenu:
        """Offer to copy and to explain a number; what it opens is no query."""
        return number_menu(self, piece.text, "", piece.explanation)


class PlacePart(QWidget):
    """Show the places of one surface.

    Signals
    -------
    place_opened : int, int, int
        Enter or a double click on a place: its sentence, from 1, and its half-open token positions in there.
    left
        Esc: back to the surfaces.
    """

    place_opened = Signal(int, int, int)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._surfaces: SurfaceList | None = None
        self._surface, self._chosen = -1, frozenset[int]()
        self._usual: Study | None = None
        self._prediction = -1
        self._doors, self._model = ReadingDoors(doors="accent"), PlaceModel(self)
        self.view = PlaceView(self._model)
        self._said, self.context = ElidedLabel(Qt.TextElideMode.ElideRight), ContextView()
        self._build_ui()
        self._doors.query_requested.connect(self._on_door_opened)
        self.view.row_chosen.connect(self._show_place)
        self.view.opened.connect(self._on_opened)
        self.view.copy_requested.connect(self._copy)
        self.view.menu_requested.connect(self._show_menu)
        self.context.next_requested.connect(lambda: self.view.step(1))
        self.context.previous_requested.connect(lambda: self.view.step(-1))

    @property
    def surface(self) -> int:
        """Number of the surface on show; -1 for none."""
        return self._surface

    @property
    def model(self) -> PlaceModel:
        """The rows."""
        return self._model

    def show_surface(self, surfaces: SurfaceList | None, surface: int, readings: Sequence[int] = ()) -> None:
        """Show the places of some readings of a surface, of all if none is named; -1 for no surface."""
        has_one = surfaces is not None and surface >= 0
        if surfaces is not None and has_one and (surfaces is not self._surfaces or surface != self._surface):
            self._usual = with_usual_readings(surfaces, surface, self._prediction)
            self.context.show_types(surfaces.study.types)
        self._surfaces, self._surface = surfaces, surface if has_one else -1
        listed = surfaces.readings(surface) if surfaces is not None and has_one else []
        self._chosen = frozenset(readings) or frozenset(one.number for one in listed)
        chosen = [one for one in listed if one.number in self._chosen]
        self._show_doors(listed)
        self._model.show_places(surfaces, surface, chosen)
        self.view.fit_columns()
        if chosen:
            self.view.choose_row(0)
            self.view.scrollToTop()
        else:
            self._show_place(-1)

    def show_prediction(self, prediction: int) -> None:
        """Let another prediction stand below the reference; -1 for none."""
        if prediction != self._prediction:
            self._prediction = prediction
            if self._surfaces is not None and self._surface >= 0:
                self._usual = with_usual_readings(self._surfaces, self._surface, prediction)
                self._show_place(self.view.current_row)

    def set_style(self, style: CellStyle) -> None:
        """Paint with other fonts and colours."""
        self.view.set_style(style)
        self.view.fit_columns()

    def _build_ui(self) -> None:
        self.context.setAccessibleName("Sentence of the place")
        self._doors.setWordWrap(True)
        below = QWidget()
        self._below = QVBoxLayout(below)
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.setSpacing(0)
        self._below.addWidget(self._said)
        self._below.addWidget(self.context, 1)
        self._splitter = HairlineSplitter(Qt.Orientation.Vertical)
        self._splitter.addWidget(self.view)
        self._splitter.addWidget(below)
        self._splitter.setStretchFactor(0, 5)
        self._splitter.setStretchFactor(1, 4)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self._doors)
        rows.addWidget(self._splitter, 1)
        self._restyle()

    def _restyle(self) -> None:
        unit = font_size(self.font()) / 13
        sides, above = round(6 * unit), round(5 * unit)
        for label in (self._doors, self._said):
            label.setFont(scaled_font(self.font(), DETAIL))
            label.setContentsMargins(sides, above, sides, above)
        palette = self._said.palette()
        palette.setColor(QPalette.ColorRole.WindowText, current_theme().text2)
        self._said.setPalette(palette)

    def _show_doors(self, readings: Sequence[Reading]) -> None:
        """Name the readings, those on show in bold."""
        if self._surfaces is None or not readings:
            self._doors.show_pieces(())
            return
        odd = exceptions(readings)
        n_all, n_odd = (sum(one.count for one in some) for some in (readings, odd))
        is_all = len(self._chosen) == len(readings)
        pieces = [
            Piece(self._surfaces.surface(self._surface), is_bold=True),
            Piece(":  "),
            Piece(_counted(n_all, "place"), _ALL, meaning("surface_places"), is_all),
        ]
        for one in readings:
            is_shown = not is_all and self._chosen == {one.number}
            explanation = meaning("surface_readings" if one.type else "unlabelled")
            pieces += [Piece("  ·  "), Piece(f"{one.name} {one.count:,}", str(one.number), explanation, is_shown)]
        if len(odd) > 1:
            is_shown = not is_all and self._chosen == {one.number for one in odd}
            words = _counted(n_odd, "exception")
            pieces += [Piece("  ·  "), Piece(words, _EXCEPTIONS, meaning("exceptions"), is_shown)]
        self._doors.show_pieces(pieces)

    def _show_place(self, row: int) -> None:
        """Show the sentence of a row."""
        if self._surfaces is None or self._usual is None or not 0 <= row < self._model.rowCount():
            self._said.show_text("")
            self.context.show_context(None)
            return
        context = context_of_place(self._usual, *self._model.bounds(row))
        said = self._described(row)
        line = f", line {context.line:,}" if context.line else ""
        place = f"Document {context.document.number:,}, sentence {context.sentence.number:,}{line}"
        self._said.show_text(f"{place}:  {said}")
        self.context.show_context(context, f"{place}: {said}")

    def _described(self, row: int) -> str:
        """Say how a place is read, and how many others are."""
        assert self._surfaces is not None, "there is a row"
        here, readings = self._model.reading(row), self._surfaces.readings(self._surface)
        n_all, usual = sum(one.count for one in readings), next(one for one in readings if not one.is_exception)
        if here.number == usual.number:
            return f"{here.name} here, as in {here.count:,} of {n_all:,} places"
        return f"{here.name} here, {MOST_OFTEN} {usual.name}: {usual.count:,} of {n_all:,} places"

    def _on_door_opened(self, door: str) -> None:
        assert self._surfaces is not None, "there is a door"
        readings = self._surfaces.readings(self._surface)
        if door == _ALL:
            chosen = [one.number for one in readings]
        elif door == _EXCEPTIONS:
            chosen = [one.number for one in exceptions(readings)]
        else:
            chosen = [int(door)]
        self.show_surface(self._surfaces, self._surface, chosen)

    def _on_opened(self, index: QModelIndex) -> None:
        assert self._surfaces is not None, "there is a row"
        text, (start, end) = self._surfaces.study.text, self._model.bounds(index.row())
        sentence = int(text.sentence_of(self._model.starts[index.row() : index.row() + 1])[0])
        first = int(text.sentence_start[sentence])
        self.place_opened.emit(sentence + 1, start - first, end - first)

    def _copy(self) -> None:
        copy_text(self._model.as_tsv(self.view.selected_rows))

    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        n_rows = len(self.view.selected_rows)
        menu.addAction("Copy Row" if n_rows == 1 else f"Copy {n_rows:,} Rows", self._copy)
        where = self._model.text(index.row(), PLACE)
        menu.addAction(plain_text(f"Copy Place “{where}”"), lambda: copy_text(where))
        menu.addSeparator()
        show = menu.addAction("Show in the Events", lambda: self._on_opened(index))
        show.setEnabled(self._surfaces is not None and bool(self._surfaces.study.predictions))
        menu.popup(place)

    # Qt overrides

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_splitter"):
            self._restyle()


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
