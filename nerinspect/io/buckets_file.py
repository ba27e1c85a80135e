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
    attributes : tuple of str
        Names of the attributes; empty for those that are there without asking.
    n_wanted : int
        How many buckets were asked for.
    """

    attributes: tuple[str, ...] = ()
    n_wanted: int = DEFAULT_BUCKETS

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line whose scores a picture shows, in how many buckets."""
        return f"{super().description(systems)}; {self._buckets}"

    def _chosen(self, shown: str) -> dict[str, Any]:
        return super()._chosen(shown) | {"attribute": ", ".join(self.attributes) or "all", "buckets": self.n_wanted}

    @property
    def _buckets(self) -> str:
        word = "attribute" if len(self.attributes) == 1 else "attributes"
        named = f"{word}: {', '.join(self.attributes)}; " if self.attributes else ""
        return f"{named}buckets: {self.n_wanted}"

    def _subcommand(self, shown: str) -> tuple[str, ...]:
        chosen = (part for name in self.attributes for part in ("--attribute", name))
        return "buckets", *chosen, "--buckets", str(self.n_wanted)

    def _beyond_command(self, shown: str, has_command: bool) -> str:
        if not self.base.is_everything:
            return super()._beyond_command(shown, has_command)
        same = "The command line gives the same scores, for every system and under names of its own"
        return f"{same}; the 95 % intervals are in the window alone." if self.attributes else f"{same}."
