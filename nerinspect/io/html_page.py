"""Write events as a page of HTML that stands alone: each sentence with both readings of the segment."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final, TextIO

from nerinspect.analysis.events import KINDS
from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.io.colours import KIND_INKS, ROLES, assign_slots, hue_of, pattern_of
from nerinspect.io.html_cells import html_rows
from nerinspect.io.html_decisions import CORRECTED, STYLE, escaped
from nerinspect.io.provenance import record_entries
from nerinspect.results.table import Table

_STYLE: Final = """
body { margin: 2em auto; max-width: 90em; padding: 0 1.5em; background: var(--base); color: var(--text);
  font: 100%/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.4em; font-weight: 600; margin: 0 0 .2em; }
p, dl, th { color: var(--text2); }
table { border-collapse: collapse; width: 100%; margin: 1.5em 0; }
th { font-size: .85em; font-weight: 400; text-align: start; border-bottom: 1px solid var(--text2); }
th, td { padding: .25em .7em; vertical-align: baseline; }
td { border-bottom: 1px solid var(--hairline); overflow-wrap: break-word; }
.number { text-align: end; }
.kind { white-space: nowrap; font-weight: 600; }
.kind svg { width: 1.2em; height: 1em; vertical-align: -.12em; fill: currentColor; }
.context { min-width: 24em; padding-block: .5em; line-height: 2.8; white-space: pre-wrap; color: var(--text2); }
mark { background: var(--selected); color: var(--text); padding: .1em 0; -webkit-box-decoration-break: clone;
  box-decoration-break: clone; }
mark span { border: 0 solid transparent; border-width: 3px 0; padding: .1em 0; position: relative; }
mark span::before, mark span::after { position: absolute; inset-inline-start: 0; font-size: .7em; line-height: 1;
  white-space: nowrap; }
[data-ref]::before { content: attr(data-ref); bottom: calc(100% + 5px); }
[data-pred]::after { content: attr(data-pred); top: calc(100% + 5px); }
dl { font-size: .85em; display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.2em; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
"""

_BARS: Final = {"tp": (16, 16), "fp": (0, 16), "fn": (16, 0), "le": (16, -16), "be": (16, 9), "lbe": (16, -9.5)}
"""Width of the bar above and of the one below: 0 is a dotted line, less is an outline."""


@dataclass(frozen=True)
class Page:
    """What a page says around its rows.

    Attributes
    ----------
    title : str
        Such as `398 events`.
    columns : tuple of str
        What it shows of each event.
    types : tuple of str
        All entity types of the data.
    record : mapping
        Where the events come from; stands at the foot.
    more_types : tuple of str
        Types that only corrections have.
    annotator : str
        Who stands where a reference does, if all are annotators.
    """

    title: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    record: Mapping[str, Any]
    more_types: tuple[str, ...] = ()
    annotator: str = ""

    @property
    def every_type(self) -> tuple[str, ...]:
        """All types, in the order of their classes."""
        return (*self.types, *self.more_types)

    @property
    def wording(self) -> Wording:
        """How the two sides are spoken of."""
        return NEUTRAL if self.annotator else JUDGED


def write_html(table: Table, file: TextIO, page: Page) -> None:
    """Write a page.

    Parameters
    ----------
    table : Table
        The columns that `drawn_columns` lists for those of the page.
    file : TextIO
        Takes UTF-8.
    page : Page
        What stands around the rows.
    """
    file.write(_head(page) + "<table>\n")
    file.writelines(html_rows(table, page.columns, page.every_type, page.wording))
    file.write("</table>\n" + page_foot(page.record))


def _head(page: Page) -> str:
    slots = assign_slots(page.every_type, assign_slots(page.types))  # types of the data look as elsewhere
    lines = [(hue_of(slots[name])[1], hue_of(slots[name])[3], pattern_of(slots[name])) for name in page.every_type]
    roles = {role: ROLES[role] for role in ("base", "text", "text2", "hairline", "selected")}
    colours = {**roles, **KIND_INKS, **{f"t{place}": line[:2] for place, line in enumerate(lines)}}
    light, dark = (" ".join(f"--{name}: {pair[side]};" for name, pair in colours.items()) for side in (0, 1))
    classes = "".join(
        f".{name}{place} {{ border-{edge}: 3px {line[2]} var(--t{place}); }}\n"
        for place, line in enumerate(lines)
        for name, edge in (("ref", "top"), ("pred", "bottom"))
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n"
        f"<style>\n:root {{ color-scheme: light dark; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}{_STYLE}{STYLE}{classes}</style></head><body>\n"
        f"<h1>{escape(page.title)}</h1>\n"
        f"<p>{escaped(_legend(page))}</p>\n"
        '<svg width="0" height="0" style="position: absolute" aria-hidden="true">'
        f"{''.join(map(_symbol, KINDS))}</svg>\n"
    )


def _legend(page: Page) -> str:
    """Say what the lines are."""
    lines = page.wording.said("The line above the words is the reference, the line below is the prediction.")
    who = f" A is {page.annotator}." if page.annotator else ""
    corrected = " A corrected reading has the mentions there shall be." if CORRECTED in page.columns else ""
    return f"{lines}{who}{corrected}"


def _symbol(kind: str) -> str:
    above, below = (_bar(width, top) for width, top in zip(_BARS[kind], (1.5, 9), strict=True))
    return f'<symbol id="{kind}" viewBox="0 0 18 15">{above}{below}</symbol>'


def _bar(width: float, top: float) -> str:
    if width > 0:
        return f'<rect x="1" y="{top}" width="{width}" height="4.5" rx="1"/>'
    if width < 0:
        edge = 'fill="none" stroke="currentColor" stroke-width="1.5"'
        return f'<rect x="1.75" y="{top + 0.75}" width="{-width - 1.5}" height="3" {edge}/>'
    dots = 'stroke="currentColor" stroke-width="1.5" stroke-dasharray="1.5 2.7" stroke-linecap="round"'
    return f'<path d="M2 {top + 2.25}H16" {dots}/>'


def page_foot(record: Mapping[str, Any]) -> str:
    """Write the end of a page, which says where it comes from."""
    shown = "".join(
        f"<dt>{escape(name)}</dt><dd>{escaped(chr(10).join(lines))}</dd>\n" for name, lines in record_entries(record)
    )
    return f"<footer><dl>\n{shown}</dl></footer>\n</body></html>\n"
