"""Scores of the swap test: what predictions say of the sentences before and after their arguments changed places."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from nerinspect.analysis.events import TP
from nerinspect.analysis.relation_choice import RelationChoice
from nerinspect.analysis.relation_columns import relations_on
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import CORRECT
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.relations import Relations

SWAP_PATTERNS: Final = ("swapped", "original", "both", "none")
"""What a prediction extracts from a swapped sentence: the swapped relation, the original one, both or none of them."""


@dataclass(frozen=True, eq=False)
class SwapScores:
    """What one prediction scores on the sentences of a swap test.

    Attributes
    ----------
    mentions : Counts
        Mentions of all types in these sentences.
    relations : Counts
        Relations of the type of the test, strict.
    reverse : Counts
        The same against the reference with head and tail of each of them exchanged.
    finds, reverses : ndarray of bool, shape (n_sentences,)
        Whether the relation of a sentence is extracted, and whether it is with head and tail exchanged.
    """

    mentions: Counts
    relations: Counts
    reverse: Counts
    finds: BoolArray
    reverses: BoolArray

    @property
    def patterns(self) -> IntArray:
        """For each swapped sentence the place in `SWAP_PATTERNS`."""
        return np.select([self.finds & self.reverses, self.finds, self.reverses], [2, 0, 1], default=3).astype(np.int32)


def swap_scores(study: Study, relation_type: str, sentences: IntArray) -> list[SwapScores]:
    """Score every prediction on the sentences of a swap test.

    Parameters
    ----------
    study : Study
        Of the data set before or after its sentences were swapped; its choice for relations is not looked at.
    relation_type : str
        The type of the test.
    sentences : ndarray of int32, shape (n_sentences,)
        Numbers of the sentences in the study, from 0 and ascending; each holds one reference relation of the type.

    Returns
    -------
    list of SwapScores
        In the order of the predictions.
    """
    chosen = np.zeros(study.text.n_sentences, dtype=bool)
    chosen[sentences] = True
    straight = replace(study, relation_choice=RelationChoice("strict"))
    found = [_found(straight, relation_type), _found(_reversed(straight, relation_type), relation_type)]
    n_predicted = _n_predicted(straight, relation_type, chosen)
    scores = []
    for prediction, n_own in enumerate(n_predicted):
        finds, reverses = (held[prediction][sentences] for held in found)
        right, reverse = (Counts(len(sentences), n_own, int(np.count_nonzero(one))) for one in (finds, reverses))
        scores.append(SwapScores(_mention_counts(study, prediction, chosen), right, reverse, finds, reverses))
    return scores


def _found(study: Study, relation_type: str) -> BoolArray:
    """Tell in which sentences each prediction has a relation of the type right; (n_predictions, n_sentences)."""
    events, reference = relation_events(study), relations_on(study, "reference")
    right = events.rows(events.kind == CORRECT)
    right = right.rows(reference.type_codes[right.reference] == reference.types.index(relation_type))
    found = np.zeros((len(study.predictions), study.text.n_sentences), dtype=bool)
    found[right.prediction, study.text.sentence_of(right.start)] = True
    return found


def _reversed(study: Study, relation_type: str) -> Study:
    """Exchange head and tail of the reference relations of a type."""
    relations = study.reference.relations
    assert relations is not None, "there is one of the type"
    turned = relations.type_codes == relations.types.index(relation_type)
    head, tail = np.where(turned, [relations.tail, relations.head], [relations.head, relations.tail])
    return replace(
        study,
        reference=replace(study.reference, relations=Relations(head, tail, relations.type_codes, relations.types)),
    )


def _n_predicted(study: Study, relation_type: str, chosen: BoolArray) -> list[int]:
    """Count what each prediction has of the type in the chosen sentences."""
    predicted = relations_on(study, "predicted")
    start = study.predicted.start[predicted.head]
    own = (predicted.type_codes == predicted.types.index(relation_type)) & chosen[study.text.sentence_of(start)]
    return [int(number) for number in np.bincount(predicted.prediction[own], minlength=len(study.predictions))]


def _mention_counts(study: Study, prediction: int, chosen: BoolArray) -> Counts:
    """Count mentions of all types in the chosen sentences."""
    reference, predicted = study.reference.mentions, study.predictions[prediction].mentions
    n_reference, n_predicted = (
        int(np.count_nonzero(chosen[study.text.sentence_of(mentions.start)])) for mentions in (reference, predicted)
    )
    events = study.events_of(prediction)
    right = events.mentions("reference", events.kind == TP)
    n_right = int(np.count_nonzero(chosen[study.text.sentence_of(reference.start[right])]))
    return Counts(n_reference, n_predicted, n_right)
