"""What is said of arcs: to those who point at one, and to those who hear the sentence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from nerinspect.analysis.events import Side
from nerinspect.analysis.relation_parts import RELATION_PARTS, has_relation_parts, relation_parts
from nerinspect.analysis.sentence import Sentence, TrackSpan
from nerinspect.analysis.sentence_relations import SentenceRelation
from nerinspect.analysis.study import Study
from nerinspect.ui.panels.context_hover import Pointed

_LONGEST: Final = 60  # characters
_MOST_LISTED: Final = 12


@dataclass(frozen=True)
class PointedArc(Pointed):
    """Something of arcs that the pointer rests on.

    Attributes
    ----------
    event : int or None
        The relation event of the arc; None for the note on arcs that are left out.
    side : str
        Whose arc, or whose arcs are left out.
    told : tuple of str
        What the tooltip says, line by line.
    """

    event: int | None = None
    side: Side = "reference"
    told: tuple[str, ...] = ()

    def is_same(self, other: Pointed | None) -> bool:
        """Tell whether the pointer has not left the arc."""
        if not isinstance(other, PointedArc):
            return False
        return (self.item, self.event, self.side, self.told) == (other.item, other.event, other.side, other.told)

    @property
    def lines(self) -> list[str]:
        """What a tooltip says, line by line."""
        return list(self.told)


def arc_lines(study: Study, sentence: Sentence, relation: SentenceRelation) -> tuple[str, ...]:
    """Say whose relation an arc is, what it relates, what became of it and what training knows of it."""
    track = sentence.tracks[0 if relation.side == "reference" else sentence.event_track]
    told = [
        f"{track.label}: {relation.type}",
        f"{_quoted(sentence, relation.head)} {_arrow(relation)} {_quoted(sentence, relation.tail)}",
        study.wording.name(f"relation_{relation.kind}"),
    ]
    if has_relation_parts(study):
        told.append(f"{RELATION_PARTS[relation_parts(study, relation.side)[relation.number]]} in training")
    return tuple(told)


def left_out_lines(sentence: Sentence, relations: Sequence[SentenceRelation]) -> tuple[str, ...]:
    """List relations whose arcs are left out."""
    told = [spoken_relation(sentence, relation) for relation in relations[:_MOST_LISTED]]
    if (n_more := len(relations) - _MOST_LISTED) > 0:
        told.append(f"and {n_more:,} more")
    return tuple(told)


def spoken_relation(sentence: Sentence, relation: SentenceRelation) -> str:
    """Say a relation as one phrase.

    Examples
    --------
    `Ines Morrow born-in Skelby`
    """
    return f"{_quoted(sentence, relation.head)} {relation.type} {_quoted(sentence, relation.tail)}"


def spoken_arcs(study: Study, sentence: Sentence, relations: Iterable[SentenceRelation], event: int) -> str:
    """Say all arcs of a sentence, those of the chosen event first, one sentence for each event.

    Examples
    --------
    `Wrong argument: reference: Ines Morrow born-in Skelby; predicted: Ines Morrow born-in Tornland.`
    """
    by_event: dict[int, list[SentenceRelation]] = {event: []}
    for relation in relations:
        by_event.setdefault(relation.event, []).append(relation)
    said = []
    for own in by_event.values():
        if own:
            name = study.wording.name(f"relation_{own[0].kind}")
            sides = "; ".join(f"{study.wording.said(one.side)}: {spoken_relation(sentence, one)}" for one in own)
            said.append(f"{name[0].upper()}{name[1:]}: {sides}.")
    return " ".join(said)


def _arrow(relation: SentenceRelation) -> str:
    return "→" if relation.is_directed else "–"


def _quoted(sentence: Sentence, span: TrackSpan) -> str:
    text = sentence.words(span.start, span.end)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
