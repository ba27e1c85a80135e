"""What training knows of a relation: the whole triple, an argument in its place, or nothing."""

from typing import Final

import numpy as np

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.relation_columns import relations_on, training_relations
from nerinspect.analysis.study import Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.analysis.training_triples import joined_codes, training_triples
from nerinspect.corpus.arrays import CodeArray, is_member, sorted_distinct
from nerinspect.corpus.kept import kept_with_owner

RELATION_PARTS: Final = ("exact", "partial", "new")
"""What training knows of a relation; the arrays of `relation_parts` hold places in this tuple."""

EXACT, PARTIAL, NEW = range(len(RELATION_PARTS))


def has_relation_parts(study: Study) -> bool:
    """Tell whether training data with relations are there to look relations up in."""
    return study.training is not None and len(training_relations(study)) > 0


def relation_parts(study: Study, side: Side) -> CodeArray:
    """Look every relation of a side up in the training data, by its own surfaces and its own type.

    Parameters
    ----------
    study : Study
        Without training data every relation is new.
    side : str
        `reference` or `predicted`.

    Returns
    -------
    ndarray of int8, shape (n_relations,)
        Places in `RELATION_PARTS`: exact if training has a relation of this type between these two surfaces in this
        direction; else partial if it has one of this type with this head surface as its head or this tail surface as
        its tail. Relations of symmetric types are looked up in both directions, so that two which match, in either
        order, are in the same part. Kept with the study.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    return _both_sides(study)[side]


@kept_with_owner
def _both_sides(study: Study) -> dict[Side, CodeArray]:
    ids, known = surface_ids(study), training_triples(study)
    n_surfaces = ids.n_surfaces
    known_head = joined_codes(known.type_codes, known.head, n_surfaces)
    heads = sorted_distinct(known_head)
    tails = sorted_distinct(joined_codes(known.type_codes, known.tail, n_surfaces))
    triples = np.sort(joined_codes(known_head, known.tail, n_surfaces))
    surface = {"reference": ids.reference, "predicted": ids.predicted}
    answers: dict[Side, CodeArray] = {}
    for side in SIDES:
        own = relations_on(study, side)
        tail = surface[side][own.tail]
        typed_head = joined_codes(own.type_codes, surface[side][own.head], n_surfaces)
        typed_tail = joined_codes(own.type_codes, tail, n_surfaces)
        is_exact = is_member(joined_codes(typed_head, tail, n_surfaces), triples)
        is_partial = is_member(typed_head, heads) | is_member(typed_tail, tails)
        answers[side] = np.where(is_exact, EXACT, np.where(is_partial, PARTIAL, NEW)).astype(np.int8)
    return answers
