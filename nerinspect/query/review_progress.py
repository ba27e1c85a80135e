"""How far a review is, which decisions change nothing in the corrected reference, and the sample in a selection."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.decisions.adjudication import (
    OWN,
    UNDECIDED,
    UNSETTLED,
    conflicts,
    lacking_correction,
    lacking_words,
    unsettled,
    unsettled_words,
)
from nerinspect.decisions.sampling import SampleShares, sample_shares, sample_threshold
from nerinspect.events.decision import CORRECTING, VERDICTS, Decision, Decisions
from nerinspect.events.segment_events import KINDS, TP
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted
from nerinspect.query.fields.decisions import SAMPLE, sample_value
from nerinspect.query.fields.table import fields_about
from nerinspect.query.filters import Everything, Filter, Term, all_of, any_of, negated, relation_mask
from nerinspect.query.selection import Selection


@dataclass(frozen=True, eq=False)
class ReviewProgress:
    """Events that a filter keeps, by verdict; the first column counts those without one.

    Correct events count once they have a verdict: nobody has to decide them, unless annotators walk their agreement.

    `verdicts`: what the other columns count: the usual four, then those of one's own, the most frequent first.
    `by_kind`: events of one prediction, in the order of `KINDS` or of `RELATION_KINDS`: correct ones first; shape
    (n_kinds, 1 + n_verdicts). `by_cause`: events of the same prediction; one that has several causes counts for each;
    shape (n_causes, 1 + n_verdicts).
    """

    verdicts: tuple[str, ...]
    causes: tuple[str, ...]
    by_kind: AnyIntArray
    by_cause: AnyIntArray
    cause_kinds: AnyIntArray  # the same events by kind; shape (n_causes, n_kinds)
    by_prediction: AnyIntArray  # events of each prediction; shape (n_predictions, 1 + n_verdicts)
    n_flagged: int
    n_noted: int
    wants_correct: bool = False

    @property
    def n_decided(self) -> int:
        """Events with a verdict, correct ones too."""
        return int(self.by_kind[:, 1:].sum())

    @property
    def n_wanted(self) -> int:
        """Events that are to be decided, with a verdict or without."""
        return int(self._wanted.sum())

    @property
    def n_wanted_decided(self) -> int:
        return int(self._wanted[:, 1:].sum())

    @property
    def _wanted(self) -> AnyIntArray:
        return self.by_kind if self.wants_correct else np.delete(self.by_kind, TP, axis=0)


class Reviewed(NamedTuple):
    """Events of all predictions as columns, with what was decided about them."""

    prediction: AnyIntArray
    kind: AnyIntArray
    n_predictions: int
    n_kinds: int
    decisions: Decisions
    wants_correct: bool = False


def review_progress(
    study: Study, prediction: int, kept: Filter | None = None, checkpoint: Checkpoint = no_checkpoint
) -> ReviewProgress:
    """Count what is decided, by kind and cause for one prediction, of the events that a filter keeps."""
    checkpoint(0, 3)
    is_kept = (kept or Everything()).mask(study)
    events, decisions = study.events, study.decisions
    columns = events.prediction, events.kind, len(study.predictions), len(KINDS)
    return progress_of(Reviewed(*columns, decisions, decisions.walks_agreement), prediction, is_kept, checkpoint)


def progress_of(
    reviewed: Reviewed, prediction: int, is_kept: BoolArray, checkpoint: Checkpoint = no_checkpoint
) -> ReviewProgress:
    """Count what is decided of some events, by kind and cause for one prediction.

    The checkpoint is called before each step but the first of three, which found those that are counted.
    """
    checkpoint(1, 3)
    decided = [(event, decision) for event, decision in reviewed.decisions.items() if is_kept[event]]
    verdicts = _verdicts(decision for _, decision in decided)
    place = {verdict: number for number, verdict in enumerate(("", *verdicts))}
    number = np.fromiter((event for event, _ in decided), dtype=np.int64, count=len(decided))
    verdict = np.fromiter((place[decision.verdict] for _, decision in decided), dtype=np.int64, count=len(decided))
    n_kinds = reviewed.n_kinds
    shape = reviewed.n_predictions, n_kinds, 1 + len(verdicts)
    counts = np.zeros(shape, dtype=np.int64)
    np.add.at(counts, (reviewed.prediction[number], reviewed.kind[number], verdict), 1)
    checkpoint(2, 3)
    row = reviewed.prediction[is_kept].astype(np.int64) * n_kinds + reviewed.kind[is_kept]
    total = np.bincount(row, minlength=shape[0] * n_kinds).reshape(shape[:2])
    counts[:, :, 0] = total - counts[:, :, 1:].sum(axis=2)
    if not reviewed.wants_correct:
        counts[:, TP, 0] = 0
    shown = [(event, one) for event, one in decided if reviewed.prediction[event] == prediction]
    causes, by_cause, cause_kinds = _by_cause(reviewed, shown, place)
    n_flagged, n_noted = sum(one.flag for _, one in shown), sum(bool(one.note) for _, one in shown)
    by_kind = counts[prediction] if len(counts) else np.zeros(shape[1:], dtype=np.int64)
    said = n_flagged, n_noted, reviewed.wants_correct
    return ReviewProgress(verdicts, causes, by_kind, by_cause, cause_kinds, counts.sum(axis=1), *said)


def _by_cause(
    reviewed: Reviewed, decided: Sequence[tuple[int, Decision]], place: Mapping[str, int]
) -> tuple[tuple[str, ...], AnyIntArray, AnyIntArray]:
    """Name the causes, the most frequent first, and count the events of each by verdict and by kind."""
    given = Counter(cause for _, one in decided for cause in set(one.causes))
    causes = tuple(sorted(given, key=lambda cause: (-given[cause], cause)))
    at = {cause: number for number, cause in enumerate(causes)}
    by_verdict = np.zeros((len(causes), len(place)), dtype=np.int64)
    by_kind = np.zeros((len(causes), reviewed.n_kinds), dtype=np.int64)
    for event, one in decided:
        for cause in set(one.causes):
            by_verdict[at[cause], place[one.verdict]] += 1
            by_kind[at[cause], reviewed.kind[event]] += 1
    return causes, by_verdict, by_kind


def _verdicts(decisions: Iterable[Decision]) -> tuple[str, ...]:
    """Name the usual four, then those of one's own, the most frequent first."""
    given = Counter(one.verdict for one in decisions)
    own = sorted(given.keys() - {"", *VERDICTS}, key=lambda verdict: (-given[verdict], verdict))
    return (*VERDICTS, *own)


