"""A study: a reference, the predictions aligned with it, all their events, its attributes, what was counted of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from itertools import count
from typing import Any, Final, Literal, TypeAlias, TypeVar

import numpy as np

from nerinspect.corpus.arrays import (
    AnyIntArray,
    FloatArray,
    IntArray,
    kept_with_owner,
    numbered_values,
    sorted_distinct,
)
from nerinspect.corpus.mentions import Mentions, Relations, concatenated
from nerinspect.corpus.text import Matching, Source, Text, TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.encoding.transitions import NO_REPAIR, Repair
from nerinspect.events.alignment import count_outside, find_events, nested_sentences
from nerinspect.events.decision import Decisions
from nerinspect.events.segment_events import EventTable, Join, Side, concatenated_events, in_memory
from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.progress import Checkpoint, no_checkpoint

Unit: TypeAlias = Literal["mention", "token"]
Scale: TypeAlias = Literal["number", "whole", "date", "name"]

NO_VALUE: Final = float("nan")  # stands for a member that has no value

WITHOUT_VALUE: Final = "none"  # name of the bucket of members that have no value

DEFAULT_BUCKETS: Final = 4
BUCKET_RANGE: Final = (2, 10)  # how many buckets the members may be put into


@dataclass(frozen=True, eq=False)
class DistinctValues:
    """The different values of all members, ascending and nan last, and which of them each member has.

    `n_reference` counts the reference members that have each, as all predictions see them; `names` are those of
    `AttributeValues`. Places are whole numbers no wider than they need to be.
    """

    values: FloatArray
    n_reference: AnyIntArray
    reference: AnyIntArray
    predicted: AnyIntArray
    names: tuple[str, ...] = ()

    @property
    def of_members(self) -> "AttributeValues":
        """The value of each member."""
        return AttributeValues(self.values[self.reference], self.values[self.predicted], self.names)

    def reference_of(self, prediction: int) -> AnyIntArray:
        """Give the places of the reference members as one prediction sees them. Shape (n_reference,)."""
        return self.reference if self.reference.ndim == 1 else self.reference[prediction]


@dataclass(frozen=True, eq=False)
class AttributeValues:
    """The values of all members of a study.

    Attributes
    ----------
    reference : ndarray of float64, shape (n_reference,) or (n_predictions, n_reference)
        Of the reference members, see `members.Members`; with a row for each prediction if a reference mention has
        another value in the events of each. nan: no value.
    predicted : ndarray of float64, shape (n_predicted,)
        Of the members of all predictions.
    names : tuple of str
        What the values 0, 1, 2, … stand for, if the scale is `name`.
    """

    reference: FloatArray
    predicted: FloatArray
    names: tuple[str, ...] = ()

    def reference_of(self, prediction: int) -> FloatArray:
        """Give the values of the reference members as one prediction sees them. Shape (n_reference,)."""
        return self.reference if self.reference.ndim == 1 else self.reference[prediction]

    @cached_property
    def distinct(self) -> DistinctValues:
        """The different values: many members share few, and buckets are made of these."""
        found, places = numbered_values((self.reference.ravel(), self.predicted))
        order = np.argsort(found)
        values = found[order]
        place = np.empty(len(values), dtype=np.min_scalar_type(-len(values) - 1))  # which may count on to their number
        place[order] = np.arange(len(values))
        reference, predicted = (place[one] for one in places)
        n_reference = np.bincount(reference, minlength=len(values))
        return DistinctValues(values, n_reference, reference.reshape(self.reference.shape), predicted, self.names)


@dataclass(frozen=True, eq=False)
class Attribute:
    """A property of mentions, or of the tokens in them.

    Attributes
    ----------
    name : str
        As in the files, such as `eLen`.
    values : callable
        Computes the values of the members of a study; called once for each study.
    unit : str
        `mention`, or `token`: (position, type) pairs inside mentions.
    scale : str
        `number`, `whole` (numbers without a fraction), `date` (days since 1970-01-01) or `name`.
    lowest, highest : float or None
        The lowest and the highest possible value, if it has a bucket of its own as soon as a reference member has it.
    has_lengths : bool
        Whether the buckets are 1, 2, …, m - 1 and m or more, instead of equal shares.
    """

    name: str
    meaning: str
    values: "Callable[[Study], AttributeValues]"
    unit: Unit = "mention"
    scale: Scale = "number"
    lowest: float | None = None
    highest: float | None = None
    has_lengths: bool = False
    needs_training: bool = False


RelationSetting: TypeAlias = Literal["boundaries", "strict"]

BOTH: Final = "both"  # all settings, of relations or of what makes a mention seen

RELATION_SETTINGS: Final[tuple[RelationSetting, ...]] = ("boundaries", "strict")
"""What makes an argument right: its extent, or its extent and its type."""


@dataclass(frozen=True)
class RelationChoice:
    """How relations are matched, and which relation types say the same with head and tail exchanged."""

    setting: RelationSetting = "boundaries"
    symmetric: tuple[str, ...] = ()


BOUNDARIES: Final = RelationChoice()  # what is chosen before anybody chooses


@dataclass(frozen=True, eq=False)
class Annotation:
    """One side's mentions over the text, sorted by start, then end, then type, and how they were read.

    Formats with spans have no labels (else one a token, as written); columns are what the file says of each token
    besides.
    """

    mentions: Mentions
    source: Source
    repair: Repair = NO_REPAIR
    labels: LabelColumn | None = None
    columns: tuple[TokenColumn, ...] = ()
    relations: Relations | None = None


@dataclass(frozen=True, eq=False)
class AnnotatedText:
    """A text of its own with its annotation, such as training data, over types of its own."""

    text: Text
    annotation: Annotation


@dataclass(frozen=True, eq=False)
class Prediction:
    """One run of one system; runs are numbered from 1 in the order given."""

    system: str
    run: int
    annotation: Annotation

    @property
    def mentions(self) -> Mentions:
        return self.annotation.mentions


@dataclass(frozen=True, eq=False)
class Study:
    """Everything one window, or one command, looks at. Immutable, but for the decisions.

    Attributes
    ----------
    types : tuple of str
        Every type of the reference or of a prediction, by code point.
    annotator : str
        Name of the annotator who stands where a reference does; empty if there is a reference.
    colours : tuple of (str, int)
        Systems with the number of the colour they were given; none for those that were not given one.
    """

    text: Text
    types: tuple[str, ...]
    reference: Annotation
    predictions: tuple[Prediction, ...]
    events: EventTable
    warnings: tuple[str, ...] = ()
    training: AnnotatedText | None = None
    matching: Matching = "exact"
    attributes: tuple[Attribute, ...] = ()
    annotator: str = ""
    colours: tuple[tuple[str, int], ...] = ()
    relation_choice: RelationChoice = BOUNDARIES
    decisions: Decisions = field(default_factory=Decisions)
    relation_decisions: Decisions = field(default_factory=Decisions)

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """All sides on one footing: number 0 is the reference, then come the predictions."""
        return self.reference, *(prediction.annotation for prediction in self.predictions)

    @property
    def training_data(self) -> AnnotatedText:
        """The training data, where it is known that there are some."""
        assert self.training is not None, "it is asked what training says"
        return self.training

    @property
    def is_of_annotators(self) -> bool:
        """Whether all sides are annotators, none of whom is the reference."""
        return bool(self.annotator)

    @property
    def wording(self) -> Wording:
        """How the two sides are spoken of."""
        return NEUTRAL if self.is_of_annotators else JUDGED

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, each once, in the order given."""
        return tuple(dict.fromkeys(prediction.system for prediction in self.predictions))

    @cached_property
    def system_colours(self) -> dict[str, int]:
        """The number of the colour of each system: the one it was given, else the first that no other has."""
        given = {name: colour for name, colour in self.colours if name in self.systems}
        free = (colour for colour in count() if colour not in given.values())
        return {name: given[name] if name in given else next(free) for name in self.systems}

    def shown_colour(self, prediction: int) -> int | None:
        """Give the number of the colour that tells a prediction's system from others; None if there is no other."""
        if self.is_of_annotators or len(self.system_colours) < 2:
            return None
        return self.system_colours[self.predictions[prediction].system]

    @cached_property
    def predicted(self) -> Mentions:
        """The mentions of all predictions behind each other, as `pred_members` numbers them."""
        _, kept = held_with_events(self.events)
        if not kept:
            kept.append(concatenated([prediction.mentions for prediction in self.predictions], self.types))
        return kept[0]

    @cached_property
    def event_start(self) -> IntArray:
        """First event of each prediction; the last entry is the number of events. Shape (n_predictions + 1,)."""
        prediction = self.events.prediction
        numbers = np.arange(len(self.predictions) + 1, dtype=prediction.dtype)  # others would cast all events
        return np.searchsorted(prediction, numbers).astype(np.int32)

    @cached_property
    def event_sentence(self) -> IntArray:
        """Sentence of each event, from 0. Shape (n_events,)."""
        kept, _ = held_with_events(self.events)
        if not kept:
            kept.append(self.text.sentence_of(self.events.start).astype(np.int32))
        return kept[0]

    @cached_property
    def n_outside(self) -> IntArray:
        """The `tn` segments of each prediction. Shape (n_predictions,)."""
        counts = [count_outside(self.events_of(i), self.text.sentence_start) for i in range(len(self.predictions))]
        return np.array(counts, dtype=np.int32)

    @cached_property
    def nested_sentences(self) -> tuple[IntArray, ...]:
        """For each prediction the sentences, from 0 and ascending, where its mentions or the reference's overlap."""
        starts = self.text.sentence_start
        reference, *predictions = (nested_sentences(side.mentions, starts) for side in self.annotations)
        return tuple(sorted_distinct(np.concatenate([reference, own])).astype(np.int32) for own in predictions)

    def is_nested(self, prediction: int, sentence: int) -> bool:
        """Tell whether mentions overlap in a sentence (from 0), in the reference or in one prediction."""
        sentences = self.nested_sentences[prediction]
        place = int(np.searchsorted(sentences, sentence))
        return place < len(sentences) and int(sentences[place]) == sentence

    def mentions_on(self, side: Side) -> Mentions:
        """Give the mentions that the events number on a side: of the reference, or of all predictions."""
        return self.reference.mentions if side == "reference" else self.predicted

    def rows_of(self, prediction: int) -> slice:
        """Give the range of the events of a prediction; an empty one where there is none."""
        first, last = self.event_start[prediction : prediction + 2].tolist() if self.predictions else (0, 0)
        return slice(first, last)

    def events_of(self, prediction: int) -> EventTable:
        """Give the events of one prediction; the mentions are numbered through all predictions still."""
        return self.events.rows(self.rows_of(prediction))


