"""The one selection that panels share, each term a chip, with its history and the cells of the type matrix."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import CommandError
from nerinspect.events.study import Study
from nerinspect.query.fields.table import FIELDS
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Not, Term, all_of, any_of, negated
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.values import Value, Values, joined, toggled
from nerinspect.query.language.vocabulary import Vocabulary

TypeFields: TypeAlias = tuple[str, str, str]

TYPE_FIELDS: Final[TypeFields] = ("ref", "pred", "type")  # the fields that belong to the type matrix


def cells_of(query: Filter, types: Sequence[str], fields: TypeFields = TYPE_FIELDS) -> BoolArray:
    """Tell of which cells a filter that asks about types alone keeps the events.

    Reference types stand down, predicted types across, no mention last.
    """
    size = len(types) + 1
    if isinstance(query, Term):
        is_named = np.array([name in query.values for name in (*types, None)])
        rows, columns = np.repeat(is_named[:, None], size, axis=1), np.repeat(is_named[None], size, axis=0)
        return rows if query.field == fields[0] else columns if query.field == fields[1] else rows | columns
    if isinstance(query, Not):
        return ~cells_of(query.inner, types, fields)
    if isinstance(query, All | AnyOf):
        parts = np.array([cells_of(part, types, fields) for part in query.filters])
        return np.asarray(parts.all(axis=0) if isinstance(query, All) else parts.any(axis=0))
    return np.ones((size, size), dtype=bool)


def cells_filter(cells: BoolArray, types: Sequence[str], fields: TypeFields = TYPE_FIELDS) -> Filter:
    """Ask for exactly the events that match `ref:X pred:Y`, or the like, of some cells, shaped as by `cells_of`.

    Rows with the same cells are one alternative, and a side is left out if any type will do. Everything, if there are
    no cells. The one without any mention holds no event and makes no difference.
    """
    ways = (_rows_alike(cells, is_void_kept, (*types, None), fields) for is_void_kept in (False, True))
    return min(ways, key=lambda way: len(query_text(way)))


def _rows_alike(cells: BoolArray, is_void_kept: bool, names: Sequence[str | None], fields: TypeFields) -> Filter:
    """Ask for the rows with the same cells together, the cell without any mention among them or not."""
    chosen = cells.copy()
    chosen[-1, -1] = is_void_kept
    rows: dict[bytes, list[int]] = {}
    for row in np.flatnonzero(chosen.any(axis=1)).tolist():
        rows.setdefault(chosen[row].tobytes(), []).append(row)
    alternatives = [
        all_of(_side(fields[0], alike, names), _side(fields[1], np.flatnonzero(chosen[alike[0]]).tolist(), names))
        for alike in rows.values()
    ]
    return any_of(*alternatives) if alternatives else Everything()


def _side(field: str, places: Sequence[int], names: Sequence[str | None]) -> Filter:
    return Everything() if len(places) == len(names) else Term(field, tuple(names[place] for place in places))


_NOT_CORRECT = Not(Term("kind", ("tp",)))


@dataclass(frozen=True)
class Selection:
    """Terms that an event must all meet.

    A term belongs to a field if it asks about that field alone: picked in its panel or typed, negated or not. Terms are
    in the order they were added; each once, none an `All` or `Everything`.
    """

    terms: tuple[Filter, ...] = ()

    def __post_init__(self) -> None:
        """Bring the terms into the one form that says the same."""
        whole = all_of(*self.terms)
        parts = whole.filters if isinstance(whole, All) else (whole,)
        object.__setattr__(self, "terms", () if whole == Everything() else parts)

    @classmethod
    def from_filter(cls, whole: Filter) -> "Selection":
        return cls((whole,))

    @property
    def filter(self) -> Filter:
        return all_of(*self.terms)

    @property
    def text(self) -> str:
        return query_text(self.filter)

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        return self.filter.mask(study, among)

    def terms_missing_from(self, other: "Selection") -> "Selection":
        return self.without(*other.terms)

    def with_term(self, term: Filter) -> "Selection":
        """Add a term at the end; one that is there stays where it is."""
        return Selection((*self.terms, term))

    def without(self, *terms: Filter) -> "Selection":
        return Selection(tuple(kept for kept in self.terms if kept not in terms))

    def widest_without(self, count: Callable[[Filter], int]) -> tuple[Filter, int] | None:
        """Give the first term without which a filter keeps most, and how many; None if none would be kept."""
        numbers = [(term, count(self.without(term).filter)) for term in self.terms]
        return max((one for one in numbers if one[1]), key=lambda one: one[1], default=None)

    def without_field(self, *fields: str) -> "Selection":
        """Drop what belongs to some fields: the counts of their panel are taken under what is left."""
        return Selection(tuple(term for term in self.terms if not _belongs_to(term, fields)))

    def clear(self) -> "Selection":
        return Selection()

    def picked(self, field: str) -> Values:
        """Name the values of a field that are picked; empty if there is no term, or none that picks values.

        If its term is negated and every event has one value (`-kind:tp`), they are the other values.
        """
        own = self._own(field)
        if isinstance(own, Term):
            return own.values
        if isinstance(own, Not) and isinstance(own.inner, Term):
            excluded = own.inner.values
            return tuple(value for value in FIELDS[field].every_value if value not in excluded)
        return ()

    def pick(self, field: str, value: Value) -> "Selection":
        """Let a field have just this value, in the place of all else; if it is the only one picked, free the field."""
        return self._replaced(field, None if self.picked(field) == (value,) else Term(field, (value,)))

    def toggle(self, field: str, value: Value) -> "Selection":
        """Add a value to those picked of a field, or take it away; the field is free if none is left, or if all are.

        A negated term stays negated.
        """
        picked, every = self.picked(field), FIELDS[field].every_value
        values = toggled(picked, value)
        if not values or (every and set(values) >= set(every)):
            return self._replaced(field, None)
        if picked and isinstance(self._own(field), Not):
            return self._replaced(field, Not(Term(field, tuple(other for other in every if other not in values))))
        return self._replaced(field, Term(field, values))

    def pick_all(self, field: str, values: Iterable[Value]) -> "Selection":
        """Let a field have just some values, such as those between two clicks; none, or all there are, free it."""
        picked, every = joined(values), FIELDS[field].every_value
        is_free = not picked or (bool(every) and set(picked) >= set(every))
        return self._replaced(field, None if is_free else Term(field, picked))

    def pick_cell(self, reference: str | None, predicted: str | None, with_correct: bool = False) -> "Selection":
        """Let the types be those of a cell of the type matrix, as `pick_cells` does."""
        return self.pick_cells((reference,), (predicted,), with_correct)

    def pick_cells(
        self, references: Collection[str | None], predicted: Collection[str | None], with_correct: bool = False
    ) -> "Selection":
        """Let the types be those of some rows and columns of the type matrix; if they are, free them.

        None is for no mention. Events are kept that the cells count, each once: correct ones only if the matrix counts
        them.
        """
        cells = Selection((Term("ref", tuple(references)), Term("pred", tuple(predicted))))
        if self._about_types == cells:
            return self.without_field(*TYPE_FIELDS)
        return self._with_cells(cells, bool(set(references) & set(predicted)), with_correct)

    def toggle_cell(
        self, reference: str | None, predicted: str | None, types: Sequence[str], with_correct: bool = False
    ) -> "Selection":
        """Add a cell of the type matrix to those picked, or take it away; the types are free if none is left.

        Kept are exactly the events that the picked cells count; those that are no whole rows and columns are one term.
        """
        names, cells = (*types, None), self.picked_cells(types)
        place = names.index(reference), names.index(predicted)
        cells[place] = not cells[place]
        return self._with_cells(Selection((cells_filter(cells, types),)), _has_diagonal(cells), with_correct)

    def picked_cells(self, types: Sequence[str]) -> BoolArray:
        """Tell which cells of the type matrix the terms about types keep; none, if there is no such term."""
        about = self._about_types
        return cells_of(about.filter if about.terms else negated(Everything()), types)

    def without_picked_cells(self) -> "Selection":
        """Drop terms that name both sides at once, which no head of a row or column can add to."""
        return Selection(tuple(term for term in self.terms if not {"ref", "pred"} <= term.fields <= {*TYPE_FIELDS}))

    def counting_correct(self, with_correct: bool, types: Sequence[str]) -> "Selection":
        """Let picked cells keep what they count when correct events are counted too, or no longer."""
        about = self._about_types
        if not {"ref", "pred"} <= about.filter.fields or not _has_diagonal(self.picked_cells(types)):
            return self
        return self.without(_NOT_CORRECT) if with_correct else self._with_cells(about, True, False)

    def replaced(self, old: Collection[Filter], term: Filter | None) -> "Selection":
        """Put a term, if any, where the first of some stands, or at the end if none is there, and drop the others."""
        first = next((place for place, kept in enumerate(self.terms) if kept in old), len(self.terms))
        kept = [(place, kept) for place, kept in enumerate(self.terms) if kept not in old]
        before, after = ([kept for place, kept in kept if (place < first) == is_before] for is_before in (True, False))
        return Selection((*before, *([] if term is None else [term]), *after))

    @property
    def _about_types(self) -> "Selection":
        return Selection(tuple(term for term in self.terms if _belongs_to(term, TYPE_FIELDS)))

    def _with_cells(self, cells: "Selection", has_diagonal: bool, with_correct: bool) -> "Selection":
        """Replace what is said about types; leave correct events out that the matrix does not count."""
        kinds = self.picked("kind")
        is_left_out = has_diagonal and not with_correct and (not kinds or "tp" in kinds)
        others = self.without_field(*TYPE_FIELDS).terms
        return Selection((*others, *((_NOT_CORRECT,) if is_left_out else ()), *cells.terms))

    def _own(self, field: str) -> Filter | None:
        """Give the one term that belongs to a field; None if there is none or several."""
        own = [term for term in self.terms if _belongs_to(term, (field,))]
        return own[0] if len(own) == 1 else None

    def _replaced(self, field: str, term: Filter | None) -> "Selection":
        return self.replaced([old for old in self.terms if _belongs_to(old, (field,))], term)


def _belongs_to(term: Filter, fields: tuple[str, ...]) -> bool:
    return bool(term.fields) and term.fields <= set(fields)


def _has_diagonal(cells: BoolArray) -> bool:
    return bool(cells.diagonal()[:-1].any())


ONLY_ERRORS = Selection((_NOT_CORRECT,))
"""What a window shows of files that were never open before: every event that is not correct."""


_MOST_PAST: Final = 200  # so many selections are remembered to go back to


@dataclass(frozen=True)
class History:
    """One selection after the other; the past and future ones nearest to the current one stand last."""

    current: Selection = field(default_factory=Selection)
    past: tuple[Selection, ...] = ()
    future: tuple[Selection, ...] = ()

    def then(self, selection: Selection) -> "History":
        if selection == self.current:
            return self
        return History(selection, (*self.past[1 - _MOST_PAST :], self.current))

    def back(self) -> "History":
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (*self.future, self.current))

    def forward(self) -> "History":
        if not self.future:
            return self
        return History(self.future[-1], (*self.past, self.current), self.future[:-1])

    def understood(self, vocabulary: Vocabulary) -> "History":
        """Leave out the terms that a query over other files could not say."""
        return self.rewritten(partial(_understood, vocabulary))

    def rewritten(self, rewrite: Callable[[Selection], Selection]) -> "History":
        return History(rewrite(self.current), tuple(map(rewrite, self.past)), tuple(map(rewrite, self.future)))


def _understood(vocabulary: Vocabulary, selection: Selection) -> Selection:
    return Selection(tuple(term for term in selection.terms if _is_understood(term, vocabulary)))


def _is_understood(term: Filter, vocabulary: Vocabulary) -> bool:
    try:
        parse_query(query_text(term), vocabulary)
    except CommandError:
        return False
    return True


def nearest_event(study: Study, kept: BoolArray, first: int, event: int) -> int:
    """Give an event if it is kept, else the next one that is, else the last one before.

    Kept are some, at least one, of the events of one prediction from the first on; an event of another prediction is
    looked for where it stands in the text.
    """
    place = _place_of(study, first, first + len(kept), event)
    step = int(np.argmax(kept[place:])) if place < len(kept) else 0
    if place < len(kept) and kept[place + step]:
        return first + place + step
    return first + len(kept) - 1 - int(np.argmax(kept[::-1]))


def _place_of(study: Study, first: int, last: int, event: int) -> int:
    """Count the events of a range that stand before any event."""
    events = study.events
    if first <= event < last or event >= len(events):
        return event - first
    return int(np.searchsorted(events.end[first:last], events.start[event], side="right"))
