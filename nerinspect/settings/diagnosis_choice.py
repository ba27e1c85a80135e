"""What the diagnosis shows, as it is remembered between runs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DiagnosisChoice:
    """What the diagnosis shows, as it is remembered.

    Attributes
    ----------
    a, b : str
        The systems that are compared; empty for the first two.
    """

    a: str = ""
    b: str = ""
