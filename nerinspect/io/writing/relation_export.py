"""Write relation events to files: tables, pages of HTML and examples for LaTeX, each with its provenance."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TextIO, cast

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import CommandError, UnknownNameError, counted
from nerinspect.events.decision import Decision
from nerinspect.events.relation_pairing import RELATION_KINDS
from nerinspect.events.study import RelationChoice, Study
from nerinspect.glossary.wording import Wording
from nerinspect.io.provenance import command_line, paths_read, study_sources
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.events_form import ListForm
from nerinspect.io.writing.export import (
    ListFile,
    ReviewOrigin,
    beyond_command,
    list_details,
    list_file,
    told_list,
    write_with_provenance,
)
from nerinspect.io.writing.forms import ListWriter, Page, latex_text
from nerinspect.io.writing.html_page import DECISION_CELLS, STYLE, escaped, page_foot, page_head
from nerinspect.io.writing.latex_examples import bracketed, named_sides, one_example, said, write_numbered
from nerinspect.lists.relations import (
    POSSIBLE_RELATION_DECISION_COLUMNS,
    SENTENCE_TOKENS,
    relation_event_columns,
    relation_events_table,
    relation_review_columns,
    relation_review_table,
)
from nerinspect.lists.table import Spans, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.training.known_relations import has_relation_parts

_SIDES: Final = (("reference_type", "reference_spans"), ("predicted_type", "predicted_spans"))
_DRAWN_FROM: Final = (SENTENCE_TOKENS, *(name for side in _SIDES for name in side), "kind")
_IN_READINGS: Final = frozenset(
    (
        *(name for side in _SIDES for name in side),
        *("system", "left", "text", "right"),
        *("reference_head", "reference_tail", "predicted_head", "predicted_tail"),
    )
)


def relation_example_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """List the columns of the relation events table that examples need to say what stands in some columns."""
    return tuple(dict.fromkeys([*columns, *_DRAWN_FROM]))


def write_relation_examples(table: Table, file: TextIO, page: Page) -> None:
    """Write relation events, a table of the `relation_example_columns`, as `write_examples` does others."""
    write_numbered(table, file, page, _example)


RELATION_EXAMPLES: Final = ListWriter(relation_example_columns, write_relation_examples)


def _example(values: Mapping[str, Value], page: Page) -> Iterator[str]:
    kind = f"relation_{values['kind']}" if "kind" in page.columns else ""
    return one_example(_readings(values, page), said(values, page, kind, _IN_READINGS))


def _readings(values: Mapping[str, Value], page: Page) -> Iterator[tuple[str, str]]:
    """Name each reading with the type of its relation, and write the sentence with brackets around its arguments."""
    tokens = cast("list[str]", values[SENTENCE_TOKENS])
    for name, (type_column, column) in zip(named_sides(values, page), _SIDES, strict=True):
        spans = cast("Spans", values[column])
        labelled = [
            (start, end, f"{place}, {type_name}")
            for place, (start, end, type_name) in zip(("head", "tail"), spans, strict=False)
        ]
        relation = latex_text(f"{values[type_column]}") if spans else "no relation"
        yield f"{name}: {relation}", bracketed(tokens, labelled)


_STYLE: Final = """
body { margin: 2em auto; max-width: 90em; padding: 0 1.5em; background: var(--base); color: var(--text);
  font: 100%/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.4em; font-weight: 600; margin: 0 0 .2em; }
