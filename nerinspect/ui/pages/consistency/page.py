"""The page Consistency: surfaces annotated in several ways, their places, and the sentence of the chosen place."""

from collections.abc import Sequence
from io import StringIO
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from nerinspect.events.study import shown_name
from nerinspect.glossary import meaning
from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.table import Table
from nerinspect.quantities import counted, grouped, word_for
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import query_text
from nerinspect.tables.annotation import consistency_table
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.desk.views import EVENTS_VIEW
from nerinspect.ui.kit.doors import Door, Piece, number_menu
from nerinspect.ui.kit.jobs import MANY, Derived
from nerinspect.ui.kit.layout import FlowLayout
from nerinspect.ui.kit.pages.choice import Choice, PageHead, drop_down
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import Halves, Part
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import announce, copy_text, tooltip
from nerinspect.ui.kit.strips import EmptyMessage
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.pages.consistency.surface_list import (
    MOST_TELLING_FIRST,
    REFERENCE,
    SurfaceFilter,
    SurfaceList,
    SurfacesOrigin,
    event_at,
    list_surfaces,
)
from nerinspect.ui.pages.consistency.surface_places import PlaceHalves
from nerinspect.ui.pages.consistency.surface_table import SURFACES, SurfaceModel, SurfaceView
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme, type_styles
from nerinspect.visible import visible

_KINDS: Final = ("all", "several types", "also unlabelled")
_KIND_MEANINGS: Final = ("surface_readings", "several_types", "also_unlabelled")
_LENGTHS: Final = {"any length": 1, "2 characters or more": 2, "3 characters or more": 3, "5 characters or more": 5}
_NUMBERS: Final = {"any number of places": 1, "3 places or more": 3, "5 places or more": 5, "10 places or more": 10}
_EVERYTHING: Final = "everything"
_NOT_COMPARED: Final = "The surfaces were not compared."
_MOST_COPIED: Final = 100_000  # places; more would block, and go to a file


class SurfaceFilters(Styled, QWidget):
    """Narrows the list of surfaces."""

    changed = Signal(object)
    list_entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.chosen = SurfaceFilter()
        self.words = QLineEdit()
        self.words.setPlaceholderText("Words of the surface")
        self.words.setAccessibleName("List surfaces with these words")
        self.words.setClearButtonEnabled(True)
        self._kind = Choice("Surfaces", _KINDS, [meaning(key) for key in _KIND_MEANINGS])
        self._length, self._number = _combo("Least length", _LENGTHS), _combo("Least number of places", _NUMBERS)
        self._flow = FlowLayout(self)
        self._flow.setContentsMargins(0, 0, 0, 0)
        for part in (self.words, self._kind, self._length, self._number):
            self._flow.addWidget(part)
        self.words.textChanged.connect(self._on_changed)
        self.words.returnPressed.connect(self.list_entered)
        self._kind.chosen.connect(self._on_changed)
        self._length.currentIndexChanged.connect(self._on_changed)
        self._number.currentIndexChanged.connect(self._on_changed)

    def clear(self) -> None:
        for part in (self._length, self._number):
            part.setCurrentIndex(0)
        self._kind.choose(0)
        self.words.clear()
        self._on_changed()

    def _on_changed(self) -> None:
        chosen = SurfaceFilter(
            self.words.text(),
            self._kind.place == 1,
            self._kind.place == 2,
            _LENGTHS[self._length.currentText()],
            _NUMBERS[self._number.currentText()],
        )
        if chosen != self.chosen:
            self.chosen = chosen
            self.changed.emit(chosen)

    def _restyle(self) -> None:
        self._flow.setSpacing(round(8 * self.unit))
        self.words.setMinimumWidth(round(180 * self.unit))
        for part in (self.words, self._length, self._number):
            part.setFont(scaled_font(self.font(), DETAIL))


def _combo(name: str, choices: dict[str, int]) -> QComboBox:
    combo = QComboBox()
    combo.addItems(list(choices))
    combo.setAccessibleName(name)
    combo.setToolTip(tooltip(f"{name} of the surfaces that are listed"))
    return combo


_WIDE, _LEAST = 860, 200  # width in which both halves have room; height of a list below another; at a font of 13


