"""The row on top: open, views, systems or annotators and what is compared with them, search, export."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from nerinspect.ui.desk.actions import ACTIONS
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import JUDGING, RELATIONS, VIEWS
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled, draw_switch, open_menu_by
from nerinspect.ui.theme.marks import give_icon
from nerinspect.ui.theme.themes import current_theme
from nerinspect.ui.window.search_field import SearchField
from nerinspect.ui.window.systems import AnnotatorChooser, SystemChooser


class ViewButtons(Styled, QWidget):
    """Let the user choose a view, by names in order with their keys; the one on show has its button."""

    chosen = Signal(str)

    def __init__(self, views: Mapping[str, str]) -> None:
        super().__init__()
        self._keys, self._room = dict(views), -1
        self._left_out: frozenset[str] = frozenset()
        self._buttons: dict[str, QToolButton] = {}
        self._drawn: Sequence[QToolButton] = ()
        self._group = QButtonGroup(self)
        row = fill(QHBoxLayout(self), gap=0)
        for name in views:
            button = self._buttons[name] = bar_button(name, self._tip(name), self)
            button.setCheckable(True)
            button.clicked.connect(partial(self._on_chosen, name))
            self._group.addButton(button)
            row.addWidget(button)
        self._more = bar_button("More", "More views", self)
        self._more.setMenu(QMenu(self._more))
        self._more.hide()
        row.addWidget(self._more)
        self._buttons[next(iter(views))].setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    @property
    def current(self) -> str:
        return next(name for name, button in self._buttons.items() if button.isChecked())

    @property
    def folded(self) -> tuple[str, ...]:
        return tuple(name for name, button in self._buttons.items() if button.isHidden() and self.has(name))

    @property
    def menu(self) -> QMenu:
        return self._more.menu()

    def show_view(self, name: str) -> None:
        self._buttons[name].setChecked(True)
        self._fold()

    def has(self, name: str) -> bool:
        return name in self._buttons and name not in self._left_out

    def leave_out(self, names: Collection[str]) -> None:
        """Show no button for some views, of which none is on show; all others have theirs."""
        self._left_out = frozenset(names)
        self._fold()

    def withhold(self, reasons: Mapping[str, str]) -> None:
        """Let some views not be chosen, and say why of each; all others can be."""
        for name, button in self._buttons.items():
            button.setEnabled(name not in reasons)
            button.setToolTip(tooltip(reasons.get(name) or self._tip(name)))
        for action in self.menu.actions():
            action.setEnabled(self.offers(action.text().partition("\t")[0]))

    def _tip(self, name: str) -> str:
        key = self._keys[name]
        return f"Show {name}{f' ({key})' if key else ''}"

    def offers(self, name: str) -> bool:
        return self.has(name) and self._buttons[name].isEnabledTo(self)

    def fit(self, room: int) -> None:
        if room != self._room:
            self._room = room
            self._fold()

    def _fold(self) -> None:
        shown = set(self._fitting())
        row = [button for name, button in self._buttons.items() if name in shown]
        row = [*row, self._more] if len(row) < sum(map(self.has, self._buttons)) else row
        if row != self._drawn:
            self._draw(row)
        in_menu = tuple(action.text().partition("\t")[0] for action in self.menu.actions())
        if (
            shown == {name for name, button in self._buttons.items() if not button.isHidden()}
            and in_menu == self.folded
        ):
            return
        for name, button in self._buttons.items():
            button.setVisible(name in shown)
        self._more.setVisible(bool(self.folded))
        self.menu.clear()
        for name in self.folded:
            action = self.menu.addAction(f"{name}\t{self._keys[name]}", partial(self._on_chosen, name))
            action.setEnabled(self.offers(name))

    def _fitting(self) -> list[str]:
        """Name the views that have room: all, or beside the menu the one on show and the first others."""
        there = {name: button for name, button in self._buttons.items() if self.has(name)}
        widths = {name: button.sizeHint().width() for name, button in there.items()}
        if self._room < 0 or sum(widths.values()) <= self._room:
            return list(widths)
        current = self.current
        left = self._room - self._more.sizeHint().width() - widths[current]
        shown = [current]
        for name, width in widths.items():
            if name != current:
                left -= width
                if left < 0:
                    break
                shown.append(name)
        return shown

    def _on_chosen(self, name: str) -> None:
        self.show_view(name)
        self.chosen.emit(name)

    def _restyle(self) -> None:
        open_menu_by(self._more, "More")
        self._draw([*self._buttons.values(), self._more])
        self._fold()

    def _draw(self, buttons: Sequence[QToolButton]) -> None:
        self._drawn = buttons
        draw_switch(buttons, self.unit, 4, 8)


def bar_button(text: str, tip: str, parent: QWidget | None = None) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setToolTip(tooltip(tip))
    button.setAccessibleName(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _command(desk: Desk, name: str) -> QToolButton:
    action = ACTIONS[name]
    button = bar_button(action.words, f"{action.does} ({action.keys})")
    button.clicked.connect(lambda: desk.menus.action(name).trigger())
    return button


_NARROW, _ROOM_FOR_TWO, _SEARCH = 1100, 1280, 230
"""Widths at a font of 13: up to which words are left out, from which on A and B have room; that of the search."""


class Toolbar(Styled, QWidget):
    """Hold what is always at hand."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setObjectName("toolbar")
        self.search = SearchField()
        self.systems = SystemChooser()
        self.annotators = AnnotatorChooser()
        self.annotators.hide()
        self.views = ViewButtons({view.name: view.key for view in VIEWS.values()})
        self.views.chosen.connect(desk.view_requested)
        self.offer_relations(False)
        self._document = desk.document
        desk.document.tell_of_studies(self._speak_of_annotators)
        self._open, self._filters, self._export = (_command(desk, name) for name in ("open", "filters", "export"))
        self._are_filters_shown = True
        self._build_ui()
        self.set_ready(False)

    def show_filters(self, are_shown: bool) -> None:
        """Offer to bring the filters back where they are folded away."""
        self._are_filters_shown = are_shown
        self._filters.setVisible(not are_shown and self.views.isEnabled())

    def _speak_of_annotators(self) -> None:
        """Offer annotators A and B instead of systems, and no view that judges them by a reference."""
        study = self._document.study
        are_annotators = study is not None and study.is_of_annotators
        self.systems.setVisible(not are_annotators)
        self.annotators.setVisible(are_annotators)
        self.views.withhold(JUDGING if are_annotators else {})

    def offer_relations(self, has_relations: bool) -> None:
        self.views.leave_out(() if has_relations else (RELATIONS,))

    def set_ready(self, is_ready: bool) -> None:
        for part in (self.views, self.search, self._export):
            part.setEnabled(is_ready)
        self.show_filters(self._are_filters_shown)

    def _build_ui(self) -> None:
        unit = self.unit
        layout = QHBoxLayout(self)
        layout.setContentsMargins(round(8 * unit), round(6 * unit), round(8 * unit), round(6 * unit))
        layout.setSpacing(round(8 * unit))
        self._parts = (
            self._open, self._filters, self.views, self.systems, self.annotators, self.search, self._export
        )  # fmt: skip
        for part in self._parts:
            layout.addWidget(part, int(part is self.search))

    def _restyle(self) -> None:
        theme, unit = current_theme(), self.unit
        for button, name in ((self._open, "open"), (self._export, "export")):
            give_icon(button, name, theme.text, 16 * unit)
        self._fold(self.width())

    def _fold(self, width: int) -> None:
        unit = self.unit
        is_narrow = width <= round(_NARROW * unit)
        style = Qt.ToolButtonStyle
        self._export.setToolButtonStyle(style.ToolButtonIconOnly if is_narrow else style.ToolButtonTextBesideIcon)
        self._open.setToolButtonStyle(style.ToolButtonTextBesideIcon)
        self.systems.set_room(not is_narrow, width >= round(_ROOM_FOR_TWO * unit))
        self._share_room()

    def _share_room(self) -> None:
        layout = self.layout()
        assert layout is not None, "it was built"
        search = round(_SEARCH * self.unit)
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
