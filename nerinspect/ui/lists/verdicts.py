"""What lists say of decisions: the mark in a cell and its drawing, its words, the order by verdict."""

from collections.abc import Callable
from math import ceil
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from nerinspect.corpus.arrays import IntArray
from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.query.language.words import verdict_words
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.lists.event_cells import EventCells, one_line
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.visible import visible

UNDECIDED: Final = "·"
"""Stands where an error has no verdict."""

_NO_MENTION: Final = "none"


def verdict_mark(cells: EventCells, event: int) -> str:
    """Give the key of a verdict, or the first letter of one's own in lower case; empty for a correct event without."""
    verdict, decisions = cells.decisions[event].verdict, cells.decisions
    if verdict in VERDICTS:
        return cells.study.wording.verdict_keys[verdict]
    if verdict:
        return verdict[0].lower()
    return UNDECIDED if cells.is_error(event) or decisions.walks_agreement else ""


def verdict_text(cells: EventCells, event: int) -> str:
    """Say in words what the cell shows; empty if it shows nothing."""
    study, decision = cells.study, cells.decisions[event]
    is_told = bool(verdict_mark(cells, event))
    words = one_line(verdict_words(decision.verdict or None, study.wording)) if is_told else ""
    lacking = "no correction yet" if cells.lacks_correction(event) else ""
    return ", ".join(filter(None, (words, lacking, "flagged" if decision.flag else "")))


def decision_text(cells: EventCells, event: int) -> str:
    """Say all that was decided about an event, in several lines."""
    decision = cells.decisions[event]
    return "\n".join(filter(None, (verdict_text(cells, event), ", ".join(decision.causes), decision.note)))


def verdict_ranks(cells: EventCells) -> IntArray:
    """Rank events by verdict: undecided ones, the four in the order of their keys, those of one's own by code point."""
    decided = list(cells.decisions.items())  # at once: more is decided while this goes on in the background
    own = sorted({decision.verdict for _event, decision in decided} - {"", *VERDICTS})
    order = {verdict: place for place, verdict in enumerate(("", *VERDICTS, *own))}
    ranks = np.zeros(len(cells), dtype=np.int32)
    for event, decision in decided:
        ranks[event] = order[decision.verdict]
    return ranks


def correction_text(cells: EventCells, event: int) -> str:
    """Write the right reading with its words; `none` for one without a mention, and nothing where none is given."""
    correction = cells.decisions[event].correction
    if correction is None:
        return ""
    zero = int(cells.study.text.sentence_start[cells.sentence_number[event]])
    mentions = (f"{cells.words(zero + start, zero + end)} {one_line(name)}" for start, end, name in correction)
    return ", ".join(mentions) or _NO_MENTION


def ranks_by(said: Callable[[Decision], str]) -> Callable[[EventCells], IntArray]:
    """Rank events by something that is said of them: those without it first, then by code point."""

    def ranks(cells: EventCells) -> IntArray:
        texts = {event: text for event, decision in cells.decisions.items() if (text := said(decision))}
        order = {text: place for place, text in enumerate(sorted(set(texts.values())), start=1)}
        ranks = np.zeros(len(cells), dtype=np.int32)
        ranks[list(texts)] = [order[text] for text in texts.values()]
        return ranks

    return ranks


def _correction(decision: Decision) -> str:
    """Name the types of the right reading."""
    return "" if decision.correction is None else " ".join(name for *_, name in decision.correction) or _NO_MENTION


correction_ranks = ranks_by(_correction)


_IN_FRAME, _RADIUS, _GAP, _FLAG, _POLE = 3, 3, 4, 8, 1.4  # at a font of 13 pixels
_WIDEST: Final = "M"
_ALONE: Final = "·"
_ASIDE: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def paint_verdict(
    painter: QPainter, style: CellStyle, rect: QRectF, mark: str, is_flagged: bool, is_incomplete: bool = False
) -> None:
    """Paint the mark of a verdict at the right of its cell, with a flag at its left if it is flagged.

    A letter or sign stands in a frame, which is open if something is missing beside the verdict; `·` stands alone.
    """
    if not mark and not is_flagged:
        return
    scale = painter.device().devicePixelRatioF()
    key = f"verdict {mark} {is_flagged} {is_incomplete} {scale}"
    if key not in style.badges:
        style.badges[key] = _badge(style, mark, is_flagged, is_incomplete, scale)
    badge = style.badges[key]
    left = rect.right() - style.padding - badge.width() / scale
    painter.drawPixmap(QPointF(round(left), round(rect.center().y() - badge.height() / scale / 2)), badge)


def verdict_width(style: CellStyle) -> float:
    """Measure the room of a flag and a key, in device-independent pixels."""
    return _frame(style).width() + (_GAP + _FLAG) * style.unit + 2 * style.padding


def _badge(style: CellStyle, mark: str, is_flagged: bool, is_incomplete: bool, scale: float) -> QPixmap:
    """Paint flag and key once for all rows."""
    frame = _frame(style)
    place = QRectF(0, 0, verdict_width(style) - 2 * style.padding, frame.height())
    badge = QPixmap(ceil(place.width() * scale), ceil(place.height() * scale))
    badge.setDevicePixelRatio(scale)
    badge.fill(Qt.GlobalColor.transparent)
    painter = QPainter(badge)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame.moveRight(place.right())
    if is_flagged:
        _paint_flag(painter, style, QRectF(0, 0, _FLAG * style.unit, place.height()))
    is_framed = mark not in ("", _ALONE)
    if is_framed:
        open_frame = QPen(style.theme.warning, 1, Qt.PenStyle.DashLine)
        painter.setPen(open_frame if is_incomplete else QPen(style.theme.border, 1))
        painter.setBrush(style.theme.base)
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS * style.unit, _RADIUS * style.unit)
    painter.setFont(_font(style) if is_framed else style.font)
    painter.setPen(style.theme.text2)
    painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter if is_framed else _ASIDE), visible(mark))
    painter.end()
    return badge


def _paint_flag(painter: QPainter, style: CellStyle, rect: QRectF) -> None:
    """Paint a pennant on its pole, as high as a capital letter or somewhat more."""
    pole = _POLE * style.unit
    top, bottom = rect.top() + rect.height() / 6, rect.bottom() - rect.height() / 6
    cloth = QPolygonF(
        [QPointF(0, top), QPointF(rect.right(), (2 * top + bottom) / 3), QPointF(0, (top + 2 * bottom) / 3)]
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.theme.warning)
    painter.drawPolygon(cloth)
    painter.drawRect(QRectF(rect.left(), top, pole, bottom - top))


def _frame(style: CellStyle) -> QRectF:
    metrics = QFontMetricsF(_font(style))
    height = metrics.height()
    return QRectF(0, 0, max(metrics.horizontalAdvance(_WIDEST) + 2 * _IN_FRAME * style.unit, height), height)


def _font(style: CellStyle) -> QFont:
    return scaled_font(style.font, CAPTION)
