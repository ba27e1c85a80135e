"""Tables of what each repair changes: labels, scores, transitions and events."""

from collections.abc import Iterable, Iterator

from nerinspect.analysis.difference_rows import GroupReading, difference_row
from nerinspect.analysis.events import KINDS
from nerinspect.analysis.repair_effects import RepairChoice, RepairEffects
from nerinspect.analysis.written_labels import WrittenLabels
from nerinspect.results.table import Ratio, Row, Table, Value

EFFECT_COLUMNS = (
    "repair", "labels_changed", "precision", "recall", "f1", "reference", "predicted", "correct",
    "tp", "fp", "fn", "le", "be", "lbe", "demerits",
)  # fmt: skip


def effects_table(effects: RepairEffects) -> Table:
    """Set the repairs of a source side by side.

    Returns
    -------
    Table
        One row for each repair that its chunk encoding defines; what cannot be counted is empty.
    """
    rows = [_effect_row(choice, effects.is_reference) for choice in effects.choices]
    return Table(EFFECT_COLUMNS, rows, frozenset(("precision", "recall", "f1")))


def transitions_table(written: WrittenLabels) -> Table:
    """List the invalid transitions of a source in file order, with what each repair makes of them."""
    columns = ("line", "document", "sentence", "token", "previous", "label", *written.repairs, "problem")
    return Table(columns, _transition_rows(written))


def differences_table(effects: RepairEffects, groups: Iterable[int] | None = None) -> Table:
    """List the events that differ between the compared repairs.

    Parameters
    ----------
    effects : RepairEffects
        What each repair does; without a comparison there are no rows.
    groups : iterable of int, optional
        Numbers of the groups to list; all, if left out.
    """
    one, other = (choice.method for choice in effects.compared) if effects.compared else ("one", "other")
    common = "prediction" if effects.is_reference else "reference"
    columns = (
        "line", "document", "sentence", "segment", common,
        *(f"{method}_{what}" for method in (one, other) for what in ("kinds", "mentions", "demerits")),
    )  # fmt: skip
    return Table(columns, _difference_rows(effects, groups))


def _effect_row(choice: RepairChoice, is_reference: bool) -> Row:
    n_changed = None if choice.mentions is None else choice.repair.n_changed
    if choice.tally is None:
        n_mentions = None if choice.mentions is None else len(choice.mentions)
        counts: list[Value] = [n_mentions, None] if is_reference else [None, n_mentions]
        return choice.method, n_changed, None, None, None, *counts, *[None] * (len(KINDS) + 2)
    overall = choice.tally.overall
    return (
        choice.method,
        n_changed,
        Ratio(overall.correct, overall.predicted),
        Ratio(overall.correct, overall.reference),
        Ratio(2 * overall.correct, overall.reference + overall.predicted),
        overall.reference,
        overall.predicted,
        overall.correct,
        *choice.tally.kinds.tolist(),
        choice.tally.demerits,
    )


def _transition_rows(written: WrittenLabels) -> Iterator[Row]:
    for number in range(len(written.invalid)):
        row = written.transition(number)
        place = row.line, row.document, row.sentence
        yield (*place, row.token, row.previous, row.label, *row.after, row.problem)


def _difference_rows(effects: RepairEffects, groups: Iterable[int] | None) -> Iterator[Row]:
    differences = effects.differences
    if differences is None:
        return
    for group in range(len(differences)) if groups is None else groups:
        row = difference_row(differences, effects.written.text, int(group), effects.side)
        place = row.line, row.document, row.sentence
        yield (*place, row.segment, row.common, *_reading_cells(row.one), *_reading_cells(row.other))


def _reading_cells(reading: GroupReading) -> tuple[str, str, int]:
    return " ".join(reading.kinds), reading.mentions, reading.demerits
