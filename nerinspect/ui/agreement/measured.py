"""The agreement of all pairs, and how its numbers are written and explained."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import isnan
from typing import Final

from nerinspect.analysis.agreement import Agreement, AgreementCounts, agreement, is_nested
from nerinspect.analysis.percent import UNDEFINED, percent_text
from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.io.annotators import names_in
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.table import Ratio

F1, LABELS, KAPPA = range(3)
MEASURES: Final = ("F1", "Label agreement", "Kappa")
"""What the matrix can show; the three above are places in it."""

MEANINGS: Final = tuple(meaning(key) for key in ("agreement_f1", "label_agreement", "kappa"))

_NO_MENTION: Final = "neither has a mention"
_NOTHING_SHARED: Final = "no extent is marked by both"


@dataclass(frozen=True, eq=False)
class Measured:
    """How far all annotators of a study agree.

    Attributes
    ----------
    study : Study
        Its reference is annotator 0, its predictions are those behind.
    names : tuple of str
        Of the annotators.
    found : mapping of (int, int) to Agreement
        By pair, the smaller number first.
    """

    study: Study
    names: tuple[str, ...]
    found: Mapping[tuple[int, int], Agreement]

    @property
    def noun(self) -> str:
        """What those are called who are compared: what they were opened as."""
        return "annotator" if self.study.is_of_annotators else "system"

    def pair(self, a: int, b: int) -> Agreement:
        """Give the agreement of two different annotators, whichever comes first."""
        return self.found[a, b] if a < b else self.found[b, a].exchanged

    def nested(self, a: int, b: int) -> tuple[str, ...]:
        """Name those of two annotators whose mentions overlap."""
        return tuple(self.names[number] for number in (a, b) if is_nested(self.study, number))


def measure(study: Study, checkpoint: Checkpoint = no_checkpoint) -> Measured:
    """Compare all annotators of a study in pairs.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    checkpoint : Checkpoint
        Called before each pair.
    """
    names = names_in(study)
    pairs, found = list(combinations(range(len(names)), 2)), {}
    for done, (a, b) in enumerate(pairs):
        checkpoint(done, len(pairs))
        found[a, b] = agreement(study, a, b)
    return Measured(study, names, found)


def f1_ratio(counts: AgreementCounts) -> Ratio:
    """Give F1 with its counts."""
    return Ratio(2 * counts.both, counts.a + counts.b)


def label_ratio(counts: AgreementCounts) -> Ratio:
    """Give the label agreement with its counts."""
    return Ratio(counts.alike, counts.shared)


def ratio_text(ratio: Ratio) -> str:
    """Write a ratio as percent."""
    return percent_text(ratio.numerator, ratio.denominator)


def kappa_text(kappa: float) -> str:
    """Write kappa, which is no share, as a fraction."""
    return UNDEFINED if isnan(kappa) else f"{kappa:.3f}".replace("-", "−")


def f1_explained(counts: AgreementCounts) -> str:
    """Say what F1 is and what it was computed from."""
    why = f"2 · {counts.both:,} / ({counts.a:,} + {counts.b:,})" if counts.a + counts.b else _undefined(_NO_MENTION)
    return f"{MEANINGS[F1]}\n{why}"


def labels_explained(counts: AgreementCounts) -> str:
    """Say what label agreement is and what it was computed from."""
    why = f"{counts.alike:,} / {counts.shared:,}" if counts.shared else _undefined(_NOTHING_SHARED)
    return f"{MEANINGS[LABELS]}\n{why}"


def kappa_explained(found: Agreement, nested: tuple[str, ...]) -> str:
    """Say what kappa is and what it was computed from, or why there is none."""
    tokens = found.tokens
    if tokens is None:
        why = _undefined(f"mentions of {' and '.join(nested)} overlap, so a token has several types")
    elif isnan(tokens.kappa):
        why = _undefined("both give one and the same type to every token")
    else:
        by_chance = 100 * tokens.by_chance / tokens.n_tokens**2
        alike = percent_text(tokens.n_alike, tokens.n_tokens)
        why = f"{alike} % of {tokens.n_tokens:,} tokens have equal types; by chance it would be {by_chance:.2f} %"
    return f"{MEANINGS[KAPPA]}\n{why}"


def _undefined(why: str) -> str:
    return f"{UNDEFINED}: {why}."
