"""A splitter whose handles are a hairline that is still easy to take hold of."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import current_theme


class HairlineSplitter(QSplitter):
    """Separate parts by thin lines; no part can be folded away by mistake."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(max(3, round(4 * font_size(self.font()) / 13)))

    def createHandle(self) -> QSplitterHandle:
        """Make a handle that paints itself as one line."""
        return _Handle(self.orientation(), self)


class _Handle(QSplitterHandle):
    """Paint a line in the middle; in the accent colour while it has the pointer or the focus."""

    def __init__(self, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        theme = current_theme()
        colour = theme.accent if self.underMouse() else theme.hairline
        middle = self.rect().center()
        line = QRect(middle.x(), 0, 1, self.height())
        if self.orientation() == Qt.Orientation.Vertical:
            line = QRect(0, middle.y(), self.width(), 1)
        painter = QPainter(self)
        painter.fillRect(line, colour)
        painter.end()
