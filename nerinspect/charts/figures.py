"""What each command draws with `--chart`: figures of a study, by the names of the commands."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any, Final

from nerinspect.attributes.built_in import attributes_of
from nerinspect.attributes.plugins import chosen_attributes
from nerinspect.charts.buckets import (
    IN_TOKENS,
    AttributeScores,
    BucketScores,
    count_buckets,
    large_chart,
    large_legend,
    small_chart,
)
from nerinspect.charts.grids import agreement_figure, compare_figure, diagnosis_figure
from nerinspect.charts.scores import (
    Group,
    Scored,
    Shown,
    chosen_systems,
    kind_chart,
    most_frequent,
    part_chart,
    sentence,
    shown_in,
    shown_systems,
    system_entries,
    type_chart,
)
from nerinspect.charts.values import Chart, Figure
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.scores import Counts, Measure
from nerinspect.events.segment_events import ERROR_KINDS
from nerinspect.events.study import BOTH, DEFAULT_BUCKETS, RELATION_SETTINGS, Study
from nerinspect.quantities import counted
from nerinspect.query.rates import WHOLE, doors_to, score_kept
from nerinspect.tables.tough import RECALL, SUBSET_NAMES, count_tough, small_note, small_subsets
from nerinspect.training.retention import RETENTION, RETENTION_SHORT, matching_relations
from nerinspect.training.surfaces import SETTINGS
from nerinspect.training.tough import NESTED_SUBSETS, SUBSETS

_KINDS: Final = f"error events by kind: {', '.join(f'{kind.upper()} {KIND_TABLE[kind].name}' for kind in ERROR_KINDS)}"
_SEEN_BY: Final = {"typed": "seen: surface and type", "surface": "seen: surface"}
_BASELINE: Final = f"{RETENTION} ({RETENTION_SHORT}): a baseline that knows the training data by heart"


def bucket_figure(
    study: Study,
    systems: Sequence[str] = (),
    *,
    attributes: Sequence[str] = (),
    buckets: int = DEFAULT_BUCKETS,
    retention: bool = False,
) -> Figure:
    """Draw F1 by bucket of each attribute."""
    chosen = chosen_systems(study, systems)
    wanted = chosen_attributes(study, attributes) if attributes else attributes_of(study)
    scores = count_buckets(study, WHOLE, buckets, attributes=wanted)
    return figure_of_buckets(scores, shown_systems(study, chosen, retention))


def figure_of_buckets(scores: BucketScores, shown: Shown) -> Figure:
    """Draw what was counted, of systems side by side."""
    charts = tuple(small_chart(one, shown) for one in scores.attributes)
    values = "; ".join(map(_values, scores.attributes))
    return _figure(scores.study, shown, charts, f"{scores.base.measure} in percent by bucket", values)


def figure_of_attribute(scores: AttributeScores, shown: Shown, measure: Measure) -> Figure:
    chart = large_chart(scores, shown, measure)
    return Figure(
        (chart,),
        tuple(large_legend(scores, shown, measure)),
        sentence(f"{measure} in percent by bucket", _values(scores)),
        tuple(shown.names[number] for number in shown.drawn),
    )


def figure_of_types(scored: Scored, systems: Sequence[str], measure: Measure) -> Figure:
    shown = shown_in(scored).of(systems, scored.study)
    types = most_frequent(scored.scores[scored.prediction], scored.types)
    few = len(types) < len(scored.types)
    said = f"{measure} in percent by type{f', the {len(types)} most frequent' if few else ''}"
    return _figure(scored.study, shown, (type_chart(scored, shown, types, measure),), said)


def figure_of_kinds(scored: Scored, systems: Sequence[str]) -> Figure:
    """Draw error events by kind of some of the systems that are drawn, or of all."""
    shown = shown_in(scored).of(systems, scored.study)
    return _figure(scored.study, shown, (kind_chart(scored, shown),), _KINDS)


def _figure(study: Study, shown: Shown, charts: tuple[Chart, ...], *said: str, things: str = "mentions") -> Figure:
    """Put charts of systems side by side under one legend."""
    names = tuple(study.predictions[number].system for number in shown.drawn)
    first = f"Numbers over the bars: {names[0]}" if len(names) > 1 else ""
    has_worst = any(bar.is_worst for chart in charts for bar in chart.bars)
    caption = sentence(
        *said,
        f"n: reference {things}" if any(bar.count for chart in charts for bar in chart.bars) else "",
        "; ".join(filter(None, (first, "bold: the worst" if has_worst else ""))),
        "; ".join(f"{runs.system}: mean of {counted(len(runs.numbers), 'run')}" for runs in shown.runs.values()),
        _BASELINE if shown.baseline is not None else "",
    )
    entries = zip(system_entries(shown), names, strict=True)
    return Figure(charts, tuple(replace(entry, words=name) for entry, name in entries), caption, names)


def _values(scores: AttributeScores) -> str:
    holds = [(scores.own.buckets[place].name, scores.holds(place)) for place in scores.drawn()]
    said = ", ".join(name if name == held else f"{name} {held}" for name, held in holds)
    in_tokens = f", {IN_TOKENS}" if scores.noun == "token" else ""
    return f"{scores.name}, {scores.own.attribute.meaning}{in_tokens}: {said}"


def score_figure(study: Study, systems: Sequence[str] = (), *, retention: bool = False) -> Figure:
    """Draw F1 by type, and error events by kind."""
    shown = shown_systems(study, chosen_systems(study, systems), retention)
    names, types = tuple(one.system for one in study.predictions), study.types
    scored = Scored(names, score_kept(study), shown.prediction, types, doors_to(WHOLE, types), study)
    drawn = most_frequent(scored.scores[shown.prediction], types)
    few = f", the {len(drawn)} most frequent" if len(drawn) < len(types) else ""
    charts = type_chart(scored, shown, drawn, "F1"), kind_chart(scored, shown)
    return _figure(study, shown, charts, f"F1 in percent by type{few}; {_KINDS}")


def tough_figure(study: Study, systems: Sequence[str] = (), *, retention: bool = False) -> Figure:
    """Draw recall in the subsets of tough mentions; small ones are left out."""
    _check_training(study)
    shown = shown_systems(study, chosen_systems(study, systems), retention)
    counts, small = count_tough(study), small_subsets(study)
    groups = [
        (
            SUBSET_NAMES[subset],
            int(counts.mentions[SUBSETS.index(subset), 0]),
            {
                number: [(one.numerator, one.denominator) for one in counts.recall(list(shown.numbers(number)), subset)]
                for number in shown.counted
            },
        )
        for subset, _ in NESTED_SUBSETS
        if subset == "all" or subset not in small
    ]
    chart = part_chart("Recall", "of tough mentions", shown, groups)
    return _figure(study, shown, (chart,), "Recall in percent of tough mentions", small_note(study, RECALL))


def retention_figure(
    study: Study, systems: Sequence[str] = (), *, setting: str = BOTH, retention: bool = False
) -> Figure:
    """Draw F1 on mentions that training has, and on those it has not."""
    from nerinspect.tables.retention import PARTS, partition_counts  # it counts relations too

    _check_training(study)
    shown = shown_systems(study, chosen_systems(study, systems), retention)
    charts = []
    for name in _settings_of(setting, SETTINGS):
        parts = partition_counts(study, name)
        groups = [_group(shown, part, [one[part] for one in parts]) for part in PARTS]
        charts.append(part_chart("F1", _SEEN_BY[name], shown, groups))
    return _figure(study, shown, tuple(charts), "F1 in percent on mentions seen and unseen in training")


def relation_figure(
    study: Study,
    systems: Sequence[str] = (),
    *,
    setting: str = BOTH,
    symmetric: Sequence[str] = (),
    retention: bool = False,
) -> Figure:
    """Draw F1 of relations by what of them training has."""
    from nerinspect.tables.retention import PARTS_OF_RELATIONS, relation_counts  # most studies have no relations

    _check_training(study)
    study = matching_relations(study, tuple(symmetric))
    shown = shown_systems(study, chosen_systems(study, systems), retention)
    charts = []
    for name in _settings_of(setting, RELATION_SETTINGS):
        counts = relation_counts(study, name)
        groups = [
            _group(shown, part, [of_all_types[place] for of_all_types, *_ in counts])
            for place, part in enumerate(PARTS_OF_RELATIONS)
        ]
        charts.append(part_chart("F1", f"arguments: {name}", shown, groups))
    said = "F1 in percent of relations: exact, training has both surfaces so related; partial, one of them; new"
    return _figure(study, shown, tuple(charts), said, things="relations")


def _check_training(study: Study) -> None:
    if study.training is None:
        raise CommandError("there is no training data; give it with --training")


def _settings_of(setting: str, every: Sequence[Any]) -> Sequence[Any]:
    if setting not in (BOTH, *every):
        raise UnknownNameError("setting", setting, (BOTH, *every))
    return every if setting == BOTH else [setting]


def _group(shown: Shown, name: str, counts: Sequence[Counts]) -> Group:
    """Put F1 of each run of each system into one group of bars."""
    parts = {number: [counts[run].parts_of("F1") for run in shown.numbers(number)] for number in shown.counted}
    return name, counts[shown.prediction].reference, parts


FIGURES: Final[dict[str, Callable[..., Figure]]] = {
    "buckets": bucket_figure,
    "tough": tough_figure,
    "score": score_figure,
    "compare": compare_figure,
    "diagnose": diagnosis_figure,
    "retention": retention_figure,
    "relations": relation_figure,
    "agreement": agreement_figure,
}
"""How each is made, by the name of its command."""


def make_figure(study: Study, name: str, systems: Sequence[str] = (), **options: Any) -> Figure:  # noqa: ANN401
    """Make a figure of a study, as the command of that name draws it with such options.

    `systems` are in it, in this order; none for all but the retention heuristic.

    Raises
    ------
    UnknownNameError
        If there is no such figure, option, system or attribute.
    """
    if name not in FIGURES:
        raise UnknownNameError("chart", name, FIGURES)
    known = [own for own in signature(FIGURES[name]).parameters if own not in ("study", "systems")]
    for option in options:
        if option not in known:
            raise UnknownNameError(f"option of the chart {name}", option, known)
    return FIGURES[name](study, systems, **options)
