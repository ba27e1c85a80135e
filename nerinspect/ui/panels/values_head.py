"""What stands above the rows of a long filter: a field to find a name in, and the heads of the columns."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from nerinspect.ui.models.value_order import Sorting
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.icons import paint_line_icon
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.section import HeadButton
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.search_edit import SearchEdit

_OUTSIDE = 5 / 12  # of the margin of a row; the rest of it is inside the buttons
_NAME_SORTINGS = (Sorting.NAME_UP, Sorting.NAME_DOWN)
_COUNT_SORTINGS = (Sorting.COUNT_DOWN, Sorting.COUNT_UP)
_ARROWS = {Sorting.NAME_UP: "▴", Sorting.NAME_DOWN: "▾", Sorting.COUNT_UP: "▴", Sorting.COUNT_DOWN: "▾"}


class FindField(SearchEdit):
    """A field that looks like the search field, and that Esc empties.

    Parameters
    ----------
    name : str
        What is looked for, in the plural.
    parent : QWidget, optional
        Where the field stands.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(f"Find {name}")
        self.setAccessibleName(f"Find {name}")

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window's shortcuts as long as there is something to empty."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_emptied_by(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Empty the field with Esc."""
        if self._is_emptied_by(event):
            self.clear()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Leave out the key that the search field shows."""
        QLineEdit.paintEvent(self, event)
        unit, field = font_size(self.font()) / 13, QRectF(self.rect())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            place = QRectF(8 * unit, field.height() / 2 - 8 * unit, 16 * unit, 16 * unit)
            paint_line_icon(painter, "search", current_theme().text2, place)
            if self.hasFocus():
                paint_focus_ring(painter, current_theme(), unit, field, radius=3)

    def _is_emptied_by(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and bool(self.text())


class ValuesHead(QWidget):
    """Heads of the two columns; each click on one asks for its next order.

    Signals
    -------
    sorting_chosen(object)
        The `Sorting` asked for.
    """

    sorting_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sorting = Sorting.GIVEN
        self._name, self._count = HeadButton(self), HeadButton(self)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._name)
        self._row.addStretch(1)
        self._row.addWidget(self._count)
        for button in self.buttons:
            button.setToolTip("Sort by this column; a third click brings the order of the file back.")
        self._name.clicked.connect(self._on_name_clicked)
        self._count.clicked.connect(self._on_count_clicked)
        self.show_sorting(Sorting.GIVEN)

    @property
    def buttons(self) -> tuple[HeadButton, HeadButton]:
        """The heads of names and of counts."""
        return self._name, self._count

    def show_sorting(self, sorting: Sorting) -> None:
        """Mark the column that the rows are sorted by."""
        self._sorting = sorting
        for button, text, sortings in zip(
            self.buttons, ("Name", "Events"), (_NAME_SORTINGS, _COUNT_SORTINGS), strict=True
        ):
            is_sorted = sorting in sortings
            button.setText(f"{text} {_ARROWS[sorting]}" if is_sorted else text)
            button.setAccessibleName(f"{text}, sorted by {sorting.value}" if is_sorted else f"{text}, sort")

    def restyle(self, style: ValuesStyle, free: int) -> None:
        """Write with other colours and fonts.

        Parameters
        ----------
        style : ValuesStyle
            Colours and fonts of the rows.
        free : int
            What the scroll bar takes of the rows' width, in device-independent pixels.
        """
        for button in self.buttons:
            colours = button.palette()
            colours.setColor(QPalette.ColorRole.ButtonText, style.theme.text3)
            button.setPalette(colours)
            button.setFont(style.head_font)
        outside = round(style.margin * _OUTSIDE)
        self._row.setContentsMargins(outside, 0, outside + free, 0)

    def _on_name_clicked(self) -> None:
        self.sorting_chosen.emit(_next(self._sorting, _NAME_SORTINGS))

    def _on_count_clicked(self) -> None:
        self.sorting_chosen.emit(_next(self._sorting, _COUNT_SORTINGS))


def _next(sorting: Sorting, sortings: tuple[Sorting, Sorting]) -> Sorting:
    """Turn from the first order to the second, then back to the given one."""
    if sorting == sortings[0]:
        return sortings[1]
    return Sorting.GIVEN if sorting == sortings[1] else sortings[0]
