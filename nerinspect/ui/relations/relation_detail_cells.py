"""The cells of the small tables in the details of a relation event."""

from collections.abc import Sequence

from nerinspect.analysis.relation_explanation import Compared, RelationExplanation
from nerinspect.analysis.study import Study
from nerinspect.results.relation_facts import RelationFacts, TrainingCount
from nerinspect.ui.models.event_cells import one_line
from nerinspect.ui.panels.details.cell_painting import runs_right_to_left
from nerinspect.ui.panels.details.cells import DetailCell

_NOTHING = "–"
_LEFT_TO_RIGHT_MARK = "\u200e"


def argument_cells(
    study: Study, explanation: RelationExplanation
) -> tuple[list[list[DetailCell]], list[DetailCell], list[DetailCell]]:
    """Lay out type, head and tail on both sides.

    Parameters
    ----------
    study : Study
        What the event belongs to.
    explanation : RelationExplanation
        What is said of it.

    Returns
    -------
    rows, names, heads : list
        What the sides say and whether it is the same; what differs stands out.
    """
    sides = [study.wording.said(name) for name in ("Reference", "Prediction")]
    heads = [*(DetailCell(name, is_quiet=True) for name in sides), DetailCell(spoken="Same or different")]
    names = [
        DetailCell(row.name, key=_KEYS[row.name], is_quiet=True, wording=study.wording) for row in explanation.rows
    ]
    return [_argument_row(row, sides) for row in explanation.rows], names, heads


def training_cells(study: Study, facts: RelationFacts) -> list[list[DetailCell]]:
    """Lay out how often training has the relation and its arguments in their places, and the part it is in."""
    key = f"part_{facts.part}"
    is_in = DetailCell("This relation is", is_bold=True)
    part = DetailCell(facts.part, key=key, is_number=True, is_bold=True, wording=study.wording)
    return [*count_cells(facts.counts), [is_in, part]]


def count_cells(counts: Sequence[TrainingCount]) -> list[list[DetailCell]]:
    """Lay out numbers of training relations with what they count."""
    return [
        [
            DetailCell(_left_to_right(count.words)),
            DetailCell(
                f"{len(count.relations):,}",
                spoken=f"{one_line(count.words)}: {len(count.relations):,} in training",
                note="Shows these relations of the training data." if len(count.relations) else "",
                is_number=True,
                is_quiet=not len(count.relations),
            ),
        ]
        for count in counts
    ]


def _left_to_right(words: str) -> str:
    """Keep a phrase in its order if the surface it begins with runs from right to left."""
    return f"{_LEFT_TO_RIGHT_MARK}{one_line(words)}" if runs_right_to_left(words) else one_line(words)


_KEYS = {"type": "", "head": "relation_head", "tail": "relation_tail"}


def _argument_row(row: Compared, sides: Sequence[str]) -> list[DetailCell]:
    differs = row.verdict == "differs"
    texts = [one_line(text) or _NOTHING for text in (row.reference, row.predicted)]
    cells = [
        DetailCell(text, spoken=f"{side} {row.name}: {text}", is_strong=differs)
        for text, side in zip(texts, sides, strict=True)
    ]
    return [*cells, DetailCell(row.verdict, is_number=True, is_quiet=not differs, is_strong=differs)]
