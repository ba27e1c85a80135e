"""The comparison as a table: rows as in the events table, said in the words of two predictions."""

from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Qt

from nerinspect.glossary import meaning
from nerinspect.ui.comparison.comparison_columns import COMPARISON_COLUMNS, compared
from nerinspect.ui.comparison.found_rows import Found
from nerinspect.ui.models.event_columns import EventColumn
from nerinspect.ui.models.event_table_model import COLOUR_ROLE, EventTableModel
from nerinspect.ui.tooltips import tooltip


class ComparisonTableModel(EventTableModel):
    """List the rows of a comparison in any order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, COMPARISON_COLUMNS)
        self._colours: dict[str, int | None] = {}

    def show_found(self, found: Found) -> None:
        """List the rows that a filter keeps; the same rows under another filter stay sorted."""
        if found.cells is self.cells:
            self.set_mask(found.is_kept)
        else:
            wanted = found.wanted
            for letter, prediction in (("a", wanted.a), ("b", wanted.b)):
                self._colours |= dict.fromkeys(
                    (f"kind_{letter}", f"reads_{letter}"), wanted.study.shown_colour(prediction)
                )
            self.show_cells(found.cells, COMPARISON_COLUMNS, np.flatnonzero(found.is_kept).astype(np.int32))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - whatever a role stands for
        """Give the head of a column; those of A and B have the colours of the two."""
        if role == COLOUR_ROLE and orientation == Qt.Orientation.Horizontal:
            return self._colours.get(self.columns[section].key)
        return super().headerData(section, orientation, role)

    def _spoken(self, event: int, column: EventColumn, role: int) -> object:
        assert self.cells is not None, "it has rows"
        cells = compared(self.cells)
        if role == Qt.ItemDataRole.AccessibleTextRole and column.key in ("kind_a", "segment"):
            return cells.sentence_for_reader(event)
        if role == Qt.ItemDataRole.ToolTipRole:
            match column.key:
                case "kind_a" | "kind_b":
                    kinds = cells.kinds(event, "a" if column.key == "kind_a" else "b")
                    return tooltip(
                        "\n".join(meaning(kind) for kind in kinds) or "No event: neither side has a mention."
                    )
                case "segment":
                    return tooltip(cells.sentence_for_reader(event))
                case "right_systems":
                    return tooltip(cells.systems_in_words(event))
        return super()._spoken(event, column, role)
