"""What the user has to know before files are opened, with what can be done about it."""

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.link_label import LinkLabel
from nerinspect.visible import visible


@dataclass(frozen=True)
class Notice:
    """One thing to know.

    Attributes
    ----------
    subject : str
        What it is about, written in bold; perhaps empty.
    text : str
        What there is to know.
    links : tuple of (str, str)
        What can be done: words, and what is announced when they are followed.
    is_warning : bool
        Whether something is at fault.
    """

    subject: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    is_warning: bool = True

    @property
    def html(self) -> str:
        """The notice as rich text."""
        links = "".join(
            f' &nbsp;<a href="{escape(key)}">{escape(words).replace(" ", "&nbsp;")}</a>' for words, key in self.links
        )
        subject = f"<b>{escape(visible(self.subject))}</b> " if self.subject else ""
        return f"{subject}{escape(visible(self.text))}{links}"

    @property
    def plain(self) -> str:
        """The notice as plain text."""
        return f"{self.subject} {self.text}".strip()


class Notices(QFrame):
    """Show some notices below each other; hidden without any.

    Signals
    -------
    link_followed : str
        The user wants what a link says.
    """

    link_followed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._shown: tuple[Notice, ...] = ()
        self._column = QVBoxLayout(self)
        unit = font_size(self.font()) / 13
        self._column.setContentsMargins(*[round(8 * unit)] * 4)
        self._column.setSpacing(round(6 * unit))
        self.hide()

    @property
    def shown(self) -> tuple[Notice, ...]:
        """The notices on show."""
        return self._shown

    def show_notices(self, notices: tuple[Notice, ...]) -> None:
        """Show other notices."""
        if notices == self._shown:
            return
        self._shown = notices
        while self._column.count():
            item = self._column.takeAt(0)
            row = item.widget() if item else None
            if row is not None:
                row.hide()
                row.deleteLater()
        for notice in notices:
            self._column.addWidget(self._row(notice))
        self.setVisible(bool(notices))
        self._restyle()

    def _row(self, notice: Notice) -> QWidget:
        row = QWidget(self)
        sign, label = QLabel("⚠" if notice.is_warning else "·"), LinkLabel()
        sign.setObjectName("sign")
        sign.setAccessibleName("Warning" if notice.is_warning else "Note")
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        label.setText(notice.html)
        label.setAccessibleName(notice.plain)
        label.linkActivated.connect(self.link_followed)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(label, 1)
        return row

    def _restyle(self) -> None:
        theme, colours = current_theme(), self.palette()
        if colours.color(QPalette.ColorRole.Window) != theme.base:  # or it would be called for its own change
            colours.setColor(QPalette.ColorRole.Window, theme.base)
            self.setPalette(colours)
        for label in self.findChildren(QLabel):
            label.setFont(scaled_font(self.font(), DETAIL))
            if isinstance(label, LinkLabel):  # links keep the colour that they were laid out in
                text = label.text()
                label.setText("")
                label.setText(text)
            if label.objectName() == "sign":
                ink = QPalette(label.palette())
                ink.setColor(QPalette.ColorRole.WindowText, theme.warning)
                label.setPalette(ink)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_column"):
            self._restyle()
