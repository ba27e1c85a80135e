"""What every prediction scores in the buckets of every attribute: counted, and as charts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from statistics import fmean
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.attributes.own import charted_attributes
from nerinspect.charts.scores import MEASURES, RunScore, Shown, score_over_runs, system_entries
from nerinspect.charts.values import (
    BASELINE,
    COUNT,
    INTERVAL,
    OVERALL,
    PERCENT_SCALE,
    SHORT_SCALE,
    WORST,
    Bar,
    Chart,
    Entry,
)
from nerinspect.corpus.arrays import FloatArray
from nerinspect.events.scores import Counts, Measure, f1_interval, precision_interval, ratio, recall_interval
from nerinspect.events.study import Attribute, Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.counts.buckets import BucketDoors, bucket_counts, bucket_doors
from nerinspect.query.fields.attributes import BUCKET, REFERENCE_BUCKET, bucket_value
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.language.words import bucket_words
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.training.retention import RETENTION

MOST_BUCKETS: Final = 12  # so many have room in a chart; the table has all

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
        return self.own.attribute.name

    @property
    def noun(self) -> str:
        """What is counted: `mention` or `token`."""
        return self.own.attribute.unit

    def scores(self, prediction: int, place: int) -> Counts:
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
        return tuple(one.name for one in self.attributes)

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the attributes that have no values for want of training data."""
        return tuple(one.name for one in BUILT_IN if one.name not in self.names)


def count_buckets(
    study: Study,
    base: MentionBase,
    n_wanted: int,
    has_columns: bool = False,
    checkpoint: Checkpoint = no_checkpoint,
    attributes: Sequence[Attribute] | None = None,
) -> BucketScores:
    """Count the members of some attributes by bucket, or of all.

    `n_wanted` is the m of the definitions; the checkpoint is called before each attribute and each prediction.
    """
    known = charted_attributes(study, has_columns) if attributes is None else attributes
    bucketings = []
    for place, attribute in enumerate(known):
        checkpoint(place, len(known))
        bucketings.append(bucketing(study, attribute, n_wanted))
    types = base.types_of(study) if base.named or base.excluded else ()
    members = bucket_counts(study, bucketings, base, checkpoint=checkpoint)
    pairs = zip(bucketings, members, strict=True)
    scores = tuple(AttributeScores(own, base, types, by_bucket) for own, by_bucket in pairs)
    return BucketScores(study, base, n_wanted, has_columns, scores)


def n_counted(study: Study, base: MentionBase, before: BucketScores | None) -> int:
    """Count the tokens that are looked through: none where all have their values, and but the buckets are others."""
    if before is not None and before.study is study and base == WHOLE:
        return 0
    return study.text.n_tokens + (0 if study.training is None else study.training.text.n_tokens)


IN_TOKENS: Final = "counted in tokens"

_F1, _PRECISION, _RECALL = MEASURES
_SPOKEN: Final[tuple[Measure, ...]] = (_PRECISION, _RECALL, _F1)
_WORST: Final = "the worst bucket"
_SMALL, _SMALL_DISTANCE, _LARGE, _LARGE_DISTANCE = 84, 8, 220, 60  # at a font of 13 pixels


def small_chart(scores: AttributeScores, shown: Shown) -> Chart:
    """Lay out F1 by bucket, or recall where there is no precision, of systems side by side."""
    meaning = scores.own.attribute.meaning
    return _chart(scores, shown, scores.base.measure, scores.name, meaning, _SMALL, _SMALL_DISTANCE, SHORT_SCALE)


def large_chart(scores: AttributeScores, shown: Shown, measure: Measure) -> Chart:
    """Lay out one measure of one attribute, with intervals and what each bucket holds."""
    overall = _Bars(scores, shown, measure).score(shown.prediction)
    note = f"{shown.name(shown.prediction)}, {measure} of all {overall.said}"
    title = f"{measure} by {scores.own.attribute.meaning}"
    chart = _chart(scores, shown, measure, title, note, _LARGE, _LARGE_DISTANCE, PERCENT_SCALE)
    bars = []
    for number, bar in enumerate(chart.bars):
        place, series = divmod(number, chart.n_series)
        bucket, prediction = scores.drawn()[place], chart.prediction_of(series)
        holds = scores.holds(bucket)
        interval = () if prediction in shown.runs else scores.interval(prediction, bucket, measure.lower())
        bars.append(replace(bar, interval=interval, detail=holds if holds != bar.label else ""))
    return replace(chart, bars=tuple(bars), line=overall.share, key="")


