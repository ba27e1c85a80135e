"""The counts of all filter panels, taken together."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from nerinspect.analysis.adjudication import to_decide
from nerinspect.analysis.buckets import DEFAULT_BUCKETS
from nerinspect.analysis.events import KINDS, SHAPES
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.query.beside_counts import BesideCounts, beside_counts
from nerinspect.query.bucket_panel_counts import BucketPanelCounts, bucket_panel_counts
from nerinspect.query.facets import facet_counts, kind_counts, type_matrix
from nerinspect.query.fields.attributes import known_attribute
from nerinspect.query.novelty_counts import novelty_matrix
from nerinspect.query.others_counts import OthersCounts, others_counts
from nerinspect.query.selection import Selection
from nerinspect.query.tough_counts import ToughCounts, tough_counts
from nerinspect.query.values import Value


class Counted(NamedTuple):
    """What the panels show, each count under the other panels' filters.

    Attributes
    ----------
    kinds : ndarray of int64, shape (6,)
        Events of each kind, in the order of `KINDS`.
    matrix : ndarray of int64, shape (n_types + 1, n_types + 1)
        Events by reference and predicted type, no mention last.
    shapes : ndarray of int64, shape (6,)
        Events of each shape, in the order of `SHAPES` without the first.
    document_numbers, documents : ndarray of int64, shape (n_documents,)
        The documents and the events in each.
    tough : ToughCounts or None
        Mentions by subset for the prediction on show; None without training data.
    novelty : ndarray of int64, shape (3, 6), or None
        Events by novelty and kind, as `novelty_matrix` gives them; None without training data.
    buckets : BucketPanelCounts or None
        Members by bucket of the attribute on show, for the prediction on show; None if no attribute is, or if it has
        no values in the study.
    beside : BesideCounts or None
        What A, the prediction on show, and B make of the reference mentions; None while nothing is compared.
    others : OthersCounts or None
        Events of A, the prediction on show, by who else is right; None unless it is held against all others.
    verdicts : mapping of Value to int
        Events by verdict: undecided ones under None, the four, then those of one's own.
    n_undecided : int
        Events of the prediction on show that want a verdict and have none, whatever the filters.
    """

    kinds: AnyIntArray
    matrix: AnyIntArray
    shapes: AnyIntArray
    document_numbers: AnyIntArray
    documents: AnyIntArray
    tough: ToughCounts | None = None
    novelty: AnyIntArray | None = None
    buckets: BucketPanelCounts | None = None
    beside: BesideCounts | None = None
    others: OthersCounts | None = None
    verdicts: Mapping[Value, int] = MappingProxyType({})
    n_undecided: int = 0


NOTHING_COUNTED: Final = Counted(
    np.zeros(len(KINDS), dtype=np.int64),
    np.zeros((1, 1), dtype=np.int64),
    np.zeros(len(SHAPES) - 1, dtype=np.int64),
    np.zeros(0, dtype=np.int64),
    np.zeros(0, dtype=np.int64),
)


class Bucketed(NamedTuple):
    """The attribute whose buckets are on show, by its name, and how many there are to be."""

    attribute: str
    n_wanted: int = DEFAULT_BUCKETS


def count_for_panels(
    study: Study,
    selection: Selection,
    first: int,
    last: int,
    with_correct: bool,
    bucketed: Bucketed | None = None,
    compared: int | None = None,
    has_stretches: bool = False,
    against_all: bool = False,
) -> Counted:
    """Count what the panels show.

    Parameters
    ----------
    study : Study
        The events.
    selection : Selection
        What is selected in all panels.
    first, last : int
        Half-open range of the events on show.
    with_correct : bool
        Whether the type matrix counts correct events too.
    bucketed : Bucketed or None
        What the bucket panel shows; None where nobody looks at it.
    compared : int or None
        The prediction that the one on show is compared with, B beside A; None while nothing is compared.
    has_stretches : bool
        Whether the rows of a comparison are stretches of text.
    against_all : bool
        Whether the prediction on show is held against all other systems.

    Returns
    -------
    Counted
        The counts of all panels, taken together.
    """
    among: BoolArray | None = None
    if last - first < len(study.events):
        among = np.zeros(len(study.events), dtype=bool)
        among[first:last] = True
    kinds, shapes = kind_counts(study, selection, among), facet_counts(study, selection, "shape", among)
    documents = facet_counts(study, selection, "doc", among)
    shown = _prediction_on_show(study, first)
    return Counted(
        np.array([kinds[kind] for kind in KINDS], dtype=np.int64),
        type_matrix(study, selection, with_correct, among),
        np.array([shapes[shape] for shape in SHAPES[1:]], dtype=np.int64),
        np.array(list(documents), dtype=np.int64),
        np.array(list(documents.values()), dtype=np.int64),
        *_about_training(study, selection, first, last),
        _by_bucket(study, selection, first, bucketed),
        None if compared is None else beside_counts(study, selection, shown, compared, has_stretches),
        others_counts(study, selection, shown) if against_all else None,
        facet_counts(study, selection, "verdict", among),
        _n_undecided(study, first, last),
    )


def _n_undecided(study: Study, first: int, last: int) -> int:
    """Count the events in a range that want a verdict and have none."""
    is_left = to_decide(study)
    is_left[study.decisions.with_verdict()] = False
    return int(np.count_nonzero(is_left[first:last]))


def _about_training(
    study: Study, selection: Selection, first: int, last: int
) -> tuple[ToughCounts | None, AnyIntArray | None]:
    if study.training is None or not study.predictions:
        return None, None
    prediction = _prediction_on_show(study, first)
    return tough_counts(study, selection, prediction), novelty_matrix(study, selection, first, last)


def _by_bucket(study: Study, selection: Selection, first: int, bucketed: Bucketed | None) -> BucketPanelCounts | None:
    attribute = known_attribute(study, bucketed.attribute) if bucketed else None
    if bucketed is None or attribute is None or not study.predictions:
        return None
    prediction = _prediction_on_show(study, first)
    return bucket_panel_counts(study, selection, prediction, attribute, bucketed.n_wanted)


def _prediction_on_show(study: Study, first: int) -> int:
    """Find the prediction whose events begin at a place; the last ones may have no event."""
    prediction = int(np.searchsorted(study.event_start, first, side="right")) - 1
    return min(prediction, len(study.predictions) - 1)
