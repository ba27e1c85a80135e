"""The files of the dialog as rows."""

from enum import IntEnum
from pathlib import PurePath
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from nerinspect.io.file_check import verdict
from nerinspect.io.file_roles import ROLE_RULES
from nerinspect.io.names import stem
from nerinspect.io.request import Role
from nerinspect.ui.dialogs.opening.entry import Entry
from nerinspect.ui.dialogs.opening.file_list import FileList
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.repair.place_model import CELL_ROLE, PlaceColumn
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.window_words import told

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()


class FileColumn(IntEnum):
    """What stands in each column."""

    USED = 0
    ROLE = 1
    FILE = 2
    READ = 3
    CHECK = 4


TITLES: Final = ("", "Role", "File", "Read", "Check")
_MEANINGS: Final = (
    "Ticked files are opened.",
    f"What a file is for; Enter or a click changes it. {ROLE_RULES}",
    "The file; the whole path in the tooltip.",
    "Tokens read from the file.",
    "What was found in the file.",
)


_ROLES_OF_ANNOTATORS: Final = (
    "What a file is for; Enter or a click changes it. All annotators are read alike, and any of them can be A."
)
_ROLE_WORDS: Final[dict[bool, dict[Role, str]]] = {
    False: {"reference": "Reference", "prediction": "Prediction", "training": "Training"},
    True: {"reference": "Annotator A", "prediction": "Annotator", "training": "Training"},
}


def role_words(files: FileList) -> dict[Role, str]:
    """Name the roles that the files can have."""
    return _ROLE_WORDS[files.base.annotators]


class FilesModel(QAbstractTableModel):
    """Show the list; ticks and roles can be changed."""

    def __init__(self, files: FileList, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._font = QFont()
        files.rows_changed.connect(self._on_rows_changed)
        files.entry_changed.connect(self._on_entry_changed)

    def entry(self, row: int) -> Entry | None:
        """Give the file of a row."""
        return self._files.entries[row] if 0 <= row < len(self._files.entries) else None

    def set_font(self, font: QFont) -> None:
        """Write file names in bold letters of a font."""
        self._font = scaled_font(font, DETAIL, is_bold=True)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the files."""
        return 0 if parent.isValid() else len(self._files.entries)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(TITLES)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Let ticks be set and roles be edited."""
        flags = super().flags(index)
        if index.column() == FileColumn.USED:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == FileColumn.ROLE else flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give what a cell shows or says."""
        entry = self.entry(index.row())
        if entry is None:
            return None
        column = FileColumn(index.column())
        if role == Qt.ItemDataRole.CheckStateRole and column == FileColumn.USED:
            return Qt.CheckState.Checked if entry.is_used else Qt.CheckState.Unchecked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._text(entry, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            is_role = column == FileColumn.ROLE
            said = f"{self._text(entry, column)}: {entry.reason}." if is_role else _explanation(entry, column)
            return tooltip(said)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            ticked = "opened" if entry.is_used else "left out"
            return ticked if column == FileColumn.USED else f"{TITLES[column]} {self._text(entry, column)}"
        if role == Qt.ItemDataRole.FontRole and column == FileColumn.FILE:
            return self._font
        if role == Qt.ItemDataRole.ForegroundRole:
            return _colour(entry, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column == FileColumn.READ else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick a file, or give it another role."""
        entry = self.entry(index.row())
        if entry is None:
            return False
        if role == Qt.ItemDataRole.CheckStateRole:
            self._files.use(entry, Qt.CheckState(value) == Qt.CheckState.Checked)
            return True
        chosen = next((one for one, word in role_words(self._files).items() if word == value), None)
        if role != Qt.ItemDataRole.EditRole or chosen is None:
            return False
        self._files.choose_role(entry, chosen)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give the heads of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return TITLES[section]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return TITLES[section] or "Opened"
        if role == Qt.ItemDataRole.ToolTipRole:
            of_annotators = section == FileColumn.ROLE and self._files.base.annotators
            return tooltip(_ROLES_OF_ANNOTATORS if of_annotators else _MEANINGS[section])
        if role == CELL_ROLE:
            return PlaceColumn(TITLES[section], is_number=section == FileColumn.READ)
        return None

    def _text(self, entry: Entry, column: FileColumn) -> str:
        return role_words(self._files)[entry.role] if column == FileColumn.ROLE else cell_text(entry, column)

    def _on_rows_changed(self) -> None:
        self.beginResetModel()
        self.endResetModel()

    def _on_entry_changed(self, entry: Entry) -> None:
        if entry in self._files.entries:
            row = self._files.entries.index(entry)
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(TITLES) - 1))


def short_name(entry: Entry) -> str:
    """Give the name of a file without its folder."""
    return PurePath(entry.path).name


def usual_name(entry: Entry, are_annotators: bool = False) -> str:
    """Name the system of a file without a name; those of a merged file, or all its annotators, separated by commas."""
    base = stem(entry.file.path)
    if entry.check is not None and entry.check.is_merged:
        columns = entry.check.options.reading.label_columns
        return ",".join(f"{base}:{column}" for column in columns[not are_annotators :])
    return base


def cell_text(entry: Entry, column: FileColumn) -> str:
    """Write one cell that is not the role."""
    if column == FileColumn.FILE:
        return short_name(entry)
    check = entry.check
    if column == FileColumn.USED:
        return ""
    if check is None:
        return "…" if column == FileColumn.READ else "checking …"
    if column == FileColumn.READ:
        if check.is_labels_alone:
            return "labels only"
        return f"{check.text.n_tokens:,} tokens" if check.text is not None else "–"
    is_fine, words = verdict(check)
    if is_fine and check.n_invalid:
        words = f"{check.n_invalid:,} invalid: {check.options.repair}"
    return f"{'✓' if is_fine else '⚠'} {words}"


def _colour(entry: Entry, column: FileColumn) -> object:
    theme = current_theme()
    if not entry.is_used:
        return theme.dimmed
    if column == FileColumn.CHECK and entry.check is not None and not verdict(entry.check)[0]:
        return theme.warning
    return theme.text if column == FileColumn.FILE else theme.text2


def _explanation(entry: Entry, column: FileColumn) -> str:
    check = entry.check
    if column == FileColumn.FILE:
        return entry.path
    if column == FileColumn.READ and check is not None and check.text is not None:
        text = check.text
        return f"{text.n_documents:,} documents, {text.n_sentences:,} sentences, {text.n_tokens:,} tokens"
    if column == FileColumn.CHECK and check is not None and check.problem is not None:
        return told(check.problem)
    return _MEANINGS[column]
