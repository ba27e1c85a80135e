"""Write charts and tables of buckets, with a record of the attributes and the number of buckets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line whose scores a picture shows, in how many buckets."""
        return f"{super().description(systems)}; {self._buckets}"

    def _chosen(self, shown: str) -> dict[str, Any]:
        return super()._chosen(shown) | {"attribute": self.attribute or "all", "buckets": self.n_wanted}

    @property
    def _buckets(self) -> str:
        return f"{f'attribute: {self.attribute}; ' if self.attribute else ''}buckets: {self.n_wanted}"

    def _subcommand(self, shown: str) -> tuple[str, ...]:
        chosen = ("--attribute", self.attribute) if self.attribute else ()
        return "buckets", *chosen, "--buckets", str(self.n_wanted)

    def _beyond_command(self, shown: str, has_command: bool) -> str:
        if not self.base.is_everything:
            return super()._beyond_command(shown, has_command)
        return "The command line gives the same scores, for every system and under names of its own."
