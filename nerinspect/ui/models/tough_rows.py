"""What the rows of the table of tough mentions say, and what a click on one of their cells keeps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from nerinspect.analysis.percent import UNDEFINED, percent_text
from nerinspect.analysis.tough import NESTED_SUBSETS, SUBSETS, is_small
from nerinspect.query.cells import TYPE_FIELDS
from nerinspect.query.filters import Term, negated
from nerinspect.query.mention_base import MENTION_FIELDS, speaking_of
from nerinspect.query.runs import toggled
from nerinspect.query.selection import Selection
from nerinspect.query.tough_counts import OWN_FIELDS, ToughCounts
from nerinspect.query.values import Values

FIELD: Final = "tough"
_OF_ONE_MENTION: Final = "reftough"
"""Asks for the subset of the very mention that has a type."""
_BINDING: Final = frozenset({"refattr", "refbucket"})
"""Fields that ask of one reference mention what others ask of any."""
ALL: Final = "all"


class ToughColumn(IntEnum):
    """The columns, from the left."""

    SUBSET = 0
    MENTIONS = 1
    SHARE = 2
    RECALL = 3
    MISSED = 4


@dataclass(frozen=True)
class ToughRow:
    """The mentions of a subset, or those of one type among them.

    Attributes
    ----------
    subset : str
        One of `SUBSETS`.
    depth : int
        How deep it lies in the rows before it.
    type_name : str
        The type that is counted; empty for all.
    mentions, recalled, total : int
        Mentions in the subset, those found, and all mentions that the share is taken of.
    types : tuple of str
        The types that are counted; empty for all.
    """

    subset: str
    depth: int
    type_name: str
    mentions: int
    recalled: int
    total: int
    types: tuple[str, ...] = ()

    @property
    def missed(self) -> int:
        """Mentions that are not found."""
        return self.mentions - self.recalled

    @property
    def is_small(self) -> bool:
        """Whether the subset has some mentions, but fewer than one percent."""
        return self.mentions > 0 and is_small(self.mentions, self.total)

    @property
    def share_text(self) -> str:
        """The share as it is written; as everywhere, that of a subset without mentions is left open."""
        return percent_text(self.mentions, self.total) if self.mentions else UNDEFINED

    @property
    def recall_text(self) -> str:
        """The recall as it is written."""
        return percent_text(self.recalled, self.mentions)

    @property
    def name(self) -> str:
        """What stands at the left."""
        return self.type_name or subset_name(self.subset)

    def text(self, column: ToughColumn) -> str:
        """Give what stands in a column."""
        mentions = f"{self.mentions:,}" if self.mentions else "none"
        return (self.name, mentions, self.share_text, self.recall_text, f"{self.missed:,}")[column]


def subset_name(subset: str) -> str:
    """Name a subset as on screen."""
    return "all mentions" if subset == ALL else subset


def short_name(name: str) -> str:
    """Name a subset where there is little room."""
    return name.replace("unseen", "un.")


def tough_rows(counts: ToughCounts, types: Sequence[str], unfolded: str = "") -> tuple[ToughRow, ...]:
    """List the subsets in the order of the screen, below one of them its mentions of each counted type.

    Parameters
    ----------
    counts : ToughCounts
        Mentions by subset and type, and those found.
    types : sequence of str
        Names of the types of the study.
    unfolded : str
        The subset whose types are listed; empty for none.
    """
    rows = []
    whole = SUBSETS.index(ALL)
    counted = counts.types if counts.base.named or counts.base.excluded else ()
    for subset, depth in NESTED_SUBSETS:
        place = SUBSETS.index(subset)
        numbers = int(counts.mentions[place]), int(counts.recalled[place]), int(counts.mentions[whole])
        rows.append(ToughRow(subset, depth, "", *numbers, counted))
        for code, name in enumerate(types if subset == unfolded else ()):
            if name in counts.types:
                mentions, recalled = counts.mentions_by_type[code], counts.recalled_by_type[code]
                numbers = int(mentions[place]), int(recalled[place]), int(mentions[whole])
                rows.append(ToughRow(subset, depth + 1, name, *numbers, (name,)))
    return tuple(rows)


_OUTCOMES: Final = {
    ToughColumn.MENTIONS: negated(Term("kind", ("fp",))),
    ToughColumn.SHARE: negated(Term("kind", ("fp",))),
    ToughColumn.RECALL: Term("kind", ("tp",)),
    ToughColumn.MISSED: negated(Term("kind", ("tp", "fp"))),
}
"""The events whose reference mentions a number counts; events without any, which are spurious, are never among them."""


def kept_by(selection: Selection, rows: Sequence[ToughRow], column: ToughColumn) -> Selection:
    """Give the selection that keeps just what some cells of a column count.

    A name leaves the other filters alone. A number counts mentions however they came out, so its column takes the place
    of all that is said about outcomes, and buckets and attributes are asked of the very reference mention.

    Parameters
    ----------
    selection : Selection
        What is selected in all panels.
    rows : sequence of ToughRow
        The rows of the cells, at least one.
    column : ToughColumn
        The column of the cells.
    """
    subsets = tuple(dict.fromkeys(row.subset for row in rows))
    types = _types(rows, column)
    others = _others(selection, rows, column)
    if column in _OUTCOMES:
        others = speaking_of(others, "reference")
    is_bound = bool(types) or not _BINDING.isdisjoint(others.filter.fields)
    terms = [] if ALL in subsets else [Term(_OF_ONE_MENTION if is_bound else FIELD, subsets)]
    kept = Selection((*others.terms, *terms, *([Term("ref", types)] if types else [])))
    return _with_outcome(kept, column) if column in _OUTCOMES else kept


def pick_rows(selection: Selection, rows: Sequence[ToughRow], column: ToughColumn) -> Selection:
    """Keep just what some cells count, as `kept_by` does; if that is what is kept, free what they picked."""
    kept = kept_by(selection, rows, column)
    if set(kept.terms) != set(selection.terms):
        return kept
    if column in _OUTCOMES:
        return selection.without_field(*OWN_FIELDS, "kind", *(TYPE_FIELDS if rows[0].type_name else ()))
    return _others(selection, rows, column)


def add_row(selection: Selection, row: ToughRow, column: ToughColumn) -> Selection:
    """Add a subset to those picked, or take it away; the column chooses the outcome as for `kept_by`."""
    if row.subset == ALL or row.type_name:
        return pick_rows(selection, (row,), column)
    subsets = toggled(picked_subsets(selection), row.subset)
    if not subsets:
        return selection.without_field(*OWN_FIELDS)
    return kept_by(selection, [replace(row, subset=str(subset)) for subset in subsets], column)


def picked_subsets(selection: Selection) -> Values:
    """Name the subsets that a selection picks, of the main mentions of an event or of one reference mention."""
    return selection.picked(FIELD) or selection.picked(_OF_ONE_MENTION)


def _types(rows: Sequence[ToughRow], column: ToughColumn) -> tuple[str, ...]:
    """Name the types of reference mentions that cells say something of; none if they leave types as they are."""
    if column in _OUTCOMES or all(row.type_name for row in rows):
        return tuple(dict.fromkeys(name for row in rows for name in row.types))
    return ()


def _others(selection: Selection, rows: Sequence[ToughRow], column: ToughColumn) -> Selection:
    """Drop what cells say themselves: the subset, and types if they name some."""
    return selection.without_field(*OWN_FIELDS, *(TYPE_FIELDS if _types(rows, column) else ()))


def _with_outcome(selection: Selection, column: ToughColumn) -> Selection:
    """Put what a column says about outcomes in the place of all that is said about them."""
    mentions = (term for term in selection.terms if term.fields <= MENTION_FIELDS)
    return Selection((*mentions, _OUTCOMES[column]))
