"""The names a query may use beside those of the language."""

from dataclasses import dataclass

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.attributes import BUILT_IN
from nerinspect.analysis.buckets import DEFAULT_BUCKETS
from nerinspect.analysis.study import Study


@dataclass(frozen=True)
class Vocabulary:
    """Names that depend on the files that are open.

    Attributes
    ----------
    types : tuple of str
        Every type that a loaded file has.
    systems : tuple of str
        The names of the systems.
    has_training : bool
        Whether training data are open.
    study : Study or None
        Knows the buckets and values of attributes, which are computed when they are asked for. Without it the names
        of any that look like some are taken as they are.
    n_buckets : int
        How many buckets an attribute is to have where a query does not say.
    """

    types: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    has_training: bool = False
    study: Study | None = None
    n_buckets: int = DEFAULT_BUCKETS

    @classmethod
    def of(cls, study: Study, n_buckets: int = DEFAULT_BUCKETS) -> "Vocabulary":
        """Gather the names of a study."""
        return cls(study.types, study.systems, study.training is not None, study, n_buckets)

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The attributes that have values."""
        return tuple(one for one in self._known if self.has_training or not one.needs_training)

    @property
    def _known(self) -> tuple[Attribute, ...]:
        return (*BUILT_IN, *(self.study.attributes if self.study else ()))

    def attribute(self, name: str) -> Attribute | None:
        """Find an attribute by its name, if need be whatever its case, also one that lacks training data."""
        exact = next((one for one in self._known if one.name == name), None)
        return exact or next((one for one in self._known if one.name.casefold() == name.casefold()), None)
