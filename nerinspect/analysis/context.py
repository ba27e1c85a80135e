"""What stands around an event: its sentence with both readings, and the sentences beside it."""

from dataclasses import dataclass

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions

N_NEIGHBOURS = 2


@dataclass(frozen=True)
class TrackSpan:
    """A mention as a half-open range of token positions in its sentence."""

    start: int
    end: int
    type: str


@dataclass(frozen=True)
class RepairMark:
    """A label that a repair changed, by its token's position in the sentence."""

    token: int
    before: str
    after: str


@dataclass(frozen=True)
class Track:
    """One reading of a sentence.

    Attributes
    ----------
    label : str
        Who reads it so: `reference`, or the name of the system.
    spans : tuple of TrackSpan
        Its mentions in text order.
    repairs : tuple of RepairMark
        Its repaired labels in text order.
    """

    label: str
    spans: tuple[TrackSpan, ...]
    repairs: tuple[RepairMark, ...]

    def repairs_in(self, span: TrackSpan) -> list[RepairMark]:
        """List the repaired labels of one mention."""
        return [mark for mark in self.repairs if span.start <= mark.token < span.end]


@dataclass(frozen=True)
class Neighbour:
    """A sentence beside that of the event: its number through the whole file, from 1, and its tokens."""

    number: int
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Context:
    """Everything the context view shows of one event.

    Attributes
    ----------
    kind : str
        Letters of the event's kind.
    document, sentence : int
        Numbers from 1, the sentence through the whole file.
    line : int or None
        Physical line of the event's first token.
    tokens : tuple of str
        The sentence.
    start, end : int
        The event as a half-open range of token positions in the sentence.
    reference, prediction : Track
        Both readings; the prediction is the one the event belongs to.
    before, after : tuple of Neighbour
        Neighbouring sentences of the same document in text order.
    """

    kind: str
    document: int
    sentence: int
    line: int | None
    tokens: tuple[str, ...]
    start: int
    end: int
    reference: Track
    prediction: Track
    before: tuple[Neighbour, ...]
    after: tuple[Neighbour, ...]


def context_of(study: Study, event: int) -> Context:
    """Gather what stands around an event.

    Parameters
    ----------
    study : Study
        What the event belongs to.
    event : int
        Its number in `study.events`.

    Returns
    -------
    Context
        Positions count from the first token of the sentence.
    """
    text, events = study.text, study.events
    sentence = int(study.event_sentence[event])
    first, last = (int(bound) for bound in text.sentence_start[sentence : sentence + 2])
    number = int(events.prediction[event])
    prediction = study.predictions[number]
    return Context(
        kind=KINDS[int(events.kind[event])],
        document=int(text.document[sentence]),
        sentence=sentence + 1,
        line=text.line_of(int(events.start[event])),
        tokens=tuple(text.tokens_of(sentence)),
        start=int(events.start[event]) - first,
        end=int(events.end[event]) - first,
        reference=_track("reference", study.reference, first, last),
        prediction=_track(_track_label(study, number), prediction.annotation, first, last),
        before=_neighbours(study, sentence, range(sentence - N_NEIGHBOURS, sentence)),
        after=_neighbours(study, sentence, range(sentence + 1, sentence + 1 + N_NEIGHBOURS)),
    )


def _track_label(study: Study, number: int) -> str:
    """Name the system, and its run if it has several."""
    prediction = study.predictions[number]
    n_runs = sum(other.system == prediction.system for other in study.predictions)
    return f"{prediction.system} {prediction.run}" if n_runs > 1 else prediction.system


def _track(label: str, annotation: Annotation, first: int, last: int) -> Track:
    return Track(label, _spans(annotation.mentions, first, last), _repairs(annotation, first, last))


def _between(sorted_positions: IntArray, first: int, last: int) -> range:
    """Give the places of the positions in `[first, last)`."""
    return range(*(int(place) for place in sorted_positions.searchsorted([first, last])))


def _spans(mentions: Mentions, first: int, last: int) -> tuple[TrackSpan, ...]:
    return tuple(
        TrackSpan(int(mentions.start[i]) - first, int(mentions.end[i]) - first, mentions.types[mentions.type_codes[i]])
        for i in _between(mentions.start, first, last)
    )


def _repairs(annotation: Annotation, first: int, last: int) -> tuple[RepairMark, ...]:
    repair = annotation.repair
    return tuple(
        RepairMark(int(repair.position[i]) - first, repair.before[i], repair.after[i])
        for i in _between(repair.position, first, last)
    )


def _neighbours(study: Study, sentence: int, numbers: range) -> tuple[Neighbour, ...]:
    text = study.text
    return tuple(
        Neighbour(number + 1, tuple(text.tokens_of(number)))
        for number in numbers
        if 0 <= number < text.n_sentences and text.document[number] == text.document[sentence]
    )
