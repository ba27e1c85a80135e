"""A few events as rows of a small concordance."""

from collections.abc import Sequence
from dataclasses import dataclass

from nerinspect.analysis.explanation import spoken
from nerinspect.analysis.study import Study
from nerinspect.results.mention_facts import event_query
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.panels.details.concordance_model import ConcordanceColumn, ConcordanceModel, ConcordanceRow


@dataclass(frozen=True, kw_only=True)
class Occurrence(ConcordanceRow):
    """One event; at the edge stand its document and sentence.

    Attributes
    ----------
    event : int
        Number of the event in its study.
    query : str
        Finds just this event; empty where the format has no lines.
    kind_name : str
        Its kind in words.
    """

    event: int
    query: str
    kind_name: str

    @property
    def tooltip(self) -> str:
        """The kind by its name, and the words."""
        return f"{self.kind_name}: {self.segment.text}"


def occurrences_of(study: Study, events: Sequence[int]) -> list[Occurrence]:
    """Write out some events, one row each."""
    cells = EventCells(study)
    return [
        Occurrence(
            event=event,
            kind=cells.kind(event),
            left=cells.at_left(event),
            segment=cells.segment(event),
            right=cells.at_right(event),
            edge=cells.place(event),
            query=event_query(study, event),
            kind_name=study.wording.name(cells.kind(event)),
            spoken=f"{study.wording.name(cells.kind(event))}: {spoken(study, event)}",
        )
        for event in events
    ]


class OccurrenceModel(ConcordanceModel):
    """Hold a few events."""

    def __init__(self) -> None:
        super().__init__(ConcordanceColumn.KIND)
        self._rows: Sequence[Occurrence] = ()

    def set_rows(self, rows: Sequence[Occurrence]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, number: int) -> Occurrence:
        """Give one event."""
        return self._rows[number]

    @property
    def n_rows(self) -> int:
        """How many events there are."""
        return len(self._rows)
