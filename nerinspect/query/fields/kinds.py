"""Kind, shape and types of an event, whether it was repaired or nested, where it stands, and whose event it is."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.mention_columns import type_columns
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, is_member, kept_with_owner
from nerinspect.errors import UnknownNameError
from nerinspect.events.segment_events import KINDS, SHAPES, Side
from nerinspect.events.study import Prediction, Study, kept_column
from nerinspect.query.fields.base import About, Field, MentionField, Names, NumberField, ReadsNumbers, Written
from nerinspect.query.language.values import Value, Values, held
from nerinspect.query.language.vocabulary import Vocabulary


class CodeField(Field):
    """A field over a column of places in a tuple of names; an empty name cannot be asked for."""

    about: About = "mentions"

    def __init__(
        self, name: str, meaning: str, codes: Sequence[str], column: Callable[[Study], CodeArray], noun: str = ""
    ) -> None:
        super().__init__(name, meaning)
        self._codes, self._column, self.what = tuple(codes), column, noun or name
        self._choices = tuple(code for code in codes if code)
        self.every_value = self._choices if "" not in codes else ()

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        column = self._column(study)
        mask = np.zeros(len(column), dtype=bool)
        for value in values:
            if value in self._choices:
                mask |= column == self._codes.index(str(value))
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        counts = np.bincount(self._column(study)[among], minlength=len(self._codes))
        return {name: int(count) for name, count in zip(self._codes, counts, strict=True) if name}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return self._choices


@kept_with_owner
def repaired_events(study: Study) -> CodeArray:
    """Tell (1 or 0) whether a label inside each event was changed by a repair, on either side."""
    events = study.events
    repaired = np.zeros(len(events), dtype=np.int8)
    for number, prediction in enumerate(study.predictions):
        rows = study.rows_of(number)
        for repair in (study.reference.repair, prediction.annotation.repair):
            if repair.n_changed:
                position = np.sort(repair.position)
                first, last = (np.searchsorted(position, ends[rows]) for ends in (events.start, events.end))
                repaired[rows] |= first < last
    return repaired


@kept_with_owner
def nested_events(study: Study) -> CodeArray:
    """Tell (1 or 0) whether each event stands in a sentence where mentions of a side overlap."""
    nested = np.zeros(len(study.events), dtype=np.int8)
    for number, sentences in enumerate(study.nested_sentences):
        rows = study.rows_of(number)
        nested[rows] = is_member(study.event_sentence[rows], sentences)
    return nested


class OutcomeCodeField(CodeField):
    """A column that says how mentions came out."""

    about = "outcomes"


KIND = OutcomeCodeField("kind", "kind of event", KINDS, lambda study: study.events.kind).such_as("be,lbe")
SHAPE = OutcomeCodeField("shape", "shape of a boundary error", SHAPES, lambda study: study.events.shape)
REPAIRED = CodeField(
    "repaired", "a label in it was changed by a repair", ("no", "yes"), repaired_events, "answer"
).such_as("yes")
NESTED = CodeField(
    "nested", "mentions of a side overlap in its sentence", ("no", "yes"), nested_events, "answer"
).such_as("yes")


NONE = "none"  # how the absence of a mention is written


class SidedTypeField(Field):
    """A type on some sides, of whatever has types; its `choices` are the types there are. One side is enough."""

    what = "type"

    def __init__(self, name: str, meaning: str, *sides: Side) -> None:
        super().__init__(name, meaning)
        self._sides = sides

    def read(self, written: Written, names: Names) -> Value:
        """Find a type by its exact name; `none` without quotes is what is not there."""
        if not written.is_quoted and written.text.casefold() == NONE:
            return None
        types = self.choices(names.vocabulary)
        if written.text not in types:
            names.on_unknown_type(UnknownNameError(self.what, written.text, (*types, NONE), written.position))
        return written.text


class TypeField(SidedTypeField, MentionField):
    """A type of any mention on some sides."""

    absence = "no mention"

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        columns = type_columns(study)
        mask = np.zeros(len(study.events), dtype=bool)
        for code in _codes(study, values):
            for side in self._sides:
                mask |= columns[side].has_any(partial(_equal, code=code))
        return mask

    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        """Compare the type of each mention of a side, whatever sides the field looks at in events."""
        is_named = np.array([name in values for name in study.types], dtype=bool)
        return np.asarray(is_named[study.mentions_on(side).type_codes])

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        size = len(study.types) + 1
        counts: AnyIntArray = sum(
            (type_columns(study)[side].counts(among, size) for side in self._sides), np.zeros(size, dtype=np.int64)
        )
        if len(self._sides) > 1:
            counts = counts - self._counted_twice(study, among, size)
        return dict(zip((*study.types, None), counts.tolist(), strict=True))

    def _counted_twice(self, study: Study, among: BoolArray, size: int) -> AnyIntArray:
        columns = [type_columns(study)[side] for side in self._sides]
        several = columns[0].has_several() | columns[1].has_several()
        single = columns[0].first[among & ~several & (columns[0].first == columns[1].first)]
        ref, pred = (
            event.astype(np.int64) * size + code
            for event, code in (column.pairs(among & several) for column in columns)
        )
        shared = np.intersect1d(ref, pred, assume_unique=True) % size
        return np.bincount(single, minlength=size) + np.bincount(shared, minlength=size)

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return vocabulary.types


def _codes(study: Study, values: Values) -> list[int]:
    """Find the places of types; those that no mention has are left out."""
    place: dict[Value, int] = {name: code for code, name in enumerate(study.types)}
    place[None] = len(study.types)
    return [place[value] for value in values if value in place]


def _equal(codes: IntArray, code: int) -> BoolArray:
    return np.asarray(codes == code)


TYPE = TypeField("type", "any type, of the reference or predicted", "reference", "predicted")
REFERENCE_TYPE = TypeField("ref", "type of a reference mention", "reference")
PREDICTED_TYPE = TypeField("pred", "type of a predicted mention", "predicted").such_as("none")


@kept_column("documents")
def event_document(study: Study) -> IntArray:
    """Give the document of each event, from 1."""
    return study.text.document[study.event_sentence]


@kept_with_owner
def event_sentence_number(study: Study) -> IntArray:
    """Give the sentence of each event, counted through the whole file from 1."""
    return study.event_sentence + np.int32(1)


@kept_column("lines")
def event_line(study: Study) -> IntArray:
    """Give the line of each event's first token in the reference file; 0 where the format has no lines."""
    return study.text.lines_of(study.events.start)


