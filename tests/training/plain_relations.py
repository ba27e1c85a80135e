"""What training knows of relations, found with loops and dictionaries alone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TypeAlias

from nerinspect.corpus.arrays import as_arrow_texts
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text, matching_tokens
from nerinspect.events.relation_events import relations_on
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Annotation, Study

Surface: TypeAlias = tuple[str, ...]
Row: TypeAlias = tuple[int, str, int]
"""Number of the head, type, number of the tail."""


def relation_rows(study: Study, side: Side) -> list[Row]:
    """List the relations of a side as they are numbered."""
    columns = relations_on(study, side)
    names = [columns.types[code] for code in columns.type_codes]
    return list(zip(columns.head.tolist(), names, columns.tail.tolist(), strict=True))


def given_rows(annotation: Annotation, symmetric: Sequence[str]) -> list[Row]:
    """List the relations of an annotation, those of symmetric types once: of two directions, that of the text."""
    relations = annotation.relations
    if relations is None:
        return []
    names = [relations.types[code] for code in relations.type_codes]
    rows = set(zip(relations.head.tolist(), names, relations.tail.tolist(), strict=True))
    return [
        (head, name, tail)
        for head, name, tail in sorted(rows)
        if not (name in symmetric and head > tail and (tail, name, head) in rows)
    ]


def surfaces(study: Study, text: Text, mentions: Mentions) -> list[Surface]:
    """Give the tokens of each mention as they are compared."""
    tokens = matching_tokens(as_arrow_texts([text.token(place) for place in range(text.n_tokens)]), study.matching)
    written = tokens.to_pylist()
    spans = zip(mentions.start.tolist(), mentions.end.tolist(), strict=True)
    return [tuple(written[start:end]) for start, end in spans]


def own_surfaces(study: Study, side: Side) -> list[Surface]:
    return surfaces(study, study.text, study.mentions_on(side))


def type_names(mentions: Mentions) -> list[str]:
    return [mentions.types[code] for code in mentions.type_codes]


def pairs_of_sentences(text: Text, mentions: Mentions) -> Iterator[tuple[int, int]]:
    """List the ordered pairs of different mentions of one sentence."""
    sentence = text.sentence_of(mentions.start).tolist()
    for one, other in permutations(range(len(mentions)), 2):
        if sentence[one] == sentence[other]:
            yield one, other


@dataclass(frozen=True)
class Known:
    """The training relations of a study."""

    study: Study

    @cached_property
    def rows(self) -> list[Row]:
        training = self.study.training
        return given_rows(training.annotation, self.study.relation_choice.symmetric) if training else []

    @cached_property
    def both_ways(self) -> list[Row]:
        """The relations, and those of symmetric types between two mentions exchanged as well."""
        symmetric = self.study.relation_choice.symmetric
        turned = [(tail, name, head) for head, name, tail in self.rows if name in symmetric and head != tail]
        return [*self.rows, *turned]

    @cached_property
    def surfaces(self) -> list[Surface]:
        training = self.study.training
        assert training is not None
        return surfaces(self.study, training.text, training.annotation.mentions)

    @cached_property
    def triples(self) -> Counter[tuple[Surface, str, Surface]]:
        return Counter((self.surfaces[head], name, self.surfaces[tail]) for head, name, tail in self.both_ways)

    def part(self, head: Surface, name: str, tail: Surface) -> str:
        if self.triples[head, name, tail]:
            return "exact"
        known = [(first, last) for (first, own, last) in self.triples if own == name]
        return "partial" if any(first == head or last == tail for first, last in known) else "new"

    def by_heart(self, head: Surface, tail: Surface) -> str | None:
        """Give the type that training has most often between two surfaces, in this direction."""
        counts = Counter({name: n for (first, name, last), n in self.triples.items() if (first, last) == (head, tail)})
        return min(counts, key=lambda name: (-counts[name], name), default=None)
