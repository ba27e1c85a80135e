"""A page of parts below each other, scrolled with the header above them."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.widgets.ground import Ground

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
        self.margin = round(_MARGIN * font_size(self.font()) / 13)
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
