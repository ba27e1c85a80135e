"""Accepted corrections: whether they agree, the reference with them, the scores against it, and their track."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, kept_with_owner, spread_ranges
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.context import Context, DocumentSentences, Sentence, Track, TrackSpan, track_spans
from nerinspect.events.decision import Reading
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import TP
from nerinspect.events.study import Study, shown_name


class Correction(NamedTuple):
    """The right reading of an event's tokens, which may be none; positions count in the whole text.

    It may be given for several events: those of several systems may agree.
    """

    start: int
    end: int
    reading: Reading
    events: tuple[int, ...] = ()

    def within(self, start: int, end: int) -> set[tuple[int, int, str]]:
        """Give the mentions that hold a token of a stretch."""
        return {span for span in self.reading if span[0] < end and span[1] > start}

    def contradicts(self, other: "Correction") -> bool:
        """Tell whether both say something else of a token they share."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return start < end and self.within(start, end) != other.within(start, end)


def accepted_corrections(study: Study) -> list[Correction]:
    """List the corrections of a study's reference, in the order of the text; the same one from two systems once."""
    given = _given(study)
    return _corrections(study, {event: reading for event, reading in given.items() if study.decisions[event].corrects})


def open_corrections(study: Study) -> list[Correction]:
    """List the corrections that are given but not accepted, as `accepted_corrections` does."""
    given = _given(study)
    return _corrections(study, {event: one for event, one in given.items() if not study.decisions[event].corrects})


def contradictions(corrections: Sequence[Correction]) -> list[tuple[Correction, Correction]]:
    """List the pairs of corrections, given in text order, that say something else of a token they share."""
    return [pair for pair in _overlapping(_crowded(corrections)) if pair[0].contradicts(pair[1])]


def applicable(corrections: Sequence[Correction]) -> list[Correction]:
    """Leave out the corrections that contradict another."""
    refused = {one for pair in contradictions(corrections) for one in pair}
    return [one for one in corrections if one not in refused]


def corrected_mentions(mentions: Mentions, corrections: Sequence[Correction]) -> Mentions:
    """Put corrections, none of which contradicts another, in the place of what an annotation says.

    Mentions inside the corrected places go. Types that are new follow the others by code point.
    """
    added, stays = added_mentions(corrections, mentions.types), ~mentions_inside(mentions, corrections)
    start = np.concatenate([mentions.start[stays], added.start])
    end = np.concatenate([mentions.end[stays], added.end])
    codes = np.concatenate([mentions.type_codes[stays], added.type_codes])
    rank = np.argsort(np.argsort(np.array(added.types, dtype=object)))
    order = np.lexsort((rank[codes], end, start))
    return Mentions(start[order], end[order], codes[order], added.types)


def added_mentions(corrections: Sequence[Correction], types: Sequence[str]) -> Mentions:
    """List the mentions of some readings, each once, over a list of types; those that are new follow by code point."""
    spans = sorted({span for one in corrections for span in one.reading})
    new_types = sorted({name for _, _, name in spans} - {*types})
    place = {name: code for code, name in enumerate((*types, *new_types))}
    rows = [(start, end, place[name]) for start, end, name in spans]
    start, end, codes = np.array(rows, dtype=np.int32).reshape(-1, 3).T
    return Mentions(start, end, codes, tuple(place))


def mentions_inside(mentions: Mentions, corrections: Sequence[Correction]) -> BoolArray:
    """Mark the mentions that lie in a corrected place; corrections are in the order of the text."""
    if not corrections:
        return np.zeros(len(mentions), dtype=bool)
    start, end = np.array([(one.start, one.end) for one in corrections], dtype=np.int32).T
    reach = np.append(np.maximum.accumulate(end), 0)  # behind the last: for mentions before the first place
    return np.asarray(mentions.end <= reach[np.searchsorted(start, mentions.start, side="right") - 1])


def _given(study: Study) -> dict[int, Reading]:
    return {event: one.correction for event, one in study.decisions.items() if one.correction is not None}


def _corrections(study: Study, readings: Mapping[int, Reading]) -> list[Correction]:
    """Correct events by readings, positions in the sentence; equal corrections of several events are one."""
    events = np.array(list(readings), dtype=np.int64)
    zeros = study.text.sentence_start[study.event_sentence[events]].tolist()
    bounds = study.events.start[events].tolist(), study.events.end[events].tolist()
    found: dict[tuple[int, int, Reading], list[int]] = {}
    for (event, said), zero, first, last in zip(readings.items(), zeros, *bounds, strict=True):
        reading = tuple([(zero + start, zero + end, name) for start, end, name in said])
        found.setdefault((first, last, reading), []).append(event)
    return [Correction(*key, tuple(sorted(events))) for key, events in sorted(found.items())]


