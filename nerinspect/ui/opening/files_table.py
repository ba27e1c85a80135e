"""The table of files, under the head that parts of the dialog have: ticks, roles, what the keyboard does with a row."""

from enum import IntEnum
from functools import partial
from html import escape
from pathlib import PurePath
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from nerinspect.io.reading.checking import FileCheck, verdict
from nerinspect.io.reading.chosen_files import ROLE_RULES
from nerinspect.io.request import ROLES, Role, stem
from nerinspect.quantities import counted, grouped
from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import NameDelegate, told
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.kit.tables import Index, set_row_height
from nerinspect.ui.kit.tables.places import PlaceCell, PlaceColumn, Places, PlacesModel, let_rows_be_chosen
from nerinspect.ui.opening.file_list import Entry, FileList
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible


class Head(Styled, QWidget):
    """Show a title, which may name the key of a buddy, and a small note, which may hold a link, in one line."""

    link_followed = Signal()

    def __init__(self, title: str = "", note: str = "", buddy: QWidget | None = None) -> None:
        super().__init__()
        self._title, self._note = QLabel(title), LinkLabel(has_one_line=True)
        self.set_note(note)
        self._note.linkActivated.connect(self.link_followed)
        if buddy is not None:
            self._title.setBuddy(buddy)
        self._row = fill(QHBoxLayout(self), self._title, self._note, gap=round(8 * self.unit), stretched=self._note)

    def set_title(self, title: str) -> None:
        """Show another title; none leaves its room to what was inserted."""
        self._title.setText(title)
        self._title.setVisible(bool(title))

    def set_note(self, note: str, link: str = "") -> None:
        """Show another note, and words behind it that can be followed."""
        way = f' <a href="follow">{escape(link)}</a>' if link else ""
        self._note.setText(escape(visible(note)) + way)

    def insert(self, part: QWidget) -> None:
        self._row.insertWidget(1, part)

    def append(self, part: QWidget) -> None:
        self._row.addWidget(part)

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._note.setFont(scaled_font(self.font(), CAPTION))
        set_ink(self._note, current_theme().text3)
        self.setMinimumHeight(round(_HEAD * self.unit))


_HEAD: Final = 26  # at a font of 13 pixels: as high as one with buttons


class FileColumn(IntEnum):
    """What stands in each column."""

    USED = 0
    ROLE = 1
    FILE = 2
    READ = 3
    CHECK = 4


_COLUMNS: Final = (
    PlaceColumn("", "Ticked files are opened."),
    PlaceColumn("Role", f"What a file is for; Enter or a click changes it. {ROLE_RULES}"),
    PlaceColumn("File", "The file; the whole path in the tooltip."),
    PlaceColumn("Read", "Tokens read from the file.", is_number=True),
    PlaceColumn("Check", "What was found in the file."),
)
_ROLES_OF_ANNOTATORS: Final = PlaceColumn(
    "Role", "What a file is for; Enter or a click changes it. All annotators are read alike, and any of them can be A."
)
_ROLE_WORDS: Final[dict[bool, dict[Role, tuple[str, str]]]] = {
    False: {
        "reference": ("Reference", "Make the reference"),
        "prediction": ("Prediction", "Make a prediction"),
        "training": ("Training", "Make training data"),
    },
    True: {
        "reference": ("Annotator A", "Make annotator A"),
        "prediction": ("Annotator", "Make an annotator"),
        "training": ("Training", "Make training data"),
    },
}
"""Whether files are by annotators; for each role its name, and the command that gives it to a file."""


_CHECKING: Final = (
    PlaceCell("…", explanation=_COLUMNS[FileColumn.READ].tooltip),
    PlaceCell("checking …", explanation=_COLUMNS[FileColumn.CHECK].tooltip),
)


def _places(files: FileList) -> Places:
    words, columns = _ROLE_WORDS[files.base.annotators], list(_COLUMNS)
    if files.base.annotators:
        columns[FileColumn.ROLE] = _ROLES_OF_ANNOTATORS

    def write(row: int) -> tuple[PlaceCell, ...]:
        entry = files.entries[row]
        check, (role, _) = entry.check, words[entry.role]
        return (
            PlaceCell("", explanation=_COLUMNS[FileColumn.USED].tooltip),
            PlaceCell(role, explanation=f"{role}: {entry.reason}."),
            PlaceCell(short_name(entry), explanation=entry.path),
            *((_read_cell(check), _check_cell(check)) if check is not None else _CHECKING),
        )

    return Places(tuple(columns), len(files.entries), write)


