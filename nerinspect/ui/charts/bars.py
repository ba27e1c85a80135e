"""Charts of scores by type and of errors by kind, as plain values."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from nerinspect.analysis.events import ERROR_KINDS, KIND_NAMES, KINDS
from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.scores import Counts, Measure
from nerinspect.errors import counted
from nerinspect.query.kept_scores import KeptScores
from nerinspect.ui.charts.chart import Bar, Chart
from nerinspect.ui.charts.run_means import score_over_runs
from nerinspect.ui.overview.doors import Doors

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

    Parameters
    ----------
    title : str
        Names the prediction, or the system.
    prediction : int
        The number of the prediction whose events the bars open.
    runs : sequence of KeptScores
        Its scores, or those of all runs of its system.
    doors : Doors
        To its events.
    types : sequence of str
        The types to show.
    measure : str
        One of `MEASURES`.
    colour : int or None
        The number of the colour of its system; None for the colour of charts.

    Returns
    -------
    Chart
        All bars begin at 0; the line is the value over all types.
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

    Parameters
    ----------
    title, prediction, scores, doors
        As for `type_chart`.
    most : int
        Events at the end of the axis, which several charts share.
    """
    tally = scores.tally
    bars = []
    for kind in ERROR_KINDS:
        count = int(tally.kinds[KINDS.index(kind)])
        share = percent_text(count, tally.n_errors)
        words = f"{title}, {kind.upper()}, {KIND_NAMES[kind]}: {count:,} of {tally.n_errors:,} error events, {share} %"
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
