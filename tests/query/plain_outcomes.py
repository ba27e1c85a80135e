"""What systems make of one reference mention after the other, with sets and without any column."""

import re
from typing import TypeAlias

from nerinspect.events.segment_events import FP, KINDS
from nerinspect.events.study import Prediction, Study
from nerinspect.query.language.values import Value
from tests.query.plain_attributes import number_fits

OUTCOME_FIELDS = ("wrong", "right", "same", "differs", "kindof", "gotby", "gotbyruns")

Mention: TypeAlias = tuple[int, int, str]


def judge_of(study: Study, name: Value) -> int | None:
    """Find the first run of a system, or the run that is named."""
    for number, prediction in enumerate(study.predictions):
        if prediction.system == name:
            return number
    for number, prediction in enumerate(study.predictions):
        if re.fullmatch(re.escape(prediction.system) + f" run 0*{prediction.run}", str(name)):
            return number
    return None


def is_outcome(study: Study, event: int, number: int, field: str, value: Value) -> bool:
    """Tell whether one value is true of a reference mention, as an event sees it that it is in."""
    mention = spans(study, "reference", [number]).pop()
    if field == "gotby":
        firsts = {prediction.system: prediction for prediction in reversed(study.predictions)}
        n_systems = sum(has(prediction, mention) for name, prediction in firsts.items() if name != "retention")
        return number_fits(n_systems, value)
    if field == "gotbyruns":
        system = study.predictions[int(study.events.prediction[event])].system
        runs = [has(prediction, mention) for prediction in study.predictions if prediction.system == system]
        words = {None: not any(runs), "some": any(runs) and not all(runs), "all": all(runs)}
        return words[value] if value is None or isinstance(value, str) else number_fits(sum(runs), value)
    name, kind = str(value).rsplit("=", 1) if field == "kindof" else (value, "")
    judge = judge_of(study, name)
    if judge is None:
        return False
    if field in ("wrong", "right"):
        return has(study.predictions[judge], mention) == (field == "right")
    at_mention = next(
        other for other in events_of(study, judge) if number in study.events.mentions_of(other, "reference")
    )
    if field == "kindof":
        return KINDS[int(study.events.kind[at_mention])] == kind
    seen = int(study.events.prediction[event])
    own = next(other for other in events_of(study, seen) if number in study.events.mentions_of(other, "reference"))
    return (reading(study, at_mention) == reading(study, own)) == (field == "same")


def spurious_fits(study: Study, event: int, field: str, value: Value) -> bool:
    judge = judge_of(study, value)
    assert judge is not None
    spurious = [other for other in events_of(study, judge) if study.events.kind[other] == FP]
    is_same = any(reading(study, other) == reading(study, event) for other in spurious)
    return is_same == (field == "same")


def has(prediction: Prediction, mention: Mention) -> bool:
    mentions = prediction.mentions
    rows = zip(mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist(), strict=True)
    return mention in {(start, end, mentions.types[code]) for start, end, code in rows}


def events_of(study: Study, prediction: int) -> list[int]:
    return [event for event in range(len(study.events)) if study.events.prediction[event] == prediction]


def reading(study: Study, event: int) -> tuple[int, int, frozenset[Mention]]:
    own = study.events.mentions_of(event, "predicted").tolist()
    extent = int(study.events.start[event]), int(study.events.end[event])
    return (*extent, frozenset(spans(study, "predicted", own)))


def spans(study: Study, side: str, numbers: list[int]) -> list[Mention]:
    mentions = study.reference.mentions if side == "reference" else study.predicted
    return [(int(mentions.start[i]), int(mentions.end[i]), study.types[mentions.type_codes[i]]) for i in numbers]
