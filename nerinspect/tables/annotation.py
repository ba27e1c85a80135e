"""How good annotation is: agreement in pairs, surfaces read in several ways, what repairs change, and if by chance."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Final, TypeAlias

import numpy as np

from nerinspect.checking.consistency import UNLABELLED, Inconsistencies, find_inconsistencies
from nerinspect.checking.differing_events import GroupReading, difference_row, differing_events
from nerinspect.checking.repair_effects import NO_CHANGES, RepairChoice, RepairEffects, repair_effects, written_labels
from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.corpus.text import Text
from nerinspect.corpus.types import ALL_TYPES, TypeChanges, type_or_all
from nerinspect.encoding.labels import REPAIR_METHODS, RepairMethod
from nerinspect.encoding.transitions import WrittenLabels
from nerinspect.errors import shown
from nerinspect.events.scores import Counts, Tally, score_prediction
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.lists.table import Abridged, PValue, Ratio, Result, Row, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import grouped
from nerinspect.systems.agreement import AgreementCounts, agreements, is_nested
from nerinspect.systems.significance import Significance, rank_sum
from nerinspect.tables.runs import NO_RATIO, over_runs, predictions_by_system, ratios
from nerinspect.training.retention import RETENTION

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


REPAIRS: Final[tuple[RepairMethod, RepairMethod]] = (REPAIR_METHODS[1], REPAIR_METHODS[2])
"""The repairs that are set against each other: a difference is the F1 of the second less that of the first."""

_ABSENT: Final = Counts(0, 0, 0)


@dataclass(frozen=True, eq=False)
class RepairedSystem:
    """A system under each repair, run by run.

    `tallies`: for each of `REPAIRS`, what each run scores; None where its chunk encoding does not define the repair.
    `right`: for each run, in how many places that differ between them the first is right, the second, and neither; None
    as above.
    """

    name: str
    numbers: tuple[int, ...]  # its predictions in the study
    n_invalid: tuple[int, ...]  # invalid transitions of each run
    tallies: tuple[tuple[Tally | None, ...], ...]
    right: tuple[tuple[int, ...] | None, ...]

    def f1(self, place: int, type_name: str | None = None) -> list[Ratio]:
        """Give the F1 of each run under one of `REPAIRS`, of one type or all; over 0 where it is undefined."""
        return [ratios(_counts(tally, type_name))[2] for tally in self.tallies[place]]

    def differences(self, type_name: str | None = None) -> list[float | Ratio]:
        """Give for each run its F1 under the second repair less that under the first; over 0 where one is undefined."""
        pairs = zip(*(_values(self.f1(place, type_name)) for place in range(len(REPAIRS))), strict=True)
        return [NO_RATIO if one != one or other != other else other - one for one, other in pairs]

    @property
    def mean_right(self) -> list[Value]:
        """Give the means of `right` over the runs; nothing where it is not known of all."""
        known = [right for right in self.right if right is not None]
        if len(known) < len(self.right):
            return [None] * len(RIGHT_COLUMNS)
        return [over_runs(counts)[0] for counts in zip(*known, strict=True)]

    def test(self, type_name: str | None = None) -> Significance:
        """Test whether the runs under one repair differ from those under the other."""
        return rank_sum(*(np.array(_values(self.f1(place, type_name))) for place in range(len(REPAIRS))))


def _counts(tally: Tally | None, type_name: str | None) -> Counts:
    if tally is None or (type_name is not None and type_name not in tally.types):
        return _ABSENT
    return tally.overall if type_name is None else tally.of_type(type_name)


def _values(scores: Sequence[Ratio]) -> list[float]:
    """Give fractions, nan where they are undefined."""
    return [np.nan if score.value is None else score.value for score in scores]


def repaired_systems(
    study: Study, changes: TypeChanges = NO_CHANGES, checkpoint: Checkpoint = no_checkpoint
) -> list[RepairedSystem]:
    """Try every repair of each prediction, however it was read; what is not read from labels has nothing to repair.

    The type changes are those with which the study was read. The retention heuristic is left out.
    """
    runs = {name: numbers for name, numbers in predictions_by_system(study).items() if name != RETENTION}
    found: dict[int, _Tried] = {}
    numbers = [number for numbers in runs.values() for number in numbers]
    for done, number in enumerate(numbers):
        checkpoint(done, len(numbers))
        found[number] = _tried(study, number, changes)
    return [
        RepairedSystem(
            name,
            tuple(numbers),
            tuple(found[number][0] for number in numbers),
            tuple(zip(*(found[number][1] for number in numbers), strict=True)),
            tuple(found[number][2] for number in numbers),
        )
        for name, numbers in runs.items()
    ]


_Tried: TypeAlias = tuple[int, tuple[Tally | None, ...], tuple[int, ...] | None]


def _tried(study: Study, number: int, changes: TypeChanges) -> _Tried:
    """Count the invalid transitions of a prediction, what it scores under each of `REPAIRS`, and which is right."""
    written = written_labels(study.text, study.predictions[number].annotation)
    if written is None:
        return 0, (score_prediction(study, number),) * len(REPAIRS), (0, 0, 0)
    effects = repair_effects(written, study.reference.mentions, changes=changes)
    choices = [effects.choice(method) for method in REPAIRS]
    one, other = (choice.aligned if choice else None for choice in choices)
    right = None if one is None or other is None else np.bincount(differing_events(one, other).right, minlength=3)
    tallies = tuple(choice.tally if choice else None for choice in choices)
    return len(written.invalid), tallies, None if right is None else tuple(right.tolist())


RIGHT_COLUMNS: Final = (*(f"{method}_right" for method in REPAIRS), "neither_right")

REPAIR_COLUMNS: Final = (
    "system", "type", "runs", "invalid", "invalid_std", *RIGHT_COLUMNS,
    *(f"f1_{method}{what}" for method in REPAIRS for what in ("", "_std")),
    "difference", "difference_std", "rank_sum_p",
)  # fmt: skip


def repair_table(systems: Sequence[RepairedSystem]) -> Table:
    """Set the repairs beside each other for each system: all types, then each; of several runs mean and deviation.

    Transitions, and where a repair is right, are counted for all types together. What is undefined, and a test that can
    say nothing, is empty.
    """
    fractions = frozenset(name for name in REPAIR_COLUMNS if name.startswith(("f1", "difference")))
    rows = [_row(system, name) for system in systems for name in (None, *_types(system))]
    return Table(REPAIR_COLUMNS, rows, fractions, frozenset(("invalid", "invalid_std", "rank_sum_p", *RIGHT_COLUMNS)))


def _types(system: RepairedSystem) -> list[str]:
    return sorted({name for tallies in system.tallies for tally in tallies if tally for name in tally.types})


def _row(system: RepairedSystem, type_name: str | None) -> Row:
    cells: list[Value] = [None] * (2 + len(RIGHT_COLUMNS))
    if type_name is None:
        cells = [*over_runs(system.n_invalid), *system.mean_right]
    for scores in (system.f1(0, type_name), system.f1(1, type_name), system.differences(type_name)):
        cells += over_runs(scores)
    return (system.name, type_or_all(type_name), len(system.numbers), *cells, PValue.of(system.test(type_name).p))


def repair_notes(systems: Sequence[RepairedSystem]) -> Iterator[str]:
    """Say what the numbers rest on, and why p is empty or says little, in sentences without an end."""
    one, other = REPAIRS
    yield f"difference is the F1 under {other} less that under {one}, taken run by run"
    said: dict[str, list[str]] = {}
    for system in systems:
        if shortcoming := system.test().shortcoming:
            said.setdefault(shortcoming, []).append(shown(system.name))
    for words, names in said.items():
        of_some = "" if len(names) == len(systems) else f" of {', '.join(names)}"
        yield f"rank_sum_p{of_some} {words}"
    undefined = [shown(system.name) for system in systems if None in (*system.tallies[0], *system.tallies[1])]
    if undefined:
        yield f"the chunk encoding of {', '.join(undefined)} does not define every repair; what it lacks is empty"


def repairs(systems: Sequence[RepairedSystem]) -> Result:
    notes = [*repair_notes(systems)]
    return Result(repair_table(systems), {"table": "repair", "repairs": [*REPAIRS], "notes": notes}, notes=notes)
