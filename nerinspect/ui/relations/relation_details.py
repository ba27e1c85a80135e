"""The details of one relation event: why it is of its kind, what training knows of it, and where to go from it."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from nerinspect.analysis.relation_explanation import RelationExplanation, explain_relation
from nerinspect.analysis.study import Study
from nerinspect.results.relation_facts import RelationFacts, relation_facts
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, TITLE, scaled_font
from nerinspect.ui.panels.details.details_frame import DetailsFrame
from nerinspect.ui.relations.argument_table import ArgumentTable
from nerinspect.ui.relations.detail_doors import MentionDoors, NeighbourDoors, SurfaceDoors
from nerinspect.ui.relations.relation_detail_cells import argument_cells
from nerinspect.ui.relations.relation_symbol import RELATION_SYMBOLS
from nerinspect.ui.relations.relation_training_part import RelationTrainingPart
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.kind_badge import KindBadge
from nerinspect.visible import visible

_READABLE: Final = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class RelationDetails(DetailsFrame):
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
        self._event = 0
        self._badge = KindBadge(symbols=RELATION_SYMBOLS)
        self._title, self._sentences = QLabel(), QLabel()
        self._head, self._arguments = QLabel("Arguments"), ArgumentTable()
        self._mentions_head, self._mentions = QLabel(), MentionDoors()
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
        self._turn_to(study if event is not None else None)
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

    def _show_explanation(self, study: Study, explanation: RelationExplanation) -> None:
        key = f"relation_{explanation.kind}"
        name = study.wording.name(key)
        self._badge.show_kind(explanation.kind, study.wording)
        for widget in (self._badge, self._title):
            widget.setToolTip(tooltip(study.wording.meaning(key)))
        self._title.setText(name[:1].upper() + name[1:])
        self._sentences.setText(visible(explanation.sentences))
        self._arguments.cells.set_cells(*argument_cells(study, explanation))
        how = "differ" if study.wording.is_neutral else "are wrong"
        self._mentions_head.setText(f"Mentions that {how} themselves")
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
        self._row = QHBoxLayout()
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
        self.setTabOrder(self._arguments, self._mentions)
        self.setTabOrder(self._training.follow(self._mentions), self._doors)
        self.setTabOrder(self._doors, self._neighbours)

    def _restyle(self) -> None:
        """Set fonts, colours and distances, all of which follow the widget's font."""
        super()._restyle()
        style = self._style()
        unit, padding = style.unit, round(style.padding)
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
        self._arguments.fit(style)
        self._training.restyle(style)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table."""
        self._arguments.setFocus(event.reason())


def _colour(label: QLabel, colour: QColor) -> None:
    palette = label.palette()
    palette.setColor(QPalette.ColorRole.WindowText, colour)
    label.setPalette(palette)
