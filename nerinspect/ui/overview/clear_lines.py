"""Lines that keep clear of words."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF


def around(line: QLineF, words: Sequence[QRectF], pad: float) -> list[QLineF]:
    """Give the parts of a line that leads downwards which keep clear of words.

    Parameters
    ----------
    line : QLineF
        From its upper to its lower end.
    words : sequence of QRectF
        What it is not to run through.
    pad : float
        Room around them, in device-independent pixels.
    """
    gaps = []
    for rect in words:
        kept_off = rect.adjusted(-pad, 0, pad, 0)
        crossings = [0.0, 1.0]
        if line.dx():
            crossings = sorted((x - line.x1()) / line.dx() for x in (kept_off.left(), kept_off.right()))
        elif not kept_off.left() < line.x1() < kept_off.right():
            continue
        enters = max(crossings[0], (kept_off.top() - line.y1()) / line.dy(), 0.0)
        leaves = min(crossings[1], (kept_off.bottom() - line.y1()) / line.dy(), 1.0)
        if enters < leaves:
            gaps.append((enters, leaves))
    parts, begin = [], 0.0
    for enters, leaves in [*sorted(gaps), (1.0, 1.0)]:
        if enters > begin:
            parts.append(QLineF(line.pointAt(begin), line.pointAt(enters)))
        begin = max(begin, leaves)
    return parts
