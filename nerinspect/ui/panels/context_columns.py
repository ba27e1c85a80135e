"""Which columns of the files are shown under the words of the context."""

from collections.abc import Iterable
from itertools import groupby

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.analysis.context import token_columns
from nerinspect.analysis.sentence import AS_WRITTEN, ColumnKey
from nerinspect.analysis.study import Study
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.ticking_menu import TickingMenu


class ContextColumns(QObject):
    """Remember the columns that the user chose, for the studies shown later too.

    Signals
    -------
    changed()
        The user chose other columns.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listed: list[ColumnKey] = []
        self._chosen: set[ColumnKey] = set()

    @property
    def chosen(self) -> list[ColumnKey]:
        """What the user chose, columns of this study first and in their order."""
        return [key for key in self._listed if key in self._chosen] + sorted(self._chosen.difference(self._listed))

    @property
    def has_others(self) -> bool:
        """Whether the files of the study say more of a token than its label."""
        return any(key.name != AS_WRITTEN for key in self._listed)

    def show_study(self, study: Study | None) -> None:
        """Turn to the columns of another study."""
        self._listed = token_columns(study) if study else []

    def choose_all(self, keys: Iterable[ColumnKey]) -> None:
        """Choose just some columns; those that no file has wait for one."""
        self._chosen = set(keys)

    def fill(self, menu: QMenu) -> None:
        """List the columns of each source in a menu."""
        menu.clear()
        for source, keys in groupby(self._listed, lambda key: key.source):
            menu.addSection(plain_text(source))
            for key in keys:
                action = menu.addAction(plain_text(key.name))
                action.setCheckable(True)
                action.setChecked(key in self._chosen)
                action.setData(tuple(key))
                action.setToolTip(tooltip(f"Show what {source} says of each token under the words."))
        menu.setEnabled(bool(self._listed))

    def menu(self, parent: QWidget) -> QMenu:
        """Make a menu that shows and hides columns."""
        menu = TickingMenu("Columns under the words", parent)
        menu.triggered.connect(self._on_triggered)
        self.fill(menu)
        return menu

    def _on_triggered(self, action: QAction) -> None:
        self._chosen ^= {ColumnKey(*action.data())}
        self.changed.emit()
