"""The buckets of one attribute as a table: what is scored in each, how many mentions, and what a click keeps."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.errors import counted
from nerinspect.events.scores import UNDEFINED, Counts, Measure, f1_interval, percent_text, recall_interval
from nerinspect.events.study import Unit
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.counts.buckets import BucketPanelCounts, pick_buckets, picked_buckets, without_buckets
from nerinspect.query.fields.buckets import REFERENCE_BUCKET, bucket_value
from nerinspect.query.filters import Term
from nerinspect.query.language.values import toggled
from nerinspect.query.language.words import bucket_words
from nerinspect.query.rates import MENTION_FIELDS
from nerinspect.query.selection import Selection
from nerinspect.training.tough import is_small
from nerinspect.ui.kit.screen_text import tooltip


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


_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()


class BucketRole(IntEnum):
    """What the delegate asks for beside the text."""

    ROW = Qt.ItemDataRole.UserRole + 2
    IS_PICKED = Qt.ItemDataRole.UserRole + 3


class BucketModel(QAbstractTableModel):
    """List the buckets of an attribute in ascending order.

    Attributes
    ----------
    wording : Wording
        What the two sides are called from the next counts on.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[BucketRow, ...] = ()
        self._counts: BucketPanelCounts | None = None
        self._picked: frozenset[str] = frozenset()
        self.wording = JUDGED

    @property
    def rows(self) -> tuple[BucketRow, ...]:
        """The buckets from the top."""
        return self._rows

    def set_counts(self, counts: BucketPanelCounts, picked: Collection[str] = ()) -> None:
        """Show the buckets of an attribute, some of them picked."""
        rows, before = bucket_rows(counts), [(row.name, row.edges) for row in self._rows]
        is_other = [(row.name, row.edges) for row in rows] != before
        if is_other:
            self.beginResetModel()
        self._counts, self._rows, self._picked = counts, rows, frozenset(picked)
        if is_other:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(BucketColumn) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(BucketColumn) - 1)

    def as_tsv(self) -> str:
        """Write all rows under their heads."""
        lines = [["Bucket", "Values", self._title(BucketColumn.SCORE), self._title(BucketColumn.MENTIONS)]]
        lines += [[row.name, row.words, row.score_text, str(row.counts.reference)] for row in self._rows]
        return "".join("\t".join(line) + "\n" for line in lines)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the buckets."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns, which are always the same."""
        return 0 if parent.isValid() else len(BucketColumn)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], BucketColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.text(column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(explained(row, self.wording))
            case Qt.ItemDataRole.WhatsThisRole:
                return "\n".join((explained(row, self.wording), self.wording.meaning(self._key(column))))
            case BucketRole.ROW:
                return row
            case BucketRole.IS_PICKED:
                return row.name in self._picked
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name a column, and say what stands in it."""
        if orientation == Qt.Orientation.Horizontal:
            match role:
                case Qt.ItemDataRole.DisplayRole:
                    return self._title(BucketColumn(section))
                case Qt.ItemDataRole.ToolTipRole:
                    return tooltip(self.wording.meaning(self._key(BucketColumn(section))))
        return None

    def _title(self, column: BucketColumn) -> str:
        is_of_tokens = self._counts is not None and self._counts.own.attribute.unit == "token"
        members = "Tokens" if is_of_tokens else "Mentions"
        return ("Bucket", self._measure, f"{members} of A" if self.wording.is_neutral else members)[column]

    def _key(self, column: BucketColumn) -> str:
        """Name what the glossary says of a column."""
        return ("bucket", self._measure.lower(), "reference_mentions")[column]

    @property
    def _measure(self) -> Measure:
        return "F1" if self._counts is None else self._counts.base.measure

    def _spoken(self, row: BucketRow, column: BucketColumn) -> str:
        name = f"{row.name}, {row.words}" if row.edges else row.name
        state = f"{', small' if row.is_small else ''}{', picked' if row.name in self._picked else ''}"
        if column == BucketColumn.MENTIONS:
            return f"{name}: {counted(row.counts.reference, row.unit)}{state}"
        if column == BucketColumn.SCORE:
            score = "undefined" if row.score_text == UNDEFINED else f"{row.score_text} percent"
            return f"{name}: {row.measure} {score}{state}"
        return f"{name}{state}"


def explained(row: BucketRow, wording: Wording = JUDGED) -> str:
    """Say what a bucket holds and what is scored in it, by numbers."""
    n, unit = row.counts, row.unit
    of_all = f"{n.reference:,} of {counted(row.total, unit)}" + (
        f" ({percent_text(n.reference, row.total)} %)" if row.total else ""
    )
    lines = [f"{row.words}: {'small: ' if row.is_small else ''}{of_all}{' of A' if wording.is_neutral else ''}"]
    if row.measure == "Recall":
        low, high = recall_interval(np.array([[n.reference], [n.predicted], [n.correct]]))[:, 0].tolist()
        recall = _ratio("recall", n.correct, n.reference, f"the reference has no such {unit}")
        lines.append(f"{recall}, 95 % interval {100 * low:.1f} to {100 * high:.1f} %" if n.reference else recall)
        return "\n".join(lines)
    if not n.reference + n.predicted:
        return "\n".join([*lines, f"–: neither side has such a {unit}, so F1 is undefined."])
    if wording.is_neutral:
        lines.append(f"{counted(n.reference, unit)} of A, {n.predicted:,} of B, {n.correct:,} of both")
    else:
        lines.append(_ratio("precision", n.correct, n.predicted, f"no {unit} is predicted"))
        lines.append(_ratio("recall", n.correct, n.reference, f"the reference has no such {unit}"))
    low, high = f1_interval(np.array([[n.reference], [n.predicted], [n.correct]]))[:, 0].tolist()
    lines.append(f"F1 {row.score_text} %, 95 % interval {100 * low:.1f} to {100 * high:.1f} %")
    return "\n".join(lines)


def _ratio(name: str, correct: int, whole: int, reason: str) -> str:
    if not whole:
        return f"{name} {UNDEFINED}: {reason}"
    return f"{name} {percent_text(correct, whole)} %: {correct:,} of {whole:,} correct"
