"""Whose event it is: system and run."""

from abc import abstractmethod

import numpy as np

from nerinspect.analysis.study import Prediction, Study
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.errors import UnknownNameError
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.fields.numbers import matches, read_number
from nerinspect.query.values import Value, Values
from nerinspect.query.vocabulary import Vocabulary


class PredictionField(Field):
    """A field that all events of a prediction have the same value of."""

    @abstractmethod
    def value_of(self, prediction: Prediction) -> Value:
        """Give the value of a prediction."""

    @abstractmethod
    def accepts(self, prediction: Prediction, values: Values) -> bool:
        """Tell whether a prediction has one of the values."""

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Mark the stretches of events that the predictions with a value have."""
        mask = np.zeros(len(study.events), dtype=bool)
        for number, prediction in enumerate(study.predictions):
            if self.accepts(prediction, values):
                first, last = study.event_start[number : number + 2]
                mask[first:last] = True
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by value, in the order the predictions were given."""
        counts: dict[Value, int] = {}
        for number, prediction in enumerate(study.predictions):
            first, last = study.event_start[number : number + 2]
            value = self.value_of(prediction)
            counts[value] = counts.get(value, 0) + int(np.count_nonzero(among[first:last]))
        return counts


class SystemField(PredictionField):
    """The system of an event."""

    def read(self, written: Written, names: Names) -> Value:
        """Find a system by its exact name."""
        if written.text not in names.vocabulary.systems:
            raise UnknownNameError(self.name, written.text, names.vocabulary.systems, written.position)
        return written.text

    def value_of(self, prediction: Prediction) -> Value:
        """Name the system."""
        return prediction.system

    def accepts(self, prediction: Prediction, values: Values) -> bool:
        """Compare names exactly."""
        return prediction.system in values

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name the systems."""
        return vocabulary.systems


class RunField(PredictionField):
    """The run of an event's system."""

    def read(self, written: Written, names: Names) -> Value:
        """Read a number, comparison or range."""
        return read_number(written)

    def value_of(self, prediction: Prediction) -> Value:
        """Give the number of the run."""
        return prediction.run

    def accepts(self, prediction: Prediction, values: Values) -> bool:
        """Compare numbers."""
        run: IntArray = np.array([prediction.run], dtype=np.int32)
        return any(matches(run, value)[0] for value in values)


SYSTEM = SystemField("system", "name of the system")
RUN = RunField("run", "number of the system's run")
