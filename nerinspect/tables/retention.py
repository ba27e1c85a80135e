"""The retention table: scores on what training has and on what it has not, and the profile of the test set."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Row, Table, Value
from nerinspect.query.rates import counts_by_code
from nerinspect.tables.runs import over_runs, predictions_by_system, ratios
from nerinspect.training.frequencies import data_set_profile
from nerinspect.training.novelty import SETTINGS, Setting, is_seen

RETENTION_COLUMNS: Final = (
    "system", "setting", "part", "reference", "predicted", "correct", "precision", "recall", "f1",
)  # fmt: skip

PROFILE_COLUMNS: Final = ("mentions", "eLen", "eCon", "eCon*", "eLex")

PARTS: Final = ("seen", "unseen", "all")
"""The parts of the mentions, in order."""

PartCounts: TypeAlias = dict[str, Counts]


def partition_counts(study: Study, setting: Setting = "typed") -> list[PartCounts]:
    """Count the mentions of each part for each prediction, a predicted one in the part of its own surface and type."""
    parts = {side: is_seen(study, side, setting).astype(np.int8) for side in SIDES}
    counts = []
    for by_part in counts_by_code(study, parts, 2):
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
