"""Write relation events as a page of HTML and as examples for LaTeX."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TextIO, cast

from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.glossary.wording import Wording
from nerinspect.io.writing.forms import ListWriter, Page, latex_text
from nerinspect.io.writing.html_page import (
    DECISION_CELLS,
    context_cell,
    escaped,
    page_foot,
    page_head,
    page_rows,
    page_style,
    plain_cell,
)
from nerinspect.io.writing.latex_examples import bracketed, named_sides, one_example, said, write_numbered
from nerinspect.lists.relations import RELATIONS, SENTENCE_TOKENS
from nerinspect.lists.table import Spans, Table, Value

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


_STYLE: Final = """.context { min-width: 24em; white-space: pre-wrap; color: var(--text2); }
mark { background: var(--selected); color: var(--text); padding: .1em 0; }
"""


def write_relation_page(table: Table, file: TextIO, page: Page) -> None:
    """Write a page of relation events."""
    file.write(page_head(page.title, page_style("dl, th", _STYLE), {}) + "<table>\n")
    file.writelines(page_rows(table, table.columns, _head_cell, partial(_cell, page.wording)))
    file.write("</table>\n" + page_foot(page.record))


RELATION_PAGE: Final = ListWriter(tuple, write_relation_page)


def _head_cell(name: str) -> str:
    return f"<th>{name.replace('_', ' ')}</th>"


def _cell(wording: Wording, name: str, values: Mapping[str, Value], context: Sequence[str]) -> str:
    value = values[name]
    if name == "text":
        left, right = (f"{values[side]}" if side in context else "" for side in ("left", "right"))
        return context_cell(left + " " * bool(left), escaped(str(value)), " " * bool(right) + right)
    if name == "kind":
        ink = RELATION_KIND_TABLE[str(value)].like
        return f'<td class="kind" style="color: var(--{ink})">{escaped(wording.name(f"relation_{value}"))}</td>'
    if name in DECISION_CELLS:
        return DECISION_CELLS[name](str(value), wording)
    return plain_cell(value, RELATIONS.holds_numbers(name))
