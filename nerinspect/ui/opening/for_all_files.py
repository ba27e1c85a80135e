"""Choices that concern all files together: the rule for tokens and the entity types."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
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
from nerinspect.io.reading.checking import FileCheck
from nerinspect.io.reading.interpreting import read_type_map
from nerinspect.io.request import TOKEN_RULES, LoadRequest, TokenRule
from nerinspect.ui.kit.file_dialogs import ask_for_file
from nerinspect.ui.kit.screen_text import TOKEN_RULE_WORDS, told, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
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


class ForAllFiles(Styled, QWidget):
    """Choose types and the rule for tokens; the rule shows where tokens differ.

    Signals
    -------
    base_changed : LoadRequest
        What concerns all files is other than before.
    """

    base_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._base, self._counts = LoadRequest(""), dict[str, int]()
        self._annotators = QCheckBox("&Annotators, without a reference")
        self._annotators.setToolTip(tooltip("Files of people who annotated the same text: none of them is right."))
        self._annotators.toggled.connect(self._on_annotators_toggled)
        self._types_label, self._types = QLabel(), QPushButton("C&hange…")
        self._types.setAutoDefault(False)
        self._types.setAccessibleName("Change entity types")
        self._types.clicked.connect(self._on_change_types)
        self._tokens_label, self._tokens, self._effect = QLabel("To&kens"), QComboBox(), QLabel()
        for rule in TOKEN_RULES:
            self._tokens.addItem(TOKEN_RULE_WORDS[rule], rule)
        self._tokens.activated.connect(self._on_rule_chosen)
        self._tokens.setAccessibleName("Tokens")
        self._tokens_label.setBuddy(self._tokens)
        unit = self.unit
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(round(8 * unit))
        row.addWidget(self._annotators)
        row.addSpacing(round(24 * unit))
        row.addWidget(self._types_label)
        row.addWidget(self._types)
        row.addSpacing(round(24 * unit))
        for part in (self._tokens_label, self._tokens, self._effect):
            row.addWidget(part)
        row.addStretch(1)

    def show_base(self, base: LoadRequest, counts: Mapping[str, int], checks: Sequence[FileCheck]) -> None:
        """Show what holds for all files.

        Parameters
        ----------
        base : LoadRequest
            What was chosen.
        counts : mapping of str to int
            Mentions by type over all files.
        checks : sequence of FileCheck
            The predictions.
        """
        self._base, self._counts = base, dict(counts)
        with QSignalBlocker(self._annotators):
            self._annotators.setChecked(base.annotators)
        self._types_label.setText(visible(f"Types: {types_words(counts, base)}"))
        self._types_label.setVisible(bool(counts))
        self._types.setVisible(bool(counts))
        differing = [check for check in checks if check.n_differing]
        self._tokens.setCurrentIndex(TOKEN_RULES.index(base.tokens))
        self._effect.setText(visible(rule_effect(base.tokens, differing)))
        for part in (self._tokens_label, self._tokens, self._effect):
            part.setVisible(bool(differing) or base.tokens != "same")

    def _on_change_types(self) -> None:
        dialog = TypesDialog(self._counts, self._base, self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.base_changed.emit(dialog.base())

    def _on_annotators_toggled(self, are_annotators: bool) -> None:
        self.base_changed.emit(replace(self._base, annotators=are_annotators))

    def _on_rule_chosen(self) -> None:
        self.base_changed.emit(replace(self._base, tokens=self._tokens.currentData()))

    def _restyle(self) -> None:
        for part in (
            *(self._annotators, self._types_label, self._types),
            *(self._tokens_label, self._tokens, self._effect),
        ):
            part.setFont(scaled_font(self.font(), DETAIL))


def rule_effect(rule: TokenRule, differing: Sequence[FileCheck]) -> str:
    """Say what a rule makes of predictions whose tokens differ."""
    compared = [check.comparison for check in differing if check.comparison is not None]
    if not compared:
        return ""
    if rule == "positions":
        n_tokens = sum(one.n_tokens or 0 for one in compared)
        n_other = sum(one.n_tokens is None for one in compared)
        taken = f"{counted(n_tokens, 'token')} taken from the reference" if n_tokens else ""
        refused = f"{n_other} with other sentence lengths stay out" if n_other else ""
        return "; ".join(filter(None, (taken, refused)))
    if rule == "project":
        n_other = sum(one.text_problem is not None for one in compared)
        carried = len(compared) - n_other
        said = f"mentions of {carried} are carried to the reference's tokens" if carried else ""
        return "; ".join(filter(None, (said, f"{n_other} with another text stay out" if n_other else "")))
    return f"{len(compared)} with other tokens {'stays' if len(compared) == 1 else 'stay'} out"
