"""The consistency page: which surfaces are listed, their places, and the sentence of the chosen one."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.events.prediction_names import prediction_name
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.io.request import LoadRequest
from nerinspect.query.filters import Term
from nerinspect.query.language.writer import query_text
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import EVENTS_VIEW
from nerinspect.ui.kit.derived import MANY, Derived
from nerinspect.ui.kit.doors import Door, DoorLabel, Piece, number_menu
from nerinspect.ui.kit.layout import FlowLayout, HairlineSplitter
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.page import Followed
from nerinspect.ui.kit.screen_text import announce, tooltip
from nerinspect.ui.kit.strips import EmptyMessage, ProgressStrip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.pages.consistency.surface_export import Listed, ListSaver
from nerinspect.ui.pages.consistency.surface_list import REFERENCE, SurfaceFilter, SurfaceList, event_at, list_surfaces
from nerinspect.ui.pages.consistency.surface_places import PlacePart
from nerinspect.ui.pages.consistency.surface_table import SurfaceModel, SurfaceView
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.marks import line_icon
from nerinspect.ui.theme.themes import current_theme, type_styles
from nerinspect.visible import visible

_KINDS: Final = ("all", "several types", "also unlabelled")
_KIND_MEANINGS: Final = ("surface_readings", "several_types", "also_unlabelled")
_LENGTHS: Final = {"any length": 1, "2 characters or more": 2, "3 characters or more": 3, "5 characters or more": 5}
_NUMBERS: Final = {"any number of places": 1, "3 places or more": 3, "5 places or more": 5, "10 places or more": 10}
_EVERYTHING: Final = "everything"


class Controls(Styled, QWidget):
    """Let the user choose an annotation and narrow the list of its surfaces.

    Attributes
    ----------
    words : QLineEdit
        Takes words that the surfaces hold.

    Signals
    -------
    annotation_chosen : int
        Number of a prediction, or `REFERENCE`.
    filter_changed : SurfaceFilter
        Other surfaces are to be listed.
    copy_requested, save_requested
        The list is to be copied or saved.
    list_entered
        Enter or Down in the field: on to the list.
    """

    annotation_chosen = Signal(int)
    filter_changed = Signal(object)
    copy_requested = Signal()
    save_requested = Signal()
    list_entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = SurfaceFilter()
        self._build_ui()
        self._annotation.activated.connect(lambda place: self.annotation_chosen.emit(place - 1))
        self.words.textChanged.connect(self._on_filter_changed)
        self.words.returnPressed.connect(self.list_entered)
        self._kind.chosen.connect(self._on_filter_changed)
        self._length.currentIndexChanged.connect(self._on_filter_changed)
        self._number.currentIndexChanged.connect(self._on_filter_changed)
        self._summary.query_requested.connect(self.clear)
        self._copy.clicked.connect(self.copy_requested)
        self._save.clicked.connect(self.save_requested)

    @property
    def chosen_filter(self) -> SurfaceFilter:
        """Which surfaces are listed."""
        return self._filter

    def show_annotations(self, names: Sequence[str], wording: Wording = JUDGED) -> None:
        """Offer the reference, or the first annotator, and the others behind it, the first chosen."""
        self._annotation.clear()
        self._annotation.addItems([visible(name) for name in names])
        self._annotation.setEnabled(len(names) > 1)
        self._annotation.setToolTip(tooltip(wording.meaning("looked_at")))

    def choose_annotation(self, number: int) -> None:
        """Show another annotation as the chosen one, without a signal."""
        self._annotation.setCurrentIndex(number - REFERENCE)

    def show_counts(self, surfaces: SurfaceList | None, n_listed: int, n_exceptions: int) -> None:
        """Say how many surfaces are listed, and how many of their places are exceptions."""
        has_some = surfaces is not None and n_listed > 0
        self._copy.setEnabled(has_some)
        self._save.setEnabled(has_some)
        if surfaces is None:
            self._summary.show_pieces(())
            return
        n_all, plural = len(surfaces), "" if n_listed == 1 else "s"
        exceptions = Piece(f", {n_exceptions:,} exception{'' if n_exceptions == 1 else 's'}", "", meaning("exceptions"))
        if n_listed == n_all:
            self._summary.show_pieces((Piece(f"{n_listed:,} surface{plural}", is_bold=True), exceptions))
            return
        everything = Piece(f"{n_all:,}", _EVERYTHING, "List all of them: take the filter away.")
        shown = Piece(f"{n_listed:,}", is_bold=True)
        self._summary.show_pieces((shown, Piece(" of "), everything, Piece(f" surface{plural}"), exceptions))

    def clear(self) -> None:
        """List all surfaces again."""
        for part in (self._length, self._number):
            part.setCurrentIndex(0)
        self._kind.choose(0)
        self.words.clear()
        self._on_filter_changed()

    def _build_ui(self) -> None:
        self._label, self._annotation, self.words = QLabel("Annotation"), QComboBox(), QLineEdit()
        self._annotation.setAccessibleName("Annotation that is looked at")
        self._annotation.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._label.setBuddy(self._annotation)
        self.words.setPlaceholderText("Words of the surface")
        self.words.setAccessibleName("List surfaces with these words")
        self.words.setClearButtonEnabled(True)
        self._kind = Choice("Surfaces", _KINDS, [meaning(key) for key in _KIND_MEANINGS])
        self._length, self._number = _combo("Least length", _LENGTHS), _combo("Least number of places", _NUMBERS)
        self._summary = DoorLabel(words="text2", doors="accent")
        self._copy, self._save = _button("Copy"), _button("Save…")
        self._copy.setToolTip("Copy the list as CSV, with the columns of the command line.")
        self._save.setToolTip("Write the list to a file, and beside it where it came from.")
        flow_holder, last = QWidget(), QHBoxLayout()
        flow = FlowLayout(flow_holder)
        first = QWidget()
        row = QHBoxLayout(first)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._label)
        row.addWidget(self._annotation)
        for part in (first, self.words, self._kind, self._length, self._number):
            flow.addWidget(part)
        last.addWidget(self._summary, 1)
        last.addWidget(self._copy)
        last.addWidget(self._save)
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(flow_holder)
        self._rows.addLayout(last)
        self._flow = flow

    def _restyle(self) -> None:
        unit = self.unit
        small = scaled_font(self.font(), DETAIL)
        self._summary.setFont(small)
        self._rows.setContentsMargins(round(12 * unit), round(8 * unit), round(12 * unit), round(4 * unit))
        self._rows.setSpacing(round(4 * unit))
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._flow.setSpacing(round(8 * unit))
        self.words.setMinimumWidth(round(180 * unit))
        size = round(15 * unit)
        for button, icon in ((self._copy, "copy"), (self._save, "export")):
            button.setFont(small)
            button.setIcon(line_icon(icon, current_theme().text2, size))
            button.setIconSize(QSize(size, size))

    def _on_filter_changed(self) -> None:
        chosen = SurfaceFilter(
            self.words.text(),
            self._kind.place == 1,
            self._kind.place == 2,
            _LENGTHS[self._length.currentText()],
            _NUMBERS[self._number.currentText()],
        )
        if chosen != self._filter:
            self._filter = chosen
            self.filter_changed.emit(chosen)


def _combo(name: str, choices: dict[str, int]) -> QComboBox:
    combo = QComboBox()
    combo.addItems(list(choices))
    combo.setAccessibleName(name)
    combo.setToolTip(tooltip(f"{name} of the surfaces that are listed"))
    return combo


def _button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setAccessibleName(f"{text.rstrip('…')} the list")
    button.setAutoRaise(True)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


class ConsistencyPanel(Followed, Styled, QWidget):
    """Show where an annotation contradicts itself.

    Nothing is looked for before the page is shown.

    Signals
    -------
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("consistency_panel")
        self.setAccessibleName("Consistency")
        self._study: Study | None = None
        self._request = LoadRequest("")
        self._number = REFERENCE
        self._model, self._saver = SurfaceModel(self), ListSaver(self)
        self._found = Derived(list_surfaces, self, "The surfaces could not be compared", keeps=MANY)
        self._build_ui()
        self._connect()

    @property
    def surfaces(self) -> SurfaceList | None:
        """What is on show; None before it is found."""
        return self._model.surfaces

    @property
    def regions(self) -> list[QWidget]:
        """The parts that can have the focus, in its order."""
        return [self._controls.words, self.view, self.places.view, self.places.context]

    choice_changed = Signal(object)

    def show_study(self, study: Study, request: LoadRequest, prediction: int = 0) -> None:
        """Show another study, at once or when the page is next shown.

        Parameters
        ----------
        study : Study
            Its reference is looked at first.
        request : LoadRequest
            How it was loaded.
        prediction : int
            The prediction on show, if there is any.
        """
        self._study, self._request, self._number = study, request, REFERENCE
        self._found.forget()
        names = [prediction_name(study, place) for place in range(len(study.predictions))]
        self._controls.show_annotations([study.annotator or "reference", *names], study.wording)
        self._forget()
        self.show_prediction(prediction)
        if self.isVisible():
            self._find()

    def show_prediction(self, prediction: int) -> None:
        """Let another prediction stand below the reference."""
        has_any = self._study is not None and bool(self._study.predictions)
        self.places.show_prediction(prediction if has_any else -1)

    def show_annotation(self, number: int) -> None:
        """Look at a prediction by its number, or at the reference (`REFERENCE`)."""
        self._number = number
        self._found.cancel()
        self._controls.choose_annotation(number)
        self._forget()
        if self.isVisible():
            self._find()

    def _build_ui(self) -> None:
        self._controls, self._progress, self._empty = Controls(), ProgressStrip(), EmptyMessage()
        self.view, self.places = SurfaceView(self._model), PlacePart()
        self._splitter = HairlineSplitter(Qt.Orientation.Horizontal)
        self._splitter.addWidget(self.view)
        self._splitter.addWidget(self.places)
        self._splitter.setStretchFactor(0, 2)
        self._splitter.setStretchFactor(1, 3)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._splitter)
        self._pages.addWidget(self._empty)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self._controls)
        rows.addWidget(self._progress)
        rows.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self._controls.annotation_chosen.connect(self.show_annotation)
        self._controls.filter_changed.connect(self._on_filter_changed)
        self._controls.copy_requested.connect(self._copy_all)
        self._controls.save_requested.connect(self._on_save_requested)
        self._controls.list_entered.connect(self._enter_list)
        self._found.begun.connect(self._on_begun)
        self._found.progressed.connect(self._on_progressed)
        self._found.ended.connect(self._progress.hide)
        self._found.made.connect(self._on_found)
        self._found.failed.connect(self._on_failed)
        self._progress.cancelled.connect(self._on_cancelled)
        self.view.head.sortIndicatorChanged.connect(lambda: self._show_list(self.places.surface))
        self.view.row_chosen.connect(self._on_row_chosen)
        self.view.readings_requested.connect(self._on_readings_requested)
        self.view.copy_requested.connect(self._copy_selected)
        self.view.menu_requested.connect(self._show_menu)
        self.places.place_opened.connect(self._go_to_place)
        self._saver.saved.connect(self.desk.message.tell)
        self._saver.failed.connect(self.desk.message.say)

    def _go_to_place(self, sentence: int, start: int, end: int) -> None:
        """Go to the event at a place; say so where there is none."""
        study, prediction = self._study, self.desk.document.prediction
        assert study is not None, "a place of it was chosen"
        event = event_at(study, prediction, sentence, start, end) if study.predictions else None
        if event is None:
            self.desk.message.tell(
                "No event stands there: neither side marks it."
                if study.predictions
                else "There is no prediction: open one with this reference to see events."
            )
            return
        self.desk.event_requested.emit(event)
        self.desk.turn_to(EVENTS_VIEW)

    def _restyle(self) -> None:
        theme, types = current_theme(), self._study.types if self._study is not None else ()
        style = CellStyle(theme, type_styles(types, theme), self.font())
        self.view.set_style(style)
        self.view.fit_columns()
        self.places.set_style(style)

    def _find(self) -> None:
        if self._study is not None and self.surfaces is None and not self._found.is_running:
            self._found.ask(self._study, self._number)

    def _forget(self) -> None:
        """Take back what is on show."""
        self._model.show_surfaces(None)
        self.places.show_surface(None, -1)
        self._controls.show_counts(None, 0, 0)
        self._restyle()

    def _on_begun(self) -> None:
        self._progress.begin("Comparing")
        self._empty.show_message("")
        self._pages.setCurrentWidget(self._empty)

    def _on_progressed(self, done: int, total: int) -> None:
        self._progress.show_progress(done, total)

    def _on_cancelled(self) -> None:
        self._found.cancel()
        self._say("The surfaces were not compared.", "Compare them")

    def _on_failed(self, reason: str) -> None:
        self._say("The surfaces were not compared.", "Try again")
        self.desk.message.say(f"{reason} This is a fault of the program, not yours.")

    def _on_found(self, surfaces: SurfaceList) -> None:
        self._model.show_surfaces(surfaces)
        self._show_list()
        announce(self, f"{len(surfaces):,} surfaces with several readings")

    def _on_filter_changed(self, chosen: SurfaceFilter) -> None:
        kept = self.places.surface
        self._model.set_filter(chosen)
        self._show_list(kept)

    def _show_list(self, surface: int = -1) -> None:
        """Show the surfaces that are listed, one of them chosen; or say why there are none."""
        surfaces = self.surfaces
        if surfaces is None:
            return
        order = self._model.order
        self._controls.show_counts(surfaces, len(order), int(surfaces.found.n_exceptions[order].sum()))
        self.view.fit_columns()
        if not len(order):
            self.places.show_surface(None, -1)
            self._explain_emptiness(surfaces)
            return
        self._pages.setCurrentWidget(self._splitter)
        self.view.choose_row(max(self._model.row_of(surface), 0))

    def _explain_emptiness(self, surfaces: SurfaceList) -> None:
        if len(surfaces):
            self._empty.show_message(
                f"No surface matches. There are {len(surfaces):,} in all.", "List all", self._controls.clear
            )
            self._pages.setCurrentWidget(self._empty)
        elif len(surfaces.annotation.mentions):
            self._say("Every surface is read in one way: always as the same type, and nowhere left unlabelled.")
        else:
            self._say("There is no mention to compare.")

    def _say(self, text: str, action: str = "") -> None:
        self._empty.show_message(text, action, self._find)
        self._pages.setCurrentWidget(self._empty)

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

    def _copy_selected(self) -> None:
        rows = self.view.selected_rows
        if self.surfaces is not None and rows:
            self._saver.copy(Listed(self.surfaces, self._model.order[rows]))

    def _copy_all(self) -> None:
        if self.surfaces is not None:
            self._saver.copy(Listed(self.surfaces, self._model.order))

    def _on_save_requested(self) -> None:
        if self.surfaces is not None:
            chosen = self._controls.chosen_filter.description
            self._saver.save(Listed(self.surfaces, self._model.order, chosen, self._model.sorting), self._request)

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
        menu.addAction("Copy Row as CSV" if n_rows == 1 else f"Copy {n_rows:,} Rows as CSV", self._copy_selected)
        show = menu.addAction("Show Events with This Surface", lambda: self.desk.open(Door(query)))
        show.setEnabled(bool(query))
        menu.popup(place)

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        """Look for what was put off."""
        super().showEvent(event)
        self._find()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the surfaces."""
        self.view.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back from the places to the surfaces with Esc."""
        if event.key() == Qt.Key.Key_Escape and not self.view.hasFocus() and self._model.rowCount():
            self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            event.accept()
        else:
            super().keyPressEvent(event)
