"""What training knows of an event: the subsets of its mentions, and whether its sentence stands there too."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import numpy as np

from nerinspect.attributes.mention_columns import MentionColumn, main_column, side_column
from nerinspect.corpus.arrays import BoolArray, ByteArray, CodeArray
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study, kept_column
from nerinspect.query.fields.base import MentionField
from nerinspect.query.fields.kinds import CodeField
from nerinspect.query.language.values import Values
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.training.tough import SUBSETS, packed_subsets, sentences_in_training

NO_SUBSET: Final = 0


def _packed(study: Study) -> dict[Side, ByteArray]:
    """Give the subsets of each mention as bits; none without training data."""
    if study.training is None:
        return {side: np.zeros(len(study.mentions_on(side)), dtype=np.uint8) for side in SIDES}
    return packed_subsets(study)


@kept_column("subsets")
def subset_columns(study: Study) -> dict[Side, MentionColumn]:
    return {side: side_column(study, side, packed, NO_SUBSET) for side, packed in _packed(study).items()}


@kept_column("main subsets")
def main_subsets(study: Study) -> MentionColumn:
    """Give the subsets of the reference mentions of each event, or of the predicted ones if it has none."""
    return main_column(study, _packed(study), NO_SUBSET)


def in_any_subset(packed: ByteArray, subsets: Iterable[str]) -> BoolArray:
    wanted = sum(1 << SUBSETS.index(subset) for subset in subsets)
    return np.asarray((packed & np.uint8(wanted)) != 0)


class SubsetField(MentionField):
    """A field that asks for subsets of tough mentions, by names of its own; one mention in one of them is enough."""

    needs_training = True

    def __init__(
        self,
        name: str,
        meaning: str,
        subsets: Mapping[str, str],
        column: Callable[[Study], MentionColumn],
        noun: str = "subset",
    ) -> None:
        super().__init__(name, meaning)
        self._subsets, self._column, self.what = dict(subsets), column, noun

    def subsets_of(self, values: Values) -> frozenset[str]:
        return frozenset(self._subsets[str(value)] for value in values if value in self._subsets)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        return self._column(study).has_any(partial(in_any_subset, subsets=self.subsets_of(values)))

    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        """Look at the bits of each mention of a side, whatever mentions of an event the field looks at."""
        return in_any_subset(_packed(study)[side], self.subsets_of(values))

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return tuple(self._subsets)


class TrainedField(CodeField):
    """Whether the sentence stands in training."""

    needs_training = True


@kept_column("trained")
def trained_events(study: Study) -> CodeArray:
    """Tell whether the sentence of each event stands in training too: 2 yes, 1 no, 0 without training data."""
    if study.training is None:
        return np.zeros(len(study.events), dtype=np.int8)
    return (sentences_in_training(study)[study.event_sentence] + np.int8(1)).astype(np.int8)


def _of_side(study: Study, side: Side) -> MentionColumn:
    return subset_columns(study)[side]


_BY_NAME = {subset: subset for subset in SUBSETS}

TOUGH = SubsetField("tough", "subset of tough mentions", _BY_NAME, main_subsets).such_as("unseen-any")
REFERENCE_TOUGH = SubsetField(
    "reftough", "subset of a reference mention", _BY_NAME, partial(_of_side, side="reference")
).such_as("unseen-type")
PREDICTED_TOUGH = SubsetField(
    "predtough", "subset of a predicted mention", _BY_NAME, partial(_of_side, side="predicted")
).such_as("seen")
SEEN = SubsetField(
    "seen", "training has the mention with its type", {"no": "unseen-any", "yes": "seen"}, main_subsets, "answer"
).such_as("no")
TRAINED = TrainedField(
    "trained", "its sentence occurs in training, too", ("", "no", "yes"), trained_events, "answer"
).such_as("yes")
