"""The right reading of the chosen event beside its verdict: what is given, in one line, and the ways to give it."""

from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.kit.keys import KeyButton
from nerinspect.ui.kit.layout import ElidedLabel
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.theme.themes import TypeStyle, current_theme, type_styles

_AROUND, _GAP, _LINE, _LEAST = 4, 6, 2, 24  # at a font of 13 pixels
TITLE: Final = "Right reading"
NO_NAME: Final = "No name here"
_MORE: Final = "…"


class ReadingLine(Styled, QWidget):
    """Paint the mentions of a reading beside each other, as many as there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mentions: list[tuple[str, str]] | None = None
        self._types: tuple[str, ...] = ()
        self._styles: dict[str, TypeStyle] = {}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.show_mentions(None)

    def show_types(self, types: tuple[str, ...]) -> None:
        """Learn the types of the study, which have their colours among each other."""
        self._types, self._styles = types, type_styles(types, current_theme())
        self.update()

    def show_mentions(self, mentions: list[tuple[str, str]] | None) -> None:
        """Show mentions by type and surface; none of them says that no name is here, None that nothing is given."""
        self._mentions = mentions
        said = ", ".join(f"{name} {surface}" for name, surface in mentions or ())
        words = TITLE if mentions is None else f"{TITLE}: {said or NO_NAME.lower()}"
        self.setAccessibleName(words)
        self.setToolTip(tooltip(words))
        self.update()

    def sizeHint(self) -> QSize:
        """Be as high as a line with its mark."""
        unit, font = self.unit, scaled_font(self.font(), DETAIL)
        return QSize(round(_LEAST * unit), ceil(QFontMetricsF(font).height() + _AROUND * unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint type and words of one mention after the other."""
        theme, unit, whole = current_theme(), self.unit, QRectF(self.rect())
        painter, words = QPainter(self), scaled_font(self.font(), DETAIL)
        if not self._mentions:
            text, ink = (TITLE, theme.text3) if self._mentions is None else (NO_NAME, theme.text)
            draw_text(painter, words, ink, whole, text)
            return
        names, left = scaled_font(self.font(), CAPTION, is_bold=True), 0.0
        end = whole.right() - (len(self._mentions) > 1) * QFontMetricsF(words).horizontalAdvance(_MORE)
        for name, surface in self._mentions:
            box = QRectF(left, 1, QFontMetricsF(names).horizontalAdvance(name) + _GAP * unit, whole.height() - 2)
            room = QRectF(box.right() + _GAP / 2 * unit, 0, 0, whole.height())
            room.setWidth(min(QFontMetricsF(words).horizontalAdvance(surface) + 1, end - room.left()))
            if left and room.width() < _LEAST * unit:
                draw_text(painter, words, theme.text2, whole, _MORE, Qt.AlignmentFlag.AlignRight)
                return
            style = self._styles.get(name)
            painter.fillRect(box, style.fill if style else theme.button)
            line = QRectF(box.left(), box.bottom() - _LINE * unit, box.width(), _LINE * unit)
            painter.fillRect(line, style.line if style else theme.text3)
            draw_text(painter, names, theme.text, box.adjusted(_GAP / 2 * unit, 0, unit, 0), name)
            draw_text(painter, words, theme.text, room, surface)
            left = room.right() + 2 * _GAP * unit

    def _restyle(self) -> None:
        self._styles = type_styles(self._types, current_theme())
        self.updateGeometry()
        self.update()


class ReadingPart(Styled, QWidget):
    """Show the right reading, and when it was decided."""

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
        """Show type and surface of each mention that is given for the right reading; None if nothing is.

        `why_not` says why it does not change the reference, `decided` when the event was decided, and by whom.
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
        unit, theme = self.unit, current_theme()
        self._row.setSpacing(round(2 * unit))
        self._column.setSpacing(round(2 * unit))
        for label, ink in ((self._state, theme.warning), (self._decided, theme.text3)):
            label.setFont(scaled_font(self.font(), CAPTION))
            colours = label.palette()
            colours.setColor(QPalette.ColorRole.WindowText, ink)
            label.setPalette(colours)
