"""Write events as a page of HTML that stands alone: each sentence with both readings, and what was decided."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any, Final, NamedTuple, TextIO, cast

from nerinspect.events.kinds import KIND_TABLE, RELATION_KIND_TABLE
from nerinspect.glossary.wording import Wording
from nerinspect.io.colours import ROLES, assign_slots, hue_of, pattern_of
from nerinspect.io.provenance import record_entries
from nerinspect.io.writing.forms import ListWriter, Page
from nerinspect.io.writing.html_parts import LEVEL_STYLE, Side, drawn_segment, escaped, line_height, mention_symbol
from nerinspect.lists.mentions import LEFT_WORDS, MENTIONS, RIGHT_WORDS, SEGMENT_BLANKS, SEGMENT_TOKENS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import causes_in
from nerinspect.lists.table import Spans, Table, Value

CORRECTED: Final = "corrected_spans"  # the column of the right reading, which is drawn as the segment is

HEADS: Final = {CORRECTED: "correction", "predicted_spans_a": "A", "predicted_spans_b": "B"}
"""Heads of columns that people read otherwise than programs."""

_DECISION_STYLE: Final = """
.verdict { white-space: nowrap; font-weight: 600; }
.cause { display: inline-block; border: 1px solid var(--hairline); border-radius: .6em; padding: 0 .5em;
  margin: 0 .2em .2em 0; font-weight: 400; }
.note { white-space: pre-wrap; min-width: 12em; }
.corrected { min-width: 8em; padding-block: .5em; line-height: 2.8; white-space: pre-wrap; }
.none { color: var(--text2); font-style: italic; }
"""


def _verdict(verdict: str, wording: Wording) -> str:
    said = wording.verdict(verdict)
    return f'<td class="verdict" dir="auto">{escaped(said[:1].upper() + said[1:])}</td>'


def _causes(causes: str, _wording: Wording) -> str:
    listed = " ".join(f'<b class="cause" dir="auto">{escaped(cause)}</b>' for cause in causes_in(causes))
    return f"<td>{listed}</td>"


def _flag(flag: str, _wording: Wording) -> str:
    sign = '<b title="flagged">⚑</b>' if flag else ""
    return f"<td>{sign}</td>"


def _note(note: str, _wording: Wording) -> str:
    return f'<td class="note" dir="auto">{escaped(note)}</td>'


DECISION_CELLS: Final[dict[str, Callable[[str, Wording], str]]] = {
    "verdict": _verdict,
    "causes": _causes,
    "flag": _flag,
    "note": _note,
}
"""What writes the cells of each column, but for the corrected reading."""


_CONTEXT: Final = ("left", "text", "right")
_LINE_HEIGHT: Final = 2.8
_DRAWN_FROM: Final = (SEGMENT_TOKENS, SEGMENT_BLANKS, "start")
_WORDS: Final = {"left": LEFT_WORDS, "right": RIGHT_WORDS}
_SIDES: Final = (("ref", "reference_spans"), ("pred", "predicted_spans"))
_APART: Final = {CORRECTED: "ref", "predicted_spans_a": "pred", "predicted_spans_b": "pred"}
"""Readings that have cells of their own, each drawn like one of the sides."""
_KINDS: Final = frozenset(("kind", "kind_a", "kind_b"))


def _drawn(columns: Sequence[str], sides: Sequence[str]) -> tuple[str, ...]:
    """List the columns of a list that a page needs to show some columns, and readings in the sentence."""
    is_drawn = "text" in columns or not _APART.keys().isdisjoint(columns)
    words = [_WORDS[name] for name in columns if name in _WORDS]
    return tuple(dict.fromkeys([*columns, *words, *((*_DRAWN_FROM, *sides) if is_drawn else ())]))


def _page_rows(
    table: Table,
    columns: Sequence[str],
    head: Callable[[str], str],
    cell: Callable[[str, Mapping[str, Value], Sequence[str]], str],
) -> Iterator[str]:
    """Write the rows of an HTML table, heads first; `left`, `text` and `right` are one cell, where the first stands.

    `head` writes the inside of a head from the names of what stands there; `cell` gets which of the three are shown.
    """
    context = [name for name in _CONTEXT if name in columns]
    cells = list(dict.fromkeys("text" if "text" in context and name in context else name for name in columns))
    heads = "".join(head(" · ".join(context) if name == "text" else name) for name in cells)
    yield f"<thead><tr>{heads}</tr></thead>\n"
    for row in table:
        values = dict(zip(table.columns, row, strict=True))
        yield f"<tr>{''.join(cell(name, values, context) for name in cells)}</tr>\n"


def _context_cell(left: str, segment: str, right: str, style: str = "") -> str:
    """Write a segment, which is HTML, between the words beside it."""
    return f'<td class="context" dir="auto"{style}>{escaped(left)}<mark>{segment}</mark>{escaped(right)}</td>'


def _plain_cell(value: Value, is_number: bool) -> str:
    shown = json.dumps(value, ensure_ascii=False) if isinstance(value, list) else "" if value is None else value
    kept = ' class="number"' if is_number else ' dir="auto"'
    return f"<td{kept}>{escaped(str(shown))}</td>"


class _Look(NamedTuple):
    """How mentions are drawn and spoken of: the place of each type, and the words for the sides."""

    places: Mapping[str, int]
    wording: Wording


def _head_cell(name: str) -> str:
    kept = ' class="number"' if MENTIONS.holds_numbers(name) else ""
    return f"<th{kept}>{HEADS.get(name, name)}</th>"


def _cell(look: _Look, name: str, values: Mapping[str, Value], context: Sequence[str]) -> str:
    value = values[name]
    if name == "text":
        left, right = (f"{values[words]}" if side in context else "" for side, words in _WORDS.items())
        blanks = cast("list[str]", values[SEGMENT_BLANKS])
        inside, style = _segment(values, look, [side for side in _SIDES if side[1] in values])
        return _context_cell(left + blanks[0] * bool(left), inside, blanks[-1] * bool(right) + right, style)
    if name in _KINDS and value in KIND_TABLE:  # a version that has no event there has none
        return (
            f'<td class="kind" style="color: var(--{value})" title="{look.wording.name(str(value))}">'
            f'<svg aria-hidden="true"><use href="#{value}"/></svg> {str(value).upper()}</td>'
        )
    if name in DECISION_CELLS:
        return DECISION_CELLS[name](str(value), look.wording)
    if name in _APART:
        return _reading(values, look, name)
    return _plain_cell(values[_WORDS.get(name, name)], MENTIONS.holds_numbers(name))


def _reading(values: Mapping[str, Value], look: _Look, name: str) -> str:
    """Draw a reading of a segment, the right one as the reference is drawn; nothing where none was given."""
    if values[name] is None:
        return "<td></td>"
    none = "" if values[name] else '<br><i class="none">no mention</i>'
    drawn, style = _segment(values, look, ((_APART[name], name),))
    return f'<td class="corrected" dir="auto"{style}><mark>{drawn}</mark>{none}</td>'


def _segment(values: Mapping[str, Value], look: _Look, drawn: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Write the tokens of a segment with lines for the mentions of some sides, and the style of its cell."""
    tokens, start = cast("list[str]", values[SEGMENT_TOKENS]), cast("int", values["start"])
    sides = [Side(name, cast("Spans", values[column]), start, tokens, look.places) for name, column in drawn]
    return drawn_segment(tokens, cast("list[str]", values[SEGMENT_BLANKS]), sides), line_height(_LINE_HEIGHT, sides)


