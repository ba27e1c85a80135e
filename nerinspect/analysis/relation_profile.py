"""What the relations of a test set ask of memory: consistency and overlap with training, lengths and distances."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.mention_pairs import pairs_within_sentences
from nerinspect.analysis.relation_columns import relations_on, training_relations
from nerinspect.analysis.relation_parts import EXACT, relation_parts
from nerinspect.analysis.study import AnnotatedText, Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.analysis.training_triples import joined_codes, triples_of
from nerinspect.corpus.arrays import AnyIntArray, FloatArray, IntArray, is_member, sorted_distinct, times_in


@dataclass(frozen=True)
class RelationProfile:
    """Averages over the reference relations, as sums that are divided last.

    Attributes
    ----------
    n_relations : int
        Reference relations.
    n_exact : int
        Those whose triple is a training relation.
    consistency, exact_consistency : float
        The label consistencies (rCon) of all relations added up, and of those that are exact.
    argument_consistency : float
        The label consistencies of their argument types (aCon) added up.
    n_tokens : int
        Tokens of all heads and tails.
    n_between : int
        Tokens between head and tail, of all relations; none where they overlap.
    """

    n_relations: int
    n_exact: int
    consistency: float
    exact_consistency: float
    argument_consistency: float
    n_tokens: int
    n_between: int


def relation_profile(study: Study) -> RelationProfile:
    """Sum up the reference relations of a study.

    Parameters
    ----------
    study : Study
        With training data.

    Returns
    -------
    RelationProfile
        The sums.

    Notes
    -----
    The label consistency of a relation is the number of training relations with its triple, divided by the ordered
    pairs of mentions with its two surfaces that stand in one training sentence; 0 if there are none. That of its
    argument types is the same with the types of the mentions in place of their surfaces. Both look at pairs of
    different mentions alone. On CoNLL04 the paper prints 21 (rCon) and 91 (rCon*), where this gives 21.9 and 96.4; its
    other averages are met.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    relations, mentions = relations_on(study, "reference"), study.reference.mentions
    training, ids = _training(study), surface_ids(study)
    types = tuple(dict.fromkeys((*study.types, *training.annotation.mentions.types)))
    known_types = training.annotation.mentions.with_types(types).type_codes
    consistency = _consistency(study, ids.reference, ids.training, ids.n_surfaces)
    is_exact = relation_parts(study, "reference") == EXACT
    length = mentions.end - mentions.start
    return RelationProfile(
        len(relations),
        int(is_exact.sum()),
        float(consistency.sum()),
        float(consistency[is_exact].sum()),
        float(_consistency(study, mentions.type_codes, known_types, len(types)).sum()),
        int((length[relations.head] + length[relations.tail]).sum(dtype=np.int64)),
        int(mentions.tokens_between(relations.head, relations.tail).sum(dtype=np.int64)),
    )


def _consistency(study: Study, own_codes: IntArray, known_codes: IntArray, n_codes: int) -> FloatArray:
    """Divide training relations by pairs of mentions that look like the arguments of each reference relation.

    Parameters
    ----------
    study : Study
        With training data.
    own_codes, known_codes : ndarray of int32
        What the arguments are compared by, for each mention of the reference and of training.
    n_codes : int
        Above all codes.

    Returns
    -------
    ndarray of float64, shape (n_relations,)
        From 0 to 1.
    """
    own, learned = relations_on(study, "reference"), training_relations(study)
    joins_two = learned.rows(learned.head != learned.tail)
    known = triples_of(joins_two, known_codes, study.relation_choice.symmetric)
    pair = joined_codes(own_codes[own.head], own_codes[own.tail], n_codes)
    known_pair = joined_codes(known.head, known.tail, n_codes)
    n_related = times_in(
        joined_codes(own.type_codes, pair, n_codes**2), np.sort(joined_codes(known.type_codes, known_pair, n_codes**2))
    )
    wanted = sorted_distinct(pair)
    n_pairs = _count_pairs(_training(study), known_codes, n_codes, wanted)[np.searchsorted(wanted, pair)]
    consistency: FloatArray = n_related / np.maximum(n_pairs, 1)
    return consistency


def _count_pairs(training: AnnotatedText, codes: IntArray, n_codes: int, wanted: AnyIntArray) -> AnyIntArray:
    """Count the ordered pairs of different training mentions of one sentence for each pair of codes; ascending."""
    counts = np.zeros(len(wanted), dtype=np.int64)
    first, second = (sorted_distinct(column) for column in np.divmod(wanted, max(n_codes, 1)))
    sentence = training.text.sentence_of(training.annotation.mentions.start)
    for one, other in pairs_within_sentences(sentence, is_member(codes, first), is_member(codes, second)):
        pair = joined_codes(codes[one], codes[other], n_codes)
        counts += np.bincount(np.searchsorted(wanted, pair[is_member(pair, wanted)]), minlength=len(wanted))
    return counts


def _training(study: Study) -> AnnotatedText:
    assert study.training is not None, "counted are relations in training data"
    return study.training
