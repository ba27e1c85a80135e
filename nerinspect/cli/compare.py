"""`compare`: systems in pairs, with the significance of their differences."""

from typing import Any, Final

import click

from nerinspect.analysis.paired_bootstrap import SAMPLES, SEED
from nerinspect.cli.options import load_options, load_request, output_options
from nerinspect.cli.session import load_for_result, progress, tell, tell_choices, told_output, write_table
from nerinspect.errors import CommandError, shown
from nerinspect.io.command_line import command_line
from nerinspect.io.provenance import study_sources
from nerinspect.results.compare_table import compare_notes, compare_table, compared_pairs

_MOST_SAMPLES: Final = 1_000_000
"""All of them are in memory at once."""


@click.command(epilog="\b\nExample: nerinspect compare test.conll flair=flair.conll elmo=elmo.conll --samples 10000")
@load_options
@click.option(
    "--samples", "n_samples", type=click.IntRange(1, _MOST_SAMPLES), metavar="N", default=SAMPLES, show_default=True,
    help="How often the paired bootstrap draws the sentences.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="N", default=SEED, show_default=True,
    help="Where its random numbers begin; the same seed gives the same draws.",
)  # fmt: skip
@output_options
def compare(n_samples: int, seed: int, output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Compare systems in pairs: F1, who has which mentions, and whether the difference may be chance.

    Several runs of a system share its name: flair=run1.conll flair=run2.conll.
    """
    request = load_request(arguments)
    study = load_for_result(request)
    if len(study.systems) == 1:
        raise CommandError(f"there is one system, {shown(study.systems[0])}, and a comparison takes two; name another")
    tell_choices(study)
    with progress("comparing", "pairs of systems") as checkpoint:
        pairs = compared_pairs(study, n_samples, seed, checkpoint)
    notes = compare_notes(pairs)
    for note in notes:
        tell(note)
    told = [
        *(["--samples", str(n_samples)] if n_samples != SAMPLES else []),
        *(["--seed", str(seed)] if seed != SEED else []),
        *told_output(form, output),
    ]
    details = {
        "table": "compare",
        "samples": n_samples,
        "seed": seed,
        "notes": notes,
        "warnings": list(study.warnings),
    }
    write_table(
        compare_table(pairs), output, form, command_line("compare", request, told), study_sources(study), details
    )
