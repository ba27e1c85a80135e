"""What training explains: scores on what it has and has not, profiles of test sets, and tough mentions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.types import notices_of_names, type_or_all
from nerinspect.events.members import matched
from nerinspect.events.relation_events import relation_types
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import RELATION_SETTINGS, RelationSetting, Study, kept_count
from nerinspect.lists.table import MeanOfRuns, Ratio, Result, Row, Table, Value
from nerinspect.quantities import counted
from nerinspect.query.counts.relations import count_relations
from nerinspect.query.rates import counts_by_code
from nerinspect.tables.runs import over_runs, predictions_by_system, ratios, rounded
from nerinspect.training.frequencies import data_set_profile
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts, relation_profile
from nerinspect.training.surfaces import SETTINGS, Setting, is_seen
from nerinspect.training.tough import NESTED_SUBSETS, SUBSETS, is_small, subset_members

RETENTION_COLUMNS: Final = (
    "system", "setting", "part", "reference", "predicted", "correct", "precision", "recall", "f1",
)  # fmt: skip

PROFILE_COLUMNS: Final = ("mentions", "eLen", "eCon", "eCon*", "eLex")

PARTS: Final = ("seen", "unseen", "all")  # the parts of the mentions, in order

PartCounts: TypeAlias = dict[str, Counts]


def partition_counts(study: Study, setting: Setting = "typed") -> list[PartCounts]:
    """Count the mentions of each part for each prediction, a predicted one in the part of its own surface and type."""

    def count() -> npt.NDArray[np.int64]:
        return counts_by_code(study, {side: is_seen(study, side, setting).astype(np.int8) for side in SIDES}, 2)

    counts = []
    for by_part in kept_count(study, "seen", setting, count):
        unseen, seen = (Counts(*column) for column in by_part.T.tolist())
        counts.append(dict(zip(PARTS, (seen, unseen, seen + unseen), strict=True)))
    return counts


def retention_table(study: Study, settings: Sequence[Setting] = SETTINGS) -> Table:
    """Score every system under each setting on each part; of several runs counts and ratios are means."""
    counts = {setting: partition_counts(study, setting) for setting in settings}
    rows = [
        (system, setting, part, *scores_over_runs([counts[setting][run][part] for run in runs]))
        for system, runs in predictions_by_system(study).items()
        for setting in settings
        for part in PARTS
    ]
    return Table(RETENTION_COLUMNS, rows, frozenset(("precision", "recall", "f1")))


def profile_table(study: Study) -> Table:
    """Give the averages of the reference mentions, in one row; empty where there are none."""
    profile = data_set_profile(study)
    row: Row = (
        profile.n_mentions,
        Ratio(profile.n_tokens, profile.n_mentions).value,
        profile.consistency / profile.n_mentions if profile.n_mentions else None,
        profile.seen_consistency / profile.n_seen if profile.n_seen else None,
        Ratio(profile.n_seen, profile.n_mentions),
    )
    return Table(PROFILE_COLUMNS, [row], frozenset(("eCon", "eCon*", "eLex")))


def scores_over_runs(runs: Sequence[Counts]) -> Iterator[Value]:
    """Give the three counts, precision, recall and F1, exact for one run and the means of several."""
    rows = ((counts.reference, counts.predicted, counts.correct, *ratios(counts)) for counts in runs)
    for values in zip(*rows, strict=True):
        yield over_runs(values)[0]


RELATION_PROFILE_COLUMNS: Final = ("relations", "rCon", "rCon*", "rLex", "aCon", "aLen", "aDist")


def relation_profile_table(study: Study) -> Table:
    """Give the averages of the reference relations, in one row; empty where there are none."""
    profile = relation_profile(study)
    n_relations, n_exact = profile.n_relations, profile.n_exact
    row: Row = (
        n_relations,
        profile.consistency / n_relations if n_relations else None,
        profile.exact_consistency / n_exact if n_exact else None,
        Ratio(n_exact, n_relations),
        profile.argument_consistency / n_relations if n_relations else None,
        Ratio(profile.n_tokens, n_relations).value,
        Ratio(profile.n_between, n_relations).value,
    )
    return Table(RELATION_PROFILE_COLUMNS, [row], frozenset(("rCon", "rCon*", "rLex", "aCon")))


RELATION_COLUMNS: Final = (
    "system", "setting", "type", "part", "reference", "predicted", "correct", "precision", "recall", "f1",
)  # fmt: skip

PARTS_OF_RELATIONS: Final = (*RELATION_PARTS, "all")  # the parts of the relations, in order


def relation_table(study: Study, settings: Sequence[RelationSetting] = RELATION_SETTINGS) -> Table:
    """Score every system under each setting on each part of the relations: ALL types first, then each by code point.

    Of several runs counts and ratios are means.
    """
    counts = {name: relation_counts(study, name) for name in settings}
    rows = [
        (system, setting, name, part, *scores_over_runs([counts[setting][run][row][place] for run in runs]))
        for system, runs in predictions_by_system(study).items()
        for setting in settings
        for row, name in enumerate(map(type_or_all, (None, *relation_types(study))))
        for place, part in enumerate(PARTS_OF_RELATIONS)
    ]
    return Table(RELATION_COLUMNS, rows, frozenset(("precision", "recall", "f1")))


def relation_counts(study: Study, setting: RelationSetting) -> list[list[list[Counts]]]:
    """Give the counts of each prediction under a setting by type, all types first, and by part, all parts last."""
    counts = count_relations(replace(study, relation_choice=replace(study.relation_choice, setting=setting)))
    counts = np.concatenate([counts.sum(axis=2, keepdims=True), counts], axis=2)
    counts = np.concatenate([counts, counts.sum(axis=3, keepdims=True)], axis=3)
    return [[[Counts(*cell) for cell in row] for row in run] for run in np.moveaxis(counts, 1, -1).tolist()]


BOTH: Final = "both"  # asks for the rows of all settings


def retention(study: Study, setting: str = BOTH) -> Result:
    """Give the result of `retention`, see `retention_table`, under one of the `SETTINGS` or under both."""
    chosen = tuple(one for one in SETTINGS if setting in (one, BOTH))
    details = {"table": "retention", "matching": study.matching, "warnings": list(study.warnings)}
    return Result(retention_table(study, chosen), details, _asked(setting))


def profile(study: Study) -> Result:
    details = {"table": "profile", "matching": study.matching, "warnings": list(study.warnings)}
    return Result(profile_table(study), details)


def relation_scores(study: Study, setting: str = BOTH) -> Result:
    """Give the result of `relations`, see `relation_table`, under one of the `RELATION_SETTINGS` or under both."""
    chosen = tuple(one for one in RELATION_SETTINGS if setting in (one, BOTH))
    symmetric = [argument for name in study.relation_choice.symmetric for argument in ("--symmetric", name)]
    notices = _notices_of_relations(study)
    details = _of_relations("relations", study, notices)
    return Result(relation_table(study, chosen), details, [*_asked(setting), *symmetric], notices)


def profile_of_relations(study: Study) -> Result:
    return Result(relation_profile_table(study), _of_relations("profile", study, _notices_of_relations(study)))


def _notices_of_relations(study: Study) -> list[str]:
    """Say what is noticed of relations besides what is noticed of the study."""
    notices = list(notices_of_names({*relation_types(study)} - {*study.types}))
    if not has_relation_parts(study):
        notices.append("the training data have no relations, so every relation is new")
    return notices


def _of_relations(name: str, study: Study, notices: list[str]) -> dict[str, Any]:
    symmetric = list(study.relation_choice.symmetric)
    return {"table": name, "matching": study.matching, "symmetric": symmetric, "warnings": [*study.warnings, *notices]}


def _asked(setting: str) -> list[str]:
    return ["--setting", setting] if setting != BOTH else []


TOUGH_COLUMNS: Final = ("subset", "type", "mentions", "share", "system", "recalled", "recall", "recall_std")


@dataclass(frozen=True, eq=False)
class SubsetCounts:
    """Reference mentions by subset and type, ALL first, and how many of them each prediction has exactly."""

    types: tuple[str, ...]
    mentions: npt.NDArray[np.int64]
    recalled: npt.NDArray[np.int64]

    def size(self, subset: str) -> Ratio:
        """Give the share of a subset among all mentions."""
        return Ratio(int(self.mentions[SUBSETS.index(subset), 0]), int(self.mentions[0, 0]))

    def recall(self, predictions: list[int], subset: str, place: int = 0) -> list[Ratio]:
        row = SUBSETS.index(subset)
        n_mentions = int(self.mentions[row, place])
        return [Ratio(int(self.recalled[number, row, place]), n_mentions) for number in predictions]


def count_tough(study: Study) -> SubsetCounts:
    return kept_count(study, "tough", None, lambda: _count(study))


def _count(study: Study) -> SubsetCounts:
    mentions, members = study.reference.mentions, subset_members(study, "reference")
    names = tuple(sorted(mentions.type_names()))
    codes = mentions.with_types(names).type_codes
    recalled = [_by_type(members & found, codes, len(names)) for found in matched(study)]
    shape = (len(study.predictions), len(SUBSETS), 1 + len(names))
    return SubsetCounts(
        tuple(map(type_or_all, (None, *names))),
        _by_type(members, codes, len(names)),
        np.array(recalled, dtype=np.int64).reshape(shape),
    )


def tough_table(study: Study) -> Table:
    """List subsets by type with their share, and the recall of each system, if any, in them.

    Of several runs the mean number and recall, and the sample standard deviation. Share and recall of a subset without
    mentions are empty.
    """
    percentages = frozenset(("share", "recall", "recall_std"))
    return Table(TOUGH_COLUMNS, list(_rows(study)), percentages, counts=frozenset(("recalled",)))


def _by_type(members: BoolArray, codes: IntArray, n_types: int) -> npt.NDArray[np.int64]:
    counts = np.array([np.bincount(codes[row], minlength=n_types) for row in members], dtype=np.int64)
    return np.column_stack([counts.sum(axis=1), counts])


def _rows(study: Study) -> Iterator[Row]:
    counts, systems = count_tough(study), predictions_by_system(study)
    for row, subset in enumerate(SUBSETS):
        for place, type_name in enumerate(counts.types):
            n_mentions = int(counts.mentions[row, place])
            share = Ratio(n_mentions, int(counts.mentions[0, place])) if n_mentions else None
            head = (subset, type_name, n_mentions, share)
            if not systems:
                yield *head, None, None, None, None
            for system, runs in systems.items():
                yield *head, system, *_recall(counts.recall(runs, subset, place))


def _recall(recalls: list[Ratio]) -> tuple[Value, Value, Value]:
    """Give number, recall and its deviation: exact for one run, over the runs for several."""
    recalled, _ = over_runs([recall.numerator for recall in recalls])
    return recalled, *over_runs(recalls)


COMPOSITION: Final = "composition"
RECALL: Final = "recall"
LAYOUTS: Final = (COMPOSITION, RECALL)  # the layouts for people, by the name `--layout` knows

SUBSET_NAMES: Final = {
    "all": "All",
    "seen": "Seen",
    "unseen-any": "Unseen-Any",
    "unseen-tokens": "Unseen-Tokens",
    "unseen-type": "Unseen-Type",
    "tcm-all": "TCM-All",
    "tcm-seen": "TCM-Seen",
    "tcm-unseen": "TCM-Unseen",
}
"""The subsets as tables for people name them."""

LAID_OUT: Final = tuple(subset for subset, _ in NESTED_SUBSETS if subset not in ("all", "seen"))
"""The subsets that layouts have besides all mentions."""


def small_subsets(study: Study) -> tuple[str, ...]:
    """Name the subsets with fewer than 1 % of the mentions, or none, in the order of the screen."""
    n_mentions = count_tough(study).mentions[:, 0]
    n_all = n_mentions[SUBSETS.index("all")]
    return tuple(subset for subset, _ in NESTED_SUBSETS if is_small(n_mentions[SUBSETS.index(subset)], n_all))


def composition_layout(study: Study) -> Table:
    """Lay out the share of each subset, in percent with one decimal: subsets down, types across, all types last.

    The last row counts all mentions. Which subsets are small says `small_note`.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions, tables 2 to 4.
    """
    counts = count_tough(study)
    places = [*range(1, len(counts.types)), 0]
    rows: list[tuple[Value, ...]] = []
    for subset in LAID_OUT:
        of_subset = counts.mentions[SUBSETS.index(subset)]
        shares = [Ratio(int(of_subset[place]), int(counts.mentions[0, place])) for place in places]
        rows.append((SUBSET_NAMES[subset], *(rounded(share, 1) if share.denominator else None for share in shares)))
    rows.append(("All (count)", *(int(counts.mentions[0, place]) for place in places)))
    types = [counts.types[place] for place in places]
    return Table(("subset", *types), rows, frozenset(types))


def recall_layout(study: Study, type_name: str | None = None) -> Table:
    """Lay out the recall of each system, in percent with two decimals: the mean, and the deviation in parentheses.

    Systems down, subsets across; small subsets are left out, see `small_note`.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions, tables 7 to 10.
    """
    counts, small = count_tough(study), small_subsets(study)
    place = 0 if type_name is None else counts.types.index(type_name, 1)
    subsets = ["all", *(subset for subset in LAID_OUT if subset not in small)]
    names = [SUBSET_NAMES[subset] for subset in subsets]
    rows: list[tuple[Value, ...]] = [
        (system, *(_mean_and_deviation(counts.recall(runs, subset, place)) for subset in subsets))
        for system, runs in predictions_by_system(study).items()
    ]
    return Table(("system", *names), rows, frozenset(names))


def small_note(study: Study, layout: str | None = None) -> str:
    """Name in one sentence the small subsets that a table shows or leaves out; empty if there is none."""
    counts, small = count_tough(study), small_subsets(study)
    laid_out = [subset for subset in small if layout is None or subset in LAID_OUT]
    named = [_with_count(counts, subset, subset if layout is None else SUBSET_NAMES[subset]) for subset in laid_out]
    verb = "left out" if layout == RECALL else "small"
    return f"{verb}, with fewer than 1 % of the mentions: {', '.join(named)}" if named else ""


def _with_count(counts: SubsetCounts, subset: str, name: str) -> str:
    n_mentions = int(counts.mentions[SUBSETS.index(subset), 0])
    return f"{name} ({counted(n_mentions, 'mention') if n_mentions else 'none'})"


def _mean_and_deviation(recalls: list[Ratio]) -> Decimal | MeanOfRuns | None:
    recall, deviation = over_runs(recalls)
    if isinstance(recall, Ratio):
        return rounded(recall, 2) if recall.denominator else None
    return None if recall is None or deviation is None else MeanOfRuns(rounded(recall, 2), rounded(deviation, 2))


def tough(study: Study, layout: str | None = None) -> Result:
    """Give the result of `tough`, see `tough_table`; or one of the `LAYOUTS`."""
    make = {COMPOSITION: composition_layout, RECALL: recall_layout}.get(layout or "", tough_table)
    note = small_note(study, layout)
    said = {name: text for name, text in (("layout", layout), ("note", note)) if text}
    details = {"table": "tough", **said, "matching": study.matching}
    return Result(make(study), details, ["--layout", layout] if layout else [], [note] if note else [])
