"""Write charts and tables of buckets, with a record of the attributes and the number of buckets."""

from dataclasses import dataclass

from nerinspect.analysis.attribute import DEFAULT_BUCKETS
from nerinspect.io.scores_file import ScoresOrigin


@dataclass(frozen=True, eq=False)
class BucketsOrigin(ScoresOrigin):
    """Where scores by bucket come from.

    Attributes
    ----------
    attribute : str
        Name of the attribute; empty for all.
    n_wanted : int
        How many buckets were asked for.
    """

    attribute: str = ""
    n_wanted: int = DEFAULT_BUCKETS

    def _subcommand(self, shown: str) -> tuple[str, ...]:
        chosen = ("--attribute", self.attribute) if self.attribute else ()
        return "buckets", *chosen, "--buckets", str(self.n_wanted)
