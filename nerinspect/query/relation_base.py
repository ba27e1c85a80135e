"""The relations that rates are taken over: those that a selection keeps without a look at how they came out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.relation_columns import relation_types
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.query.fields.relations import (
    ARGUMENT_DISTANCE,
    PREDICTED_RELATION,
    REFERENCE_RELATION,
    RELATION_PART,
    RELATION_TYPE_FIELDS,
)
from nerinspect.query.filters import NOTHING, Filter, Term, negated
from nerinspect.query.mention_base import MENTION_FIELDS, types_in
from nerinspect.query.relation_filter import relation_mask
from nerinspect.query.relation_values import relation_type_codes
from nerinspect.query.selection import Selection

BASE_FIELDS: Final = MENTION_FIELDS | {*RELATION_TYPE_FIELDS, RELATION_PART.name, ARGUMENT_DISTANCE.name}
"""The fields that ask which relations they are; any other asks how they came out, or whose they are."""

SIDE_FIELDS: Final[dict[Side, str]] = {"reference": REFERENCE_RELATION.name, "predicted": PREDICTED_RELATION.name}
"""The field about the relation types of a side."""


@dataclass(frozen=True)
class RelationBase:
    """Which relations are counted: those of some types in some relation events.

    Attributes
    ----------
    events : Selection
        Chooses the relation events.
    named, excluded : frozenset of str
        Types to count, all if none is named, and types not to count.
    """

    events: Selection = field(default_factory=Selection)
    named: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()

    @classmethod
    def of(cls, selection: Selection) -> "RelationBase":
        """Find the relations that a selection keeps.

        Parameters
        ----------
        selection : Selection
            What is selected in all panels.

        Returns
        -------
        RelationBase
            A term that asks about a field outside `BASE_FIELDS`, such as `relkind:` or `kind:`, has no say. A term
            about relation types alone names the types to count, or with a minus those not to count, whichever side it
            asks about. Each remaining term chooses events; the relations of both sides in them are counted.
        """
        terms = [term for term in selection.terms if term.fields <= BASE_FIELDS]
        about_types = [term for term in terms if term.fields and term.fields <= {*RELATION_TYPE_FIELDS}]
        mentioned = [pair for term in about_types for pair in types_in(term)]
        return cls(
            Selection(tuple(term for term in terms if term not in about_types)),
            frozenset(name for name, is_named in mentioned if is_named),
            frozenset(name for name, is_named in mentioned if not is_named),
        )

    def types_of(self, types: Sequence[str]) -> tuple[str, ...]:
        """Name the types that are counted, in the order given."""
        return tuple(name for name in types if name not in self.excluded and (not self.named or name in self.named))

    def on_side(self, side: Side, types: Sequence[str]) -> Filter:
        """Ask for a counted relation on a side.

        Parameters
        ----------
        side : str
            `reference` or `predicted`.
        types : sequence of str
            All relation types of the study.
        """
        counted, name = self.types_of(types), SIDE_FIELDS[side]
        if len(counted) == len(types):
            return negated(Term(name, (None,)))
        return Term(name, counted) if counted else NOTHING

    def kept(self, study: Study, prediction: int) -> dict[Side, BoolArray]:
        """Tell in which relation events of a prediction there is a counted relation.

        Parameters
        ----------
        study : Study
            With relations.
        prediction : int
            The number of the prediction.

        Returns
        -------
        dict of Side to ndarray of bool, shape (n_relation_events,)
            Of the reference, and of the prediction.
        """
        types = relation_types(study)
        is_counted = np.append(np.isin(np.array(types, dtype=str), self.types_of(types)), False)
        events = relation_mask(study, self.events.filter) & (relation_events(study).prediction == prediction)
        return {side: events & is_counted[relation_type_codes(study)[side]] for side in SIDES}
