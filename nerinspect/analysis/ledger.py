"""The mentions of an event with their demerits."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from nerinspect.analysis.explanation import Span, predicted_spans, reference_spans, surface_of
from nerinspect.analysis.study import Study

Side: TypeAlias = Literal["reference", "prediction"]


@dataclass(frozen=True)
class LedgerRow:
    """One mention of an event and what it costs.

    Attributes
    ----------
    side : str
        `reference` or `prediction`.
    type : str
        Its type.
    surface : str
        Its tokens joined by a blank.
    is_matched : bool
        Whether the other side has the same extent and type.
    demerits : int
        0 if it is matched, else 1.
    """

    side: Side
    type: str
    surface: str
    is_matched: bool
    demerits: int


def ledger(study: Study, event: int, at_most: int | None = None) -> list[LedgerRow]:
    """List the mentions of an event with their demerits, those of the reference first.

    Parameters
    ----------
    study : Study
        What the event belongs to.
    event : int
        Its number in `study.events`.
    at_most : int, optional
        So many rows are written, the first ones; all, if left out.

    Returns
    -------
    list of LedgerRow
        The demerits of all rows add up to those of the event.
    """
    reference, predicted = reference_spans(study, event), predicted_spans(study, event)
    both = set(reference) & set(predicted)
    rows: list[tuple[Side, Span]] = [("reference", span) for span in reference] + [
        ("prediction", span) for span in predicted
    ]
    return [_ledger_row(study, side, span, span in both) for side, span in rows[:at_most]]


def _ledger_row(study: Study, side: Side, span: Span, is_matched: bool) -> LedgerRow:
    surface = surface_of(study, span.start, span.end)
    return LedgerRow(side, span.type, surface, is_matched, 0 if is_matched else 1)
