"""The details of one relation event: why it is of its kind, both sides beside each other, and where to go from it."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QWidget

from nerinspect.events.relation_explanation import RelationExplanation, WrongMention, explain_relation
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.lists.relation_facts import RelationFacts, SurfaceDoor, relation_facts
from nerinspect.ui.arcs.relation_symbol import RELATION_SYMBOLS
from nerinspect.ui.details.event_details import DetailsFrame
from nerinspect.ui.details.relation_training import RelationTrainingPart, argument_cells
from nerinspect.ui.details.small_table import CELL_ROLE, DetailCell, DetailTable, cell_metrics
from nerinspect.ui.kit.doors import DoorLabel, Piece, number_menu
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.lists.event_cells import one_line
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, TITLE, scaled_font
from nerinspect.ui.theme.kind_symbols import KindBadge
from nerinspect.visible import visible

_SIDE_COLUMNS: Final = (0, 1)
"""The columns of the two sides, which share the room."""

_MOST_MEASURED: Final = 200  # characters that are measured


class ArgumentTable(DetailTable):
    """Show what the sides say; each gets half of the room, or what the other one does not need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Arguments", 20, head_height=20, stretched=_SIDE_COLUMNS[1], parent=parent)

    def _fit_columns(self) -> None:
        super()._fit_columns()
        if self.cell_style is None or not self.cells.rowCount():
            return
        room, half = sum(map(self.columnWidth, _SIDE_COLUMNS)), sum(map(self.columnWidth, _SIDE_COLUMNS)) // 2
        first, second = (self._needed(self.cell_style, column) for column in _SIDE_COLUMNS)
        width = half if first + second > room else min(max(half, first), room - second)
        self.setColumnWidth(_SIDE_COLUMNS[0], width)
        self.setColumnWidth(_SIDE_COLUMNS[1], room - width)

    def _needed(self, style: CellStyle, side: int) -> int:
        """Measure the widest text of a side."""
        cells: list[DetailCell] = [self.cells.index(row, side).data(CELL_ROLE) for row in range(self.cells.rowCount())]
        widths = (cell_metrics(style, cell).horizontalAdvance(cell.text[:_MOST_MEASURED]) for cell in cells)
        return round(max(widths) + 2 * style.padding) + 1


_LONGEST_LINK: Final = 60  # characters of a link
_NAMES_OF_SIDES: Final = {"reference": "reference", "predicted": "prediction"}


class EventDoors(DoorLabel):
    """Links to events, one a line.

    Signals
    -------
    event_requested : int
        The user goes to an event: its number.
    """

    event_requested = Signal(int)
    keeps_doors_whole = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, doors="accent")
        self.setWordWrap(True)
        self.query_requested.connect(lambda number: self.event_requested.emit(int(number)))

    def menu_of(self, piece: Piece) -> QMenu:
        """Offer to copy and to explain; the number of an event is no query."""
        return number_menu(self, piece.text, "", piece.explanation)


class MentionDoors(EventDoors):
    """Name the mention events that the arguments of a relation event lie in."""

    def show_mentions(self, study: Study, mentions: Sequence[WrongMention]) -> None:
        """Show the mention events of some arguments."""
        wording = study.wording
        pieces: list[Piece] = []
        for one in mentions:
            side = f" of the {_NAMES_OF_SIDES[one.sides[0]]}" if len(one.sides) < len(SIDES) else ""
            pieces.append(Piece(_line(pieces, wording.said(f"{one.argument.capitalize()}{side}: "))))
            pieces.append(Piece(wording.name(one.kind), str(one.event), wording.meaning(one.kind)))
        self.show_pieces(pieces)


class NeighbourDoors(EventDoors):
    """Name other relation events of the same mentions."""

    def show_neighbours(self, study: Study, facts: RelationFacts) -> None:
        """Show the neighbours of an event."""
        pieces: list[Piece] = []
        for one in facts.neighbours:
            key = f"relation_{one.kind}"
            pieces.append(Piece(_line(pieces, f"{study.wording.name(key)}: ")))
            pieces.append(Piece(_shortened(one_line(one.words)), str(one.event), study.wording.meaning(key)))
        if n_more := facts.n_neighbours - len(facts.neighbours):
            pieces.append(Piece(_line(pieces, f"and {n_more:,} more")))
        self.show_pieces(pieces)


class SurfaceDoors(DoorLabel):
    """Offer the relation events that share an argument."""

    keeps_doors_whole = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, doors="accent")
        self.setWordWrap(True)

    def show_doors(self, doors: Sequence[SurfaceDoor]) -> None:
        """Show one line for each surface; nothing without any."""
        explanation = "Relation events of this prediction that have an argument with this surface, on either side."
        pieces: list[Piece] = []
        for door in doors:
            pieces += [Piece("\n")] if pieces else []
            words = f"All {door.n_events:,} events with {_shortened(one_line(door.surface))}"
            pieces.append(Piece(words, door.query, explanation))
        self.show_pieces(pieces)
        self.setVisible(bool(pieces))


def _line(before: Sequence[Piece], words: str) -> str:
    return f"\n{words}" if before else words


def _shortened(words: str) -> str:
    return words if len(words) <= _LONGEST_LINK else words[: _LONGEST_LINK - 1] + "…"


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
        self._dress()
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
        self._dress()

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

    def _dress(self) -> None:
        """Set fonts, colours and distances, all of which follow the widget's font."""
        super()._dress()
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