@kept_with_owner
def held_with_events(_events: EventTable) -> tuple[list[IntArray], list[Mentions]]:
    """Hold the sentence of each event, and `Study.predicted`, once known, for all studies that share the events."""
    return [], []


def make_study(
    text: Text,
    reference: Annotation,
    predictions: Sequence[Prediction],
    warnings: Sequence[str] = (),
    checkpoint: Checkpoint = no_checkpoint,
    known_events: Callable[[int], EventTable | None] = lambda _: None,
    join: Join = in_memory,
) -> Study:
    """Align every prediction with the reference, each over types of its own; the study is over one list of types.

    `known_events` gives those of predictions, by number, that need not be aligned; `join` makes the columns of events.
    """
    annotations = [reference, *(prediction.annotation for prediction in predictions)]
    types = sorted(set().union(*(annotation.mentions.type_names() for annotation in annotations)))
    reference = _over_types(reference, types)
    predictions = [Prediction(p.system, p.run, _over_types(p.annotation, types)) for p in predictions]
    parts, n_mentions = [], 0
    for number, prediction in enumerate(predictions):
        checkpoint(number, len(predictions))
        if (events := known_events(number)) is None:
            events = find_events(reference.mentions, prediction.mentions, text.sentence_start, join)
        parts.append(events.of_prediction(number, n_mentions))
        n_mentions += len(prediction.mentions)
    events = concatenated_events(parts, join) if parts else EventTable.empty()
    return Study(text, tuple(types), reference, tuple(predictions), events, tuple(warnings))


