"""The agreement table: how far annotators agree, in pairs."""

from collections.abc import Iterator, Sequence
from math import isnan

from nerinspect.analysis.agreement import AgreementCounts, agreements, is_nested
from nerinspect.analysis.study import Study
from nerinspect.analysis.type_names import ALL_TYPES, type_or_all
from nerinspect.results.table import Ratio, Row, Table

AGREEMENT_COLUMNS = ("a", "b", "type", "a_mentions", "b_mentions", "both", "f1", "label_agreement", "kappa")


def agreement_table(study: Study, names: Sequence[str]) -> Table:
    """Compare annotators in pairs.

    Parameters
    ----------
    study : Study
        Its reference and predictions are the annotators.
    names : sequence of str
        Of the reference, then of each prediction.

    Returns
    -------
    Table
        For each pair in the order given the row of all types, then each type by code point. Undefined values, and
        kappa of single types, are empty.
    """
    return Table(AGREEMENT_COLUMNS, list(_rows(study, names)), frozenset(("f1", "label_agreement")))


def agreement_notes(study: Study, names: Sequence[str], table: Table) -> list[str]:
    """Say why cells of an agreement table are empty.

    Parameters
    ----------
    study, names
        As the table was made from them.
    table : Table
        What `agreement_table` gave.

    Returns
    -------
    list of str
        A sentence for each reason there is.
    """
    place = {column: number for number, column in enumerate(AGREEMENT_COLUMNS)}
    rows = list(table)
    nested = [name for number, name in enumerate(names) if is_nested(study, number)]
    constant = [
        f"{row[place['a']]} and {row[place['b']]}"
        for row in rows
        if row[place["type"]] == ALL_TYPES and row[place["kappa"]] is None and not {*row[:2]} & {*nested}
    ]
    overlap = f"kappa is empty where mentions overlap, as those of {', '.join(nested)} do: a token has several types"
    reasons = (
        (nested, overlap),
        (constant, f"kappa of {', '.join(constant)} is empty: both give one and the same type to every token"),
        (_has_undefined(rows, place["f1"]), "f1 is empty where neither annotator has a mention"),
        (
            _has_undefined(rows, place["label_agreement"]),
            "label_agreement is empty where no mention of one has the extent of a mention of the other",
        ),
    )  # fmt: skip
    return [reason for holds, reason in reasons if holds]


def _rows(study: Study, names: Sequence[str]) -> Iterator[Row]:
    for a, b, found in agreements(study):
        pair = names[a], names[b]
        kappa = None if isnan(found.kappa) else found.kappa
        yield (*pair, ALL_TYPES, *_cells(found.overall), kappa)
        for name in study.types:
            yield (*pair, type_or_all(name), *_cells(found.of_type(name)), None)


def _cells(counts: AgreementCounts) -> Row:
    f1 = Ratio(2 * counts.both, counts.a + counts.b)
    return counts.a, counts.b, counts.both, f1, Ratio(counts.alike, counts.shared)


def _has_undefined(rows: Sequence[Row], column: int) -> bool:
    return any(isinstance(ratio := row[column], Ratio) and not ratio.denominator for row in rows)
