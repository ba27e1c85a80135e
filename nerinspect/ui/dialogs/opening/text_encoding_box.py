"""The choice of a text encoding, from a list or written."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from nerinspect.errors import CommandError
from nerinspect.io.content import text_codec
from nerinspect.io.text_encoding_guess import TEXT_ENCODINGS

_TITLES: Final = {"cp1252": "Windows-1252", "latin-1": "Latin-1", "cp1250": "Windows-1250", "cp1251": "Windows-1251"}


class TextEncodingBox(QComboBox):
    """Offer text encodings; others can be written.

    Signals
    -------
    chosen : str
        Another text encoding than the one shown was chosen.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for name in TEXT_ENCODINGS:
            self.addItem(_title(name), name)
        self.activated.connect(self._on_edited)
        if field := self.lineEdit():
            field.setAccessibleName("Text encoding")
            field.editingFinished.connect(self._on_edited)

    def show_codec(self, name: str) -> None:
        """Show the text encoding in use."""
        self._shown = _offered(name)
        self.setCurrentText(_title(self._shown))

    def _on_edited(self) -> None:
        written = self.currentText().strip()
        place = self.findText(written)
        name = str(self.itemData(place)) if place >= 0 else written
        if name and name != self._shown:
            self._shown = name
            self.chosen.emit(name)


def _title(name: str) -> str:
    """Write a text encoding as people do."""
    return _TITLES.get(name, name.upper())


def _offered(name: str) -> str:
    """Give the name under which a text encoding is offered."""
    try:
        canonical = text_codec(name)
    except CommandError:
        return name
    return next((one for one in TEXT_ENCODINGS if text_codec(one) == canonical), name)
