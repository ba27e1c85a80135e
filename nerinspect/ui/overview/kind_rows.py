"""What F1 hides, as rows: events, mentions and demerits of each kind, and their sums."""

from typing import Final

from nerinspect.analysis.events import ERROR_KINDS, KINDS, SHORT_KIND_NAMES
from nerinspect.glossary import meaning
from nerinspect.query.filters import Filter
from nerinspect.query.kept_scores import KeptScores
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell
from nerinspect.ui.overview.doors import Doors

HIDES: Final = "What F1 hides"
NAME_COLUMNS: Final = ("System", "Counted")
KIND_COLUMNS: Final = (
    Column("", "What is counted by kind of event", widest="Reference mentions"),
    *(Column(SHORT_KIND_NAMES[kind], meaning(kind), kind, "9,999,999") for kind in KINDS),
    Column("", widest="="),
    Column("Sum", "Over all kinds", widest="9,999,999"),
)


def kind_groups(system: str, scores: KeptScores, doors: Doors) -> list[RowGroup]:
    """Lay out a prediction's events, the mentions of both sides in them, and the demerits.

    Parameters
    ----------
    system : str
        What copies of the rows call the prediction.
    scores : KeptScores
        Of one prediction.
    doors : Doors
        To its events.

    Returns
    -------
    list of RowGroup
        Four, of a row each.
    """
    tally, sums = scores.tally, scores.sums
    has_no = "A {} event has no {} mention."
    events = [
        count_cell(int(n), doors.of_kinds(kind), meaning(kind)) for kind, n in zip(KINDS, tally.kinds, strict=True)
    ]
    reference = [
        _cell(n, doors.reference_in(kind), kind, "fp", has_no.format("spurious", "reference"))
        for kind, n in zip(KINDS, sums.reference, strict=True)
    ]
    predicted = [
        _cell(n, doors.predicted_in(kind), kind, "fn", has_no.format("missed", "predicted"))
        for kind, n in zip(KINDS, sums.predicted, strict=True)
    ]
    demerits = [
        _cell(int(n), doors.of_kinds(kind), kind, "tp", "A correct event has no demerits.")
        for kind, n in zip(KINDS, tally.kind_demerits, strict=True)
    ]
    return [
        _group(system, "Events", events, int(tally.kinds.sum()), doors.either, "events"),
        _group(system, "Reference mentions", reference, sums.n_reference, doors.reference, "reference_mentions"),
        _group(system, "Predicted mentions", predicted, sums.n_predicted, doors.predicted, "predicted_mentions"),
        _group(system, "Demerits", demerits, tally.demerits, doors.of_kinds(*ERROR_KINDS), "demerits"),
    ]


def _cell(count: int, door: Filter, kind: str, never: str, why: str) -> Cell:
    """Show a count; a zero that can be nothing else is no door."""
    return count_cell(count, None if kind == never else door, why if kind == never else meaning(kind))


def _group(system: str, name: str, cells: list[Cell], total: int, door: Filter, key: str) -> RowGroup:
    row = (*cells, Cell("=", "="), count_cell(total, door, meaning(key)))
    return RowGroup(name, TableRow(name, (system, name), lambda: row))
