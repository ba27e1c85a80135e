"""`review`: what people decided about events, kept in a file, and the filters that were saved in it."""

import shlex
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from nerinspect.cli.commands import argument, command
from nerinspect.cli.listing import ListOptions, list_options
from nerinspect.cli.main import Subcommands
from nerinspect.cli.options import (
    Output,
    annotators_option,
    check_outputs,
    load_options,
    load_request,
    output_option,
    output_options,
    outside_option,
    pair_options,
)
from nerinspect.cli.session import load_for_result, tell, tell_choices, tell_error, write_file, write_table
from nerinspect.decisions.adjudication import A_RIGHT, conflicts, to_decide
from nerinspect.decisions.corrections import Correction
from nerinspect.errors import CommandError, DataError
from nerinspect.events.decision import Decision
from nerinspect.events.study import RELATION_SETTINGS, RelationSetting, Study
from nerinspect.io.provenance import study_sources
from nerinspect.io.reading.loading import asks_for_other_columns, load_sides
from nerinspect.io.request import lasting_request
from nerinspect.io.writing.export import ReviewOrigin
from nerinspect.lists.compared import compared_sort
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of, Table
from nerinspect.quantities import counted, grouped
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import verdict_words
from nerinspect.review.attaching import StoredEvent
from nerinspect.review.causes import causes_of
from nerinspect.review.opening import Review, found_decisions, load_review, make_review
from nerinspect.review.store import open_review
from nerinspect.settings import allow, check_outside

if TYPE_CHECKING:
    from nerinspect.lists.sorts import EventSort
    from nerinspect.query.saved import SavedFilter
    from nerinspect.review.list_reading import EditedList


SELECTION_COLUMNS = ("selection", "query", "events")


def selection_table(study: Study, saved: "Iterable[SavedFilter]") -> Table:
    """List saved selections: name, query as saved, and how many events are kept now, undefined if it cannot be read."""
    return Table(
        SELECTION_COLUMNS,
        [
            (one.name, one.query, None if one.filter is None else int(np.count_nonzero(one.filter.mask(study))))
            for one in saved
        ],
        counts=frozenset({"events"}),
    )


_MOST_LISTED: Final = 20  # so many decisions or rows are listed one by one; of more the number is told


@click.group(epilog="\b\nExample: nerinspect review new first.nerinspect test.conll pred.conll")
def review() -> None:
    """Write review files, lists and corrected references."""


@command(epilog="\b\nExample: nerinspect review new first.nerinspect test.conll pred.conll --repair conlleval")
@argument("review", metavar="REVIEW")
@load_options
@annotators_option
@click.option(
    "--walk-agreement", is_flag=True,
    help="With --annotators: review what they agree on, too.  [default: accepted]",
)  # fmt: skip
def new(review: str, walk_agreement: bool, **arguments: Any) -> None:  # noqa: ANN401
    """Make a review file without decisions."""
    request = load_request(arguments)
    if walk_agreement and not request.annotators:
        raise CommandError("--walk-agreement applies to annotators; add --annotators")
    study = load_sides(request) if request.annotators else load_for_result(request)
    make_review(review, request, study, walk_agreement)
    allow(review, [lasting_request(request)])
    tell_choices(study)
    study.decisions.walks_agreement = walk_agreement
    n_events = int(np.count_nonzero(to_decide(study))) if request.annotators else len(study.events)
    tell(f"{review}: {counted(n_events, 'event')} to review")


