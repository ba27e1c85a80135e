"""The invalid transitions of a source, each with what a repair makes of it."""

from dataclasses import replace
from typing import Final

from PySide6.QtWidgets import QWidget

from nerinspect.analysis.written_labels import WrittenLabels
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.repair.place_model import PlaceCell, PlaceColumn, PlaceModel
from nerinspect.ui.repair.place_table import PlaceTable

_PLACES: Final = (
    PlaceColumn("Line", meaning("transition_place"), "99,999", is_number=True),
    PlaceColumn("Doc", meaning("document"), "999", is_number=True),
    PlaceColumn("Sent", meaning("sentence"), "99,999", is_number=True),
    PlaceColumn("Token", meaning("transition_place"), "Authority Bo"),
    PlaceColumn("Previous", meaning("previous_label"), "sentence sta", is_label=True),
)
_PROBLEM: Final = PlaceColumn("Problem", meaning("problem"), is_stretched=True)
_NO_LINE: Final = "–"
_LONGEST_LABEL: Final = 12  # characters that get room; longer labels are elided


def invalid_columns(written: WrittenLabels | None, wording: Wording = JUDGED) -> tuple[PlaceColumn, ...]:
    """Head the transitions; where sentences can end inside a mention, labels need more room."""
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
    said = (replace(column, tooltip=wording.said(column.tooltip)) for column in (*_places(written), label))
    return (*said, *columns, _PROBLEM)


def _places(written: WrittenLabels | None) -> tuple[PlaceColumn, ...]:
    """Head what says where a transition is, with room for the numbers of the last one."""
    if written is None or not len(written.invalid):
        return _PLACES
    last = written.transition(len(written.invalid) - 1)
    numbers = last.line or 0, last.document, last.sentence
    texts = (*(f"{number:,}" for number in numbers), "", "")
    return tuple(
        replace(column, widest=max(column.widest, text, key=len)) for column, text in zip(_PLACES, texts, strict=True)
    )


class InvalidModel(PlaceModel):
    """Hold the invalid transitions of one source in file order."""

    def __init__(self) -> None:
        super().__init__(invalid_columns(None))
        self._written: WrittenLabels | None = None

    def show_labels(self, written: WrittenLabels | None, wording: Wording) -> None:
        """Replace all rows; None empties the table."""
        self._written = written
        self._reset(len(written.invalid) if written else 0, invalid_columns(written, wording))

    def position(self, row: int) -> int:
        """Give the token whose label may not follow."""
        assert self._written is not None, "there is a row"
        return int(self._written.invalid.position[row])

    def write_row(self, row: int) -> tuple[PlaceCell, ...]:
        """Write out one transition."""
        assert self._written is not None, "there is a row"
        found = self._written.transition(row)
        return (
            PlaceCell(_NO_LINE if found.line is None else f"{found.line:,}"),
            PlaceCell(f"{found.document:,}"),
            PlaceCell(f"{found.sentence:,}"),
            PlaceCell(found.token),
            PlaceCell("sentence start", is_dim=True) if found.at_start else PlaceCell(found.previous),
            PlaceCell("sentence end", is_dim=True) if found.at_end else PlaceCell(found.label),
            *(PlaceCell(after) for after in found.after),
            PlaceCell(found.problem),
        )


class InvalidTable(PlaceTable):
    """List invalid transitions; the row that is chosen leads to its token."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._transitions = InvalidModel()
        super().__init__(self._transitions, "Invalid transitions", parent)
        self._transitions.setParent(self)

    def show_labels(self, written: WrittenLabels | None, wording: Wording = JUDGED) -> None:
        """Show the invalid transitions of a source; None empties the table."""
        self._transitions.show_labels(written, wording)
