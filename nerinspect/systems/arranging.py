"""Choose, order, rename and add predictions of a study, or put one where the reference stands."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from nerinspect.attributes.own import with_own_attributes
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.segment_events import EventTable
from nerinspect.events.study import Prediction, Study, make_study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.training.retention import RETENTION


def with_first_annotator(study: Study, number: int, checkpoint: Checkpoint = no_checkpoint) -> Study:
    """Let the first annotator and another one, numbered as prediction, change places: all are aligned with it anew.

    Training data and own attributes stay.
    """
    other = study.predictions[number]
    predictions = list(study.predictions)
    predictions[number] = Prediction(study.annotator, 1, study.reference)
    made = make_study(study.text, other.annotation, predictions, study.warnings, checkpoint)
    return with_own_attributes(
        replace(
            made,
            training=study.training,
            matching=study.matching,
            attributes=study.attributes,
            annotator=other.system,
            relation_choice=study.relation_choice,
        )
    )


class Arranged(NamedTuple):
    """A prediction of a study, by its number before, in its new place, with the system and its colour from now on."""

    number: int
    system: str
    colour: int | None = None


def arranged(
    study: Study, predictions: Sequence[Arranged | Prediction], checkpoint: Checkpoint = no_checkpoint
) -> Study:
    """Give a study other predictions: fewer, in another order, under other names, or new ones over types of their own.

    Only new ones are aligned. Runs of a system come to stand together, where the first of them stands, and are numbered
    anew. The retention heuristic is not named: it stays the last. Systems keep their colours, the study its training
    data and own attributes.
    """
    if are_as_before(study, predictions):
        return replace(study, colours=_colours(study, predictions, {*study.systems}))
    chosen = [predictions[place] for place in runs_together([one.system for one in predictions])]
    chosen += [Arranged(n, RETENTION) for n, other in enumerate(study.predictions) if other.system == RETENTION]
    named = _numbered(study, chosen)

    def known_events(number: int) -> EventTable | None:
        one = chosen[number]
        return _own_events(study, one.number) if isinstance(one, Arranged) else None

    made = make_study(study.text, study.reference, named, study.warnings, checkpoint, known_events)
    return with_own_attributes(
        replace(
            study,
            types=made.types,
            reference=made.reference,
            predictions=made.predictions,
            events=made.events,
            colours=_colours(study, chosen, {one.system for one in named}),
        )
    )


def are_as_before(study: Study, predictions: Sequence[Arranged | Prediction]) -> bool:
    """Tell whether predictions are those of a study, in their order and by their names: only colours may be others."""
    now = [(number, one.system) for number, one in enumerate(study.predictions) if one.system != RETENTION]
    return now == [one[:2] if isinstance(one, Arranged) else one for one in predictions]


def added(study: Study, predictions: Sequence[Prediction], checkpoint: Checkpoint = no_checkpoint) -> Study:
    """Add predictions to a study, those of a system that is there as further runs; only these are aligned."""
    before = [Arranged(n, one.system) for n, one in enumerate(study.predictions) if one.system != RETENTION]
    return arranged(study, [*before, *predictions], checkpoint)


def runs_together(systems: Sequence[str]) -> list[int]:
    """List places so that those of a system stand together, where the first of them stands."""
    first = {name: place for place, name in reversed(list(enumerate(systems)))}
    return sorted(range(len(systems)), key=lambda place: first[systems[place]])


def new_numbers(before: Study, after: Study) -> dict[int, int]:
    """Tell which predictions of a study are which in one arranged from it, by their numbers in both."""
    place = {id(one.annotation.source): number for number, one in enumerate(after.predictions)}
    numbers = ((number, place.get(id(one.annotation.source))) for number, one in enumerate(before.predictions))
    return {number: new for number, new in numbers if new is not None}


def _numbered(study: Study, chosen: Sequence[Arranged | Prediction]) -> list[Prediction]:
    """Make predictions with their new names and the runs numbered from 1."""
    n_runs: dict[str, int] = {}
    named = []
    for one in chosen:
        n_runs[one.system] = n_runs.get(one.system, 0) + 1
        annotation = study.predictions[one.number].annotation if isinstance(one, Arranged) else one.annotation
        named.append(Prediction(one.system, n_runs[one.system], annotation))
    return named


def _colours(
    study: Study, chosen: Sequence[Arranged | Prediction], systems: Collection[str]
) -> tuple[tuple[str, int], ...]:
    """Write down the colours that some systems have, so that they stay with them, and those they are given."""
    given = {one.system: one.colour for one in chosen if isinstance(one, Arranged) and one.colour is not None}
    return tuple((name, colour) for name, colour in (study.system_colours | given).items() if name in systems)


def _own_events(study: Study, number: int) -> EventTable:
    """Give the events of one prediction as they were when it was aligned: by lists of mentions of their own."""
    events, n_predicted = study.events_of(number), len(study.predictions[number].mentions)
    first_mention = sum(len(other.mentions) for other in study.predictions[:number])
    ref_first, ref_members = _own_list(events.ref_from, events.ref_members, len(study.reference.mentions))
    pred_first, pred_members = _own_list(events.pred_from, events.pred_members, n_predicted)
    return replace(
        events,
        ref_from=events.ref_from - ref_first,
        ref_to=events.ref_to - ref_first,
        pred_from=events.pred_from - pred_first,
        pred_to=events.pred_to - pred_first,
        ref_members=ref_members,
        pred_members=pred_members - np.int32(first_mention),
    )


def _own_list(begin: AnyIntArray, members: AnyIntArray, n_members: int) -> tuple[np.int32, AnyIntArray]:
    """Find the list that the ranges of a prediction's events count in, and where it begins."""
    first = np.int32(begin.min()) if len(begin) else np.int32(0)
    return first, members[first : first + n_members]
