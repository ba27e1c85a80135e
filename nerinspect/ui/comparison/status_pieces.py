"""What the status bar says of a comparison: how much each is right, and what has no row."""

import numpy as np

from nerinspect.analysis.events import TP
from nerinspect.analysis.memory import judge_name, shown_name
from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.query.filters import Term
from nerinspect.query.spurious import known_spurious_stretches, spurious_of
from nerinspect.query.writer import query_text
from nerinspect.ui.status import GAP, SPURIOUS_PAGE
from nerinspect.ui.widgets.door_label import Piece


def comparison_pieces(study: Study, a: int, b: int) -> list[Piece]:
    """Say how many reference mentions A and B have, and once it is counted, how many stretches spurious ones have."""
    pieces: list[Piece] = []
    for letter, number in (("A", a), ("B", b)):
        n_right, name = _n_of_kind(study, number, TP), judge_name(study, number)
        opened = query_text(Term("right", (name,)))
        explained = f"{letter} is {shown_name(study, number)}. {meaning('correct_mentions')}"
        pieces += [
            Piece(f"{letter} right "),
            Piece(f"{n_right:,}", opened, explained, is_bold=True),
            Piece(f" of {len(study.reference.mentions):,}"),
            GAP,
        ]
    counts = known_spurious_stretches(study, a, b)
    if counts is None:
        return pieces[:-1]
    explained = "They have no reference mention, so they stand among stretches of text."
    pieces.append(Piece("stretches with spurious mentions: "))
    for letter, number, n_stretches in zip("AB", (a, b), counts, strict=True):
        opened = query_text(spurious_of(study, number))
        told = f"Stretches of text with spurious mentions of {shown_name(study, number)}. {meaning('fp')} {explained}"
        pieces += [
            Piece(f"{letter} "),
            Piece(f"{n_stretches:,}", opened, told, is_bold=True),
            Piece(", " if letter == "A" else " "),
        ]
    return [*pieces, Piece("show both", SPURIOUS_PAGE, f"{meaning('fp')} {explained}")]


def _n_of_kind(study: Study, prediction: int, kind: int) -> int:
    """Count the events of one prediction that are of a kind; of correct ones, each is one mention."""
    return int(np.count_nonzero(study.events.kind[slice(*study.event_start[prediction : prediction + 2])] == kind))
