"""What the diagnosis shows, as it is remembered between runs."""

from dataclasses import dataclass

from nerinspect.analysis.attribute import DEFAULT_BUCKETS


@dataclass(frozen=True)
class DiagnosisChoice:
    """What the diagnosis shows, as it is remembered.

    Attributes
    ----------
    n_wanted : int
        How many buckets.
    a, b : str
        The systems that are compared; empty for the first two.
    """

    n_wanted: int = DEFAULT_BUCKETS
    a: str = ""
    b: str = ""
