"""Two selections side by side as rows: what they share, what each is made of, and the scores of their mentions."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from nerinspect.analysis.events import KINDS, SHORT_KIND_NAMES
from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import Wording
from nerinspect.query.filters import Filter, Term
from nerinspect.query.labels import verdict_words
from nerinspect.query.side_by_side import FilterSide, Part, SideBySide, both
from nerinspect.query.values import Value
from nerinspect.ui.overview.cells import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    percent_columns,
    ratio_cell,
    score_cell,
)
from nerinspect.ui.overview.doors import doors_to
from nerinspect.ui.selections.selection_rows import NO_EVENTS, door_of

SHARED: Final = "Events of both"
MADE_OF: Final = "What each is made of"
SCORED: Final = "Scores of their mentions"
GROUPS: Final = {"kind": "Kind", "type": "Type", "verdict": "Verdict"}
_COUNT: Final = "9,999,999"
_COUNTED: Final = {
    "Reference": "reference_mentions",
    "Predicted": "predicted_mentions",
    "Correct": "correct_mentions",
}
_LONGEST: Final = 24
"""Characters of a name that have room above a column."""
_NO_EVENT: Final = "the selection keeps no event, so the share is undefined"


class Named(NamedTuple):
    """Two selections of a study side by side, with their names."""

    first: str
    second: str
    compared: SideBySide
    study: Study

    @property
    def wording(self) -> Wording:
        """What the two sides of an event are called."""
        return self.study.wording


def shared_columns(wording: Wording) -> tuple[Column, ...]:
    """Head what two selections share."""
    return (
        Column("Where", meaning("selections_shared"), widest="only the second"),
        Column("Events", meaning("events"), widest=_COUNT),
        Column("Share", meaning("selection_share"), is_percent=True),
        *(Column(_short(kind, wording), wording.meaning(kind), kind, _COUNT, is_extra=True) for kind in KINDS),
    )


def shared_groups(named: Named) -> list[RowGroup]:
    """Lay out the events in both, in one alone, and in neither."""
    titles = ("both", f"only {named.first}", f"only {named.second}", "neither")
    return [
        RowGroup(title, TableRow(title, (title,), partial(_part_cells, part, named)))
        for title, part in zip(titles, named.compared.parts, strict=True)
    ]


def made_columns(named: Named) -> tuple[Column, ...]:
    """Head what each selection is made of."""
    pairs = (
        (
            Column(_short_name(title), f"{title}: events", widest=_COUNT, copied=f"{title}, events"),
            Column("%", meaning("share_of_selection"), is_percent=True, copied=f"{title}, share"),
        )
        for title in (named.first, named.second)
    )
    return Column("", "", widest="prediction wrong"), *(column for pair in pairs for column in pair)


def made_groups(named: Named) -> list[RowGroup]:
    """Lay out the events of both by kind, type and verdict."""
    sides = named.compared.a, named.compared.b
    whole = TableRow("All events", ("", "All events"), lambda: _whole_cells(sides), is_total=True)
    return [RowGroup("all", whole), *(_made_group(field, named) for field in GROUPS)]


def score_columns(wording: Wording) -> tuple[Column, ...]:
    """Head the scores; between annotators there is neither precision nor recall."""
    f1 = Column("F1", wording.meaning("f1"), is_percent=True)
    rates = (f1,) if wording.is_neutral else percent_columns(has_runs=False)
    counts = [
        Column(wording.name(key) if wording.is_neutral else title, wording.meaning(key), widest=_COUNT)
        for title, key in _COUNTED.items()
    ]
    return Column("Selection", meaning("selection_mentions"), widest="A name of some words"), *rates, *counts


def score_groups(named: Named) -> list[RowGroup]:
    """Lay out the scores of the mentions that each selection chooses."""
    return [
        RowGroup(place, TableRow(name, (name,), partial(_score_cells, side, named.study), _note(side)))
        for place, name, side in (("a", named.first, named.compared.a), ("b", named.second, named.compared.b))
    ]


def _short_name(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _short(kind: str, wording: Wording) -> str:
    return wording.name(kind) if wording.is_neutral else SHORT_KIND_NAMES[kind]


def _part_cells(part: Part, named: Named) -> tuple[Cell, ...]:
    door = door_of(part.door)
    return (
        count_cell(part.n_events, door, meaning("selections_shared")),
        ratio_cell(part.n_events, named.compared.n_events, door, meaning("selection_share"), NO_EVENTS),
        *(
            count_cell(int(n), both(part.door, Term("kind", (kind,))), named.wording.meaning(kind))
            for kind, n in zip(KINDS, part.kinds, strict=True)
        ),
    )


def _whole_cells(sides: tuple[FilterSide, FilterSide]) -> tuple[Cell, ...]:
    return tuple(cell for side in sides for cell in _pair(side, side.n_events, door_of(side.filter)))


def _made_group(field: str, named: Named) -> RowGroup:
    title, sides = GROUPS[field], (named.compared.a.by_value[field], named.compared.b.by_value[field])
    empty = Cell("")
    head = TableRow(title, (title, ""), lambda: (empty, empty, empty, empty))

    def rows() -> tuple[TableRow, ...]:
        shown = _shown(*sides)
        return tuple(_made_row(field, value, named) for value in shown if field != "type" or value is not None)

    return RowGroup(field, head, rows)


def _shown(a: Mapping[Value, int], b: Mapping[Value, int]) -> Iterator[Value]:
    """Go through the values that an event of either selection has."""
    yield from (value for value in dict.fromkeys([*a, *b]) if a.get(value, 0) or b.get(value, 0))


def _made_row(field: str, value: Value, named: Named) -> TableRow:
    name = value_words(field, value, named.wording)

    def cells() -> tuple[Cell, ...]:
        sides = named.compared.a, named.compared.b
        return tuple(
            cell for side in sides for cell in _pair(side, side.by_value[field].get(value, 0), side.door(field, value))
        )

    return TableRow(name, (GROUPS[field], name), cells, depth=1)


def value_words(field: str, value: Value, wording: Wording) -> str:
    """Say a value of a field."""
    if field == "verdict":
        return verdict_words(value, wording)
    if field == "kind":
        return wording.name(str(value))
    return str(value)


def _pair(side: FilterSide, count: int, door: Filter) -> tuple[Cell, Cell]:
    return (
        count_cell(count, door, meaning("events")),
        ratio_cell(count, side.n_events, door, meaning("share_of_selection"), _NO_EVENT),
    )


def _note(side: FilterSide) -> str:
    return "chooses no mentions: all are counted" if side.base.is_everything else ""


def _score_cells(side: FilterSide, study: Study) -> tuple[Cell, ...]:
    counts, doors, wording = side.counts, doors_to(side.base, side.base.types_of(study)), study.wording
    rates = (
        ("precision", counts.correct, counts.predicted, doors.predicted),
        ("recall", counts.correct, counts.reference, doors.reference),
        ("f1", 2 * counts.correct, counts.reference + counts.predicted, doors.either),
    )
    numbers = (
        (counts.reference, doors.reference),
        (counts.predicted, doors.predicted),
        (counts.correct, doors.reference_in("tp")),
    )
    return (
        *(_rate_cell(*rate, wording) for rate in rates if rate[0] == "f1" or not wording.is_neutral),
        *(
            count_cell(count, door, wording.meaning(key))
            for (count, door), key in zip(numbers, _COUNTED.values(), strict=True)
        ),
    )


def _rate_cell(name: str, numerator: int, denominator: int, door: Filter, wording: Wording) -> Cell:
    if wording.is_neutral:
        return ratio_cell(numerator, denominator, door, wording.meaning(name), "neither has a mention")
    return score_cell(name, numerator, denominator, door)
