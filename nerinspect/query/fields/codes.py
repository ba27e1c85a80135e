"""Fields with a few fixed values: kind, shape, repaired and nested."""

from collections.abc import Callable, Sequence

import numpy as np

from nerinspect.analysis.events import KINDS, SHAPES
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, CodeArray, IntArray, is_member
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.values import Value, Values
from nerinspect.query.vocabulary import Vocabulary


class CodeField(Field):
    """A field over a column of places in a tuple of names.

    Parameters
    ----------
    name, meaning : str
        As for every field.
    codes : sequence of str
        The names; an empty one cannot be asked for.
    column : callable
        Gives the places of the events of a study.
    noun : str
        What the names name, in messages; the name of the field, if left out.
    """

    def __init__(
        self, name: str, meaning: str, codes: Sequence[str], column: Callable[[Study], CodeArray], noun: str = ""
    ) -> None:
        super().__init__(name, meaning)
        self._codes, self._column, self._noun = tuple(codes), column, noun or name
        self._choices = tuple(code for code in codes if code)
        self.every_value = self._choices if "" not in codes else ()

    def read(self, written: Written, names: Names) -> Value:
        """Find the name whatever its case."""
        return self.known(written, self._choices, self._noun)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Compare the column with each value: one pass each."""
        column = self._column(study)
        mask = np.zeros(len(column), dtype=bool)
        for value in values:
            if value in self._choices:
                mask |= column == self._codes.index(str(value))
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by name, in the order of the names."""
        counts = np.bincount(self._column(study)[among], minlength=len(self._codes))
        return {name: int(count) for name, count in zip(self._codes, counts, strict=True) if name}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name all that can be asked for."""
        return self._choices


@kept_with_owner
def repaired_events(study: Study) -> CodeArray:
    """Tell (1 or 0) whether a label inside each event was changed by a repair, on either side."""
    events = study.events
    repaired = np.zeros(len(events), dtype=np.int8)
    for number, prediction in enumerate(study.predictions):
        first, last = study.event_start[number : number + 2]
        rows = slice(int(first), int(last))
        for repair in (study.reference.repair, prediction.annotation.repair):
            if repair.n_changed:
                repaired[rows] |= _holds_any(events.start[rows], events.end[rows], repair.position)
    return repaired


def _holds_any(start: IntArray, end: IntArray, position: IntArray) -> BoolArray:
    """Tell which half-open spans hold at least one of some positions."""
    ordered = np.sort(position)
    holds: BoolArray = np.searchsorted(ordered, start) < np.searchsorted(ordered, end)
    return holds


@kept_with_owner
def nested_events(study: Study) -> CodeArray:
    """Tell (1 or 0) whether each event stands in a sentence where mentions of a side overlap."""
    nested = np.zeros(len(study.events), dtype=np.int8)
    for number, sentences in enumerate(study.nested_sentences):
        rows = slice(*study.event_start[number : number + 2].tolist())
        nested[rows] = is_member(study.event_sentence[rows], sentences)
    return nested


KIND = CodeField("kind", "kind of event", KINDS, lambda study: study.events.kind)
SHAPE = CodeField("shape", "shape of a boundary error", SHAPES, lambda study: study.events.shape)
REPAIRED = CodeField("repaired", "a label in it was changed by a repair", ("no", "yes"), repaired_events, "answer")
NESTED = CodeField("nested", "mentions of a side overlap in its sentence", ("no", "yes"), nested_events, "answer")
