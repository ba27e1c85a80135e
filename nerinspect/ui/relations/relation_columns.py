"""The columns of the table of relation events."""

from dataclasses import replace
from typing import Final

from nerinspect.analysis.study import Study
from nerinspect.query.relation_values import argument_distances
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import EVENT_COLUMNS, CellForm, EventColumn
from nerinspect.ui.relations.relation_cells import RelationCells
from nerinspect.ui.relations.relation_symbol import RELATION_LETTERS

_SHARED: Final = {column.key: column for column in EVENT_COLUMNS}


def relational(cells: EventCells) -> RelationCells:
    """Give the cells of relation events as such."""
    assert isinstance(cells, RelationCells), "what these columns are for"
    return cells


def _never(_study: Study) -> bool:
    return False


def _has_parts(study: Study) -> bool:
    from nerinspect.analysis.relation_parts import has_relation_parts  # needs training data

    return study.training is not None and has_relation_parts(study)


def _with_decisions(study: Study) -> bool:
    return len(study.relation_decisions) > 0


RELATION_COLUMNS: Final[tuple[EventColumn, ...]] = (
    EventColumn(
        "kind",
        "Kind",
        CellForm.KIND,
        lambda cells, event: RELATION_LETTERS[cells.kind(event)],
        lambda cells: relational(cells).relations.kind,
        definition="relation_kind",
    ),
    EventColumn(
        "reference",
        "Reference",
        CellForm.RELATION,
        lambda cells, event: relational(cells).relation_text(event, "reference"),
        lambda cells: relational(cells).relation_ranks("reference"),
        definition="relation_reference",
    ),
    EventColumn(
        "prediction",
        "Prediction",
        CellForm.RELATION,
        lambda cells, event: relational(cells).relation_text(event, "predicted"),
        lambda cells: relational(cells).relation_ranks("predicted"),
        definition="relation_prediction",
    ),
    EventColumn(
        "part",
        "Part",
        CellForm.TEXT,
        lambda cells, event: relational(cells).part(event),
        lambda cells: relational(cells).part_codes(),
        _has_parts,
        definition="relation_part",
    ),
    EventColumn(
        "distance",
        "Distance",
        CellForm.NUMBER,
        lambda cells, event: f"{argument_distances(cells.study)[event]:,}",
        lambda cells: argument_distances(cells.study),
        _never,
        definition="relation_distance",
    ),
    replace(_SHARED["document"], ranks=lambda cells: cells.study.text.document[cells.sentence_number]),
    _SHARED["sentence"],
    replace(_SHARED["line"], ranks=lambda cells: cells.start),
    _SHARED["place"],
    replace(_SHARED["verdict"], is_shown=_with_decisions),
    *(_SHARED[key] for key in ("causes", "flag", "note", "decided", "who")),
)
"""What is known of every relation event; people choose which of it they see."""
