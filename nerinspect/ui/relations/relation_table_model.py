"""The relation events as a table: rows as in the events table, said in the words of relations."""

from PySide6.QtCore import QObject, Qt

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.ui.models.event_columns import CellForm, EventColumn
from nerinspect.ui.models.event_table_model import EventTableModel
from nerinspect.ui.relations.relation_cells import RelationCells
from nerinspect.ui.relations.relation_columns import RELATION_COLUMNS, relational
from nerinspect.ui.tooltips import tooltip


class RelationTableModel(EventTableModel):
    """List relation events in any order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, RELATION_COLUMNS)

    def set_study(self, study: Study, order: IntArray | None = None) -> None:
        """Show the relation events of another study, sorted as before.

        Parameters
        ----------
        study : Study
            Its relation events are the rows.
        order : ndarray of int32, shape (n_rows,), optional
            Numbers of the relation events to list, each once; all of them if left out.
        """
        self.show_cells(RelationCells(study), RELATION_COLUMNS, order)

    def _spoken(self, event: int, column: EventColumn, role: int) -> object:
        assert self.cells is not None, "it has rows"
        cells = relational(self.cells)
        if role == Qt.ItemDataRole.AccessibleTextRole and column.form is CellForm.RELATION:
            return f"{column.title}: {column.text(cells, event)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            match column.form:
                case CellForm.KIND:
                    return tooltip(cells.study.wording.meaning(f"relation_{cells.kind(event)}"))
                case CellForm.RELATION:
                    return tooltip(cells.sentence_for_reader(event))
        return super()._spoken(event, column, role)
