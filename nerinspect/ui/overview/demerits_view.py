"""The bars of error events and demerits, with each segment a door."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.query.writer import query_text
from nerinspect.ui.announcing import announce
from nerinspect.ui.keys import OPENING_KEYS
from nerinspect.ui.overview.bar_labels import BarLabel
from nerinspect.ui.overview.demerit_bars import Segment, bar_labels, bars_height, paint_bars, segment_rects
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.theme import LIGHT, Theme, current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.number_menu import number_menu

_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
_MARGIN: Final = 12  # of a saved picture, at a font of 13 pixels

DEMERITS: Final = "Error events and demerits"


class DemeritsView(QWidget):
    """Show two bars; a click, or arrows and Enter, open the events behind a segment.

    Parameters
    ----------
    theme : Theme, optional
        Colours; those of the desktop, if left out.

    Signals
    -------
    door_opened : str
        The query of a segment.
    """

    door_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent)
        self._theme, self._segments, self._current = theme, list[Segment](), 0
        self.setAccessibleName("Error events and demerits by kind")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def segments(self) -> list[Segment]:
        """What is on show."""
        return self._segments

    def show_segments(self, segments: Sequence[Segment]) -> None:
        """Show other segments."""
        self._segments, self._current = list(segments), 0
        self.setAccessibleDescription("; ".join(segment.words for segment in segments) or "No errors")
        self.update()

    def sizeHint(self) -> QSize:
        """Be as high as two bars with their captions."""
        return QSize(round(300 * font_size(self.font()) / 13), bars_height(self.font()))

    def segment_at(self, place: QPoint) -> int | None:
        """Find the segment at a place of the widget, or whose label is there; None if there is none."""
        rects = segment_rects(self._segments, self.width(), self.font())
        places = [*((label.segment, label.rect) for label in self.labels), *enumerate(rects)]
        return next((number for number, rect in places if rect.contains(QPointF(place))), None)

    @property
    def labels(self) -> list[BarLabel]:
        """What stands above the bars."""
        return bar_labels(self._segments, self.width(), self.font())

    def _move(self, step: int) -> None:
        if self._segments:
            self._current = min(max(self._current + step, 0), len(self._segments) - 1)
            self.setAccessibleDescription(self._segments[self._current].words)
            announce(self, self._segments[self._current].words)
            self.update()

    def _open(self, number: int | None) -> None:
        if number is not None and number < len(self._segments):
            self.door_opened.emit(query_text(self._segments[number].door))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars and the ring of the focus."""
        painter, theme = QPainter(self), self._theme or current_theme()
        paint_bars(painter, self._segments, self.width(), self.font(), theme)
        if self.hasFocus() and self._segments:
            rect = segment_rects(self._segments, self.width(), self.font())[self._current]
            paint_focus_ring(painter, theme, font_size(self.font()) / 13, rect.adjusted(-2, -2, 1, 2))
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrows, open with Enter or Space."""
        if event.key() in OPENING_KEYS:
            self._open(self._current)
        elif step := _STEPS.get(event.key()):
            self._move(step)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over a segment."""
        is_door = self.segment_at(event.position().toPoint()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the segment under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._open(self.segment_at(event.position().toPoint()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with a number."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        number = self.segment_at(event.pos()) if is_mouse else self._current
        if number is not None and number < len(self._segments):
            segment = self._segments[number]
            menu = number_menu(self, f"{segment.count:,}", query_text(segment.door), _explanation(segment))
            menu.popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say where the keyboard is."""
        super().focusInEvent(event)
        self._move(0)

    def event(self, event: QEvent) -> bool:
        """Explain the segment under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self.segment_at(event.pos())
            words = "" if number is None else _explanation(self._segments[number])
            QToolTip.showText(event.globalPos(), tooltip(words), self)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


def _explanation(segment: Segment) -> str:
    """Say what a segment counts, and what its share is a share of."""
    return f"{segment.words}\n{meaning('share_of_demerits' if segment.bar else 'share_of_events')}"


def printed_demerits(shown: DemeritsView) -> QWidget:
    """Draw the bars of error events and demerits for print: on white, with a margin, as wide as on screen."""
    picture, bars = QWidget(), DemeritsView(theme=LIGHT)
    colours = picture.palette()
    colours.setColor(colours.ColorRole.Window, LIGHT.base)
    picture.setPalette(colours)
    margin = round(_MARGIN * font_size(picture.font()) / 13)
    row = QVBoxLayout(picture)
    row.setContentsMargins(margin, margin, margin, margin)
    row.addWidget(bars)
    bars.show_segments(shown.segments)
    picture.resize(shown.width() + 2 * margin, shown.height() + 2 * margin)
    return picture
