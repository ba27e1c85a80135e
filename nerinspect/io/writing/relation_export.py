"""Write relation events to files: tables, pages of HTML and examples for LaTeX, each with its provenance."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TextIO, cast

from nerinspect.events.relation_pairing import RELATION_KINDS
from nerinspect.glossary.wording import Wording
from nerinspect.io.writing.forms import ListWriter, Page, latex_text
from nerinspect.io.writing.html_page import DECISION_CELLS, STYLE, escaped, page_foot, page_head
from nerinspect.io.writing.latex_examples import bracketed, named_sides, one_example, said, write_numbered
from nerinspect.lists.relations import (
    SENTENCE_TOKENS,
)
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
