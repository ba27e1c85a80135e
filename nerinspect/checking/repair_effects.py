"""What each repair makes of the labels of an annotation: its mentions, scores and events, side by side."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from nerinspect.checking.differing_events import Aligned, EventDifferences, differing_events
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.corpus.types import TypeChanges
from nerinspect.encoding.codec import decode
from nerinspect.encoding.labels import DIALECTS, RepairMethod
from nerinspect.encoding.transitions import Repair, WrittenLabels
from nerinspect.events.alignment import count_outside
from nerinspect.events.context import Context, DocumentSentences, Segment, Sentence
from nerinspect.events.scores import Tally, tally_events
from nerinspect.events.segment_events import KINDS, TP, EventTable, Side
from nerinspect.events.study import Annotation, Prediction, Study
from nerinspect.progress import Checkpoint, no_checkpoint

NO_CHANGES: Final = TypeChanges()


def written_labels(text: Text, annotation: Annotation) -> WrittenLabels | None:
    """Take the labels of an annotation of a text; None if it was read from spans."""
    if annotation.labels is None or annotation.source.encoding not in DIALECTS:
        return None
    return WrittenLabels(text, annotation.labels, DIALECTS[annotation.source.encoding])


@dataclass(frozen=True, eq=False)
class RepairChoice:
    """What one repair makes of a source.

    `mentions`: what the source says then; None for `none` if there are invalid transitions: such labels say nothing
    certain. `aligned`: the events with the other side; None if there is none, or nothing to align.
    """

    repair: Repair
    mentions: Mentions | None
    aligned: Aligned | None = None
    tally: Tally | None = None

    @property
    def method(self) -> RepairMethod:
        return self.repair.method


@dataclass(frozen=True, eq=False)
class RepairEffects:
    """All repairs of one source that its chunk encoding defines, `none` first, side by side."""

    written: WrittenLabels
    choices: tuple[RepairChoice, ...]
    is_reference: bool

    @property
    def side(self) -> Side:
        """The side whose mentions the repairs change."""
        return "reference" if self.is_reference else "predicted"

    def choice(self, method: str) -> RepairChoice | None:
        """Find what one repair does; None if the chunk encoding does not define it."""
        return next((choice for choice in self.choices if choice.method == method), None)

    @cached_property
    def compared(self) -> tuple[RepairChoice, RepairChoice] | None:
        """The two repairs that are set against each other: the first and the last that change something."""
        repairs = [choice for choice in self.choices if choice.method != "none"]
        return (repairs[0], repairs[-1]) if len(repairs) > 1 else None

    @cached_property
    def differences(self) -> EventDifferences | None:
        """The events that differ between the compared repairs; None without a comparison or another side."""
        if self.compared is None:
            return None
        one, other = (choice.aligned for choice in self.compared)
        return None if one is None or other is None else differing_events(one, other)


def repair_effects(
    written: WrittenLabels,
    other: Mentions | None = None,
    is_reference: bool = False,
    changes: TypeChanges = NO_CHANGES,
    checkpoint: Checkpoint = no_checkpoint,
) -> RepairEffects:
    """Try every repair of one source, aligned with the other side if there is one, over types of its own.

    The type changes are those of the source; to `other` they are done already. All choices are over one list of types.

    References
    ----------
    Palen-Michel, Holley and Lignos (2021), SeqScore: what is repaired silently changes scores.
    """
    choices = []
    for number, method in enumerate(written.dialect.repairs):
        checkpoint(number, len(written.dialect.repairs))
        repair = written.repair(method)
        if method == "none" and len(written.invalid):
            choices.append(RepairChoice(repair, None))
            continue
        mentions, _ = changes.apply(decode(written.tagging.with_roles(written.repaired(method))))
        choices.append(_choice(written, repair, mentions, other, is_reference))
    return RepairEffects(written, tuple(choices), is_reference)


def _choice(
    written: WrittenLabels, repair: Repair, mentions: Mentions, other: Mentions | None, is_reference: bool
) -> RepairChoice:
    """Align what a repair makes of the source with the other side."""
    if other is None:
        return RepairChoice(repair, mentions)
    types = sorted({*mentions.types, *other.type_names()})  # the same for every repair
    mentions, other = mentions.with_types(types), other.with_types(types)
    reference, predicted = (mentions, other) if is_reference else (other, mentions)
    sentence_start = written.text.sentence_start
    aligned = Aligned.of(reference, predicted, sentence_start)
    tn = count_outside(aligned.events, sentence_start)
    return RepairChoice(repair, mentions, aligned, tally_events(aligned.events, reference, predicted, tn))


@dataclass(frozen=True, eq=False)
class NamedReading:
    """One annotation of a text and what its track is called."""

    name: str
    annotation: Annotation


@dataclass(frozen=True, eq=False)
class RepairReadings:
    """The readings of one source under each repair, and the other side: a track each, the first above the words."""

    effects: RepairEffects
    readings: tuple[NamedReading, ...]

    def around(self, start: int, end: int, in_use: str) -> Context:
        """Gather the sentence of some tokens as each repair reads it, with the document around it, without events.

        The tokens are framed in the kind of the event that the repair in use makes of them.
        """
        text = self.effects.written.text
        number = int(text.sentence_of(np.array([start]))[0]) + 1
        first = int(text.sentence_start[number - 1])
        name = int(text.document[number - 1])
        below = tuple(range(len(self.readings) - 1))
        names = tuple(reading.name for reading in self.readings)
        document = _Document(self._study, below, name, text.sentences_in(name), names=names)
        kind = _kind_at(self.effects.choice(in_use), start, end)
        return Context(Segment(-1, kind, start - first, end - first), document.sentence(number), document)

    @cached_property
    def _study(self) -> Study:
        above, *below = (reading.annotation for reading in self.readings)
        predictions = tuple(Prediction("", run, annotation) for run, annotation in enumerate(below, 1))
        return Study(self.effects.written.text, above.mentions.types, above, predictions, EventTable.empty())


@dataclass(frozen=True, eq=False)
class _Document(DocumentSentences):
    """A document whose tracks have names of their own."""

    names: tuple[str, ...] = ()

    def sentence(self, number: int) -> Sentence:
        found = super().sentence(number)
        tracks = zip(found.tracks, self.names, strict=True)
        return found._replace(tracks=tuple(track._replace(label=name) for track, name in tracks))


def repair_readings(effects: RepairEffects, source: Annotation, other: NamedReading | None) -> RepairReadings | None:
    """Name the readings of a source: the reference stands above the words, predictions below.

    The other side is the reference, or a prediction if the source is the reference; None if there is nothing to
    compare.
    """
    choices = [choice for choice in effects.choices if choice.method != "none"] or list(effects.choices)
    own = [_reading(choice, source) for choice in choices if choice.mentions is not None]
    others = [] if other is None else [other]
    readings = [*own, *others] if effects.is_reference else [*others, *own]
    return RepairReadings(effects, tuple(readings)) if len(readings) > 1 else None


def _reading(choice: RepairChoice, source: Annotation) -> NamedReading:
    assert choice.mentions is not None, "only what can be read is shown"
    annotation = replace(source, mentions=choice.mentions, repair=choice.repair)
    return NamedReading(f"under {choice.method}", annotation)


def _kind_at(choice: RepairChoice | None, start: int, end: int) -> str:
    """Find the kind of the first event among some tokens; that of correct ones, which is neutral, without any."""
    if choice is None or choice.aligned is None:
        return KINDS[TP]
    events = choice.aligned.events
    found = np.flatnonzero((events.start < end) & (events.end > start))
    return KINDS[events.kind[found[0]]] if len(found) else KINDS[TP]
