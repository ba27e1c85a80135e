"""Charts as files: asks where to, draws for print, tells what happened."""

from typing import ClassVar, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from nerinspect.errors import OutputError
from nerinspect.ui.charts.bars import BY_KIND, BY_TYPE
from nerinspect.ui.overview.demerits_view import DemeritsView
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import LIGHT

DEMERITS: Final = "Error events and demerits"
_MARGIN: Final = 12  # at a font of 13 pixels
_FORMS: Final = "SVG (*.svg);;PNG, 300 dots an inch (*.png)"


class ChartSaver(QObject):
    """Write one chart at a time.

    Signals
    -------
    said : str
        What was written, or why nothing was.
    """

    said = Signal(str)

    NAMES: ClassVar[tuple[str, ...]] = (BY_TYPE, BY_KIND, DEMERITS)
    """The charts there are."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def save_demerits(self, shown: DemeritsView) -> None:
        """Ask for a path and write the bars of error events and demerits."""
        picture, bars = QWidget(), DemeritsView(theme=LIGHT)
        colours = picture.palette()
        colours.setColor(colours.ColorRole.Window, LIGHT.base)
        picture.setPalette(colours)
        margin = round(_MARGIN * font_size(picture.font()) / 13)
        row = QVBoxLayout(picture)
        row.setContentsMargins(margin, margin, margin, margin)
        row.addWidget(bars)
        bars.show_segments(shown.segments)
        picture.resize(shown.width() + 2 * margin, shown.height() + 2 * margin)
        self.save(picture, DEMERITS)

    def save(self, picture: QWidget, name: str) -> None:
        """Ask for a path and write a picture.

        Parameters
        ----------
        picture : QWidget
            As it is to be; deleted afterwards.
        name : str
            What it shows.
        """
        from nerinspect.ui.charts.saving import save_picture

        suggested = f"{name.lower().replace(' ', '-')}.svg"
        path, form = QFileDialog.getSaveFileName(self._window, f"Save “{name}”", suggested, _FORMS)
        if path:
            if not path.lower().endswith((".svg", ".png")):
                path += ".png" if form.startswith("PNG") else ".svg"
            try:
                save_picture(picture, path, name)
            except OutputError as error:
                self.said.emit(f"{error}.")
            else:
                self.said.emit(f"The chart was written to {path}.")
        picture.deleteLater()
