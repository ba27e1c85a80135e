"""The confusion table: reference type × predicted type, with none."""

import numpy as np

from nerinspect.analysis.confusion import confused_types
from nerinspect.analysis.study import Study
from nerinspect.analysis.type_names import type_or_none
from nerinspect.results.table import Row, Table

CONFUSION_COLUMNS = ("system", "reference_type", "predicted_type", "mentions")


def confusion_table(study: Study) -> Table:
    """Count confusions for each system, its runs added up.

    Parameters
    ----------
    study : Study
        Reference and predictions.

    Returns
    -------
    Table
        A row for each pair that occurs, by reference type, then predicted type, `none` last.
    """
    names = [*map(type_or_none, (*study.types, None))]
    rows: list[Row] = []
    for system in study.systems:
        of_system = [number for number, prediction in enumerate(study.predictions) if prediction.system == system]
        pairs = np.hstack(
            [confused_types(study.events_of(number), study.reference.mentions, study.predicted) for number in of_system]
        )
        found, counts = np.unique(pairs[0].astype(np.int64) * len(names) + pairs[1], return_counts=True)
        for pair, count in zip(found.tolist(), counts.tolist(), strict=True):
            rows.append((system, names[pair // len(names)], names[pair % len(names)], count))
    return Table(CONFUSION_COLUMNS, rows)
