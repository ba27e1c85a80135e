"""The guide in a window of its own: contents and search at the left, the page at the right."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.glossary.wording import JUDGED
from nerinspect.guide.pages import START, read_pages, search, table
from nerinspect.ui.dialogs.shortcuts_dialog import BETWEEN_ANNOTATORS, sections
from nerinspect.ui.guide_view import GuideView
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.window_sizes import resize_on_screen

_PARTS: Final = {
    "start_page": "start",
    "selection_dialog": "selections",
    "selections_part": "selections",
    "open_dialog": "opening",
    "systems_dialog": "systems",
    "system_chooser": "systems",
    "annotator_chooser": "annotators",
    "toolbar": "window",
    "search_field": "search",
    "chip_row": "filters",
    "kinds_panel": "kinds",
    "types_panel": "filters",
    "shape_panel": "shapes",
    "doc_panel": "filters",
    "events_panel": "table",
    "comparison_panel": "side-by-side",
    "context_panel": "context",
    "details_panel": "details",
    "relations_panel": "relations-page",
    "relation_export_dialog": "export",
    "swap_window": "swap-test",
    "overview_panel": "overview",
    "bucket_charts": "bucket-charts",
    "consistency_panel": "consistency",
    "repair_panel": "repair-choice",
    "diagnosis_panel": "diagnosis-page",
    "compare_panel": "compare-page",
    "agreement_panel": "annotators",
    "review_panel": "progress",
    "review_part": "review",
    "cause_dialog": "review",
    "import_dialog": "lists",
    "reading_part": "corrections",
    "reference_dialog": "corrected-reference",
    "marking_bar": "corrections",
    "project_panel": "project",
    "signature_dialog": "export",
    "export_dialog": "export",
    "sample_dialog": "samples",
    "shortcuts_dialog": "keys",
}
"""The page about each part of the window, by the part's object name."""


