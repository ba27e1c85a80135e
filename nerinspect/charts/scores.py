"""Charts of scores by type and of errors by kind, as plain values, and what they are drawn from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from nerinspect.charts.values import BAR, SHORT_SCALE, Bar, Chart, Entry
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.scores import UNDEFINED, Measure, percent_text, ratio
from nerinspect.events.segment_events import ERROR_KINDS, KINDS
from nerinspect.events.study import Study
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.rates import Doors, KeptScores
from nerinspect.tables.runs import mean, predictions_by_system, sample_deviation
from nerinspect.training.retention import RETENTION, competing_systems


class RunScore(NamedTuple):
    """A fraction, nan if it is undefined; the text for it; what is said, with the standard deviation; one decimal."""

    share: float
    text: str
    said: str
    shorter: str


def score_over_runs(parts: Sequence[tuple[int, int]]) -> RunScore:
    """Score one run exactly, several by their mean.

    Mean and sample standard deviation are over the runs in which the ratio is defined.
    """
    if len(parts) == 1:
        text = percent_text(*parts[0])
        return RunScore(ratio(*parts[0]), text, text, percent_text(*parts[0], 1))
    defined = [numerator / denominator for numerator, denominator in parts if denominator]
    average, deviation = mean(defined), sample_deviation(defined)
    if average is None:
        return RunScore(float("nan"), UNDEFINED, UNDEFINED, UNDEFINED)
    return RunScore(average, percent(average), percent(average, deviation=deviation), percent(average, 1))


BY_TYPE: Final = "Scores by type"
BY_KIND: Final = "Errors by kind"
BY_BUCKET: Final = "F1 by bucket"
ONE_ATTRIBUTE: Final = "Buckets of one attribute"

MEASURES: Final[tuple[Measure, ...]] = ("F1", "Precision", "Recall")  # what bars by type can show

MOST_TYPES: Final = 12  # so many types have room beside each other; the table has all


MOST_CHARTS: Final = 4  # so many systems have charts beside each other; the table has all


class Runs(NamedTuple):
    """A system with several runs, and the numbers of their predictions."""

    system: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Scored:
    """What charts are drawn from."""

    names: tuple[str, ...]
    scores: tuple[KeptScores, ...]  # one for each prediction
    prediction: int
    types: tuple[str, ...]  # the types that are counted
    doors: Doors
    study: Study
    counted: str = ""  # which mentions are counted, in words; empty for all
    with_retention: bool = False  # drawn beside others; on show, it is drawn in any case

    @property
    def systems(self) -> tuple[str, ...]:
        """Those that have a chart if there is room: the one on show first."""
        on_show = self.study.predictions[self.prediction].system
        return tuple(dict.fromkeys((on_show, *competing_systems(self.study, self.with_retention))))

    @property
    def drawn(self) -> list[int]:
        """The predictions that have a chart: the one on show first, then the first run of each other system."""
        names = [one.system for one in self.study.predictions]
        return [self.prediction, *map(names.index, self.systems[1:])][:MOST_CHARTS]

    @property
    def colours(self) -> dict[int, int]:
        """The number of the colour of the system of each prediction that has a chart; none for one system alone."""
        return _colours(self.study, self.drawn)

    @property
    def runs(self) -> dict[int, Runs]:
        """All runs of the systems that have a chart, where there are several; by the prediction of the chart."""
        return _several_runs(self.study, self.drawn)


def _several_runs(study: Study, drawn: Sequence[int]) -> dict[int, Runs]:
    """Give all runs of the systems of some predictions, where there are several."""
    numbers = predictions_by_system(study)
    systems = {shown: study.predictions[shown].system for shown in drawn}
    return {shown: Runs(name, tuple(numbers[name])) for shown, name in systems.items() if len(numbers[name]) > 1}


def _colours(study: Study, drawn: Sequence[int]) -> dict[int, int]:
    found = {number: study.shown_colour(number) for number in drawn}
    return {number: colour for number, colour in found.items() if colour is not None}


@dataclass(frozen=True)
class Shown:
    """Whose buckets are on show."""

    prediction: int
    others: tuple[int, ...]  # those it is compared with
    names: tuple[str, ...]
    runs: Mapping[int, Runs] = field(default_factory=dict)  # where its system has several: bars are their means
    colours: Mapping[int, int] = field(default_factory=dict)  # of their systems, in this order; empty for one alone
    baseline: int | None = None  # the retention heuristic, whose scores stand below the axis; None if it is not there

    def of(self, systems: Sequence[str], study: Study) -> "Shown":
        """Show some of the systems only, in the order of their names; all if none is named."""
        by_name = {study.predictions[number].system: number for number in self.drawn}
        drawn = [by_name[name] for name in systems] or [*self.drawn]
        colours = {number: self.colours[number] for number in drawn if number in self.colours and len(drawn) > 1}
        return replace(self, prediction=drawn[0], others=tuple(drawn[1:]), colours=colours)

    @property
    def alone(self) -> "Shown":
        return replace(self, others=(), colours={})

    def numbers(self, prediction: int) -> tuple[int, ...]:
        """Give the predictions that a bar sums up."""
        return self.runs[prediction].numbers if prediction in self.runs else (prediction,)

    @property
    def drawn(self) -> tuple[int, ...]:
        return self.prediction, *self.others

    @property
    def counted(self) -> tuple[int, ...]:
        """The predictions whose numbers are drawn or written."""
        return self.drawn if self.baseline is None else (*self.drawn, self.baseline)

    @property
    def every_run(self) -> list[int]:
        return [number for shown in self.drawn for number in self.numbers(shown)]

    def name(self, prediction: int) -> str:
        """Name what a bar sums up, such as `flair, mean of 5 runs`."""
        if prediction not in self.runs:
            return self.names[prediction]
        system, numbers = self.runs[prediction]
        return f"{system}, mean of {counted(len(numbers), 'run')}"


def shown_in(scored: Scored) -> Shown:
    """Tell whose buckets are drawn beside scores."""
    prediction, *others = scored.drawn
    names = [one.system for one in scored.study.predictions]
    baseline = names.index(RETENTION) if RETENTION in names else None
    if baseline in scored.drawn:
        baseline = None
    return Shown(prediction, tuple(others), scored.names, scored.runs, scored.colours, baseline)


def shown_systems(study: Study, systems: Sequence[str], with_baseline: bool = False) -> Shown:
    """Draw some systems of a study side by side, and name the retention heuristic below the axis if asked for."""
    names = tuple(one.system for one in study.predictions)
    first, *others = drawn = [names.index(name) for name in systems]
    colours = _colours(study, drawn) if others else {}
    has_baseline = with_baseline and RETENTION in names and RETENTION not in systems
    baseline = names.index(RETENTION) if has_baseline else None
    return Shown(first, tuple(others), names, _several_runs(study, drawn), colours, baseline)


def system_entries(shown: Shown) -> list[Entry]:
    drawn = enumerate(shown.drawn)
    return [Entry(BAR, shown.name(number), place, shown.colours.get(number)) for place, number in drawn]


_SIZE: Final = 110  # at a font of 13 pixels


def type_chart(scored: Scored, shown: Shown, types: Sequence[str], measure: Measure) -> Chart:
    """Lay out precision, recall or F1 of each type, with the number of reference mentions, of systems side by side."""
    bars = [_type_bar(scored, shown, number, name, measure) for name in types for number in shown.drawn]
    first = [scored.scores[number].tally.overall.parts_of(measure) for number in shown.numbers(shown.prediction)]
    note = f"{shown.name(shown.prediction)}, {measure} of all types {score_over_runs(first).said}"
    return _side_by_side(f"{measure} by type", note, bars, shown)


def _side_by_side(
    title: str, note: str, bars: Sequence[Bar], shown: Shown, scale: tuple[str, ...] = SHORT_SCALE
) -> Chart:
    return Chart(
        title,
        note,
        tuple(bars),
        shown.prediction,
        others=shown.others,
        size=_SIZE,
        distance=8,
        scale=scale,
        colours=tuple(shown.colours.values()),
    )


def most_frequent(scores: KeptScores, types: Sequence[str], most: int = MOST_TYPES) -> tuple[str, ...]:
    """Name the types with the most reference mentions, in their usual order."""
    reference = dict(zip(scores.tally.types, scores.tally.by_type[0].tolist(), strict=True))
    chosen = set(sorted(types, key=lambda name: -reference[name])[:most])
    return tuple(name for name in types if name in chosen)


def kind_chart(scored: Scored, shown: Shown) -> Chart:
    """Lay out the error events of each kind, of systems side by side; the axis ends where the longest bar has room."""
    counts = {
        number: np.mean([scored.scores[run].tally.kinds for run in shown.numbers(number)], axis=0)
        for number in shown.drawn
    }
    scale = count_scale(max(float(kinds[1:].max()) for kinds in counts.values()))
    bars = [
        _kind_bar(scored, shown, number, kind, float(counts[number][KINDS.index(kind)]), scale[-1])
        for kind in ERROR_KINDS
        for number in shown.drawn
    ]
    return _side_by_side("Error events by kind", "", bars, shown, tuple(grouped(number) for number in scale))


def count_scale(most: float) -> tuple[int, ...]:
    """Choose round numbers from 0 to one that is no smaller than the largest count.

    Examples
    --------
    >>> count_scale(263)
    (0, 100, 200, 300)
    """
    step = 1
    while most > 4 * step:
        step = step * 5 // 2 if str(step)[0] == "2" else 2 * step
    return tuple(range(0, step * max(ceil(most / step), 1) + 1, step))


def _kind_bar(scored: Scored, shown: Shown, number: int, kind: str, count: float, end: int) -> Bar:
    tally, name = scored.scores[number].tally, shown.name(number)
    text = grouped(count, 0) if count.is_integer() else grouped(count, 1)
    of_all = f" of {grouped(tally.n_errors)} error events, {percent_text(round(count), tally.n_errors)} %"
    words = f"{name}, {kind.upper()}, {KIND_TABLE[kind].name}: {text}{'' if number in shown.runs else of_all}"
    return Bar(kind.upper(), count / end, text, scored.doors.of_kinds(kind), partial(str, words), kind)


def _type_bar(scored: Scored, shown: Shown, number: int, name: str, measure: Measure) -> Bar:
    runs, doors = [scored.scores[run].tally.of_type(name) for run in shown.numbers(number)], scored.doors.of_type(name)
    score, counts = score_over_runs([counts.parts_of(measure) for counts in runs]), runs[0]
    door = {"F1": doors.either, "Precision": doors.predicted, "Recall": doors.reference}[measure]
    sides = {
        "F1": f"{grouped(counts.reference)} reference and {counted(counts.predicted, 'predicted mention')}",
        "Precision": counted(counts.predicted, "predicted mention"),
        "Recall": counted(counts.reference, "reference mention"),
    }
    words = f"{name}: {measure} {score.said}, {grouped(counts.correct)} correct of {sides[measure]}"
    if len(runs) > 1:
        words = f"{name}: {measure} {score.said}, mean ± standard deviation of {counted(len(runs), 'run')}"
    if shown.others:
        words = f"{shown.name(number)}, {words}"
    count = grouped(counts.reference)
    return Bar(name, score.share, score.text, door, partial(str, words), count=count, shorter=score.shorter)


def chosen_systems(study: Study, systems: Sequence[str]) -> tuple[str, ...]:
    """Give the systems that are named, or all but the heuristic, unless that is the only one."""
    for name in systems:
        if name not in study.systems:
            raise UnknownNameError("system", name, study.systems)
    chosen = tuple(dict.fromkeys(systems)) or competing_systems(study, False) or tuple(study.systems)
    if not chosen:
        raise CommandError("there is no prediction to draw; name one after the reference")
    return chosen


def sentence(*parts: str) -> str:
    """Join what is there into a caption."""
    said = (part.strip().removesuffix(".") for part in parts)
    return " ".join(f"{part}." for part in said if part)


Group: TypeAlias = tuple[str, int, Mapping[int, Sequence[tuple[int, int]]]]
"""A name, how many there are in the reference, and of each prediction the ratio of every run as two counts."""


def part_chart(title: str, note: str, shown: Shown, groups: Sequence[Group]) -> Chart:
    """Lay out a ratio in some groups, of systems side by side."""
    bars = []
    for name, n_reference, parts in groups:
        baseline = "" if shown.baseline is None else score_over_runs(parts[shown.baseline]).shorter
        for number in shown.drawn:
            score = score_over_runs(parts[number])
            words = f"{shown.name(number)}, {name}: {title} {score.said}"
            bar = Bar(name, score.share, score.text, say=partial(str, words), shorter=score.shorter)
            bars.append(replace(bar, count=grouped(n_reference), baseline=baseline))
    return _side_by_side(title, note, bars, shown)
