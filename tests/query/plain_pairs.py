"""How the mentions of an event are paired, looked up one by one."""

from nerinspect.events.study import Study
from nerinspect.systems.scheme_pairs import PAIRINGS, Units, pairings


def units_of(study: Study, event: int) -> list[str]:
    """Name the pairings that hold a mention of an event."""
    units: Units = pairings(study)[int(study.events.prediction[event])]
    reference = set(study.events.mentions_of(event, "reference").tolist())
    predicted = set(study.events.mentions_of(event, "predicted").tolist())
    return [
        PAIRINGS[code]
        for one, other, code in zip(*(column.tolist() for column in units), strict=True)
        if one in reference or other in predicted
    ]