@command(epilog='\b\nExample: nerinspect review export first.nerinspect --where "-verdict:none" -o list.csv')
@argument("review", metavar="REVIEW")
@outside_option
@list_options(MENTIONS, Of.DECISIONS, Of.PEOPLE)
@click.option("--relations", is_flag=True, is_eager=True, help="List relation events instead of events.")
@click.option(
    "--setting", type=click.Choice(RELATION_SETTINGS), default=RELATION_SETTINGS[0], show_default=True,
    help="With --relations: what makes an argument right.",
)  # fmt: skip
@click.option(
    "--symmetric", multiple=True, metavar="TYPE",
    help="With --relations: a symmetric type, whose head and tail can be exchanged; repeatable.",
)  # fmt: skip
@pair_options
def export(
    asked: ListOptions,
    review: str,
    allow_outside: bool,
    pair: tuple[str, str] | None,
    stretches: bool,
    relations: bool,
    setting: RelationSetting,
    symmetric: tuple[str, ...],
) -> None:
    """List events with what was decided about them."""
    others = asks_for_other_columns(asked.where, asked.columns or "")
    opened = _open(review, allow_outside, to_read=True, with_others=others)
    sort: EventSort = compared_sort(pair, stretches) or MENTIONS
    study = opened.study
    if relations:
        if pair:
            raise CommandError("--pair applies to mentions; leave out --relations")
        from nerinspect.lists.relations import RELATIONS  # few reviews are about relations
        from nerinspect.training.retention import matching_relations

        sort = RELATIONS
        study = matching_relations(study, symmetric, setting)
        found_decisions(study, opened.file).fill(study)
    elif symmetric or setting != RELATION_SETTINGS[0]:
        raise CommandError("--setting and --symmetric apply to relations; add --relations")
    form = asked.list_form(sort, sort.names_for(study, Of.DECISIONS), (Of.DECISIONS, Of.PEOPLE), study)
    causes = causes_of(opened.file.facts()).with_used(sort.decisions(study).causes)
    origin = ReviewOrigin(review, tuple(one.event.event for one in opened.lost), causes=causes)
    asked.write_events(asked.listed(sort, study, opened.request, origin), form)


@command("import", epilog="\b\nExample: nerinspect review import first.nerinspect list.csv --dry-run")
@argument("review", metavar="REVIEW")
@argument("list_path", metavar="LIST")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--spreadsheet-safe", is_flag=True, help="Remove the ' put before text that looks like a formula.")
@outside_option
def import_list(review: str, list_path: str, dry_run: bool, spreadsheet_safe: bool, allow_outside: bool) -> int:
    """Import decisions from an edited list, matched by event id; exit status 1 if a row matches no event."""
    from nerinspect.review.deciding import Deciding  # what the other commands do without
    from nerinspect.review.list_reading import read_list

    opened = _open(review, allow_outside, to_read=dry_run)
    with opened.file as file:
        edited = read_list(opened.study, list_path, spreadsheet_safe)
        for misfit in edited.misfits:
            tell_error(f"{list_path}:{misfit.line}: {misfit.reason}; the row is left out")
        for change in edited.changes:
            if change.readings:
                tell(f"{list_path}:{change.line}: its words occur more than once in the event; the leftmost are used")
        for kind, number in _kinds_of_change(edited).items():
            tell(f"{kind}: {grouped(number)}")
        tell(_summary(edited, dry_run))
        if not dry_run:
            decisions = {one.event: one.after for one in edited.changes}
            Deciding(file, opened.study).decide({MENTIONS: decisions}, "import")
    return 1 if edited.misfits else 0


@command(epilog="\b\nExample: nerinspect review reference first.nerinspect -o corrected.conll")
@argument("review", metavar="REVIEW")
@outside_option
@output_option
def reference(review: str, allow_outside: bool, output: str | None) -> int:
    """Write the reference with the accepted corrections; only labels that must change are changed."""
    from nerinspect.review.corrected_reference import corrected_reference

    opened = _open(review, allow_outside, to_read=True)
    for one, other in conflicts(opened.study):
        tell_error(f"conflict: {_told(opened.study, one)}, but {_told(opened.study, other)}")
    made = corrected_reference(opened.study, opened.request)
    write_file(made.data, made.source, output, study_sources(opened.study)[1:])
    return 0


review.commands = Subcommands(
    {
        "new": "review:new",
        "export": "review:export",
        "import": "review:import_list",
        "reference": "review:reference",
        "selections": "review:selections",
    }
)


