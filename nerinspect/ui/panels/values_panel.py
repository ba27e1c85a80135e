"""The values of any field as a filter, such as documents or shapes."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.glossary.wording import Wording
from nerinspect.query.filters import Filter, Term
from nerinspect.ui.delegates.values_delegate import ValuesDelegate
from nerinspect.ui.models.value_order import SomeValues, Sorting
from nerinspect.ui.models.values_model import ValueRole, ValuesModel
from nerinspect.ui.painting.values_row import PaintRow, ValuesStyle, paint_values_row
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.panels.picking_view import PickingView
from nerinspect.ui.panels.values_head import FindField, ValuesHead
from nerinspect.ui.theme import current_theme

_MOST_ROWS = 8  # further ones are scrolled to


class ValuesView(PickingView):
    """Rows of one width, as many as there is room for."""

    def __init__(self, model: ValuesModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self._values = model
        self.setModel(model)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def fit(self, row_height: int) -> None:
        """Be as high as the rows, up to some; the others are scrolled to.

        Parameters
        ----------
        row_height : int
            Height of a row in device-independent pixels.
        """
        self.verticalHeader().setMinimumSectionSize(row_height)
        self.verticalHeader().setDefaultSectionSize(row_height)
        self.setFixedHeight(row_height * min(self._values.n_values, _MOST_ROWS))

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go to the first and the last row with Home and End; Qt would go along the row, which has one cell."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: -1}
        if (end := ends.get(action)) is None:
            return super().moveCursor(action, modifiers)
        return self._values.index(end % max(self._values.rowCount(), 1), 0)

    @property
    def is_cut(self) -> bool:
        """Whether there are more values than rows that fit."""
        return self._values.n_values > _MOST_ROWS

    @property
    def scroll_bar_width(self) -> int:
        """What the scroll bar takes of the width, in device-independent pixels; 0 if there is none."""
        return self.verticalScrollBar().sizeHint().width() if self._values.rowCount() > _MOST_ROWS else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say so where a search finds nothing."""
        super().paintEvent(event)
        if self._values.n_values and not self._values.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(current_theme().text3)
            place = QRect(0, 0, self.viewport().width(), self.verticalHeader().defaultSectionSize())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, "No name holds this text.")


class ValuesPanel(FilterPanel):
    """Show how many events there are of each value of a field and let the user pick some.

    Parameters
    ----------
    title : str
        What stands in the head.
    field : str
        Name of the field in queries.
    parent : QWidget, optional
        Where the panel stands.
    is_sortable : bool
        Whether heads over the columns sort the rows, and a field finds names if there are many.
    model : ValuesModel, optional
        What lists the values, if not an ordinary one.
    paint_row : PaintRow
        Paints a row.

    Signals
    -------
    value_picked(object)
        A value is to be the only one picked, or to be freed if it is already.
    value_toggled(object)
        A value is to be added to the picked ones or taken away from them.
    values_ranged(object)
        The values in a list are to be the only ones picked, in the order on screen.
    """

    value_picked = Signal(object)
    value_toggled = Signal(object)
    values_ranged = Signal(object)
    view: ValuesView

    def __init__(
        self,
        title: str,
        field: str,
        parent: QWidget | None = None,
        *,
        is_sortable: bool = False,
        model: ValuesModel | None = None,
        paint_row: PaintRow = paint_values_row,
    ) -> None:
        self._model = model or ValuesModel()
        self._body = QWidget()
        super().__init__(title, field, ValuesView(self._model, title), self._body, parent)
        self.setObjectName(f"{field}_panel")
        self.field = field
        self._is_sortable = is_sortable
        self._find_row = QVBoxLayout()
        self._find, self.head = FindField(title.casefold()), ValuesHead()
        self._delegate = ValuesDelegate(ValuesStyle(current_theme(), QApplication.font()), paint_row, self)
        self.view.setItemDelegate(self._delegate)
        self._build_body()
        self.view.chosen.connect(self._on_chosen)
        self.view.ranged.connect(self._on_ranged)
        self._find.textChanged.connect(self._on_search_changed)
        self._find.returnPressed.connect(self.view.setFocus)
        self.head.sorting_chosen.connect(self._on_sorting_chosen)
        self._restyle()
        self._keep_a_current_row()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._model.wording = wording

    def show_values(
        self, labels: Sequence[str], values: SomeValues, counts: AnyIntArray, picked: Collection[object] = ()
    ) -> None:
        """Show the values.

        Parameters
        ----------
        labels : sequence of str
            The values in words; asked for only where they are on screen or searched.
        values : sequence of object, or ndarray of numbers
            The values, each once; what the signals carry.
        counts : ndarray of int, shape (n_values,)
            Events of each value under the other filters.
        picked : collection of object
            Values the filter names; of numbers also ranges.
        """
        self._model.set_values(labels, values, counts, picked)
        if not self.view.is_cut:
            self._find.clear()
        self._find.setVisible(self._is_sortable and self.view.is_cut)
        self._restyle()
        self._keep_a_current_row()

    def _build_body(self) -> None:
        rows = QVBoxLayout(self._body)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self._find_row.addWidget(self._find)
        rows.addLayout(self._find_row)
        rows.addWidget(self.head)
        rows.addWidget(self.view)
        self._find.hide()
        self.head.setVisible(self._is_sortable)

    def _keep_a_current_row(self) -> None:
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0))

    def _term(self, index: QModelIndex) -> Filter:
        return Term(self.field, (index.data(ValueRole.VALUE),))

    def _restyle(self) -> None:
        self._delegate.row_style = style = ValuesStyle(current_theme(), self.font())
        self.view.fit(style.row_height)
        self.view.setFont(style.row_font)
        self._find.setFont(style.row_font)
        margin = 0 if self._find.isHidden() else round(style.margin)
        self._find_row.setContentsMargins(margin, margin // 4, margin, margin // 4)
        self.head.restyle(style, self.view.scroll_bar_width)
        self.view.viewport().update()

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        value = index.data(ValueRole.VALUE)
        (self.value_toggled if is_added else self.value_picked).emit(value)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        self.values_ranged.emit(self._model.values_between(first.row(), last.row()))

    def _on_search_changed(self, text: str) -> None:
        self._model.set_search(text)
        self._keep_a_current_row()
        self.head.restyle(self._delegate.row_style, self.view.scroll_bar_width)

    def _on_sorting_chosen(self, sorting: Sorting) -> None:
        self._model.set_sorting(sorting)
        self.head.show_sorting(sorting)
        self.view.scrollToTop()
