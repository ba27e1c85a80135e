"""What training knows of one relation, in the details of its event."""

from html import escape
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.results.relation_facts import RelationFacts, TrainingCount
from nerinspect.ui.models.event_cells import one_line
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.panels.details.cells import CELL_ROLE, DetailCell
from nerinspect.ui.panels.details.detail_table import DetailTable
from nerinspect.ui.relations.relation_detail_cells import count_cells, training_cells
from nerinspect.ui.relations.training_relations import TrainingRelations
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.link_label import LinkLabel
from nerinspect.ui.widgets.number_menu import number_menu
from nerinspect.visible import visible

_NUMBER: Final = 1
"""The column of the numbers."""

_NOTHING_OPEN: Final = "No training data is open."
_OPEN: Final = "Open Training Data…"


class TrainingCounts(DetailTable):
    """Show numbers of training relations; each shows what it counts, which stands in no query.

    Signals
    -------
    relations_requested : int
        The row whose relations the user wants to see.
    """

    relations_requested = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, 20, stretched=0, parent=parent)
        self.n_counts = 0

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether there are relations to show."""
        cell: DetailCell = index.data(CELL_ROLE)
        return index.column() == _NUMBER and index.row() < self.n_counts and cell.text != "0"

    def open(self, index: QModelIndex) -> None:
        """Show the relations that a number counts."""
        if self.is_door(index.siblingAtColumn(_NUMBER)):
            self.relations_requested.emit(index.row())

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Offer to show the relations as well."""
        piece = self.piece(index)
        menu = number_menu(self, piece.text, "", piece.explanation)
        menu.addAction("Show Relations in Training", lambda: self.open(index)).setEnabled(
            self.is_door(index.siblingAtColumn(_NUMBER))
        )
        menu.addAction("Copy Table", self.copy_whole)
        return menu


class RelationTrainingPart(QWidget):
    """Show how often training has a relation and its arguments in their places, and the relations themselves.

    Signals
    -------
    training_requested
        The user wants to open training data.
    """

    training_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._facts: RelationFacts | None = None
        self._chosen: TrainingCount | None = None
        self._style = CellStyle(current_theme(), {}, self.font())
        self._head, self._quiet, self._instead_head = (
            QLabel("Part in training"),
            LinkLabel(),
            QLabel("Predicted instead"),
        )
        self._head.setToolTip(tooltip(meaning("relation_part")))
        self._counts, self._instead = TrainingCounts("Part in training"), TrainingCounts("Predicted instead")
        self._places_head, self._places = QLabel(), TrainingRelations()
        self._places_head.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self._head, self._quiet, self._instead_head, self._places_head):
            label.setWordWrap(True)
        links = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        self._quiet.setTextInteractionFlags(links)
        self._quiet.linkActivated.connect(lambda _: self.training_requested.emit())
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for widget in (self._head, self._quiet, *self._contents):
            self._column.addWidget(widget)
        for table, name in ((self._counts, "counts"), (self._instead, "instead")):
            table.relations_requested.connect(lambda row, name=name: self._choose(getattr(self._facts, name)[row]))
        self._show_quiet("")

    @property
    def _contents(self) -> tuple[QWidget, ...]:
        return self._counts, self._instead_head, self._instead, self._places_head, self._places

    def show_waiting(self) -> None:
        """Say that evidence is on its way; the room of the last event is kept, so that nothing below jumps."""
        self.setMinimumHeight(self.height() if self._facts is not None else self.minimumHeight())
        self._facts = self._chosen = None
        self._show_quiet("…")

    def show_facts(self, study: Study, facts: RelationFacts) -> None:
        """Show what training knows of an event; `restyle` makes room for it."""
        self._study, self._facts = study, facts
        self.setMinimumHeight(0)
        if not facts.part:
            self._show_quiet(_NOTHING_OPEN if study.training is None else "The training data has no relations.")
            return
        self._quiet.hide()
        self._counts.cells.set_cells(training_cells(study, facts))
        self._counts.n_counts = len(facts.counts)
        self._counts.show()
        self._instead.cells.set_cells(count_cells(facts.instead))
        self._instead.n_counts = len(facts.instead)
        for widget in (self._instead_head, self._instead):
            widget.setVisible(bool(facts.instead))
        known = [count for count in (*facts.counts, *facts.instead) if len(count.relations)]
        if known:
            self._choose(known[0])

    def show_failure(self, error: Exception) -> None:
        """Say that evidence could not be found."""
        self._show_quiet(escape(f"Training could not be looked up: {error!r}."))
        self.setMinimumHeight(0)

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        self._style, padding = style, round(style.padding)
        for label in (self._head, self._quiet, self._instead_head, self._places_head):
            is_head = label in (self._head, self._instead_head)
            label.setFont(scaled_font(style.font, CAPTION if is_head else DETAIL, is_bold=is_head))
            above = 3 if label is self._quiet else 12
            label.setContentsMargins(padding, round(above * style.unit), padding, 0)
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, style.theme.text2)
            label.setPalette(palette)
        self._column.setSpacing(round(4 * style.unit))
        for table in (self._counts, self._instead):
            table.fit(style)
        self._places.restyle(style)

    def follow(self, widget: QWidget) -> QWidget:
        """Let Tab come here from a widget; give the last part it goes through."""
        for first, second in pairwise((widget, self._quiet, self._counts, self._instead, self._places)):
            self.setTabOrder(first, second)
        return self._places

    def _show_quiet(self, text: str) -> None:
        """Show a sentence, which is HTML, instead of numbers."""
        link = f' <a href="open">{_OPEN}</a>'
        self._quiet.setText(text + link if text == _NOTHING_OPEN else text)
        self._quiet.setVisible(bool(text))
        for widget in self._contents:
            widget.hide()

    def _choose(self, count: TrainingCount) -> None:
        """Show the relations that a number counts."""
        assert self._study is not None, "an event is on show"
        self._chosen = count
        self._places_head.setText(visible(f"{one_line(count.words)}: {len(count.relations):,} in training"))
        self._places.show_relations(self._study, count.relations, one_line(count.words), self._style)
        for widget in (self._places_head, self._places):
            widget.show()
