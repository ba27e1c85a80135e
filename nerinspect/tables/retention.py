"""Scores on what training has and on what it has not, of mentions and relations, and the profile of a test set."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.types import notices_of_names, type_or_all
from nerinspect.events.relation_events import relation_types
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import BOTH, RELATION_SETTINGS, RelationSetting, Study, kept_count
from nerinspect.lists.table import Ratio, Result, Row, Table
from nerinspect.query.counts.relations import count_relations
from nerinspect.query.rates import counts_by_code
from nerinspect.tables.runs import predictions_by_system, scores_over_runs
from nerinspect.training.frequencies import data_set_profile
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts, relation_profile
from nerinspect.training.surfaces import SETTINGS, Setting, is_seen

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
