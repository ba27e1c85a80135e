"""Where the details of a relation event lead: to the events of its mentions, and to other relation events."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.relation_explanation import WrongMention
from nerinspect.analysis.study import Study
from nerinspect.results.relation_facts import SurfaceDoor
from nerinspect.ui.models.event_cells import one_line
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.number_menu import number_menu

_LONGEST = 40  # characters of a surface in a link


class MentionDoors(DoorLabel):
    """Name the mention events that the arguments of a relation event lie in, each a link.

    Signals
    -------
    event_requested : int
        The user goes to a mention event: its number in the study.
    """

    event_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, doors="accent")
        self.setWordWrap(True)
        self.query_requested.connect(lambda number: self.event_requested.emit(int(number)))

    def show_mentions(self, study: Study, mentions: Sequence[WrongMention]) -> None:
        """Show the mention events of some arguments, one a line."""
        wording = study.wording
        pieces: list[Piece] = []
        for one in mentions:
            side = f" of the {one.sides[0].replace('predicted', 'prediction')}" if len(one.sides) < len(SIDES) else ""
            words = wording.said(f"{one.argument.capitalize()}{side}: ")
            pieces.append(Piece(f"\n{words}" if pieces else words))
            pieces.append(Piece(wording.name(one.kind), str(one.event), wording.meaning(one.kind)))
        self.show_pieces(pieces)

    def menu_of(self, piece: Piece) -> QMenu:
        """Offer to copy and to explain; the number of an event is no query."""
        return number_menu(self, piece.text, "", piece.explanation)


class SurfaceDoors(DoorLabel):
    """Offer the relation events that share an argument."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, doors="accent")
        self.setWordWrap(True)

    def show_doors(self, doors: Sequence[SurfaceDoor]) -> None:
        """Show one line for each surface; nothing without any."""
        explanation = "Relation events of this prediction that have an argument with this surface, on either side."
        pieces: list[Piece] = []
        for door in doors:
            surface = one_line(door.surface)
            surface = surface if len(surface) <= _LONGEST else surface[: _LONGEST - 1] + "…"
            pieces += [Piece("\n")] if pieces else []
            pieces.append(Piece(f"All {door.n_events:,} events with {surface}", door.query, explanation))
        self.show_pieces(pieces)
        self.setVisible(bool(pieces))
