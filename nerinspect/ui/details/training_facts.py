"""What training says of the surfaces of one event: whether a system could have known them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np

from nerinspect.corpus.text import Text
from nerinspect.corpus.writing_direction import right_to_left_sentences
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Study
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.lists.mention_facts import EventMention
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Term, all_of
from nerinspect.query.language.writer import query_text
from nerinspect.training.evidence import READINGS, Evidence, Place, evidence, near_surfaces
from nerinspect.training.surfaces import surface_ids
from nerinspect.training.tough import SUBSETS, other_readings, subset_members
from nerinspect.ui.details.tables import ConcordanceRow
from nerinspect.ui.lists.event_cells import CONTEXT_TOKENS, SegmentCell, TypedRange, one_line

ALL: Final = ""
UNLABELLED: Final = "not labelled"
"""What places may be asked for besides those of a type; no type holds a blank, or is nothing."""


@dataclass(frozen=True)
class NearSurface:
    """A surface of training mentions that resembles one that is none: its tokens joined by a blank.

    It says what differs, such as `one token less`, and counts mentions by type, most frequent first.
    """

    text: str
    how: str
    counts: Mapping[str, int]


@dataclass(frozen=True)
class OtherReading:
    """A type that a surface has elsewhere in the reference, with its number of mentions and the query for them."""

    type: str
    count: int
    query: str


@dataclass(frozen=True, eq=False)
class TrainingSurface:
    """One surface of the event: its tokens joined by a blank."""

    text: str
    counts: Mapping[str, int]
    """Training mentions by type, most frequent first."""
    n_unlabelled: int = 0
    """Places that share no token with a mention."""
    n_inside: int = 0
    """Places that do, without being one."""
    n_places: int = 0
    near: tuple[NearSurface, ...] = ()
    """Of a surface that is no training mention: those that resemble it."""
    readings: tuple[OtherReading, ...] = ()
    """Its other types in the reference."""
    places: Callable[[str, int, int], Sequence[ConcordanceRow]] = field(
        repr=False, default=lambda reading, first, n: ()
    )
    """Gives places, nearest context first: of a type, of `UNLABELLED` ones or of `ALL`, from a first one, in a number.

    At the edge stands how each is read: the type; `O` where no mention stands; `in` and the types where it shares
    tokens with other mentions.
    """

    def count(self, reading: str) -> int:
        """Count the places of a type, the `UNLABELLED` ones or `ALL`."""
        if reading in (ALL, UNLABELLED):
            return self.n_places if reading == ALL else self.n_unlabelled
        return self.counts.get(reading, 0)


@dataclass(frozen=True)
class ToughMention:
    """The subsets that one mention of the event is in, `all` left out."""

    side: Side
    type: str
    subsets: tuple[str, ...]
    is_asked: bool = True
    """Whether a query looks at this mention: at predicted ones only where there is no reference mention."""


@dataclass(frozen=True, eq=False)
class EventTraining:
    """What training says of each distinct surface of an event, and of each mention; those of the reference first."""

    surfaces: tuple[TrainingSurface, ...]
    tough: tuple[ToughMention, ...]
    wording: Wording = JUDGED


_MOST_NEAR = 4


def gather_training(
    study: Study, mentions: Sequence[EventMention], checkpoint: Checkpoint = no_checkpoint
) -> EventTraining:
    """Look up each distinct surface of mentions in the training data; the checkpoint is called before each."""
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
    text, counts = spelled(study.text, mention.start, mention.end), found.counts
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


def _places(found: Evidence, reading: str, first: int, n: int) -> list[ConcordanceRow]:
    if reading != ALL:
        if reading == UNLABELLED:
            is_kept = found.reading == READINGS.index("unlabelled")
        else:
            is_kept = found.type_codes == found.training.annotation.mentions.types.index(reading)
        columns = (column[is_kept] for column in (found.start, found.reading, found.type_codes, found.n_equal))
        found = Evidence(found.training, found.length, *columns)
    return [_place(found.training.text, place) for place in found.places(first, n)]


def _place(text: Text, place: Place) -> ConcordanceRow:
    words, reading = spelled(text, place.start, place.end), place.type or _unmarked(place)
    mention = (TypedRange(0, len(words), place.type),) if place.type else ()
    segment = SegmentCell(words, mention, (), bool(right_to_left_sentences(text)[place.sentence]))
    return training_row(text, place.sentence, (place.start, place.end), segment, reading, bool(mention), reading)


def training_row(
    text: Text, sentence: int, extent: tuple[int, int], segment: SegmentCell, edge: str, is_marked: bool, said: str
) -> ConcordanceRow:
    """Write down a place of the training data, by its half-open tokens, between the words around it."""
    first, stop = text.sentence_start[sentence : sentence + 2].tolist()
    before = spelled(text, max(first, extent[0] - CONTEXT_TOKENS), extent[0])
    after = spelled(text, extent[1], min(stop, extent[1] + CONTEXT_TOKENS))
    return ConcordanceRow(
        left=after if segment.is_right_to_left else before,
        segment=segment,
        right=before if segment.is_right_to_left else after,
        edge=edge,
        is_marked=is_marked,
        place=f"{int(text.document[sentence]):,} · {sentence + 1:,}",
        spoken=f"{said}: {before} {spelled(text, *extent)} {after}, training sentence {sentence + 1:,}",
    )


def _unmarked(place: Place) -> str:
    """Say how a place is read that is no mention."""
    if place.reading == "unlabelled":
        return "O"
    return f"in {', '.join(dict.fromkeys(name for _, _, name in place.overlapping))}"


def spelled(text: Text, start: int, end: int) -> str:
    """Write tokens as they stand in a text, on one line."""
    return one_line(text.spelled(start, end))


def verdict(surface: TrainingSurface) -> str:
    """Say in one or two sentences what memory alone makes of a surface.

    Such as `Seen 5 times as LOC, once as ORG: memory alone says LOC.` Of types seen equally often memory takes the
    first by name, as the retention heuristic does.
    """
    elsewhere = _elsewhere(surface)
    if not surface.counts:
        if not elsewhere:
            return "Never a mention in training, nor do these tokens stand there."
        return f"Never a mention in training; {' and '.join(elsewhere)}."
    (first, most), *others = surface.counts.items()
    seen = f"Seen {_times(most)} as {first}"
    seen += "".join(f", {_times(count)} as {name}" for name, count in others)
    is_tied = any(count == most for _, count in others)
    says = f"a tie, of which memory alone takes {first}." if is_tied else f"memory alone says {first}."
    return f"{seen}: {says}" + (f" Besides, {' and '.join(elsewhere)}." if elsewhere else "")


def counted(counts: Mapping[str, int]) -> str:
    """Write types with their counts, such as `LOC 5 · ORG 1`."""
    return " · ".join(f"{name} {count:,}" for name, count in counts.items())


def _elsewhere(surface: TrainingSurface) -> list[str]:
    words = []
    if n := surface.n_unlabelled:
        words.append(f"{_places_in_words(n)} unlabelled")
    if n := surface.n_inside:
        words.append(f"{_places_in_words(n)} inside or across other mentions")
    return words


def _places_in_words(count: int) -> str:
    return "1 place stands" if count == 1 else f"{count:,} places stand"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
