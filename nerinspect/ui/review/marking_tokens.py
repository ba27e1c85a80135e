"""The tokens of an event that are chosen while its right reading is marked."""


class MarkingTokens:
    """Choose neighbouring tokens with an end that moves and one that stays.

    Parameters
    ----------
    bounds : range
        The tokens that can be chosen, at least one; all of them are in the beginning.
    """

    def __init__(self, bounds: range) -> None:
        self._bounds = bounds
        self._anchor, self._caret = bounds[0], bounds[-1]

    @property
    def chosen(self) -> tuple[int, int]:
        """The chosen tokens as a half-open range."""
        return min(self._anchor, self._caret), max(self._anchor, self._caret) + 1

    @property
    def is_backwards(self) -> bool:
        """Whether the end that moves is the first one."""
        return self._caret < self._anchor

    def choose(self, start: int, end: int) -> bool:
        """Choose the tokens of a half-open range that can be; tell whether there are any."""
        start, end = max(start, self._bounds.start), min(end, self._bounds.stop)
        if start < end:
            self._anchor, self._caret = start, end - 1
        return start < end

    def choose_all(self) -> None:
        """Choose all tokens."""
        self._anchor, self._caret = self._bounds[0], self._bounds[-1]

    def move(self, step: int, extends: bool) -> None:
        """Choose the token before (-1) or behind (1), the first or last one of several, or one more or less."""
        start, end = self.chosen
        caret = self._caret + step
        if not extends and end - start > 1:
            caret = start if step < 0 else end - 1
        self._put(caret, extends)

    def move_to_end(self, is_last: bool, extends: bool) -> None:
        """Choose the first or last token, or all up to it."""
        self._put(self._bounds[-1] if is_last else self._bounds[0], extends)

    def _put(self, caret: int, extends: bool) -> None:
        self._caret = min(max(caret, self._bounds[0]), self._bounds[-1])
        if not extends:
            self._anchor = self._caret
