"""Write relation events as numbered examples for LaTeX: type and arguments of both readings, in labelled brackets."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TextIO, cast

from nerinspect.io.html_page import Page
from nerinspect.io.latex_examples import bracketed, named_sides, one_example, said, write_numbered
from nerinspect.io.latex_text import latex_text
from nerinspect.results.relation_events_table import SENTENCE_TOKENS
from nerinspect.results.table import Spans, Table, Value

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
    """Write relation events as numbered examples.

    Parameters
    ----------
    table : Table
        The columns that `relation_example_columns` lists for those of the page.
    file : TextIO
        Takes UTF-8.
    page : Page
        What stands around the examples; the record stands in comments before them.
    """
    write_numbered(table, file, page, _example)


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