class FilesModel(PlacesModel):
    """Show the list; ticks and roles can be changed."""

    def __init__(self, files: FileList) -> None:
        super().__init__(_places(files))
        self._files, self._font = files, QFont()
        files.rows_changed.connect(self._on_rows_changed)
        files.entry_changed.connect(self._on_entry_changed)

    def entry(self, row: int) -> Entry | None:
        return self._files.entries[row] if 0 <= row < len(self._files.entries) else None

    def set_font(self, font: QFont) -> None:
        self._font = scaled_font(font, DETAIL, is_bold=True)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.column() == FileColumn.USED:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == FileColumn.ROLE else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        entry, column = self.entry(index.row()), index.column()
        if entry is None:
            return None
        if role == Qt.ItemDataRole.CheckStateRole and column == FileColumn.USED:
            return Qt.CheckState.Checked if entry.is_used else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole and column == FileColumn.USED:
            return "opened" if entry.is_used else "left out"
        if role == Qt.ItemDataRole.EditRole:
            return self.cell(index).text
        if role == Qt.ItemDataRole.FontRole and column == FileColumn.FILE:
            return self._font
        return _colour(entry, column) if role == Qt.ItemDataRole.ForegroundRole else super().data(index, role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        entry = self.entry(index.row())
        if entry is None:
            return False
        if role == Qt.ItemDataRole.CheckStateRole:
            self._files.use(entry, Qt.CheckState(value) == Qt.CheckState.Checked)
            return True
        words = _ROLE_WORDS[self._files.base.annotators]
        chosen = next((one for one, (word, _) in words.items() if word == value), None)
        if role != Qt.ItemDataRole.EditRole or chosen is None:
            return False
        self._files.choose_role(entry, chosen)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        if role == Qt.ItemDataRole.AccessibleTextRole and orientation == Qt.Orientation.Horizontal:
            return _COLUMNS[section].title or "Opened"
        return super().headerData(section, orientation, role)

    def _on_rows_changed(self) -> None:
        self.show_places(_places(self._files))

    def _on_entry_changed(self, entry: Entry) -> None:
        if entry in self._files.entries:
            self.write_anew(self._files.entries.index(entry))


def short_name(entry: Entry) -> str:
    return PurePath(entry.path).name


def usual_name(entry: Entry, are_annotators: bool = False) -> str:
    """Name the system of a file without a name; those of a merged file, or all its annotators, separated by commas."""
    base = stem(entry.file.path)
    if entry.check is not None and entry.check.is_merged:
        columns = entry.check.options.reading.label_columns
        return ",".join(f"{base}:{column}" for column in columns[not are_annotators :])
    return base


def _read_cell(check: FileCheck) -> PlaceCell:
    if (text := check.text) is None:
        return PlaceCell("labels only" if check.is_labels_alone else "–", explanation=_COLUMNS[FileColumn.READ].tooltip)
    n_tokens = counted(text.n_tokens, "token")
    said = f"{counted(text.n_documents, 'document')}, {counted(text.n_sentences, 'sentence')}, {n_tokens}"
    return PlaceCell("labels only" if check.is_labels_alone else n_tokens, explanation=said)


def _check_cell(check: FileCheck) -> PlaceCell:
    is_fine, words = verdict(check)
    if is_fine and check.n_invalid:
        words = f"{grouped(check.n_invalid)} invalid: {check.options.repair}"
    problem = _COLUMNS[FileColumn.CHECK].tooltip if check.problem is None else told(check.problem)
    return PlaceCell(f"{'✓' if is_fine else '⚠'} {words}", explanation=problem)


def _colour(entry: Entry, column: int) -> object:
    theme = current_theme()
    if not entry.is_used:
        return theme.dimmed
    if column == FileColumn.CHECK and entry.check is not None and not verdict(entry.check)[0]:
        return theme.warning
    return theme.text if column == FileColumn.FILE else theme.text2


_LEAST_ROWS, _USUAL_ROWS, _MOST_ROWS = 3, 5, 12
_LEAST_NAME = 14  # characters of the name of a file


class FilesTable(Styled, QTableView):
    """List the files; Space ticks, Enter changes the role, Delete removes, Alt with ↑ or ↓ moves."""

    entry_chosen = Signal(object)
    is_roomy = True  # see `ProgramStyle`

    def __init__(self, files: FileList) -> None:
        super().__init__()
        self._files, self._model = files, FilesModel(files)
        self._model.setParent(self)
        self.chosen: Entry | None = None
        self.is_touched = False
        self.setAccessibleName("Files")
        self.setModel(self._model)
        self.setItemDelegate(_FilesDelegate(files, self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setWordWrap(False)
        let_rows_be_chosen(self).setSectionResizeMode(FileColumn.FILE, QHeaderView.ResizeMode.Stretch)
        self._model.modelReset.connect(self._choose_again)
        self.selectionModel().currentRowChanged.connect(self._on_row_changed)

    def choose(self, entry: Entry) -> None:
        if entry in self._files.entries:
            self.setCurrentIndex(self._model.index(self._files.entries.index(entry), FileColumn.ROLE))

    def remove_chosen(self) -> None:
        if self.chosen is not None:
            self._files.remove([self.chosen])

    def _choose_again(self) -> None:
        self.updateGeometry()
        entries = self._files.entries
        if self.chosen in entries:
            self.choose(self.chosen)
        elif entries:
            self.choose(entries[min(1, len(entries) - 1)] if self.chosen is None else entries[0])
        else:
            self._on_row_changed(QModelIndex(), QModelIndex())

    def _on_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        entry = self._model.entry(current.row()) if current.isValid() else None
        if entry is not self.chosen:
            self.chosen = entry
            self.entry_chosen.emit(entry)

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entry = self.chosen
        if entry is None:
            return menu
        for role in ROLES:
            _, command = _ROLE_WORDS[self._files.base.annotators][role]
            action = menu.addAction(command, partial(self._files.choose_role, entry, role))
            action.setEnabled(entry.role != role)
        menu.addSeparator()
        menu.addAction("Move up", lambda: self._files.move(entry, -1))
        menu.addAction("Move down", lambda: self._files.move(entry, 1))
        menu.addAction("Remove from the list", self.remove_chosen)
        return menu

    def _restyle(self) -> None:
        unit = self.unit
        self._model.set_font(self.font())
        metrics = QFontMetricsF(scaled_font(self.font(), DETAIL))
        set_row_height(self, round(max(22 * unit, metrics.height() + 4 * unit)))
        head = self.horizontalHeader()
        head.setMinimumSectionSize(round(28 * unit))
        widest = {
            FileColumn.USED: "",
            FileColumn.ROLE: "Annotator A ⌄",
            FileColumn.READ: "2,214,880 tokens",
            FileColumn.CHECK: "⚠ 12,836 invalid transitions",
        }
        for column, text in widest.items():
            self.setColumnWidth(column, round(metrics.horizontalAdvance(text) + (28 if not text else 18) * unit))

    def sizeHint(self) -> QSize:
        n_rows = max(_USUAL_ROWS, min(self._model.rowCount(), _MOST_ROWS))
        return QSize(super().sizeHint().width(), self._height_of(n_rows))

    def minimumSizeHint(self) -> QSize:
        name = QFontMetricsF(scaled_font(self.font(), DETAIL, is_bold=True)).averageCharWidth() * _LEAST_NAME
        others = sum(self.columnWidth(column) for column in FileColumn if column != FileColumn.FILE)
        edges = self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        padding = 12 * self.unit
        return QSize(round(others + name + padding) + edges, self._height_of(_LEAST_ROWS))

    def _height_of(self, n_rows: int) -> int:
        return self.horizontalHeader().sizeHint().height() + n_rows * self.verticalHeader().defaultSectionSize() + 4

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.is_touched = True
        entry, key = self.chosen, event.key()
        is_moving = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if entry is None:
            super().keyPressEvent(event)
        elif is_moving and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._files.move(entry, -1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Space:
            self._files.use(entry, not entry.is_used)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state() != self.State.EditingState:
            self.edit(self._model.index(self.currentIndex().row(), FileColumn.ROLE))
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_chosen()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.is_touched = True
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(event.pos())
            if not index.isValid():
                return
            self.setCurrentIndex(index)
            self._menu().popup(event.globalPos())
        elif self.chosen is not None:
            self._menu().popup(self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft()))


class _FilesDelegate(NameDelegate):
    """Mark the chosen row with an edge, and offer the roles."""

    def __init__(self, files: FileList, parent: QWidget) -> None:
        super().__init__(parent)
        self._files = files

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        box = QComboBox(parent)
        box.setAccessibleName("Role")
        box.addItems([word for word, _ in _ROLE_WORDS[self._files.base.annotators].values()])
        box.activated.connect(lambda: self._commit(box))
        return box

    def _commit(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QComboBox), "roles are chosen from a list"
        editor.setCurrentText(str(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QComboBox), "roles are chosen from a list"
        model.setData(index, editor.currentText())

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Write small, and warn in colour on the chosen row too."""
        super().initStyleOption(option, index)
        if index.column() != FileColumn.FILE:
            option.font = scaled_font(option.font, DETAIL)
        option.state &= ~QStyle.StateFlag.State_HasFocus  # the ring is painted
        colour = index.data(Qt.ItemDataRole.ForegroundRole)
        if colour is not None:
            option.palette.setColor(option.palette.ColorRole.HighlightedText, colour)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = current_theme(), QRectF(option.rect)
        unit = unit_of(option.widget.font())
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if index.column() == FileColumn.USED:
            if is_chosen:
                painter.fillRect(rect, theme.selected)
                paint_accent_edge(painter, theme, unit, rect)
            is_ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            _paint_tick(painter, rect, unit, is_ticked)
        else:
            super().paint(painter, option, index)
        if index.column() == FileColumn.ROLE:
            _paint_arrow(painter, rect, unit)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, unit, rect.adjusted(0, 0, 0, -1))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Tick with a click anywhere in the cell, or offer the roles."""
        if event.type() != QEvent.Type.MouseButtonRelease:
            return False
        if index.column() == FileColumn.ROLE and isinstance(option.widget, QAbstractItemView):
            if option.widget.indexWidget(index) is None:
                option.widget.edit(index)
            box = option.widget.indexWidget(index)
            if isinstance(box, QComboBox):
                box.showPopup()
            return True
        if index.column() != FileColumn.USED:
            return False
        is_ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        state = Qt.CheckState.Unchecked if is_ticked else Qt.CheckState.Checked
        return model.setData(index, state, Qt.ItemDataRole.CheckStateRole)


def _paint_arrow(painter: QPainter, rect: QRectF, unit: float) -> None:
    theme, box = current_theme(), rect.adjusted(0, 1.5 * unit, -4 * unit, -2.5 * unit)
    x, y = box.right() - 9 * unit, box.center().y()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.border, unit))
    painter.drawRoundedRect(box, 2 * unit, 2 * unit)
    painter.setPen(QPen(theme.text2, 1.4 * unit))
    painter.drawPolyline([QPointF(x + dx * unit, y + dy * unit) for dx, dy in ((-3.5, -1.5), (0, 2), (3.5, -1.5))])
    painter.restore()


def _paint_tick(painter: QPainter, rect: QRectF, unit: float, is_ticked: bool) -> None:
    """Paint a box with an edge that can be seen, whatever the colours; the style's own is too faint in the dark."""
    theme, side = current_theme(), 13 * unit
    box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.text3, unit))
    painter.setBrush(theme.base)
    painter.drawRoundedRect(box, 2 * unit, 2 * unit)
    if is_ticked:
        painter.setPen(QPen(theme.text, 1.6 * unit))
        painter.drawPolyline([box.topLeft() + QPointF(x, y) * side / 13 for x, y in ((3, 6.5), (5.5, 9.5), (10, 3.5))])
    painter.restore()
