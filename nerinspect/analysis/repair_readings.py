"""A sentence as each repair reads it, for the context view."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nerinspect.analysis.context import Context, DocumentSentences
from nerinspect.analysis.events import KINDS, TP, EventTable
from nerinspect.analysis.repair_effects import RepairChoice, RepairEffects
from nerinspect.analysis.sentence import Segment, Sentence
from nerinspect.analysis.study import Annotation, Prediction, Study


@dataclass(frozen=True, eq=False)
class NamedReading:
    """One annotation of a text and what its track is called."""

    name: str
    annotation: Annotation


@dataclass(frozen=True, eq=False)
class RepairReadings:
    """The readings of one source under each repair, and the other side.

    Attributes
    ----------
    effects : RepairEffects
        The repairs.
    readings : tuple of NamedReading
        One for each track from top to bottom, two at least; the first stands above the words.
    """

    effects: RepairEffects
    readings: tuple[NamedReading, ...]

    def around(self, start: int, end: int, in_use: str) -> Context:
        """Gather the sentence of some tokens as each repair reads it, with the document around it.

        Parameters
        ----------
        start, end : int
            Half-open token positions in the whole text, within one sentence; they are framed.
        in_use : str
            The repair whose event gives the frame its kind.

        Returns
        -------
        Context
            Its sentences hold a track for each reading and no events.
        """
        text = self.effects.written.text
        number = int(text.sentence_of(np.array([start]))[0]) + 1
        first = int(text.sentence_start[number - 1])
        name = int(text.document[number - 1])
        same = np.searchsorted(text.document, np.array([name, name + 1], dtype=text.document.dtype)) + 1
        below = tuple(range(len(self.readings) - 1))
        names = tuple(reading.name for reading in self.readings)
        document = _Document(self._study, below, name, range(int(same[0]), int(same[1])), names=names)
        kind = _kind_at(self.effects.choice(in_use), start, end)
        return Context(Segment(-1, kind, start - first, end - first), document.sentence(number), document)

    @cached_property
    def _study(self) -> Study:
        """Lay the readings out as a study without events."""
        above, *below = (reading.annotation for reading in self.readings)
        predictions = tuple(Prediction("", run, annotation) for run, annotation in enumerate(below, 1))
        return Study(self.effects.written.text, above.mentions.types, above, predictions, EventTable.empty())


@dataclass(frozen=True, eq=False)
class _Document(DocumentSentences):
    """A document whose tracks have names of their own."""

    names: tuple[str, ...] = ()

    def sentence(self, number: int) -> Sentence:
        """Gather one sentence by its number through the whole file, from 1."""
        found = super().sentence(number)
        tracks = zip(found.tracks, self.names, strict=True)
        return replace(found, tracks=tuple(replace(track, label=name) for track, name in tracks))


def repair_readings(effects: RepairEffects, source: Annotation, other: NamedReading | None) -> RepairReadings | None:
    """Name the readings of a source.

    Parameters
    ----------
    effects : RepairEffects
        What each repair makes of it.
    source : Annotation
        The source as it was loaded.
    other : NamedReading or None
        The other side: the reference, or a prediction if the source is the reference.

    Returns
    -------
    RepairReadings or None
        The reference stands above the words, predictions below; None if there is nothing to compare.
    """
    choices = [choice for choice in effects.choices if choice.method != "none"] or list(effects.choices)
    own = [_reading(choice, source) for choice in choices if choice.mentions is not None]
    others = [] if other is None else [other]
    readings = [*own, *others] if effects.is_reference else [*others, *own]
    return RepairReadings(effects, tuple(readings)) if len(readings) > 1 else None


def _reading(choice: RepairChoice, source: Annotation) -> NamedReading:
    assert choice.mentions is not None, "only what can be read is shown"
    annotation = replace(source, mentions=choice.mentions, repair=choice.repair)
    return NamedReading(f"as {choice.method} reads it", annotation)


def _kind_at(choice: RepairChoice | None, start: int, end: int) -> str:
    """Find the kind of the first event among some tokens; that of correct ones, which is neutral, without any."""
    if choice is None or choice.aligned is None:
        return KINDS[TP]
    events = choice.aligned.events
    found = np.flatnonzero((events.start < end) & (events.end > start))
    return KINDS[events.kind[found[0]]] if len(found) else KINDS[TP]
