"""Fields about relations: kind of the event, type by side, part in training, distance of the arguments.

A relation event is asked directly. A mention event has a value if a relation event of its prediction has it that has an
argument in it.
"""

from abc import abstractmethod
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.query.fields.base import Field, ReadsNumbers
from nerinspect.query.fields.kinds import SidedTypeField
from nerinspect.query.language.values import Values, held
from nerinspect.query.language.vocabulary import Vocabulary

# What relations are is imported where it is asked for: most studies have none.


class RelationField(Field):
    """A field that is asked of relation events."""

    about = "relations"

    @abstractmethod
    def relation_mask(self, study: Study, values: Values) -> BoolArray:
        """Tell which relation events have one of the values; those that fit nothing match nothing."""

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Mark the mention events that an argument of such a relation event lies in."""
        from nerinspect.events.relation_events import relation_meetings

        meetings, mask = relation_meetings(study), np.zeros(len(study.events), dtype=bool)
        mask[meetings.event[self.relation_mask(study, values)[meetings.relation]]] = True
        return mask


class RelationKindField(RelationField):
    """The kind of a relation event."""

    what = "relation kind"
    glossary_key = "relation_{}"

    @property
    def every_value(self) -> Values:  # type: ignore[override]
        """All kinds: every relation event is of one."""
        from nerinspect.events.relation_events import RELATION_KINDS

        return RELATION_KINDS

    def relation_mask(self, study: Study, values: Values) -> BoolArray:
        from nerinspect.events.relation_events import relation_events

        wanted = np.array([kind in values for kind in self.every_value])
        return np.asarray(wanted[relation_events(study).kind])

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return tuple(map(str, self.every_value))


class RelationTypeField(SidedTypeField, RelationField):
    """The type of the relation on one of some sides."""

    what = "relation type"
    absence = "no relation"

    def relation_mask(self, study: Study, values: Values) -> BoolArray:
        from nerinspect.events.relation_events import relation_type_codes, relation_types

        wanted = np.array([name in values for name in (*relation_types(study), None)])
        return np.asarray(np.logical_or.reduce([wanted[relation_type_codes(study)[side]] for side in self._sides]))

    def named(self, study: Study) -> Values:
        from nerinspect.events.relation_events import relation_types

        return (*relation_types(study), None)

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return vocabulary.relation_types


class RelationPartField(RelationField):
    """What training has of the relation, of one side or whichever there is: the triple, an argument, or neither."""

    what = "part"
    glossary_key = "part_{}"
    needs_training = True

    def __init__(self, name: str, meaning: str, side: Side | None = None) -> None:
        super().__init__(name, meaning)
        self._side = side

    def relation_mask(self, study: Study, values: Values) -> BoolArray:
        """Compare the column of parts; without relations in training there are none."""
        from nerinspect.training.known_relations import relation_part_codes

        wanted = np.array([*(part in values for part in self.choices(Vocabulary())), False])
        return np.asarray(wanted[relation_part_codes(study)[self._side]])

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        from nerinspect.training.known_relations import RELATION_PARTS

        return RELATION_PARTS


class ArgumentDistanceField(ReadsNumbers, RelationField):
    """The number of tokens between the arguments; 0 is a number like any other."""

    def relation_mask(self, study: Study, values: Values) -> BoolArray:
        from nerinspect.events.relation_events import argument_distances

        return held(argument_distances(study), values)

    def named(self, study: Study) -> Values:
        from nerinspect.events.relation_events import argument_distances

        return tuple(np.unique(argument_distances(study)).tolist())


RELATION_KIND: Final = RelationKindField("relkind", "kind of a relation event").such_as("reversed")
RELATION_TYPE: Final = RelationTypeField("rel", "any relation type, of the reference or predicted", *SIDES)
REFERENCE_RELATION: Final = RelationTypeField("refrel", "type of a reference relation", "reference")
PREDICTED_RELATION: Final = RelationTypeField("predrel", "type of a predicted relation", "predicted").such_as("none")
RELATION_PART: Final = RelationPartField("part", "how a relation occurs in training").such_as("new")
REFERENCE_PART: Final = RelationPartField(
    "refpart", "how a reference relation occurs in training", "reference"
).such_as("exact")
PREDICTED_PART: Final = RelationPartField(
    "predpart", "how a predicted relation occurs in training", "predicted"
).such_as("partial")
ARGUMENT_DISTANCE: Final = ArgumentDistanceField("adist", "tokens between the arguments of a relation").such_as(">5")

RELATION_TYPE_FIELDS: Final = (REFERENCE_RELATION.name, PREDICTED_RELATION.name, RELATION_TYPE.name)
"""The fields about relation types: of the reference, of the prediction, and of either."""

RELATION_FIELDS: Final[tuple[RelationField, ...]] = (
    RELATION_KIND,
    RELATION_TYPE,
    REFERENCE_RELATION,
    PREDICTED_RELATION,
    RELATION_PART,
    REFERENCE_PART,
    PREDICTED_PART,
    ARGUMENT_DISTANCE,
)
"""What is asked of one and the same relation event where it stands together."""
