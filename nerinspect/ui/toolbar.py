"""The row on top: open, views, system and what it is compared with, search, export."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from nerinspect.ui.annotator_chooser import AnnotatorChooser
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.icons import line_icon
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.system_chooser import SystemChooser
from nerinspect.ui.theme import current_theme
from nerinspect.ui.view_buttons import ViewButtons, bar_button
from nerinspect.ui.views import (
    AGREEMENT,
    COMPARE,
    CONSISTENCY,
    DIAGNOSIS,
    EVENTS_VIEW,
    JUDGING,
    OVERVIEW,
    RELATIONS,
    REPAIR,
    REVIEW,
)
from nerinspect.ui.widgets.search_field import SearchField

_VIEWS = {
    EVENTS_VIEW: 1,
    RELATIONS: 9,
    OVERVIEW: 2,
    CONSISTENCY: 3,
    REPAIR: 4,
    DIAGNOSIS: 5,
    COMPARE: 6,
    AGREEMENT: 7,
    REVIEW: 8,
}
"""The views, and the digit in the key of each."""


_NARROW, _ROOM_FOR_TWO, _SEARCH = 1100, 1280, 250
"""Widths at a font of 13: up to which words are left out, from which on A and B have room; that of the search."""


class Toolbar(QWidget):
    """Hold what is always at hand.

    Signals
    -------
    open_requested, export_requested, filters_requested
        A button was pressed.
    view_chosen : str
        `EVENTS_VIEW`, `RELATIONS`, `OVERVIEW`, `CONSISTENCY`, `REPAIR`, `DIAGNOSIS`, `COMPARE`, `AGREEMENT` or
        `REVIEW`.
    prediction_chosen : int
        Another prediction is to be shown.
    compared_chosen : int or None
        It is to be compared with this prediction, or with none.
    """

    open_requested = Signal()
    export_requested = Signal()
    filters_requested = Signal()
    view_chosen = Signal(str)
    prediction_chosen = Signal(int)
    compared_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.search = SearchField()
        self.systems = SystemChooser()
        self.annotators = AnnotatorChooser()
        self.annotators.hide()
        self.systems.prediction_chosen.connect(self.prediction_chosen)
        self.systems.compared_chosen.connect(self.compared_chosen)
        self.views = ViewButtons(_VIEWS)
        self.views.chosen.connect(self.view_chosen)
        self.offer_relations(False)
        self._build_ui()
        self.set_ready(False)

    def show_view(self, name: str) -> None:
        """Mark a view as the one on show."""
        self.views.show_view(name)

    def show_filters(self, are_shown: bool) -> None:
        """Offer to bring the filters back where they are folded away."""
        self._filters.setVisible(not are_shown)

    def speak_of_annotators(self, are_annotators: bool) -> None:
        """Offer annotators A and B instead of systems, and no view that judges them by a reference."""
        self.systems.setVisible(not are_annotators)
        self.annotators.setVisible(are_annotators)
        self.views.withhold(JUDGING if are_annotators else {})

    def offer_relations(self, has_relations: bool) -> None:
        """Offer the view of relations, or leave it out."""
        self.views.leave_out(() if has_relations else (RELATIONS,))

    def set_ready(self, is_ready: bool) -> None:
        """Let the parts that need data be used, or not."""
        for part in (self.views, self.search, self._export):
            part.setEnabled(is_ready)

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        layout = QHBoxLayout(self)
        layout.setContentsMargins(round(8 * unit), round(6 * unit), round(8 * unit), round(6 * unit))
        layout.setSpacing(round(8 * unit))
        self._open = bar_button("Open…", "Open files (Ctrl+O)")
        self._open.clicked.connect(self.open_requested)
        self._filters = bar_button("Filters", "Show the filters (Ctrl+B)")
        self._filters.clicked.connect(self.filters_requested)
        self._filters.hide()
        self._export = bar_button("Export…", "Export the events on screen (Ctrl+E)")
        self._export.clicked.connect(self.export_requested)
        self._parts = (
            self._open, self._filters, self.views, self.systems, self.annotators, self.search, self._export
        )  # fmt: skip
        for part in self._parts:
            layout.addWidget(part, int(part is self.search))
        self._restyle()

    def _restyle(self) -> None:
        """Follow the desktop's colours and font."""
        theme, unit = current_theme(), font_size(self.font()) / 13
        size = round(16 * unit)
        for button, name in ((self._open, "open"), (self._export, "export")):
            button.setIcon(line_icon(name, theme.text, size))
            button.setIconSize(QSize(size, size))
        self._fold(self.width())

    def _fold(self, width: int) -> None:
        """Leave words out where there is little room."""
        unit = font_size(self.font()) / 13
        is_narrow = width <= round(_NARROW * unit)
        style = Qt.ToolButtonStyle
        self._export.setToolButtonStyle(style.ToolButtonIconOnly if is_narrow else style.ToolButtonTextBesideIcon)
        self._open.setToolButtonStyle(style.ToolButtonTextBesideIcon)
        self.systems.set_room(not is_narrow, width >= round(_ROOM_FOR_TWO * unit))
        self._share_room()

    def _share_room(self) -> None:
        """Give the views what the other parts leave, the search being as wide as it needs."""
        layout = self.layout()
        assert layout is not None, "it was built"
        search = round(_SEARCH * font_size(self.font()) / 13)
        shown = [part for part in self._parts if not part.isHidden()]
        others = sum(part.sizeHint().width() for part in shown if part not in (self.views, self.search))
        margins = layout.contentsMargins()
        gaps = margins.left() + margins.right() + layout.spacing() * (len(shown) - 1)
        self.views.fit(max(self.width() - others - gaps - search, 0))

    def event(self, event: QEvent) -> bool:
        """Share the room anew where parts need more of it, or less."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._share_room()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave words out where there is little room."""
        super().resizeEvent(event)
        self._fold(event.size().width())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_export"):
            self._restyle()
