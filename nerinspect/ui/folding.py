"""Which filter panels fold where not all of them have room."""

from collections.abc import Collection, Sequence

from PySide6.QtWidgets import QWidget

from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.panels.section import Section
from nerinspect.ui.panels.types_panel import TypesPanel


class Folding:
    """Fold sections from the bottom for want of room, and open again those that have some, from the top.

    Parameters
    ----------
    types : TypesPanel
        Gives way before a section folds: its rows are scrolled. What is left over in the end is given back to it.
    least : collection of Section
        Sections that fold before it gives way.
    """

    def __init__(self, types: TypesPanel, least: Collection[Section]) -> None:
        self._types, self._least = types, least
        self._given_way: list[tuple[Section, int]] = []  # folded for want of room, and what each took

    def is_by_user(self, section: Section) -> bool:
        """Tell whether a section is folded, and not for want of room."""
        return section.is_folded and all(section is not other for other, _ in self._given_way)

    def forget(self) -> None:
        """Forget what was folded for want of room."""
        self._given_way = []

    def leave(self, section: Section) -> None:
        """Leave a section alone that the user folds or opens."""
        self._given_way = [pair for pair in self._given_way if pair[0] is not section]

    def fit(self, shown: Sequence[FilterPanel], height: int) -> None:
        """Fold sections until the others have room, and open again what was folded so.

        Parameters
        ----------
        shown : sequence of FilterPanel
            The panels on screen, from the top; the first never folds.
        height : int
            Room for all of them, in device-independent pixels.
        """
        missing = self._types.give_way()
        limits = dict.fromkeys(self._least, height - missing)
        needed = sum(_height(panel) for panel in shown)
        for section in reversed([panel.section for panel in shown[1:]]):
            if needed > limits.get(section, height) and not section.is_folded:
                before = _height(section)
                section.set_folded(True)
                saved = before - _height(section)
                self._given_way.append((section, saved))
                needed -= saved
        for section, saved in reversed(self._given_way.copy()):
            if needed + saved <= limits.get(section, height):
                self.leave(section)
                section.set_folded(False)
                needed += saved
        self._types.take(height - needed)


def _height(part: QWidget) -> int:
    """Give the height a part needs, where words are wrapped at the width it has."""
    return part.heightForWidth(part.width()) if part.hasHeightForWidth() else part.sizeHint().height()
