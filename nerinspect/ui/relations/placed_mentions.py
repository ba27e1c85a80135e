"""Where the mentions of a sentence stand that arcs end on."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from nerinspect.analysis.sentence import TrackSpan
from nerinspect.ui.painting.placed_spans import PlacedSpan
from nerinspect.ui.relations.arc_ends import Anchor, free_stretch


class PlacedMentions:
    """Find the mentions of one track on the lines of a sentence.

    Parameters
    ----------
    lines : sequence of sequence of PlacedSpan
        What stands on each line.
    track : int
        Place of the track in the sentence.
    least_free : float
        So wide must be what others leave free of a mention, or arcs may end anywhere on it.
    """

    def __init__(self, lines: Sequence[Sequence[PlacedSpan]], track: int, least_free: float) -> None:
        self._anchors: dict[TrackSpan, list[Anchor]] = {}
        self._levels: dict[TrackSpan, int] = {}
        for number, line in enumerate(lines):
            row = [one for one in line if one.track == track and not one.is_loose]
            for one in row:
                box = max(one.boxes, key=QRectF.width)
                nearer = [(b.left(), b.right()) for other in row if other.level < one.level for b in other.boxes]
                stretch = free_stretch((box.left(), box.right()), nearer, least_free)
                self._anchors.setdefault(one.span, []).append(Anchor(number, *stretch))
                self._levels[one.span] = one.level

    def anchors(self, span: TrackSpan) -> tuple[Anchor, ...]:
        """Give the places where arcs may end on a mention, one for each of its lines; none if it is not shown."""
        return tuple(self._anchors.get(span, ()))

    def level(self, span: TrackSpan) -> int:
        """Say how many boxes may lie between a mention and the words."""
        return self._levels[span]
