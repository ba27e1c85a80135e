"""The preview under its title, which says where in the file it stands."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.io.preview import Preview
from nerinspect.ui.dialogs.opening.head import Head
from nerinspect.ui.dialogs.opening.preview_view import PreviewView
from nerinspect.ui.painting.fonts import font_size


class PreviewPart(QWidget):
    """Show a file as parsed, with a way back to its first line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = PreviewView()
        self.head = Head("Previe&w", buddy=self.view)
        self.head.link_followed.connect(self.view.go_to_start)
        self.view.verticalScrollBar().valueChanged.connect(self._tell_place)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(4 * font_size(self.font()) / 13))
        layout.addWidget(self.head)
        layout.addWidget(self.view, 1)

    def show_preview(self, preview: Preview | None, types: tuple[str, ...] = ()) -> None:
        """Show another file."""
        self.view.show_preview(preview, types)
        self._tell_place()

    def _tell_place(self) -> None:
        preview, row = self.view.preview, self.view.rowAt(0)
        if preview is None or not preview.n_rows:
            self.head.set_note("")
        elif row <= 0:
            self.head.set_note("as parsed")
        else:
            where = f"line {row + 1:,} on" if preview.has_lines else "further on"
            self.head.set_note(f"as parsed, {where};", "from the beginning")
