"""Where an event stands, what is told of its sentence, and whose event it is: system and run."""

from abc import abstractmethod

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import BoolArray, IntArray, kept_with_owner
from nerinspect.errors import UnknownNameError
from nerinspect.events.kept_counts import kept_column
from nerinspect.events.study import Prediction, Study
from nerinspect.query.fields.base import Field, Names, NumberField, ReadsNumbers, Written
from nerinspect.query.language.values import Value, Values, held
from nerinspect.query.language.vocabulary import Vocabulary


@kept_with_owner
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
    """Count the tokens in the sentence of each event."""
    return np.diff(study.text.sentence_start)[study.event_sentence]


@kept_with_owner
def event_density(study: Study) -> npt.NDArray[np.float64]:
    """Divide reference mentions by tokens in the sentence of each event."""
    text = study.text
    sentence = text.sentence_of(study.reference.mentions.start)
    n_mentions = np.bincount(sentence, minlength=text.n_sentences)
    density: npt.NDArray[np.float64] = n_mentions / np.diff(text.sentence_start)
    return density[study.event_sentence]


DOCUMENT = NumberField("doc", "number of the document", "mentions", event_document)
SENTENCE = NumberField("sent", "number of the sentence in the file", "mentions", event_sentence_number)
LINE = NumberField("line", "line of the first token in the reference file", "mentions", event_line, lowest=1)


class PredictionField(Field):
    """A field that all events of a prediction have the same value of."""

    about = "whose"

    @abstractmethod
    def value_of(self, prediction: Prediction) -> Value:
        """Give the value of a prediction."""

    def accepts(self, prediction: Prediction, values: Values) -> bool:
        """Tell whether a prediction has one of the values."""
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
RUN = RunField("run", "number of the system's run")
