"""Scores by the buckets of attributes, and the diagnoses made of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import isnan
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import BUILT_IN, attributes_of
from nerinspect.attributes.plugins import chosen_attributes
from nerinspect.events.scores import Counts
from nerinspect.events.study import DEFAULT_BUCKETS, Attribute, Study
from nerinspect.lists.table import PValue, Result, Row, Table, Value
from nerinspect.quantities import word_for
from nerinspect.query.counts.buckets import bucket_counts, f1_tables
from nerinspect.systems.diagnosis import F1Table
from nerinspect.systems.significance import friedman
from nerinspect.tables.runs import NO_RATIO, check_several_systems, number_cell, predictions_by_system, scores_over_runs
from nerinspect.training.retention import RETENTION

BUCKET_COLUMNS: Final = (
    "system", "attribute", "bucket", "lower", "upper", "reference", "predicted", "correct", "precision", "recall", "f1",
)  # fmt: skip


def bucket_table(study: Study, attributes: Sequence[Attribute] | None = None, n_wanted: int = DEFAULT_BUCKETS) -> Table:
    """List the buckets of attributes (None for all that have values) with what each system scores in them.

    Of several runs mean counts and mean ratios, those over the runs in which they are defined. Without a prediction
    only what the reference has.
    """
    chosen = attributes_of(study) if attributes is None else attributes
    return Table(
        BUCKET_COLUMNS,
        list(_rows(study, [bucketing(study, one, n_wanted) for one in chosen])),
        frozenset(("precision", "recall", "f1")),
        counts=frozenset(("lower", "upper", "predicted", "correct")),
    )


def edge(attribute: Attribute, value: float | None) -> Value:
    """Write an edge as files hold it: whole numbers as such, dates as ISO 8601 has them, an open edge empty."""
    if value is None:
        return None
    if attribute.scale == "whole":
        return int(value)
    return str(np.datetime64(int(value), "D")) if attribute.scale == "date" else value


def _rows(study: Study, bucketings: Sequence[Bucketing]) -> Iterator[Row]:
    systems, by_bucketing = predictions_by_system(study), bucket_counts(study, bucketings)
    for system, runs in systems.items():
        for own, by_run in zip(bucketings, by_bucketing, strict=True):
            for head, in_bucket in zip(_heads(own), np.moveaxis(by_run[runs], 2, 0).tolist(), strict=True):
                yield system, *head, *scores_over_runs([Counts(*counts) for counts in in_bucket])
    if not systems:
        for own in bucketings:
            n_reference = np.bincount(own.reference, minlength=len(own.buckets)).tolist()
            for head, number in zip(_heads(own), n_reference, strict=True):
                yield None, *head, number, None, None, None, None, None


def _heads(own: Bucketing) -> Iterator[Row]:
    for bucket in own.buckets:
        yield own.attribute.name, bucket.name, edge(own.attribute, bucket.lower), edge(own.attribute, bucket.upper)


Diagnosis: TypeAlias = Literal["self", "comparative", "model", "attribute"]

DIAGNOSIS_COLUMNS: Final[Mapping[Diagnosis, tuple[str, ...]]] = {
    "self": ("system", "attribute", "worst", "worst_f1", "best", "best_f1", "gap"),
    "comparative": (
        "system_a", "system_b", "attribute", "best", "best_difference", "worst", "worst_difference",
    ),
    "model": ("system", "attribute", "spearman", "std"),
    "attribute": ("attribute", "zeta", "rho", "friedman_p", "blocks"),
}  # fmt: skip

_FRACTIONS: Final = frozenset(("worst_f1", "best_f1", "gap", "best_difference", "worst_difference", "std"))


def diagnosis_table(
    study: Study, kind: Diagnosis, attributes: Sequence[Attribute] | None = None, n_wanted: int = DEFAULT_BUCKETS
) -> Table:
    """Diagnose each system, or pair of systems in the order given, by attribute (None for all that have values).

    Where F1 is undefined in all buckets, and where a correlation or a test says nothing, cells are empty.
    """
    tables = f1_tables(study, attributes_of(study) if attributes is None else attributes, n_wanted)
    return table_of_diagnosis(study.systems, kind, tables)


def table_of_diagnosis(systems: Sequence[str], kind: Diagnosis, tables: Sequence[F1Table]) -> Table:
    """Diagnose systems by what they score in the buckets of each attribute."""
    return Table(DIAGNOSIS_COLUMNS[kind], list(_ROWS[kind](systems, tables)), _FRACTIONS)


def _self_rows(systems: Sequence[str], tables: Sequence[F1Table]) -> Iterator[Row]:
    for system, name in enumerate(systems):
        for table in tables:
            found = table.extremes(system)
            if found is None:
                yield name, table.attribute.name, None, NO_RATIO, None, NO_RATIO, NO_RATIO
                continue
            worst, best = table.buckets[found.worst].name, table.buckets[found.best].name
            yield name, table.attribute.name, worst, found.worst_value, best, found.best_value, found.gap


def _comparative_rows(systems: Sequence[str], tables: Sequence[F1Table]) -> Iterator[Row]:
    for (a, name_a), (b, name_b) in combinations(enumerate(systems), 2):
        for table in tables:
            found, head = table.comparison(a, b), (name_a, name_b, table.attribute.name)
            if found is None:
                yield *head, None, NO_RATIO, None, NO_RATIO
                continue
            worst, best = table.buckets[found.worst].name, table.buckets[found.best].name
            yield *head, best, found.best_value, worst, found.worst_value


def _model_rows(systems: Sequence[str], tables: Sequence[F1Table]) -> Iterator[Row]:
    for system, name in enumerate(systems):
        for table in tables:
            yield name, table.attribute.name, number_cell(table.spearman[system]), number_cell(table.deviation[system])


def _attribute_rows(_systems: Sequence[str], tables: Sequence[F1Table]) -> Iterator[Row]:
    for table in tables:
        test = friedman(table.by_run)
        yield table.attribute.name, _mean_value(table), number_cell(table.rho), PValue.of(test.p), test.n_blocks


_ROWS: Final[Mapping[Diagnosis, Callable[[Sequence[str], Sequence[F1Table]], Iterator[Row]]]] = {
    "self": _self_rows,
    "comparative": _comparative_rows,
    "model": _model_rows,
    "attribute": _attribute_rows,
}


def _mean_value(table: F1Table) -> Value:
    """Write zeta; that of dates is a date."""
    if isnan(table.zeta) or table.attribute.scale != "date":
        return number_cell(table.zeta)
    return edge(table.attribute, table.zeta)


def buckets(study: Study, attributes: Sequence[str] = (), n_wanted: int = DEFAULT_BUCKETS) -> Result:
    """Give the result of `buckets`, see `bucket_table`; without names of all attributes that have values."""
    chosen = chosen_attributes(study, attributes)
    notes = attribute_notes(study, attributes, chosen)
    details = {"table": "buckets", **_of_attributes(study, chosen, n_wanted, notes)}
    return Result(bucket_table(study, chosen, n_wanted), details, _asked(attributes, n_wanted), notes)


def diagnosis(
    study: Study, kind: Diagnosis = "self", attributes: Sequence[str] = (), n_wanted: int = DEFAULT_BUCKETS
) -> Result:
    chosen = chosen_attributes(study, attributes)
    if kind == "comparative":
        check_several_systems(study.systems)
    notes = attribute_notes(study, attributes, chosen)
    if kind == "attribute" and RETENTION in study.systems:
        notes.append(f"{RETENTION} counts as a system: in rho, friedman_p and blocks")
    details = {"table": "diagnose", "kind": kind, **_of_attributes(study, chosen, n_wanted, notes)}
    asked = ["--kind", kind, *_asked(attributes, n_wanted)]
    return Result(diagnosis_table(study, kind, chosen, n_wanted), details, asked, notes)


def attribute_notes(
    study: Study, names: Sequence[str], attributes: Sequence[Attribute], remedy: str = "give it with --training"
) -> list[str]:
    """Say what is counted in tokens, and what is left out for want of training data, with the remedy."""
    counted = [attribute.name for attribute in attributes if attribute.unit == "token"]
    notes = []
    if counted:
        verb = word_for(len(counted), "is", "are")
        notes.append(f"{' and '.join(counted)} {verb} counted in tokens of mentions, not in mentions")
    if not names and study.training is None:
        left_out = ", ".join(attribute.name for attribute in BUILT_IN if attribute.needs_training)
        notes.append(f"there is no training data, so these are left out: {left_out}; {remedy}")
    return notes


def _of_attributes(study: Study, chosen: Sequence[Attribute], n_wanted: int, notes: list[str]) -> dict[str, Any]:
    names = [attribute.name for attribute in chosen]
    return {"attributes": names, "buckets": n_wanted, "notes": notes, "matching": study.matching}


def _asked(names: Sequence[str], n_wanted: int) -> list[str]:
    attributes = [argument for name in names for argument in ("--attribute", name)]
    return attributes + (["--buckets", str(n_wanted)] if n_wanted != DEFAULT_BUCKETS else [])
