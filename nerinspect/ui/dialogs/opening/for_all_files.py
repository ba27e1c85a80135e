"""Choices that concern all files together: the rule for tokens and the entity types."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QHBoxLayout, QLabel, QPushButton, QWidget

from nerinspect.errors import counted
from nerinspect.io.file_check import FileCheck
from nerinspect.io.request import TOKEN_RULES, LoadRequest, TokenRule
from nerinspect.ui.dialogs.opening.types_dialog import TypesDialog, types_words
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.window_words import TOKEN_RULE_WORDS
from nerinspect.visible import visible


class ForAllFiles(QWidget):
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
        unit = font_size(self.font()) / 13
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
        self._restyle()

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

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_effect"):
            self._restyle()


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
