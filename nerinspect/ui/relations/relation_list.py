"""The relation events on screen, as they are handed to the export."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nerinspect.analysis.relation_parts import has_relation_parts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.io.request import LoadRequest
from nerinspect.io.review_origin import ReviewOrigin
from nerinspect.results.relation_events_table import relation_event_columns
from nerinspect.results.relation_review_table import POSSIBLE_RELATION_DECISION_COLUMNS, relation_review_columns

_FILE_COLUMNS: Final = {
    "reference": ("reference_head", "reference_type", "reference_tail"),
    "prediction": ("predicted_head", "predicted_type", "predicted_tail"),
    "place": ("document", "sentence"),
}
"""Columns of a file that stand for a column on screen of another name."""

_IN_WORDS: Final = ("left", "text", "right")
"""What people read besides."""


@dataclass(frozen=True, eq=False)
class RelationList:
    """The relation events on screen.

    Attributes
    ----------
    study : Study
        Where they are; matches relations as it says.
    request : LoadRequest
        How it was loaded.
    order : ndarray of int32, shape (n_rows,)
        Numbers of relation events as they stand on screen.
    selected : ndarray of int32, shape (n_selected,)
        Those that are selected, in the order of the screen.
    query : str
        The filter that gives these events.
    sorting : str
        In words, how the rows are ordered; empty for the order of the command line.
    on_screen : tuple of str
        Names of the columns on screen, in their order.
    review : ReviewOrigin or None
        The review that decisions about them are kept in, while one is open.
    """

    study: Study
    request: LoadRequest
    order: AnyIntArray
    selected: AnyIntArray
    query: str
    sorting: str
    on_screen: tuple[str, ...]
    review: ReviewOrigin | None = None

    @property
    def offered(self) -> tuple[str, ...]:
        """The columns that a file can have."""
        every = relation_event_columns(has_relation_parts(self.study))
        return (*every, *POSSIBLE_RELATION_DECISION_COLUMNS) if self.review else every

    def usual_columns(self, is_for_people: bool) -> tuple[str, ...]:
        """Choose columns: for programs what the command line gives, for people those on screen and the sentence."""
        if not is_for_people:
            has_parts = has_relation_parts(self.study)
            return relation_review_columns(has_parts) if self.review else relation_event_columns(has_parts)
        return known_columns((*self._shown_columns(), *_IN_WORDS), self.offered)

    def screen_columns(self) -> tuple[str, ...]:
        """Name the columns of a file that stand for those on screen."""
        return known_columns(self._shown_columns(), self.offered)

    def _shown_columns(self) -> list[str]:
        return [name for key in self.on_screen for name in _FILE_COLUMNS.get(key, (key,))]


def known_columns(names: Sequence[str], offered: Sequence[str]) -> tuple[str, ...]:
    """Leave out columns that are not offered, and those that are named again."""
    return tuple(name for name in dict.fromkeys(names) if name in offered)
