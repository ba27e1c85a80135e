"""What was decided about an event: verdict, correction, causes, flag and note; and the sample drawn for deciding."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import BoolArray
from nerinspect.decisions.corrections import accepted_corrections, contradictions
from nerinspect.errors import QuerySyntaxError, UnknownNameError
from nerinspect.events.decision import NO_VERDICT, VERDICTS, Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.language.values import Pattern, Phrase, Value, Values, lines_with
from nerinspect.query.language.vocabulary import Vocabulary

_GIVEN, _NONE, _ACCEPTED, _CONFLICT, _MISSING = _ANSWERS = ("yes", "no", "accepted", "conflict", "missing")


class CorrectionField(Field):
    """Whether a right reading was given: yes, no; accepted; accepted, but in conflict with another; missing."""

    about = "decisions"
    is_costly = True  # conflicts, where very many places are corrected
    what = "answer"

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Look at the events with a reading; conflicts are found only if they are asked for."""
        mask = np.zeros(len(study.events), dtype=bool)
        given = {event: decision for event, decision in study.decisions.items() if decision.correction is not None}
        if _NONE in values:
            mask[:] = True
            mask[[*given]] = False
        if _GIVEN in values:
            mask[[*given]] = True
        if _ACCEPTED in values:
            mask[[event for event, decision in given.items() if decision.corrects]] = True
        if _MISSING in values:
            mask[[event for event, decision in study.decisions.items() if decision.lacks_correction]] = True
        if _CONFLICT in values:
            pairs = contradictions(accepted_corrections(study))
            mask[[event for pair in pairs for one in pair for event in one.events]] = True
        return mask

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return _ANSWERS


CORRECTION: Final = CorrectionField("correction", "whether a correction was given").such_as("accepted")


_YES, _NO = "yes", "no"


class DecisionField(Field):
    """A field over the decisions of a study; no event of a study without any was decided.

    A relation event is asked for what was decided about itself, see `relation_filter`.
    """

    about = "decisions"

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Ask every decision, and once for all events without one."""
        return self._decided(study.decisions, len(study.events), values)

    def relation_mask(self, study: Study, values: Values) -> BoolArray:
        """Ask the decisions about relation events; shape (n_relation_events,)."""
        from nerinspect.events.relation_events import relation_events  # most studies have none

        return self._decided(study.relation_decisions, len(relation_events(study)), values)

    def _decided(self, decisions: Decisions, n_events: int, values: Values) -> BoolArray:
        mask = np.full(n_events, self._fits(Decision(), values))
        for event, decision in decisions.items():
            mask[event] = self._fits(decision, values)
        return mask

    def _fits(self, decision: Decision, values: Values) -> bool:
        raise NotImplementedError


class VerdictField(DecisionField):
    """Which verdict an event has; `none` asks for those without."""

    absence = "not decided"

    def read(self, written: Written, names: Names) -> Value:
        """Find one of the four whatever its case, or a verdict of one's own; None stands for none at all.

        Where no study is known, or the decisions of its review are still being found, any other word is taken for one
        of one's own.
        """
        folded, own = written.text.casefold(), _own_verdicts(names.vocabulary)
        study = names.vocabulary.study
        if folded == NO_VERDICT and not written.is_quoted:
            return None
        if folded in VERDICTS or written.text in own or study is None or study.decisions.is_awaited:
            return folded if folded in VERDICTS else written.text
        raise UnknownNameError("verdict", written.text, (NO_VERDICT, *VERDICTS, *own), written.position)

    def _decided(self, decisions: Decisions, n_events: int, values: Values) -> BoolArray:
        if values == (None,):
            mask = np.ones(n_events, dtype=bool)
            mask[decisions.with_verdict()] = False
            return mask
        return super()._decided(decisions, n_events, values)

    def _fits(self, decision: Decision, values: Values) -> bool:
        return (decision.verdict or None) in values

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        given = Counter(one.verdict for event, one in study.decisions.items() if among[event])
        counts: dict[Value, int] = {verdict: given[verdict] for verdict in (*VERDICTS, *study.decisions.own_verdicts)}
        return {None: int(np.count_nonzero(among)) - sum(counts.values()), **counts}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return (*VERDICTS, *_own_verdicts(vocabulary))


class CauseField(DecisionField):
    """Which cause was given; an event may have several."""

    def read(self, written: Written, names: Names) -> Value:
        return written.text

    def _fits(self, decision: Decision, values: Values) -> bool:
        return any(cause in values for cause in decision.causes)

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by cause, by code point; an event of several causes counts for each."""
        given = Counter(cause for event, one in study.decisions.items() if among[event] for cause in one.causes)
        return {cause: given[cause] for cause in study.decisions.causes}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return _in_use(vocabulary, lambda decisions: decisions.causes)


