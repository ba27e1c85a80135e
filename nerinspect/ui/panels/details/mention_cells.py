"""The mentions of an event as cells: the ledger of demerits, and the attributes of each mention."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from nerinspect.analysis.attribute import DEFAULT_BUCKETS
from nerinspect.analysis.explanation import surface_of
from nerinspect.analysis.ledger import LedgerRow, ledger
from nerinspect.analysis.study import Study
from nerinspect.glossary.wording import Wording
from nerinspect.results.attribute_facts import (
    attributes_of_mentions,
    definition_key,
    mention_attribute,
    sentence_attributes,
)
from nerinspect.results.mention_facts import (
    MENTION_FACTS,
    EventMention,
    FactValue,
    count_mentions,
    event_query,
)
from nerinspect.ui.panels.details.cells import DetailCell

MOST_MENTIONS: Final = 50
"""So many mentions of one event are shown; sums are taken over all."""

_LONGEST_SPOKEN: Final = 200  # characters


def ledger_cells(study: Study, event: int, query: str | None = None) -> list[list[DetailCell]]:
    """Lay out each mention with its demerits, and their sum.

    Parameters
    ----------
    study : Study
        What the event belongs to.
    event : int
        Its number in the study.
    query : str, optional
        What the numbers open; the event itself, if left out.

    Returns
    -------
    list of list of DetailCell
        Type, surface, verdict and demerits; of a very long event the first mentions.
    """
    rows = ledger(study, event, MOST_MENTIONS)
    query = event_query(study, event) if query is None else query
    wording, n_demerits = study.wording, int(study.events.demerits[event])
    cells = [_ledger_row(row, query, wording) for row in rows]
    if n_left_out := count_mentions(study, event) - len(rows):
        words = DetailCell(f"{n_left_out:,} more mention{'' if n_left_out == 1 else 's'}", is_quiet=True)
        rest = n_demerits - sum(row.demerits for row in rows)
        cells.append([DetailCell(), words, DetailCell(), _demerits(rest, query, wording)])
    total = _demerits(n_demerits, query, wording, is_bold=True)
    name = DetailCell("Demerits", key="demerits", is_bold=True, wording=study.wording)
    empty = DetailCell(is_bold=True)
    return [*cells, [name, empty, empty, total]]


def attribute_cells(
    study: Study, mentions: Sequence[EventMention], n_wanted: int = DEFAULT_BUCKETS
) -> tuple[list[list[DetailCell]], list[DetailCell], list[DetailCell]]:
    """Lay out what is known of each mention, a column for each.

    Parameters
    ----------
    study : Study
        What the mentions belong to.
    mentions : sequence of EventMention
        The mentions.
    n_wanted : int
        How many buckets there are to be.

    Returns
    -------
    rows, names, heads : list
        The values, the names of the rows, and the types of the mentions.
    """
    heads = [_head(study, mention) for mention in mentions]
    rows, names = [], []
    for attribute in attributes_of_mentions(study):
        values = [mention_attribute(study, attribute, mention, n_wanted) for mention in mentions]
        key = definition_key(attribute)
        rows.append([_fact(key, attribute.name, *pair) for pair in zip(values, heads, strict=True)])
        names.append(DetailCell(attribute.name, key=key, note="" if key else attribute.meaning, wording=study.wording))
    for fact in MENTION_FACTS:
        values = [fact.value(study, mention) for mention in mentions]
        if any(value.text for value in values):
            rows.append([_fact(fact.key, fact.name, *pair) for pair in zip(values, heads, strict=True)])
            names.append(DetailCell(fact.name, key=fact.key, wording=study.wording))
    return rows, names, heads


def sentence_cells(study: Study, event: int, n_wanted: int = DEFAULT_BUCKETS) -> list[DetailCell]:
    """Lay out the attributes of the sentence, each name with its value."""
    cells, whole = [], DetailCell(spoken="the sentence", wording=study.wording)
    for attribute, value in sentence_attributes(study, event, n_wanted):
        cell = _fact(definition_key(attribute), attribute.name, value, whole)
        cells.append(replace(cell, text=f"{attribute.name} {value.text}"))
    return cells


def _ledger_row(row: LedgerRow, query: str, wording: Wording) -> list[DetailCell]:
    verdict, side = "matched" if row.is_matched else "not matched", wording.said(row.side)
    surface = row.surface if len(row.surface) <= _LONGEST_SPOKEN else row.surface[: _LONGEST_SPOKEN - 1] + "…"
    return [
        DetailCell(row.type, side=row.side, note=side, spoken=f"{side} {row.type}"),
        DetailCell(row.surface, spoken=f"{side} {row.type}: {surface}, {verdict}, {row.demerits}"),
        DetailCell(verdict, is_quiet=True),
        _demerits(row.demerits, query, wording),
    ]


def _demerits(count: int, query: str, wording: Wording, *, is_bold: bool = False) -> DetailCell:
    spoken = f"{count:,} demerit{'' if count == 1 else 's'}"
    return DetailCell(
        f"{count:,}", query, "demerits", spoken=spoken, is_number=True, is_quiet=not count, is_bold=is_bold,
        wording=wording,
    )  # fmt: skip


def _head(study: Study, mention: EventMention) -> DetailCell:
    side: Literal["reference", "prediction"] = "reference" if mention.side == "reference" else "prediction"
    surface = surface_of(study, mention.start, min(mention.end, mention.start + _LONGEST_SPOKEN))
    spoken = f"{study.wording.said(side)} {mention.type}: {surface}"
    return DetailCell(mention.type, note=surface, spoken=spoken, side=side, is_number=True, wording=study.wording)


def _fact(key: str, name: str, value: FactValue, of: DetailCell) -> DetailCell:
    if not value.text:
        return DetailCell()
    spoken = f"{name} of {of.spoken}: {value.text}" + (f", bucket {value.bucket}" if value.bucket else "")
    return DetailCell(
        value.text, value.query, key, value.note, spoken, value.bucket, is_number=True, wording=of.wording
    )  # fmt: skip
