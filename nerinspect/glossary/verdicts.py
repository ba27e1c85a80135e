"""The verdicts that everybody has: how files and the two wordings call them, by which keys, and what follows."""

from collections.abc import Iterable
from typing import Final, NamedTuple

PROGRAM: Final = "nerinspect"


class Definition(NamedTuple):
    """What a word on screen means, and how it is computed, in one sentence.

    The key lasts: a kind, a shape, a column, the name of a number. The source of words of this program is `PROGRAM`.
    """

    key: str
    name: str
    sentence: str
    source: str


PREDICTION_WRONG, REFERENCE_WRONG, BOTH_WRONG, AMBIGUOUS = (
    "prediction-wrong", "reference-wrong", "both-wrong", "ambiguous",
)  # fmt: skip


class Verdict(NamedTuple):
    """A verdict, with its words and its key for reference and prediction, and those between annotators A and B.

    `key` and `key_between`: the key that gives it, which is also its letter in lists.
    """

    name: str  # as files and queries write it
    key: str
    words: str
    meaning: str
    key_between: str
    words_between: str
    meaning_between: str
    corrects: bool = False  # whether the reference, or A, is wrong: a correction replaces it
    left_standing: str = ""  # behind a number of events, why A’s annotation is kept there; empty if A is right

    @property
    def definition(self) -> Definition:
        """What it means for reference and prediction."""
        return Definition(self.name, self.words, self.meaning, PROGRAM)

    @property
    def definition_between(self) -> Definition:
        return Definition(self.name, self.words_between, self.meaning_between, PROGRAM)


def verdicts_by_name(verdicts: Iterable[Verdict]) -> dict[str, Verdict]:
    found = {one.name: one for one in verdicts}
    for said in ("key", "words", "key_between", "words_between"):
        if len({getattr(one, said) for one in found.values()}) < len(found):
            raise ValueError(f"two verdicts share the same {said}")
    for name in found:
        if len(name.split()) != 1:
            raise ValueError(f"the name of a verdict is one word, not “{name}”")
    return found


VERDICT_TABLE: Final = verdicts_by_name(
    (
        Verdict(
            PREDICTION_WRONG,
            *("P", "Prediction wrong", "The reference is right in this segment, the prediction is wrong."),
            *("A", "A right", "A is right in this segment, B is not."),
        ),
        Verdict(
            REFERENCE_WRONG,
            "R",
            "Reference wrong",
            "The reference is wrong in this segment; a correction replaces it in the corrected reference.",
            *("B", "B right", "B is right in this segment, A is not."),
            corrects=True,
            left_standing="with B right, whose mentions overlap there",
        ),
        Verdict(
            BOTH_WRONG,
            "B",
            "Both wrong",
            "Both sides are wrong in this segment; a correction replaces the reference in the corrected reference.",
            *("X", "Neither right", "Neither A nor B is right in this segment."),
            corrects=True,
            left_standing="with neither right and no correction",
        ),
        Verdict(
            AMBIGUOUS,
            "A",
            "Ambiguous",
            "The text and the guidelines allow more than one reading, so neither side counts as wrong.",
            *("U", "Unclear", "The text and the guidelines allow more than one reading."),
            left_standing="unclear",
        ),
    )
)
"""All verdicts by name, in the order of their keys; people add words of their own."""
