"""The relations of the retention heuristic: what training says of two surfaces, said of every such pair of mentions."""

import numpy as np

from nerinspect.analysis.mention_pairs import pairs_within_sentences
from nerinspect.analysis.relation_columns import in_text_order
from nerinspect.analysis.study import AnnotatedText
from nerinspect.analysis.surface_identity import numbered_surfaces
from nerinspect.analysis.training_triples import Triples, joined_codes, triples_of
from nerinspect.corpus.arrays import AnyIntArray, IntArray, is_member, sorted_distinct
from nerinspect.corpus.matching import Matching, over_one_vocabulary
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.relations import Relations
from nerinspect.corpus.text import Text


def retention_relations(
    training: AnnotatedText,
    text: Text,
    mentions: Mentions,
    matching: Matching = "exact",
    symmetric: tuple[str, ...] = (),
) -> Relations:
    """Relate mentions as training relates their surfaces.

    Parameters
    ----------
    training : AnnotatedText
        What is known; without relations nothing is related.
    text : Text
        The test text.
    mentions : Mentions
        Those of the heuristic, see `retention_mentions`.
    matching : str
        How tokens are compared.
    symmetric : tuple of str
        The relation types that say the same with head and tail exchanged.

    Returns
    -------
    Relations
        One for each ordered pair of different mentions of a sentence whose surfaces, in this order, are head and tail
        of a training relation, with the type they have most often (of equally frequent ones the first in code point
        order). A training relation of a symmetric type counts in both directions, and one is made for each pair of
        mentions.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    given = training.annotation.relations
    types = tuple(sorted(given.type_names())) if given is not None else ()
    own, learned = over_one_vocabulary(text, training.text, matching)
    (surface, known), n_surfaces = numbered_surfaces([(own, mentions), (learned, training.annotation.mentions)])
    triples = triples_of(in_text_order(given, types, symmetric), known, symmetric)
    pairs, type_codes = _by_heart(triples, n_surfaces)
    is_head, is_tail = (is_member(surface, sorted_distinct(known)) for known in (triples.head, triples.tail))
    parts: list[AnyIntArray] = [np.empty((3, 0), dtype=np.int32)]
    for head, tail in pairs_within_sentences(text.sentence_of(mentions.start), is_head, is_tail):
        pair = joined_codes(surface[head], surface[tail], n_surfaces)
        is_known = is_member(pair, pairs)
        codes = type_codes[np.searchsorted(pairs, pair[is_known])]
        parts.append(np.stack([head[is_known], tail[is_known], codes]).astype(np.int32))
    heads, tails, codes = np.concatenate(parts, axis=1).astype(np.int32)
    made = in_text_order(Relations(heads, tails, codes, types), types, symmetric)
    return Relations(made.head, made.tail, made.type_codes, types)


def _by_heart(triples: Triples, n_surfaces: int) -> tuple[AnyIntArray, IntArray]:
    """Give the pairs of head and tail surface of training, ascending, and the type each has most often."""
    n_types = int(triples.type_codes.max(initial=0)) + 1
    pair = joined_codes(triples.head, triples.tail, n_surfaces)
    reading, count = np.unique(joined_codes(pair, triples.type_codes, n_types), return_counts=True)
    pair, type_codes = np.divmod(reading, n_types)
    order = np.lexsort((type_codes, -count, pair))
    first = order[np.append(True, pair[1:] != pair[:-1])[: len(pair)]]  # pairs stand in the same places as before
    return pair[first], type_codes[first].astype(np.int32)
