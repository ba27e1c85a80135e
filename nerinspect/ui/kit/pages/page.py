"""A page of parts below each other, computed behind it once it is looked at."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QScrollArea, QVBoxLayout, QWidget

from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.strips import ProgressStrip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible


class Titled(Styled, QWidget):
    """Show widgets below each other, under a title and a caption beside it.

    Parameters
    ----------
    title : str
        In semibold.
    *parts : QWidget
        From top to bottom.
    beside : QWidget, optional
        Stands at the right of the head.
    """

    def __init__(
        self, title: str, *parts: QWidget, beside: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._title, self._caption = QLabel(visible(title), self), QLabel(self)
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setWordWrap(True)
        head = QHBoxLayout()
        head.setSpacing(round(8 * self.unit))
        head.addWidget(self._title)
        head.addWidget(self._caption, 1)
        if beside is not None:
            head.addWidget(beside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(4 * self.unit))
        column.addLayout(head)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)

    @property
    def title(self) -> str:
        """The words in semibold."""
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Show other words in semibold."""
        self._title.setText(visible(title))

    @property
    def caption(self) -> str:
        """The words beside the title."""
        return self._caption.text()

    def set_caption(self, text: str) -> None:
        """Show other words beside the title."""
        self._caption.setText(visible(text))

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._caption.setFont(scaled_font(self.font(), CAPTION))
        colours = self._caption.palette()
        colours.setColor(QPalette.ColorRole.WindowText, current_theme().text3)
        self._caption.setPalette(colours)


_PATIENCE_MS: Final = 200  # what is done sooner shows no progress


class BackgroundPage(QWidget):
    """Say how far the work is, or why there is nothing to show.

    Nothing is computed while it is hidden. Pages of a kind say in `_refresh` what is to be computed.

    Parameters
    ----------
    name : str
        What the page is called.
    doing : str
        What it does while it computes, such as `Comparing`.
    desk : Desk
        Opens its numbers, and says what was done.
    """

    def __init__(self, name: str, doing: str, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName(f"{name.lower()}_panel")
        self.setAccessibleName(name)
        self._empty, self._progress = QLabel(), ProgressStrip()
        self._empty.setWordWrap(True)
        self._empty.hide()
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._progress.begin(doing))

    @property
    def empty_words(self) -> str:
        """Why there is nothing to show; empty if there is."""
        return self._empty.text()

    def _open(self, query: str, prediction: int = -1) -> None:
        """Open what a number counts, of a prediction or of the one on show."""
        self.desk.open(Door(query, prediction))

    def _header_below(self, top: QWidget | QLayout) -> QWidget:
        """Make what stands above the parts: a row of controls, and below it why there is nothing to show."""
        header = QWidget()
        rows = QVBoxLayout(header)
        rows.setContentsMargins(0, 0, 0, 0)
        if isinstance(top, QWidget):
            rows.addWidget(top)
        else:
            rows.addLayout(top)
        rows.addWidget(self._empty)
        return header

    def _show_below(self, page: QWidget) -> None:
        """Show the parts below the progress of the work."""
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._progress)
        outer.addWidget(page, 1)

    def _say(self, words: str) -> None:
        """Say why there is nothing to show; nothing if there are no words."""
        self._empty.setText(visible(words))
        self._empty.setVisible(bool(words))

    def _on_ended(self) -> None:
        self._patience.stop()
        self._progress.hide()

    def _refresh(self) -> None:
        """Compute what is not computed yet, if the page is visible."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        """Compute what was put off."""
        super().showEvent(event)
        self._refresh()


class Ground(QWidget):
    """A page in the colour of tables; its palette stays that of a window, which gives boxes on it their edges."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill what is to be painted."""
        QPainter(self).fillRect(event.rect(), current_theme().base)


_MARGIN = 18  # at a font of 13 pixels


class PartsPage(QScrollArea):
    """Show parts, and tell which table among them has the focus; hidden until there is something to show.

    Parameters
    ----------
    header : QWidget
        Stands above all parts, and is scrolled with them.

    Attributes
    ----------
    margin : int
        Around and between the parts, in device-independent pixels.
    parts : QWidget
        What holds them.
    rows : QVBoxLayout
        Where they are added.

    Signals
    -------
    table_focused : str
        The table of this title has the focus.
    """

    table_focused = Signal(str)

    def __init__(self, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.margin = round(_MARGIN * unit_of(self.font()))
        self._watched: dict[QWidget, str] = {}
        self.parts, page = QWidget(), Ground()
        self.rows = QVBoxLayout(self.parts)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(self.margin)
        whole = QVBoxLayout(page)
        whole.setContentsMargins(self.margin, self.margin, self.margin, self.margin)
        whole.setSpacing(self.margin)
        whole.addWidget(header)
        whole.addWidget(self.parts)
        whole.addStretch(1)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.parts.hide()

    def watch_tables(self, tables: Mapping[str, QWidget]) -> None:
        """Tell when one of some tables, each under its title, has the focus."""
        self._watched = {table: title for title, table in tables.items()}
        for table in self._watched:
            table.installEventFilter(self)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Tell which table has the focus."""
        if event.type() == QEvent.Type.FocusIn:
            self.table_focused.emit(next((title for table, title in self._watched.items() if table is watched), ""))
        return False
