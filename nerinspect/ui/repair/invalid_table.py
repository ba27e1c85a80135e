"""The invalid transitions of a source, each with what a repair makes of it."""

from typing import Final

from PySide6.QtWidgets import QWidget

from nerinspect.analysis.written_labels import WrittenLabels
from nerinspect.glossary import meaning
from nerinspect.ui.repair.place_model import PlaceCell, PlaceColumn, PlaceModel
from nerinspect.ui.repair.place_table import PlaceTable

_BEFORE: Final = (
    PlaceColumn("Line", meaning("transition_place"), "99,999", is_number=True),
    PlaceColumn("Doc", meaning("document"), "999", is_number=True),
    PlaceColumn("Sent", meaning("sentence"), "99,999", is_number=True),
    PlaceColumn("Token", meaning("transition_place"), is_stretched=True),
    PlaceColumn("Previous", meaning("previous_label"), "sentence start", is_label=True),
    PlaceColumn("Label", meaning("invalid_label"), "B-PERS", is_label=True),
)
_PROBLEM: Final = PlaceColumn("Problem", meaning("problem"), is_stretched=True)
_NO_LINE: Final = "–"


def repair_column(method: str) -> PlaceColumn:
    """Head the labels that a repair gives."""
    return PlaceColumn(method, meaning(f"repair_{method}"), "B-PERS", is_label=True)


class InvalidModel(PlaceModel):
    """Hold the invalid transitions of one source in file order."""

    def __init__(self) -> None:
        super().__init__((*_BEFORE, _PROBLEM))
        self._written: WrittenLabels | None = None

    def show_labels(self, written: WrittenLabels | None) -> None:
        """Replace all rows; None empties the table."""
        self._written = written
        repairs = written.repairs if written else ()
        n_rows = len(written.invalid) if written else 0
        self._reset(n_rows, (*_BEFORE, *(repair_column(method) for method in repairs), _PROBLEM))

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

    def show_labels(self, written: WrittenLabels | None) -> None:
        """Show the invalid transitions of a source; None empties the table."""
        self._transitions.show_labels(written)