def _over_types(annotation: Annotation, types: Sequence[str]) -> Annotation:
    return replace(annotation, mentions=annotation.mentions.with_types(types))


_RUN: Final = re.compile(r"(.+) run ([0-9]{1,9})", re.DOTALL)


def first_run(study: Study, system: str) -> int | None:
    """Give the number of the prediction that is the first run of a system; None if there is no such system."""
    return next((number for number, other in enumerate(study.predictions) if other.system == system), None)


def judged(study: Study, name: str) -> int | None:
    """Give the number of the prediction that a name judges; None if there is none.

    The name is a system, of which the first run is judged, or one of its runs, such as `mbert run 2`. What is the name
    of a system means that system, even if it reads like a run of another.
    """
    number = first_run(study, name)
    named = _RUN.fullmatch(name) if number is None else None
    if named is None:
        return number
    wanted = named[1], int(named[2])
    return next((place for place, own in enumerate(study.predictions) if (own.system, own.run) == wanted), None)


def judge_name(study: Study, prediction: int) -> str:
    """Give a name by which `judged` finds a prediction: that of its system for the first run, else system and run."""
    own = study.predictions[prediction]
    return own.system if first_run(study, own.system) == prediction else _run_name(study, prediction)


def shown_name(study: Study, prediction: int) -> str:
    """Name a prediction where people read it: its system, and the run wherever the system has several."""
    system = study.predictions[prediction].system
    n_runs = sum(other.system == system for other in study.predictions)
    return system if n_runs == 1 else _run_name(study, prediction)


def run_names(study: Study) -> tuple[str, ...]:
    """Name every run of the systems that have several."""
    systems = [prediction.system for prediction in study.predictions]
    return tuple(_run_name(study, place) for place, system in enumerate(systems) if systems.count(system) > 1)


