"""What an empty window says: drop files here, open some again, or open the sample."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.settings.schema import Session
from nerinspect.ui.desk.sessions import session_names
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, TITLE, scaled_font
from nerinspect.ui.theme.themes import current_theme


class StartPage(Styled, QWidget):
    """Offer the ways to begin."""

    open_requested = Signal()
    sample_requested = Signal()
    session_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("start_page")
        self._offers, self._had_focus = QWidget(), False
        self._target = QFrame()
        self._target.setObjectName("drop_target")
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        self._captions: list[QLabel] = []
        self._build_ui()

    def show_recent(self, sessions: Sequence[Session]) -> None:
        """List recent sessions below the buttons."""
        while (item := self._recent.takeAt(0)) is not None:
            if widget := item.widget():
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        self._captions = [_caption("Recent", self.font())] if sessions else []
        for caption in self._captions:
            self._recent.addWidget(caption)
        for session, name in zip(sessions, session_names(sessions), strict=True):
            button = QToolButton()
            button.setText(plain_text(name))
            button.setToolTip(tooltip(session.request.reference))
            button.setAutoRaise(True)
            button.clicked.connect(partial(self.session_requested.emit, session))
            self._recent.addWidget(button)
        self._restyle()

    def set_waiting(self, is_waiting: bool) -> None:
        """Offer nothing while files are being read."""
        if is_waiting and self._offers.isVisible():
            self._had_focus = self._offers.isAncestorOf(self.window().focusWidget())
        self._offers.setVisible(not is_waiting)
        if not is_waiting and self._had_focus:
            self.setFocus()

    def _build_ui(self) -> None:
        unit = self.unit
        words = QLabel("Drop a reference and predictions here, or open the sample.")
        words.setFont(scaled_font(self.font(), TITLE))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setWordWrap(True)
        choose, sample = QPushButton("Open…"), QPushButton("Open the sample")
        choose.setDefault(True)
        choose.clicked.connect(self.open_requested)
        sample.clicked.connect(self.sample_requested)
        self.setFocusProxy(sample)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(choose)
        buttons.addWidget(sample)
        buttons.addStretch()
        target = QVBoxLayout(self._target)
        target.setContentsMargins(*(round(40 * unit) for _ in range(4)))
        target.setSpacing(round(16 * unit))
        target.addWidget(words)
        target.addLayout(buttons)
        self._target.setFixedWidth(round(560 * unit))
        centred = QHBoxLayout()
        column = QVBoxLayout(self._offers)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(20 * unit))
        column.addWidget(self._target)
        column.addLayout(self._recent)
        centred.addStretch()
        centred.addWidget(self._offers)
        centred.addStretch()
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(centred)
        layout.addStretch(3)

    def _restyle(self) -> None:
        theme, unit = current_theme(), self.unit
        self._target.setStyleSheet(
            f"#drop_target {{ border: {max(1, round(1.5 * unit))}px dashed {theme.text3.name()};"
            f" border-radius: {round(6 * unit)}px; background: {theme.base.name()}; }}"
        )
        for caption in self._captions:
            colours = caption.palette()
            colours.setColor(QPalette.ColorRole.WindowText, theme.text3)
            caption.setPalette(colours)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that has the focus with Enter too."""
        button = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(button, QAbstractButton):
            button.click()
        else:
            super().keyPressEvent(event)


def _caption(text: str, font: QFont) -> QLabel:
    label = QLabel(text)
    label.setFont(scaled_font(font, CAPTION, is_bold=True))
    return label