dl, th { color: var(--text2); }
table { border-collapse: collapse; width: 100%; margin: 1.5em 0; }
th { font-size: .85em; font-weight: 400; text-align: start; border-bottom: 1px solid var(--text2); }
th, td { padding: .25em .7em; vertical-align: baseline; }
td { border-bottom: 1px solid var(--hairline); overflow-wrap: break-word; }
.number { text-align: end; }
.kind { white-space: nowrap; font-weight: 600; }
.context { min-width: 24em; white-space: pre-wrap; color: var(--text2); }
mark { background: var(--selected); color: var(--text); padding: .1em 0; }
dl { font-size: .85em; display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.2em; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
"""

_INKS: Final = dict(zip(RELATION_KINDS, ("tp", "fp", "fn", "le", "be", "lbe"), strict=True))
"""Relation kinds have the colours of those events that they are most like."""

_CONTEXT: Final = ("left", "text", "right")
_NUMBERS: Final = frozenset({"run", "document", "sentence", "line", "distance"})


def write_relation_page(table: Table, file: TextIO, page: Page) -> None:
    """Write a page of relation events; `left`, `text` and `right` are one cell, where the first of them stands."""
    file.write(page_head(page.title, _STYLE + STYLE, {}) + "<table>\n")
    file.writelines(_rows(table, page.wording))
    file.write("</table>\n" + page_foot(page.record))


RELATION_PAGE: Final = ListWriter(tuple, write_relation_page)


def _rows(table: Table, wording: Wording) -> Iterator[str]:
    context = [name for name in _CONTEXT if name in table.columns]
    cells = list(dict.fromkeys("text" if "text" in context and name in context else name for name in table.columns))
    heads = (" · ".join(context) if name == "text" else name.replace("_", " ") for name in cells)
    yield f"<thead><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead>\n"
    for row in table:
        values = dict(zip(table.columns, row, strict=True))
        yield f"<tr>{''.join(_cell(name, values, context, wording) for name in cells)}</tr>\n"


def _cell(name: str, values: Mapping[str, Value], context: Sequence[str], wording: Wording) -> str:
    value = values[name]
    if name == "text":
        left, right = (f"{values[side]}" if side in context else "" for side in ("left", "right"))
        before, after = escaped(left + " " * bool(left)), escaped(" " * bool(right) + right)
        return f'<td class="context" dir="auto">{before}<mark>{escaped(str(value))}</mark>{after}</td>'
    if name == "kind":
        ink = _INKS[str(value)]
        return f'<td class="kind" style="color: var(--{ink})">{escaped(wording.name(f"relation_{value}"))}</td>'
    if name in DECISION_CELLS:
        return DECISION_CELLS[name](str(value), wording)
    shown = json.dumps(value, ensure_ascii=False) if isinstance(value, list) else "" if value is None else value
    kept = ' class="number"' if name in _NUMBERS else ' dir="auto"'
    return f"<td{kept}>{escaped(str(shown))}</td>"


@dataclass(frozen=True)
class RelationForm(ListForm):
    """How relation events are written, with what was decided in a list of a review; see `ListForm`.

    Raises
    ------
    CommandError
        If a column is unknown or named twice, or another form than CSV is to be safe.
    """

    is_of_review: bool = False

    sort = "relations"

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        known = relation_event_columns(with_parts=True)
        known += POSSIBLE_RELATION_DECISION_COLUMNS if self.is_of_review else ()
        for name in self.columns:
            if name not in known:
                raise UnknownNameError("column", name, known)
        if not self.columns or len(set(self.columns)) < len(self.columns):
            raise CommandError("name at least one column, and each once")
        super().__post_init__()

    def table(
        self,
        study: Study,
        order: AnyIntArray,
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List relation events; see `relation_events_table` and `relation_review_table`."""
        if self.is_of_review:
            return relation_review_table(study, order, self.drawn, checkpoint, decisions)
        return relation_events_table(study, order, self.drawn, checkpoint)

    def _page(
        self, study: Study, n_rows: int, record: Mapping[str, Any], decisions: Mapping[int, Decision] | None
    ) -> Page:
        title = counted(n_rows, "relation event")
        return Page(title, self.columns, study.types, record, annotator=study.annotator)


def export_relation_events(
    study: Study,
    request: LoadRequest,
    order: AnyIntArray,
    query: str,
    sorting: str,
    output: str,
    form: RelationForm,
    checkpoint: Checkpoint = no_checkpoint,
    n_matching: int | None = None,
    review: ReviewOrigin | None = None,
) -> None:
    """Write relation events, by number in the order of the rows, with their provenance; see `export_events`."""
    write, record = relation_events_file(
        study, request, order, query, sorting, output, form, checkpoint, n_matching, review
    )
    write_with_provenance(output, write, record, paths_read(study_sources(study), *request.files))


def relation_events_file(
    study: Study,
    request: LoadRequest,
    order: AnyIntArray,
    query: str,
    sorting: str,
    output: str | None,
    form: RelationForm,
    checkpoint: Checkpoint = no_checkpoint,
    n_matching: int | None = None,
    review: ReviewOrigin | None = None,
) -> ListFile:
    """Make the function that writes the content of such a file, and its provenance.

    The parameters are those of `export_relation_events`; without an output the command line names none.
    """
    decisions = dict(study.relation_decisions.items()) if review else {}  # as they are now, while people go on
    command = relation_events_command(study, request, query, form, output, review)
    differs = beyond_command(len(order), sorting, n_matching, review=review)
    details = list_details(_said(study, form), study, len(order), query, sorting, differs)
    if review is not None:
        details |= {"table": "relation review", **review.relation_details(study, decisions)}
    table = form.table(study, order, checkpoint, decisions)
    return list_file(study, form, table, len(order), command, details, decisions)


def relation_events_command(
    study: Study,
    request: LoadRequest,
    query: str,
    form: ListForm,
    output: str | None,
    review: ReviewOrigin | None = None,
) -> str:
    """Write the command line that lists the relation events of a filter in a form, of a review with its decisions."""
    every = (relation_review_columns if review else relation_event_columns)(has_relation_parts(study))
    listed = [*told_choice(study.relation_choice), *told_list(query, form, every, output)]
    if review is not None:
        return review.command(["--relations", *listed])
    return command_line("relations", request, ["--events", *listed])


def told_choice(choice: RelationChoice) -> list[str]:
    """List the arguments that ask for a way of matching relations."""
    return ["--setting", choice.setting, *_told_symmetric(choice)]


def relation_events_of_settings(
    listed: Sequence[tuple[Study, AnyIntArray]],
    request: LoadRequest,
    query: str,
    output: str | None,
    form: RelationForm,
) -> ListFile:
    """Make the function that writes the events of a study under all settings, one behind the other, and its provenance.

    `listed` holds the study under each of `RELATION_SETTINGS`, with the numbers of its relation events.
    """
    study, n_rows = listed[0][0], sum(len(order) for _, order in listed)
    details = list_details(_said(study, form) | {"setting": "both"}, study, n_rows, query, "", "")
    told = told_list(query, form, relation_event_columns(has_relation_parts(study)), output)
    symmetric = _told_symmetric(study.relation_choice)
    command = command_line("relations", request, ["--events", *symmetric, *told])
    return list_file(study, form, table_of_settings(listed, form), n_rows, command, details)


def table_of_settings(listed: Sequence[tuple[Study, AnyIntArray]], form: RelationForm) -> Table:
    """List the relation events of a study under several settings, one behind the other."""
    return Table(form.drawn, chain.from_iterable(form.table(study, order) for study, order in listed))


def _told_symmetric(choice: RelationChoice) -> list[str]:
    return [part for name in choice.symmetric for part in ("--symmetric", name)]


def _said(study: Study, form: RelationForm) -> dict[str, Any]:
    """Say which table a file holds, in which form, and how relations were matched."""
    choice = study.relation_choice
    return {
        "table": "relation events",
        **form.details,
        "setting": choice.setting,
        "symmetric": list(choice.symmetric),
    }