def relation_progress(
    study: Study, prediction: int, kept: Filter | None = None, checkpoint: Checkpoint = no_checkpoint
) -> ReviewProgress:
    """Count what is decided about relation events; correct ones need no verdict, whoever is compared.

    Causes are those of relations alone: each number opens a list of relation events, and no list holds events of both
    sorts.
    """
    from nerinspect.events.relation_events import (
        RELATION_KINDS,
        relation_events,  # few reviews are about relations
    )

    checkpoint(0, 3)
    is_kept, events = relation_mask(study, kept or Everything()), relation_events(study)
    columns = events.prediction, events.kind, len(study.predictions), len(RELATION_KINDS)
    return progress_of(Reviewed(*columns, study.relation_decisions), prediction, is_kept, checkpoint)


LACKS_CORRECTION: Final = Term("correction", ("missing",))
NOT_ACCEPTED: Final = all_of(Term("correction", ("yes",)), negated(Term("correction", ("accepted",))))
"""Keep the events whose right reading is missing, and those whose verdict does not call for the one they have."""


class WithoutEffect(NamedTuple):
    """Events of each prediction, and a query for them, that are decided, or to be, without changing the reference."""

    words: str
    n_events: tuple[int, ...]
    query: Filter


def without_effect(study: Study) -> list[WithoutEffect]:
    """List what leaves the reference as it is though somebody may want it otherwise, by reason; none is empty.

    Between annotators everything that is not settled is listed: A's reading stands there.
    """
    items = [(event, one) for event, one in study.decisions.items() if not one.lacks_correction]
    lacking = lacking_correction(study)
    contrary = sorted({event for pair in conflicts(study) for one in pair for event in one.events})
    unfitting = [event for event, one in items if one.correction is not None and not one.corrects]
    found = [
        _of(study, lacking, lacking_words(study, len(lacking)), LACKS_CORRECTION),
        _of(
            study,
            unfitting,
            f"{counted(len(unfitting), 'correction')} entered without a matching verdict",
            NOT_ACCEPTED,
        ),
        _of(study, contrary, f"{counted(len(contrary), 'event')} in conflict", _conflict_filter(study, contrary)),
    ]
    if study.is_of_annotators:
        found += _unsettled(study)
    return [one for one in found if sum(one.n_events)]