class FlagField(DecisionField):
    """Whether an event is flagged."""

    every_value = (_NO, _YES)
    what = "answer"

    def _fits(self, decision: Decision, values: Values) -> bool:
        return (_YES if decision.flag else _NO) in values

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return (_NO, _YES)


class NoteField(DecisionField):
    """What the note says: a phrase in it whatever its case, or a regular expression."""

    takes_patterns = True

    def read(self, written: Written, names: Names) -> Value:
        return Phrase(written.text)

    def _decided(self, decisions: Decisions, n_events: int, values: Values) -> BoolArray:
        notes = {event: decision.note for event, decision in decisions.items() if decision.note}
        mask = np.zeros(n_events, dtype=bool)
        for value in values:
            mask[list(notes)] |= _say([*notes.values()], value)
        return mask


def _say(notes: list[str], value: Value) -> BoolArray:
    if isinstance(value, Pattern):
        return lines_with(value, notes)
    return np.array([isinstance(value, Phrase) and value.text.casefold() in note.casefold() for note in notes], bool)


def _own_verdicts(vocabulary: Vocabulary) -> tuple[str, ...]:
    return _in_use(vocabulary, lambda decisions: decisions.own_verdicts)


def _in_use(vocabulary: Vocabulary, words: Callable[[Decisions], tuple[str, ...]]) -> tuple[str, ...]:
    """List words that are in use about mentions or relations, by code point."""
    study = vocabulary.study
    return tuple(sorted({*words(study.decisions), *words(study.relation_decisions)})) if study else ()


VERDICT = VerdictField("verdict", "verdict given in the review").such_as("none")
CAUSE = CauseField("cause", "why the two sides differ, in the reviewers’ words").such_as("typo")
FLAG = FlagField("flag", "flagged to come back to").such_as("yes")
NOTE = NoteField("note", "words in its note").such_as("date")
DECISION_FIELDS: Final = (VERDICT, CORRECTION, CAUSE, FLAG, NOTE)  # the fields that ask what people decided


MOST_SEED: Final = 2**63 - 1  # the largest seed

_SAMPLE: Final = re.compile(r"([0-9]+)<=((?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_HOW: Final = "write SEED<=SHARE, such as sample:0<=0.01 for one event in a hundred"


class SampleField(Field):
    """Which random sample an event is in: a seed, and the share of all events that is drawn."""

    about = "chance"
    is_costly = True  # the first time, when what numbers rest on is read off all tokens

    def read(self, written: Written, names: Names) -> Value:
        found = _SAMPLE.fullmatch(written.text)
        if not found:
            raise QuerySyntaxError(f"“{written.text}” is not a sample; {_HOW}", written.position)
        seed, share = int(found[1]), float(found[2])
        if seed > MOST_SEED:
            raise QuerySyntaxError(f"the seed {found[1]} is too large; take a smaller one", written.position)
        if share > 1:
            problem = f"the share {found[2]} is above 1, which is all events; {_HOW}"
            raise QuerySyntaxError(problem, written.position)
        return sample_value(seed, share)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        from nerinspect.decisions.sampling import sample_numbers  # not needed before a sample is asked for

        mask = np.zeros(len(study.events), dtype=bool)
        for value in values:
            if isinstance(value, str) and (found := _SAMPLE.fullmatch(value)) and int(found[1]) <= MOST_SEED:
                mask |= sample_numbers(study, int(found[1])) <= float(found[2])
        return mask


def sample_value(seed: int, share: float) -> str:
    """Write the value of a term that asks for a sample, such as `7<=0.0123`, which reads back exactly."""
    return f"{seed}<={np.format_float_positional(share, trim='-')}"


SAMPLE: Final = SampleField("sample", "in the random sample of a seed").such_as("0<=0.01")
