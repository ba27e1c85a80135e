"""The page of repairs: the source whose labels are looked at, and what each repair makes of it."""

from collections.abc import Callable
from functools import partial
from io import StringIO
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import counted
from nerinspect.events.study import Study
from nerinspect.glossary.wording import JUDGED
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.forms import Form, Holds, forms_for
from nerinspect.lists.table import Row, Table
from nerinspect.progress import Checkpoint
from nerinspect.tables.annotation import differences_table, effects_table, transitions_table
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.layout import ElidedLabel
from nerinspect.ui.kit.pages.copying import form_called
from nerinspect.ui.kit.pages.page import Followed, Ground
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.kit.strips import EmptyMessage
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.pages.repair.affected_places import DifferingTable, InvalidTable, ReadingsView
from nerinspect.ui.pages.repair.choices import TITLE, ChoicesTable
from nerinspect.ui.pages.repair.tried_repairs import (
    LabelledSource,
    TriedRepairs,
    how_read,
    labelled_sources,
    try_repairs,
)
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import line_icon
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_ROWS_AT_ONCE: Final = 1_000


def copied_table(make: Callable[[], Table], form: Form, said: str, checkpoint: Checkpoint) -> str:
    """Write a table for the clipboard.

    Parameters
    ----------
    make : callable
        Gives the table.
    said : str
        What the table shows, in one line; CSV, which programs read, goes without.
    checkpoint : Checkpoint
        Called every thousand rows.
    """
    table, text = make(), StringIO()

    def watched() -> list[Row]:
        rows: list[Row] = []
        for row in table:
            if len(rows) % _ROWS_AT_ONCE == 0:
                checkpoint(len(rows), 0)
            rows.append(row)
        return rows

    text.write(form.above.format(" ".join(said.split())))
    form.write(Table(table.columns, watched(), table.percentages), text)
    return text.getvalue()


class CopyButton(Styled, QToolButton):
    """Offer the forms in which a table can be copied.

    Parameters
    ----------
    title : str
        The table's.

    Signals
    -------
    copy_requested : str
        The form that was chosen.
    """

    copy_requested = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText("Copy as…")
        self.setAccessibleName(f"Copy “{title}” as")
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")  # the dots say that there is more
        menu = QMenu(self)
        for form in forms_for(Holds.COPIES):
            menu.addAction(form.words, partial(self.copy_requested.emit, form.words))
        self.setMenu(menu)

    def _restyle(self) -> None:
        size = round(15 * self.unit)
        self.setIcon(line_icon("copy", current_theme().text2, size))
        self.setIconSize(QSize(size, size))


class FillingPart(Part):
    """Show a widget under a title, as high as there is room for."""

    def __init__(self, title: str, body: QWidget, beside: QWidget | None = None) -> None:
        super().__init__(title, body, beside=beside)
        column = self.layout()
        assert isinstance(column, QVBoxLayout), "parts are laid out below each other"
        if body.sizePolicy().verticalPolicy() == QSizePolicy.Policy.Expanding:
            column.takeAt(column.count() - 1)  # the room that is left is the body's
            column.setStretchFactor(body, 1)


CHOICES: Final = TITLE
INVALID: Final = "Invalid transitions"
DIFFERING: Final = "Events that differ"
_GAP, _WIDE = 18, 1200  # at a font of 13 pixels


