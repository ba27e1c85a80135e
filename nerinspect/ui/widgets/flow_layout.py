"""A layout that goes on in the next line where the width ends."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lay widgets out in lines, as words in a paragraph."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item."""
        self._items.append(item)

    def count(self) -> int:
        """Count the items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Give an item, None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove an item and give it away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Take no more room than needed."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Tell that the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Give the height that all lines need."""
        return self._laid_out(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._laid_out(rect, moves=True)

    def sizeHint(self) -> QSize:
        """Wish for one line."""
        width = sum(item.sizeHint().width() + self.spacing() for item in self._seen())
        return QSize(width, self.minimumSize().height())

    def minimumSize(self) -> QSize:
        """Fit the largest item."""
        size = QSize()
        for item in self._seen():
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _laid_out(self, rect: QRect, moves: bool) -> int:
        area = rect.marginsRemoved(self.contentsMargins())
        x, y, height = area.x(), area.y(), 0
        for item in self._seen():
            size = item.sizeHint()
            if height and x + size.width() > area.right() + 1:
                x, y, height = area.x(), y + height + self.spacing(), 0
            if moves:
                item.setGeometry(QRect(QPoint(x, y), size))
            x, height = x + size.width() + self.spacing(), max(height, size.height())
        return y + height - rect.y() + self.contentsMargins().bottom()
