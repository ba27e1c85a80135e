"""What the charts of buckets show, as it is remembered between runs."""

from dataclasses import dataclass

from nerinspect.analysis.attribute import DEFAULT_BUCKETS


@dataclass(frozen=True)
class BucketChoice:
    """What the charts of buckets show, as it is remembered.

    Attributes
    ----------
    attribute : str
        That of the large chart; empty for the first.
    n_wanted : int
        How many buckets.
    measure : str
        `F1`, `Precision` or `Recall`.
    """

    attribute: str = ""
    n_wanted: int = DEFAULT_BUCKETS
    measure: str = "F1"
