"""Write results to files, each with its provenance beside it, and with the review whose decisions a list holds."""

import hashlib
import io
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, BinaryIO, Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import CommandError
from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.events.study import Study
from nerinspect.io.provenance import (
    command_line,
    page_record,
    paths_read,
    provenance,
    study_sources,
    write_with_provenance,
)
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.forms import FORMS, ListWriter, Page, chosen_form, write_readable, writer_of
from nerinspect.lists.mentions import join_columns
from nerinspect.lists.sorts import EventSort, causes_cell
from nerinspect.lists.table import Of, Table
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped


@dataclass(frozen=True)
class ListForm:
    """How the rows of a list are written: in a form of `FORMS`, with some columns in order.

    `more` says which columns the list can have besides those of its events, such as `Of.DECISIONS` in a review.
    """

    sort: EventSort
    form: str
    columns: tuple[str, ...]
    spreadsheet_safe: bool = False
    more: tuple[Of, ...] = ()

    def __post_init__(self) -> None:
        self.sort.check(self.columns, self.more)
        chosen_form(self.form, self.spreadsheet_safe)
        if not FORMS[self.form].can_list(self.sort.name):
            raise CommandError(f"{self.form} writes mentions, not {self.sort.event}s; choose another form")

    @property
    def _own(self) -> ListWriter | None:
        return FORMS[self.form].list_writer(self.sort.name)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The columns that a table needs to be written in this form."""
        return self._own.drawn(self.columns) if self._own else self.columns

    def table(
        self,
        study: Study,
        order: AnyIntArray,
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List what has some numbers, in their order, with the columns that are `drawn`; see `EventSort.table`."""
        return self.sort.table(study, order, self.drawn, checkpoint, decisions)

    def writer(
        self,
        study: Study,
        n_rows: int,
        record: Mapping[str, Any],
        decisions: Mapping[int, Decision] | None = None,
        causes: Sequence[str] = (),
    ) -> Callable[[Table, Any], None]:
        """Choose the function that writes such a table, as text or not: pages, examples and sheets hold more.

        Types that only corrections have are those of `decisions`, or of all that is decided in the study now; from
        `causes`, and verdicts, cells of a sheet are chosen.
        """
        if not (own := self._own):
            return writer_of(chosen_form(self.form, self.spreadsheet_safe) or "")
        page = self._page(study, n_rows, record, decisions, causes)
        return lambda table, file: own.write(table, file, page)

    def preview(self, study: Study, table: Table) -> str:
        """Write a table as the file will hold it or, of what is no text, its cells."""
        file, own = io.StringIO(newline=""), self._own
        if not FORMS[self.form].is_binary:
            self.writer(study, 0, {})(table, file)
        else:
            write_readable(own.shown(table, self._page(study, 0, {})) if own and own.shown else table, file)
        return file.getvalue()

    def _page(
        self,
        study: Study,
        n_rows: int,
        record: Mapping[str, Any],
        decisions: Mapping[int, Decision] | None = None,
        causes: Sequence[str] = (),
    ) -> Page:
        more_types: tuple[str, ...] = ()
        choices: dict[str, tuple[str, ...]] = {}
        annotator = (
            study.annotator if self.sort.name == "relations" else ""
        )  # other lists of mentions judge by the first
        if Of.DECISIONS in self.more:
            known = dict(self.sort.decisions(study).items()) if decisions is None else decisions
            corrected = {name for one in known.values() for _, _, name in one.correction or ()}
            more_types, annotator = tuple(sorted(corrected.difference(study.types))), study.annotator
            verdicts = {one.verdict for one in known.values() if one.verdict}
            choices = {
                "verdict": (*VERDICTS, *sorted(verdicts.difference(VERDICTS))),
                "causes": tuple(causes_cell([cause]) for cause in causes),
                "flag": ("yes",),
            }
        title = counted(n_rows, self.sort.event)
        return Page(title, self.columns, study.types, record, more_types, annotator, choices)

    def arguments(self, every: tuple[str, ...]) -> list[str]:
        is_usual = self.columns == usual_columns(self.sort, self.form, every)
        return [
            *(["--table", self.form] if self.form != "csv" else []),
            *([] if is_usual else ["--columns", join_columns(self.columns)]),
            *(["--spreadsheet-safe"] if self.spreadsheet_safe else []),
        ]

    @property
    def details(self) -> dict[str, Any]:
        return {"form": self.form, "columns": list(self.columns), "spreadsheet_safe": self.spreadsheet_safe}


def usual_columns(sort: EventSort, form: str, every: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in every if sort.columns[name].is_in_examples or not FORMS[form].is_of_examples)


_as_json = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True)
class ReviewOrigin:
    """The review whose decisions a list holds.

    `lost` are the ids of decided events that are no longer there; it `is_whole` if it opens the very files that the
    list is made from, as they are read here. `causes` are those it offers.
    """

    path: str
    lost: tuple[str, ...] = ()
    is_whole: bool = True
    causes: tuple[str, ...] = ()

    def command(self, arguments: Sequence[str]) -> str:
        """Write the command line that lists its events, quoted for a shell."""
        return shlex.join(["nerinspect", "review", "export", self.path, *arguments])

    def details(self, sort: EventSort, study: Study, decisions: Mapping[int, Decision]) -> dict[str, Any]:
        """Say which review it is and what is decided in it; the bytes of its file say more."""
        return {
            "review": self.path,
            "decisions_sha256": decisions_digest(sort, study, decisions),
            "decided": sum(bool(one.verdict) for one in decisions.values()),
            "lost": list(self.lost),
        }


