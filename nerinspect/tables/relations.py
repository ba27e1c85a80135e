"""Tables of relations: scores on what training has of them and on what it has not, and the profile of a test set."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.types import type_or_all
from nerinspect.events.relation_events import relation_events, relation_types, relations_on
from nerinspect.events.relation_pairing import CORRECT
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import RELATION_SETTINGS, RelationSetting, Study
from nerinspect.lists.table import Ratio, Row, Table
from nerinspect.tables.retention import scores_over_runs
from nerinspect.tables.runs import predictions_by_system
from nerinspect.training.known_relations import RELATION_PARTS, relation_parts, relation_profile

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

PARTS: Final = (*RELATION_PARTS, "all")
"""The parts of the relations, in order."""

_COUNTS: TypeAlias = npt.NDArray[np.int64]


def count_relations(study: Study) -> _COUNTS:
    """Count relations by type and part for each prediction, as `Study.relation_choice` matches them.

    Shape (n_predictions, 3, n_relation_types, n_parts): relations of the reference, predicted ones and correct ones,
    each predicted one by its own type and in its own part. Relations that match have one type and are in one part, in
    whatever order their arguments stand, so precision and recall of a part share the number of correct ones. Without
    training data all are new.
    """
    n_types, n_parts, n_runs = len(relation_types(study)), len(RELATION_PARTS), len(study.predictions)
    n_codes = n_types * n_parts
    code = {side: relations_on(study, side).type_codes * n_parts + relation_parts(study, side) for side in SIDES}
    events = relation_events(study)
    is_correct = events.kind == CORRECT
    counts = np.stack(
        [
            np.tile(np.bincount(code["reference"], minlength=n_codes), (n_runs, 1)),
            _by_run(relations_on(study, "predicted").prediction, code["predicted"], n_runs, n_codes),
            _by_run(events.prediction[is_correct], code["reference"][events.reference[is_correct]], n_runs, n_codes),
        ],
        axis=1,
    )
    return counts.reshape(n_runs, 3, n_types, n_parts).astype(np.int64)


def relation_table(study: Study, settings: Sequence[RelationSetting] = RELATION_SETTINGS) -> Table:
    """Score every system under each setting on each part of the relations: ALL types first, then each by code point.

    Of several runs counts and ratios are means.
    """
    choice = study.relation_choice
    matched = {name: replace(study, relation_choice=replace(choice, setting=name)) for name in settings}
    counts = {name: _with_sums(count_relations(under)) for name, under in matched.items()}
    rows = [
        (system, setting, name, part, *scores_over_runs([counts[setting][run][row][place] for run in runs]))
        for system, runs in predictions_by_system(study).items()
        for setting in settings
        for row, name in enumerate(map(type_or_all, (None, *relation_types(study))))
        for place, part in enumerate(PARTS)
    ]
    return Table(RELATION_COLUMNS, rows, frozenset(("precision", "recall", "f1")))


def _with_sums(counts: _COUNTS) -> list[list[list[Counts]]]:
    """Give the counts of each prediction by type, all types first, and by part, all parts last."""
    counts = np.concatenate([counts.sum(axis=2, keepdims=True), counts], axis=2)
    counts = np.concatenate([counts, counts.sum(axis=3, keepdims=True)], axis=3)
    return [[[Counts(*cell) for cell in row] for row in run] for run in np.moveaxis(counts, 1, -1).tolist()]


def _by_run(run: AnyIntArray, code: AnyIntArray, n_runs: int, n_codes: int) -> AnyIntArray:
    counts: AnyIntArray = np.bincount(run * n_codes + code, minlength=n_runs * n_codes).reshape(n_runs, n_codes)
    return counts
