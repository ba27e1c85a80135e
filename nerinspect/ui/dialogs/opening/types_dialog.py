"""Choose which entity types are looked at, and rename them by a file."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import NerinspectError, counted
from nerinspect.io.request import LoadRequest
from nerinspect.io.type_map import read_type_map
from nerinspect.ui.file_dialogs import ask_for_file
from nerinspect.ui.window_words import told
from nerinspect.visible import visible


def renamed_counts(counts: Mapping[str, int], map_types: str) -> dict[str, int]:
    """Count mentions by type after renaming; as they are if the file cannot be read."""
    try:
        new_names = dict(read_type_map(map_types)) if map_types else {}
    except NerinspectError:
        new_names = {}
    renamed: dict[str, int] = {}
    for name, count in counts.items():
        renamed[new_names.get(name, name)] = renamed.get(new_names.get(name, name), 0) + count
    return renamed


def kept_types(counts: Mapping[str, int], base: LoadRequest) -> list[str]:
    """Name the types that are looked at, in alphabetical order."""
    names = sorted(renamed_counts(counts, base.map_types))
    return [
        name for name in names if (not base.keep_types or name in base.keep_types) and name not in base.remove_types
    ]


def types_words(counts: Mapping[str, int], base: LoadRequest) -> str:
    """Say which types are looked at."""
    names, kept = sorted(renamed_counts(counts, base.map_types)), kept_types(counts, base)
    renamed = f", renamed by {PurePath(base.map_types).name}" if base.map_types else ""
    if len(kept) == len(names):
        return (f"all {len(names)}" if len(names) > 1 else counted(len(names), "type")) + renamed
    return f"{len(kept)} of {len(names)}: {', '.join(kept) or 'none'}{renamed}"


class TypesDialog(QDialog):
    """Tick the types to keep; a JSON file renames them first."""

    def __init__(self, counts: Mapping[str, int], base: LoadRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Entity types")
        self._counts, self._base = counts, base
        self._list = QListWidget()
        self._list.setAccessibleName("Entity types")
        self._map, self._note = QLabel(wordWrap=True), QLabel(wordWrap=True)
        choose, self._forget = QPushButton("&Rename by a file…"), QPushButton("&Keep the names")
        choose.setAutoDefault(False)
        self._forget.setAutoDefault(False)
        choose.clicked.connect(self._on_choose)
        self._forget.clicked.connect(lambda: self._rename(""))
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._use = self._buttons.addButton("&Use these types", QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._list.itemChanged.connect(self._update)
        row = QHBoxLayout()
        for part in (choose, self._forget):
            row.addWidget(part)
        row.addStretch()
        layout = QVBoxLayout(self)
        layout.addWidget(QLabel("Mentions of types that are not ticked are left out of every file."))
        layout.addWidget(self._list, 1)
        layout.addLayout(row)
        layout.addWidget(self._map)
        layout.addWidget(self._note)
        layout.addWidget(self._buttons)
        self._fill(kept_types(counts, base))

    def base(self) -> LoadRequest:
        """Give what was chosen."""
        names = sorted(renamed_counts(self._counts, self._base.map_types))
        ticked = self._ticked()
        keep = () if ticked == names else tuple(ticked)
        return replace(self._base, keep_types=keep, remove_types=())

    def _ticked(self) -> list[str]:
        items = [self._list.item(row) for row in range(self._list.count())]
        return [item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() == Qt.CheckState.Checked]

    def _fill(self, ticked: list[str]) -> None:
        self._list.blockSignals(True)
        self._list.clear()
        for name, count in sorted(renamed_counts(self._counts, self._base.map_types).items()):
            item = QListWidgetItem(f"{visible(name)}: {counted(count, 'mention')}", self._list)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setCheckState(Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked)
        self._list.blockSignals(False)
        self._update()

    def _update(self) -> None:
        path = self._base.map_types
        self._map.setText(
            visible(f"Renamed by {path}") if path else 'A file renames: {"MISC": ["EVENT", "WORK_OF_ART"]}'
        )
        self._forget.setEnabled(bool(path))
        n_ticked = len(self._ticked())
        self._use.setEnabled(n_ticked > 0)
        self._note.setText("" if n_ticked else "Tick at least one type.")
        self._note.setVisible(bool(self._note.text()))

    def _on_choose(self) -> None:
        if path := ask_for_file(self, "Choose a file that renames types", "JSON (*.json);;All files (*)"):
            self._rename(path)

    def _rename(self, path: str) -> None:
        try:
            if path:
                read_type_map(path)
        except NerinspectError as mistake:
            self._note.setText(visible(told(mistake)))
            self._note.show()
            return
        self._base = replace(self._base, map_types=path)
        self._fill(sorted(renamed_counts(self._counts, path)))
