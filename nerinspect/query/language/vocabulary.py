"""The names a query may use beside those of the language."""

from typing import Final, NamedTuple

from nerinspect.attributes.buckets import Bucketing, bucketing, is_bucketed
from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.study import DEFAULT_BUCKETS, Attribute, Study, run_names
from nerinspect.glossary.wording import JUDGED, Wording

_AT_ONCE: Final = 100_000
"""Buckets of so many mentions and tokens of training are computed without a wait that anybody would notice."""


class Vocabulary(NamedTuple):
    """Names that depend on the files that are open.

    `study`: knows the buckets and values of attributes, which are computed when they are asked for. Without it the
    names of any that look like some are taken as they are. `may_wait`: whether buckets may be computed however long it
    takes; else those of many mentions are named only if they are there already.
    """

    types: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    has_training: bool = False
    study: Study | None = None
    n_buckets: int = DEFAULT_BUCKETS  # how many buckets an attribute is to have where a query does not say
    may_wait: bool = True

    @classmethod
    def of(cls, study: Study, n_buckets: int = DEFAULT_BUCKETS, may_wait: bool = True) -> "Vocabulary":
        """Gather the names of a study; the window, whose thread must not wait, says so."""
        return cls(study.types, study.systems, study.training is not None, study, n_buckets, may_wait)

    @property
    def wording(self) -> Wording:
        return self.study.wording if self.study is not None else JUDGED

    @property
    def judges(self) -> tuple[str, ...]:
        """What can be asked to judge a mention: the systems, and the runs of those that have several."""
        return (*self.systems, *(run_names(self.study) if self.study else ()))

    @property
    def relation_types(self) -> tuple[str, ...]:
        if not self.has_relations or self.study is None:
            return ()
        from nerinspect.events.relation_events import relation_types

        return relation_types(self.study)

    @property
    def has_relations(self) -> bool:
        """Whether a loaded file carries relations; what can be asked about them is offered only then."""
        annotations = () if self.study is None else self.study.annotations
        return any(one.relations is not None and len(one.relations) for one in annotations)

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        return tuple(one for one in self._known if self.has_training or not one.needs_training)

    @property
    def _known(self) -> tuple[Attribute, ...]:
        return (*BUILT_IN, *(self.study.attributes if self.study else ()))

    def attribute(self, name: str) -> Attribute | None:
        """Find an attribute by its name, if need be whatever its case, also one that lacks training data."""
        exact = next((one for one in self._known if one.name == name), None)
        return exact or next((one for one in self._known if one.name.casefold() == name.casefold()), None)

    def buckets(self, attribute: Attribute, n_wanted: int) -> Bucketing | None:
        """Give the buckets of an attribute; None without a study, or where they would have to be waited for."""
        if self.study is None or not (self.may_wait or self._is_quick or is_bucketed(self.study, attribute, n_wanted)):
            return None
        return bucketing(self.study, attribute, n_wanted)

    @property
    def _is_quick(self) -> bool:
        study = self.study
        n_tokens = study.training.text.n_tokens if study and study.training else 0
        return study is not None and n_tokens + len(study.predicted) + len(study.reference.mentions) < _AT_ONCE