def _page_style(faint: str, own: str) -> str:
    return f"""
body {{ margin: 2em auto; max-width: 90em; padding: 0 1.5em; background: var(--base); color: var(--text);
  font: 100%/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }}
h1 {{ font-size: 1.4em; font-weight: 600; margin: 0 0 .2em; }}
{faint} {{ color: var(--text2); }}
table {{ border-collapse: collapse; width: 100%; margin: 1.5em 0; }}
th {{ font-size: .85em; font-weight: 400; text-align: start; border-bottom: 1px solid var(--text2); }}
th, td {{ padding: .25em .7em; vertical-align: baseline; }}
td {{ border-bottom: 1px solid var(--hairline); overflow-wrap: break-word; }}
.number {{ text-align: end; }}
.kind {{ white-space: nowrap; font-weight: 600; }}
{own}dl {{ font-size: .85em; display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.2em; }}
dd {{ margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }}
{_DECISION_STYLE}"""


_OWN_STYLE: Final = """.kind svg { width: 1.2em; height: 1em; vertical-align: -.12em; fill: currentColor; }
.context { min-width: 24em; padding-block: .5em; line-height: 2.8; white-space: pre-wrap; color: var(--text2); }
mark { background: var(--selected); color: var(--text); padding: .1em 0; -webkit-box-decoration-break: clone;
  box-decoration-break: clone; }
mark span { border: 0 solid transparent; border-width: 3px 0; padding: .1em 0; position: relative; }
mark span::before, mark span::after { position: absolute; inset-inline-start: 0; font-size: .7em; line-height: 1;
  white-space: nowrap; }
.apart { margin-inline-start: 2px; }
[data-ref]::before { content: attr(data-ref); bottom: calc(100% + 5px); }
[data-pred]::after { content: attr(data-pred); top: calc(100% + 5px); }
"""


