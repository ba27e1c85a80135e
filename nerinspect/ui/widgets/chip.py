"""A chip: one active filter, which a click takes away."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QToolButton, QWidget

from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible


class Chip(QToolButton):
    """Show the label of one filter, cut in its middle where it is long, with all of it in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = ""
        self.setAccessibleName("Filter")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_label(self, label: str) -> None:
        """Stand for another filter."""
        self._label = label
        self.setAccessibleName(label)
        self.setToolTip(tooltip(f"Remove “{label}”"))

    def cut(self, longest: float) -> None:
        """Give the label no more room than this, in device-independent pixels."""
        shown = QFontMetrics(self.font()).elidedText(visible(self._label), Qt.TextElideMode.ElideMiddle, round(longest))
        self.setText(f"{plain_text(shown)}  ✕")  # one & would mark a key

    def dress(self, font: QFont) -> None:
        """Take the colours of the desktop and a font that is a little smaller than this one."""
        theme, unit = current_theme(), font_size(font) / 13
        ground, edge = theme.selected.name(), theme.accent.name()
        self.setFont(scaled_font(font, DETAIL))
        self.setStyleSheet(
            f"QToolButton {{ background: {ground}; border: 1px solid {edge}; border-radius: {round(3 * unit)}px;"
            f" padding: {round(2 * unit)}px {round(8 * unit)}px; color: {theme.text.name()}; }}"
            f"QToolButton:focus {{ background: {edge}; color: {theme.base.name()}; }}"
        )
