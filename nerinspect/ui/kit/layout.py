"""Room: sizes of windows on the screen, lines that go on in the next, hairlines to drag, text cut to its room."""

from typing import Final, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QSplitterHandle,
    QStackedLayout,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from nerinspect.ui.kit.keys import focus_of
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_NESTED: Final = 12  # layouts in each other, from a line of the details up to the window


def lay_out_now() -> None:
    """Lay out what has changed: Qt goes one layout up in each turn, and paints in between."""
    for _ in range(_NESTED):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


B = TypeVar("B", bound=QBoxLayout)


def fill(
    layout: B,
    *parts: QWidget | QLayout | None,
    gap: int | None = None,
    stretched: QWidget | QLayout | None = None,
    has_margins: bool = False,
) -> B:
    """Let parts stand behind each other, so many pixels apart; one of them, or None, takes the room left over.

    A dialog has the usual margins around them.
    """
    if not has_margins:
        layout.setContentsMargins(0, 0, 0, 0)
    if gap is not None:
        layout.setSpacing(gap)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part, int(part is stretched))
        elif part is not None:
            layout.addLayout(part, int(part is stretched))
        else:
            layout.addStretch(1)
    return layout


def stack(holder: QWidget, *parts: QWidget) -> QVBoxLayout:
    """Let parts stand below each other, without margins and gaps."""
    return fill(QVBoxLayout(holder), *parts, gap=0)


def dialog_buttons(dialog: QDialog, does: str) -> tuple[QDialogButtonBox, QPushButton]:
    """Make the buttons that end a dialog: one that cancels, and one that does what is asked, which is given too."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, buttons.addButton(does, QDialogButtonBox.ButtonRole.AcceptRole)


class _Scrolled(QScrollArea):
    """Brings into sight what has the focus now and is out of sight."""

    def __init__(self) -> None:
        super().__init__()
        app = QApplication.instance()
        assert isinstance(app, QApplication), "widgets need one"
        app.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now) and now.visibleRegion().isEmpty():
            self.ensureWidgetVisible(now)


def scrolled(page: QWidget, has_sideways: bool = True) -> QScrollArea:
    """Scroll what may be higher than its place, without a frame; the keyboard belongs to what is in it."""
    area = _Scrolled()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if not has_sideways:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


class PageStack(QWidget):
    """Shows one of its pages; beside QStackedWidget it is nothing to screen readers, and hands the focus on at once."""

    currentChanged = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._stacked = QStackedLayout(self)
        self._stacked.currentChanged.connect(self.currentChanged)

    def addWidget(self, page: QWidget) -> None:
        self._stacked.addWidget(page)

    def removeWidget(self, page: QWidget) -> None:
        self._stacked.removeWidget(page)

    def currentWidget(self) -> QWidget | None:
        return self._stacked.currentWidget()

    def setCurrentWidget(self, page: QWidget, main_part: QWidget | None = None) -> None:
        """Show a page; if another one had the focus, its main part gets it, before Qt goes from part to part."""
        focus = focus_of(self.window())
        if main_part is not None and focus is not None and self.isAncestorOf(focus):
            page.setGeometry(self.contentsRect())
            page.show()
            main_part.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._stacked.setCurrentWidget(page)


_FEWEST_LETTERS: Final = 12  # of words that are cut; fewer say nothing


class ElidedLabel(Styled, QLabel):
    """Show one line of any length, with all of it in the tooltip."""

    def __init__(self, mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle, parent: QWidget | None = None) -> None:
        super().__init__(" ", parent)  # Qt never again measures a label that had no text, whatever its font
        self._whole, self._mode = "", mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        text = visible(text)
        if text and text == self._whole:
            return
        self._whole = text
        self.setAccessibleName(text)
        self.setToolTip(tooltip(text))
        self._cut()

    def _cut(self) -> None:
        text = QFontMetricsF(self.font()).elidedText(self._whole, self._mode, self.contentsRect().width())
        says_nothing = self._mode == Qt.TextElideMode.ElideRight and len(text) < _FEWEST_LETTERS
        self.setText("" if says_nothing and text != self._whole else text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._cut()

    def _restyle(self) -> None:
        self._cut()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())


class ItemLayout(QLayout):
    """Holds items in their order, as high together as their width asks for; how they lie says `_lay_out`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}  # by width; Qt asks several times for each

    def invalidate(self) -> None:
        super().invalidate()
        self._heights.clear()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._heights.clear()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self._heights.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._lay_out(QRect(0, 0, width, 0), moves=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect, moves=True)

    def _lay_out(self, room: QRect, moves: bool) -> int:
        """Place the items, or only find out how high they are together."""
        raise NotImplementedError


class FlowLayout(ItemLayout):
    """Lay widgets out in lines, as words in a paragraph."""

    def sizeHint(self) -> QSize:
        width = sum(item.sizeHint().width() + self.spacing() for item in self._seen())
        return QSize(width, self.minimumSize().height())

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._seen():
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lay_out(self, room: QRect, moves: bool) -> int:
        area = room.marginsRemoved(self.contentsMargins())
        x, y, height = area.x(), area.y(), 0
        for item in self._seen():
            size = item.sizeHint()
            if height and x + size.width() > area.right() + 1:
                x, y, height = area.x(), y + height + self.spacing(), 0
            if moves:
                item.setGeometry(QRect(QPoint(x, y), size))
            x, height = x + size.width() + self.spacing(), max(height, size.height())
        return y + height - room.y() + self.contentsMargins().bottom()


class HairlineSplitter(QSplitter):
    """Separate parts by thin lines; no part can be folded away by mistake.

    `has_lines` says whether the lines are always seen, or only under the pointer.
    """

    has_lines = True

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(max(3, round(4 * unit_of(self.font()))))

    def createHandle(self) -> QSplitterHandle:
        return _Handle(self.orientation(), self)


class _Handle(QSplitterHandle):
    """Paint a line in the middle; in the accent colour while it has the pointer or the focus."""

    def __init__(self, orientation: Qt.Orientation, parent: HairlineSplitter) -> None:
        super().__init__(orientation, parent)
        self._is_seen = parent.has_lines
        self.setAccessibleName("Border, drag to resize")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, is_under_mouse = current_theme(), self.underMouse()
        if not (is_under_mouse or self._is_seen):
            return
        colour = theme.accent if is_under_mouse else theme.hairline
        middle = self.rect().center()
        line = QRect(middle.x(), 0, 1, self.height())
        if self.orientation() == Qt.Orientation.Vertical:
            line = QRect(0, middle.y(), self.width(), 1)
        painter = QPainter(self)
        painter.fillRect(line, colour)
        painter.end()


def size_on_screen(window: QWidget, width: int, height: int) -> QSize:
    """Give a size at a font of 13 pixels in that of a window, or what the screen has room for."""
    unit = unit_of(window.font())
    return QSize(round(width * unit), round(height * unit)).boundedTo(_room(window))


def resize_on_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window a size at a font of 13 pixels, as far as the screen has room."""
    window.resize(size_on_screen(window, width, height))


def shrink_to_screen(window: QWidget) -> None:
    """Make a window that is about to be shown no larger than its screen."""
    if not window.isMaximized() and not window.isFullScreen():
        window.resize(window.size().boundedTo(_room(window)))


def _room(window: QWidget) -> QSize:
    """Give what a screen has room for, but for the title bar that the desktop adds."""
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    return window.screen().availableSize() - QSize(0, title)
