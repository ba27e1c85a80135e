"""Write relation events as a page of HTML that stands alone: a row for each, with its sentence."""

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, TextIO

from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.glossary.wording import Wording
from nerinspect.io.colours import KIND_INKS, ROLES
from nerinspect.io.html_decisions import DECISION_CELLS, STYLE, escaped
from nerinspect.io.html_page import page_foot
from nerinspect.results.table import Table, Value

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


def write_relation_page(table: Table, file: TextIO, title: str, record: Mapping[str, Any], wording: Wording) -> None:
    """Write a page.

    Parameters
    ----------
    table : Table
        Relation events; `left`, `text` and `right` are one cell, where the first of them stands.
    file : TextIO
        Takes UTF-8.
    title : str
        Such as `426 relation events`.
    record : mapping
        Where they come from; stands at the foot.
    wording : Wording
        How the two sides are spoken of.
    """
    file.write(_head(title) + "<table>\n")
    file.writelines(_rows(table, wording))
    file.write("</table>\n" + page_foot(record))


def _head(title: str) -> str:
    roles = {role: ROLES[role] for role in ("base", "text", "text2", "hairline", "selected")} | KIND_INKS
    light, dark = (" ".join(f"--{name}: {pair[side]};" for name, pair in roles.items()) for side in (0, 1))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>\n:root {{ color-scheme: light dark; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}{_STYLE}{STYLE}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n"
    )


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
