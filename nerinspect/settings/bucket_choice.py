"""What the charts of buckets show, as it is remembered between runs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BucketChoice:
    """What the charts of buckets show, as it is remembered.

    Attributes
    ----------
    attribute : str
        That of the large chart; empty for the first.
    measure : str
        `F1`, `Precision` or `Recall`.
    """

    attribute: str = ""
    measure: str = "F1"
