"""How all panels and pages put mentions into buckets and set systems against each other, as it is remembered."""

from dataclasses import dataclass

from nerinspect.analysis.attribute import BUCKET_RANGE, DEFAULT_BUCKETS


@dataclass(frozen=True)
class AnalysisChoice:
    """What the panel of buckets, the charts, the diagnosis and the comparison share.

    Attributes
    ----------
    n_buckets : int
        How many buckets are wanted; moved to the nearest number that can be.
    has_columns : bool
        Whether columns of the data files are drawn and listed as attributes.
    has_retention : bool
        Whether the retention heuristic is one of the systems that are set against each other.
    """

    n_buckets: int = DEFAULT_BUCKETS
    has_columns: bool = False
    has_retention: bool = False

    def __post_init__(self) -> None:
        """See to it that there can be so many buckets."""
        lowest, highest = BUCKET_RANGE
        object.__setattr__(self, "n_buckets", min(max(self.n_buckets, lowest), highest))
