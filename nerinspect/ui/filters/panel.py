"""What all filters share: a section that folds, menus of its numbers, choices in its head, colours and fonts."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QActionGroup,
    QColor,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.filters import Everything, Filter, all_of
from nerinspect.query.language.parser import query_text
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.counts_table import Click, PickingView
from nerinspect.ui.kit.doors import number_menu
from nerinspect.ui.kit.layout import fill, stack
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import paint_focus_ring
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_HEAD_LEFT, _MARGIN, _GAP, _BELOW, _HAIRLINE = 4, 12, 8, 6, 2  # at a font of 13 pixels


class HeadButton(QToolButton):
    """A flat button with a ring around it while the keyboard acts on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring, which the style leaves out."""
        super().paintEvent(event)
        if self.hasFocus():
            paint_focus_ring(QPainter(self), current_theme(), unit_of(self.font()), QRectF(self.rect()))


class Section(Styled, QWidget):
    """Show a head with an arrow, a title and a summary over a widget that the head folds away."""

    folded = Signal(bool)  # the user folded the section (true) or opened it

    def __init__(self, title: str, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body = body
        self.is_folded, self._title = False, title
        self._choice: ChoiceButton | None = None
        self.head = HeadButton(self)  # folds and opens
        self._summary = QLabel(self)
        self._column, self._row = QVBoxLayout(self), QHBoxLayout()
        self._build_ui(title)
        self.set_folded(False)
        self.head.clicked.connect(self._on_clicked)

    @property
    def summary(self) -> str:
        return self._summary.text()

    def set_summary(self, text: str) -> None:
        """Show some words at the right of the head; they stay when the section is folded."""
        self._summary.setText(visible(text))
        self.head.setAccessibleDescription(text)

    def set_title(self, title: str) -> None:
        self._title = title
        self.head.setText(plain_text(title))

    def set_owner(self, letter: str) -> None:
        """Say in the head whose numbers are counted where two systems are compared; nothing for an empty letter."""
        self.head.setText(plain_text(f"{self._title} of {letter}" if letter else self._title))
        self._name_head()

    def add_choice(self, choice: "ChoiceButton") -> None:
        """Put a choice at the right of the head; it stays when the section is folded."""
        self._choice = choice
        self._row.addWidget(choice)

    def share_room(self) -> None:
        """Let the choice say its name where title, arrow and margins leave room for it."""
        if self._choice is not None:
            margins, spaces = self._row.contentsMargins(), self._row.spacing() * (self._row.count() - 1)
            title = self.head.sizeHint().width() + margins.left() + margins.right() + spaces
            self._choice.set_room(self.width() - title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_room()

    def set_meaning(self, text: str) -> None:
        for part in (self.head, self._summary):
            part.setToolTip(tooltip(text))

    def set_folded(self, is_folded: bool) -> None:
        self.is_folded = is_folded
        self.head.setArrowType(Qt.ArrowType.RightArrow if is_folded else Qt.ArrowType.DownArrow)
        self._name_head()
        self._body.setVisible(not is_folded)
        self._leave_room_below()
        self.updateGeometry()  # at once, so that who asks the panel for its height now is told the new one

    def _name_head(self) -> None:
        self.head.setAccessibleName(f"{self.head.text()}, {'folded' if self.is_folded else 'open'}")

    def _build_ui(self, title: str) -> None:
        self.head.setText(plain_text(title))
        self.head.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        fill(self._row, self.head, self._summary, stretched=self.head)
        fill(self._column, self._row, self._body, gap=0)

    def _restyle(self) -> None:
        unit = self.unit
        self._row.setContentsMargins(round(_HEAD_LEFT * unit), 0, round(_MARGIN * unit), 0)
        self._row.setSpacing(round(_GAP * unit))
        self._leave_room_below()
        self.head.setFont(scaled_font(self.font(), DETAIL, is_bold=True))
        self._summary.setFont(scaled_font(self.font(), CAPTION))
        set_ink(self._summary, current_theme().text3)

    def _leave_room_below(self) -> None:
        """Keep what is open apart from the next head; folded heads stand close together."""
        unit = self.unit
        self._column.setContentsMargins(0, 0, 0, round((_HAIRLINE if self.is_folded else _BELOW) * unit))

    def _on_clicked(self) -> None:
        self.set_folded(not self.is_folded)
        self.folded.emit(self.is_folded)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, current_theme().hairline)


_ARROW: Final = " ▾"
_PADDING = 4  # at both sides, at a font of 13 pixels
_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Choice(NamedTuple):
    """What can be chosen: its name, the same where there is little room, and what it is."""

    name: str
    short: str
    meaning: str = ""


class ChoiceButton(HeadButton):
    """Offer some choices; it tells another one by its place, and a screen reader what is chosen by its title."""

    chosen = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._choices: Sequence[Choice] = ()
        self._place = 0
        self._room = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleDescription("Left and Right choose the next one; Alt+Down lists all.")
        self.clicked.connect(self.show_menu)

    @property
    def padding(self) -> float:
        return _PADDING * unit_of(self.font())

    def set_choices(self, choices: Sequence[Choice], place: int) -> None:
        if (choices, place) != (self._choices, self._place):
            self._choices, self._place = choices, place
            self.setAccessibleName(f"{self._title}: {choices[place].name}")
            self.setToolTip(tooltip(choices[place].meaning))
            self._write()

    def set_room(self, width: int) -> None:
        """Write shortly where there is less room than the name takes, in device-independent pixels."""
        self._room = width
        self._write()

    def restyle(self, font: QFont, ink: QColor) -> None:
        set_ink(self, ink, QPalette.ColorRole.ButtonText)
        self.setFont(font)
        self._write()

    def show_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        for place, choice in enumerate(self._choices):
            action = menu.addAction(plain_text(choice.name), partial(self._choose, place))
            action.setCheckable(True)
            action.setChecked(place == self._place)
            action.setToolTip(tooltip(choice.meaning))
            group.addAction(action)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(round(metrics.horizontalAdvance(self.text()) + 2 * self.padding), metrics.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with arrows; list all with Alt+Down, and as ever with Enter or Space."""
        if (step := _STEPS.get(Qt.Key(event.key()))) and self._choices:
            self._choose(min(max(self._place + step, 0), len(self._choices) - 1))
        elif event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.show_menu()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _choose(self, place: int) -> None:
        if place != self._place:
            self.chosen.emit(place)

    def _write(self) -> None:
        if not self._choices:
            return
        choice, room = self._choices[self._place], self._room - 2 * self.padding
        is_cut = self.fontMetrics().horizontalAdvance(choice.name + _ARROW) > room
        self.setText(plain_text((choice.short if is_cut else choice.name) + _ARROW))
        self.updateGeometry()


