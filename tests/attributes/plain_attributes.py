"""Attributes and buckets the slow way: read off their definitions, one member after the other."""

import unicodedata
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Matching, Text
from nerinspect.events.study import Study

Span: TypeAlias = tuple[int, int, str]
Pair: TypeAlias = tuple[int, str]
"""The position of a token in the whole text, and the type of a mention around it."""
Edges: TypeAlias = tuple[str, float | None, float | None]

TOKEN_ATTRIBUTES = ("tFre", "tCon")
OWN_VALUES = {"oDen": [0.0], "eFre": [0.0], "eCon": [0.0, 1.0], "tFre": [0.0], "tCon": [0.0, 1.0]}


class Marked(NamedTuple):
    """A text with mentions, whose positions count in the whole text."""

    tokens: list[str]
    sentences: list[range]
    mentions: list[Span]

    def surface(self, start: int, end: int) -> list[str]:
        return self.tokens[start:end]

    def sentence(self, position: int) -> range:
        return next(sentence for sentence in self.sentences if position in sentence)


def folded(token: str, matching: Matching) -> str:
    token = token.casefold() if matching.endswith("ignore-case") else token
    return unicodedata.normalize("NFC", token) if matching.startswith("nfc") else token


def spans_of(mentions: Mentions) -> list[Span]:
    columns = mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist()
    return [(start, end, mentions.types[code]) for start, end, code in zip(*columns, strict=True)]


def marked(text: Text, mentions: Mentions, matching: Matching) -> Marked:
    sentences = [range(*pair) for pair in pairwise(text.sentence_start.tolist())]
    tokens = [folded(token, matching) for number in range(text.n_sentences) for token in text.tokens_of(number)]
    return Marked(tokens, sentences, spans_of(mentions))


def sides_of(study: Study) -> tuple[Marked, Marked]:
    """Give the test text with the reference, and the training text; without training data an empty one."""
    test = marked(study.text, study.reference.mentions, study.matching)
    if study.training is None:
        return test, Marked([], [], [])
    return test, marked(study.training.text, study.training.annotation.mentions, study.matching)


def pairs_of(mentions: list[Span]) -> list[Pair]:
    return sorted({(position, name) for start, end, name in mentions for position in range(start, end)})


def n_unlabelled(training: Marked, surface: list[str]) -> int:
    taken = {position for start, end, _ in training.mentions for position in range(start, end)}
    places = [
        range(start, start + len(surface))
        for sentence in training.sentences
        for start in range(sentence.start, sentence.stop - len(surface) + 1)
        if training.surface(start, start + len(surface)) == surface
    ]
    return sum(not taken & {*place} for place in places)


def mention_value(attribute: str, test: Marked, training: Marked, mention: Span) -> float | str:
    start, end, name = mention
    sentence, surface = test.sentence(start), test.surface(start, end)
    known = [(training.surface(first, last), type_name) for first, last, type_name in training.mentions]
    alike = [type_name for other, type_name in known if other == surface]
    if attribute == "eLen":
        return end - start
    if attribute == "sLen":
        return len(sentence)
    if attribute == "eDen":
        return sum(first in sentence for first, _, _ in test.mentions) / len(sentence)
    if attribute == "oDen":
        return sum(test.tokens[position] not in training.tokens for position in sentence) / len(sentence)
    if attribute == "eFre":
        return len(alike) / len(known) if known else 0.0
    if attribute == "eCon":
        return alike.count(name) / (len(alike) + n_unlabelled(training, surface)) if alike else 0.0
    return name


def token_value(attribute: str, test: Marked, training: Marked, pair: Pair) -> float:
    position, name = pair
    places = [place for place, token in enumerate(training.tokens) if token == test.tokens[position]]
    if attribute == "tFre":
        return len(places) / len(training.tokens) if training.tokens else 0.0
    typed = {*pairs_of(training.mentions)}
    return sum((place, name) in typed for place in places) / len(places) if places else 0.0


def plain_values(study: Study, attribute: str) -> tuple[list[float | str], list[list[float | str]]]:
    """Give the values of the reference members, and of those of each prediction."""
    test, training = sides_of(study)
    predictions = [spans_of(prediction.mentions) for prediction in study.predictions]
    if attribute in TOKEN_ATTRIBUTES:
        reference, *predicted = (
            [token_value(attribute, test, training, pair) for pair in pairs_of(side)]
            for side in (test.mentions, *predictions)
        )
        return [*reference], [[*side] for side in predicted]
    of_mentions = [
        [mention_value(attribute, test, training, mention) for mention in side]
        for side in (test.mentions, *predictions)
    ]
    return of_mentions[0], of_mentions[1:]


def plain_names(n_buckets: int) -> list[str]:
    few = {1: "XS", 2: "XS XL", 3: "XS S XL", 4: "XS S L XL", 5: "XS S M L XL"}
    return few[n_buckets].split() if n_buckets in few else [f"B{number}" for number in range(1, n_buckets + 1)]


def plain_buckets(attribute: str, n_wanted: int, reference: list[float], predicted: list[float]) -> list[Edges]:
    """List name, lower and upper edge of the buckets of a number."""
    spans: list[tuple[float | None, float | None]]
    if attribute == "eLen":
        spans = [*((float(length), float(length)) for length in range(1, n_wanted)), (float(n_wanted - 1), None)]
    else:
        own = [value for value in OWN_VALUES.get(attribute, []) if value in reference]
        rest = sorted(value for value in reference if value not in own)
        zero, one = ([(value, value)] if value in own else [] for value in (0.0, 1.0))
        spans = [*zero, *plain_intervals(rest, n_wanted - len(own), 0.0 if zero else None), *one]
        if not rest and any(value not in own for value in predicted):
            spans = [*zero, (None, None), *one]
    return [(name, *span) for name, span in zip(plain_names(len(spans)), spans, strict=True)]


def plain_intervals(rest: list[float], n_shares: int, before: float | None) -> list[tuple[float | None, float | None]]:
    share = Fraction(len(rest), max(n_shares, 1))
    closed: list[float] = []
    n_held = 0
    for value, same in groupby(rest):
        n_held += len([*same])
        if n_held > share:
            closed.append(value)
            n_held = 0
    if not rest:
        return []
    uppers: list[float | None] = [*(closed if n_held else closed[:-1]), None]
    return list(zip([before, *uppers[:-1]], uppers, strict=True))


def plain_bucket(buckets: list[Edges], value: float) -> str:
    """Name the bucket of a value: its own, or the interval it lies in."""
    own = [name for name, lower, upper in buckets if lower == upper == value]
    if own:
        return own[0]
    within = [
        name
        for name, lower, upper in buckets
        if (lower is None or lower < value) and (upper is None or value <= upper) and (lower != upper or lower is None)
    ]
    assert len(within) == 1
    return within[0]
