"""What the overview counts, behind where that takes long: scores, as rows too, and what training knows of mentions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from math import isnan
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.corpus.types import ALL_TYPES, type_or_all
from nerinspect.events.scores import Counts, Tally
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study, shown_name
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, percent
from nerinspect.query.counts.training import ToughCounts, subsets_of_kept
from nerinspect.query.filters import Filter
from nerinspect.query.rates import (
    WHOLE,
    Doors,
    KeptMentions,
    KeptScores,
    MentionBase,
    doors_to,
    kept_mentions,
    score_kept,
)
from nerinspect.training.repeated_sentences import RepeatedSentences, repeated_sentences
from nerinspect.training.retention import RETENTION
from nerinspect.training.surfaces import NOVELTIES, novelty
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    mean_cell,
    percent_columns,
    score_cell,
)


@dataclass(frozen=True, eq=False)
class RepeatedCounts:
    """What stands in the repeated sentences, for one prediction."""

    # int, shape (n_distinct,): events of any kind, whatever is counted; without one there is nothing to open
    n_events: AnyIntArray
    n_mentions: AnyIntArray  # int, shape (n_distinct,): reference mentions that are counted
    n_wrong: AnyIntArray  # int, shape (n_distinct,): error events with a counted mention


def count_repeated(study: Study, prediction: int, kept: KeptMentions, is_wrong: BoolArray) -> RepeatedCounts:
    """Count mentions and errors in the repeated sentences for a prediction.

    Parameters
    ----------
    is_wrong : ndarray of bool, shape (n_events,)
        Which events of the study are errors with such a mention.
    """
    repeated, own = repeated_sentences(study), study.rows_of(prediction)
    sentence = study.event_sentence[own]
    of_mentions = study.text.sentence_of(study.reference.mentions.start[kept.mentions["reference"]])
    return RepeatedCounts(
        *(_by_place(repeated, sentences) for sentences in (sentence, of_mentions, sentence[is_wrong[own]]))
    )


def _by_place(repeated: RepeatedSentences, sentences: AnyIntArray) -> AnyIntArray:
    """Count sentences by which of the distinct repeated ones they are; others do not count."""
    counts: AnyIntArray = np.bincount(repeated.number[sentences] + 1, minlength=len(repeated) + 1)[1:]
    return counts


@dataclass(frozen=True, eq=False)
class TrainingCounts:
    """Counts of one prediction's mentions and the reference's."""

    subsets: ToughCounts
    types: tuple[str, ...]
    # int64, shape (3, n_novelties, n_types): reference mentions, predicted ones and exact matches, every mention by its
    # own surface and type
    novelties: npt.NDArray[np.int64]
    repeated: RepeatedCounts

    def of(self, novelties: Collection[str], type_name: str | None = None) -> Counts:
        """Add up the mentions of some of `NOVELTIES`, those of one type or all."""
        rows = [place for place, name in enumerate(NOVELTIES) if name in novelties]
        types = slice(None) if type_name is None else [self.types.index(type_name)]
        return Counts(*self.novelties[:, rows][:, :, types].sum(axis=(1, 2)).tolist())


def count_training(
    study: Study, base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> tuple[TrainingCounts, ...]:
    """Count the mentions of a base for every prediction; nothing without training data."""
    if study.training is None:
        return ()
    types, n_types = tuple(study.types), len(study.types)
    codes = {side: novelty(study)[side] * np.int32(n_types) + study.mentions_on(side).type_codes for side in SIDES}
    is_wrong = doors_to(base, base.types_of(study)).errors.mask(study)
    counts = []
    for number, kept in enumerate(kept_mentions(study, base, checkpoint=checkpoint)):
        by_code = kept.count(codes, len(NOVELTIES) * n_types)
        shaped = by_code.reshape(len(by_code), len(NOVELTIES), n_types)
        repeated = count_repeated(study, number, kept, is_wrong)
        counts.append(TrainingCounts(subsets_of_kept(study, base, kept), types, shaped, repeated))
    return tuple(counts)


class Scores(NamedTuple):
    """What is counted of a study over a base of mentions."""

    base: MentionBase
    kept: tuple[KeptScores, ...]  # one for each prediction
    training: tuple[TrainingCounts, ...]  # likewise, by training data; empty if there is none


def score_all(study: Study, base: MentionBase, checkpoint: Checkpoint) -> Scores:
    """Score all predictions of a study, and count them by training data."""
    return Scores(base, score_kept(study, base, checkpoint), count_training(study, base, checkpoint))


def n_scored(study: Study, _base: MentionBase) -> int:
    """Count the events and the tokens of training that are looked through."""
    return len(study.events) + (0 if study.training is None else study.training.text.n_tokens)


NAME_COLUMNS: Final = ("System", "Type")
MEMORY: Final = "memory of the training data"  # what stands behind the name of the retention heuristic


def score_columns(has_runs: bool = False) -> tuple[Column, ...]:
    """Head the columns; where systems have several runs, scores need room for their standard deviation."""
    return (
        Column("System, type", meaning("system")),
        *percent_columns(has_runs),
        Column("", "F1 as a bar, from 0 to 100", widest=""),
        Column("Reference", meaning("reference_mentions"), widest="9,999,999"),
        Column("Predicted", meaning("predicted_mentions"), widest="9,999,999"),
        Column("Correct", meaning("correct_mentions"), widest="9,999,999"),
    )


SCORE_COLUMNS: Final = score_columns()  # those of systems of a single run


def score_groups(study: Study, base: MentionBase, scores: Sequence[KeptScores]) -> list[RowGroup]:
    """Lay out the scores of all predictions.

    Returns
    -------
    list of RowGroup
        One for each prediction, under its number as key; before the runs of a system, their mean.
    """
    types = base.types_of(study)
    doors = doors_to(base, types)
    groups = []
    for system, members in groupby(range(len(scores)), key=lambda number: study.predictions[number].system):
        runs = list(members)
        if len(runs) > 1:
            groups.append(_mean_group(system, types, [scores[run].tally for run in runs]))
        groups += [_group(study, run, types, doors, scores[run].tally) for run in runs]
    return groups


def _group(study: Study, prediction: int, types: Sequence[str], doors: Doors, tally: Tally) -> RowGroup:
    name = shown_name(study, prediction)
    overall = partial(_cells, tally.overall, doors)
    note = MEMORY if study.predictions[prediction].system == RETENTION else ""
    head = TableRow(name, (name, ALL_TYPES), overall, note, is_total=True, prediction=prediction)

    def rows() -> tuple[TableRow, ...]:
        return tuple(
            TableRow(one, (name, type_or_all(one)), partial(_type_cells, tally, one, doors), prediction=prediction)
            for one in types
        )

    return RowGroup(str(prediction), head, rows if types else None)


def _type_cells(tally: Tally, name: str, doors: Doors) -> tuple[Cell, ...]:
    return _cells(tally.of_type(name), doors.of_type(name))


def _cells(counts: Counts, doors: Doors) -> tuple[Cell, ...]:
    return (
        *score_cells(counts, doors),
        _bar(counts.f1),
        count_cell(counts.reference, doors.reference, meaning("reference_mentions")),
        count_cell(counts.predicted, doors.predicted, meaning("predicted_mentions")),
        count_cell(counts.correct, doors.reference_in("tp"), meaning("correct_mentions")),
    )


class PartDoors(NamedTuple):
    """What the numbers of a row open: events with a counted mention of each side, a correct one, or any."""

    reference: Filter
    predicted: Filter
    correct: Filter
    either: Filter


def score_cells(counts: Counts, doors: Doors | PartDoors, noun: str = "mention") -> tuple[Cell, Cell, Cell]:
    """Show precision, recall and F1."""
    correct, predicted, reference = counts.correct, counts.predicted, counts.reference
    return (
        score_cell("precision", correct, predicted, doors.predicted, noun),
        score_cell("recall", correct, reference, doors.reference, noun),
        score_cell("f1", 2 * correct, predicted + reference, doors.either, noun),
    )


def _bar(f1: float) -> Cell:
    return Cell(
        "", tooltip="F1 is undefined." if isnan(f1) else f"F1 {percent(f1)} of 100", bar=0.0 if isnan(f1) else f1
    )


def _mean_group(system: str, types: Sequence[str], tallies: Sequence[Tally]) -> RowGroup:
    overall = partial(_mean_cells, [tally.overall for tally in tallies])
    mean = f"{system}, mean"
    head = TableRow(system, (mean, ALL_TYPES), overall, f"mean of {counted(len(tallies), 'run')}", is_total=True)

    def rows() -> tuple[TableRow, ...]:
        return tuple(TableRow(name, (mean, type_or_all(name)), partial(_mean_of_type, tallies, name)) for name in types)

    return RowGroup(f"mean {system}", head, rows if types else None)


def _mean_of_type(tallies: Sequence[Tally], name: str) -> tuple[Cell, ...]:
    return _mean_cells([tally.of_type(name) for tally in tallies])


def _mean_cells(runs: Sequence[Counts]) -> tuple[Cell, ...]:
    f1 = [counts.f1 for counts in runs if not isnan(counts.f1)]
    return (
        mean_cell([counts.precision for counts in runs], is_percent=True),
        mean_cell([counts.recall for counts in runs], is_percent=True),
        mean_cell([counts.f1 for counts in runs], is_percent=True),
        _bar(fmean(f1) if f1 else 0.0),
        mean_cell([counts.reference for counts in runs]),
        mean_cell([counts.predicted for counts in runs]),
        mean_cell([counts.correct for counts in runs]),
    )
