"""Charts of scores by type and of errors by kind, as plain values, and what they are drawn from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from nerinspect.errors import counted
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.scores import UNDEFINED, Counts, Measure, percent_text, ratio
from nerinspect.events.segment_events import ERROR_KINDS, KINDS
from nerinspect.events.study import Study
from nerinspect.query.counts.mention_doors import Doors
from nerinspect.query.rates import KeptScores
from nerinspect.tables.runs import mean, sample_deviation
from nerinspect.training.retention import competing_systems
from nerinspect.ui.charts.chart import Bar, Chart


class RunScore(NamedTuple):
    """A fraction, nan if it is undefined; the text for it; and what is said, with the standard deviation."""

    share: float
    text: str
    said: str


def score_over_runs(parts: Sequence[tuple[int, int]]) -> RunScore:
    """Score one run exactly, several by their mean.

    Mean and sample standard deviation are over the runs in which the ratio is defined.
    """
    if len(parts) == 1:
        text = percent_text(*parts[0])
        return RunScore(ratio(*parts[0]), text, text)
    defined = [numerator / denominator for numerator, denominator in parts if denominator]
    average, deviation = mean(defined), sample_deviation(defined)
    if average is None:
        return RunScore(float("nan"), UNDEFINED, UNDEFINED)
    text = f"{100 * average:.2f}"
    return RunScore(average, text, text if deviation is None else f"{text} ± {100 * deviation:.2f}")


BY_TYPE: Final = "Scores by type"
BY_KIND: Final = "Errors by kind"
BY_BUCKET: Final = "F1 by bucket"
ONE_ATTRIBUTE: Final = "Buckets of one attribute"

MEASURES: Final[tuple[Measure, ...]] = ("F1", "Precision", "Recall")
"""What bars by type can show."""

MOST_TYPES: Final = 12
"""So many types have room beside each other; the table has all."""


def type_chart(
    title: str,
    prediction: int,
    runs: Sequence[KeptScores],
    doors: Doors,
    types: Sequence[str],
    measure: Measure,
    colour: int | None = None,
) -> Chart:
    """Lay out precision, recall or F1 of each type, with the reference mentions below the axis.

    All bars begin at 0; the line is the value over all types. `runs` are the scores of all runs of a system, or one.
    """
    reference = [runs[0].tally.of_type(name).reference for name in types]
    most = max(reference, default=0)
    bars = tuple(
        _type_bar(name, [run.tally.of_type(name) for run in runs], doors.of_type(name), measure, most) for name in types
    )
    overall = score_over_runs([run.tally.overall.parts_of(measure) for run in runs])
    note = f"{measure} of all types {overall.said}"
    return Chart(title, note, bars, prediction, overall.share, colours=() if colour is None else (colour,))


def most_frequent(scores: KeptScores, types: Sequence[str], most: int = MOST_TYPES) -> tuple[str, ...]:
    """Name the types with the most reference mentions, in their usual order."""
    reference = dict(zip(scores.tally.types, scores.tally.by_type[0].tolist(), strict=True))
    chosen = set(sorted(types, key=lambda name: -reference[name])[:most])
    return tuple(name for name in types if name in chosen)


def kind_chart(title: str, prediction: int, scores: KeptScores, doors: Doors, most: int) -> Chart:
    """Lay out the error events of each kind.

    The axis ends at `most` events, which several charts share.
    """
    tally = scores.tally
    bars = []
    for kind in ERROR_KINDS:
        count = int(tally.kinds[KINDS.index(kind)])
        share = percent_text(count, tally.n_errors)
        words = (
            f"{title}, {kind.upper()}, {KIND_TABLE[kind].name}: {count:,} of {tally.n_errors:,} error events, {share} %"
        )
        length, door = count / most if most else 0.0, doors.of_kinds(kind)
        bars.append(Bar(kind.upper(), length, f"{count:,}", door, partial(str, words), kind))
    return Chart(title, f"{tally.n_errors:,} error event{'' if tally.n_errors == 1 else 's'}", tuple(bars), prediction)


def _type_bar(name: str, runs: Sequence[Counts], doors: Doors, measure: Measure, most: int) -> Bar:
    score, counts = score_over_runs([counts.parts_of(measure) for counts in runs]), runs[0]
    door = {"F1": doors.either, "Precision": doors.predicted, "Recall": doors.reference}[measure]
    sides = {
        "F1": f"{counts.reference:,} reference and {counted(counts.predicted, 'predicted mention')}",
        "Precision": counted(counts.predicted, "predicted mention"),
        "Recall": counted(counts.reference, "reference mention"),
    }
    words = f"{name}: {measure} {score.said}, {counts.correct:,} correct of {sides[measure]}"
    if len(runs) > 1:
        words = f"{name}: {measure} {score.said}, mean ± standard deviation of {len(runs)} runs"
    support = counts.reference / most if most else 0.0
    say, below = partial(str, words), f"{counts.reference:,}"
    return Bar(name, score.share, score.text, door, say, support=support, support_text=below)


MOST_CHARTS: Final = 4
"""So many systems have charts beside each other; the table has all."""


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
        found = {number: self.study.shown_colour(number) for number in self.drawn}
        return {number: colour for number, colour in found.items() if colour is not None}

    @property
    def runs(self) -> dict[int, Runs]:
        """All runs of the systems that have a chart, where there are several; by the prediction of the chart."""
        names = [one.system for one in self.study.predictions]
        found = {
            shown: tuple(number for number, name in enumerate(names) if name == names[shown]) for shown in self.drawn
        }
        return {shown: Runs(names[shown], numbers) for shown, numbers in found.items() if len(numbers) > 1}