class RepairPage(Styled, QWidget):
    """Show one source whose repairs were tried; the sentence follows the table that was used last.

    Signals
    -------
    method_chosen : str
        The user chose another repair.
    events_requested : str
        A number was opened: its query.
    copy_requested : str, str
        A table by its title, and the form of its copy.
    """

    method_chosen = Signal(str)
    events_requested = Signal(str)
    copy_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._in_use = ""
        self._copy = {title: CopyButton(title) for title in (CHOICES, INVALID, DIFFERING)}
        self.choices, self.invalid = ChoicesTable(), InvalidTable()
        self.differing, self.view = DifferingTable(), ReadingsView()
        self._all = QPushButton("Show all")
        self._all.setAccessibleName("Show all events that differ")
        self._tried: TriedRepairs | None = None
        self._used: InvalidTable | DifferingTable = self.invalid
        self._build_ui()
        self.choices.method_chosen.connect(self.method_chosen)
        self.choices.events_requested.connect(self.events_requested)
        self.choices.differences_requested.connect(self._show_differences)
        self._all.clicked.connect(lambda: self._show_differences(""))
        self.invalid.place_chosen.connect(self._on_transition_chosen)
        self.differing.place_chosen.connect(self._on_difference_chosen)
        self.view.place_changed.connect(self._sentence_part.set_caption)
        self.view.previous_requested.connect(lambda: self._step(-1))
        self.view.next_requested.connect(lambda: self._step(1))

    def show_tried(self, tried: TriedRepairs, types: tuple[str, ...]) -> None:
        """Show another source.

        Parameters
        ----------
        tried : TriedRepairs
            What was found out about it.
        types : tuple of str
            Of the study, which have their colours among each other.
        """
        effects, name = tried.effects, tried.source.name
        n_invalid = len(effects.written.invalid)
        self._in_use, self._used = tried.source.annotation.repair.method, self.invalid
        has_doors = tried.source.role != "training"
        self.choices.show_effects(effects, self._in_use, name, has_doors, tried.wording)
        self._choice_part.set_caption("every number counted on this file; nothing is changed on disk")
        self.invalid.show_labels(effects.written, tried.wording)
        self._invalid_part.set_caption(f"{n_invalid:,} in {name}; a row shows its sentence")
        self._tried = tried
        self._list_differences("")
        self._differing_part.setVisible(effects.differences is not None)
        self.view.show_readings(tried.readings, types)
        self._sentence_part.setVisible(tried.readings is not None)
        if n_invalid:
            self.invalid.choose_row(0)

    def _build_ui(self) -> None:
        gap = round(_GAP * self.unit)
        for title, button in self._copy.items():
            button.copy_requested.connect(lambda form, title=title: self.copy_requested.emit(title, form))
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(gap)
        self._choice_part = FillingPart(CHOICES, self.choices, self._copy[CHOICES])
        rows.addWidget(self._choice_part)  # Tab goes through parts in the order in which they come to the page
        self._invalid_part = FillingPart(INVALID, self.invalid, self._copy[INVALID])
        beside = QWidget()
        buttons = QHBoxLayout(beside)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.addWidget(self._all)
        buttons.addWidget(self._copy[DIFFERING])
        self._differing_part = FillingPart(DIFFERING, self.differing, beside)
        self._sentence_part = FillingPart("Sentence", self.view)
        self._tables, self._halves = QSplitter(self), QSplitter(Qt.Orientation.Vertical, self)
        for part in (self._invalid_part, self._differing_part):
            self._tables.addWidget(part)
        self._halves.addWidget(self._tables)
        self._halves.addWidget(self._sentence_part)
        for splitter in (self._tables, self._halves):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(gap)
        for splitter, shares in ((self._tables, (1, 1)), (self._halves, (3, 2))):
            for place, share in enumerate(shares):
                splitter.setStretchFactor(place, share)
        rows.addWidget(self._halves, 1)

    def _on_transition_chosen(self, position: int) -> None:
        self._use(self.invalid)
        self.view.show_place(position, position + 1, self._in_use)

    def _on_difference_chosen(self, _position: int) -> None:
        self._use(self.differing)
        self.view.show_place(*self.differing.extent(self.differing.currentIndex().row()), self._in_use)

    def _use(self, table: InvalidTable | DifferingTable) -> None:
        """Mark a row in one table only: that which the sentence belongs to."""
        self._used = table
        (self.differing if table is self.invalid else self.invalid).clearSelection()

    def _list_differences(self, kind: str) -> None:
        """List the events that differ, or those with one kind among them, and say how many they are."""
        effects = self._tried.effects if self._tried else None
        self.differing.show_effects(effects, kind, self._tried.wording if self._tried else JUDGED)
        self._all.setVisible(bool(kind))
        if effects is None or effects.differences is None or effects.compared is None:
            return
        one, other = (choice.method for choice in effects.compared)
        n_all, n_shown = len(effects.differences), len(self.differing.groups)
        n_places = counted(n_all, "place")
        if kind:
            n_places = f"{n_shown:,} of {n_places} with {(self._tried.wording if self._tried else JUDGED).tag(kind)}"
        said = f"{n_places}; {one} against {other}, all other events are the same"
        self._differing_part.set_caption(said if n_all else f"no event differs; {one} against {other}")

    def _show_differences(self, kind: str) -> None:
        """Turn to the events that differ, or to those with one kind among them."""
        self._list_differences(kind)
        if self.differing.model().rowCount() and not self.differing.currentIndex().isValid():
            self.differing.choose_row(0)
        self.differing.setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, by: int) -> None:
        """Go to the next row, or back, in the table that was used last."""
        row = self._used.currentIndex().row() + by
        if 0 <= row < self._used.model().rowCount():
            self._used.choose_row(row)

    def _restyle(self) -> None:
        for button in (*self._copy.values(), self._all):
            button.setFont(scaled_font(self.font(), DETAIL))

    # Qt overrides

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the choices."""
        self.choices.setFocus(event.reason())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the two tables beside each other, or below if there is little room."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE * self.unit
        self._tables.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)


_AT_ONCE: Final = 50_000
"""So many tokens are repaired without a wait that anybody would notice."""

_FAILED: Final = "The repairs could not be compared"
_MARGIN = 18  # at a font of 13 pixels


class RepairPanel(Followed, QWidget):
    """Show what is invalid in one source of a study, and let the user choose its repair.

    Nothing is computed while it is hidden.

    Signals
    -------
    repair_requested : str, str, str
        The user chose another repair: path and role of the source, and the repair. The files are to be loaded again.
    """

    repair_requested = Signal(str, str, str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("repair_panel")
        self.setAccessibleName("Repair")
        self._study: Study | None = None
        self._request = LoadRequest("")
        self._prediction = 0
        self._sources: list[LabelledSource] = []
        self._tried: TriedRepairs | None = None
        self._is_stale = True
        self._repairs = Derived(try_repairs, self, _FAILED, _n_tokens, at_once=_AT_ONCE, keeps=0)
        self._copying = JobRunner(self)
        self._build_ui()
        self._connect()

    @property
    def regions(self) -> list[QWidget]:
        """The parts that can have the focus, in its order."""
        page = self._page
        return [self._chooser, page.choices, page.invalid, page.differing, page.view]

    choice_changed = Signal(object)

    def show_study(self, study: Study | None, request: LoadRequest, prediction: int = 0) -> None:
        """Show another study, at once or when the page is next shown; the source chosen before stays chosen.

        Parameters
        ----------
        study : Study or None
            Reference and predictions; None empties the page.
        request : LoadRequest
            How it was loaded.
        prediction : int
            The one on show.
        """
        before = self._source.key if self._source else None
        self._study, self._request, self._prediction = study, request, prediction
        self._sources = labelled_sources(study) if study else []
        self._chooser.blockSignals(True)
        self._chooser.clear()
        self._chooser.addItems([visible(source.title) for source in self._sources])
        self._chooser.blockSignals(False)
        keys = [source.key for source in self._sources]
        self._choose(keys.index(before) if before in keys else self._first_choice())

    def show_prediction(self, prediction: int) -> None:
        """Turn to another prediction of the study; its labels are looked at if those of another one were."""
        self._prediction, source = prediction, self._source
        if source is None or source.prediction == prediction:
            return
        places = [place for place, other in enumerate(self._sources) if other.prediction == prediction]
        if source.role == "reference":
            self._look_anew()
        elif source.role == "prediction" and places:
            self._choose(places[0])

    def show_source(self, path: str, role: str) -> None:
        """Turn to a source by its path and role, as the line at the foot of the window asks."""
        found = (place for place, source in enumerate(self._sources) if source.key[:2] == (path, role))
        if (place := next(found, None)) is not None:
            self._choose(place)

    def _build_ui(self) -> None:
        margin = round(_MARGIN * unit_of(self.font()))
        self._chooser, self._said = QComboBox(self), ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self._chooser.setAccessibleName("Source")
        self._chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._label = QLabel("Labels of", self)
        top = QHBoxLayout()
        top.addWidget(self._label)
        top.addWidget(self._chooser)
        top.addWidget(self._said, 1)
        self._pages, self._page, self._message = QStackedWidget(self), RepairPage(), EmptyMessage()
        self._pages.addWidget(self._page)
        self._pages.addWidget(self._message)
        ground = Ground(self)
        rows = QVBoxLayout(ground)
        rows.setContentsMargins(margin, margin, margin, margin)
        rows.setSpacing(margin)
        rows.addLayout(top)
        rows.addWidget(self._pages, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ground)

    def _connect(self) -> None:
        self._chooser.currentIndexChanged.connect(lambda _place: self._look_anew())
        self._page.method_chosen.connect(self._on_method_chosen)
        self._page.events_requested.connect(self._on_events_requested)
        self._page.copy_requested.connect(self._on_copy_requested)
        self._repairs.begun.connect(lambda: self._say("Trying every repair…"))
        self._repairs.made.connect(self._show)
        self._repairs.failed.connect(self._on_failed)
        self._copying.succeeded.connect(self._on_copied)
        self._copying.failed.connect(lambda error: self._on_failed(f"{_FAILED}: {error!r}."))

    @property
    def _source(self) -> LabelledSource | None:
        place = self._chooser.currentIndex()
        return self._sources[place] if 0 <= place < len(self._sources) else None

    def _first_choice(self) -> int:
        """Begin with a source that has invalid transitions, that of the prediction on show before others."""

        def rank(place: int) -> tuple[bool, bool]:
            source = self._sources[place]
            return not source.annotation.source.n_invalid, source.prediction != self._prediction

        return min(range(len(self._sources)), key=rank, default=-1)

    def _choose(self, place: int) -> None:
        """Look at a source; at the same one too, since the study may be another."""
        self._chooser.blockSignals(True)
        self._chooser.setCurrentIndex(place)
        self._chooser.blockSignals(False)
        self._look_anew()

    def _look_anew(self) -> None:
        self._is_stale = True
        self._refresh()

    def _refresh(self) -> None:
        """Try the repairs of the source, if it has something to repair."""
        if not self._is_stale or not self.isVisible():
            return
        self._is_stale, self._tried = False, None
        self._repairs.cancel()
        source, study = self._source, self._study
        for part in (self._label, self._chooser, self._said):
            part.setVisible(source is not None)
        if source is None or study is None:
            self._say("No file here holds labels, so there is nothing to repair." if study else "Nothing is open.")
            return
        self._said.show_text(how_read(source))
        if not source.annotation.source.n_invalid:
            self._say(f"{source.title}. Its labels are read as they stand.")
        else:
            self._repairs.ask(study, self._request, source, self._prediction)

    def _say(self, text: str) -> None:
        self._message.show_message(text)
        self._pages.setCurrentWidget(self._message)

    def _show(self, tried: TriedRepairs) -> None:
        self._tried = tried
        self._pages.setCurrentWidget(self._page)
        self._page.show_tried(tried, self._study.types if self._study else ())

    def _on_failed(self, why: str) -> None:
        self._say(f"{_FAILED}.")
        self.desk.message.say(why)

    def _on_method_chosen(self, method: str) -> None:
        if self._tried is not None:
            source = self._tried.source
            self.desk.repair_requested.emit(source.annotation.source.path, source.role, method)

    def _on_events_requested(self, query: str) -> None:
        self.desk.open(Door(query, -1 if self._tried is None else self._tried.source.prediction))

    def _on_copy_requested(self, title: str, form: str) -> None:
        if self._tried is None:
            return
        effects, source = self._tried.effects, self._tried.source
        make = {
            CHOICES: partial(effects_table, effects),
            INVALID: partial(transitions_table, effects.written),
            DIFFERING: partial(differences_table, effects, self._page.differing.groups),
        }
        said = f"{title}: {source.name}, {source.annotation.source.path}, read as {effects.written.dialect.name}"
        self._copying.start(partial(_copied, make[title], title, form, said))

    def _on_copied(self, result: tuple[str, str]) -> None:
        text, message = result
        copy_text(text)
        self.desk.message.tell(message)

    # Qt overrides

    def showEvent(self, event: QShowEvent) -> None:
        """Count what was put off."""
        super().showEvent(event)
        self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the tables, or to the list of sources if there are none."""
        (self._page if self._tried else self._chooser).setFocus(event.reason())


def _copied(make: Callable[[], Table], title: str, form: str, said: str, checkpoint: Checkpoint) -> tuple[str, str]:
    """Write a table for the clipboard, with the sentence that tells of it."""
    return copied_table(
        make, form_called(form)[0], said, checkpoint
    ), f"The table “{title}” is on the clipboard as {form}."


def _n_tokens(_study: Study, _request: LoadRequest, source: LabelledSource, _prediction: int) -> int:
    return source.text.n_tokens
