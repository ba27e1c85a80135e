"""The right reading of the chosen event beside its verdict: what is given, and the ways to give it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.review.reading_line import ReadingLine
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.elided_label import ElidedLabel
from nerinspect.ui.widgets.key_button import KeyButton


class ReadingPart(QWidget):
    """Show the right reading, and when it was decided.

    Signals
    -------
    take_requested
        The reading of the system on show is the right one.
    mark_requested
        The right reading is to be marked.
    """

    take_requested = Signal()
    mark_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reading_part")
        self._is_given = self._is_one_row = False
        self._line, self._take, self._mark = ReadingLine(), KeyButton("Take", "T"), KeyButton("Mark", "M")
        self._state = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._decided = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._take.clicked.connect(self.take_requested)
        self._mark.clicked.connect(self.mark_requested)
        self._mark.setAccessibleName("Mark the right reading")
        self._mark.setToolTip(tooltip("Mark the right reading in the sentence."))
        self._row, self._column = QHBoxLayout(), QVBoxLayout(self)
        self._row.addWidget(self._line, 1)
        for button in (self._take, self._mark):
            self._row.addWidget(button)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._row)
        for label in (self._state, self._decided):
            self._column.addWidget(label)
        self._restyle()
        self.speak(JUDGED)
        self.show_reading(None)

    def speak(self, wording: Wording) -> None:
        """Call the two sides so."""
        words = wording.said("Take the prediction’s reading")
        self._take.setAccessibleName(words)
        self._take.setToolTip(tooltip(f"{words}."))

    def show_types(self, types: tuple[str, ...]) -> None:
        """Learn the types of the study, which have their colours among each other."""
        self._line.show_types(types)

    def show_reading(self, mentions: list[tuple[str, str]] | None, why_not: str = "", decided: str = "") -> None:
        """Show what is given for the right reading.

        Parameters
        ----------
        mentions : list of (str, str), or None
            Type and surface of each; None if nothing is given.
        why_not : str
            Why it does not change the reference; empty if it does.
        decided : str
            When the event was decided, and by whom.
        """
        self._is_given = mentions is not None
        self._line.show_mentions(mentions)
        self._state.show_text(why_not)
        self._decided.show_text(decided)
        self._fit()

    def set_one_row(self, is_one_row: bool) -> None:
        """Stand below one row, where there is little height, or in a column."""
        self._is_one_row = is_one_row
        self._fit()

    def _fit(self) -> None:
        """Leave out what has no room; in a column nothing moves from one event to the next but for a warning."""
        self._take.setHidden(self._is_given)
        self._state.setVisible(bool(self._state.accessibleName()))
        self._decided.setHidden(self._is_one_row)
        self.setHidden(self._is_one_row and not self._is_given)

    def _restyle(self) -> None:
        unit, theme = font_size(self.font()) / 13, current_theme()
        self._row.setSpacing(round(2 * unit))
        self._column.setSpacing(round(2 * unit))
        for label, ink in ((self._state, theme.warning), (self._decided, theme.text3)):
            label.setFont(scaled_font(self.font(), CAPTION))
            colours = label.palette()
            colours.setColor(QPalette.ColorRole.WindowText, ink)
            label.setPalette(colours)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_column"):
            self._restyle()