def _unsettled(study: Study) -> list[WithoutEffect]:
    """List the disagreements that are undecided, unclear, or under a verdict of somebody's own."""
    everything = all_of() if study.decisions.walks_agreement else negated(Term("kind", ("tp",)))
    unclear = {name: (name,) for name in UNSETTLED if name in VERDICTS and name not in CORRECTING}
    verdicts = {UNDECIDED: (None,), **unclear, OWN: study.decisions.own_verdicts}
    events = unsettled(study)
    return [
        _of(study, found, unsettled_words(study, reason, len(found)), all_of(Term("verdict", asked), everything))
        for reason, asked in verdicts.items()
        if len(found := events[reason])
    ]


def _of(study: Study, events: Sequence[int] | IntArray, words: str, query: Filter) -> WithoutEffect:
    numbers = Counter(study.events.prediction[np.asarray(events, dtype=np.int32)].tolist())
    return WithoutEffect(words, tuple(numbers[place] for place in range(len(study.predictions))), query)


def _conflict_filter(study: Study, events: list[int]) -> Filter:
    """Keep the events in conflict; between annotators A may be right in some of them, which no field asks for."""
    query = Term("correction", ("conflict",))
    if not study.is_of_annotators or not events:
        return query
    starts = study.events.start[events]
    lines = tuple(sorted({*study.text.lines_of(starts).tolist()}))
    sentences = tuple(sorted({number + 1 for number in study.event_sentence[events].tolist()}))
    place = Term("line", lines) if all(lines) else Term("sent", sentences)
    return any_of(query, all_of(place, negated(Term("verdict", (None,)))))


_ABOUT_DECISIONS: Final = fields_about("decisions")


@dataclass(frozen=True)
class Sampled:
    """A selection taken apart: what draws the sample, if anything, and what chooses the list.

    The list is chosen by what neither draws nor asks about decisions, which change while a sample is decided.
    """

    whole: Selection
    draw: Selection

    @classmethod
    def of(cls, selection: Selection) -> "Sampled":
        """Take a selection apart; a term that asks about decisions and more belongs to neither."""
        lasting = [term for term in selection.terms if not term.fields & _ABOUT_DECISIONS]
        drawing = {term for term in lasting if term.fields == {SAMPLE.name}}
        return cls(
            Selection(tuple(term for term in lasting if term not in drawing)),
            Selection(tuple(term for term in lasting if term in drawing)),
        )

    @property
    def is_drawn(self) -> bool:
        return bool(self.draw.terms)

    @property
    def drawn(self) -> Filter:
        return all_of(self.whole.filter, self.draw.filter)

    @property
    def seed(self) -> int | None:
        """The seed of the sample; None if there is none, or it is drawn in any other way."""
        term = self.draw.filter
        if not isinstance(term, Term) or len(term.values) > 1:
            return None
        return int(str(term.values[0]).partition("<")[0])


def whole_list(study: Study, prediction: int, sampled: Sampled) -> BoolArray:
    """Mark the events of a prediction that a sample is drawn from; shape (n_events,)."""
    return _of_prediction(study, prediction, sampled.whole.mask(study))


def with_sample(study: Study, events: BoolArray, sampled: Sampled, n: int, seed: int) -> Selection:
    """Draw `n` of the events that are marked, by a term in the place of any that drew before."""
    share = sample_threshold(study, np.flatnonzero(events), n, seed)
    return sampled.whole.with_term(Term(SAMPLE.name, (sample_value(seed, share),)))


def shares_in(
    study: Study, prediction: int, sampled: Sampled, checkpoint: Checkpoint = no_checkpoint
) -> SampleShares | None:
    if not sampled.is_drawn:
        return None
    checkpoint(0, 2)
    whole = whole_list(study, prediction, sampled)
    checkpoint(1, 2)
    drawn = _of_prediction(study, prediction, sampled.drawn.mask(study))
    return sample_shares(study, drawn, int(np.count_nonzero(whole)))


def _of_prediction(study: Study, prediction: int, mask: BoolArray) -> BoolArray:
    own = study.rows_of(prediction)
    mask[: own.start] = mask[own.stop :] = False
    return mask
