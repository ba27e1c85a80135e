"""Look at one label column before it is read: its chunk encoding and why, and everything that is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nerinspect.checking.repair_effects import WrittenLabels
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.encoding.codec import candidate_dialects, decode
from nerinspect.encoding.labels import (
    AUTO,
    DIALECTS,
    Dialect,
    LabelColumn,
    RepairMethod,
    malformation,
    read_labels,
    tagged_tokens,
    unknown_state,
)
from nerinspect.encoding.transitions import find_invalid_transitions
from nerinspect.errors import NerinspectError
from nerinspect.io.reading.interpreting import decode_labelling, read_labelling
from nerinspect.quantities import counted, grouped


@dataclass(frozen=True, eq=False)
class LabelCheck:
    """A label column and what is wrong with it.

    Attributes
    ----------
    written : WrittenLabels or None
        The labels in their chunk encoding; None if a label is malformed or the encoding is undecided.
    malformations : tuple of (str or None), shape (n_distinct,)
        What is wrong with each distinct label.
    """

    text: Text
    column: LabelColumn
    reason: str
    written: WrittenLabels | None
    malformations: tuple[str | None, ...]
    problem: NerinspectError | None = None
    repair: RepairMethod = "none"

    @property
    def encoding(self) -> str:
        """Name of the chunk encoding; empty if there is none yet."""
        return self.written.dialect.name if self.written else ""

    @property
    def n_invalid(self) -> int:
        return len(self.written.invalid) if self.written else 0

    @cached_property
    def malformed(self) -> AnyIntArray:
        """Positions of the tokens whose label is malformed."""
        is_malformed = np.array([reason is not None for reason in self.malformations], dtype=bool)
        return np.flatnonzero(is_malformed[self.column.codes])

    @cached_property
    def mentions(self) -> Mentions | None:
        """What the labels say, repaired by choice; read leniently where invalid ones are left as they are."""
        if self.written is None:
            return None
        if self.repair not in self.written.repaired:
            return decode(self.written.tagging)
        return decode(self.written.tagging.with_roles(self.written.repaired[self.repair]))


def check_labels(
    path: str, text: Text, column: LabelColumn, encoding: str, repair: RepairMethod, without_mentions: str = "BIO"
) -> LabelCheck:
    """Check one label column, one label for each token, for the first problem; nothing is raised.

    The parameters are those of `read_labelling`.
    """
    reasons = [malformation(label) for label in column.names]
    if encoding != AUTO:
        dialect = DIALECTS[encoding]
        reasons = [reason or unknown_state(label, dialect) for label, reason in zip(column.names, reasons, strict=True)]
    check = LabelCheck(text, column, "", None, tuple(reasons), repair=repair)
    try:
        labelling = read_labelling(path, text, column, encoding, without_mentions)
    except NerinspectError as problem:
        return replace(check, problem=problem, reason="not known yet" if encoding == AUTO else "chosen")
    written = WrittenLabels(text, column, labelling.dialect)
    reason = _reason(written, text) if encoding == AUTO else "chosen"
    check = replace(check, written=written, reason=reason)
    try:
        decode_labelling(path, text, labelling, repair, "--repair")
    except NerinspectError as problem:
        return replace(check, problem=problem)
    return check


def _reason(written: WrittenLabels, text: Text) -> str:
    """Say why `auto` took the encoding it took."""
    column, taken = written.column, written.dialect
    candidates = candidate_dialects(column.names)
    if set(column.names) <= {"O"}:
        return "no mention; that of the reference"
    if len(candidates) == 1:
        return "only one fits"
    counts = _count_invalid(column, text, candidates)
    fewest = counts[taken.name]
    fitting = [name for name, n_invalid in counts.items() if n_invalid == fewest]
    if len(fitting) > 1:
        return f"{' and '.join(fitting)} read the same mentions"
    if not fewest:
        return "only one fits"
    next_best, n_next = min(
        ((name, n_invalid) for name, n_invalid in counts.items() if name != taken.name), key=lambda pair: pair[1]
    )
    return f"{counted(fewest, 'invalid transition')}; {next_best} has {grouped(n_next)}"


def _count_invalid(column: LabelColumn, text: Text, candidates: Sequence[Dialect]) -> dict[str, int]:
    tagged = tagged_tokens(column, read_labels(column.names, candidates[0]), text.sentence_start)
    codes = column.codes[tagged.position]
    counts: dict[str, int] = {}
    for dialect in candidates:
        tagging = replace(tagged, roles=read_labels(column.names, dialect).roles[codes])
        counts[dialect.name] = len(find_invalid_transitions(tagging, dialect, text.sentence_start))
    return counts
