"""The tables of diagnoses: worst and best buckets, systems in pairs, and how F1 goes with the values."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import isnan
from typing import Final, Literal, TypeAlias

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.attributes import attributes_of
from nerinspect.analysis.buckets import DEFAULT_BUCKETS
from nerinspect.analysis.diagnosis import F1Table
from nerinspect.analysis.significance import friedman
from nerinspect.analysis.study import Study
from nerinspect.query.f1_tables import f1_tables
from nerinspect.results.bucket_table import edge
from nerinspect.results.table import PValue, Ratio, Row, Table, Value

Diagnosis: TypeAlias = Literal["self", "comparative", "model", "attribute"]

DIAGNOSIS_COLUMNS: Final[Mapping[Diagnosis, tuple[str, ...]]] = {
    "self": ("system", "attribute", "worst", "worst_f1", "best", "best_f1", "gap"),
    "comparative": (
        "system_a", "system_b", "attribute", "best", "best_difference", "worst", "worst_difference",
    ),
    "model": ("system", "attribute", "spearman", "std"),
    "attribute": ("attribute", "zeta", "rho", "friedman_p", "blocks"),
}  # fmt: skip

_UNDEFINED: Final = Ratio(0, 0)
"""An empty cell in files, a dash where people read."""

_FRACTIONS: Final = frozenset(("worst_f1", "best_f1", "gap", "best_difference", "worst_difference", "std"))


def diagnosis_table(
    study: Study,
    kind: Diagnosis,
    attributes: Sequence[Attribute] | None = None,
    n_wanted: int = DEFAULT_BUCKETS,
) -> Table:
    """Diagnose the systems of a study.

    Parameters
    ----------
    study : Study
        With predictions, of at least two systems for `comparative`; with training data, if an attribute needs them.
    kind : str
        One of `DIAGNOSIS_COLUMNS`.
    attributes : sequence of Attribute or None
        Which; None for all that have values.
    n_wanted : int
        How many buckets for each.

    Returns
    -------
    Table
        By system, or pair of systems in the order given, and attribute. Where F1 is undefined in all buckets, and
        where a correlation or a test says nothing, cells are empty.
    """
    tables = f1_tables(study, attributes_of(study) if attributes is None else attributes, n_wanted)
    return Table(DIAGNOSIS_COLUMNS[kind], list(_ROWS[kind](study, tables)), _FRACTIONS)


def _self_rows(study: Study, tables: Sequence[F1Table]) -> Iterator[Row]:
    for system, name in enumerate(study.systems):
        for table in tables:
            found = table.extremes(system)
            if found is None:
                yield name, table.attribute.name, None, _UNDEFINED, None, _UNDEFINED, _UNDEFINED
                continue
            worst, best = table.buckets[found.worst].name, table.buckets[found.best].name
            yield name, table.attribute.name, worst, found.worst_value, best, found.best_value, found.gap


def _comparative_rows(study: Study, tables: Sequence[F1Table]) -> Iterator[Row]:
    for (a, name_a), (b, name_b) in combinations(enumerate(study.systems), 2):
        for table in tables:
            found, head = table.comparison(a, b), (name_a, name_b, table.attribute.name)
            if found is None:
                yield *head, None, _UNDEFINED, None, _UNDEFINED
                continue
            worst, best = table.buckets[found.worst].name, table.buckets[found.best].name
            yield *head, best, found.best_value, worst, found.worst_value


def _model_rows(study: Study, tables: Sequence[F1Table]) -> Iterator[Row]:
    for system, name in enumerate(study.systems):
        for table in tables:
            yield name, table.attribute.name, _number(table.spearman[system]), _number(table.deviation[system])


def _attribute_rows(study: Study, tables: Sequence[F1Table]) -> Iterator[Row]:
    for table in tables:
        test = friedman(table.by_run)
        yield table.attribute.name, _mean_value(table), _number(table.rho), PValue.of(test.p), test.n_blocks


_ROWS: Final[Mapping[Diagnosis, Callable[[Study, Sequence[F1Table]], Iterator[Row]]]] = {
    "self": _self_rows,
    "comparative": _comparative_rows,
    "model": _model_rows,
    "attribute": _attribute_rows,
}


def _mean_value(table: F1Table) -> Value:
    """Write zeta; that of dates is a date."""
    if isnan(table.zeta) or table.attribute.scale != "date":
        return _number(table.zeta)
    return edge(table.attribute, table.zeta)


def _number(value: float | None) -> Value:
    return _UNDEFINED if value is None or isnan(value) else float(value)
