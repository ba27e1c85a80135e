"""What systems make of the reference mentions of an event: right or wrong, alike or not, and how many have them."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import QuerySyntaxError, UnknownNameError
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.members import event_of_reference, events_holding
from nerinspect.events.segment_events import ERROR_KINDS, FP, KINDS, TP, Side
from nerinspect.events.study import Study, judge_name, judged
from nerinspect.query.fields.base import MentionField, Names, ReadsNumbers, Written, known, read_number
from nerinspect.query.fields.kinds import NONE
from nerinspect.query.language.values import Interval, Value, Values, held
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.systems.outcomes import alike_at_mentions, got_by, got_by_runs, is_right, n_runs, spurious_alike

SOME_OR_ALL: Final = ("some", "all")  # how many runs of a system have a mention, besides none of them; some are not all

JUDGED_KINDS: Final = (*(kind for kind in ERROR_KINDS if KIND_TABLE[kind].has_reference), KINDS[TP])
"""The kinds that an event with a reference mention can be of."""


class ReferenceField(MentionField):
    """Asks for an event with a reference mention of which something is true; predicted mentions are not asked."""

    about = "outcomes"

    @abstractmethod
    def of_reference(self, study: Study, values: Values) -> BoolArray:
        """Tell which reference mentions have one of the values; shape as for `mentions`."""

    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        """Ask about each reference mention, if need be as the events of each prediction see it."""
        return self.of_reference(study, values) if side == "reference" else np.zeros(len(study.predicted), dtype=bool)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        return events_holding(study, self.of_reference(study, values))


class JudgeField(ReferenceField):
    """A field whose values name systems, or single runs."""

    def read(self, written: Written, names: Names) -> Value:
        """Find a system or a run by its exact name; a first run is its system, however it is called."""
        known_judge(written, written.text, names.vocabulary)
        return same_judge(written.text, names.vocabulary)

    def named(self, study: Study) -> Values:
        return study.systems

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return vocabulary.judges


def same_judge(name: str, vocabulary: Vocabulary) -> str:
    """Write a known judge as everywhere else, where there is a study to tell."""
    number = judged(vocabulary.study, name) if vocabulary.study else None
    return name if vocabulary.study is None or number is None else judge_name(vocabulary.study, number)


def known_judge(written: Written, name: str, vocabulary: Vocabulary) -> None:
    """Refuse what names neither a system nor a run.

    Raises
    ------
    UnknownNameError
        It names the nearest.
    """
    if name not in vocabulary.judges:
        raise UnknownNameError("system", name, vocabulary.judges, written.position)


def _judges(study: Study, values: Values) -> Iterator[int]:
    """Give the predictions that values name; what is not there judges nothing."""
    for value in values:
        number = judged(study, str(value))
        if number is not None:
            yield number


class OutcomeField(JudgeField):
    """Asks for a reference mention that some system has exactly, or has not, whichever prediction the event is of."""

    def __init__(self, name: str, meaning: str, *, wants_right: bool) -> None:
        super().__init__(name, meaning)
        self._wants_right = wants_right

    def of_reference(self, study: Study, values: Values) -> BoolArray:
        """Ask each system about each reference mention; one that is not there is neither right nor wrong."""
        found = np.zeros(len(study.reference.mentions), dtype=bool)
        for name in map(str, values):
            if judged(study, name) is not None:
                found |= is_right(study, name) == self._wants_right
        return found


class LikenessField(JudgeField):
    """Asks whether some system reads the event alike, or not: of equal extent with the same predicted mentions."""

    def __init__(self, name: str, meaning: str, *, wants_alike: bool) -> None:
        super().__init__(name, meaning)
        self._wants_alike = wants_alike

    def of_reference(self, study: Study, values: Values) -> BoolArray:
        found = np.zeros((len(study.predictions), len(study.reference.mentions)), dtype=bool)
        for number in _judges(study, values):
            found |= alike_at_mentions(study, number) == self._wants_alike
        return found

    def spurious(self, study: Study, values: Values) -> BoolArray:
        """Tell which spurious events have one of the values: they have no reference mention to be judged at."""
        found = np.zeros(len(study.events), dtype=bool)
        for number in _judges(study, values):
            found |= spurious_alike(study, number) == self._wants_alike
        spurious: BoolArray = study.events.kind == FP
        return found & spurious

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Look for one such mention in each event, and for the spurious events of systems."""
        return super().mask(study, values) | self.spurious(study, values)


