"""The search field: Enter turns its text into chips."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget


class SearchField(QLineEdit):
    """Take a query.

    Signals
    -------
    query_entered : str
        Enter was pressed on some text.
    backspaced
        Backspace was pressed in the empty field.
    escaped
        Escape was pressed.
    """

    query_entered = Signal(str)
    backspaced = Signal()
    escaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search_field")
        self.setAccessibleName("Search")
        self.setAccessibleDescription("Words, phrases, regular expressions and fields such as kind:be type:ORG")
        self.setPlaceholderText("Search: words, “a phrase”, /regex/, kind:be type:ORG elen:>=3")
        self.setClearButtonEnabled(True)
        self.returnPressed.connect(self._on_return)

    def _on_return(self) -> None:
        if self.text().strip():
            self.query_entered.emit(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Watch for Backspace in the empty field and for Escape."""
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.backspaced.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)
