"""The table of relation events, one in each row."""

from functools import partial

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.query.filters import Filter, Term, negated
from nerinspect.query.writer import query_text
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.panels.events_panel import EventsPanel
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.relations.relation_cells import RelationCells
from nerinspect.ui.relations.relation_columns import relational
from nerinspect.ui.relations.relation_delegate import RelationDelegate
from nerinspect.ui.relations.relation_table_model import RelationTableModel

_LONGEST_NAME = 40  # characters


class RelationTable(EventsPanel):
    """List relation events and announce the chosen one, by its number among the relation events of the study."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, RelationTableModel(), RelationDelegate)
        self.setObjectName("relation_table")
        self.view.setAccessibleName("Relation events")

    def row_menu(self) -> QMenu:
        """Make the menu of the current row."""
        menu, event, n_selected = QMenu(self.view), self.current_event(), len(self.selected_events())
        if n_selected:
            rows = "Row" if n_selected == 1 else f"{n_selected:,} Rows"
            copy_keys = QKeySequence(QKeySequence.StandardKey.Copy)
            menu.addAction(f"Copy {rows}", copy_keys, self.view.copy_requested.emit)
        if event is not None and self._model.cells is not None:
            cells = relational(self._model.cells)
            menu.addAction("Copy Sentence", partial(copy_text, cells.sentence_text(event)))
            menu.addSeparator()
            for words, term in _terms(cells, event):
                menu.addAction(plain_text(words), partial(self.query_added.emit, query_text(term)))
        menu.addSeparator()
        menu.addMenu(self.columns.menu(menu))
        return menu


def _terms(cells: RelationCells, event: int) -> list[tuple[str, Filter]]:
    """Give what an event shares with others, in words and as a term."""
    kind, name = Term("relkind", (cells.kind(event),)), cells.kind_name(event)
    terms: list[tuple[str, Filter]] = [(f"Only “{name}”", kind), (f"Not “{name}”", negated(kind))]
    relations = [relation for relation in map(partial(cells.relation, event), ("reference", "predicted")) if relation]
    types = dict.fromkeys(relation.type for relation in relations)
    surfaces = dict.fromkeys(words for relation in relations for words in (relation.head, relation.tail))
    terms += [(f"Only Relation “{_shortened(name)}”", Term("rel", (name,))) for name in types]
    return terms + [(f"Only with “{_shortened(surface)}”", Term("surface", (surface,))) for surface in surfaces]


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
