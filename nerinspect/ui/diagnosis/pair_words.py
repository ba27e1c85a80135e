"""What tests say of two systems: words, and numbers that open the mentions one of them finds alone."""

from dataclasses import dataclass, field

from nerinspect.analysis.significance import p_in_words
from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.query.comparison import ComparedType
from nerinspect.query.filters import Filter, Term
from nerinspect.query.hit_doors import at_mention
from nerinspect.query.mention_base import MentionBase
from nerinspect.query.writer import query_text
from nerinspect.ui.overview.cells import signed_text
from nerinspect.ui.widgets.door_label import Piece


@dataclass(frozen=True)
class PairWords:
    """A line about two systems.

    Attributes
    ----------
    pieces : tuple of Piece
        Its words and doors.
    predictions : dict of str to int
        The prediction in which each query of a door is asked.
    """

    pieces: tuple[Piece, ...] = ()
    predictions: dict[str, int] = field(default_factory=dict)


NOTHING = PairWords()
WAITING = PairWords((Piece("Sentences are being drawn …"),))


def pair_words(
    test: ComparedType, study: Study, base: MentionBase, names: tuple[str, str], runs: tuple[int, int]
) -> PairWords:
    """Say what tests found, each with its p value and with what it rests on.

    Parameters
    ----------
    test : ComparedType
        What was found.
    study, base
        The mentions that were counted.
    names : tuple of str
        Systems A and B.
    runs : tuple of int
        Their first runs, of which the mentions that one finds alone are counted.
    """
    spread, (a, b) = test.bootstrap, names
    drawn = f"F1 {signed_text(spread.difference)}"
    if spread.n_samples:
        drawn += (
            f"; 95 % of {counted(spread.n_samples, 'draw')} of sentences lie from {signed_text(spread.low)} to"
            f" {signed_text(spread.high)} (paired bootstrap, {p_in_words(spread.p)})"
        )
    doors = [query_text(alone(study, base, *pair)) for pair in ((a, b), (b, a))]
    pieces = (
        Piece(f"{drawn}. {a} alone finds "),
        _count(counted(test.only_a, "reference mention"), test.only_a, doors[0], a, b),
        Piece(f", {b} alone "),
        _count(f"{test.only_b:,}", test.only_b, doors[1], b, a),
        Piece(f" (McNemar, {p_in_words(test.mcnemar_p)}). Over runs (Wilcoxon): {test.over_pairs.in_words}."),
    )
    return PairWords(pieces, dict(zip(doors, runs, strict=True)))


def alone(study: Study, base: MentionBase, finder: str, other: str) -> Filter:
    """Keep the events with a counted reference mention that one system has exactly and another has not."""
    return at_mention(study, base, Term("right", (finder,)), Term("wrong", (other,)))


def _count(text: str, number: int, query: str, finder: str, other: str) -> Piece:
    """Make a number a door, unless it counts nothing."""
    explained = f"Reference mentions that {finder} has exactly and {other} has not, by the first run of each"
    return Piece(text, query if number else "", explained if number else "")
