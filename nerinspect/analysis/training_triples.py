"""The relations of training data as triples of head surface, type and tail surface."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.relation_columns import RelationColumns, training_relations
from nerinspect.analysis.study import Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.corpus.kept import kept_with_owner


@dataclass(frozen=True, eq=False)
class Triples:
    """What relations say of surfaces; those of symmetric types say it in both directions.

    Attributes
    ----------
    head, tail : ndarray of int32, shape (n_triples,)
        Numbers of the surfaces of the arguments.
    type_codes : ndarray of int32, shape (n_triples,)
        The types of the relations.
    relation : ndarray of int32, shape (n_triples,)
        The relation that each is from; one of a symmetric type that joins two mentions is here twice.
    """

    head: IntArray
    tail: IntArray
    type_codes: IntArray
    relation: IntArray


def triples_of(relations: RelationColumns, surface: IntArray, symmetric: tuple[str, ...]) -> Triples:
    """Write relations down as triples.

    Parameters
    ----------
    relations : RelationColumns
        Each once.
    surface : ndarray of int32, shape (n_mentions,)
        The number of the surface of each of their mentions.
    symmetric : tuple of str
        The types that say the same with head and tail exchanged.

    Returns
    -------
    Triples
        First as the relations are given, then those of symmetric types exchanged.
    """
    is_symmetric = np.array([name in symmetric for name in relations.types], dtype=bool)
    turned = np.flatnonzero(is_symmetric[relations.type_codes] & (relations.head != relations.tail))
    relation = np.append(np.arange(len(relations)), turned).astype(np.int32)
    return Triples(
        surface[np.append(relations.head, relations.tail[turned])],
        surface[np.append(relations.tail, relations.head[turned])],
        relations.type_codes[relation],
        relation,
    )


@kept_with_owner
def training_triples(study: Study) -> Triples:
    """Give the triples of the training data of a study.

    Parameters
    ----------
    study : Study
        Without training data there are none.

    Returns
    -------
    Triples
        Surfaces by the numbers of `surface_ids`, types and relations by those of `training_relations`.
    """
    return triples_of(training_relations(study), surface_ids(study).training, study.relation_choice.symmetric)


def joined_codes(first: AnyIntArray, second: AnyIntArray, n_second: int) -> AnyIntArray:
    """Write two columns of codes as one, so that equal numbers are equal pairs.

    Parameters
    ----------
    first, second : ndarray of int, shape (n,)
        Not negative.
    n_second : int
        Above all of `second`.

    Returns
    -------
    ndarray of int64, shape (n,)
        Ordered by the first column, then by the second.
    """
    joined: AnyIntArray = first.astype(np.int64) * max(n_second, 1) + second
    return joined
