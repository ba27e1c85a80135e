"""What all filters share: a section that folds, menus of its numbers, colours and fonts that follow the desktop."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.filters import Everything, Filter, all_of
from nerinspect.query.writer import query_text
from nerinspect.ui.models.roles import COUNT_ROLE
from nerinspect.ui.panels.picking_view import PickingView
from nerinspect.ui.panels.section import Section
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.number_menu import number_menu


class FilterPanel(QWidget):
    """Show counts in a section and offer a menu on each.

    Parameters
    ----------
    title : str
        What stands in the head.
    key : str
        Under which the glossary says what is counted.
    view : PickingView
        The counts; what gets the keyboard focus.
    body : QWidget
        What folds under the head: the view, or what holds it.
    parent : QWidget, optional
        Where the panel stands.

    Attributes
    ----------
    view : PickingView
        The counts; what gets the keyboard focus.
    section : Section
        The head that folds them away.
    """

    def __init__(self, title: str, key: str, view: PickingView, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self._other_filters: Callable[[], Filter] = Everything
        self._held = body
        self.section = Section(title, body, self)
        self._key = key
        self.section.set_meaning(JUDGED.meaning(key))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.section)
        view.menu_requested.connect(self._on_menu_requested)

    def set_summary(self, text: str) -> None:
        """Say something in the head, such as how many events are picked."""
        self.section.set_summary(text)

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        self.section.set_meaning(wording.meaning(self._key))

    def set_query_context(self, other_filters: Callable[[], Filter]) -> None:
        """Let copied queries say everything that a number counts under, not just its own value.

        Parameters
        ----------
        other_filters : callable
            Gives the filter under which the panel's counts were taken, such as the selection without its field.
        """
        self._other_filters = other_filters

    def tell_height(self) -> None:
        """Tell all that hold the counts at once, so that who asks the panel for its height now is told the new one."""
        for part in (self._held, self.section, self):
            part.updateGeometry()

    def _term(self, index: QModelIndex) -> Filter:
        """Give what a cell counts."""
        raise NotImplementedError

    def _restyle(self) -> None:
        """Paint with the colours and fonts of now."""
        raise NotImplementedError

    def _show_menu(self, text: str, term: Filter, explanation: str, place: QPoint) -> None:
        query = query_text(all_of(self._other_filters(), term))
        menu = number_menu(self.view, text, query, explanation)
        menu.addSeparator()
        menu.addAction("Copy Table", self.view.copy)
        menu.popup(place)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        count, explanation = index.data(COUNT_ROLE), index.data(Qt.ItemDataRole.WhatsThisRole)
        self._show_menu(f"{count:,}", self._term(index), explanation, place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the counts; were they a focus proxy, Tab would leave out what stands above them."""
        (self.section.head if self.section.is_folded else self.view).setFocus(event.reason())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event):
            self._restyle()