class FilterPanel(Styled, QWidget):
    """Show counts in a section and offer a menu on each.

    The glossary says under `key` what is counted; `view` gets the keyboard, and folds, alone or within a `body`.
    """

    picked = Signal(object, int, object)  # values of cells, the column they were picked in, and a `Click`
    has_ranges = True  # whether all cells up to one can be picked; else it is added alone

    def __init__(
        self, title: str, key: str, view: PickingView, body: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.view = view
        self.wording = JUDGED  # what the two sides are called
        self._other_filters: Callable[[], Filter] = Everything
        self._held = body or view
        self.section = Section(title, self._held, self)  # the head that folds the counts away
        self._key = key
        self.section.set_meaning(JUDGED.meaning(key))
        stack(self, self.section)
        self._connect_view()

    def _connect_view(self) -> None:
        self.view.picked.connect(self._on_picked)
        self.view.menu_requested.connect(self._on_menu_requested)

    def set_summary(self, text: str) -> None:
        self.section.set_summary(text)

    def speak(self, wording: Wording) -> None:
        self.wording = wording
        self.section.set_meaning(wording.meaning(self._key))

    def set_query_context(self, other_filters: Callable[[], Filter]) -> None:
        """Let copied queries say under which other filters a number counts, not just its own value."""
        self._other_filters = other_filters

    def pick_in(self, selection: Callable[[], Selection], select: Callable[[Selection], object]) -> None:
        """Let picks change a selection; its numbers are counted under what it asks besides."""
        self.set_query_context(lambda: self.others(selection()).filter)
        self.picked.connect(lambda values, column, click: select(self.after(selection(), values, column, click)))

    def others(self, selection: Selection) -> Selection:
        """Give what a selection asks besides what is picked here."""
        raise NotImplementedError

    def after(self, selection: Selection, values: Sequence[Any], column: int, click: Click) -> Selection:
        """Give what is selected once values are picked in a column."""
        raise NotImplementedError

    def tell_height(self) -> None:
        """Tell all that hold the counts at once, so that who asks the panel for its height now is told the new one."""
        for part in (self._held, self.section, self):
            part.updateGeometry()

    def query(self, index: QModelIndex) -> str:
        return query_text(all_of(self._other_filters(), self.view.cell(index).door))

    def menu(self, index: QModelIndex) -> QMenu:
        cell = self.view.cell(index)
        return self._menu_of(cell.count_text, self.query(index), cell.explanation)

    def _menu_of(self, text: str, query: str, explanation: str, view: PickingView | None = None) -> QMenu:
        view = view or self.view
        menu = number_menu(view, text, query, explanation)
        menu.addSeparator()
        menu.addAction("Copy table", view.copy)
        return menu

    def _restyle(self) -> None:
        self.view.restyle(self.font())

    def _on_picked(self, first: QModelIndex, last: QModelIndex, click: Click) -> None:
        if click == Click.RANGE and not self.has_ranges:
            first, click = last, Click.ADDED
        self._pick(self.view.values_between(first, last), last.column(), click)

    def _pick(self, values: Sequence[object], column: int, click: Click) -> None:
        self.picked.emit(values, column, click)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        self.menu(index).popup(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the counts; were they a focus proxy, Tab would leave out what stands above them."""
        (self.section.head if self.section.is_folded else self.view).setFocus(event.reason())


def with_picked(selection: Selection, field: str, values: Sequence[Any], click: Click) -> Selection:
    if click == Click.RANGE:
        return selection.pick_all(field, values)
    return (selection.toggle if click == Click.ADDED else selection.pick)(field, values[0])
