"""What the page that compares systems shows, as it is remembered between runs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ComparisonChoice:
    """What the page of comparisons shows, as it is remembered.

    Attributes
    ----------
    system : str
        The system that is A in all pairs; empty for all pairs.
    types : str
        The types that have rows, as the page offers them; empty for all types together.
    sort : str
        How the patterns of right and wrong are sorted, as the page offers it; empty for the first way.
    """

    system: str = ""
    types: str = ""
    sort: str = ""
