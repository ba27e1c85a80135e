"""The names a query may use beside those of the language."""

from dataclasses import dataclass

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
    """

    types: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    has_training: bool = False

    @classmethod
    def of(cls, study: Study) -> "Vocabulary":
        """Gather the names of a study."""
        return cls(study.types, study.systems, study.training is not None)
