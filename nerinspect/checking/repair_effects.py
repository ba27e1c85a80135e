"""Where labels break the rules of their encoding, and what each repair makes of labels, mentions, scores and events."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from nerinspect.checking.differing_events import Aligned, EventDifferences, differing_events
from nerinspect.corpus.arrays import CodeArray, is_member
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.corpus.types import TypeChanges
from nerinspect.encoding.codec import decode
from nerinspect.encoding.labels import (
    DIALECTS,
    N_ROLES,
    Dialect,
    LabelColumn,
    RepairMethod,
    Tagging,
    read_labels,
    tagged_tokens,
)
from nerinspect.encoding.transitions import (
    InvalidTransitions,
    Repair,
    describe_transition,
    find_invalid_transitions,
    repaired_roles,
    transition_labels,
)
from nerinspect.events.alignment import outside_segments
from nerinspect.events.context import Context, DocumentSentences, Segment, Sentence
from nerinspect.events.scores import Tally, tally_events
from nerinspect.events.segment_events import KINDS, TP, EventTable, Side
from nerinspect.events.study import Annotation, Prediction, Study
from nerinspect.progress import Checkpoint, no_checkpoint


@dataclass(frozen=True)
class TransitionRow:
    """One invalid transition in words; document and sentence are counted from 1.

    Attributes
    ----------
    position : int
        The token whose label may not follow; where a sentence ends inside a mention, its last token.
    line : int or None
        Physical line of the token; None where the format has none.
    previous, label : str
        The two labels as written; the start and the end of a sentence read `O`.
    after : tuple of str
        What each repair makes of the label, in the order of `WrittenLabels.repairs`; of the previous label too where
        only that one is changed.
    """

    position: int
    line: int | None
    document: int
    sentence: int
    token: str
    previous: str
    label: str
    at_start: bool
    at_end: bool
    after: tuple[str, ...]
    problem: str


@dataclass(frozen=True, eq=False)
class WrittenLabels:
    """Well-formed labels, one for each token of a text, whose states the chunk encoding has; nothing is repaired."""

    text: Text
    column: LabelColumn
    dialect: Dialect

    @classmethod
    def of(cls, text: Text, annotation: Annotation) -> "WrittenLabels | None":
        """Take the labels of an annotation of a text; None if it was read from spans."""
        if annotation.labels is None or annotation.source.encoding not in DIALECTS:
            return None
        return cls(text, annotation.labels, DIALECTS[annotation.source.encoding])

    @cached_property
    def tagging(self) -> Tagging:
        read = read_labels(self.column.names, self.dialect)
        return tagged_tokens(self.column, read, self.text.sentence_start)

    @cached_property
    def invalid(self) -> InvalidTransitions:
        return find_invalid_transitions(self.tagging, self.dialect, self.text.sentence_start)

    @property
    def repairs(self) -> tuple[RepairMethod, ...]:
        """The repairs that the encoding defines and that may change something."""
        return tuple(method for method in self.dialect.repairs if method != "none")

    @cached_property
    def repaired(self) -> dict[RepairMethod, CodeArray]:
        """The role of each labelled token after each repair that the encoding defines, `none` among them."""
        return {method: repaired_roles(self.tagging, self.dialect, method) for method in self.dialect.repairs}

    def repair(self, method: RepairMethod) -> Repair:
        tagging, roles = self.tagging, self.repaired[method]
        changed = np.flatnonzero(roles != tagging.roles)
        position = tagging.position[changed]
        names = [[self.dialect.label(role, name) for name in tagging.types] for role in range(N_ROLES)]
        after = [names[role][code] for role, code in zip(roles[changed], tagging.type_codes[changed], strict=True)]
        before = [self.column.names[code] for code in self.column.codes[position]]
        return Repair(method, len(self.invalid), position, tuple(before), tuple(after))

    def label_as_written(self, position: int) -> str:
        """Give the label of a token by its position in the whole text."""
        return self.column.names[int(self.column.codes[position])]

    def label_after(self, position: int, method: RepairMethod) -> str:
        """Give the label that a token has after a repair."""
        tagging = self.tagging
        place = int(np.searchsorted(tagging.position, np.int32(position)))
        if place == len(tagging.position) or tagging.position[place] != position:
            return "O"
        return self.dialect.label(int(self.repaired[method][place]), tagging.types[tagging.type_codes[place]])

    def transition(self, number: int) -> TransitionRow:
        """Describe one invalid transition by its number in file order."""
        text, position = self.text, int(self.invalid.position[number])
        one = InvalidTransitions(self.invalid.position[number : number + 1], self.invalid.at_end[number : number + 1])
        previous, label = transition_labels(one, self.column, text.sentence_start)[0]
        at_end = bool(one.at_end[0])
        at_start = not at_end and bool(is_member(one.position, text.sentence_start)[0])
        sentence = int(text.sentence_of(one.position)[0])
        return TransitionRow(
            position,
            text.line_of(position),
            int(text.document[sentence]),
            sentence + 1,
            text.token(position),
            previous,
            label,
            at_start,
            at_end,
            tuple(self._after(position, at_start or at_end, method) for method in self.repairs),
            describe_transition(previous, label, at_end, at_start, self.dialect.name),
        )

    def _after(self, position: int, is_alone: bool, method: RepairMethod) -> str:
        """Write the label after a repair, with the one before it if it is that one which the repair changes."""
        after = self.label_after(position, method)
        if is_alone or after != self.label_as_written(position):
            return after
        before = self.label_after(position - 1, method)
        return after if before == self.label_as_written(position - 1) else f"{before} {after}"


NO_CHANGES: Final = TypeChanges()


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
        mentions, _ = changes.apply(decode(written.tagging.with_roles(written.repaired[method])))
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
    tn = int(outside_segments(aligned.events, sentence_start).sum())
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
        return replace(found, tracks=tuple(replace(track, label=name) for track, name in tracks))


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
