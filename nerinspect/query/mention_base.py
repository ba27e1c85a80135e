"""The mentions that rates are taken over: those that a selection keeps without a look at how they came out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import SUBSETS
from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import counted
from nerinspect.query.cells import TYPE_FIELDS
from nerinspect.query.fields import FIELDS
from nerinspect.query.fields.tough import SubsetField, in_any_subset, packed_subsets
from nerinspect.query.filters import AnyOf, Everything, Filter, Not, Term, all_of
from nerinspect.query.selection import Selection

MENTION_FIELDS: Final = frozenset(
    {
        "type", "ref", "pred", "elen", "slen", "eden", "doc", "sent", "line", "surface", "text", "repaired", "nested",
        "tough", "reftough", "predtough", "seen", "trained",
    }
)  # fmt: skip
"""The fields that ask which mentions they are; any other asks how they came out, or whose they are."""

EVERY_EVENT: Final = Everything()

_SIDED: Final = (frozenset({"reftough"}), frozenset({"predtough"}))
_NOVELTIES: Final = frozenset({"seen", "unseen-type", "unseen-tokens"})
_MOST_NAMED: Final = 3
"""So many types are named one by one."""


@dataclass(frozen=True)
class MentionBase:
    """Which mentions are counted: those of some types and subsets in some events.

    Attributes
    ----------
    events : Filter
        Chooses the events.
    named, excluded : frozenset of str
        Types to count, all if none is named, and types not to count.
    subsets : tuple of frozenset of str
        A counted mention is in one of the subsets of each; a predicted one by its own surface and type.
    """

    events: Filter = EVERY_EVENT
    named: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()
    subsets: tuple[frozenset[str], ...] = ()

    @classmethod
    def of(cls, selection: Selection) -> "MentionBase":
        """Find the mentions that a selection keeps.

        Parameters
        ----------
        selection : Selection
            What is selected in all panels.

        Returns
        -------
        MentionBase
            A term that asks about a field outside `MENTION_FIELDS`, such as kind, shape or system, has no say.
            A term about types alone names the types of mentions to count, or with a minus those not to count;
            which side it asks about and `none` make no difference, since a mention of one side is found or missed
            by what is on the other. A term about subsets of tough mentions (also seen) is asked of each mention
            of both sides by itself, so recall is taken over exactly the reference mentions of the subset, and
            precision over exactly the predicted mentions that are in it by their own surface and type. Of terms
            that name a side, those about the reference (`reftough:`) judge one mention, and so do those about
            predictions (`predtough:`): what meets the former or the latter is counted. Each remaining term chooses
            events, `-tough:tcm-all` too, which names no subset; the counted mentions of both sides in them are the
            base.
        """
        terms = [term for term in selection.terms if term.fields <= MENTION_FIELDS]
        about_types = [term for term in terms if term.fields and term.fields <= {*TYPE_FIELDS}]
        mentioned = [pair for term in about_types for pair in _types_in(term)]
        about_subsets = {term: found for term in terms if (found := _subsets_in(term))}
        sided = [[found for term, found in about_subsets.items() if term.fields == fields] for fields in _SIDED]
        both = [found for term, found in about_subsets.items() if term.fields not in _SIDED]
        return cls(
            all_of(*(term for term in terms if term not in about_types and term not in about_subsets)),
            frozenset(name for name, is_named in mentioned if is_named),
            frozenset(name for name, is_named in mentioned if not is_named),
            (*both, *(frozenset().union(*either) for either in product(*filter(None, sided)) if either)),
        )

    @property
    def is_everything(self) -> bool:
        """Whether every mention is counted."""
        return self == WHOLE

    def types_of(self, study: Study) -> tuple[str, ...]:
        """Name the types that are counted, in the order of the study."""
        return tuple(name for name in study.types if self._counts(name))

    def in_subsets(self, field: str) -> Filter:
        """Ask for events with a mention in each of the subsets.

        Parameters
        ----------
        field : str
            `reftough`, `predtough` or `tough`: which mentions to look at.
        """
        return all_of(*(Term(field, tuple(name for name in SUBSETS if name in either)) for either in self.subsets))

    @property
    def condition(self) -> Filter:
        """What is asked of events and subsets, in one filter that says it in words; types are named apart."""
        return all_of(self.events, self.in_subsets("tough"))

    def caption(self, n_reference: int, types: Sequence[str]) -> str:
        """Name so many reference mentions of the base, such as `1,469 ORG mentions`.

        Parameters
        ----------
        n_reference : int
            How many there are.
        types : sequence of str
            The counted types, as `types_of` gives them.
        """
        is_typed = bool(self.named or self.excluded)
        named = f"{' or '.join(types)} " if is_typed and 0 < len(types) <= _MOST_NAMED else ""
        text = counted(n_reference, f"{named}mention")
        if is_typed and types and not named:
            text += f" of {len(types):,} types"
        return text

    def passes(self, study: Study, side: Side) -> list[BoolArray]:
        """Tell which mentions of a side have a counted type, and which are in each of the subsets."""
        is_counted = np.isin(study.types, self.types_of(study))
        types = study.mentions_on(side).type_codes
        by_type = [] if is_counted.all() else [is_counted[types]]
        return by_type + [in_any_subset(packed_subsets(study)[side], either) for either in self.subsets]

    def _counts(self, name: str) -> bool:
        return name not in self.excluded and (not self.named or name in self.named)


WHOLE: Final = MentionBase()
"""Every mention."""


def _subsets_in(term: Filter) -> frozenset[str] | None:
    """Name the subsets that a term asks for; None if it asks for anything else, or cannot be said by names."""
    if isinstance(term, Term):
        field = FIELDS[term.field]
        return field.subsets_of(term.values) if isinstance(field, SubsetField) else None
    if isinstance(term, Not):
        inner = _subsets_in(term.inner)
        if inner is None or not inner <= {*_NOVELTIES, "unseen-any"}:
            return None
        left_out = inner | ({"unseen-type", "unseen-tokens"} if "unseen-any" in inner else set())
        return frozenset(_NOVELTIES - left_out) or None
    parts = [_subsets_in(part) for part in term.filters] if isinstance(term, AnyOf) else [None]
    return None if None in parts else frozenset().union(*(part for part in parts if part))


def _types_in(term: Filter, is_named: bool = True) -> Iterator[tuple[str, bool]]:
    """List the types a term about types holds, and whether it names or excludes each."""
    if isinstance(term, Term):
        yield from ((str(value), is_named) for value in term.values if value is not None)
    elif isinstance(term, Not):
        yield from _types_in(term.inner, not is_named)
    else:
        for part in getattr(term, "filters", ()):
            yield from _types_in(part, is_named)
