"""A line of text whose numbers are doors."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPalette
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from nerinspect.query.filters import Filter
from nerinspect.query.writer import query_text
from nerinspect.ui.overview.tooltip import tooltip
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.number_menu import number_menu

Part = str | tuple[str, Filter]
"""Words, or a number with its door."""


class DoorLabel(QLabel):
    """Show words and numbers; a click on a number, or Tab and Enter, open what it counts.

    Signals
    -------
    door_opened : str
        The query of a number.
    """

    door_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[Part, ...] = ()
        self._hovered = ""
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setWordWrap(True)
        self.linkActivated.connect(self.door_opened)
        self.linkHovered.connect(self._on_link_hovered)
        self._restyle()

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show other words and numbers."""
        self._parts = tuple(parts)
        self.setAccessibleName("".join(part if isinstance(part, str) else part[0] for part in self._parts))
        self.setText("".join(_written(part) for part in self._parts))

    def menu_of(self, query: str) -> QMenu:
        """Make the menu of what can be done with a number."""
        doors = [part for part in self._parts if not isinstance(part, str)]
        text = next((text for text, door in doors if query_text(door) == query), "")
        return number_menu(self, text, query, self.accessibleName())

    def _on_link_hovered(self, query: str) -> None:
        self._hovered = query
        self.setToolTip(tooltip(query))

    def _restyle(self) -> None:
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.WindowText, current_theme().text2)
        self.setPalette(colours)
        self.setText("".join(_written(part) for part in self._parts))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the menu of the number under the pointer."""
        if self._hovered:
            self.menu_of(self._hovered).popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_parts"):
            self._restyle()


def _written(part: Part) -> str:
    if isinstance(part, str):
        return escape(part)
    text, door = part
    colour = current_theme().text.name()
    return f'<a href="{escape(query_text(door))}" style="color:{colour}; text-decoration:none">{escape(text)}</a>'
