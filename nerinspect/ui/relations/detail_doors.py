"""Where the details of a relation event lead: to the events of its mentions, and to other relation events."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.relation_explanation import WrongMention
from nerinspect.analysis.study import Study
from nerinspect.results.relation_facts import RelationFacts, SurfaceDoor
from nerinspect.ui.models.event_cells import one_line
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.number_menu import number_menu

_LONGEST: Final = 60  # characters of a link
_SIDES: Final = {"reference": "reference", "predicted": "prediction"}


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
            side = f" of the {_SIDES[one.sides[0]]}" if len(one.sides) < len(SIDES) else ""
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
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
