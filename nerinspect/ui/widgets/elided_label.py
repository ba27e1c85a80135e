"""A line of text that is cut to its room."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible


class ElidedLabel(QLabel):
    """Show one line of any length, with all of it in the tooltip.

    Parameters
    ----------
    mode : Qt.TextElideMode
        Where it is cut.
    parent : QWidget, optional
        The widget it belongs to.
    """

    def __init__(self, mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole, self._mode = "", mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """Show another text."""
        text = visible(text)
        self._whole = text
        self.setAccessibleName(text)
        self.setToolTip(tooltip(text))
        self._cut()

    def _cut(self) -> None:
        room = self.contentsRect().width()
        self.setText(QFontMetricsF(self.font()).elidedText(self._whole, self._mode, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._cut()

    def changeEvent(self, event: QEvent) -> None:
        """Cut for the new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_whole"):
            self._cut()

    def minimumSizeHint(self) -> QSize:
        """Ask for the height alone."""
        return QSize(0, super().minimumSizeHint().height())
