"""The list of suggestions under the search field; it never takes the focus."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QHeaderView, QStyleOptionViewItem, QTreeWidget, QTreeWidgetItem, QWidget

from nerinspect.query.completion import Completion
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.theme import current_theme
from nerinspect.visible import visible

_MOST_ROWS: Final = 12

_TEXT, _MEANING = range(2)


class SearchPopup(QTreeWidget):
    """List ways to go on with a query: the text and what it means.

    A child of the window rather than a window of its own: no window manager can give it the focus, and clicks beside
    it do what they always do.

    Signals
    -------
    suggestion_clicked : int
        The row.
    """

    suggestion_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search_popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.header().setMinimumSectionSize(1)
        self.itemClicked.connect(self._on_clicked)
        self.hide()

    @property
    def n_suggestions(self) -> int:
        """How many suggestions are listed."""
        return self.topLevelItemCount()

    @property
    def chosen_row(self) -> int:
        """The row chosen with the arrows; -1 for none."""
        return self.currentIndex().row()

    def offer(self, suggestions: Sequence[Completion], field: QWidget) -> None:
        """List suggestions right below a field, none of them chosen."""
        theme = current_theme()
        small = scaled_font(self.font(), DETAIL)
        row = QSize(0, self._row_height())
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.WindowText, theme.border)  # of the frame
        self.setPalette(colours)
        self.setIndentation(round(10 * font_size(self.font()) / 13))
        self.clear()
        for suggestion in suggestions:
            item = QTreeWidgetItem([visible(suggestion.shown), visible(suggestion.meaning)])
            item.setSizeHint(_TEXT, row)
            item.setFont(_MEANING, small)
            item.setForeground(_MEANING, theme.text3)
            item.setData(_TEXT, Qt.ItemDataRole.AccessibleTextRole, f"{suggestion.shown}, {suggestion.meaning}")
            self.addTopLevelItem(item)
        self.setCurrentIndex(QModelIndex())
        self.setAccessibleName(f"{len(suggestions)} suggestion{'' if len(suggestions) == 1 else 's'}")
        self._place_below(
            field,
            _widest(self.font(), [suggestion.shown for suggestion in suggestions]),
            _widest(small, [suggestion.meaning for suggestion in suggestions]),
        )
        self.scrollToTop()
        self.show()
        self.raise_()

    def step(self, step: int) -> str:
        """Choose another suggestion.

        Parameters
        ----------
        step : int
            How far down. A single step beyond the last or the first chooses none; longer ones end there.

        Returns
        -------
        str
            What a screen reader says of the chosen one; empty if none is.
        """
        row, last = self.chosen_row + step, self.n_suggestions - 1
        row = max(0, min(row, last)) if abs(step) > 1 else (row + 1) % (last + 2) - 1
        index = self.model().index(row, _TEXT)
        self.setCurrentIndex(index)
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole) or "")

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Give the chosen row an edge beside its tint."""
        super().drawRow(painter, options, index)
        if index.row() == self.chosen_row:
            edge = QRect(options.rect)
            edge.setWidth(round(3 * font_size(self.font()) / 13))
            painter.fillRect(edge, current_theme().accent)

    def _row_height(self) -> int:
        return QFontMetrics(self.font()).height() + round(6 * font_size(self.font()) / 13)

    def _place_below(self, field: QWidget, text_width: int, meaning_width: int) -> None:
        """Take as much room as the widest row needs, as far as the window goes."""
        window = field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        corner = field.mapTo(window, QPoint(0, field.height()))
        frame, gap = 2 * self.frameWidth(), round(20 * font_size(self.font()) / 13)
        n_fitting = (window.height() - corner.y() - frame) // self._row_height()
        n_rows = max(1, min(self.n_suggestions, _MOST_ROWS, n_fitting))
        beside = frame + (self.verticalScrollBar().sizeHint().width() if n_rows < self.n_suggestions else 0)
        width = min(max(field.width(), text_width + meaning_width + 2 * gap + beside), window.width())
        text_width = min(text_width + gap + self.indentation(), round(0.6 * width))
        self.header().resizeSection(_TEXT, text_width)
        self.header().resizeSection(_MEANING, width - beside - text_width)
        height = n_rows * self._row_height() + frame
        self.setGeometry(min(corner.x(), window.width() - width), corner.y(), width, height)

    def _on_clicked(self, item: QTreeWidgetItem) -> None:
        self.suggestion_clicked.emit(self.indexOfTopLevelItem(item))


def _widest(font: QFont, texts: Sequence[str]) -> int:
    metrics = QFontMetrics(font)
    return max(metrics.horizontalAdvance(text) for text in texts)
