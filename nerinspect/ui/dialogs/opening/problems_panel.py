"""Everything that is wrong with a file, one kind of mistake at a time."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from nerinspect.analysis.written_labels import WrittenLabels
from nerinspect.io.file_check import FileCheck
from nerinspect.io.preview import Preview
from nerinspect.ui.dialogs.opening.findings import Findings, FindingsTable, findings_of
from nerinspect.ui.dialogs.opening.head import Head
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.repair.invalid_table import InvalidTable
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.window_words import told
from nerinspect.visible import visible


class ProblemsPanel(QWidget):
    """List invalid transitions and other mistakes; a row leads to its line.

    Signals
    -------
    row_chosen : int
        The row of the preview that the chosen mistake stands in.
    """

    row_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._findings: list[Findings] = []
        self._check: FileCheck | None = None
        self._preview: Preview | None = None
        self._name = ""
        self.head, self._tabs = Head(), QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName("Kinds of mistakes")
        self._invalid, self._table = InvalidTable(), FindingsTable()
        self._nothing = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._pages = QStackedWidget()
        for page in (self._nothing, self._invalid, self._table):
            self._pages.addWidget(page)
        self._build_ui()
        self._restyle()
        self._invalid.place_chosen.connect(self._on_position_chosen)
        self._table.place_chosen.connect(self.row_chosen)
        self._tabs.currentChanged.connect(self._on_tab_chosen)

    @property
    def _written(self) -> WrittenLabels | None:
        """The labels whose invalid transitions are listed."""
        labels = self._check.labels if self._check is not None else ()
        return next((one.written for one in labels if one.n_invalid), None)

    @property
    def kinds(self) -> list[str]:
        """Titles of the kinds of mistakes that were found."""
        invalid = ["Invalid transitions"] if self._written is not None else []
        return invalid + [found.title for found in self._findings]

    def show_check(self, name: str, check: FileCheck | None, preview: Preview | None) -> None:
        """Show what is wrong with a file; None while that is not known."""
        before = self.kinds[self._tabs.currentIndex()] if self.kinds and self._tabs.currentIndex() >= 0 else ""
        row = self._current_row() if name == self._name else -1
        self._preview, self._name = preview, name
        self._findings = findings_of(check, preview) if check is not None and preview is not None else []
        self._check = check
        self._fill_tabs(before)
        if not self.kinds:
            self._say_nothing(name, check)
        self._on_tab_chosen(self._tabs.currentIndex())
        table = self._pages.currentWidget()
        if isinstance(table, InvalidTable | FindingsTable) and table.model().rowCount():
            table.choose_row(row if 0 <= row < table.model().rowCount() else 0)

    def show_kind(self, title: str) -> None:
        """Turn to a kind of mistakes and its first row."""
        if title in self.kinds:
            self._tabs.setCurrentIndex(self.kinds.index(title))
            table = self._pages.currentWidget()
            if isinstance(table, InvalidTable | FindingsTable):
                table.choose_row(0)
                table.setFocus()

    def _current_row(self) -> int:
        """Give the row that is chosen; -1 for none."""
        table = self._pages.currentWidget()
        return table.currentIndex().row() if isinstance(table, InvalidTable | FindingsTable) else -1

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self.head.insert(self._tabs)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(4 * unit))
        layout.addWidget(self.head)
        layout.addWidget(self._pages, 1)

    def _fill_tabs(self, before: str) -> None:
        self._tabs.blockSignals(True)
        while self._tabs.count():
            self._tabs.removeTab(0)
        n_invalid = [len(self._written.invalid)] if self._written is not None else []
        for title, count in zip(self.kinds, [*n_invalid, *(found.n_rows for found in self._findings)], strict=True):
            self._tabs.addTab(f"{title} {count:,}")
        if before in self.kinds:
            self._tabs.setCurrentIndex(self.kinds.index(before))
        self._tabs.blockSignals(False)
        self._tabs.setVisible(len(self.kinds) > 1)

    def _say_nothing(self, name: str, check: FileCheck | None) -> None:
        self.head.set_title("Problems")
        self.head.set_note("")
        if check is None:
            said = "Checking …" if name else ""
        elif check.problem is not None:
            said = told(check.problem)
        else:
            said = f"No problems found in {name}."
        self._nothing.setText(visible(said))
        self._invalid.show_labels(None)
        self._table.show_findings(None)
        self._pages.setCurrentWidget(self._nothing)

    def _on_tab_chosen(self, place: int) -> None:
        if not 0 <= place < len(self.kinds):
            return
        is_invalid = place == 0 and self._written is not None
        self._invalid.show_labels(self._written)
        found = None if is_invalid else self._findings[place - (self._written is not None)]
        self._table.show_findings(found)
        self._pages.setCurrentWidget(self._invalid if is_invalid else self._table)
        self.head.set_title(self.kinds[place] if len(self.kinds) == 1 else "")
        n_rows = found.n_rows if found else len(self._written.invalid) if self._written else 0
        self.head.set_note(f"{n_rows:,} in {self._name}; a row shows its place in the preview")

    def _on_position_chosen(self, position: int) -> None:
        if self._preview is not None:
            self.row_chosen.emit(self._preview.row_of_position(position))

    def _restyle(self) -> None:
        self._tabs.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_pages"):
            self._restyle()
