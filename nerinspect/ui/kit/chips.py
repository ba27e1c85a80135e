"""The chips of the active filters, what is left under them, and whether events are grouped."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QActionGroup, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from nerinspect.glossary import meaning
from nerinspect.quantities import grouped
from nerinspect.ui.kit.layout import FlowLayout
from nerinspect.ui.kit.screen_text import announce, plain_text, tooltip
from nerinspect.ui.kit.styled import Styled, open_menu_by
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import give_icon
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible


class Chip(QToolButton):
    """Show the label of one filter, cut in its middle where it is long, with all of it in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = ""
        self.setAccessibleName("Filter")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_label(self, label: str) -> None:
        self._label = label
        self.setAccessibleName(label)
        self.setToolTip(tooltip(f"Remove “{label}”"))

    def cut(self, longest: float) -> None:
        """Give the label no more room than this, in device-independent pixels."""
        shown = QFontMetrics(self.font()).elidedText(visible(self._label), Qt.TextElideMode.ElideMiddle, round(longest))
        self.setText(f"{plain_text(shown)}  ✕")  # one & would mark a key

    def dress(self, font: QFont) -> None:
        """Take the colours of the desktop and a font that is a little smaller than this one."""
        theme, unit = current_theme(), unit_of(font)
        ground, edge = theme.selected.name(), theme.accent.name()
        self.setFont(scaled_font(font, DETAIL))
        self.setStyleSheet(
            f"QToolButton {{ background: {ground}; border: 1px solid {edge}; border-radius: {round(3 * unit)}px;"
            f" padding: {round(2 * unit)}px {round(8 * unit)}px; color: {theme.text.name()}; }}"
            f"QToolButton:focus {{ background: {edge}; color: {theme.base.name()}; }}"
        )


_ARROWS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
_REMOVING: Final = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)

_EVENTS: Final = "events"

_LONGEST, _LONGEST_AMONG_MANY = 220, 120  # widths of the longest labels of chips, at a font of 13 pixels


