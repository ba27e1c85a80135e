"""The form relation events are exported in: which columns, written how, and the options that ask for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TextIO

from nerinspect.analysis.decisions import Decision
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import CommandError, UnknownNameError, counted
from nerinspect.io.events_form import EXAMPLES, HTML, default_columns
from nerinspect.io.html_page import Page
from nerinspect.io.list_form import ListForm
from nerinspect.io.relation_page import write_relation_page
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.relation_events_table import relation_event_columns, relation_events_table
from nerinspect.results.relation_review_table import POSSIBLE_RELATION_DECISION_COLUMNS, relation_review_table
from nerinspect.results.table import Table


@dataclass(frozen=True)
class RelationForm(ListForm):
    """How relation events are written, in one of `EVENT_FORMS`; see `ListForm`.

    Attributes
    ----------
    is_of_review : bool
        Whether the list can hold decisions.

    Raises
    ------
    CommandError
        If a column is unknown or named twice, or another form than CSV is to be safe.
    """

    is_of_review: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        known = relation_event_columns(with_parts=True)
        known += POSSIBLE_RELATION_DECISION_COLUMNS if self.is_of_review else ()
        for name in self.columns:
            if name not in known:
                raise UnknownNameError("column", name, known)
        if not self.columns or len(set(self.columns)) < len(self.columns):
            raise CommandError("name at least one column, and each once")
        super().__post_init__()

    def usual_columns(self, every: tuple[str, ...]) -> tuple[str, ...]:
        """List all columns, or what examples say."""
        return default_columns(self.form, every)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The columns that a table needs to be written in this form."""
        if self.form != EXAMPLES:
            return self.columns
        from nerinspect.io.relation_examples import relation_example_columns  # few lists are examples

        return relation_example_columns(self.columns)

    def table(
        self,
        study: Study,
        order: AnyIntArray,
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List relation events; see `relation_events_table` and `relation_review_table`."""
        if self.is_of_review:
            return relation_review_table(study, order, self.drawn, checkpoint, decisions)
        return relation_events_table(study, order, self.drawn, checkpoint)

    def writer(
        self,
        study: Study,
        n_rows: int,
        record: Mapping[str, Any],
        decisions: Mapping[int, Decision] | None = None,
    ) -> Callable[[Table, TextIO], None]:
        """Choose the function that writes such a table: pages and examples hold more than it."""
        title = counted(n_rows, "relation event")
        if self.form == EXAMPLES:
            from nerinspect.io.relation_examples import write_relation_examples  # few lists are examples

            page = Page(title, self.columns, study.types, record, annotator=study.annotator)
            return partial(write_relation_examples, page=page)
        if self.form == HTML:
            return partial(write_relation_page, title=title, record=record, wording=study.wording)
        return self._plain_writer()