class ConsistencyPage(Page):
    """Shows where an annotation contradicts itself."""

    name, doing = "Consistency", "Comparing"
    looks_at = frozenset({"prediction"})

    def __init__(self, desk: Desk) -> None:
        self._annotation = drop_down("Annotation to check")
        super().__init__(desk, PageHead("Annotation", None, self._annotation))
        self._number = REFERENCE
        self._found = Derived(list_surfaces, self, "The surfaces could not be compared", keeps=MANY)
        self._model, self._filters, self._message = SurfaceModel(), SurfaceFilters(), EmptyMessage()
        self.view, self.places = SurfaceView(self._model), PlaceHalves()
        self._list = Part(SURFACES, self.view, fills=True)
        self._halves = Halves(Qt.Orientation.Horizontal, (self._list, 3), (self.places, 4))
        self.grid.add_part(self._filters, is_wide=True)
        self.add(self._halves, is_wide=True, fills=True)
        self.grid.add_part(self._message, is_wide=True, fills=True)
        self._list.offer(self.take_away.menu_of((SURFACES,), (), self._list))
        self.derive(self._found)
        self._connect()
        self._say("")

    @property
    def surfaces(self) -> SurfaceList | None:
        """The list on show; None before it is found."""
        return self._model.surfaces

    @property
    def regions(self) -> list[QWidget]:
        return [self._filters.words, self.view, self.places.view, self.places.context]

    def refresh(self, look: Look) -> None:
        self.places.show_prediction(look.prediction if look.study.predictions else -1)
        if self.surfaces is None:
            self._found.ask(look.study, self._number)

    def forget(self) -> None:
        assert self.look is not None, "there is another study"
        study = self.look.study
        self._number = REFERENCE
        names = [shown_name(study, place) for place in range(len(study.predictions))]
        self._annotation.clear()
        self._annotation.addItems([visible(name) for name in (study.annotator or "reference", *names)])
        self._annotation.setEnabled(bool(names))
        self._annotation.setToolTip(tooltip(study.wording.meaning("looked_at")))
        self._show_nothing()
        self._restyle()

    def show_annotation(self, number: int) -> None:
        """Show a prediction by its number, or the reference (`REFERENCE`)."""
        self._number = number
        self._found.cancel()
        self._annotation.setCurrentIndex(number - REFERENCE)
        self._show_nothing()
        self.look_again()

    @property
    def titles(self) -> Sequence[str]:
        return (SURFACES,) if len(self._model.order) else ()

    def table(self, title: str) -> Table:
        return self._table_of(self._model.order.tolist())

    def source(self, title: str) -> Source | None:
        if self.surfaces is None or self.look is None:
            return None
        order = self._model.order
        origin = SurfacesOrigin(
            self.surfaces, self.look.request, len(order), self._filters.chosen.description, self._model.sorting
        )
        return Source(origin, (origin.annotation,), bool(self.surfaces.found.n_places[order].sum() > _MOST_COPIED))

    def open_number(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        """List all surfaces: the only door in the head."""
        self._filters.clear()

    def on_cancelled(self) -> None:
        self._say(_NOT_COMPARED, "Compare them")

    def _connect(self) -> None:
        self._annotation.activated.connect(lambda place: self.show_annotation(place + REFERENCE))
        self._filters.changed.connect(self._on_filter_changed)
        self._filters.list_entered.connect(self._enter_list)
        self._found.begun.connect(lambda: self._say(""))
        self._found.made.connect(self._on_found)
        self._found.failed.connect(lambda _why: self._say(_NOT_COMPARED, "Try again"))
        self.view.head.sortIndicatorChanged.connect(lambda: self._show_list(self.places.surface))
        self.view.row_chosen.connect(self._on_row_chosen)
        self.view.readings_requested.connect(self._on_readings_requested)
        self.view.copy_requested.connect(self._copy_selected)
        self.view.menu_requested.connect(self._show_menu)
        self.places.place_opened.connect(self._go_to_place)

    def _go_to_place(self, sentence: int, start: int, end: int) -> None:
        """Go to the event at a place, or say that there is none."""
        assert self.look is not None, "a place of it was chosen"
        study = self.look.study
        event = event_at(study, self.look.prediction, sentence, start, end) if study.predictions else None
        if event is None:
            self.desk.message.tell(
                "There is no event here: neither side marks it."
                if study.predictions
                else "There is no prediction: open one with this reference to see events."
            )
            return
        self.desk.event_requested.emit(event)
        self.desk.turn_to(EVENTS_VIEW)

    def _restyle(self) -> None:
        super()._restyle()
        theme, types = current_theme(), self.look.study.types if self.look is not None else ()
        style = CellStyle(theme, type_styles(types, theme), self.font())
        self.view.set_style(style)
        self.view.fit_columns()
        self.places.set_style(style)
        self._annotation.setFont(scaled_font(self.font(), DETAIL))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the places beside the surfaces, or below them if the page is narrow."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE * self.unit
        self._halves.turn(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)
        for half, least in ((self._list, _LEAST), (self.places, 2 * _LEAST)):
            half.setMinimumHeight(0 if is_wide else round(least * self.unit))

    def _show_nothing(self) -> None:
        self._model.show_surfaces(None)
        self.places.show_surface(None, -1)
        self.head.show_summary(())
        self._say("")

    def _say(self, text: str, action: str = "") -> None:
        """Say why no surfaces are shown; `action` is the label of a button that compares them."""
        self._message.show_message(text, action, self.look_again)
        self._message.show()
        self._halves.hide()

    def _on_found(self, surfaces: SurfaceList) -> None:
        self._model.show_surfaces(surfaces)
        self._show_list()
        announce(self, f"{counted(len(surfaces), 'surface')} annotated in several ways")

    def _on_filter_changed(self, chosen: SurfaceFilter) -> None:
        kept = self.places.surface
        self._model.set_filter(chosen)
        self._show_list(kept)

    def _show_list(self, surface: int = -1) -> None:
        surfaces, order = self.surfaces, self._model.order
        if surfaces is None:
            return
        self._show_counts(len(surfaces), len(order), int(surfaces.found.n_exceptions[order].sum()))
        self._list.set_caption(self._model.sorting or MOST_TELLING_FIRST)
        self._halves.setVisible(bool(len(order)))
        self._message.setVisible(not len(order))
        if len(order):
            self.view.fit_columns()
            self.view.choose_row(max(self._model.row_of(surface), 0))
            return
        self.places.show_surface(None, -1)
        if len(surfaces):
            said = f"No surface matches. There are {grouped(len(surfaces))} in all."
            self._message.show_message(said, "List all", self._filters.clear)
        elif len(surfaces.annotation.mentions):
            self._say("Every surface is annotated consistently: always with the same type, and never left unlabelled.")
        else:
            self._say("There is no mention to compare.")

    def _show_counts(self, n_all: int, n_listed: int, n_exceptions: int) -> None:
        odd = Piece(f", {counted(n_exceptions, 'exception')}", "", meaning("exceptions"))
        if n_listed == n_all:
            self.head.show_summary([Piece(counted(n_listed, "surface"), is_bold=True), odd])
            return
        everything = Piece(grouped(n_all), _EVERYTHING, "List all of them: remove the filter.")
        shown = Piece(grouped(n_listed), is_bold=True)
        self.head.show_summary([shown, Piece(" of "), everything, Piece(f" {word_for(n_listed, 'surface')}"), odd])

    def _chosen_surface(self) -> int:
        row = self.view.current_row
        return self._model.surface_at(row) if row >= 0 else -1

    def _on_row_chosen(self, row: int) -> None:
        if 0 <= row < self._model.rowCount():
            self.places.show_surface(self.surfaces, self._model.surface_at(row))

    def _on_readings_requested(self, readings: list[int]) -> None:
        self.places.show_surface(self.surfaces, self._chosen_surface(), readings)
        self.places.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _enter_list(self) -> None:
        if self._model.rowCount():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _table_of(self, surfaces: Sequence[int]) -> Table:
        found = self.surfaces
        assert found is not None, "they are listed"
        return consistency_table(found.study.text, found.found, surfaces)

    def _copy_selected(self) -> None:
        rows = self.view.selected_rows
        if self.surfaces is None or not rows:
            return
        chosen = self._model.order[rows]
        if (n_places := int(self.surfaces.found.n_places[chosen].sum())) > _MOST_COPIED:
            self.desk.message.say(f"That is {counted(n_places, 'place')}; save them instead.")
            return
        text = StringIO()
        write_csv(self._table_of(chosen.tolist()), text)
        copy_text(text.getvalue())
        self.desk.message.tell(f"{counted(len(rows), 'surface')} copied as CSV.")

    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        surfaces = self.surfaces
        if surfaces is None:
            return
        words, text = (
            surfaces.tokens(self._model.surface_at(index.row())),
            self._model.text(index.row(), index.column()),
        )
        query = query_text(Term("surface", (words,))) if surfaces.study.predictions else ""
        explanation = self._model.headerData(index.column(), Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        menu = number_menu(self.view, text, query, str(explanation))
        menu.addSeparator()
        n_rows = len(self.view.selected_rows)
        menu.addAction(
            word_for(n_rows, "Copy row as CSV", f"Copy {counted(n_rows, 'row')} as CSV"), self._copy_selected
        )
        show = menu.addAction("Show events with this surface", lambda: self.desk.open(Door(query)))
        show.setEnabled(bool(query))
        menu.popup(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.view.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self.view.hasFocus() and self._model.rowCount():
            self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            event.accept()
        else:
            super().keyPressEvent(event)
