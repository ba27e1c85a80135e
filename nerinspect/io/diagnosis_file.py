"""Write diagnoses as the window shows them, each with the record of what was counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from nerinspect.analysis.buckets import DEFAULT_BUCKETS
from nerinspect.io.scores_file import WHOLE_TEST_SET, ScoresOrigin

_KINDS: Final[Mapping[str, str]] = {
    "Attributes": "attribute",
    "Worst and best buckets": "self",
}
"""Which kind of `diagnose` gives the numbers of a table."""

_BY_BUCKET: Final[Mapping[str, str]] = {
    "F1 by system and bucket": "",
    "Difference of two systems": "; a difference is that of two F1",
}
"""Tables whose F1 `buckets` gives, and what it leaves to be done."""

_OF_SYSTEMS: Final = "; Spearman and spread of each system are those of --kind model"


@dataclass(frozen=True, eq=False)
class DiagnosisOrigin(ScoresOrigin):
    """Where a diagnosis comes from.

    Attributes
    ----------
    n_wanted : int
        How many buckets were asked for.
    attributes : tuple of str
        Names of the attributes, if they are others than those that are there without asking.
    """

    n_wanted: int = DEFAULT_BUCKETS
    attributes: tuple[str, ...] = ()

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line whose scores a picture shows, in how many buckets."""
        return f"{super().description(systems)}; buckets: {self.n_wanted}"

    def _chosen(self, shown: str) -> dict[str, Any]:
        named = {"attributes": list(self.attributes)} if self.attributes else {}
        return super()._chosen(shown) | named | {"buckets": self.n_wanted}

    def _subcommand(self, shown: str) -> tuple[str, ...]:
        named = (part for name in self.attributes for part in ("--attribute", name))
        buckets = (*named, "--buckets", str(self.n_wanted))
        if shown in _KINDS:
            return ("diagnose", "--kind", _KINDS[shown], *buckets)
        return ("buckets", *buckets) if shown in _BY_BUCKET else ("score",)

    def _beyond_command(self, shown: str, has_command: bool) -> str:
        """Say what the command line gives instead."""
        if not self.base.is_everything:
            return f"The command line counts {WHOLE_TEST_SET}, not {self._mentions}."
        if shown in _KINDS or shown in _BY_BUCKET:
            more = _OF_SYSTEMS if shown == "Attributes" else _BY_BUCKET.get(shown, "")
            return f"The command line gives the same numbers, under names of its own{more}."
        return "Scores by document are in the window alone."
