"""`review selections`: the filters that were saved in a review."""

import shlex
from functools import partial

import click

from nerinspect.cli.options import check_outputs, output_options, outside_option
from nerinspect.cli.session import asks_for_other_columns, tell, tell_choices, told_output, write_table
from nerinspect.io.provenance import study_sources
from nerinspect.query.saved import read_saved
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.results.selection_table import selection_table
from nerinspect.review.opening import load_review
from nerinspect.review.store import open_review
from nerinspect.settings.allowed_files import check_outside


@click.command(epilog="\b\nExample: nerinspect review selections first.nerinspect --table markdown")
@click.argument("review", metavar="REVIEW")
@outside_option
@output_options
def selections(review: str, allow_outside: bool, output: str | None, form: str | None) -> None:
    """List the saved selections, and how many events each keeps."""
    with open_review(review, to_read=True) as file:
        entries = file.selections()
    others = asks_for_other_columns(*(query for _, query in entries))
    opened = load_review(review, True, others, partial(check_outside, review, is_allowed=allow_outside))
    opened.file.close()
    check_outputs(review, *opened.request.files)
    tell_choices(opened.study)
    if file.is_damaged or opened.file.is_damaged:
        tell(f"warning: {review} is damaged; what can be read of it was read")
    vocabulary = Vocabulary.of(opened.study)
    saved = [read_saved(name, query, vocabulary) for name, query in entries]
    for one in saved:
        if one.warning:
            tell(f"warning: “{one.name}”: {one.warning}")
    details = {"table": "selections", "review": review, "warnings": list(opened.study.warnings)}
    command = shlex.join(["nerinspect", "review", "selections", review, *told_output(form, output)])
    write_table(selection_table(opened.study, saved), output, form, command, study_sources(opened.study), details)
