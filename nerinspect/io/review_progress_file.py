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
    is_of_relations : bool
        Whether relation events are counted.
    """

    review: str = ""
    is_of_relations: bool = False

    @property
    def counted(self) -> str:
        """What is counted, in words."""
        query, events = self._query, "relation events" if self.is_of_relations else "events"
        return f"{events} that match {query}" if query else f"all {events}"

    @property
    def data_name(self) -> str:
        """Name the review, for the name of a file."""
        return self.review.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line which review a picture shows."""
        return f"Review {self.review}; {', '.join(systems)}; counted: {self.counted}"

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file; the command lists the events with what was decided about them."""
        query, study = self._query, self.study
        matched = ["--relations", *self._told_choice()] if self.is_of_relations else []
        words = ["nerinspect", "review", "export", self.review, *matched, *(["--where", query] if query else [])]
        decisions = study.relation_decisions if self.is_of_relations else study.decisions
        details = {
            "shows": shown,
            "form": form,
            "systems": list(systems),
            "review": self.review,
            "counted": self.counted,
            "filter": query,
            "decided": len(decisions.with_verdict()),
            "command_differs": "The command line lists the events that are counted here.",
            "warnings": list(study.warnings),
        }
        return provenance(shlex.join(words), study_sources(study), details)

    def _told_choice(self) -> list[str]:
        from nerinspect.io.relation_export import told_choice  # most studies have no relations

        return told_choice(self.study.relation_choice)
