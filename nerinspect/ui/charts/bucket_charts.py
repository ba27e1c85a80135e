"""Charts of F1, precision and recall by bucket, as plain values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from nerinspect.events.scores import Measure
from nerinspect.query.filters import Filter
from nerinspect.ui.charts.bucket_scores import AttributeScores
from nerinspect.ui.charts.chart import Bar, Chart, Mark
from nerinspect.ui.charts.score_charts import MEASURES, Runs, RunScore, score_over_runs
from nerinspect.ui.charts.strokes import BAR, INTERVAL, MARK, OVERALL, SUPPORT, WORST, Entry

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
    measure = scores.base.measure
    worst, bars = scores.worst(*shown.numbers(shown.prediction)), []
    for place in scores.drawn():
        others = (_score(scores, shown, other, measure, place) for other in shown.others)
        marks = tuple(Mark(score.share, series) for series, score in enumerate(others, 1))
        say = partial(_beside_others, scores, shown, place, place == worst)
        bars.append(_bar(scores, shown, shown.prediction, place, measure, say, marks=marks, is_worst=place == worst))
    return Chart(
        scores.name,
        scores.own.attribute.meaning,
        tuple(bars),
        shown.prediction,
        _score(scores, shown, shown.prediction, measure).share,
        size=_SMALL,
        distance=_SMALL_DISTANCE,
        key=scores.name,
        warning=IN_TOKENS if scores.noun == "token" else "",
        colours=tuple(shown.colours.values()),
    )


def large_chart(scores: AttributeScores, shown: Shown, measure: Measure) -> Chart:
    """Lay out one measure of one attribute with intervals; the bars of others stand beside those of the first."""
    worst = scores.worst(*shown.numbers(shown.prediction)) if measure == scores.base.measure else None
    bars = []
    for place in scores.drawn():
        for number in (shown.prediction, *shown.others):
            is_worst, holds = number == shown.prediction and place == worst, scores.holds(place)
            bars.append(
                _bar(
                    scores,
                    shown,
                    number,
                    place,
                    measure,
                    partial(_named, scores, shown, number, place, measure, is_worst),
                    is_worst=is_worst,
                    interval=() if number in shown.runs else scores.interval(number, place, measure.lower()),
                    detail=holds if holds != scores.own.buckets[place].name else "",
                )
            )
    overall = _score(scores, shown, shown.prediction, measure)
    return Chart(
        f"{measure} by {scores.own.attribute.meaning}",
        f"{shown.name(shown.prediction)}, {measure} of all {overall.said}",
        tuple(bars),
        shown.prediction,
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


def _score(
    scores: AttributeScores, shown: Shown, prediction: int, measure: Measure, place: int | None = None
) -> RunScore:
    """Give a measure of one bucket, or of all; its mean if there are several runs."""
    counts = (
        scores.overall(number) if place is None else scores.scores(number, place)
        for number in shown.numbers(prediction)
    )
    return score_over_runs([own.parts_of(measure) for own in counts])


def _bar(
    scores: AttributeScores,
    shown: Shown,
    prediction: int,
    place: int,
    measure: Measure,
    say: Callable[[], str],
    *,
    is_worst: bool,
    marks: tuple[Mark, ...] = (),
    interval: tuple[float, ...] = (),
    detail: str = "",
) -> Bar:
    n_reference, most = scores.scores(prediction, place).reference, int(scores.members[prediction, 0].max(initial=0))
    score = _score(scores, shown, prediction, measure, place)
    return Bar(
        scores.own.buckets[place].name,
        score.share,
        score.text,
        measure_door(scores, place, measure),
        say,
        support=n_reference / most if most else 0.0,
        support_text=f"{n_reference:,}",
        support_door=scores.reference_door(place),
        say_support=partial(_counted, scores, prediction, place),
        detail=detail,
        marks=marks,
        interval=interval,
        is_worst=is_worst,
        pick=scores.pick(place),
    )


def _beside_others(scores: AttributeScores, shown: Shown, place: int, is_worst: bool) -> str:
    """Say the score of one bucket, and that of others."""
    measure = scores.base.measure
    others = (
        f"{shown.name(other)}: {measure} {_score(scores, shown, other, measure, place).said}" for other in shown.others
    )
    own = _scored(scores, shown, shown.prediction, place, measure)
    return "; ".join([own, *others, *([_WORST] if is_worst else [])])


def _named(scores: AttributeScores, shown: Shown, prediction: int, place: int, measure: Measure, is_worst: bool) -> str:
    """Say a measure of one bucket, of which of several."""
    own = _scored(scores, shown, prediction, place, measure)
    said = f"{shown.name(prediction)}, {own}" if shown.others else own
    return f"{said}; {_WORST}" if is_worst else said


def _counted(scores: AttributeScores, prediction: int, place: int) -> str:
    """Say how many reference members a bucket holds."""
    n_reference = scores.counted(scores.scores(prediction, place).reference, "reference")
    return f"{scores.name}, {scores.holds(place)} ({scores.own.buckets[place].name}): {n_reference}"


def _scored(scores: AttributeScores, shown: Shown, prediction: int, place: int, measure: Measure) -> str:
    """Say what a system scores in a bucket: of several runs the means with their standard deviations."""
    head = _counted(scores, prediction, place)
    spoken = (_RECALL,) if scores.base.has_recall_alone else _SPOKEN
    said = ", ".join(f"{name} {_score(scores, shown, prediction, name, place).said}" for name in spoken)
    if prediction in shown.runs:
        n_runs = len(shown.runs[prediction].numbers)
        return f"{head}, mean ± standard deviation of {n_runs} runs: {said}; opens {shown.names[prediction]}"
    counts = scores.scores(prediction, place)
    interval = " to ".join(f"{100 * end:.2f}" for end in scores.interval(prediction, place, measure.lower()))
    predicted = "" if scores.base.has_recall_alone else f"{counts.predicted:,} predicted, "
    told = f"{head}, {predicted}{counts.correct:,} correct; {said}"
    return f"{told} (95 % interval of {measure} {interval})" if interval else told