def decisions_digest(sort: EventSort, study: Study, decisions: Mapping[int, Decision]) -> str:
    """Take the digest of decisions: SHA-256 over a line of JSON for each, in the order of the ids of their events."""
    events = np.array(sorted(decisions), dtype=np.int64)
    named = zip(sort.ids(study, events), map(decisions.__getitem__, events.tolist()), strict=True)
    digest = hashlib.sha256()
    for name, one in sorted(named, key=itemgetter(0)):
        said = [name, one.verdict, one.causes, one.flag, one.note, one.correction, one.decided, one.who]
        digest.update(f"{_as_json(said)}\n".encode(errors="backslashreplace"))
    return digest.hexdigest()


OTHER_FILES: Final = "reads the files as the review has them, which is not how they are read here"


class ListFile(NamedTuple):
    """The function that writes a list, and the record of where it came from."""

    write: Callable[[BinaryIO], None]
    record: dict[str, Any]


@dataclass(frozen=True, eq=False)
class ListedEvents:
    """Events of one sort as a list on screen has them, or a command asks for them.

    `review`: the review that decisions about them are kept in; with one, a file says which they are.
    """

    sort: EventSort
    study: Study
    request: LoadRequest
    order: AnyIntArray  # their numbers, in the order of the rows; shape (n_rows,)
    query: str = ""
    sorting: str = ""  # in words, how the rows are ordered; empty for the order of the command line
    n_matching: int | None = None  # how many events the filter gives, if these are chosen among them
    note: str = ""  # what the command line lists instead of just these events, if no filter gives them
    review: ReviewOrigin | None = None

    def command(self, form: ListForm, output: str | None) -> str:
        """Write the command line that lists the events of the filter in a form, of a review with what was decided."""
        every = self.sort.names_for(self.study, *([Of.DECISIONS] if self.review else []))
        listed = [*self.sort.matched(self.study), *told_list(self.query, form, every, output)]
        if self.review is not None:
            return self.review.command([*self.sort.in_review, *listed])
        name, *first = self.sort.command
        return command_line(name, self.request, [*first, *listed])

    @property
    def beyond_command(self) -> str:
        """Say what the command line does not reproduce; empty if it gives the same file."""
        n_rows, differences = len(self.order), [self.note] if self.note else []
        of = f"{self.sort.event}s"
        if not self.note and self.n_matching is not None and self.n_matching != n_rows:
            differences.append(
                f"lists all {grouped(self.n_matching)} {of} of the filter, not the {grouped(n_rows)} selected"
            )
        if self.sorting:
            rows = f"sorted {self.sorting}" if self.sorting.startswith("by ") else self.sorting
            differences.append(f"lists {of} {self.sort.order}, not {rows}")
        if self.review is not None and not self.review.is_whole:
            differences.append(OTHER_FILES)
        return f"The command line {'; it '.join(differences)}." if differences else ""

    def file(self, form: ListForm, output: str | None, checkpoint: Checkpoint = no_checkpoint) -> ListFile:
        """Make the function that writes the list, and its provenance; without an output its command names none."""
        study, sort = self.study, self.sort
        decisions = dict(sort.decisions(study).items()) if self.review else {}  # as they are now, while people go on
        said = {"table": f"{sort.event}s", **form.details, **sort.said(study)}
        details = list_details(
            said, study, len(self.order), self.query, self.sorting or sort.order, self.beyond_command
        )
        if self.review is not None:
            details |= {"table": sort.event.replace("event", "review"), **self.review.details(sort, study, decisions)}
        table = form.table(study, self.order, checkpoint, decisions)
        causes = self.review.causes if self.review else ()
        return list_file(study, form, table, len(self.order), self.command(form, output), details, decisions, causes)

    def export(self, form: ListForm, output: str, checkpoint: Checkpoint = no_checkpoint) -> None:
        write, record = self.file(form, output, checkpoint)
        write_with_provenance(output, write, record, paths_read(study_sources(self.study), *self.request.files))


def list_file(
    study: Study,
    form: ListForm,
    table: Table,
    n_rows: int,
    command: str,
    details: Mapping[str, Any],
    decisions: Mapping[int, Decision] | None = None,
    causes: Sequence[str] = (),
) -> ListFile:
    """Make the function that writes the table of a `ListForm`, and its provenance.

    `decisions` are those that the table holds, by number, and `causes` those that its review offers.
    """
    sources = study_sources(study)
    write = form.writer(study, n_rows, page_record(command, sources, details), decisions, causes)
    return ListFile(partial(FORMS[form.form].in_bytes(write), table), provenance(command, sources, details))


def told_list(query: str, form: ListForm, every: tuple[str, ...], output: str | None) -> list[str]:
    """List the arguments that ask for the events of a filter in a form, of a list whose columns are known."""
    where, into = (["--where", query] if query else []), (["--output", output] if output else [])
    return [*where, *form.arguments(every), *into]


def list_details(
    said: Mapping[str, Any], study: Study, n_rows: int, query: str, sorting: str, differs: str
) -> dict[str, Any]:
    """Say what a file of events holds, behind what is said of its table and form."""
    details = {**said, "rows": n_rows, "filter": query, "order": sorting or EventSort.order}
    if differs:
        details["command_differs"] = differs
    if study.training is not None:
        details["matching"] = study.matching
    return {**details, "warnings": list(study.warnings)}
