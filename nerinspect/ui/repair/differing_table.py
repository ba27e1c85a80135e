"""The events that two repairs do not share: what was, what becomes of it."""

from typing import Final

import numpy as np
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.difference_rows import GroupReading, difference_row
from nerinspect.analysis.repair_effects import RepairEffects
from nerinspect.corpus.arrays import IntArray
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.repair.place_model import PlaceCell, PlaceColumn, PlaceModel
from nerinspect.ui.repair.place_table import PlaceTable

_WIDE_KINDS: Final = "==== LBE"
_NOTHING: Final = "–"


class DifferingModel(PlaceModel):
    """Hold the groups of differing events of one source in text order."""

    def __init__(self) -> None:
        super().__init__(_columns(None, JUDGED))
        self._effects: RepairEffects | None = None
        self._wording = JUDGED
        self.groups: IntArray = np.zeros(0, dtype=np.int32)

    def show_effects(self, effects: RepairEffects | None, kind: str, wording: Wording) -> None:
        """Replace all rows by the groups with an event of a kind, or by all; None empties the table."""
        self._effects, self._wording = effects, wording
        differences = effects.differences if effects else None
        if differences is None:
            self.groups = np.zeros(0, dtype=np.int32)
        else:
            self.groups = differences.groups_with(kind) if kind else np.arange(len(differences), dtype=np.int32)
        self._reset(len(self.groups), _columns(effects, wording))

    def position(self, row: int) -> int:
        """Give the first token of a group."""
        return self.extent(row)[0]

    def extent(self, row: int) -> tuple[int, int]:
        """Give the half-open token positions of a group."""
        assert self._effects is not None, "there is a row"
        assert self._effects.differences is not None, "there is a row"
        group = self.groups[row]
        return int(self._effects.differences.start[group]), int(self._effects.differences.end[group])

    def write_row(self, row: int) -> tuple[PlaceCell, ...]:
        """Write out one group."""
        effects = self._effects
        assert effects is not None, "there is a row"
        assert effects.differences is not None, "there is a row"
        found = difference_row(effects.differences, effects.written.text, int(self.groups[row]), effects.side)
        change = found.other.demerits - found.one.demerits
        return (
            _kinds_cell(found.one, self._wording),
            _kinds_cell(found.other, self._wording),
            PlaceCell(signed(change), is_dim=not change),
            PlaceCell(found.segment),
            _mentions_cell(found.common),
            _mentions_cell(found.one.mentions),
            _mentions_cell(found.other.mentions),
            PlaceCell(f"{found.document:,} · {found.sentence:,}"),
        )


class DifferingTable(PlaceTable):
    """List differing events; the row that is chosen leads to its first token."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._groups = DifferingModel()
        super().__init__(self._groups, "Events that differ", parent)
        self._groups.setParent(self)

    @property
    def groups(self) -> IntArray:
        """Numbers of the groups in the rows."""
        return self._groups.groups

    def show_effects(self, effects: RepairEffects | None, kind: str = "", wording: Wording = JUDGED) -> None:
        """Show the events that differ between the compared repairs.

        Parameters
        ----------
        effects : RepairEffects or None
            What each repair does; None empties the table.
        kind : str
            Only groups with an event of this kind under one repair or the other; empty for all.
        wording : Wording
            What the two sides and the kinds are called.
        """
        self._groups.show_effects(effects, kind, wording)

    def extent(self, row: int) -> tuple[int, int]:
        """Give the half-open token positions of a row."""
        return self._groups.extent(row)


def signed(number: int) -> str:
    """Write a difference of counts with its sign; a true minus."""
    return "0" if not number else f"{'+' if number > 0 else '−'}{abs(number):,}"


def _columns(effects: RepairEffects | None, wording: Wording) -> tuple[PlaceColumn, ...]:
    one, other = (choice.method for choice in effects.compared) if effects and effects.compared else ("one", "other")
    common = "prediction" if effects and effects.is_reference else "reference"
    return (
        PlaceColumn(one, f"Kinds of event under {one}.", _WIDE_KINDS),
        PlaceColumn(other, f"Kinds of event under {other}.", _WIDE_KINDS),
        PlaceColumn("Demerits", f"Demerits under {other} against those under {one}.", "+99", is_number=True),
        PlaceColumn("Segment", meaning("differing_events"), is_stretched=True),
        PlaceColumn(
            wording.said(common.capitalize()), wording.said(f"What the {common} marks there."), is_stretched=True
        ),
        PlaceColumn(f"as {one} reads it", f"Mentions there under {one}.", is_stretched=True),
        PlaceColumn(f"as {other} reads it", f"Mentions there under {other}.", is_stretched=True),
        PlaceColumn("Place", meaning("place"), "99 · 9,999"),
    )


def _kinds_cell(reading: GroupReading, wording: Wording) -> PlaceCell:
    if not reading.kinds:
        return PlaceCell("none", is_dim=True, explanation="No event here: neither side has a mention.")
    names = ", ".join(wording.name(kind) for kind in reading.kinds)
    return PlaceCell(", ".join(map(wording.tag, reading.kinds)), kinds=reading.kinds, explanation=names)


def _mentions_cell(mentions: str) -> PlaceCell:
    return PlaceCell(mentions or _NOTHING, is_dim=not mentions)
