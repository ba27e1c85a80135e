"""The mentions of an event with their demerits."""

from dataclasses import dataclass
from typing import Literal

from nerinspect.analysis.explanation import Span, predicted_spans, reference_spans, surface_of
from nerinspect.analysis.study import Study


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

    side: Literal["reference", "prediction"]
    type: str
    surface: str
    is_matched: bool
    demerits: int


def ledger(study: Study, event: int) -> list[LedgerRow]:
    """List the mentions of an event with their demerits, those of the reference first.

    Parameters
    ----------
    study : Study
        What the event belongs to.
    event : int
        Its number in `study.events`.

    Returns
    -------
    list of LedgerRow
        The demerits add up to those of the event.
    """
    reference, predicted = reference_spans(study, event), predicted_spans(study, event)
    both = set(reference) & set(predicted)
    rows = [_ledger_row(study, "reference", span, span in both) for span in reference]
    return rows + [_ledger_row(study, "prediction", span, span in both) for span in predicted]


def _ledger_row(study: Study, side: Literal["reference", "prediction"], span: Span, is_matched: bool) -> LedgerRow:
    surface = surface_of(study, span.start, span.end)
    return LedgerRow(side, span.type, surface, is_matched, 0 if is_matched else 1)
