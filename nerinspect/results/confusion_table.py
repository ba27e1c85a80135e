"""The confusion table: reference type × predicted type, with none."""

import numpy as np

from nerinspect.analysis.confusion import count_confusions
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
        counts = sum(
            count_confusions(study.events_of(number), study.reference.mentions, study.predicted) for number in of_system
        )
        for ref, pred in np.argwhere(counts):
            rows.append((system, names[ref], names[pred], int(counts[ref, pred])))  # type: ignore[index]
    return Table(CONFUSION_COLUMNS, rows)
