"""A sign in a field whose text, which stays as it is, holds what nobody sees or what turns words around."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QToolButton, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.icons import line_icon
from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible

_SAID: Final = "Some characters in this text are not seen, or turn words around:"
_SIZE: Final = 16  # at a font of 13 pixels


class UnseenSign(QObject):
    """Show a crossed eye in a field of text while that is needed; its tooltip shows the text with codes.

    Parameters
    ----------
    field : QLineEdit or QPlainTextEdit
        Keeps its text.
    """

    def __init__(self, field: QLineEdit | QPlainTextEdit) -> None:
        super().__init__(field)
        self._field, self._is_shown = field, False
        self._action = QAction("Characters that are not seen", self)
        self._watched: QWidget = field
        self._corner: QToolButton | None = None
        if isinstance(field, QPlainTextEdit):
            self._watched, self._corner = field.viewport(), QToolButton(field, autoRaise=True)
            self._corner.setDefaultAction(self._action)
            self._corner.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._corner.setCursor(Qt.CursorShape.ArrowCursor)
            self._corner.setAutoFillBackground(True)  # over what is written there
            self._corner.setBackgroundRole(QPalette.ColorRole.Base)
            self._corner.hide()
        field.textChanged.connect(lambda: self._follow())  # holds this, also where a field is none of ours
        self._follow()

    @property
    def is_shown(self) -> bool:
        """Whether the text holds such characters."""
        return self._is_shown

    def _follow(self) -> None:
        """Show or hide the sign as the text wants it."""
        text = self._field.text() if isinstance(self._field, QLineEdit) else self._field.toPlainText()
        shown, was_shown = visible(text), self._is_shown
        self._is_shown = shown != text
        if self._is_shown:
            self._action.setToolTip(tooltip(f"{_SAID}\n{shown}"))
        if self._is_shown != was_shown:
            self._show()

    def _show(self) -> None:
        if self._corner is not None:
            self._corner.setVisible(self._is_shown)
        if self._is_shown:
            self._fit()
            if isinstance(self._field, QLineEdit):
                self._field.addAction(self._action, QLineEdit.ActionPosition.LeadingPosition)
            self._watched.installEventFilter(self)
        else:
            self._field.removeAction(self._action)
            self._watched.removeEventFilter(self)

    def _fit(self) -> None:
        """Follow size, font and colours of the field."""
        field, size = self._field, _SIZE * font_size(self._field.font()) / 13
        self._action.setIcon(line_icon("unseen", field.palette().color(QPalette.ColorRole.Text), size))
        if self._corner is not None:
            self._corner.setIconSize(QSize(round(size), round(size)))
            self._corner.resize(self._corner.sizeHint())
            port = self._watched.geometry()
            self._corner.move(port.right() - self._corner.width(), port.bottom() - self._corner.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit again where the field changes."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._fit()
        return super().eventFilter(watched, event)
