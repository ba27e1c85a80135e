"""Errors grouped by surface, most frequent first."""

from collections import Counter

import numpy as np

from nerinspect.analysis.events import KINDS, TP
from nerinspect.analysis.study import Study
from nerinspect.results.events_table import mention_spans
from nerinspect.results.table import Table

ERROR_COLUMNS = ("system", "count", "kind", "text", "reference_types", "predicted_types")


def error_groups(study: Study) -> Table:
    """Group errors that agree in surface, kind and types.

    Parameters
    ----------
    study : Study
        Reference and predictions.

    Returns
    -------
    Table
        By system in the order given (its runs added up), then count; ties by kind, text and types. Surfaces are
        compared token by token, so two groups may show the same text.
    """
    chosen = np.flatnonzero(study.events.kind != TP)
    events = study.events.rows(chosen)
    surface = study.text.sequence_ids(events.start, events.end)
    zero = np.zeros(len(chosen), dtype=np.int32)
    reference = mention_spans(study, events, "reference", zero)
    predicted = mention_spans(study, events, "predicted", zero)
    system_of = {name: place for place, name in enumerate(study.systems)}
    place_of = [system_of[prediction.system] for prediction in study.predictions]
    groups: Counter[tuple[int, int, int, tuple[str, ...], tuple[str, ...]]] = Counter()
    for prediction, kind, number, ref, pred in zip(
        events.prediction.tolist(), events.kind.tolist(), surface.tolist(), reference, predicted, strict=True
    ):
        types = tuple(span[2] for span in ref), tuple(span[2] for span in pred)
        groups[(place_of[prediction], kind, number, *types)] += 1
    _, first = np.unique(surface, return_index=True)
    texts = study.text.joined(events.start[first], events.end[first]).to_pylist()
    listed = [
        (system, -count, kind, texts[number], " ".join(ref), " ".join(pred))
        for (system, kind, number, ref, pred), count in groups.items()
    ]
    return Table(
        ERROR_COLUMNS,
        [
            (study.systems[system], -count, KINDS[kind], text, ref, pred)
            for system, count, kind, text, ref, pred in sorted(listed)
        ],
    )
