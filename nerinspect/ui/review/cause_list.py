"""The list of causes beside the field in which one is written; it never takes the focus."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPalette
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

from nerinspect.ui.announcing import announce
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.plain_text import NameDelegate
from nerinspect.ui.theme import current_theme

_MOST_ROWS: Final = 8


class CauseList(QListWidget):
    """List words above a field, or below where there is more room.

    A child of the window rather than a window of its own, as the list under the search field is.

    Signals
    -------
    word_clicked : str
        The word.
    """

    word_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(NameDelegate(self))
        self.setObjectName("cause_list")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._on_clicked)
        self.hide()

    @property
    def chosen(self) -> str:
        """The word chosen with the arrows; empty if none is."""
        item = self.currentItem() if self.isVisible() else None
        return item.text() if item is not None else ""

    def offer(self, words: Sequence[str], field: QWidget) -> None:
        """List words, none of them chosen; hide if there are none."""
        self.clear()
        self.addItems(list(words))
        self.setAccessibleName(f"{len(words)} cause{'' if len(words) == 1 else 's'}")
        if words:
            colours = self.palette()
            colours.setColor(QPalette.ColorRole.WindowText, current_theme().border)  # of the frame
            self.setPalette(colours)
            self.setFont(field.font())
            self._place_beside(field)
            self.raise_()
        self.setVisible(bool(words))

    def step(self, step: int) -> None:
        """Choose another word; one step beyond the last or the first chooses none."""
        row = (self.currentRow() + 1 + step) % (self.count() + 1) - 1
        self.setCurrentRow(row)
        if self.chosen:
            announce(self, self.chosen)

    def _place_beside(self, field: QWidget) -> None:
        window = field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        metrics, unit = QFontMetrics(self.font()), font_size(self.font()) / 13
        row, frame = metrics.height() + round(4 * unit), 2 * self.frameWidth()
        widest = max(metrics.horizontalAdvance(self.item(place).text()) for place in range(self.count()))
        for place in range(self.count()):
            self.item(place).setSizeHint(QSize(0, row))
        corner = field.mapTo(window, QPoint(0, 0))
        above, below = corner.y(), window.height() - corner.y() - field.height()
        n_rows = max(1, min(self.count(), _MOST_ROWS, (max(above, below) - frame) // row))
        beside = self.verticalScrollBar().sizeHint().width() if n_rows < self.count() else 0
        width = min(max(field.width(), widest + beside + frame + round(16 * unit)), window.width())
        height = n_rows * row + frame
        top = corner.y() - height if above > below else corner.y() + field.height()
        self.setGeometry(min(corner.x(), window.width() - width), top, width, height)

    def _on_clicked(self, item: QListWidgetItem) -> None:
        self.word_clicked.emit(item.text())
