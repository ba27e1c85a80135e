"""Gather what training says of an event; the first time takes long enough for a thread of its own."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from nerinspect.analysis.near_surfaces import near_surfaces
from nerinspect.analysis.other_readings import other_readings
from nerinspect.analysis.study import Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.analysis.tough import SUBSETS, subset_members
from nerinspect.analysis.training_evidence import READINGS, Evidence, Place, evidence
from nerinspect.corpus.text import Text
from nerinspect.corpus.writing_direction import right_to_left_sentences
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Term, all_of
from nerinspect.query.writer import query_text
from nerinspect.results.mention_facts import EventMention
from nerinspect.ui.models.event_cells import CONTEXT_TOKENS, SegmentCell, TypedRange, one_line
from nerinspect.ui.panels.details.training_facts import (
    ALL,
    UNLABELLED,
    EventTraining,
    NearSurface,
    OtherReading,
    ToughMention,
    TrainingPlace,
    TrainingSurface,
)

_MOST_NEAR = 4


def gather_training(
    study: Study, mentions: Sequence[EventMention], checkpoint: Checkpoint = no_checkpoint
) -> EventTraining:
    """Look up the surfaces of mentions in the training data.

    Parameters
    ----------
    study : Study
        With training data.
    mentions : sequence of EventMention
        The mentions.
    checkpoint : Checkpoint
        Called before each surface.

    Returns
    -------
    EventTraining
        Each distinct surface once.
    """
    assert study.training is not None, "evidence is asked for where there is training data"
    right_to_left_sentences(study.training.text)  # looked at by every place; kept from here on
    ids = surface_ids(study)
    numbers = {"reference": ids.reference, "predicted": ids.predicted}
    distinct: dict[int, EventMention] = {}
    for mention in mentions:
        distinct.setdefault(int(numbers[mention.side][mention.place]), mention)
    surfaces: list[TrainingSurface] = []
    for mention in distinct.values():
        checkpoint(len(surfaces), len(distinct))
        surfaces.append(_surface(study, mention))
    return EventTraining(tuple(surfaces), tuple(_tough(study, mention) for mention in mentions), study.wording)


def _surface(study: Study, mention: EventMention) -> TrainingSurface:
    found = evidence(study, mention.side, mention.place)
    text, counts = _words(study.text, mention.start, mention.end), found.counts
    listed = () if counts else near_surfaces(study, mention.side, mention.place, _MOST_NEAR)
    near = tuple(NearSurface(one_line(" ".join(one.tokens)), one.how, one.counts) for one in listed)
    return TrainingSurface(
        text,
        counts,
        found.n_unlabelled,
        found.n_inside,
        len(found),
        near,
        _other_readings(study, mention),
        partial(_places, found),
    )


def _other_readings(study: Study, mention: EventMention) -> tuple[OtherReading, ...]:
    """Count the other types of the surface in the reference; those of a predicted mention are beside the point."""
    if mention.side != "reference":
        return ()
    surface = Term("surface", (str(study.text.joined(np.array([mention.start]), np.array([mention.end]))[0].as_py()),))
    return tuple(
        OtherReading(one.type, len(one), query_text(all_of(surface, Term("ref", (one.type,)))))
        for one in other_readings(study, mention.place)
    )


def _tough(study: Study, mention: EventMention) -> ToughMention:
    members = subset_members(study)[mention.side][:, mention.place]
    names = tuple(name for name, is_in in zip(SUBSETS, members.tolist(), strict=True) if is_in and name != "all")
    events = study.events
    is_asked = mention.side == "reference" or events.ref_from[mention.event] == events.ref_to[mention.event]
    return ToughMention(mention.side, mention.type, names, bool(is_asked))


def _places(found: Evidence, reading: str, first: int, n: int) -> list[TrainingPlace]:
    if reading != ALL:
        if reading == UNLABELLED:
            is_kept = found.reading == READINGS.index("unlabelled")
        else:
            is_kept = found.type_codes == found.training.annotation.mentions.types.index(reading)
        columns = (column[is_kept] for column in (found.start, found.reading, found.type_codes, found.n_equal))
        found = Evidence(found.training, found.length, *columns)
    return [_place(found.training.text, place) for place in found.places(first, n)]


def _place(text: Text, place: Place) -> TrainingPlace:
    first, stop = text.sentence_start[place.sentence : place.sentence + 2].tolist()
    before = _words(text, max(first, place.start - CONTEXT_TOKENS), place.start)
    after = _words(text, place.end, min(stop, place.end + CONTEXT_TOKENS))
    is_rtl = bool(right_to_left_sentences(text)[place.sentence])
    words = _words(text, place.start, place.end)
    mention = (TypedRange(0, len(words), place.type),) if place.type else ()
    left, right = (after, before) if is_rtl else (before, after)
    reading = place.type or _unmarked(place)
    where = f"{int(text.document[place.sentence]):,} · {place.sentence + 1:,}"
    spoken = f"{reading}: {before} {words} {after}, training sentence {place.sentence + 1:,}"
    return TrainingPlace(
        left=left,
        segment=SegmentCell(words, mention, (), is_rtl),
        right=right,
        edge=reading,
        is_marked=bool(mention),
        place=where,
        spoken=spoken,
    )


def _unmarked(place: Place) -> str:
    """Say how a place is read that is no mention."""
    if place.reading == "unlabelled":
        return "O"
    return f"in {', '.join(dict.fromkeys(name for _, _, name in place.overlapping))}"


def _words(text: Text, start: int, end: int) -> str:
    return one_line(text.spelled(start, end))