def _crowded(corrections: Sequence[Correction]) -> list[Correction]:
    """Keep those that share a token with the one before or behind, or with one that reaches further."""
    if not corrections:
        return []
    start, end = np.array([(one.start, one.end) for one in corrections], dtype=np.int32).T
    meets = np.append(start[1:] < np.maximum.accumulate(end)[:-1], False)
    meets[1:] |= meets[:-1]
    return [corrections[place] for place in np.flatnonzero(meets).tolist()]


def _overlapping(corrections: Sequence[Correction]) -> Iterator[tuple[Correction, Correction]]:
    open_ones: list[Correction] = []
    for one in corrections:
        open_ones = [other for other in open_ones if other.end > one.start]
        yield from ((other, one) for other in open_ones)
        open_ones.append(one)


@dataclass(frozen=True, eq=False)
class CorrectedScores:
    """Exact-match counts of each prediction against the reference as it is, and as it is corrected.

    Types are those of the study, then those that only corrections name. Shape (n_predictions, 3, n_types): reference
    mentions, predicted mentions and exact matches.
    """

    types: tuple[str, ...]
    before: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]

    def original(self, prediction: int, type_name: str | None = None) -> Counts:
        """Count against the reference as it is, one type or all."""
        return self._counts(self.before[prediction], type_name)

    def corrected(self, prediction: int, type_name: str | None = None) -> Counts:
        """Count against the corrected reference, one type or all."""
        return self._counts(self.after[prediction], type_name)

    def _counts(self, by_type: npt.NDArray[np.int64], type_name: str | None) -> Counts:
        counts = by_type.sum(axis=1) if type_name is None else by_type[:, self.types.index(type_name)]
        return Counts(*counts.tolist())


@dataclass(frozen=True, eq=False)
class CorrectedStudy:
    """What the corrections of a study are: applied; given but not accepted; accepted in conflict, so not applied."""

    applied: list[Correction]
    left: list[Correction]
    conflicts: list[tuple[Correction, Correction]]
    scores: CorrectedScores

    def n_applied(self, study: Study) -> list[int]:
        """Count for each prediction the events whose correction is applied."""
        events = np.array([event for one in self.applied for event in one.events], dtype=np.int64)
        counts: list[int] = np.bincount(study.events.prediction[events], minlength=len(study.predictions)).tolist()
        return counts


def correct_study(study: Study) -> CorrectedStudy:
    """Apply the corrections of a study and score every prediction."""
    accepted = accepted_corrections(study)
    conflicts = contradictions(accepted)
    refused = {one for pair in conflicts for one in pair}
    applied = [one for one in accepted if one not in refused]
    return CorrectedStudy(applied, open_corrections(study), conflicts, corrected_scores(study, applied))


def corrected_scores(study: Study, corrections: Sequence[Correction]) -> CorrectedScores:
    """Score every prediction against the reference with corrections in text order, none of which contradicts another.

    Only what they touch is counted anew.
    """
    old = study.reference.mentions
    removed, added = old.chosen(mentions_inside(old, corrections)), added_mentions(corrections, old.types)
    n_types = len(added.types)  # those of the study come first
    before = np.zeros((len(study.predictions), 3, n_types), dtype=np.int64)
    before[:, :, : len(study.types)] = _counts_by_type(study)
    after = before.copy()
    for mentions, sign in ((removed, -1), (added, 1)):
        after[:, 0] += sign * _of_types(mentions.type_codes, n_types)
        for number, prediction in enumerate(study.predictions):
            after[number, 2] += sign * _of_types(_matched(mentions, prediction.mentions), n_types)
    return CorrectedScores(added.types, before, after)


@kept_with_owner
def _counts_by_type(study: Study) -> npt.NDArray[np.int64]:
    """Count by prediction, side and type, as `Tally.by_type` does."""
    n_types = len(study.types)
    counts = np.zeros((len(study.predictions), 3, n_types), dtype=np.int64)
    reference = study.reference.mentions.type_codes
    for number, prediction in enumerate(study.predictions):
        events = study.events_of(number)
        correct = events.mentions("reference", events.kind == TP)
        for place, codes in enumerate((reference, prediction.mentions.type_codes, reference[correct])):
            counts[number, place] = _of_types(codes, n_types)
    return counts


def _matched(mentions: Mentions, predicted: Mentions) -> IntArray:
    """Give the types of the mentions that are predicted with equal extent and type."""
    first = np.searchsorted(predicted.start, mentions.start)
    last = np.searchsorted(predicted.start, mentions.start, side="right")
    own = np.repeat(np.arange(len(mentions)), last - first)
    other = spread_ranges(first, last)
    is_equal = mentions.end[own] == predicted.end[other]
    is_equal &= mentions.type_codes[own] == predicted.type_codes[other]
    return np.asarray(mentions.type_codes[own[is_equal]])


def _of_types(codes: AnyIntArray, n_types: int) -> npt.NDArray[np.int64]:
    return np.bincount(codes, minlength=n_types)