def write_html(table: Table, file: TextIO, page: Page) -> None:
    file.write(_head(page) + "<table>\n")
    look = _Look({name: place for place, name in enumerate(page.every_type)}, page.wording)
    file.writelines(_page_rows(table, page.columns, _head_cell, partial(_cell, look)))
    file.write("</table>\n" + _page_foot(page.record))


MENTION_PAGE: Final = ListWriter(partial(_drawn, sides=("reference_spans", "predicted_spans")), write_html)
COMPARED_PAGE: Final = ListWriter(partial(_drawn, sides=("reference_spans",)), write_html)


def _head(page: Page) -> str:
    slots = assign_slots(page.every_type, assign_slots(page.types))  # types of the data look as elsewhere
    lines = [(hue_of(slots[name])[1], hue_of(slots[name])[3], pattern_of(slots[name])) for name in page.every_type]
    classes = "".join(
        f".{name}{place} {{ border-{edge}: 3px {line[2]} var(--t{place}); }}\n"
        for place, line in enumerate(lines)
        for name, edge in (("ref", "top"), ("pred", "bottom"))
    )
    inks = {f"t{place}": line[:2] for place, line in enumerate(lines)}
    return (
        f"{_page_head(page.title, _page_style('p, dl, th', _OWN_STYLE) + LEVEL_STYLE + classes, inks)}"
        f"<p>{escaped(_legend(page))}</p>\n"
        '<svg width="0" height="0" style="position: absolute" aria-hidden="true">'
        f"{''.join(map(_symbol, KIND_TABLE))}</svg>\n"
    )


def _page_head(title: str, style: str, inks: Mapping[str, tuple[str, str]]) -> str:
    """Write the beginning of a page, whose style knows inks by name, light and dark, besides those of kinds."""
    roles = {role: ROLES[role] for role in ("base", "text", "text2", "hairline", "selected")}
    colours = {**roles, **{code: kind.ink for code, kind in KIND_TABLE.items()}, **inks}
    light, dark = (" ".join(f"--{name}: {pair[side]};" for name, pair in colours.items()) for side in (0, 1))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>\n:root {{ color-scheme: light dark; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}{style}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n"
    )


def _legend(page: Page) -> str:
    lines = page.wording.said("The line above the words is the reference, the line below is the prediction.")
    who = f" A is {page.annotator}." if page.annotator else ""
    corrected = " A correction lists all mentions that are correct there." if CORRECTED in page.columns else ""
    return f"{lines}{who}{corrected}"


def _symbol(kind: str) -> str:
    return f'<symbol id="{kind}" viewBox="0 0 18 15">{mention_symbol(kind)}</symbol>'


def _page_foot(record: Mapping[str, Any]) -> str:
    shown = "".join(
        f"<dt>{escape(name)}</dt><dd>{escaped(chr(10).join(lines))}</dd>\n" for name, lines in record_entries(record)
    )
    return f"<footer><dl>\n{shown}</dl></footer>\n</body></html>\n"


_RELATION_STYLE: Final = """.context { min-width: 24em; white-space: pre-wrap; color: var(--text2); }
mark { background: var(--selected); color: var(--text); padding: .1em 0; }
"""


def write_relation_page(table: Table, file: TextIO, page: Page) -> None:
    file.write(_page_head(page.title, _page_style("dl, th", _RELATION_STYLE), {}) + "<table>\n")
    file.writelines(_page_rows(table, table.columns, _relation_head, partial(_relation_cell, page.wording)))
    file.write("</table>\n" + _page_foot(page.record))


RELATION_PAGE: Final = ListWriter(tuple, write_relation_page)


def _relation_head(name: str) -> str:
    return f"<th>{name.replace('_', ' ')}</th>"


def _relation_cell(wording: Wording, name: str, values: Mapping[str, Value], context: Sequence[str]) -> str:
    value = values[name]
    if name == "text":
        left, right = (f"{values[side]}" if side in context else "" for side in ("left", "right"))
        return _context_cell(left + " " * bool(left), escaped(str(value)), " " * bool(right) + right)
    if name == "kind":
        ink = RELATION_KIND_TABLE[str(value)].like
        return f'<td class="kind" style="color: var(--{ink})">{escaped(wording.name(f"relation_{value}"))}</td>'
    if name in DECISION_CELLS:
        return DECISION_CELLS[name](str(value), wording)
    return _plain_cell(value, RELATIONS.holds_numbers(name))
