"""The relation kinds as a filter."""

from collections.abc import Collection

import numpy as np
from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.relation_pairing import CORRECT, RELATION_KINDS
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.query.fields.relations import RELATION_KIND
from nerinspect.ui.models.values_model import ValuesModel
from nerinspect.ui.painting.kind_row import KindLook, paint_row_of_kind
from nerinspect.ui.painting.values_row import ValuesRow, ValuesStyle
from nerinspect.ui.panels.values_panel import ValuesPanel
from nerinspect.ui.relations.relation_symbol import (
    RELATION_LETTERS,
    paint_relation_symbol,
    relation_colour,
    relation_symbol_size,
)


class RelationKindsModel(ValuesModel):
    """List the relation kinds, always all of them and in the order of their keys."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.set_counts(np.zeros(len(RELATION_KINDS), dtype=np.int64), ())

    def set_counts(self, counts: AnyIntArray, picked: Collection[object]) -> None:
        """Show other counts, in the order of `RELATION_KINDS`, and which kinds the filter names."""
        names = [self.wording.name(_key(kind)) for kind in RELATION_KINDS]
        self.set_values(names, RELATION_KINDS, counts, picked)

    def _share(self, place: int) -> float:
        """Divide a count by the largest one of the errors; correct events would dwarf them and have no bar."""
        largest = int(self._counts[CORRECT + 1 :].max())
        return 0.0 if place == CORRECT or not largest else float(self._counts[place]) / largest

    def _spoken(self, place: int) -> str:
        kind, state = RELATION_KINDS[place], ", picked" if self._picked[place] else ""
        return (
            f"{self.wording.name(_key(kind))}, {RELATION_LETTERS[kind]}, {self._events(place)}{state}, key {place + 1}"
        )

    def _explained(self, place: int) -> str:
        return f"{self.wording.meaning(_key(RELATION_KINDS[place]))}\n{self._events(place)} under the other filters."

    def _events(self, place: int) -> str:
        return counted(int(self._counts[place]), "relation event")


class RelationKindsPanel(ValuesPanel):
    """Show how many relation events of each kind there are and let the user pick some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._kinds = RelationKindsModel()
        super().__init__(
            "Relation kinds", "relation_kind", parent, model=self._kinds, paint_row=paint_relation_kind_row
        )
        self.setObjectName("relation_kinds_panel")
        self.field = RELATION_KIND.name

    def show_counts(self, counts: AnyIntArray, n_events: int, picked: Collection[object]) -> None:
        """Show the kinds.

        Parameters
        ----------
        counts : ndarray of int, shape (6,)
            Relation events of each kind under the other filters, in the order of `RELATION_KINDS`.
        n_events : int
            Relation events under all filters.
        picked : collection of object
            Kinds the filter names.
        """
        self._kinds.set_counts(counts, picked)
        self.set_summary(f"{n_events:,} picked" if picked else f"{n_events:,}")


def paint_relation_kind_row(painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow) -> None:
    """Paint a row whose value is a relation kind; a `PaintRow`."""
    kind, theme = str(row.value), style.theme

    def paint_symbol(painter: QPainter, place: QRectF) -> None:
        paint_relation_symbol(painter, place, kind, theme)

    look = KindLook(
        str(RELATION_KINDS.index(kind) + 1),
        RELATION_LETTERS[kind],
        relation_colour(theme, kind),
        relation_symbol_size(QFontMetricsF(style.font).ascent()),
        paint_symbol,
    )
    paint_row_of_kind(painter, style, rect, row, look)


def _key(kind: str) -> str:
    """Give the key of a kind in the glossary."""
    return f"relation_{kind}"
