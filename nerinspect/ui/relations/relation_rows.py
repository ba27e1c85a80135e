"""The relation events that a filter keeps, below the terms that keep them."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.query.labels import term_label
from nerinspect.query.selection import Selection
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.document import Document
from nerinspect.ui.emptiness import explain_no_match
from nerinspect.ui.relations.relation_hint import RelationHint, with_relation_errors
from nerinspect.ui.relations.relation_listing import Found
from nerinspect.ui.relations.relation_table import RelationTable
from nerinspect.ui.widgets.chip_row import ChipRow


class RelationRows(QWidget):
    """List relation events under the one selection of a document, and change it by chips and rows.

    Attributes
    ----------
    chips : ChipRow
        The terms of the selection.
    hint : RelationHint
        What a term about mentions means for relations.
    table : RelationTable
        The relation events.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.chips, self.hint, self.table = ChipRow(rows="relation events"), RelationHint(), RelationTable()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.chips, self.hint):
            column.addWidget(part)
        column.addWidget(self.table, 1)
        self.table.query_added.connect(lambda query: document.select_query(query, is_added=True))
        self.hint.errors_requested.connect(lambda: document.select(with_relation_errors(document.selection)))
        self.chips.focus_left.connect(self.table.setFocus)
        self.chips.removed.connect(self._on_chip_removed)
        self.chips.cleared.connect(lambda: document.select(Selection()))
        self.chips.copy_requested.connect(lambda: copy_text(document.query))

    def show_found(self, found: Found, event: int | None) -> int | None:
        """List the relation events that were found.

        Parameters
        ----------
        found : Found
            Relation events of the study on show.
        event : int or None
            The one that was looked at.

        Returns
        -------
        int or None
            The one that is current now: the same if it is listed, else the nearest one behind it.
        """
        study, selection = found.wanted.study, found.wanted.selection
        self.chips.show_terms([term_label(term, study) for term in selection.terms])
        self.chips.show_count(found.n_kept, len(found.kept))
        self.hint.show_selection(selection)
        if not found.n_kept:
            self._explain_emptiness(found)
        cells = self.table.view.events.cells
        if cells is None or cells.study is not study:
            self.table.show_events(study, found.events)
        else:
            self.table.set_mask(found.kept, found.first)
        if event is None:
            self.table.select_next()
        elif not self.table.select_event(event) and len(listed := found.events):
            behind = listed[listed > event]
            self.table.select_event(int(behind[0] if len(behind) else listed[-1]))
        return self.table.current_event()

    def _on_chip_removed(self, place: int) -> None:
        selection = self._document.selection
        self._document.select(selection.without(selection.terms[place]))

    def _explain_emptiness(self, found: Found) -> None:
        """Say why no relation event is listed, and what would bring some."""
        if not found.wanted.study.predictions:
            self.table.set_empty_message("There is no prediction: open one with relations to see relation events.")
        elif not len(found.kept):
            self.table.set_empty_message("Neither the reference nor this prediction has a relation.")
        else:
            explain_no_match(self.table, self._document, "relation event", found.relaxation)
