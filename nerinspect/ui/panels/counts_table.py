"""A filter whose rows hold several numbers, each in a column under a quiet title."""

from PySide6.QtCore import QAbstractItemModel, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import PADDING, ValuesStyle
from nerinspect.ui.panels.picking_view import CountedModel, PickingView

_MOST_ROWS = 20  # further ones are scrolled to
_HEAD_MARGIN = 5  # at a font of 13 pixels


class CountsTable(PickingView):
    """Cells that are picked, in columns as wide as their numbers.

    Tables of a kind set their model and its delegate, and say how the width is shared.

    Attributes
    ----------
    row_style : ValuesStyle
        Colours and fonts.
    """

    def __init__(self, model: CountedModel, name: str, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self.row_style = style
        self.setHorizontalHeader(_QuietHead(self))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Make room for other rows whenever there are some."""
        super().setModel(model)
        if model is not None:
            model.modelReset.connect(self.fit)

    def restyle(self, style: ValuesStyle) -> None:
        """Paint with other colours and fonts."""
        self.row_style = style
        self.setFont(style.row_font)
        self.fit()
        self.viewport().update()

    def title(self, column: int) -> str:
        """Name a column as it is written."""
        return str(self.model().headerData(column, Qt.Orientation.Horizontal))

    def fit(self) -> None:
        """Give the columns the room they need, and be as high as the rows."""
        n_rows = self.model().rowCount()
        bar = self.verticalScrollBar().sizeHint().width() if n_rows > _MOST_ROWS else 0
        self._share_width(self.width() - bar)
        style, rows, heads = self.row_style, self.verticalHeader(), self.horizontalHeader()
        rows.setMinimumSectionSize(style.row_height)
        rows.setDefaultSectionSize(style.row_height)
        heads.setFixedHeight(round(heads.fontMetrics().height() + _HEAD_MARGIN * style.unit))
        self.setFixedHeight(heads.height() + style.row_height * min(n_rows, _MOST_ROWS))

    def _share_width(self, width: int) -> None:
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among the columns."""
        super().resizeEvent(event)
        self.fit()


class _QuietHead(QHeaderView):
    """Titles of the columns, the first one at the left and those of numbers at the right."""

    def __init__(self, table: CountsTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one title."""
        style, padding = self._table.row_style, PADDING * self._table.row_style.unit
        left = 0 if section else style.margin
        is_last = all(map(self.isSectionHidden, range(section + 1, self.count())))
        right = style.margin if is_last else padding
        side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
        place = QRectF(rect).adjusted(left, 0, -right, 0)
        painter.save()
        painter.fillRect(rect, style.theme.window)
        draw_text(painter, style.head_font, style.theme.text2, place, self._table.title(section), side)
        painter.restore()
