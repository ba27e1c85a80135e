"""`retention` and `tough`: scores on what training has and has not, and on tough mentions."""

from dataclasses import replace
from typing import Any, Final

import click

from nerinspect.cli.options import WrittenFile, load_options, load_request, output_options
from nerinspect.cli.session import (
    Result,
    load_with_training,
    tell,
    tell_choices,
    told_output,
    write_results,
    write_study_table,
)
from nerinspect.errors import CommandError
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.provenance import command_line, study_sources
from nerinspect.tables.retention import profile_table, retention_table
from nerinspect.tables.tough import (
    COMPOSITION,
    LAYOUTS,
    RECALL,
    composition_layout,
    recall_layout,
    small_note,
    tough_table,
)
from nerinspect.training.novelty import SETTINGS, Setting

BOTH: Final = "both"

_SETTINGS: Final[dict[str, tuple[Setting, ...]]] = {BOTH: SETTINGS} | {setting: (setting,) for setting in SETTINGS}


@click.command(
    epilog="\b\nExample: nerinspect retention test.conll pred.conll --training train.conll --profile profile.csv"
)
@load_options
@click.option(
    "--setting", type=click.Choice((BOTH, *SETTINGS)), default=BOTH, show_default=True,
    help="What makes a mention seen: its surface with its type, or its surface with any type.",
)  # fmt: skip
@click.option(
    "--profile", type=WrittenFile(), help="Write averages of the reference mentions to FILE and, beside it, FILE.json."
)
@output_options
def retention(
    setting: str,
    profile: str | None,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Score each system, and the retention heuristic, on seen and unseen mentions."""
    if profile == STANDARD_INPUT:
        raise CommandError("--profile writes a file beside the result; name one")
    request = load_request(arguments)
    study = load_with_training(replace(request, retention=True))
    tell_choices(study)
    told = [
        *(["--setting", setting] if setting != BOTH else []),
        *(["--profile", profile] if profile else []),
        *told_output(form, output),
    ]
    details = {"matching": request.matching, "warnings": list(study.warnings)}
    results = [
        Result(retention_table(study, _SETTINGS[setting]), output, form, {"table": "retention", **details}),
        *([Result(profile_table(study), profile, "csv", {"table": "profile", **details})] if profile else []),
    ]
    write_results(results, command_line("retention", request, told), study_sources(study))


@click.command(epilog="\b\nExample: nerinspect tough test.conll pred.conll --training train.conll -o tough.csv")
@load_options
@click.option(
    "--layout", type=click.Choice(LAYOUTS),
    help="Lay the table out for people: types across, or systems down and subsets across.  [default: a row each]",
)  # fmt: skip
@output_options
def tough(layout: str | None, output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Count tough mentions, and what each system recalls of them."""
    request = load_request(arguments)
    study = load_with_training(request, needs_prediction=layout == RECALL)
    tell_choices(study)
    make = {COMPOSITION: composition_layout, RECALL: recall_layout}.get(layout or "", tough_table)
    note = small_note(study, layout)
    if note:
        tell(note)
    said = {name: text for name, text in (("layout", layout), ("note", note)) if text}
    details = {"table": "tough", **said, "matching": request.matching}
    told = ["--layout", layout] if layout else []
    write_study_table(study, request, make(study), output, form, details, told)
