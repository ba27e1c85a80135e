"""The buckets of one attribute as rows of a table."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from nerinspect.charts.buckets import AttributeScores
from nerinspect.glossary import meaning
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell

NAME_COLUMNS: Final = ("System", "Attribute", "Bucket")
_COUNT: Final = "9,999,999"
_INTERVAL: Final = (
    "95 % interval of F1: the Wilson interval of correct / (reference + predicted − correct), carried over to F1. It "
    "takes mentions to be drawn one by one; those of one sentence come out alike, so it is somewhat too narrow."
)


def bucket_columns(noun: str) -> tuple[Column, ...]:
    """Give the columns for buckets of mentions, or of tokens in them."""
    return (
        Column("Bucket", meaning("bucket")),
        Column("Holds", meaning("bucket_edges"), widest="1,000 to 1,000 tokens"),
        Column("Precision", meaning("precision"), is_percent=True),
        Column("Recall", meaning("recall"), is_percent=True),
        Column("F1", meaning("f1"), is_percent=True),
        Column("from", _INTERVAL, is_percent=True, copied="F1 low"),
        Column("to", _INTERVAL, is_percent=True, copied="F1 high"),
        Column("Reference", f"Reference {noun}s in the bucket.", widest=_COUNT),
        Column("Predicted", f"Predicted {noun}s in the bucket.", widest=_COUNT),
        Column("Correct", f"Predicted {noun}s in the bucket that are correct.", widest=_COUNT),
    )


def bucket_groups(scores: AttributeScores, predictions: Sequence[int], names: Sequence[str]) -> list[RowGroup]:
    """Lay out all buckets of an attribute."""
    several = len(predictions) > 1
    rows = []
    for place, bucket in enumerate(scores.own.buckets):
        for number in predictions:
            copied = names[number], scores.name, bucket.name
            cells = partial(_cells, scores, number, place)
            note = names[number] if several else ""
            row = TableRow(bucket.name, copied, cells, note, prediction=number, tooltip=scores.holds(place))
            rows.append(RowGroup(f"{place} {number}", row))
    return rows


def _cells(scores: AttributeScores, prediction: int, place: int) -> tuple[Cell, ...]:
    counts, doors = scores.scores(prediction, place), scores.doors(place)
    no_f1 = f"neither side has a {scores.noun} in it, so F1 is undefined"
    no_precision = f"no {scores.noun} in it was predicted, so precision is undefined"
    no_recall = f"the reference has no {scores.noun} in it, so recall is undefined"
    n_both = counts.reference + counts.predicted
    n_reference, n_predicted, n_correct = (column.tooltip for column in bucket_columns(scores.noun)[-3:])
    return (
        Cell(scores.holds(place), scores.holds(place), tooltip=meaning("bucket_edges")),
        ratio_cell(counts.correct, counts.predicted, doors.predicted, meaning("precision"), no_precision),
        ratio_cell(counts.correct, counts.reference, doors.reference, meaning("recall"), no_recall),
        ratio_cell(2 * counts.correct, n_both, scores.door(place), meaning("f1"), no_f1),
        *_interval_cells(scores, prediction, place),
        count_cell(counts.reference, doors.reference, n_reference),
        count_cell(counts.predicted, doors.predicted, n_predicted),
        count_cell(counts.correct, doors.correct, n_correct),
    )


def _interval_cells(scores: AttributeScores, prediction: int, place: int) -> tuple[Cell, ...]:
    ends = scores.interval(prediction, place, "f1")
    return tuple(Cell(f"{100 * end:.2f}", end, tooltip=_INTERVAL) for end in ends) or (Cell("–"), Cell("–"))
