"""The details of one relation event: why it is of its kind, what training knows of it, and where to go from it."""

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from nerinspect.analysis.relation_explanation import RelationExplanation, explain_relation
from nerinspect.analysis.study import Study
from nerinspect.io.colours import assign_slots
from nerinspect.results.relation_facts import RelationFacts, relation_facts
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, TITLE, font_size, scaled_font
from nerinspect.ui.relations.argument_table import ArgumentTable
from nerinspect.ui.relations.detail_doors import MentionDoors, NeighbourDoors, SurfaceDoors
from nerinspect.ui.relations.relation_detail_cells import argument_cells
from nerinspect.ui.relations.relation_symbol import RELATION_SYMBOLS
from nerinspect.ui.relations.relation_training_part import RelationTrainingPart
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.type_colours import type_styles
from nerinspect.ui.widgets.kind_badge import KindBadge

_MARGIN, _GAP = 14, 4  # at a font of 13 pixels; texts of tables stand a padding inside the tables
_READABLE: Final = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class RelationDetails(QWidget):
    """Explain one relation event.

    Signals
    -------
    query_requested : str
        A number was clicked: the query for what it counts.
    mention_event_requested : int
        The user goes to the event of a mention that is wrong itself: its number in the study.
    event_requested : int
        The user goes to another relation event: its number.
    training_requested
        The user wants to open training data.
    """

    query_requested = Signal(str)
    mention_event_requested = Signal(int)
    event_requested = Signal(int)
    training_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_details")
        self.setAccessibleName("Relation details")
        self._study: Study | None = None
        self._styled: tuple[Study | None, CellStyle] | None = None  # kept: styles of many types take their time
        self._event = 0
        self._gathering = JobRunner(self)
        self._badge = KindBadge(symbols=RELATION_SYMBOLS)
        self._title, self._sentences = QLabel(), QLabel()
        self._head, self._arguments = QLabel("Arguments"), ArgumentTable()
        self._mentions_head, self._mentions = QLabel("Mentions that are wrong themselves"), MentionDoors()
        self._training, self._doors = RelationTrainingPart(), SurfaceDoors()
        self._neighbours_head, self._neighbours = QLabel("Other relations of these mentions"), NeighbourDoors()
        for label in (self._title, self._sentences):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(_READABLE)
        for label in (self._head, self._mentions_head, self._neighbours_head):
            label.setWordWrap(True)
        self._lay_out()
        self._mentions.event_requested.connect(self.mention_event_requested)
        self._neighbours.event_requested.connect(self.event_requested)
        self._doors.query_requested.connect(self.query_requested)
        self._training.training_requested.connect(self.training_requested)
        self._gathering.succeeded.connect(self._show_facts)
        self._gathering.failed.connect(self._training.show_failure)
        self.show_event(None, None)

    def show_event(self, study: Study | None, event: int | None) -> None:
        """Explain an event.

        Parameters
        ----------
        study : Study or None
            What the event belongs to.
        event : int or None
            Its number in `relation_events`; None empties the panel.
        """
        self._study = study if event is not None else None
        self._inner.setVisible(self._study is not None)
        self._gathering.cancel()
        if study is None or event is None:
            return
        self._event = event
        self._show_explanation(study, explain_relation(study, event))
        self._training.show_waiting()
        for widget in (self._doors, self._neighbours_head, self._neighbours):
            widget.hide()
        self._restyle()
        self._area.verticalScrollBar().setValue(0)
        self._gathering.start(partial(relation_facts, study, event))

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._gathering.shutdown()

    def _show_explanation(self, study: Study, explanation: RelationExplanation) -> None:
        key = f"relation_{explanation.kind}"
        name = study.wording.name(key)
        self._badge.show_kind(explanation.kind, study.wording)
        for widget in (self._badge, self._title):
            widget.setToolTip(tooltip(study.wording.meaning(key)))
        self._title.setText(name[:1].upper() + name[1:])
        self._sentences.setText(explanation.sentences)
        self._arguments.cells.set_cells(*argument_cells(study, explanation))
        self._mentions.show_mentions(study, explanation.wrong_mentions)
        for widget in (self._mentions_head, self._mentions):
            widget.setVisible(bool(explanation.wrong_mentions))

    def _show_facts(self, facts: RelationFacts) -> None:
        if self._study is None:
            return
        self._training.show_facts(self._study, facts)
        self._doors.show_doors(facts.doors)
        self._neighbours.show_neighbours(self._study, facts)
        for widget in (self._neighbours_head, self._neighbours):
            widget.setVisible(bool(facts.neighbours))
        self._restyle()

    def _lay_out(self) -> None:
        self._inner = QWidget()
        self._column, self._row = QVBoxLayout(self._inner), QHBoxLayout()
        self._row.addWidget(self._badge)
        self._row.addWidget(self._title, 1)
        self._column.addLayout(self._row)
        parts = (
            self._sentences,
            self._head,
            self._arguments,
            self._mentions_head,
            self._mentions,
            self._training,
            self._doors,
            self._neighbours_head,
            self._neighbours,
        )
        for part in parts:
            self._column.addWidget(part)
        self._column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)
        self.setTabOrder(self._arguments, self._mentions)
        self.setTabOrder(self._training.follow(self._mentions), self._doors)
        self.setTabOrder(self._doors, self._neighbours)

    def _style(self) -> CellStyle:
        if self._styled is None or self._styled[0] is not self._study:
            theme, types = current_theme(), self._study.types if self._study is not None else ()
            training = self._study.training if self._study is not None else None
            known = training.annotation.mentions.types if training is not None else ()
            styles = type_styles(tuple(dict.fromkeys((*types, *known))), theme, assign_slots(types))
            self._styled = self._study, CellStyle(theme, styles, self.font())
        return self._styled[1]

    def _restyle(self) -> None:
        """Set fonts, colours and distances, all of which follow the widget's font."""
        style, unit = self._style(), font_size(self.font()) / 13
        margin, padding = round(_MARGIN * unit), round(style.padding)
        self._title.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        self._badge.setFont(scaled_font(self.font(), TITLE * 1.2))
        self._sentences.setFont(self.font())
        self._sentences.setContentsMargins(padding, 0, padding, 0)
        for label in (self._head, self._mentions_head, self._neighbours_head):
            label.setFont(scaled_font(self.font(), CAPTION, is_bold=True))
            label.setContentsMargins(padding, round(12 * unit), padding, 0)
        for label in (self._mentions, self._doors, self._neighbours):
            label.setFont(scaled_font(self.font(), DETAIL))
            label.setContentsMargins(padding, 0, padding, 0)
        for label in (self._sentences, self._head, self._mentions_head, self._neighbours_head):
            _colour(label, style.theme.text2)
        self._row.setSpacing(round(10 * unit))
        self._row.setContentsMargins(padding, 0, padding, 0)
        self._column.setContentsMargins(margin - padding, round(10 * unit), margin - padding, round(10 * unit))
        self._column.setSpacing(round(_GAP * unit))
        self._arguments.fit(style)
        self._training.restyle(style)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table."""
        self._arguments.setFocus(event.reason())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_inner"):
            self._styled = None
            self._restyle()


def _colour(label: QLabel, colour: QColor) -> None:
    palette = label.palette()
    palette.setColor(QPalette.ColorRole.WindowText, colour)
    label.setPalette(palette)
