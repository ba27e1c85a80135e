"""The form relation events are exported in: which columns, written how, and the options that ask for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TextIO

from nerinspect.analysis.decisions import Decision
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import CommandError, UnknownNameError, counted
from nerinspect.io.events_form import HTML
from nerinspect.io.list_form import ListForm
from nerinspect.io.relation_page import write_relation_page
from nerinspect.io.render import WRITERS
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.relation_events_table import relation_event_columns, relation_events_table
from nerinspect.results.relation_review_table import POSSIBLE_RELATION_DECISION_COLUMNS, relation_review_table
from nerinspect.results.table import Table

RELATION_FORMS: Final = (*WRITERS, "jsonl", HTML)
"""The forms a list of relation events can take, by the name `--table` knows."""


@dataclass(frozen=True)
class RelationForm(ListForm):
    """How relation events are written, in one of `RELATION_FORMS`; see `ListForm`.

    Attributes
    ----------
    is_of_review : bool
        Whether the list can hold decisions.

    Raises
    ------
    CommandError
        If a column is unknown or named twice, or another form than CSV is to be safe, or there is no such form.
    """

    is_of_review: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        if self.form not in RELATION_FORMS:
            raise CommandError(f"relations have no form {self.form}; choose {', '.join(RELATION_FORMS)}")
        known = relation_event_columns(with_parts=True)
        known += POSSIBLE_RELATION_DECISION_COLUMNS if self.is_of_review else ()
        for name in self.columns:
            if name not in known:
                raise UnknownNameError("column", name, known)
        if not self.columns or len(set(self.columns)) < len(self.columns):
            raise CommandError("name at least one column, and each once")
        super().__post_init__()

    def table(
        self,
        study: Study,
        order: AnyIntArray,
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List relation events; see `relation_events_table` and `relation_review_table`."""
        if self.is_of_review:
            return relation_review_table(study, order, self.columns, checkpoint, decisions)
        return relation_events_table(study, order, self.columns, checkpoint)

    def writer(
        self,
        study: Study,
        n_rows: int,
        record: Mapping[str, Any],
        decisions: Mapping[int, Decision] | None = None,
    ) -> Callable[[Table, TextIO], None]:
        """Choose the function that writes such a table: a page holds more than it."""
        if self.form == HTML:
            title = counted(n_rows, "relation event")
            return partial(write_relation_page, title=title, record=record, wording=study.wording)
        return self._plain_writer()