def open_guide(owner: QWidget, page: str = START) -> "GuideWindow":
    """Show a page of the guide in the guide's window, which is made when it is first asked for.

    Parameters
    ----------
    owner : QWidget
        The window or dialog that asks; the guide closes with it.
    page : str
        A name in `nerinspect.guide.pages.PAGE_KEYS`.

    Returns
    -------
    GuideWindow
        Shown, and in front.
    """
    before = owner.findChildren(GuideWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    window = before[0] if before else GuideWindow(owner)
    window.open_page(page)
    return window


def offer_guide(dialog: QWidget) -> None:
    """Let F1 open the guide at the page about a dialog; the window's own F1 cannot be reached from there."""
    QShortcut(QKeySequence("F1"), dialog, lambda: open_guide(dialog, page_about(dialog)))


def page_about(widget: QWidget | None) -> str:
    """Name the page about the part of the window that holds a widget."""
    while widget is not None:
        if page := _PARTS.get(widget.objectName()):
            return page
        widget = widget.parentWidget()
    return START


class GuideWindow(QWidget):
    """Show the guide."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("guide_window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._pages = read_pages({"keys": _keys()})
        self.view = GuideView(self._pages)
        self.search, self.contents, self.hits = QLineEdit(), QListWidget(), QListWidget()
        self._lists = QStackedWidget()
        self._back, self._forward = QToolButton(), QToolButton()
        self._build_ui()
        self._connect()

    def open_page(self, page: str = START) -> None:
        """Turn to a page and come to the front."""
        self.search.clear()
        self.show()  # first, so that the page is laid out once, in its right width
        self.view.open_place(f"{page}.md")
        self.raise_()
        self.activateWindow()
        self.view.setFocus()

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self.search.setPlaceholderText("Search the guide")
        self.search.setAccessibleName("Search the guide")
        self.search.setClearButtonEnabled(True)
        self.contents.setAccessibleName("Contents")
        self.contents.addItems([page.title for page in self._pages])
        self.hits.setAccessibleName("Found")
        self.hits.setWordWrap(True)
        self.hits.setAlternatingRowColors(True)
        for rows in (self.contents, self.hits):
            rows.setFrameShape(QListWidget.Shape.NoFrame)
            rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            rows.setSpacing(round(2 * unit))
            self._lists.addWidget(rows)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(*(round(8 * unit) for _ in range(4)))
        column.addLayout(self._buttons())
        column.addWidget(self.search)
        column.addWidget(self._lists, 1)
        halves = QSplitter()
        halves.addWidget(left)
        halves.addWidget(self.view)
        halves.setSizes([round(240 * unit), round(800 * unit)])
        halves.setStretchFactor(1, 1)
        halves.setChildrenCollapsible(False)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(halves)
        resize_on_screen(self, 1060, 760)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        smaller, larger = QToolButton(), QToolButton()
        for button, text, name, act in (
            (self._back, "←", "Back", self.view.backward),
            (self._forward, "→", "Forward", self.view.forward),
            (smaller, "A−", "Smaller text", partial(self.view.zoom, -1)),
            (larger, "A+", "Larger text", partial(self.view.zoom, 1)),
        ):
            button.setText(text)
            button.setAccessibleName(name)
            button.setToolTip(tooltip(name))
            button.setAutoRaise(True)
            button.clicked.connect(lambda _checked=False, act=act: act())
            row.addWidget(button)
        row.insertStretch(2)
        self._back.setEnabled(False)
        self._forward.setEnabled(False)
        return row

    def _connect(self) -> None:
        self.view.sourceChanged.connect(self._on_source_changed)
        self.view.backwardAvailable.connect(self._back.setEnabled)
        self.view.forwardAvailable.connect(self._forward.setEnabled)
        self.contents.currentRowChanged.connect(self._on_row_changed)
        self.search.textChanged.connect(self._on_search_changed)
        self.search.returnPressed.connect(self._on_return_pressed)
        self.hits.currentItemChanged.connect(self._on_hit_changed)
        self.hits.itemClicked.connect(self._on_hit_changed)
        standard = QKeySequence.StandardKey
        for keys, act in (
            (standard.Find, self._focus_search),
            (standard.Back, self.view.backward),
            (standard.Forward, self.view.forward),
            (standard.ZoomIn, partial(self.view.zoom, 1)),
            (QKeySequence("Ctrl+="), partial(self.view.zoom, 1)),
            (standard.ZoomOut, partial(self.view.zoom, -1)),
            (QKeySequence("Ctrl+0"), partial(self.view.zoom, 0)),
            (QKeySequence("Esc"), self._on_escape),
        ):
            QShortcut(QKeySequence(keys), self, act)

    def _focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_source_changed(self, source: QUrl) -> None:
        page = self.view.page_at(source)
        if page is None:
            return
        self.setWindowTitle(f"{page.title} – guide to nerinspect")
        self.contents.blockSignals(True)
        self.contents.setCurrentRow(self._pages.index(page))
        self.contents.blockSignals(False)

    def _on_row_changed(self, row: int) -> None:
        self.view.open_place(f"{self._pages[row].key}.md")

    def _on_search_changed(self, words: str) -> None:
        self.hits.clear()
        for hit in search(self._pages, words):
            name = hit.page.title if hit.heading == hit.page.title else f"{hit.page.title}: {hit.heading}"
            item = QListWidgetItem(f"{name}\n{hit.excerpt}")
            item.setData(Qt.ItemDataRole.UserRole, hit.target)
            self.hits.addItem(item)
        if words.strip() and not self.hits.count():
            nothing = QListWidgetItem("No page holds all of these words.")
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.hits.addItem(nothing)
        self._lists.setCurrentWidget(self.hits if words.strip() else self.contents)
        self.view.mark(())

    def _on_hit_changed(self, item: QListWidgetItem | None) -> None:
        if item is not None and (target := item.data(Qt.ItemDataRole.UserRole)):
            self.view.open_place(target)
            self.view.mark(self.search.text().split())

    def _on_return_pressed(self) -> None:
        self.hits.setCurrentRow(0)

    def _on_escape(self) -> None:
        """Leave the search, then the guide."""
        if self.search.text():
            self.search.clear()
            self.contents.setFocus()
        else:
            self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the search field down into what was found."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            (self.hits if self.search.text().strip() else self.contents).setFocus()
        else:
            super().keyPressEvent(event)


def _keys() -> str:
    """Write the tables of all keys."""
    listed = {**sections(JUDGED), "Review between annotators": BETWEEN_ANNOTATORS}
    return "\n\n".join(f"## {title}\n\n{table(('Keys', 'What they do'), rows)}" for title, rows in listed.items())