def _run_name(study: Study, prediction: int) -> str:
    """Name a run, with zeros before its number if a system is called so."""
    own = study.predictions[prediction]
    number = str(own.run)
    while f"{own.system} run {number}" in study.systems:
        number = f"0{number}"
    return f"{own.system} run {number}"


Counted = TypeVar("Counted")

StudyCounts: TypeAlias = dict[str, dict[Any, Any]]
"""By what is counted, then by what each count is of, such as the number of a prediction."""


def kept_count(study: Study, what: str, of: object, count: Callable[[], Counted]) -> Counted:
    """Give what was counted before, or count it now; it must not refer to the study."""
    kept: dict[Any, Counted] = all_counts(study).setdefault(what, {})
    if of not in kept:
        kept[of] = count()
    return kept[of]


def kept_column(name: str) -> Callable[[Callable[[Study], Counted]], Callable[[Study], Counted]]:
    """Keep what a function lays beside the events, or the mentions, of a study as `kept_count` does."""
    return lambda make: wraps(make)(lambda study: kept_count(study, "columns", name, lambda: make(study)))


@kept_with_owner
def all_counts(study: Study) -> StudyCounts:
    """Give everything that was counted of a study so far."""
    known = _of_index(study.events)
    if known and all(own is one for own, one in zip(_sides(study), known["sides"], strict=True)):
        return {what: dict(counts) for what, counts in known["counts"].items()}
    return {}


def know_counts(study: Study, counts: StudyCounts) -> None:
    """Let a study, and others that differ from it in attributes alone, know what was counted before."""
    _of_index(study.events).update(sides=_sides(study), counts=counts)
    columns, (sentences, predicted) = counts.get("columns", {}), held_with_events(study.events)
    sentences[:] = [columns["sentences"]] if "sentences" in columns else sentences
    predicted[:] = [columns["predicted"]] if "predicted" in columns else predicted


@kept_with_owner
def _of_index(events: EventTable) -> dict[str, Any]:
    return {}


def _sides(study: Study) -> tuple[object, ...]:
    return study.reference, study.predictions, study.training, study.matching


@dataclass(frozen=True)
class Piece:
    """Some sentences of a study: their mentions and events; tokens stay where they are.

    `reference`, and for each prediction `predicted` and `events`, are the places of its mentions and events in the
    whole, the predicted mentions as `Study.predicted` numbers them.
    """

    study: Study
    sentences: slice
    reference: slice
    predicted: tuple[slice, ...]
    events: tuple[slice, ...]


def pieces_of(study: Study, n_tokens: int) -> Iterator[Piece]:
    """Cut a study into runs of sentences of about so many tokens; one that has no more is itself its only piece."""
    text, sides = study.text, study.annotations
    n_before = np.cumsum([0, 0, *(len(one.mentions) for one in sides[1:])]).tolist()
    rows = [study.rows_of(number) for number in range(len(study.predictions))]
    for first, stop in text.cuts(n_tokens) if text.n_tokens > n_tokens else [(0, text.n_sentences)]:
        tokens = text.sentence_start[[first, stop]]
        held = [slice(*np.searchsorted(side.mentions.start, tokens).tolist()) for side in sides]
        own = tuple(slice(*(one.start + np.searchsorted(study.events.start[one], tokens)).tolist()) for one in rows)
        ahead = zip(held[1:], n_before[1:], strict=False)
        predicted = tuple(slice(one.start + n, one.stop + n) for one, n in ahead)
        part = study
        if text.n_tokens > n_tokens:
            cut = [replace(side, mentions=side.mentions.chosen(one)) for side, one in zip(sides, held, strict=True)]
            starts, lines = text.sentence_start[first : stop + 1], text.sentence_line[first:stop]
            sentences = replace(text, sentence_start=starts, sentence_line=lines, document=text.document[first:stop])
            alike = zip(study.predictions, cut[1:], strict=True)
            predictions = tuple(replace(one, annotation=annotation) for one, annotation in alike)
            events = _cut_events(study, own, held[0].start, predicted)
            part = replace(study, text=sentences, reference=cut[0], predictions=predictions, events=events)
        yield Piece(part, slice(first, stop), held[0], predicted, own)


def _cut_events(study: Study, rows: tuple[slice, ...], n_reference: int, predicted: tuple[slice, ...]) -> EventTable:
    tables, n_predicted = [EventTable.empty()], 0
    for number, (which, mentions) in enumerate(zip(rows, predicted, strict=True)):
        events = study.events.alone(which)
        ref_members, pred_members = events.ref_members - np.int32(n_reference), events.pred_members
        in_part = replace(events, ref_members=ref_members, pred_members=pred_members - np.int32(mentions.start))
        tables.append(in_part.of_prediction(number, n_predicted))
        n_predicted += mentions.stop - mentions.start
    return concatenated_events(tables[1:] or tables)