def _chart(
    scores: AttributeScores,
    shown: Shown,
    measure: Measure,
    title: str,
    note: str,
    size: int,
    distance: int,
    scale: tuple[str, ...],
) -> Chart:
    drawn, own = _Bars(scores, shown, measure), shown.prediction
    worst = scores.worst(*shown.numbers(own)) if measure == scores.base.measure else None
    bars = []
    for place in scores.drawn():
        for number in shown.drawn:
            is_worst = number == own and place == worst
            bar = drawn.bar(number, place, partial(drawn.named, number, place, is_worst))
            bars.append(replace(bar, is_worst=is_worst))
    return Chart(
        title,
        note,
        tuple(bars),
        own,
        others=shown.others,
        size=size,
        distance=distance,
        scale=scale,
        key=scores.name,
        warning=IN_TOKENS if scores.noun == "token" else "",
        colours=tuple(shown.colours.values()),
    )


def small_legend(shown: Shown, measure: Measure) -> list[Entry]:
    return [
        *system_entries(shown),
        Entry(WORST, f"{measure} of {shown.name(shown.prediction)}, bold: the worst bucket of an attribute"),
        Entry(COUNT, "reference mentions in the bucket"),
        *([] if shown.baseline is None else [Entry(BASELINE, f"{measure} of {RETENTION}")]),
    ]


def large_legend(scores: AttributeScores, shown: Shown, measure: Measure) -> list[Entry]:
    has_intervals = any(number not in shown.runs for number in shown.drawn)
    return [
        *system_entries(shown),
        *([Entry(INTERVAL, "95 % interval")] if has_intervals else []),
        Entry(OVERALL, f"{measure} of all, {shown.name(shown.prediction)}"),
        *([Entry(WORST, "the worst bucket")] if measure == scores.base.measure else []),
        Entry(COUNT, f"reference {scores.noun}s in the bucket"),
        *([] if shown.baseline is None else [Entry(BASELINE, f"{measure} of {RETENTION}")]),
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
        scores, score = self.scores, self.score(prediction, place)
        baseline = self.shown.baseline
        return Bar(
            scores.own.buckets[place].name,
            score.share,
            score.text,
            measure_door(scores, place, self.measure),
            say,
            count=grouped(scores.scores(prediction, place).reference),
            count_door=scores.reference_door(place),
            say_count=partial(self.counted, prediction, place),
            baseline="" if baseline is None else self.score(baseline, place).shorter,
            pick=scores.pick(place),
            shorter=score.shorter,
        )

    def named(self, prediction: int, place: int, is_worst: bool) -> str:
        """Say a measure of one bucket, of which of several."""
        own = self.scored(prediction, place)
        said = f"{self.shown.name(prediction)}, {own}" if self.shown.others else own
        return f"{said}; {_WORST}" if is_worst else said

    def counted(self, prediction: int, place: int) -> str:
        scores = self.scores
        n_reference = scores.counted(scores.scores(prediction, place).reference, "reference")
        return f"{scores.name}, {scores.holds(place)} ({scores.own.buckets[place].name}): {n_reference}"

    def scored(self, prediction: int, place: int) -> str:
        """Say what a system scores in a bucket: of several runs the means with their standard deviations."""
        head, scores, shown = self.counted(prediction, place), self.scores, self.shown
        spoken = (_RECALL,) if scores.base.has_recall_alone else _SPOKEN
        said = ", ".join(f"{name} {self.score(prediction, place, name).said}" for name in spoken)
        if prediction in shown.runs:
            runs = counted(len(shown.runs[prediction].numbers), "run")
            return f"{head}, mean ± standard deviation of {runs}: {said}; opens {shown.names[prediction]}"
        counts = scores.scores(prediction, place)
        interval = " to ".join(percent(end) for end in scores.interval(prediction, place, self.measure.lower()))
        predicted = "" if scores.base.has_recall_alone else f"{grouped(counts.predicted)} predicted, "
        told = f"{head}, {predicted}{grouped(counts.correct)} correct; {said}"
        return f"{told} (95 % interval of {self.measure} {interval})" if interval else told
