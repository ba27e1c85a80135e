"""A reading that is being marked, and what it was before each change."""

from nerinspect.analysis.decisions import Reading


class ReadingDraft:
    """Mark mentions and take them away, with steps back and forward.

    Parameters
    ----------
    reading : tuple of (int, int, str)
        What to begin with; mentions that do not overlap, in text order.
    """

    def __init__(self, reading: Reading = ()) -> None:
        self._steps = [reading]
        self._place = 0

    @property
    def reading(self) -> Reading:
        """The mentions as they are marked now."""
        return self._steps[self._place]

    @property
    def is_changed(self) -> bool:
        """Whether something else is marked than in the beginning."""
        return self.reading != self._steps[0]

    @property
    def marked(self) -> Reading:
        """The mentions of now that it did not begin with."""
        return tuple(span for span in self.reading if span not in self._steps[0])

    def with_mention(self, start: int, end: int, name: str) -> Reading:
        """Say what it would be with a mention; those that share a token with it go."""
        return tuple(sorted([*self.without(start, end), (start, end, name)]))

    def without(self, start: int, end: int) -> Reading:
        """Say what it would be without the mentions that share a token with a half-open range."""
        return tuple(span for span in self.reading if span[1] <= start or span[0] >= end)

    def take(self, reading: Reading) -> None:
        """Put another reading in its place, as a step that can be taken back."""
        if reading != self.reading:
            self._steps[self._place + 1 :] = [reading]
            self._place += 1

    def step(self, step: int) -> None:
        """Go a step back (-1) or forward (1), as far as there are any."""
        self._place = min(max(self._place + step, 0), len(self._steps) - 1)

    def mention_beside(self, start: int, end: int, step: int) -> tuple[int, int] | None:
        """Give the extent of the next mention (1) or of the one before (-1), seen from a range of tokens."""
        spans = [(low, high) for low, high, _ in self.reading]
        if step > 0:
            return next((span for span in spans if span > (start, end)), None)
        return next((span for span in spans[::-1] if span < (start, end)), None)
