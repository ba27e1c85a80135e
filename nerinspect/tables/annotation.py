"""How good annotation is: agreement in pairs, surfaces read in several ways, and what each repair changes."""

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import Final

import numpy as np

from nerinspect.checking.consistency import UNLABELLED, Inconsistencies, find_inconsistencies
from nerinspect.checking.differing_events import GroupReading, difference_row
from nerinspect.checking.repair_effects import RepairChoice, RepairEffects
from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.corpus.text import Text
from nerinspect.corpus.types import ALL_TYPES, type_or_all
from nerinspect.encoding.transitions import WrittenLabels
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.lists.table import Abridged, Ratio, Result, Row, Table, Value
from nerinspect.quantities import grouped
from nerinspect.systems.agreement import AgreementCounts, agreements, is_nested
from nerinspect.tables.runs import ratios

AGREEMENT_COLUMNS = ("a", "b", "type", "a_mentions", "b_mentions", "both", "f1", "label_agreement", "kappa")


def agreement_table(study: Study, names: Sequence[str]) -> Table:
    """Compare annotators, the reference and predictions of a study, in pairs: all types, then each by code point.

    Undefined values, and kappa of single types, are empty.
    """
    return Table(AGREEMENT_COLUMNS, list(_agreement_rows(study, names)), frozenset(("f1", "label_agreement")))


def agreement_notes(study: Study, names: Sequence[str], table: Table) -> list[str]:
    """Say why cells of an agreement table are empty, in a sentence for each reason."""
    place = {column: number for number, column in enumerate(AGREEMENT_COLUMNS)}
    rows = list(table)
    nested = [name for number, name in enumerate(names) if is_nested(study, number)]
    constant = [
        f"{row[place['a']]} and {row[place['b']]}"
        for row in rows
        if row[place["type"]] == ALL_TYPES and row[place["kappa"]] is None and not {*row[:2]} & {*nested}
    ]
    overlap = f"kappa is empty where mentions overlap, as those of {', '.join(nested)} do: a token has several types"
    reasons = (
        (nested, overlap),
        (constant, f"kappa of {', '.join(constant)} is empty: both give one and the same type to every token"),
        (_has_undefined(rows, place["f1"]), "f1 is empty where neither annotator has a mention"),
        (
            _has_undefined(rows, place["label_agreement"]),
            "label_agreement is empty where no mention of one has the extent of a mention of the other",
        ),
    )  # fmt: skip
    return [reason for holds, reason in reasons if holds]


def _agreement_rows(study: Study, names: Sequence[str]) -> Iterator[Row]:
    for a, b, found in agreements(study):
        pair = names[a], names[b]
        kappa = None if isnan(found.kappa) else found.kappa
        yield (*pair, ALL_TYPES, *_agreement_cells(found.overall), kappa)
        for name in study.types:
            yield (*pair, type_or_all(name), *_agreement_cells(found.of_type(name)), None)


def _agreement_cells(counts: AgreementCounts) -> Row:
    f1 = Ratio(2 * counts.both, counts.a + counts.b)
    return counts.a, counts.b, counts.both, f1, Ratio(counts.alike, counts.shared)


def _has_undefined(rows: Sequence[Row], column: int) -> bool:
    return any(isinstance(ratio := row[column], Ratio) and not ratio.denominator for row in rows)


CONSISTENCY_COLUMNS = ("surface", "type", "mentions", "unlabelled", "places")

_READABLE_PLACES: Final = 8  # of a kind, in a cell that people read
_SURFACES_AT_ONCE: Final = 2_000


def consistency_table(text: Text, found: Inconsistencies, surfaces: Sequence[int] | AnyIntArray | None = None) -> Table:
    """List the types of each surface (or of some), with its unlabelled places beside every one of them.

    `places` names lines of the file, or `sentence:start` where tokens have no lines of their own: first those of the
    mentions, then, behind `; unlabelled: `, those of the unlabelled places; people are shown a few of either.
    """
    chosen = np.arange(len(found)) if surfaces is None else np.asarray(surfaces, dtype=np.int64)
    return Table(CONSISTENCY_COLUMNS, _consistency_rows(text, found, chosen))


