"""Moves the lines of a laid-out paragraph apart, each by what stands between it and its neighbours."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QTextLayout

from nerinspect.ui.painting.track_metrics import BASELINE

_SAME: Final = 0.05


def spread_lines(layout: QTextLayout, line_height: float, rooms: Sequence[tuple[float, float]]) -> None:
    """Put every line where it belongs; lines that stand there already stay.

    Whenever the text engine sets the paragraph anew, its lines are one fixed height apart again.

    Parameters
    ----------
    layout : QTextLayout
        Of a paragraph with lines of fixed height.
    line_height : float
        That height.
    rooms : sequence of (float, float), shape (n_lines,)
        What is needed above and below each line besides.
    """
    before = [0.0, *accumulate(above + below for above, below in rooms)]
    for number, (above, _) in enumerate(rooms[: layout.lineCount()]):
        line = layout.lineAt(number)
        baseline = (number + BASELINE) * line_height + before[number] + above
        y = baseline - line.ascent() - max(line.leading(), 0.0)
        if abs(line.y() - y) > _SAME:
            line.setPosition(QPointF(line.x(), y))
