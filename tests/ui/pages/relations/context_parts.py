"""Sentences with relations, and what is drawn of them."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest

from nerinspect.events.study import Study
from nerinspect.ui.arcs.relation_sentence import ArcView
from nerinspect.ui.arcs.sentence_arcs import DrawnArc
from tests.events.relation_studies import Reading, Sentence

BuildStudy = Callable[..., Study]

ANN, BO, CY = (0, 1, "P"), (2, 3, "P"), (4, 6, "P")
PEOPLE = [ANN, BO, CY]
MET: Sentence = (
    ["Annabel", "met", "Boniface", "and", "Cyril", "Day"],
    (PEOPLE, [(0, "Meet", 1), (2, "Kill", 0)]),
    [(PEOPLE, [(1, "Meet", 0)])],
)
BEFORE: Sentence = (["So", "it", "was"], ([], []), [([], [])])


def chain(n_mentions: int, relations: list[tuple[int, str, int]]) -> Sentence:
    """Write a sentence of mentions with two words between them; predicted as it stands in the reference."""
    tokens = ["and", "then", "Skelby"] * n_mentions
    reading: Reading = ([(3 * n + 2, 3 * n + 3, "P") for n in range(n_mentions)], relations)
    return tokens, reading, [reading]


def arcs_of(view: ArcView) -> list[DrawnArc]:
    return [arc for line in view.lines for arc in line.arcs]


def place_of(view: ArcView, arc: DrawnArc) -> QPoint:
    """Find the middle of an arc's name in the viewport."""
    baseline = next(place for place, line in view.placed_lines() if any(one is arc for one in line.arcs))
    scrolled = QPointF(view.horizontalScrollBar().value(), view.verticalScrollBar().value())
    return (baseline + arc.name_rect.center() - scrolled).toPoint()


def move_to(view: ArcView, place: QPoint) -> None:
    QTest.mouseMove(view.viewport(), place)