CORRECTED: Final = "corrected"  # name of the track

_NO_DRAFTS: Final[Mapping[int, Reading]] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class CorrectedSentences(DocumentSentences):
    """The sentences of a document, those with accepted corrections with one more track.

    Drafts are readings by event number that are shown as if they were accepted; positions count in the sentence.
    """

    drafts: Mapping[int, Reading] = field(default_factory=lambda: _NO_DRAFTS)

    def sentence(self, number: int) -> Sentence:
        """Gather one sentence by its number through the whole file, from 1."""
        return self.with_track(super().sentence(number))

    def with_track(self, sentence: Sentence) -> Sentence:
        """Add the corrected track to a sentence that has corrections."""
        spans = corrected_spans(self.study, sentence.number - 1, self.drafts)
        if spans is None:
            return sentence
        return sentence._replace(tracks=(*sentence.tracks, Track(CORRECTED, spans, (), CORRECTED)))


def with_corrections(context: Context, drafts: Mapping[int, Reading] = _NO_DRAFTS) -> Context:
    """Add the corrected track, with drafts, to the sentence of an event, and to those around it."""
    own = context.document
    document = CorrectedSentences(own.study, own.predictions, own.number, own.sentences, own.own, drafts)
    return replace(context, document=document, sentence=document.with_track(context.sentence))


def corrected_spans(
    study: Study, sentence: int, drafts: Mapping[int, Reading] = _NO_DRAFTS
) -> tuple[TrackSpan, ...] | None:
    """List what the reference says of a sentence (from 0) with its corrections and drafts; None without any."""
    corrections = sentence_corrections(study, sentence, drafts)
    drafted = [one for one in corrections if any(event in drafts for event in one.events)]
    applied = applicable([one for one in corrections if not any(one.contradicts(draft) for draft in drafted)])
    if not applied:
        return None
    zero, end = study.text.sentence_start[sentence : sentence + 2]
    return track_spans(corrected_mentions(study.reference.mentions.between(slice(zero, end)), applied), int(zero))


def sentence_corrections(study: Study, sentence: int, drafts: Mapping[int, Reading] = _NO_DRAFTS) -> list[Correction]:
    """List the accepted corrections of one sentence (from 0) in text order; the same one from two systems once."""
    if not len(study.decisions) and not drafts:
        return []
    readings = {}
    for event in _events_of(study, sentence):
        decision = study.decisions[event]
        reading = drafts.get(event, decision.correction if decision.corrects else None)
        if reading is not None:
            readings[event] = reading
    return _corrections(study, readings)


def contradicting_event(study: Study, event: int) -> int | None:
    """Find another event whose accepted correction contradicts that of an event; None if there is none."""
    for pair in contradictions(sentence_corrections(study, int(study.event_sentence[event]))):
        for one, other in (pair, pair[::-1]):
            if event in one.events:
                return other.events[0]
    return None


def types_to_give(study: Study, event: int) -> tuple[str, ...]:
    """List the types that an event may be given, each once.

    First those that the reference and the systems have there, then those of the study, the most frequent ones of the
    reference first, then those that only corrections name.
    """
    own = study.predictions[int(study.events.prediction[event])]
    annotations = [study.reference, own.annotation, *(one.annotation for one in study.predictions if one is not own)]
    segment = slice(study.events.start[event], study.events.end[event])
    there = (one.mentions.between(segment) for one in annotations)
    given = (mentions.types[code] for mentions in there for code in mentions.type_codes.tolist())
    said = study.reference.mentions
    counts = dict(zip(said.types, np.bincount(said.type_codes, minlength=len(said.types)).tolist(), strict=True))
    frequent = sorted(study.types, key=lambda name: -counts.get(name, 0))
    corrections = (decision.correction for _, decision in study.decisions.items() if decision.correction)
    return tuple(dict.fromkeys([*given, *frequent, *sorted({span[2] for reading in corrections for span in reading})]))


def why_not_applied(study: Study, event: int) -> str:
    """Say why the correction of an event does not change the reference; empty if it does, or if none is given."""
    decision = study.decisions[event]
    if decision.correction is None:
        return ""
    if not decision.corrects:
        return "Not accepted: its verdict does not call for a correction."
    if (other := contradicting_event(study, event)) is None:
        return ""
    name = shown_name(study, int(study.events.prediction[other]))
    return f"Not applied: it contradicts the correction given for {name} here."


def _events_of(study: Study, sentence: int) -> list[int]:
    bounds = study.text.sentence_start[sentence : sentence + 2].astype(study.events.start.dtype)
    found: list[int] = []
    for prediction in range(len(study.predictions)):
        first, last = study.event_start[prediction : prediction + 2].tolist()
        low, high = study.events.start[first:last].searchsorted(bounds).tolist()
        found += range(first + low, first + high)
    return found
