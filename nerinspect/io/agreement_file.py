"""Write the agreement of annotators as the window shows it, with the record of how it can be had again."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nerinspect.io.command_line import command_line
from nerinspect.io.names import stem
from nerinspect.io.request import LoadRequest
from nerinspect.io.scores_file import WHOLE_TEST_SET, ScoresOrigin


class AgreementOrigin(ScoresOrigin):
    """Where the agreement of annotators comes from."""

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line who is compared."""
        return f"Annotators {', '.join(systems)}; counted: {WHOLE_TEST_SET}"

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file; see `ScoresOrigin.record`."""
        record = super().record(shown, form, systems, has_command)
        record["annotators"] = record.pop("systems")
        record["command"] = command_line("agreement", of_annotators(self.request), ["--table", "csv"])
        return record

    def _beyond_command(self, shown: str, has_command: bool) -> str:
        """Say what the command line gives instead."""
        if has_command:
            return "The command line gives the same numbers for every pair and type, under names of its own."
        return "The agreement in single documents is in the window alone."


def of_annotators(request: LoadRequest) -> LoadRequest:
    """Ask for the same files as annotators: what was chosen for the reference is said of its file alone."""
    if request.annotators:
        return replace(request, annotators=False)
    default, first = LoadRequest(request.reference), request.paths[0]
    named = {path_and_option[:2] for path_and_option in request.choices}
    of_first = (("encoding", request.encoding_reference), ("repair", request.repair_reference))
    choices = tuple(
        (first, name, value)
        for name, value in of_first
        if value and value != getattr(request, name) and (first, name) not in named
    )
    names, equals, path = request.reference.partition("=")
    is_merged = len(request.label_columns) > 1 and equals and not names.startswith((".", "/"))
    return replace(
        request,
        reference=f"{stem(path)},{names}={path}" if is_merged else request.reference,
        encoding_reference=None,
        repair_reference="none",
        choices=(*request.choices, *choices),
        training=None,
        encoding_training=None,
        training_label_column=default.training_label_column,
        matching=default.matching,
        retention=False,
        attribute_tables=(),
    )
