"""The filters behind the numbers of the overview: each keeps exactly the events that a number counts."""

from dataclasses import dataclass

from nerinspect.events.segment_events import ERROR_KINDS, KINDS
from nerinspect.query.filters import Filter, Term, all_of, any_of, negated
from nerinspect.query.rates import MentionBase


@dataclass(frozen=True)
class Doors:
    """Doors to the events of the mentions that numbers count; without types all are counted."""

    base: MentionBase
    types: tuple[str, ...] = ()

    def of_type(self, name: str) -> "Doors":
        """Count mentions of one type only."""
        return Doors(self.base, (name,))

    @property
    def either(self) -> Filter:
        """Events with a counted mention on some side."""
        if self.base.asked:
            return self._within(self._any_side)
        return self._within(Term("type", self.types) if self.types else Term("kind", KINDS))

    @property
    def reference(self) -> Filter:
        """Events with a counted reference mention."""
        return self._within(self._side("ref"))

    @property
    def predicted(self) -> Filter:
        """Events with a counted predicted mention."""
        return self._within(self._side("pred"))

    @property
    def correct(self) -> Filter:
        """Events in which a counted mention is found."""
        return self.of_kinds("tp")

    @property
    def errors(self) -> Filter:
        """Events with a counted mention that are errors."""
        return self.of_kinds(*ERROR_KINDS)

    def of_kinds(self, *kinds: str) -> Filter:
        """Give the events of some kinds with a counted mention on some side."""
        chosen = Term("kind", kinds)
        if self.base.asked:
            return self._within(all_of(chosen, self._any_side))
        return self._within(all_of(chosen, Term("type", self.types)) if self.types else chosen)

    def reference_in(self, *kinds: str) -> Filter:
        """Give the events of some kinds with a counted reference mention."""
        return self._within(all_of(Term("kind", kinds), self._side("ref")))

    def predicted_in(self, *kinds: str) -> Filter:
        """Give the events of some kinds with a counted predicted mention."""
        return self._within(all_of(Term("kind", kinds), self._side("pred")))

    @property
    def _any_side(self) -> Filter:
        return any_of(self._side("ref"), self._side("pred"))

    def _side(self, field: str) -> Filter:
        if self.base.asked:
            asked = self.base.asked_on("reference" if field == "ref" else "predicted")
            return all_of(Term(field, self.types), asked) if self.types else asked
        return Term(field, self.types) if self.types else negated(Term(field, (None,)))

    def _within(self, door: Filter) -> Filter:
        return all_of(door, self.base.events)


def doors_to(base: MentionBase, types: tuple[str, ...]) -> Doors:
    """Make the doors of a base."""
    return Doors(base, types if base.named or base.excluded else ())
