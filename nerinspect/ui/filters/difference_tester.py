"""The difference of two systems under a filter, found in the background; the newest question wins."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import TYPE_FIELDS, Selection

if TYPE_CHECKING:
    from nerinspect.query.differences import ComparedType


class Draws(NamedTuple):
    """How often sentences are drawn, and the seed."""

    n_samples: int = 1_000
    seed: int = 0


@dataclass(frozen=True)
class Question:
    """What is to be compared.

    Attributes
    ----------
    study : Study
        Reference and predictions.
    runs : tuple of tuple of int
        The predictions of system A, and of system B.
    base, by_type_base : MentionBase
        The mentions that are counted, and without a look at picked types.
    draws : Draws
        How often, and the seed.
    """

    study: Study
    runs: tuple[tuple[int, ...], tuple[int, ...]]
    base: MentionBase
    by_type_base: MentionBase
    draws: Draws

    @classmethod
    def of(cls, study: Study, selection: Selection, a: int, b: int, draws: Draws) -> "Question":
        """Ask about two predictions, or about all runs of their systems, under a selection.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        selection : Selection
            What is selected in all panels.
        a, b : int
            Numbers of the predictions; of two runs of one system, just these are compared.
        draws : Draws
            How often, and the seed.
        """
        systems = [study.predictions[number].system for number in (a, b)]
        runs = tuple(
            tuple(number for number, other in enumerate(study.predictions) if other.system == name) for name in systems
        )
        by_type = MentionBase.of(selection.without_field(*TYPE_FIELDS))
        pair = ((a,), (b,)) if systems[0] == systems[1] else (runs[0], runs[1])
        return cls(study, pair, MentionBase.of(selection), by_type, draws)

    def __eq__(self, other: object) -> bool:
        """Compare studies by identity."""
        if not isinstance(other, Question):
            return NotImplemented
        return self.study is other.study and self._rest == other._rest

    def __hash__(self) -> int:
        """Hash what is compared by value."""
        return hash((id(self.study), self.runs, self.draws))

    @property
    def _rest(self) -> tuple[object, ...]:
        return self.runs, self.base, self.by_type_base, self.draws


class Answer(NamedTuple):
    """What was found, and what was asked: all counted mentions, then each type."""

    question: Question
    rows: "tuple[ComparedType, ...]"


def answer(question: Question, checkpoint: Checkpoint) -> Answer:
    """Compare the systems in all counted mentions, and in each type whatever types are picked."""
    from nerinspect.query.differences import compare  # not needed before systems are compared

    study, runs, draws = question.study, question.runs, question.draws
    whole = compare(study, *runs, question.base, draws.n_samples, draws.seed, checkpoint)
    if question.base == question.by_type_base:
        return Answer(question, whole.rows)
    by_type = compare(study, *runs, question.by_type_base, draws.n_samples, draws.seed, checkpoint).by_type
    return Answer(question, (whole.overall, *by_type))