def place_names(text: Text, places: IntArray) -> list[str]:
    """Name token positions of a text: by line where each token has its own, else by `sentence:start`.

    Sentences are counted from 1, tokens in them from 0.
    """
    sentence = text.sentence_of(places)
    within = places - text.sentence_start[sentence]
    line = text.lines_of(places) if text.token_line is None else np.zeros(len(places), dtype=np.int32)
    return [
        str(line) if line else f"{sentence + 1}:{within}"
        for sentence, line, within in zip(sentence.tolist(), line.tolist(), within.tolist(), strict=True)
    ]


def _consistency_rows(text: Text, found: Inconsistencies, chosen: AnyIntArray) -> Iterator[Row]:
    for first in range(0, len(chosen), _SURFACES_AT_ONCE):
        block = chosen[first : first + _SURFACES_AT_ONCE]
        words = text.joined(found.start[block], found.end[block]).to_pylist()
        for surface, written in zip(block.tolist(), words, strict=True):
            readings = range(int(found.first_reading[surface]), int(found.first_reading[surface + 1]))
            is_last_unlabelled = found.type_codes[readings[-1]] == UNLABELLED
            unlabelled = _places(text, found, readings[-1]) if is_last_unlabelled else None
            n_unlabelled = _count(found, readings[-1]) if is_last_unlabelled else 0
            for reading in readings[: len(readings) - is_last_unlabelled]:
                places = _places(text, found, reading)
                if unlabelled is not None:
                    short = f"{places.short}; unlabelled: {unlabelled.short}"
                    places = Abridged.of(f"{places}; unlabelled: {unlabelled}", short)
                yield written, found.types[found.type_codes[reading]], _count(found, reading), n_unlabelled, places


def _count(found: Inconsistencies, reading: int) -> int:
    return int(found.first_place[reading + 1] - found.first_place[reading])


def _places(text: Text, found: Inconsistencies, reading: int) -> Abridged:
    first, last = found.first_place[reading : reading + 2]
    names = place_names(text, found.places[first:last])
    whole, more = " ".join(names), len(names) - _READABLE_PLACES
    return Abridged.of(whole, f"{' '.join(names[:_READABLE_PLACES])} … {grouped(more)} more" if more > 0 else whole)


EFFECT_COLUMNS = (
    "repair", "labels_changed", "precision", "recall", "f1", "reference", "predicted", "correct",
    "tp", "fp", "fn", "le", "be", "lbe", "demerits",
)  # fmt: skip


def effects_table(effects: RepairEffects) -> Table:
    """Set the repairs of a source side by side, a row each; what cannot be counted is empty."""
    rows = [_effect_row(choice, effects.is_reference) for choice in effects.choices]
    return Table(EFFECT_COLUMNS, rows, frozenset(("precision", "recall", "f1")))


def transitions_table(written: WrittenLabels) -> Table:
    """List the invalid transitions of a source in file order, with what each repair makes of them."""
    columns = ("line", "document", "sentence", "token", "previous", "label", *written.repairs, "problem")
    return Table(columns, _transition_rows(written))


def differences_table(effects: RepairEffects, groups: Iterable[int] | None = None) -> Table:
    """List the events, or some groups of them, that differ between the compared repairs; none without a comparison."""
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
        *ratios(overall),
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
        yield (*place, row.token, row.previous, row.label, *written.labels_after(row), row.problem)


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


def agreement(study: Study, names: Sequence[str]) -> Result:
    table = agreement_table(study, names)
    notes = agreement_notes(study, names, table)
    details = {"table": "agreement", "annotators": list(names), "notes": notes, "warnings": list(study.warnings)}
    return Result(table, details, notes=notes)


def consistency(study: Study) -> Result:
    found = find_inconsistencies(study.text, study.reference.mentions)
    return Result(consistency_table(study.text, found), {"table": "consistency", "surfaces": len(found)})
