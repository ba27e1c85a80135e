"""What every prediction scores in the buckets of every attribute: counted, as rows, and as charts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from statistics import fmean
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import BUILT_IN, attribute_values
from nerinspect.attributes.own import charted_attributes
from nerinspect.corpus.arrays import FloatArray
from nerinspect.errors import counted
from nerinspect.events.scores import Counts, Measure, f1_interval, precision_interval, ratio, recall_interval
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.counts.buckets import BucketDoors, bucket_counts, bucket_doors
from nerinspect.query.fields.buckets import BUCKET, REFERENCE_BUCKET, bucket_value
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.language.words import bucket_words
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.ui.charts.chart import Bar, Chart, Mark
from nerinspect.ui.charts.score_charts import MEASURES, Runs, RunScore, score_over_runs
from nerinspect.ui.charts.strokes import BAR, INTERVAL, MARK, OVERALL, SUPPORT, WORST, Entry
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell

MOST_BUCKETS: Final = 12
"""So many have room in a chart; the table has all."""

_INTERVALS: Final = {"f1": f1_interval, "precision": precision_interval, "recall": recall_interval}


@dataclass(frozen=True, eq=False)
class AttributeScores:
    """The buckets of one attribute."""

    own: Bucketing
    base: MentionBase  # the mentions that are counted, or whose tokens are
    types: tuple[str, ...]  # the types of these mentions, where they make a difference
    members: npt.NDArray[np.int64]  # (n_predictions, reference | predicted | correct, n_buckets)

    @property
    def name(self) -> str:
        """Of the attribute."""
        return self.own.attribute.name

    @property
    def noun(self) -> str:
        """What is counted: `mention` or `token`."""
        return self.own.attribute.unit

    def scores(self, prediction: int, place: int) -> Counts:
        """Give what a prediction scores in one bucket."""
        return Counts(*self.members[prediction, :, place].tolist())

    def overall(self, prediction: int) -> Counts:
        """Give what a prediction scores in all buckets: every member lies in one."""
        return Counts(*self.members[prediction].sum(axis=1).tolist())

    def interval(self, prediction: int, place: int, measure: str) -> tuple[float, ...]:
        """Give the ends of the 95 % interval of `f1`, `precision` or `recall`; nothing if it is undefined."""
        if measure not in self._intervals:
            self._intervals[measure] = _INTERVALS[measure](self.members)
        low, high = self._intervals[measure][:, prediction, place].tolist()
        return () if low != low else (low, high)

    @cached_property
    def _intervals(self) -> dict[str, FloatArray]:
        return {}

    def worst(self, *predictions: int) -> int | None:
        """Find the bucket with the lowest score, the first of equal ones; None if no bucket is worse than another.

        The score is F1, or recall where there is no precision. Of several predictions, the runs of a system, it is the
        mean over those where it is defined.
        """
        by_place = zip(*map(self._scores, predictions), strict=True)
        defined = {place: [score for score in own if score == score] for place, own in enumerate(by_place)}
        scored = {place: fmean(own) for place, own in defined.items() if own}
        if len(set(scored.values())) < 2:
            return None
        return min(scored, key=scored.__getitem__)

    def drawn(self, most: int = MOST_BUCKETS) -> tuple[int, ...]:
        """Give the buckets that have room in a chart: those with the most reference members, in their order."""
        n_reference = self.members[:, 0].max(axis=0, initial=0).tolist()
        chosen = sorted(range(len(n_reference)), key=lambda place: -n_reference[place])[:most]
        return tuple(sorted(chosen))

    def doors(self, place: int) -> BucketDoors:
        """Give the filters that keep exactly the events behind the counts of one bucket."""
        return bucket_doors(self.own, place, self.base, self.types)

    def reference_door(self, place: int) -> Filter:
        """Give the first of `doors`; charts ask for it alone, and need many."""
        if self.base.is_everything:
            return Term(REFERENCE_BUCKET.name, (self.pick(place),))
        return self.doors(place).reference

    def door(self, place: int) -> Filter:
        """Give the filter that keeps the events with a counted member of either side in one bucket."""
        if self.base.is_everything:
            return Term(BUCKET.name, (self.pick(place),))
        doors = self.doors(place)
        return any_of(doors.reference, doors.predicted)

    def pick(self, place: int) -> str:
        """Give the value of a term that asks for one bucket."""
        return bucket_value(self.name, self.own.buckets[place].name, self.own.n_wanted)

    def holds(self, place: int) -> str:
        """Say what one bucket holds, such as `2 tokens`."""
        return self._holds[place]

    @cached_property
    def _holds(self) -> list[str]:
        return [bucket_words(self.own, place) for place in range(len(self.own.buckets))]

    def counted(self, n: int, side: str = "") -> str:
        """Say how many members there are, such as `236 reference mentions`."""
        return counted(n, f"{side} {self.noun}".strip())

    def _scores(self, prediction: int) -> list[float]:
        measure = self.base.measure
        return [ratio(*self.scores(prediction, place).parts_of(measure)) for place in range(len(self.own.buckets))]


@dataclass(frozen=True, eq=False)
class BucketScores:
    """The buckets of all attributes."""

    study: Study
    base: MentionBase
    n_wanted: int  # how many buckets were asked for
    has_columns: bool  # whether columns of the data files are among the attributes
    attributes: tuple[AttributeScores, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the attributes."""
        return tuple(one.name for one in self.attributes)

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the attributes that have no values for want of training data."""
        return tuple(one.name for one in BUILT_IN if one.name not in self.names)


def count_buckets(
    study: Study, base: MentionBase, n_wanted: int, has_columns: bool = False, checkpoint: Checkpoint = no_checkpoint
) -> BucketScores:
    """Count the members of all attributes by bucket.

    `n_wanted` is the m of the definitions; the checkpoint is called before each attribute and each prediction.
    """
    known = charted_attributes(study, has_columns)
    for place, attribute in enumerate(known):
        checkpoint(place, len(known))
        attribute_values(study, attribute)
    bucketings = [bucketing(study, attribute, n_wanted) for attribute in known]
    types = base.types_of(study) if base.named or base.excluded else ()
    members = bucket_counts(study, bucketings, base, checkpoint=checkpoint)
    return BucketScores(study, base, n_wanted, has_columns, _scores(bucketings, base, types, members))


def n_counted(study: Study, base: MentionBase, before: BucketScores | None) -> int:
    """Count the tokens that are looked through: none where all have their values, and but the buckets are others."""
    if before is not None and before.study is study and base == WHOLE:
        return 0
    return study.text.n_tokens + (0 if study.training is None else study.training.text.n_tokens)


def _scores(
    bucketings: Sequence[Bucketing],
    base: MentionBase,
    types: tuple[str, ...],
    members: Sequence[npt.NDArray[np.int64]],
) -> tuple[AttributeScores, ...]:
    pairs = zip(bucketings, members, strict=True)
    return tuple(AttributeScores(own, base, types, by_bucket) for own, by_bucket in pairs)


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


IN_TOKENS: Final = "counted in tokens"

_F1, _PRECISION, _RECALL = MEASURES
_SPOKEN: Final[tuple[Measure, ...]] = (_PRECISION, _RECALL, _F1)
_WORST: Final = "the worst bucket"
_SMALL, _SMALL_DISTANCE, _LARGE, _LARGE_DISTANCE = 66, 34, 220, 60  # at a font of 13 pixels


@dataclass(frozen=True)
class Shown:
    """Whose buckets are on show."""

    prediction: int
    others: tuple[int, ...]  # those it is compared with
    names: tuple[str, ...]
    runs: Mapping[int, Runs] = field(default_factory=dict)  # where its system has several: bars are their means
    colours: Mapping[int, int] = field(default_factory=dict)  # of their systems, in this order; empty for one alone

    def numbers(self, prediction: int) -> tuple[int, ...]:
        """Give the predictions that a bar sums up."""
        return self.runs[prediction].numbers if prediction in self.runs else (prediction,)

    @property
    def every_run(self) -> list[int]:
        """All predictions that the bars sum up."""
        return [number for shown in (self.prediction, *self.others) for number in self.numbers(shown)]

    def name(self, prediction: int) -> str:
        """Name what a bar sums up, such as `flair, mean of 5 runs`."""
        if prediction not in self.runs:
            return self.names[prediction]
        system, numbers = self.runs[prediction]
        return f"{system}, mean of {len(numbers)} runs"


def small_chart(scores: AttributeScores, shown: Shown) -> Chart:
    """Lay out F1 by bucket, or recall where there is no precision: others are marks on the bars of that on show."""
    drawn, own = _Bars(scores, shown, scores.base.measure), shown.prediction
    worst, bars = scores.worst(*shown.numbers(own)), []
    for place in scores.drawn():
        others = (drawn.score(other, place) for other in shown.others)
        marks = tuple(Mark(score.share, series) for series, score in enumerate(others, 1))
        bar = drawn.bar(own, place, partial(drawn.beside_others, place, place == worst))
        bars.append(replace(bar, marks=marks, is_worst=place == worst))
    return Chart(
        scores.name,
        scores.own.attribute.meaning,
        tuple(bars),
        own,
        drawn.score(own).share,
        size=_SMALL,
        distance=_SMALL_DISTANCE,
        key=scores.name,
        warning=IN_TOKENS if scores.noun == "token" else "",
        colours=tuple(shown.colours.values()),
    )


def large_chart(scores: AttributeScores, shown: Shown, measure: Measure) -> Chart:
    """Lay out one measure of one attribute with intervals; the bars of others stand beside those of the first."""
    drawn, own = _Bars(scores, shown, measure), shown.prediction
    worst, bars = scores.worst(*shown.numbers(own)) if measure == scores.base.measure else None, []
    for place in scores.drawn():
        for number in (own, *shown.others):
            is_worst, holds = number == own and place == worst, scores.holds(place)
            bar = drawn.bar(number, place, partial(drawn.named, number, place, is_worst))
            interval = () if number in shown.runs else scores.interval(number, place, measure.lower())
            detail = holds if holds != bar.label else ""
            bars.append(replace(bar, is_worst=is_worst, interval=interval, detail=detail))
    overall = drawn.score(own)
    return Chart(
        f"{measure} by {scores.own.attribute.meaning}",
        f"{shown.name(own)}, {measure} of all {overall.said}",
        tuple(bars),
        own,
        overall.share,
        shown.others,
        _LARGE,
        _LARGE_DISTANCE,
        has_scale=True,
        warning=IN_TOKENS if scores.noun == "token" else "",
        colours=tuple(shown.colours.values()),
    )


def small_legend(shown: Shown, measure: Measure) -> list[Entry]:
    """Say what the signs of small charts stand for."""
    others = enumerate(shown.others, 1)
    return [
        Entry(BAR, f"{measure} of {shown.name(shown.prediction)}", colour=shown.colours.get(shown.prediction)),
        *(Entry(MARK, shown.name(other), series, shown.colours.get(other)) for series, other in others),
        Entry(OVERALL, f"{measure} of all"),
        Entry(WORST, "the worst bucket of an attribute"),
        Entry(SUPPORT, "reference mentions in the bucket"),
    ]


def large_legend(scores: AttributeScores, shown: Shown, measure: Measure) -> list[Entry]:
    """Say what the signs of the large chart stand for."""
    drawn = (shown.prediction, *shown.others)
    return [
        *(Entry(BAR, shown.name(number), place, shown.colours.get(number)) for place, number in enumerate(drawn)),
        *([Entry(INTERVAL, "95 % interval")] if any(number not in shown.runs for number in drawn) else []),
        Entry(OVERALL, f"{measure} of all, {shown.name(shown.prediction)}"),
        *([Entry(WORST, "the worst bucket")] if measure == scores.base.measure else []),
        Entry(SUPPORT, f"reference {scores.noun}s in the bucket"),
    ]


def measure_door(scores: AttributeScores, place: int, measure: Measure) -> Filter:
    """Give the filter for the events with a member that a measure of one bucket counts."""
    if measure == _F1:
        return scores.door(place)
    doors = scores.doors(place)
    return doors.predicted if measure == _PRECISION else doors.reference


@dataclass(frozen=True, eq=False)
class _Bars:
    """The bars for one measure of one attribute."""

    scores: AttributeScores
    shown: Shown
    measure: Measure

    def score(self, prediction: int, place: int | None = None, measure: Measure | None = None) -> RunScore:
        """Give a measure of one bucket, or of all; its mean if there are several runs."""
        numbers, scores = self.shown.numbers(prediction), self.scores
        counts = (scores.overall(one) if place is None else scores.scores(one, place) for one in numbers)
        return score_over_runs([own.parts_of(measure or self.measure) for own in counts])

    def bar(self, prediction: int, place: int, say: Callable[[], str]) -> Bar:
        """Lay out the bar of a bucket."""
        scores, score = self.scores, self.score(prediction, place)
        n_reference = scores.scores(prediction, place).reference
        most = int(scores.members[prediction, 0].max(initial=0))
        return Bar(
            scores.own.buckets[place].name,
            score.share,
            score.text,
            measure_door(scores, place, self.measure),
            say,
            support=n_reference / most if most else 0.0,
            support_text=f"{n_reference:,}",
            support_door=scores.reference_door(place),
            say_support=partial(self.counted, prediction, place),
            pick=scores.pick(place),
        )

    def beside_others(self, place: int, is_worst: bool) -> str:
        """Say the score of one bucket, and that of others."""
        shown = self.shown
        others = (f"{shown.name(one)}: {self.measure} {self.score(one, place).said}" for one in shown.others)
        return "; ".join([self.scored(shown.prediction, place), *others, *([_WORST] if is_worst else [])])

    def named(self, prediction: int, place: int, is_worst: bool) -> str:
        """Say a measure of one bucket, of which of several."""
        own = self.scored(prediction, place)
        said = f"{self.shown.name(prediction)}, {own}" if self.shown.others else own
        return f"{said}; {_WORST}" if is_worst else said

    def counted(self, prediction: int, place: int) -> str:
        """Say how many reference members a bucket holds."""
        scores = self.scores
        n_reference = scores.counted(scores.scores(prediction, place).reference, "reference")
        return f"{scores.name}, {scores.holds(place)} ({scores.own.buckets[place].name}): {n_reference}"

    def scored(self, prediction: int, place: int) -> str:
        """Say what a system scores in a bucket: of several runs the means with their standard deviations."""
        head, scores, shown = self.counted(prediction, place), self.scores, self.shown
        spoken = (_RECALL,) if scores.base.has_recall_alone else _SPOKEN
        said = ", ".join(f"{name} {self.score(prediction, place, name).said}" for name in spoken)
        if prediction in shown.runs:
            n_runs = len(shown.runs[prediction].numbers)
            return f"{head}, mean ± standard deviation of {n_runs} runs: {said}; opens {shown.names[prediction]}"
        counts = scores.scores(prediction, place)
        interval = " to ".join(f"{100 * end:.2f}" for end in scores.interval(prediction, place, self.measure.lower()))
        predicted = "" if scores.base.has_recall_alone else f"{counts.predicted:,} predicted, "
        told = f"{head}, {predicted}{counts.correct:,} correct; {said}"
        return f"{told} (95 % interval of {self.measure} {interval})" if interval else told
