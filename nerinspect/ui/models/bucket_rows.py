"""What the rows of the table of buckets say, and what a click on one of their cells keeps."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from nerinspect.analysis.attribute import Unit
from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.scores import Counts, Measure
from nerinspect.analysis.tough import is_small
from nerinspect.query.bucket_panel_counts import BucketPanelCounts
from nerinspect.query.bucket_words import bucket_words
from nerinspect.query.fields.buckets import REFERENCE_BUCKET, bucket_value
from nerinspect.query.filters import Term
from nerinspect.query.mention_base import MENTION_FIELDS
from nerinspect.query.picked_buckets import pick_buckets, picked_buckets, without_buckets
from nerinspect.query.runs import toggled
from nerinspect.query.selection import Selection


class BucketColumn(IntEnum):
    """The columns, from the left."""

    BUCKET = 0
    SCORE = 1
    MENTIONS = 2


@dataclass(frozen=True)
class BucketRow:
    """One bucket.

    Attributes
    ----------
    name : str
        As in queries, such as `XS`.
    edges : str
        What values it holds, shortly; empty if its name says so.
    words : str
        The same in full, such as `2 to 3 tokens`.
    counts : Counts
        Its members.
    total : int
        Reference members of all buckets.
    unit : str
        What is counted.
    measure : str
        What is scored: recall where there is no precision.
    """

    name: str
    edges: str
    words: str
    counts: Counts
    total: int
    unit: Unit = "mention"
    measure: Measure = "F1"

    @property
    def is_small(self) -> bool:
        """Whether the bucket has some reference members, but fewer than one percent."""
        return self.counts.reference > 0 and is_small(self.counts.reference, self.total)

    @property
    def score_text(self) -> str:
        """The score as it is written."""
        return percent_text(*self.counts.parts_of(self.measure))

    def text(self, column: BucketColumn) -> str:
        """Give what stands in a column."""
        return (self.name, self.score_text, f"{self.counts.reference:,}")[column]


def bucket_rows(counts: BucketPanelCounts) -> tuple[BucketRow, ...]:
    """List the buckets in ascending order."""
    own, rows = counts.own, []
    total = int(counts.members[0].sum())
    for place, name in enumerate(own.names):
        edges = "" if own.attribute.scale == "name" else bucket_words(own, place, with_unit=False)
        words, unit = counts.words(place), own.attribute.unit
        rows.append(BucketRow(name, edges, words, counts.scores(place), total, unit, counts.base.measure))
    return tuple(rows)


def kept_by(selection: Selection, counts: BucketPanelCounts, names: Sequence[str], column: BucketColumn) -> Selection:
    """Give the selection that keeps just what some cells of a column count.

    A name leaves the other filters alone. A number counts mentions however they came out, so its column takes the place
    of all that is said about outcomes.

    Parameters
    ----------
    selection : Selection
        What is selected in all panels.
    counts : BucketPanelCounts
        The numbers on show.
    names : sequence of str
        The buckets of the cells, at least one.
    column : BucketColumn
        The column of the cells.
    """
    attribute, n_wanted = counts.own.attribute.name, counts.own.n_wanted
    if column == BucketColumn.MENTIONS or (column == BucketColumn.SCORE and counts.base.measure == "Recall"):
        values = tuple(bucket_value(attribute, name, n_wanted) for name in names)
        door = Selection.from_filter(counts.doors(counts.own.names.index(names[0])).reference)
        field = REFERENCE_BUCKET.name
        return door.replaced([Term(field, values[:1])], Term(field, values))
    kept = pick_buckets(selection, attribute, names, n_wanted)
    if column == BucketColumn.SCORE:
        return Selection(tuple(term for term in kept.terms if term.fields <= MENTION_FIELDS))
    return kept


def pick_rows(selection: Selection, counts: BucketPanelCounts, names: Sequence[str], column: BucketColumn) -> Selection:
    """Keep just what some cells count, as `kept_by` does; if that is what is kept, free the attribute."""
    kept = kept_by(selection, counts, names, column)
    is_kept = set(kept.terms) == set(selection.terms)
    return without_buckets(selection, counts.own.attribute.name) if is_kept else kept


def add_row(selection: Selection, counts: BucketPanelCounts, name: str, column: BucketColumn) -> Selection:
    """Add a bucket to those picked, or take it away; the column chooses the events as for `kept_by`."""
    attribute, n_wanted = counts.own.attribute.name, counts.own.n_wanted
    names = [str(value) for value in toggled(picked_buckets(selection, attribute, n_wanted), name)]
    return kept_by(selection, counts, names, column) if names else without_buckets(selection, attribute)
