"""Where repairs matter: invalid transitions, and events that differ between two repairs."""

from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtCore import Signal

from nerinspect.checking.differing_events import DifferenceRow, EventDifferences, GroupReading, difference_row
from nerinspect.checking.repair_effects import RepairEffects, RepairReadings
from nerinspect.encoding.transitions import WrittenLabels
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import grouped, with_sign
from nerinspect.ui.kit.tables.places import PlaceCell, PlaceColumn, Places, PlaceTable
from nerinspect.ui.sentence.context_view import ContextView

INVALID: Final = "Invalid transitions"
DIFFERING: Final = "Events that differ"
NEITHER: Final = "neither"
_NOTHING: Final = "–"


def right_names(effects: RepairEffects) -> tuple[str, ...]:
    """Return what is right in each place: one of the compared repairs, or neither; empty if unknown."""
    if effects.is_reference or effects.compared is None:
        return ()
    return (*(choice.method for choice in effects.compared), NEITHER)


class DifferingTable(PlaceTable):
    """Lists differing events of one source in text order; the current row leads to its first token."""

    def __init__(self) -> None:
        super().__init__(DIFFERING, Places(_differing_columns(None, JUDGED)))
        self._differences: EventDifferences | None = None
        self.groups = np.zeros(0, dtype=np.int32)

    def show_effects(self, effects: RepairEffects | None, shown: str = "", wording: Wording = JUDGED) -> None:
        """List the events that differ between the compared repairs.

        `shown` keeps groups with an event of this kind under either repair, or where this repair (or `neither`) is
        right; empty for all.
        """
        self._differences = differences = effects.differences if effects else None
        columns = _differing_columns(effects, wording)
        if effects is None or differences is None:
            self.groups = np.zeros(0, dtype=np.int32)
            self.show_places(Places(columns))
            return
        if shown in (names := right_names(effects)):
            groups = np.flatnonzero(differences.right == names.index(shown)).astype(np.int32)
        else:
            groups = differences.groups_with(shown) if shown else np.arange(len(differences), dtype=np.int32)
        text, side, self.groups = effects.written.text, effects.side, groups
        self.show_places(
            Places(
                columns,
                len(groups),
                lambda row: _differing_cells(difference_row(differences, text, int(groups[row]), side), wording),
                lambda row: int(differences.start[groups[row]]),
            )
        )

    def extent(self, row: int) -> tuple[int, int]:
        """Return half-open token positions."""
        assert self._differences is not None, "there is a row"
        group = self.groups[row]
        return int(self._differences.start[group]), int(self._differences.end[group])


def _differing_cells(found: DifferenceRow, wording: Wording) -> tuple[PlaceCell, ...]:
    change = found.other.demerits - found.one.demerits
    return (
        _kinds_cell(found.one, wording),
        _kinds_cell(found.other, wording),
        PlaceCell(with_sign(change), is_dim=not change),
        PlaceCell(found.segment),
        _mentions_cell(found.common),
        _mentions_cell(found.one.mentions),
        _mentions_cell(found.other.mentions),
        PlaceCell(f"{grouped(found.document)} · {grouped(found.sentence)}"),
    )


def _differing_columns(effects: RepairEffects | None, wording: Wording) -> tuple[PlaceColumn, ...]:
    one, other = (choice.method for choice in effects.compared) if effects and effects.compared else ("one", "other")
    common = "prediction" if effects and effects.is_reference else "reference"
    widest = "==== " + max(wording.tag("tp"), "LBE", key=len)
    return (
        PlaceColumn(one, f"Kinds of event under {one}.", widest),
        PlaceColumn(other, f"Kinds of event under {other}.", widest),
        PlaceColumn("Demerits", f"Demerits under {other} compared with those under {one}.", "+99", is_number=True),
        PlaceColumn("Segment", meaning("differing_events"), is_stretched=True),
        PlaceColumn(
            wording.said(common.capitalize()), wording.said(f"What the {common} marks there."), is_stretched=True
        ),
        PlaceColumn(f"under {one}", f"Mentions there under {one}.", is_stretched=True),
        PlaceColumn(f"under {other}", f"Mentions there under {other}.", is_stretched=True),
        PlaceColumn("Place", meaning("place"), "99 · 9,999"),
    )


def _kinds_cell(reading: GroupReading, wording: Wording) -> PlaceCell:
    if not reading.kinds:
        return PlaceCell("none", is_dim=True, explanation="No event here: neither side has a mention.")
    names = ", ".join(wording.name(kind) for kind in reading.kinds)
    return PlaceCell(", ".join(map(wording.tag, reading.kinds)), kinds=reading.kinds, explanation=names)


def _mentions_cell(mentions: str) -> PlaceCell:
    return PlaceCell(mentions or _NOTHING, is_dim=not mentions)