def _open(path: str, allow_outside: bool, to_read: bool, with_others: bool = False) -> Review:
    """Open a review and tell what is not as it was."""
    opened = load_review(path, to_read, with_others, partial(check_outside, path, is_allowed=allow_outside))
    click.get_current_context().call_on_close(opened.file.close)
    check_outputs(path, *opened.request.files)
    if opened.file.why_read_only and not to_read:
        raise DataError(path, *opened.file.why_read_only)
    tell_choices(opened.study)
    if opened.file.is_damaged:
        tell(f"warning: {path} is damaged; what could be read was read")
    for changed in opened.changed:
        tell(f"warning: {changed} has changed since the review was made")
    for lost in opened.lost[:_MOST_LISTED]:
        tell(f"warning: no longer there: {_lost(lost.event)}, {_verdict(opened.study, lost.decision)}")
    if len(opened.lost) > _MOST_LISTED:
        tell(
            f"warning: and {counted(len(opened.lost) - _MOST_LISTED, 'more decision')} whose events are no longer there"
        )
    return opened


def _lost(event: StoredEvent) -> str:
    run = f" run {event.run}" if event.run > 1 else ""
    return f"{event.event}, {event.kind} “{event.text}” of {event.system}{run} in sentence {grouped(event.sentence)}"


def _verdict(study: Study, decision: Decision) -> str:
    if study.is_of_annotators:
        return verdict_words(decision.verdict or None, study.wording)
    return decision.verdict or "no verdict"


def _kinds_of_change(edited: "EditedList") -> dict[str, int]:
    names = [
        "decided" if not one.before.verdict and one.after.verdict
        else "verdict removed" if one.before.verdict and not one.after.verdict
        else "verdict changed" if one.before.verdict != one.after.verdict
        else "other changes"
        for one in edited.changes
    ]  # fmt: skip
    return {name: names.count(name) for name in dict.fromkeys(names)}


def _summary(edited: "EditedList", dry_run: bool) -> str:
    does = "would change" if dry_run else "changed"
    left_out = f"; {counted(len(edited.misfits), 'row')} left out" if edited.misfits else ""
    return f"{counted(len(edited.changes), 'event')} {does}, {grouped(edited.n_unchanged)} unchanged{left_out}"


def _told(study: Study, correction: Correction) -> str:
    """Say what a correction wants, and where."""
    sentence = int(study.text.sentence_of(np.array([correction.start]))[0])
    words = _words(study, range(correction.start, correction.end))
    wanted = [f"{name} “{_words(study, range(start, end))}”" for start, end, name in correction.reading]
    systems = {study.predictions[int(study.events.prediction[event])].system for event in correction.events}
    reading, who = ", ".join(wanted) or "no mention", ", ".join(sorted(systems))
    if study.is_of_annotators and study.decisions[correction.events[0]].verdict == A_RIGHT:
        who = f"{study.annotator}, not {who}"
    return f"“{words}” in sentence {grouped(sentence + 1)} is {reading} ({who})"


def _words(study: Study, positions: Iterable[int]) -> str:
    return " ".join(study.text.token(position) for position in positions)


@command(epilog="\b\nExample: nerinspect review selections first.nerinspect --table markdown")
@argument("review", metavar="REVIEW")
@outside_option
@output_options
def selections(review: str, allow_outside: bool, out: Output) -> None:
    """List the saved selections, and how many events each keeps."""
    from nerinspect.query.saved import read_saved

    with open_review(review, to_read=True) as file:
        entries = file.selections()
    others = asks_for_other_columns(*(query for _, query in entries))
    opened = load_review(review, True, others, partial(check_outside, review, is_allowed=allow_outside))
    opened.file.close()
    check_outputs(review, *opened.request.files)
    tell_choices(opened.study)
    if file.is_damaged or opened.file.is_damaged:
        tell(f"warning: {review} is damaged; what could be read was read")
    vocabulary = Vocabulary.of(opened.study)
    saved = [read_saved(name, query, vocabulary) for name, query in entries]
    for one in saved:
        if one.warning:
            tell(f"warning: “{one.name}”: {one.warning}")
    details = {"table": "selections", "review": review, "warnings": list(opened.study.warnings)}
    command = shlex.join(["nerinspect", "review", "selections", review, *out.told])
    write_table(selection_table(opened.study, saved), out, command, study_sources(opened.study), details)
