"""What a repair changed, in words beside the boxes, without one note over another."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from nerinspect.analysis.sentence import RepairMark
from nerinspect.ui.painting.placed_spans import PlacedSpan
from nerinspect.ui.painting.track_metrics import TrackMetrics
from nerinspect.ui.painting.tracks import Side
from nerinspect.visible import visible


@dataclass(frozen=True)
class RepairNote:
    """A line of caption and its place."""

    rect: QRectF
    text: str


def repair_note(repairs: Sequence[RepairMark]) -> str:
    """Say what was repaired: the first label, and how many more."""
    more = f" and {len(repairs) - 1:,} more" if len(repairs) > 1 else ""
    return f"repaired: {repairs[0].before} → {repairs[0].after}{more}"


def repair_notes(
    placed: Sequence[PlacedSpan],
    fonts: QFontMetricsF,
    metrics: TrackMetrics,
    limits: tuple[float, float],
    is_right_to_left: bool,
) -> list[RepairNote]:
    """Place a note beside each repaired span of a line; one that would run into the next speaks for both.

    Parameters
    ----------
    placed : sequence of PlacedSpan
        Spans of one line whose repairs begin on it.
    fonts : QFontMetricsF
        Of the font of captions.
    metrics : TrackMetrics
        Sizes of the tracks.
    limits : (float, float)
        Left and right end of what notes may cover.
    is_right_to_left : bool
        Whether notes end, instead of begin, where their span does.

    Returns
    -------
    list of RepairNote
        Those of the reference above its track, those of the prediction below, where it is the only one.
    """
    notes: list[RepairNote] = []
    for side in ("reference", "prediction") if metrics.n_below == 1 else ("reference",):
        row: list[tuple[RepairNote, list[RepairMark]]] = []
        spans = [item for item in placed if item.side == side]
        for item in sorted(spans, key=_reading_order, reverse=is_right_to_left):
            repairs = list(item.repairs)
            note = _note(item, repairs, fonts, metrics, limits, is_right_to_left)
            while row and row[-1][0].rect.adjusted(-metrics.unit * 6, 0, metrics.unit * 6, 0).intersects(note.rect):
                earlier, changed = row.pop()
                repairs = [*changed, *repairs]
                note = _widened(earlier, repairs, fonts, limits, is_right_to_left)
            row.append((note, repairs))
        notes += [note for note, _ in row]
    return notes


def _reading_order(item: PlacedSpan) -> float:
    return item.boxes[0].left()


def _note(
    item: PlacedSpan,
    repairs: list[RepairMark],
    fonts: QFontMetricsF,
    metrics: TrackMetrics,
    limits: tuple[float, float],
    is_right_to_left: bool,
) -> RepairNote:
    left, right = item.boxes[0].left(), item.boxes[-1].right()
    rect = QRectF(left, _note_top(item.side, item.boxes[0], metrics), right - left, metrics.caption)
    return _widened(RepairNote(rect, ""), repairs, fonts, limits, is_right_to_left)


def _note_top(side: Side, box: QRectF, metrics: TrackMetrics) -> float:
    return box.top() - 6 * metrics.unit - metrics.caption if side == "reference" else box.bottom() + 6 * metrics.unit


def _widened(
    note: RepairNote,
    repairs: list[RepairMark],
    fonts: QFontMetricsF,
    limits: tuple[float, float],
    is_right_to_left: bool,
) -> RepairNote:
    """Write a note anew where it began, as wide as its text."""
    text = visible(repair_note(repairs))
    width = fonts.horizontalAdvance(text) + 1
    left = note.rect.right() - width if is_right_to_left else note.rect.left()
    left = max(limits[0], min(left, limits[1] - width))
    return RepairNote(QRectF(left, note.rect.top(), width, note.rect.height()), text)