class KindOfField(ReferenceField):
    """Asks for the kind of the event that a system has at a reference mention: `flair=be`."""

    def read(self, written: Written, names: Names) -> Value:
        name, equals, kind = written.text.rpartition("=")
        if not equals:
            raise QuerySyntaxError("write a system and the kind of its event, such as flair=be", written.position)
        known_judge(written, name, names.vocabulary)
        return f"{same_judge(name, names.vocabulary)}={known(Written(kind, written.position), JUDGED_KINDS, 'kind')}"

    def of_reference(self, study: Study, values: Values) -> BoolArray:
        found = np.zeros(len(study.reference.mentions), dtype=bool)
        for value in map(str, values):
            name, _, kind = value.rpartition("=")
            number = judged(study, name)
            if number is not None and kind in JUDGED_KINDS:
                found |= study.events.kind[event_of_reference(study)[number]] == KINDS.index(kind)
        return found

    def named(self, study: Study) -> Values:
        return tuple(f"{name}={kind}" for name in study.systems for kind in JUDGED_KINDS)

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return tuple(f"{name}={kind}" for name in vocabulary.judges for kind in JUDGED_KINDS)


class GotByField(ReadsNumbers, ReferenceField):
    """Asks how many systems have a reference mention exactly, by the first run of each, the heuristic left out."""

    def of_reference(self, study: Study, values: Values) -> BoolArray:
        """Look at the number of systems of each mention; 0 is a number like any other."""
        return held(got_by(study), values)

    def named(self, study: Study) -> Values:
        return tuple(np.unique(got_by(study)).tolist())


class GotByRunsField(ReferenceField):
    """Asks which runs of the event's own system have a reference mention exactly: none, some, all, or how many."""

    absence = "no run"

    def read(self, written: Written, names: Names) -> Value:
        """Read a word, or a number, comparison or range; None stands for no run."""
        folded = written.text.casefold()
        if folded == NONE:
            return None
        if folded.isalpha():
            return known(written, (NONE, *SOME_OR_ALL), "share of runs")
        return read_number(written)

    def of_reference(self, study: Study, values: Values) -> BoolArray:
        n_right, n_all = got_by_runs(study), n_runs(study)[:, np.newaxis]
        found: BoolArray = (n_right == 0) & (None in values)
        if "some" in values:
            found |= (n_right > 0) & (n_right < n_all)
        if "all" in values:
            found |= n_right == n_all
        if numbers := [value for value in values if isinstance(value, int | float | Interval)]:
            found |= held(n_right, numbers)
        return found

    def named(self, study: Study) -> Values:
        return *SOME_OR_ALL[::-1], None

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return SOME_OR_ALL


WRONG = OutcomeField("wrong", "system that misses a reference mention of it", wants_right=False)
RIGHT = OutcomeField("right", "system that has a reference mention of it", wants_right=True)
SAME = LikenessField("same", "system with the same annotation there", wants_alike=True)
DIFFERS = LikenessField("differs", "system with another annotation there", wants_alike=False)
KIND_OF = KindOfField("kindof", "kind of a system's event at a reference mention of it")
GOT_BY = GotByField("gotby", "number of systems that have a reference mention of it").such_as("0")
GOT_BY_RUNS = GotByRunsField(
    "gotbyruns", "how many runs of its system have a reference mention of it: none, some, all"
).such_as("none")

OUTCOME_FIELDS: Final = (WRONG, RIGHT, SAME, DIFFERS, KIND_OF, GOT_BY, GOT_BY_RUNS)
"""What is asked of one and the same reference mention where it stands together."""
