"""The scores of one prediction, what F1 hides, and how the mentions add up."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QLabel,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.reconciliation import Reconciliation
from nerinspect.analysis.scores import Tally
from nerinspect.ui.models.scores_table_model import (
    DIM_ROLE,
    KIND_HEADERS,
    KIND_ROLE,
    QUERY_ROLE,
    SCORE_HEADERS,
    ScoresTableModel,
    kind_rows,
    score_rows,
)
from nerinspect.ui.painting.fonts import CAPTION, TITLE, font_size, scaled_font
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.theme import current_theme


class ScoresPanel(QWidget):
    """Show scores in which every number opens the events behind it.

    Signals
    -------
    query_requested : str
        A query of the query language: the events that a number counts.
    """

    query_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scores_panel")
        self.setAccessibleName("Scores")
        self._scores, self._kinds = ScoresTableModel(SCORE_HEADERS, self), ScoresTableModel(KIND_HEADERS, self)
        self._sums: Reconciliation | None = None
        self._build_ui()
        for table in (self._score_table, self._kind_table):
            table.door_opened.connect(self.query_requested)
        for label in (self._reference_line, self._predicted_line):
            label.linkActivated.connect(self.query_requested)
            label.linkHovered.connect(self._on_link_hovered)

    def show_scores(self, tally: Tally, sums: Reconciliation, title: str = "") -> None:
        """Show what one prediction scores.

        Parameters
        ----------
        tally : Tally
            Its sums.
        sums : Reconciliation
            The mentions of both sides by kind of event.
        title : str
            Names the prediction.
        """
        self._sums = sums
        self._title.setText(f"Scores of {title}" if title else "Scores")
        self._scores.set_rows(score_rows(tally))
        self._kinds.set_rows(kind_rows(tally))
        for table in (self._score_table, self._kind_table):
            table.fit()
        self._show_sums()

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._title, hides, adds = QLabel("Scores"), QLabel("What F1 hides"), QLabel("How the mentions add up")
        self._score_table = DoorTable(self._scores, "Scores by type")
        self._kind_table = DoorTable(self._kinds, "Events and demerits by kind")
        self._reference_line, self._predicted_line = QLabel(), QLabel()
        for label in (self._reference_line, self._predicted_line):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
            label.setWordWrap(True)
        for label in (self._title, hides, adds):
            label.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(*(round(12 * unit) for _ in range(4)))
        column.setSpacing(round(8 * unit))
        parts = (self._title, self._score_table, hides, self._kind_table)
        for widget in (*parts, adds, self._reference_line, self._predicted_line):
            column.addWidget(widget)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _show_sums(self) -> None:
        if self._sums is None:
            return
        for label, side, own, counts in (
            (self._reference_line, "reference", "-ref:none", self._sums.reference),
            (self._predicted_line, "predicted", "-pred:none", self._sums.predicted),
        ):
            other_side = "fp" if side == "reference" else "fn"
            pairs = [(kind, n) for kind, n in zip(KINDS, counts, strict=True) if kind != other_side]
            terms = " + ".join(_door(f"{n:,} {kind.upper()}", f"kind:{kind}") for kind, n in pairs)
            label.setText(f"{side} <b>{_door(f'{sum(counts):,}', own)}</b> = {terms}")
            label.setAccessibleName(
                f"{side} {sum(counts):,} = " + " + ".join(f"{n:,} {kind.upper()}" for kind, n in pairs)
            )

    def _on_link_hovered(self, link: str) -> None:
        for label in (self._reference_line, self._predicted_line):
            label.setToolTip(link)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_sums"):
            self._show_sums()


class DoorTable(QTableView):
    """Show a small table; a click or Enter on a number opens what it counts.

    Signals
    -------
    door_opened : str
        The query of the cell.
    """

    door_opened = Signal(str)

    def __init__(self, model: ScoresTableModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setModel(model)
        self._model = model
        self.setItemDelegate(_DoorDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFont(scaled_font(self.font(), CAPTION))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.hovered = QPersistentModelIndex()

    def fit(self) -> None:
        """Make room for all rows and columns; the tables here are small."""
        unit = font_size(self.font()) / 13
        row_height = round(QFontMetricsF(self.font()).height() + 6 * unit)
        self.verticalHeader().setDefaultSectionSize(row_height)
        self.resizeColumnsToContents()
        for column in range(self._model.columnCount()):
            self.setColumnWidth(column, self.columnWidth(column) + round(12 * unit))
        height = self.horizontalHeader().sizeHint().height() + row_height * self._model.rowCount()
        self.setFixedHeight(height + 2)
        self.setMaximumWidth(self.horizontalHeader().length() + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a door with Enter; copy the selection, or all of the table, as tab-separated text."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied_text())
        else:
            super().keyPressEvent(event)

    def copied_text(self) -> str:
        """Write the selected cells as tab-separated lines; the whole table with heads if fewer than two are."""
        chosen = sorted((index.row(), index.column()) for index in self.selectedIndexes())
        if len(chosen) < 2:
            return self._model.as_tsv()
        rows = sorted({row for row, _ in chosen})
        texts = ["\t".join(self._model.cell(*place).text for place in chosen if place[0] == row) for row in rows]
        return "".join(f"{text}\n" for text in texts)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the door under a plain click; a drag or a click with a key selects."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier and len(self.selectedIndexes()) <= 1
        if event.button() == Qt.MouseButton.LeftButton and is_plain and index == self.currentIndex():
            self._open(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the number under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Take the underline back."""
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def _hover(self, index: QModelIndex) -> None:
        is_door = index.isValid() and bool(index.data(QUERY_ROLE))
        hovered = QPersistentModelIndex(index) if is_door else QPersistentModelIndex()
        if hovered != self.hovered:
            self.hovered = hovered
            shape = Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()

    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and (query := index.data(QUERY_ROLE)):
            self.door_opened.emit(query)


class _DoorDelegate(QStyledItemDelegate):
    """Paint zeros dimly, doors underlined under the pointer, and symbols before kinds."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Set ink, weight and underline; leave room for a symbol."""
        super().initStyleOption(option, index)
        theme = current_theme()
        palette = option.palette
        if index.data(DIM_ROLE):
            palette.setColor(palette.ColorRole.Text, theme.text3)
        kind = index.data(KIND_ROLE)
        if kind:
            palette.setColor(palette.ColorRole.Text, theme.kind_colour(kind))
        option.palette = palette
        font = QFont(option.font)
        table = self.parent()
        if isinstance(table, DoorTable) and table.hovered == index:
            font.setUnderline(True)
        option.font = font

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a symbol, then the text beside it."""
        kind = index.data(KIND_ROLE)
        if not kind:
            super().paint(painter, option, index)
            return
        rect = QRectF(option.rect)
        size = kind_symbol_size(QFontMetricsF(option.font).ascent())
        moved = QStyleOptionViewItem(option)
        moved.rect = rect.adjusted(size.width() + 8, 0, 0, 0).toRect()
        super().paint(painter, moved, index)
        place = QRectF(rect.left() + 6, rect.center().y() - size.height() / 2, size.width(), size.height())
        paint_kind_symbol(painter, place, kind, current_theme())

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Make room for a symbol."""
        size = super().sizeHint(option, index)
        if index.data(KIND_ROLE):
            symbol = kind_symbol_size(QFontMetricsF(option.font).ascent())
            size.setWidth(size.width() + round(symbol.width()) + 8)
        return size


def _door(text: str, query: str) -> str:
    colour = current_theme().text.name()
    return f'<a href="{query}" style="color:{colour}; text-decoration:none">{text}</a>'
