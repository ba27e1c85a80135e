"""The table of buckets: precision, recall and F1 of each system by the value of an attribute."""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.attributes import attributes_of
from nerinspect.analysis.buckets import DEFAULT_BUCKETS, Bucketing, bucketing
from nerinspect.analysis.study import Study
from nerinspect.query.bucket_counts import bucket_counts
from nerinspect.results.run_summary import mean, predictions_by_system
from nerinspect.results.table import Ratio, Row, Table, Value

BUCKET_COLUMNS: Final = (
    "system", "attribute", "bucket", "lower", "upper", "reference", "predicted", "correct", "precision", "recall", "f1",
)  # fmt: skip


def bucket_table(study: Study, attributes: Sequence[Attribute] | None = None, n_wanted: int = DEFAULT_BUCKETS) -> Table:
    """List the buckets of attributes with what each system scores in them.

    Parameters
    ----------
    study : Study
        With or without predictions; with training data, if an attribute needs them.
    attributes : sequence of Attribute or None
        Which; None for all that have values.
    n_wanted : int
        The m of the definitions.

    Returns
    -------
    Table
        By system, attribute and bucket. Of several runs mean counts and mean ratios, those over the runs in which
        they are defined. Without a prediction only what the reference has.
    """
    chosen = attributes_of(study) if attributes is None else attributes
    return Table(
        BUCKET_COLUMNS,
        list(_rows(study, [bucketing(study, one, n_wanted) for one in chosen])),
        frozenset(("precision", "recall", "f1")),
        counts=frozenset(("lower", "upper", "predicted", "correct")),
    )


def bucket_ratios(counts: Sequence[int]) -> tuple[Ratio, Ratio, Ratio]:
    """Give precision, recall and F1 of a bucket's reference, predicted and correct members."""
    reference, predicted, correct = counts
    return Ratio(correct, predicted), Ratio(correct, reference), Ratio(2 * correct, reference + predicted)


def edge(attribute: Attribute, value: float | None) -> Value:
    """Write an edge as files hold it: whole numbers as such, dates as ISO 8601 has them, an open edge empty."""
    if value is None:
        return None
    if attribute.scale == "whole":
        return int(value)
    return str(np.datetime64(int(value), "D")) if attribute.scale == "date" else value


def _rows(study: Study, bucketings: Sequence[Bucketing]) -> Iterator[Row]:
    systems, counts = predictions_by_system(study), bucket_counts(study, bucketings)
    for system, runs in systems.items():
        for own, by_run in zip(bucketings, counts, strict=True):
            for head, place in _heads(own):
                yield system, *head, *_scores(by_run[runs, :, place])
    if not systems:
        for own in bucketings:
            n_reference = np.bincount(own.reference, minlength=len(own.buckets)).tolist()
            for head, place in _heads(own):
                yield None, *head, n_reference[place], None, None, None, None, None


def _heads(own: Bucketing) -> Iterator[tuple[Row, int]]:
    for place, bucket in enumerate(own.buckets):
        edges = (edge(own.attribute, bucket.lower), edge(own.attribute, bucket.upper))
        yield (own.attribute.name, bucket.name, *edges), place


def _scores(by_run: npt.NDArray[np.int64]) -> Row:
    """Give counts and ratios: exact for one run, their means for several. Shape (n_runs, 3)."""
    ratios = [bucket_ratios(counts) for counts in by_run.tolist()]
    if len(ratios) == 1:
        return *by_run[0].tolist(), *ratios[0]
    means = [mean([one.value for one in column if one.value is not None]) for column in zip(*ratios, strict=True)]
    return *(fmean(column) for column in by_run.T.tolist()), *means
