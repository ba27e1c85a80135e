"""All keys on one page."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.analysis.events import KIND_NAMES, KINDS

SHORTCUTS: tuple[tuple[str, str], ...] = (
    ("J or ↓, K or ↑", "next and previous event"),
    *((str(number), f"{KIND_NAMES[kind]} in or out of the filter") for number, kind in enumerate(KINDS, start=1)),
    ("Ctrl+F", "search; Enter turns the text into chips"),
    ("Backspace in the empty search field", "take back the last chip"),
    ("Ctrl+Backspace", "clear all filters"),
    ("Ctrl+Shift+C", "copy the filter as a query"),
    ("Esc", "back to the table"),
    ("F6, Shift+F6", "next and previous region of the window"),
    ("Ctrl+O, F5", "open, reload"),
    ("Ctrl+E", "export what is on screen"),
    ("Ctrl+1, Ctrl+2, Ctrl+B", "events, overview, filters"),
    ("Ctrl+wheel on the sentence", "larger and smaller text"),
    ("?", "this page"),
)
"""What each key does, in the order of the page."""


class ShortcutsDialog(QDialog):
    """Show what the keys do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts_dialog")
        self.setWindowTitle("Keys")
        form = QFormLayout()
        for keys, meaning in SHORTCUTS:
            name = QLabel(keys)
            font = name.font()
            font.setWeight(font.Weight.DemiBold)
            name.setFont(font)
            form.addRow(name, QLabel(meaning))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(close)