_PLACE_COLUMNS: Final = (
    PlaceColumn("Line", meaning("transition_place"), "99,999", is_number=True),
    PlaceColumn("Doc", meaning("document"), "999", is_number=True, is_extra=True),
    PlaceColumn("Sent", meaning("sentence"), "99,999", is_number=True),
    PlaceColumn("Token", meaning("transition_place"), "Authority Bo"),
    PlaceColumn("Previous", meaning("previous_label"), "sentence sta", is_label=True),
)
_PROBLEM: Final = PlaceColumn(
    "Problem", meaning("problem"), "I-PER cannot begin a sentence in BIO", is_stretched=True, is_extra=True
)
_NO_LINE: Final = "–"
_LONGEST_LABEL: Final = 12  # characters; longer labels are elided


def invalid_columns(written: WrittenLabels | None, wording: Wording = JUDGED) -> tuple[PlaceColumn, ...]:
    """Columns of transitions, with more room for labels if sentences can end inside a mention."""
    closes = written is not None and written.dialect.closes_mentions
    longest = max(("B-PERS", *(written.column.names if written else ())), key=len)[:_LONGEST_LABEL]
    sample = max("sentence en" if closes else "", longest, key=len)
    label = PlaceColumn("Label", meaning("invalid_label"), sample, is_label=True)
    after = {"conlleval": max("B-PER B-PER" if closes else "", longest, key=len)}
    repairs = written.repairs if written else ()
    columns = (
        PlaceColumn(method, wording.meaning(f"repair_{method}"), after.get(method, "B-PERS"), is_label=True)
        for method in repairs
    )
    said = (replace(column, tooltip=wording.said(column.tooltip)) for column in (*_place_columns(written), label))
    return (*said, *columns, _PROBLEM)


def _place_columns(written: WrittenLabels | None) -> tuple[PlaceColumn, ...]:
    """Columns for the place of a transition, with room for the largest numbers."""
    if written is None or not len(written.invalid):
        return _PLACE_COLUMNS
    last = written.transition(len(written.invalid) - 1)
    numbers = last.line or 0, last.document, last.sentence
    texts = (*(grouped(number) for number in numbers), "", "")
    return tuple(
        replace(column, widest=max(column.widest, text, key=len))
        for column, text in zip(_PLACE_COLUMNS, texts, strict=True)
    )


def invalid_places(written: WrittenLabels, wording: Wording = JUDGED) -> Places:
    """List invalid transitions in file order; each leads to the token whose label may not follow."""

    def write(row: int) -> tuple[PlaceCell, ...]:
        found = written.transition(row)
        return (
            PlaceCell(_NO_LINE if found.line is None else grouped(found.line)),
            PlaceCell(grouped(found.document)),
            PlaceCell(grouped(found.sentence)),
            PlaceCell(found.token),
            PlaceCell("sentence start", is_dim=True) if found.at_start else PlaceCell(found.previous),
            PlaceCell("sentence end", is_dim=True) if found.at_end else PlaceCell(found.label),
            *(PlaceCell(after) for after in written.labels_after(found)),
            PlaceCell(found.problem),
        )

    columns, invalid = invalid_columns(written, wording), written.invalid
    return Places(columns, len(invalid), write, lambda row: int(invalid.position[row]))


class InvalidTable(PlaceTable):
    """Lists invalid transitions; the current row leads to its token."""

    def __init__(self) -> None:
        super().__init__(INVALID, Places(invalid_columns(None)))

    def show_labels(self, written: WrittenLabels | None, wording: Wording = JUDGED) -> None:
        """List the invalid transitions of a source; None empties the table."""
        nothing = Places(invalid_columns(None, wording))
        self.show_places(nothing if written is None else invalid_places(written, wording))


class ReadingsView(ContextView):
    """Shows annotations as tracks; its mentions lead to no event."""

    place_changed = Signal(str)  # document, sentence and line of what is shown; empty for nothing

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("readings_view")
        self._readings: RepairReadings | None = None

    def show_readings(self, readings: RepairReadings | None, types: tuple[str, ...]) -> None:
        """Show another source, without a place yet."""
        self._readings = readings
        self.show_types(types)
        self.show_context(None)
        self.place_changed.emit("")

    def show_place(self, start: int, end: int, in_use: str) -> None:
        """Show the sentence of some tokens.

        Parameters
        ----------
        start, end : int
            Half-open positions in the whole text; they are framed.
        in_use : str
            The repair whose event colours the frame.
        """
        if self._readings is None:
            return
        context = self._readings.around(start, end, in_use)
        sentence = context.sentence
        read = []
        for track in sentence.tracks:
            spans = track.spans_over(context.segment.start, context.segment.end)
            read.append(f"{track.label}: {', '.join(span.type for span in spans) or 'no mention'}")
        surface = sentence.words(context.segment.start, context.segment.end)
        self.show_context(context, f"{surface}; {'; '.join(read)}")
        line = f", line {grouped(context.line)}" if context.line else ""
        self.place_changed.emit(
            f"document {grouped(context.document.number)}, sentence {grouped(sentence.number)}{line}"
        )
