"""What the status bar says of relations: scores, and how the relations of each side add up over the kinds of events."""

from typing import Literal

import numpy as np

from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import CORRECT, MISSED, RELATION_KINDS, SPURIOUS
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.ui.relations.relation_symbol import RELATION_LETTERS
from nerinspect.ui.status import GAP
from nerinspect.ui.widgets.door_label import Piece

_WHOLE = {"reference": "-refrel:none", "predicted": "-predrel:none"}
"""The queries for all relation events with a relation of a side."""

_CORRECT = f"relkind:{RELATION_KINDS[CORRECT]}"


def relation_pieces(study: Study, prediction: int) -> list[Piece]:
    """Say how right the relations of a prediction are, and how those of each side add up; numbers open their events."""
    if not study.predictions:
        return []
    events = relation_events(study)
    by_kind = np.bincount(events.kind[events.prediction == prediction], minlength=len(RELATION_KINDS))
    return [
        *_score_pieces(study, by_kind),
        GAP,
        *_sum_pieces(study, "reference", by_kind),
        GAP,
        *_sum_pieces(study, "predicted", by_kind),
    ]


def _score_pieces(study: Study, by_kind: AnyIntArray) -> list[Piece]:
    """Say precision, recall and F1, each with what it is divided by; between annotators F1 alone."""
    correct = int(by_kind[CORRECT])
    reference, predicted = (int(by_kind.sum() - by_kind[never]) for never in (SPURIOUS, MISSED))
    among = [
        study.wording.said(f"{correct:,} of {counted(number, f'{side} relation')}.")
        for side, number in (("reference", reference), ("predicted", predicted))
    ]
    f1 = Piece(percent_text(2 * correct, reference + predicted), _CORRECT, " ".join(among), is_bold=True)
    if study.wording.is_neutral:
        return [Piece("F1 "), f1]
    return [
        Piece("precision "),
        Piece(percent_text(correct, predicted), _WHOLE["predicted"], among[1], is_bold=True),
        Piece("  recall "),
        Piece(percent_text(correct, reference), _WHOLE["reference"], among[0], is_bold=True),
        Piece("  F1 "),
        f1,
    ]


def _sum_pieces(study: Study, side: Literal["reference", "predicted"], by_kind: AnyIntArray) -> list[Piece]:
    """Say how the relations of a side add up over the kinds that hold any."""
    wording, never = study.wording, SPURIOUS if side == "reference" else MISSED
    total = int(by_kind.sum() - by_kind[never])
    pieces = [
        Piece(f"{wording.said(side)} "),
        Piece(f"{total:,}", _WHOLE[side], f"All {wording.said(f'{side} relations')}.", is_bold=True),
        Piece(" = "),
    ]
    for code, kind in enumerate(RELATION_KINDS):
        if code != never:
            relations = wording.said(counted(int(by_kind[code]), f"{side} relation"))
            explanation = f"{relations} in events of this kind. {wording.meaning(f'relation_{kind}')}"
            text = f"{int(by_kind[code]):,} {RELATION_LETTERS[kind]}"
            pieces += [Piece(text, f"relkind:{kind}", explanation), Piece(" + ")]
    return pieces[:-1]
