"""Charts of F1, precision and recall by bucket, as plain values."""

from dataclasses import dataclass, replace
from typing import Final

from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.scores import Counts, ratio
from nerinspect.query.filters import Filter
from nerinspect.ui.charts.bars import MEASURES
from nerinspect.ui.charts.chart import Bar, Chart, Mark
from nerinspect.ui.charts.legend import BAR, INTERVAL, MARK, OVERALL, SUPPORT, WORST, Entry
from nerinspect.ui.overview.bucket_scores import AttributeScores

IN_TOKENS: Final = "counted in tokens"

_F1, _PRECISION, _RECALL = MEASURES
_SPOKEN: Final = (_PRECISION, _RECALL, _F1)
_WORST: Final = "the worst bucket"
_SMALL, _SMALL_DISTANCE, _LARGE, _LARGE_DISTANCE = 66, 34, 220, 60  # at a font of 13 pixels


@dataclass(frozen=True)
class Shown:
    """Whose buckets are on show.

    Attributes
    ----------
    prediction : int
        The number of the prediction whose bars are first.
    others : tuple of int
        Those it is compared with.
    names : tuple of str
        Names of all predictions of the study.
    """

    prediction: int
    others: tuple[int, ...]
    names: tuple[str, ...]


def small_chart(scores: AttributeScores, shown: Shown) -> Chart:
    """Lay out F1 by bucket, as one of many charts: others are marks on the bars of the prediction on show."""
    worst, bars = scores.worst(shown.prediction), []
    for place in scores.drawn():
        others = [(other, scores.scores(other, place)) for other in shown.others]
        bar = _bar(scores, shown.prediction, place, _F1)
        said = [f"{shown.names[other]}: F1 {score_text(counts, _F1)}" for other, counts in others]
        words = "; ".join([bar.words, *said, *([_WORST] if place == worst else [])])
        marks = tuple(Mark(counts.f1, series) for series, (_, counts) in enumerate(others, 1))
        bars.append(replace(bar, words=words, marks=marks, is_worst=place == worst))
    return Chart(
        scores.name,
        scores.own.attribute.meaning,
        tuple(bars),
        shown.prediction,
        scores.overall(shown.prediction).f1,
        size=_SMALL,
        distance=_SMALL_DISTANCE,
        key=scores.name,
        warning=IN_TOKENS if scores.noun == "token" else "",
    )


def large_chart(scores: AttributeScores, shown: Shown, measure: str) -> Chart:
    """Lay out one measure of one attribute with intervals; the bars of others stand beside those of the first."""
    worst = scores.worst(shown.prediction) if measure == _F1 else None
    bars = []
    for place in scores.drawn():
        for number in (shown.prediction, *shown.others):
            bar, holds = _bar(scores, number, place, measure), scores.holds(place)
            is_worst = number == shown.prediction and place == worst
            named = f"{shown.names[number]}, {bar.words}" if shown.others else bar.words
            bar = replace(bar, words=f"{named}; {_WORST}" if is_worst else named, is_worst=is_worst)
            interval = scores.interval(number, place, measure.lower())
            bars.append(replace(bar, interval=interval, detail=holds if holds != bar.label else ""))
    overall = scores.overall(shown.prediction)
    return Chart(
        f"{measure} by {scores.own.attribute.meaning}",
        f"{shown.names[shown.prediction]}, {measure} of all {score_text(overall, measure)}",
        tuple(bars),
        shown.prediction,
        share_of(overall, measure),
        shown.others,
        _LARGE,
        _LARGE_DISTANCE,
        has_scale=True,
        warning=IN_TOKENS if scores.noun == "token" else "",
    )


def small_legend(shown: Shown) -> list[Entry]:
    """Say what the signs of small charts stand for."""
    others = [Entry(MARK, shown.names[other], series) for series, other in enumerate(shown.others, 1)]
    return [
        Entry(BAR, f"F1 of {shown.names[shown.prediction]}"),
        *others,
        Entry(OVERALL, "F1 of all"),
        Entry(WORST, "the worst bucket of an attribute"),
        Entry(SUPPORT, "reference mentions in the bucket"),
    ]


def large_legend(scores: AttributeScores, shown: Shown, measure: str) -> list[Entry]:
    """Say what the signs of the large chart stand for."""
    series = enumerate((shown.prediction, *shown.others))
    return [
        *(Entry(BAR, shown.names[number], place) for place, number in series),
        Entry(INTERVAL, "95 % interval"),
        Entry(OVERALL, f"{measure} of all, {shown.names[shown.prediction]}"),
        *([Entry(WORST, "the worst bucket")] if measure == _F1 else []),
        Entry(SUPPORT, f"reference {scores.noun}s in the bucket"),
    ]


def measure_parts(counts: Counts, measure: str) -> tuple[int, int]:
    """Give numerator and denominator of a measure."""
    if measure == _PRECISION:
        return counts.correct, counts.predicted
    if measure == _RECALL:
        return counts.correct, counts.reference
    return 2 * counts.correct, counts.reference + counts.predicted


def share_of(counts: Counts, measure: str) -> float:
    """Give a measure as a fraction; nan if it is undefined."""
    return ratio(*measure_parts(counts, measure))


def score_text(counts: Counts, measure: str) -> str:
    """Write a measure as percent."""
    return percent_text(*measure_parts(counts, measure))


def measure_door(scores: AttributeScores, place: int, measure: str) -> Filter:
    """Give the filter for the events with a member that a measure of one bucket counts."""
    if measure == _F1:
        return scores.door(place)
    doors = scores.doors(place)
    return doors.predicted if measure == _PRECISION else doors.reference


def _bar(scores: AttributeScores, prediction: int, place: int, measure: str) -> Bar:
    counts, most = scores.scores(prediction, place), int(scores.members[prediction, 0].max(initial=0))
    head = f"{scores.name}, {scores.holds(place)} ({scores.own.buckets[place].name})"
    n_reference = scores.counted(counts.reference, "reference")
    interval = " to ".join(f"{100 * end:.2f}" for end in scores.interval(prediction, place, measure.lower()))
    said = ", ".join(f"{name} {score_text(counts, name)}" for name in _SPOKEN)
    return Bar(
        scores.own.buckets[place].name,
        share_of(counts, measure),
        score_text(counts, measure),
        measure_door(scores, place, measure),
        f"{head}: {n_reference}, {counts.predicted:,} predicted, {counts.correct:,} correct; {said}"
        + (f" (95 % interval of {measure} {interval})" if interval else ""),
        support=counts.reference / most if most else 0.0,
        support_text=f"{counts.reference:,}",
        support_door=scores.reference_door(place),
        support_words=f"{head}: {n_reference}",
        pick=scores.pick(place),
    )
