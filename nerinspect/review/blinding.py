"""Disagreements of two annotators without saying who is who: two readings, 1 and 2, in an order of their own each."""

from dataclasses import dataclass, replace

import numpy as np

from nerinspect.decisions.adjudication import A_RIGHT, B_RIGHT, reading_on
from nerinspect.decisions.corrections import CORRECTED
from nerinspect.events.context import Context, DocumentSentences, Segment, Sentence, Track, TrackSpan, context_of
from nerinspect.events.decision import Reading
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MENTIONS

FIRST, SECOND = "1", "2"  # what the two readings are called


@dataclass(frozen=True, eq=False)
class _BlindSentences(DocumentSentences):
    """The sentences of a document, their tracks without names, and nothing that tells whose they are."""

    b_is_first: bool = False

    def sentence(self, number: int) -> Sentence:
        sentence = super().sentence(number)
        of_a, of_b = sentence.tracks
        tracks = (of_b, of_a) if self.b_is_first else (of_a, of_b)
        named = tuple(
            Track(f"annotation {name}", track.spans, ()) for name, track in zip((FIRST, SECOND), tracks, strict=True)
        )
        return replace(sentence, tracks=named, segments=())


@dataclass(frozen=True)
class BlindEvent:
    """A disagreement of A and B as two readings that name nobody."""

    study: Study
    event: int

    @property
    def b_is_first(self) -> bool:
        """Whether reading 1 is that of B: told by the event's id, so the same whenever it is looked at."""
        (number,) = MENTIONS.ids(self.study, np.array([self.event]))
        return int(number, 16) % 2 == 1

    @property
    def readings(self) -> tuple[Reading, Reading]:
        """What 1 and 2 say of the event, positions in the sentence."""
        of_a, of_b = reading_on(self.study, self.event, "reference"), reading_on(self.study, self.event, "predicted")
        return (of_b, of_a) if self.b_is_first else (of_a, of_b)

    def context(self, given: Reading | None = None) -> Context:
        """Gather its sentence and the document around it, with the reading that was given instead of both, if any."""
        known = context_of(self.study, self.event)
        document, segment = known.document, known.segment
        blind = _BlindSentences(
            document.study, document.predictions, document.number, document.sentences, document.own, self.b_is_first
        )
        sentence = blind.sentence(known.sentence.number)
        if given is not None:
            spans = tuple(TrackSpan(start, end, name) for start, end, name in given)
            sentence = replace(sentence, tracks=(*sentence.tracks, Track(CORRECTED, spans, (), CORRECTED)))
        return Context(Segment(self.event, "tp", segment.start, segment.end), sentence, blind)

    def verdict(self, shown: str) -> str:
        """Turn what is said of 1 and 2 into a verdict about A and B, and back; other verdicts stay."""
        exchanged = {A_RIGHT: B_RIGHT, B_RIGHT: A_RIGHT}
        return exchanged.get(shown, shown) if self.b_is_first else shown
