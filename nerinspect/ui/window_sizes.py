"""Sizes of windows and dialogs: as wanted where the screen has room, never larger than it."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStyle, QWidget

from nerinspect.ui.painting.fonts import font_size


def size_on_screen(window: QWidget, width: int, height: int) -> QSize:
    """Give a size at a font of 13 pixels in that of a window, or what the screen has room for."""
    unit = font_size(window.font()) / 13
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
