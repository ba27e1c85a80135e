"""The columns of the comparison: those of the events table that say where a row stands, and what A and B make of it."""

from dataclasses import replace
from typing import Final

from nerinspect.analysis.hits import compared_systems
from nerinspect.analysis.study import Study
from nerinspect.ui.comparison.comparison_cells import ComparisonCells, Letter
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import EVENT_COLUMNS, CellForm, EventColumn

_SHARED: Final = {column.key: column for column in EVENT_COLUMNS}

_FEW_SYSTEMS: Final = 2
"""With so many systems, A and B say all there is to say."""


def compared(cells: EventCells) -> ComparisonCells:
    """Give the cells of a comparison as such."""
    assert isinstance(cells, ComparisonCells), "what these columns are for"
    return cells


def _kind_column(letter: Letter) -> EventColumn:
    return EventColumn(
        f"kind_{letter}",
        letter.upper(),
        CellForm.KIND,
        lambda cells, row: " ".join(compared(cells).kinds(row, letter)).upper(),
        lambda cells: compared(cells).kind_ranks(letter),
    )


def _reading_column(letter: Letter) -> EventColumn:
    return EventColumn(
        f"reads_{letter}",
        f"{letter.upper()} reads",
        CellForm.PREDICTION,
        lambda cells, row: compared(cells).reads(row, letter),
        lambda cells: compared(cells).read_ranks(letter),
    )


def _has_others(study: Study) -> bool:
    return len(compared_systems(study)) > _FEW_SYSTEMS


COMPARISON_COLUMNS: Final[tuple[EventColumn, ...]] = (
    _kind_column("a"),
    _kind_column("b"),
    _SHARED["left"],
    replace(_SHARED["segment"]),
    _SHARED["right"],
    replace(_SHARED["reference"], ranks=lambda cells: compared(cells).reference_ranks()),
    _reading_column("a"),
    _reading_column("b"),
    EventColumn(
        "right_systems",
        "Right",
        CellForm.TEXT,
        lambda cells, row: compared(cells).systems_in_words(row),
        lambda cells: compared(cells).right_ranks(),
        _has_others,
    ),
    _SHARED["place"],
)
