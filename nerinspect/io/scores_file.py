"""Write scores as the window shows them, tables and charts, each with the record of what was counted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, BinaryIO, Final, Protocol

from nerinspect.analysis.schemes import SCHEMES
from nerinspect.analysis.study import Study
from nerinspect.io.command_line import command_line
from nerinspect.io.export import write_with_provenance
from nerinspect.io.provenance import paths_read, provenance, study_sources
from nerinspect.io.request import LoadRequest
from nerinspect.query.filters import Filter, all_of
from nerinspect.query.mention_base import EVERY_EVENT, MENTION_FIELDS, WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.query.writer import query_text
from nerinspect.results.tough_layout import COMPOSITION, RECALL, small_note

WHOLE_TEST_SET: Final = "the whole test set"
_LAYOUTS: Final = {"Tough mentions, composition": COMPOSITION, "Tough mentions, recall": RECALL}
_SCHEMES: Final = "Other ways to count"
_SUBCOMMANDS: Final = {
    **{title: ("tough", "--layout", layout) for title, layout in _LAYOUTS.items()},
    "Tough mentions": ("tough",),
    "Seen and unseen": ("retention",),
    _SCHEMES: ("schemes",),
}
"""Which subcommand gives the numbers of a table; `score` of any other."""

_SAME_SCORES: Final = "The command line gives the same scores, for every system and type and under names of its own"
_BEYOND: Final = {
    "Tough mentions": f"{_SAME_SCORES}; what is missed is what is not recalled",
    "Seen and unseen": "The command line gives the same scores, but those of types are in the window alone",
    _SCHEMES: f"{_SAME_SCORES}; differences are between its F1",
}
"""What the command line leaves to be done, or does not give."""


class TableOrigin(Protocol):
    """Where a table of numbers comes from; its parts are those of `ScoresOrigin`."""

    @property
    def kept(self) -> Selection | None:
        """What is selected."""

    @property
    def counted(self) -> str:
        """What is counted."""

    @property
    def data_name(self) -> str:
        """The name of the data."""

    def note(self, shown: str) -> str:
        """Say what is left out."""

    def description(self, systems: Sequence[str]) -> str:
        """Say what is shown."""

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file."""

    def write(
        self,
        output: str,
        write: Callable[[BinaryIO], Any],
        shown: str,
        form: str,
        systems: Sequence[str],
        has_command: bool = True,
    ) -> None:
        """Write a file and its record."""


@dataclass(frozen=True, eq=False)
class ScoresOrigin:
    """Where scores come from.

    Attributes
    ----------
    study : Study
        Reference and predictions.
    request : LoadRequest
        How they were loaded.
    kept : Selection or None
        What is selected, if only what it keeps is counted; None if the whole test set is.
    """

    study: Study
    request: LoadRequest
    kept: Selection | None = None

    @property
    def base(self) -> MentionBase:
        """The mentions that are counted."""
        return WHOLE if self.kept is None else MentionBase.of(self.kept)

    @property
    def counted(self) -> str:
        """What is counted, in words."""
        aside = [] if self.kept is None else terms_by_say(self.kept)[1]
        change = "changes" if len(aside) == 1 else "change"
        return f"{self._mentions}; {query_text(all_of(*aside))} {change} no score" if aside else self._mentions

    @property
    def data_name(self) -> str:
        """Name the data, for the name of a file."""
        return PurePath(self.study.reference.source.path).stem

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line whose scores a picture shows.

        Parameters
        ----------
        systems : sequence of str
            The systems in it.
        """
        query = self._query
        parts = [
            f"Reference {self.study.reference.source.path}",
            f"{'system' if len(systems) == 1 else 'systems'} {', '.join(systems)}",
            f"counted: {self.counted}",
            *([f"filter: {query}"] if query else []),
        ]
        return "; ".join(parts)

    def note(self, shown: str) -> str:
        """Say in one sentence which small subsets a layout leaves out or shows; empty if there is none."""
        return small_note(self.study, _LAYOUTS[shown]) if shown in _LAYOUTS else ""

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file of scores.

        Parameters
        ----------
        shown : str
            Title of the table or the chart.
        form : str
            How it is written.
        systems : sequence of str
            The systems in it.
        has_command : bool
            Whether the numbers are among those of the command line, for the whole test set.
        """
        base, note = self.base, self.note(shown)
        details = {
            "shows": shown,
            **({"note": note} if note else {}),
            "form": form,
            "systems": list(systems),
            "counted": self.counted,
            "filter": self._query,
            "counted_types": list(base.types_of(self.study)),
            "counted_events": query_text(base.events),
            "command_differs": self._beyond_command(shown, has_command),
            "warnings": list(self.study.warnings),
            **self._chosen(shown),
        }
        subcommand, *more = self._subcommand(shown)
        command = command_line(subcommand, self.request, [*more, "--table", "csv"])
        return provenance(command, study_sources(self.study), details)

    def _chosen(self, shown: str) -> dict[str, Any]:
        """Say what else was chosen that changes the numbers; the signature holds it."""
        matching = {"matching": self.study.matching} if self.study.training is not None else {}
        return matching | ({"scheme": [scheme.name for scheme in SCHEMES]} if shown == _SCHEMES else {})

    def write(
        self,
        output: str,
        write: Callable[[BinaryIO], Any],
        shown: str,
        form: str,
        systems: Sequence[str],
        has_command: bool = True,
    ) -> None:
        """Write a file and its record beside it; see `write_with_provenance` and `record`.

        Raises
        ------
        CommandError
            If the output is one of the sources.
        OutputError
            If a file cannot be written; nothing was.
        """
        record = self.record(shown, form, systems, has_command)
        write_with_provenance(output, write, record, paths_read(study_sources(self.study), *self.request.files))

    @property
    def _mentions(self) -> str:
        base = self.base
        if base.is_everything:
            return WHOLE_TEST_SET
        types = ", ".join(base.types_of(self.study)) or "no type"
        mentions = f"mentions of {types}" if base.named or base.excluded else "mentions"
        if base.asked:
            mentions += f" that are themselves {query_text(all_of(*base.asked))}"
        return mentions if base.events == EVERY_EVENT else f"{mentions} in events that match {query_text(base.events)}"

    @property
    def _query(self) -> str:
        return "" if self.kept is None else self.kept.text

    def _subcommand(self, shown: str) -> tuple[str, ...]:
        """Name the subcommand that gives the numbers, with its options."""
        return _SUBCOMMANDS.get(shown, ("score",))

    def _beyond_command(self, shown: str, has_command: bool) -> str:
        """Say what the command line gives instead."""
        if not self.base.is_everything:
            return f"The command line counts {WHOLE_TEST_SET}, not {self._mentions}."
        if has_command:
            return f"{_BEYOND.get(shown, _SAME_SCORES)}."
        return f"{_SAME_SCORES}; how mentions lie in events of each kind (“{shown}”) is in the window alone."


def terms_by_say(selection: Selection) -> tuple[list[Filter], list[Filter]]:
    """Part the terms that choose the mentions to count from those that change no score."""
    chosen = [term for term in selection.terms if term.fields <= MENTION_FIELDS]
    return chosen, [term for term in selection.terms if term not in chosen]
