"""The preview under its title, which says where in the file it stands."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.io.preview import Preview
from nerinspect.ui.dialogs.opening.preview_view import PreviewView
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.link_label import LinkLabel


class PreviewPart(QWidget):
    """Show a file as parsed, with a way back to its first line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._note, self.view = QLabel("Previe&w"), LinkLabel(), PreviewView()
        self._title.setBuddy(self.view)
        self._note.linkActivated.connect(lambda _: self.view.go_to_start())
        self.view.verticalScrollBar().valueChanged.connect(self._tell_place)
        unit = font_size(self.font()) / 13
        head = QHBoxLayout()
        head.setSpacing(round(8 * unit))
        head.addWidget(self._title)
        head.addWidget(self._note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(4 * unit))
        layout.addLayout(head)
        layout.addWidget(self.view, 1)
        self._restyle()

    @property
    def note(self) -> str:
        """The words beside the title."""
        return self._note.text()

    def show_preview(self, preview: Preview | None, types: tuple[str, ...] = ()) -> None:
        """Show another file."""
        self.view.show_preview(preview, types)
        self._tell_place()

    def _tell_place(self) -> None:
        preview, row = self.view.preview, self.view.rowAt(0)
        if preview is None or not preview.n_rows:
            self._note.setText("")
        elif row <= 0:
            self._note.setText("as parsed")
        else:
            where = f"line {row + 1:,} on" if preview.has_lines else "further on"
            self._note.setText(f'as parsed, {where}; <a href="start">from the beginning</a>')

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._note.setFont(scaled_font(self.font(), CAPTION))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "view"):
            self._restyle()
