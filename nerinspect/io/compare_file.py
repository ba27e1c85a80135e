"""Write comparisons of systems as the window shows them, each with the record of how it can be had again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from nerinspect.analysis.paired_bootstrap import SAMPLES, SEED
from nerinspect.io.request import LoadRequest
from nerinspect.io.scores_file import WHOLE_TEST_SET, ScoresOrigin

PAIRS: Final = "Systems in pairs"
VERSIONS: Final = ("What changed", "Kinds, old to new")
"""Tables that the command line has, or counts from."""


@dataclass(frozen=True, eq=False)
class ComparisonOrigin(ScoresOrigin):
    """Where a comparison comes from.

    Attributes
    ----------
    notes : tuple of str
        What the numbers of pairs rest on; sentences without an end.
    """

    notes: tuple[str, ...] = ()

    def note(self, shown: str) -> str:
        """Say in one line what the numbers rest on; empty if there is nothing to say."""
        return "; ".join(self.notes) if shown == PAIRS else ""

    def of_versions(self, old: int, new: int) -> "ComparisonOrigin":
        """Say where the table of two versions comes from, which counts the whole test set."""
        return replace(self, request=of_predictions(self.request, (old, new)), kept=None)

    def of_pairs(self, first: Sequence[int]) -> "ComparisonOrigin":
        """Say where the table of pairs comes from: the system of the first predictions is A in its pairs."""
        others = (number for number in range(len(self.request.predictions)) if number not in first)
        return replace(self, request=of_predictions(self.request, (*first, *others)))

    def _chosen(self, shown: str) -> dict[str, Any]:
        return super()._chosen(shown) | ({"samples": SAMPLES, "seed": SEED} if shown == PAIRS else {})

    def _subcommand(self, shown: str) -> tuple[str, ...]:
        return ("diff",) if shown in VERSIONS and self._has_versions else ("compare",)

    def _beyond_command(self, shown: str, has_command: bool) -> str:
        """Say what the command line gives instead."""
        if not self.base.is_everything:
            return f"The command line counts {WHOLE_TEST_SET}, not {self._mentions}."
        if shown == PAIRS:
            same = "The command line gives the same numbers for every pair and type, under names of its own."
            return same + " Where it exchanges A and B, differences have the other sign." * self.request.retention
        if shown in VERSIONS and self._has_versions:
            return "The command line lists the events that are counted here."
        if shown in VERSIONS:
            return "What changed between these two is in the window alone."
        return "Which systems have which mentions is in the window alone."

    @property
    def _has_versions(self) -> bool:
        """Whether the request names two versions and nothing else."""
        return len(self.request.predictions) == len(VERSIONS) and not self.request.retention


def of_predictions(request: LoadRequest, numbers: Sequence[int]) -> LoadRequest:
    """Ask for some predictions only; for all of them where files and predictions do not go one by one."""
    is_single = len(request.label_columns) == 1 and max(numbers) < len(request.predictions)
    return replace(request, predictions=tuple(request.predictions[n] for n in numbers)) if is_single else request
