"""The corrected reading of sentences, as a track beside those of the reference and the systems."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

import numpy as np

from nerinspect.decisions.corrections import Correction, applicable, contradictions, corrected_mentions
from nerinspect.events.context import Context, DocumentSentences, Sentence, Track, TrackSpan
from nerinspect.events.decision import Reading
from nerinspect.events.study import Study, shown_name

CORRECTED: Final = "corrected"
"""Name of the track."""

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
        return replace(sentence, tracks=(*sentence.tracks, Track(CORRECTED, spans, (), CORRECTED)))


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
    said = study.reference.mentions
    own = slice(*np.searchsorted(said.start, np.array([zero, end], dtype=said.start.dtype)).tolist())
    mentions = said.chosen(own)
    found = corrected_mentions(mentions, applied)
    columns = (found.start - zero).tolist(), (found.end - zero).tolist(), found.type_codes.tolist()
    return tuple(TrackSpan(start, end, found.types[code]) for start, end, code in zip(*columns, strict=True))


def sentence_corrections(study: Study, sentence: int, drafts: Mapping[int, Reading] = _NO_DRAFTS) -> list[Correction]:
    """List the accepted corrections of one sentence (from 0) in text order; the same one from two systems once."""
    if not len(study.decisions) and not drafts:
        return []
    found: dict[tuple[int, int, Reading], list[int]] = {}
    zero = int(study.text.sentence_start[sentence])
    for event in _events_of(study, sentence):
        reading = drafts.get(event)
        if reading is None and study.decisions[event].corrects:
            reading = study.decisions[event].correction
        if reading is not None:
            place = int(study.events.start[event]), int(study.events.end[event])
            moved = tuple((zero + start, zero + end, name) for start, end, name in reading)
            found.setdefault((*place, moved), []).append(event)
    return [Correction(*key, tuple(events)) for key, events in sorted(found.items())]


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
    given: list[str] = []
    for mentions in (one.mentions for one in annotations):
        bounds = np.array([study.events.start[event], study.events.end[event]], dtype=mentions.start.dtype)
        first, last = np.searchsorted(mentions.start, bounds).tolist()
        given += (mentions.types[code] for code in mentions.type_codes[first:last].tolist())
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
        return "Not accepted: no verdict calls for it."
    if (other := contradicting_event(study, event)) is None:
        return ""
    name = shown_name(study, int(study.events.prediction[other]))
    return f"Not applied: what is given for {name} here contradicts it."


def _events_of(study: Study, sentence: int) -> list[int]:
    bounds = study.text.sentence_start[sentence : sentence + 2].astype(study.events.start.dtype)
    found: list[int] = []
    for prediction in range(len(study.predictions)):
        first, last = study.event_start[prediction : prediction + 2].tolist()
        low, high = study.events.start[first:last].searchsorted(bounds).tolist()
        found += range(first + low, first + high)
    return found
