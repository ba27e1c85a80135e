"""Says when decisions have no event in the files that are open."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from nerinspect.errors import counted
from nerinspect.ui.views import REVIEW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerinspect.review.stored_row import StoredDecision
    from nerinspect.ui.main_window import MainWindow

_MOST_NAMED: Final = 3
"""So many are named; the page of the review has all."""


class LostTelling(QObject):
    """Tells of them once, when they are found missing, and leads to all of them."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, self._reviewing = window, window.reviews.reviewing
        self._told: frozenset[str] = frozenset()
        self._reviewing.ready_changed.connect(self._on_ready_changed)

    def _on_ready_changed(self) -> None:
        if self._reviewing.is_reading:
            return
        lost, told = self._reviewing.lost, self._told
        self._told = frozenset(one.event.event for one in lost)
        if self._told - told:
            message = self._window.message
            words = "  ·  ".join(filter(None, (message.text, lost_words(lost))))
            message.say(words, [("Show All", self._show_all)])

    def _show_all(self) -> None:
        self._window.show_view(REVIEW)
        self._window.workspace.pages.review.show_lost()


def lost_words(lost: "Sequence[StoredDecision]") -> str:
    """Say how many decisions have no event, and name the first few."""
    named = [f"“{one.event.text}” (sentence {one.event.sentence:,})" for one in lost[:_MOST_NAMED]]
    n_more = len(lost) - len(named)
    names = ", ".join(named) + (f" and {n_more:,} more" if n_more else "")
    return f"Without an event in these files: {counted(len(lost), 'decision')}: {names}. Kept in the review."
