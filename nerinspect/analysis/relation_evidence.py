"""What the training data show of one relation: the same triple, and each argument in its place."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.relation_columns import relations_on
from nerinspect.analysis.study import Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.analysis.training_triples import training_triples
from nerinspect.corpus.arrays import AnyIntArray


@dataclass(frozen=True, eq=False)
class RelationEvidence:
    """The training relations of one type that say something of a relation of that type.

    Each holds numbers of relations as `training_relations` numbers them, ascending, each once; how many there are is
    how often training has it.

    Attributes
    ----------
    triple : ndarray of int, shape (n_triple,)
        Those between the same two surfaces in the same direction.
    head : ndarray of int, shape (n_head,)
        Those with the head's surface as head.
    tail : ndarray of int, shape (n_tail,)
        Those with the tail's surface as tail. In all three, a relation of a symmetric type counts in both directions.
    """

    triple: AnyIntArray
    head: AnyIntArray
    tail: AnyIntArray


def relation_evidence(study: Study, side: Side, relation: int) -> RelationEvidence:
    """Find what the training data show of one relation.

    Parameters
    ----------
    study : Study
        Without training data nothing is found.
    side : str
        `reference` or `predicted`.
    relation : int
        Number of the relation on that side, as `relations_on` numbers them.

    Returns
    -------
    RelationEvidence
        Surfaces are compared under `Study.matching`.
    """
    ids, known, own = surface_ids(study), training_triples(study), relations_on(study, side)
    surface = ids.reference if side == "reference" else ids.predicted
    is_of_type = known.type_codes == own.type_codes[relation]
    is_head = is_of_type & (known.head == surface[own.head[relation]])
    is_tail = is_of_type & (known.tail == surface[own.tail[relation]])
    triple, head, tail = (np.unique(known.relation[mask]) for mask in (is_head & is_tail, is_head, is_tail))
    return RelationEvidence(triple, head, tail)