class ChipRow(Styled, QWidget):
    """Show one chip for each term, and how many rows are left."""

    removed = Signal(int)  # the chip at this place was taken away
    cleared = Signal()
    focus_left = Signal()  # the last chip was taken away while the focus was on it
    copy_requested = Signal()
    grouping_chosen = Signal(bool)  # the user wants events of equal surface to stand together, or no longer
    exchange_requested = Signal()
    stretches_chosen = Signal(bool)  # the user wants a row for each stretch of text, or for each reference mention

    def __init__(self, parent: QWidget | None = None, rows: str = _EVENTS) -> None:
        super().__init__(parent)
        self._of_rows = rows
        self.setObjectName("chip_row")
        self.setAccessibleName("Active filters")
        self._labels: tuple[str, ...] = ()
        self._is_narrow = self._is_comparing = False
        self._build_ui()

    @property
    def texts(self) -> list[str]:
        return list(self._labels)

    def show_terms(self, labels: Sequence[str]) -> None:
        """Show these terms, in this order; the focus stays at its place among them."""
        self._labels = tuple(labels)
        while len(self._chips) < len(labels):
            self._add_chip()
        for chip, label in zip(self._chips, labels, strict=False):
            chip.show_label(label)
            chip.show()
        if labels:
            self._clear.show()
        leaving = self._chips[len(labels) :] if labels else [*self._chips, self._clear]
        is_left = any(part.hasFocus() for part in leaving)
        if is_left and labels:
            self._chips[len(labels) - 1].setFocus(Qt.FocusReason.OtherFocusReason)
        for part in leaving:
            part.hide()
        self._fit()
        if is_left and not labels:
            self.focus_left.emit()

    def show_count(self, n_kept: int, n_all: int) -> None:
        """Say how many rows are left of how many: events, or what the rows of a comparison are."""
        rows = self._kinds_of_rows.checkedAction().text().lower() if self._is_comparing else self._of_rows
        self._count.setText(f"<b>{grouped(n_kept)}</b> of {grouped(n_all)}{'' if self._is_comparing else f' {rows}'}")
        self._fit()
        announce(self, f"{grouped(n_kept)} of {grouped(n_all)} {rows}")

    def show_comparison(self, is_comparing: bool, has_stretches: bool = False) -> None:
        """Offer what a comparison has in the place of groups."""
        self._is_comparing = is_comparing
        chosen = self._kinds_of_rows.actions()[has_stretches]
        chosen.setChecked(True)
        self._rows.setText(f"{chosen.text().lower()} ▾")
        self._rows.setAccessibleName(f"Rows: {chosen.text().lower()}")
        self._fit()

    def set_grouped(self, is_grouped: bool) -> None:
        """Show whether events of equal surface stand together."""
        self._grouped.setChecked(is_grouped)

    def set_narrow(self, is_narrow: bool) -> None:
        """Leave out what menus and keys do too, or bring it back."""
        self._is_narrow = is_narrow
        self._fit()

    def _build_ui(self) -> None:
        self._chips: list[Chip] = []  # as many as were ever needed; those left over are hidden
        self._holder = QWidget()
        self._flow = FlowLayout(self._holder)
        self._flow.setContentsMargins(0, 0, 0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._holder.setSizePolicy(policy)
        self._clear = _flat_button("Clear all")
        self._clear.clicked.connect(self.cleared)
        self._clear.installEventFilter(self)
        self._add_chip()  # before its neighbours: Tab goes through the parts as they are added
        self._grouped = QCheckBox("Group equal surfaces")
        self._grouped.setToolTip("Group events with exactly the same words, the most frequent first.")
        self._grouped.clicked.connect(self.grouping_chosen)
        self._swap = _flat_button("Swap A and B")
        self._swap.setToolTip("Swap A and B.")
        self._swap.clicked.connect(self.exchange_requested)
        self._copy = _flat_button("Copy as query")
        self._copy.setToolTip("Copy the active filters as a query.")
        self._copy.clicked.connect(self.copy_requested)
        self._rule = QFrame()
        self._rule.setFixedWidth(1)
        self._count = QLabel(textFormat=Qt.TextFormat.RichText)
        self._rows, self._kinds_of_rows = _flat_button(""), QActionGroup(self)
        self._add_kinds_of_rows()
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._holder, 1)
        for part in (self._grouped, self._swap, self._copy, self._rule):
            self._row.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
        self._counted = counted = QHBoxLayout()
        counted.setSpacing(0)
        for part in (self._count, self._rows):
            counted.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addLayout(counted)

    def _add_kinds_of_rows(self) -> None:
        """Let the words behind the count choose what the rows of a comparison are."""
        menu = QMenu(self._rows)
        for name in ("Reference mentions", "Stretches of text"):
            action = menu.addAction(name)
            action.setCheckable(True)
            self._kinds_of_rows.addAction(action)
        mentions, stretches = menu.actions()
        mentions.setChecked(True)
        mentions.triggered.connect(lambda: self.stretches_chosen.emit(False))
        stretches.triggered.connect(lambda: self.stretches_chosen.emit(True))
        stretches.setToolTip(tooltip(meaning("stretches")))
        menu.setToolTipsVisible(True)
        self._rows.setMenu(menu)
        open_menu_by(self._rows, "")
        self._rows.setToolTip("Choose what the rows are.")

    def _add_chip(self) -> None:
        chip, place = Chip(), len(self._chips)
        chip.clicked.connect(lambda: self.removed.emit(place))
        chip.installEventFilter(self)
        self._flow.removeWidget(self._clear)
        self._flow.addWidget(chip)
        self._flow.addWidget(self._clear)
        if self._chips:
            self.setTabOrder(self._chips[-1], chip)
        self._chips.append(chip)
        chip.dress(self.font())

    def _fit(self) -> None:
        """Keep the chips on one line as long as may be: first the words of their neighbours give way, then theirs."""
        unit = self.unit
        self._grouped.setHidden(self._is_narrow or self._is_comparing or self._of_rows != _EVENTS)
        self._rows.setHidden(not self._is_comparing)
        self._swap.setHidden(not self._is_comparing)
        self._copy.setHidden(self._is_narrow or not self._labels)
        self._rule.setHidden(self._is_narrow)
        style = Qt.ToolButtonStyle
        for longest, is_brief in ((_LONGEST, False), (_LONGEST, True), (_LONGEST_AMONG_MANY, True)):
            for button in (self._swap, self._copy):
                button.setToolButtonStyle(style.ToolButtonIconOnly if is_brief else style.ToolButtonTextBesideIcon)
            self._grouped.setText("Group" if is_brief else "Group equal surfaces")
            for chip in self._chips[: len(self._labels)]:
                chip.cut(longest * unit)
            self._counted.invalidate()
            self._row.invalidate()
            if self._row.sizeHint().width() <= self.width():
                break
        self._holder.updateGeometry()

    def _restyle(self) -> None:
        theme, unit = current_theme(), self.unit
        height = round(26 * unit)
        self._flow.setSpacing(round(6 * unit))
        for button, icon in ((self._swap, "swap"), (self._copy, "copy")):
            give_icon(button, icon, theme.text2, 16 * unit)
        self._clear.setStyleSheet(f"color: {theme.accent.name()}")
        self._rule.setStyleSheet(f"background: {theme.border.name()}")
        for part in (self._grouped, self._swap, self._copy, self._count, self._rows, self._rule):
            part.setFixedHeight(height)
        self._row.setContentsMargins(round(12 * unit), round(6 * unit), round(12 * unit), round(6 * unit))
        self._row.setSpacing(round(12 * unit))
        for chip in self._chips:
            chip.dress(self.font())
        self.show_terms(self._labels)

    def _press(self, button: QObject, key: int) -> bool:
        """Go to a neighbour or take a chip away; tell whether the key does so."""
        stops = [*self._chips[: len(self._labels)], self._clear]
        place = next((n for n, stop in enumerate(stops) if stop is button), None)
        if place is None:
            return False
        if step := _ARROWS.get(Qt.Key(key)):
            stops[min(max(place + step, 0), len(stops) - 1)].setFocus(Qt.FocusReason.TabFocusReason)
        elif key in _REMOVING and place < len(self._labels):
            self.removed.emit(place)
        else:
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._press(watched, event.key()):
            return True
        return super().eventFilter(watched, event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first chip; without chips, to what is left."""
        (self._chips[0] if self._labels else self._swap if self._is_comparing else self._grouped).setFocus(
            event.reason()
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()


def _flat_button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setAutoRaise(True)
    return button