@kept_with_owner
def event_sentence_length(study: Study) -> IntArray:
    return np.diff(study.text.sentence_start)[study.event_sentence]


@kept_with_owner
def event_density(study: Study) -> npt.NDArray[np.float64]:
    """Divide reference mentions by tokens in the sentence of each event."""
    text = study.text
    sentence = text.sentence_of(study.reference.mentions.start)
    n_mentions = np.bincount(sentence, minlength=text.n_sentences)
    density: npt.NDArray[np.float64] = n_mentions / np.diff(text.sentence_start)
    return density[study.event_sentence]


DOCUMENT = NumberField("doc", "number of the document", "mentions", event_document).such_as("12")
SENTENCE = NumberField("sent", "number of the sentence in the file", "mentions", event_sentence_number).such_as(
    "40..60"
)
LINE = NumberField("line", "line of the first token in the reference file", "mentions", event_line, lowest=1).such_as(
    "881"
)


class PredictionField(Field):
    """A field that all events of a prediction have the same value of."""

    about = "whose"

    @abstractmethod
    def value_of(self, prediction: Prediction) -> Value:
        """Give the value of a prediction."""

    def accepts(self, prediction: Prediction, values: Values) -> bool:
        return self.value_of(prediction) in values

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        mask = np.zeros(len(study.events), dtype=bool)
        for number, prediction in enumerate(study.predictions):
            if self.accepts(prediction, values):
                mask[study.rows_of(number)] = True
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        counts: dict[Value, int] = {}
        for number, prediction in enumerate(study.predictions):
            value = self.value_of(prediction)
            counts[value] = counts.get(value, 0) + int(np.count_nonzero(among[study.rows_of(number)]))
        return counts


class SystemField(PredictionField):
    """The system of an event."""

    def read(self, written: Written, names: Names) -> Value:
        if written.text not in names.vocabulary.systems:
            raise UnknownNameError(self.name, written.text, names.vocabulary.systems, written.position)
        return written.text

    def value_of(self, prediction: Prediction) -> Value:
        return prediction.system

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return vocabulary.systems


class RunField(ReadsNumbers, PredictionField):
    """The run of an event's system."""

    def value_of(self, prediction: Prediction) -> Value:
        return prediction.run

    def accepts(self, prediction: Prediction, values: Values) -> bool:
        return bool(held(np.array([prediction.run]), values)[0])


SYSTEM = SystemField("system", "name of the system")
RUN = RunField("run", "number of the system's run").such_as("2")
