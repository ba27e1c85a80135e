"""Write how far a review is as the window shows it, with the record of which events were counted."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nerinspect.io.provenance import provenance, study_sources
from nerinspect.io.scores_file import ScoresOrigin


@dataclass(frozen=True, eq=False)
class ReviewOrigin(ScoresOrigin):
    """Where the numbers of a review come from.

    Attributes
    ----------
    review : str
        The review file.
    """

    review: str = ""

    @property
    def counted(self) -> str:
        """What is counted, in words."""
        query = self._query
        return f"events that match {query}" if query else "all events"

    @property
    def data_name(self) -> str:
        """Name the review, for the name of a file."""
        return self.review.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line which review a picture shows."""
        return f"Review {self.review}; {', '.join(systems)}; counted: {self.counted}"

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file; the command lists the events with what was decided about them."""
        query = self._query
        words = ["nerinspect", "review", "export", self.review, *(["--where", query] if query else [])]
        details = {
            "shows": shown,
            "form": form,
            "systems": list(systems),
            "review": self.review,
            "counted": self.counted,
            "filter": query,
            "decided": len(self.study.decisions.with_verdict()),
            "command_differs": "The command line lists the events that are counted here.",
            "warnings": list(self.study.warnings),
        }
        return provenance(shlex.join(words), study_sources(self.study), details)
