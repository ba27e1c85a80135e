"""The swap test in plain loops over lists, one sentence after the other."""

from typing import TypeAlias

from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.text import Text

Span: TypeAlias = tuple[int, int, str]
Triple: TypeAlias = tuple[Span, str, Span]
PlainSentence: TypeAlias = tuple[list[str], list[Span], list[Triple]]
"""Tokens, mentions and relations, both sorted; positions count in the sentence."""


def plain_sentences(text: Text, mentions: Mentions, relations: Relations) -> list[PlainSentence]:
    """Write columns as sentences."""
    found: list[PlainSentence] = []
    for number in range(text.n_sentences):
        zero, stop = text.sentence_start[number : number + 2].tolist()
        spans = {
            place: (int(mentions.start[place]) - zero, int(mentions.end[place]) - zero, mentions.types[code])
            for place, code in enumerate(mentions.type_codes.tolist())
            if zero <= mentions.start[place] < stop
        }
        triples = [
            (spans[head], relations.types[code], spans[tail])
            for head, code, tail in zip(
                relations.head.tolist(), relations.type_codes.tolist(), relations.tail.tolist(), strict=True
            )
            if head in spans
        ]
        found.append((text.tokens_of(number), sorted(spans.values()), sorted(triples)))
    return found


def plain_reason(sentence: PlainSentence, relation_type: str) -> str | None:
    """Say why a sentence is not swapped: a name in `LEFT_OUT`, empty if it has no such relation, None if it is."""
    _, spans, triples = sentence
    own = [triple for triple in triples if triple[1] == relation_type]
    if not own:
        return ""
    if len(own) > 1:
        return "several"
    [(head, _, tail)] = own
    covered = [set(range(span[0], span[1])) for span in (head, tail)]
    if covered[0] & covered[1]:
        return "overlapping"
    if head[2] != tail[2]:
        return "two-types"
    others = [span for span in spans if span not in (head, tail)]
    return "overlapped" if any(set(range(*span[:2])) & (covered[0] | covered[1]) for span in others) else None


def plain_swap(sentence: PlainSentence, relation_type: str) -> PlainSentence:
    """Let head and tail of the relation of a type change places."""
    tokens, spans, triples = sentence
    [(head, _, tail)] = [triple for triple in triples if triple[1] == relation_type]
    exchanged = {head[0]: tail, tail[0]: head}
    order: list[int] = []
    place = 0
    while place < len(tokens):
        if place in exchanged:
            order += range(*exchanged[place][:2])
            place = (head if place == head[0] else tail)[1]
        else:
            order.append(place)
            place += 1

    def moved(span: Span) -> Span:
        positions = [order.index(position) for position in range(*span[:2])]
        return min(positions), max(positions) + 1, span[2]

    return (
        [tokens[position] for position in order],
        sorted(map(moved, spans)),
        sorted(
            (moved(tail), name, moved(head)) if name == relation_type else (moved(one), name, moved(other))
            for one, name, other in triples
        ),
    )
