"""The guide in a window of its own: contents and search at the left, the page at the right; and all keys."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QResizeEvent,
    QShortcut,
    QTextCharFormat,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTextBrowser,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.events.relation_events import RELATION_KINDS
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.guide import PARTS, START, Page, picture, read_pages, search, table, to_html
from nerinspect.ui.desk.actions import MENUS, Action
from nerinspect.ui.desk.views import VIEWS
from nerinspect.ui.kit.layout import fill, resize_on_screen, shrink_to_screen
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import DETAIL, font_size, scaled_font, unit_of
from nerinspect.ui.theme.marks import KIND_SYMBOLS, KindSymbols, thin_scroll_bars
from nerinspect.ui.theme.themes import Theme, current_theme

_BESIDE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "Events": (
        ("↓, ↑", "next and previous event"),
        ("Enter", "whole document, and back to the sentence"),
        ("Left, Right", "fold and unfold a group of equal surfaces"),
    ),
    "Filters": (
        ("Space, Enter", "pick the value; Ctrl adds it, Shift picks up to it"),
        ("Shift+Space", "in the matrix of types: pick the whole row"),
        ("Shift+Enter", "in the matrix of types: pick the whole column"),
        ("+, -", "on a subset of tough mentions: show and hide its types"),
        ("Left, Right", "in the head of the buckets: next attribute; Alt+↓ lists all"),
        ("Delete", "on a chip: remove it"),
        ("Backspace", "in the empty search field: remove the last chip"),
        ("Ctrl+Space", "in the search field: show suggestions"),
    ),
    "Everywhere": (
        ("F6, Shift+F6", "next and previous region of the window"),
        ("Tab, Shift+Tab", "next and previous part"),
        ("Esc", "back to the table"),
        ("Alt+↓, Alt+↑", "in a list of columns or files: move down and up"),
        ("Ctrl+C", "copy rows, a table or the selected text"),
        ("Shift+F10", "menu of the row, number or column: copy, explain"),
        ("Ctrl+wheel", "on the sentence: larger and smaller text"),
    ),
}
"""Keys that stand in no menu."""


_STEPS: Final = ("undo", "redo")  # they are about decisions


def sections(wording: Wording) -> dict[str, tuple[tuple[str, str], ...]]:
    """Say what each key does, by subject, to those who look at a reference or at annotators."""
    menus = {title.replace("&", ""): commands for title, commands in MENUS.items()}
    edit = [command for command in menus["Edit"] if command.name not in _STEPS]
    steps = [command for command in menus["Edit"] if command.name in _STEPS]
    window = (*menus["View"], *menus["Analysis"], *menus["Help"])
    return {
        "Events": (*_said(menus["Events"], wording), *_BESIDE["Events"]),
        "Filters": (*_said(edit, wording), *_BESIDE["Filters"]),
        "Files": _said(menus["File"], wording),
        "Review": _said([*menus["Review"], *steps], wording),
        "Window": _said(window, wording),
        "Everywhere": _BESIDE["Everywhere"],
    }


def _said(commands: Sequence[Action], wording: Wording) -> tuple[tuple[str, str], ...]:
    with_keys = [command.said(wording) for command in commands if command.keys]
    return tuple((command.keys, _plain(command.words)) for command in with_keys)


def _plain(text: str) -> str:
    """Write a line of a menu within a sentence; A and B keep their letters."""
    words = text.removesuffix("…").split(" ")
    return " ".join(word if word[:2] in ("A", "B", "B’") else word.lower() for word in words)


BETWEEN_ANNOTATORS: Final = tuple(row for row in sections(NEUTRAL)["Review"] if row not in sections(JUDGED)["Review"])
"""Keys that do something else while annotators are held against each other."""

_COLUMNS: Final = (("Events", "Review"), ("Filters", "Everywhere"), ("Files", "Window"))
"""Subjects below each other."""

_MEANING: Final = "meaning"


class ShortcutsDialog(QDialog):
    """Show what the keys do."""

    def __init__(self, parent: QWidget | None = None, wording: Wording = JUDGED) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts_dialog")
        self.setWindowTitle("Keys")
        page, scroll = QWidget(), QScrollArea(widgetResizable=True)
        columns, unit, rows = QHBoxLayout(page), unit_of(self.font()), sections(wording)
        columns.setSpacing(round(32 * unit))
        for titles in _COLUMNS:
            column = QVBoxLayout()
            column.setSpacing(round(20 * unit))
            for title in titles:
                column.addWidget(_section(title, rows[title], [keys for one in titles for keys, _ in rows[one]]))
            column.addStretch(1)
            columns.addLayout(column)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAccessibleName("All keys")
        scroll.setWidget(page)
        layout = fill(QVBoxLayout(self), scroll, close, stretched=scroll, has_margins=True)
        self.resize(layout.sizeHint() - scroll.sizeHint() + page.sizeHint())
        shrink_to_screen(self)
        for meaning in page.findChildren(QLabel, _MEANING):
            meaning.setWordWrap(True)  # on a narrow screen; the dialog asks for room for whole lines


def _section(title: str, rows: tuple[tuple[str, str], ...], all_keys: Sequence[str]) -> QWidget:
    box = QWidget(accessibleName=title)
    grid = QGridLayout(box)
    unit = unit_of(box.font())
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(round(16 * unit))
    grid.setVerticalSpacing(round(4 * unit))
    grid.setColumnStretch(1, 1)
    head, bold = QLabel(title), scaled_font(box.font(), 1.0, is_bold=True)
    head.setFont(scaled_font(box.font(), 1.15, is_bold=True))
    head.setIndent(round(2 * unit))  # as the keys, some of which begin left of their place
    grid.setColumnMinimumWidth(0, ceil(4 * unit + max(map(QFontMetricsF(bold).horizontalAdvance, all_keys))))
    grid.addWidget(head, 0, 0, 1, 2)
    for place, (keys, meaning) in enumerate(rows, 1):
        name = QLabel(keys)
        name.setFont(bold)
        name.setIndent(round(2 * unit))
        grid.addWidget(name, place, 0, Qt.AlignmentFlag.AlignTop)
        words = QLabel(meaning)
        words.setObjectName(_MEANING)
        grid.addWidget(words, place, 1)
    return box


_HTML: Final = QTextDocument.ResourceType.HtmlResource
_ZOOMS: Final = (0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5)
_WIDEST: Final = 860  # width of the text in units of a thirteenth of the font size; longer lines are hard to read
_PICTURE_SCALE: Final = 2  # pixels of a picture for each pixel of the screen it was taken of


class GuideView(Styled, QTextBrowser):
    """Show pages of the guide; links between them work, and there are no others."""

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__()
        self.setObjectName("guide_view")
        self.setAccessibleName("Page of the guide")
        self._pages = {f"{page.key}.md": page for page in pages}
        self._zoom = _ZOOMS.index(1.0)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        # One that comes and goes would change the width while a page is being laid out.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def page_at(self, place: QUrl) -> Page | None:
        return self._pages.get(place.path())

    def open_place(self, target: str) -> None:
        """Turn to a page such as `kinds.md`, or to a heading of it: `kinds.md#demerits`."""
        self.setSource(QUrl(target))

    def zoom(self, step: int) -> None:
        """Make the text larger (1), smaller (-1) or as large as the desktop's (0)."""
        place = self._zoom + step if step else _ZOOMS.index(1.0)
        self._zoom = min(max(place, 0), len(_ZOOMS) - 1)
        self._restyle()

    def mark(self, words: Sequence[str]) -> None:
        """Mark some words wherever they stand on the page."""
        marks = []
        form = QTextCharFormat()
        form.setBackground(current_theme().selected)
        for word in words:
            cursor = self.document().find(word)
            while not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = cursor, form
                marks.append(mark)
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(marks)

    def doSetSource(self, url: QUrl | str, kind: QTextDocument.ResourceType = _HTML) -> None:
        """Take every page for HTML, which it is when it is loaded."""
        super().doSetSource(url, _HTML)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: ANN401 - whatever Qt asks for
        """Give the text of a page, a picture, or the symbol of a kind (`kind:be`, `relation:reversed`)."""
        url = QUrl(name)
        if page := self.page_at(url):
            return to_html(page.text)
        if url.scheme() == "kind" and url.path() in KINDS:
            return self._symbol(url.path(), KIND_SYMBOLS)
        if url.scheme() == "relation" and url.path() in RELATION_KINDS:
            from nerinspect.ui.arcs.relation_symbol import RELATION_SYMBOLS  # one page

            return self._symbol(url.path(), RELATION_SYMBOLS)
        return self._picture(url.fileName())

    def _symbol(self, kind: str, symbols: KindSymbols) -> QImage:
        size = symbols.size_beside(QFontMetricsF(self.document().defaultFont()).ascent())
        ratio = self.devicePixelRatioF()
        image = QImage((size * ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        symbols.paint(painter, QRectF(QPointF(), size), kind, current_theme())
        painter.end()
        return image

    def _picture(self, name: str) -> QImage:
        image = QImage.fromData(picture(name))
        ratio = self.devicePixelRatioF()
        room = self.lineWrapColumnOrWidth() - 2 * self.document().documentMargin()
        width = round(min(image.width() / _PICTURE_SCALE * self._unit(), room) * ratio)
        scaled = image.scaledToWidth(max(width, 1), Qt.TransformationMode.SmoothTransformation)
        scaled.setDevicePixelRatio(ratio)
        return scaled

    def _unit(self) -> float:
        return self.unit * _ZOOMS[self._zoom]

    def _line_width(self) -> int:
        return min(self.viewport().width(), round(_WIDEST * self._unit()))

    def _restyle(self) -> None:
        """Lay the page out anew, at the place where it was."""
        bar = self.verticalScrollBar()
        place = bar.value() / max(bar.maximum(), 1)
        unit, document = self._unit(), self.document()
        document.setDefaultFont(scaled_font(self.font(), _ZOOMS[self._zoom]))
        document.setIndentWidth(round(24 * unit))
        document.setDocumentMargin(round(24 * unit))
        document.setDefaultStyleSheet(_style_sheet(current_theme(), unit, document.defaultFont()))
        self.setLineWrapColumnOrWidth(self._line_width())
        if not self.source().isEmpty():
            self.reload()
            bar.setValue(round(place * bar.maximum()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._line_width() != self.lineWrapColumnOrWidth():
            self._restyle()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)


def _style_sheet(theme: Theme, unit: float, font: QFont) -> str:
    """Write the look of a page; sizes in pixels, since that is what Qt scales least surprisingly."""

    def px(size: float) -> str:
        return f"{round(size * unit)}px"

    small = f"font-size: {round(font_size(font) * DETAIL)}px"
    return f"""
        h1 {{ font-size: {px(22)}; font-weight: 600; margin: 0 0 {px(10)} 0; }}
        h2 {{ font-size: {px(16)}; font-weight: 600; margin: {px(18)} 0 {px(6)} 0; }}
        h3 {{ font-size: {px(13)}; font-weight: 600; margin: {px(12)} 0 {px(4)} 0; }}
        p, li {{ line-height: 125%; margin: 0 0 {px(8)} 0; }}
        div.picture {{ margin: {px(4)} 0 {px(10)} 0; }}
        li {{ margin-bottom: {px(4)}; }}
        ul, ol {{ margin: 0 0 {px(8)} 0; }}
        table {{ margin: {px(2)} 0 {px(12)} 0; }}
        a {{ color: {theme.accent.name()}; text-decoration: none; }}
        code, pre {{ {small}; background-color: {theme.hover.name()}; }}
        table.code, table.code pre {{ background-color: {theme.alternate.name()}; }}
        table.note {{ background-color: {theme.warning_strip.name()}; }}
        table.grid {{ border-collapse: collapse; {small}; }}
        th {{ text-align: left; color: {theme.text3.name()}; font-weight: 600;
              border-bottom: 1px solid {theme.border.name()}; }}
        td {{ vertical-align: top; }}
        table.grid td {{ border-bottom: 1px solid {theme.hairline.name()}; }}
    """


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
    "got_by_runs_panel": "filters",
    "shape_panel": "shapes",
    "doc_panel": "filters",
    "events_panel": "table",
    "comparison_panel": "side-by-side",
    "context_panel": "context",
    "details_panel": "details",
    "relation_export_dialog": "export",
    "swap_window": "swap-test",
    "bucket_charts": "bucket-charts",
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
    **{f"{view.name.lower()}_panel": view.guide for view in VIEWS.values() if view.page},
}
"""The page about each part of the window, by the part's object name."""


def open_guide(owner: QWidget, page: str = START) -> "GuideWindow":
    """Show a page of the guide in the guide's window, which is made when it is first asked for.

    It closes with its owner; `page` is a name in `nerinspect.guide.PAGE_KEYS`.
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
        self._pages = read_pages({"keys": keys_page()})
        self.view = GuideView(self._pages)
        self.search, self.contents, self.hits = QLineEdit(), QListWidget(), QListWidget()
        self._lists, self._rows = QStackedWidget(), dict[str, int]()
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
        unit = unit_of(self.font())
        self.search.setPlaceholderText("Search the guide")
        self.search.setAccessibleName("Search the guide")
        self.search.setClearButtonEnabled(True)
        self.contents.setAccessibleName("Contents")
        self._list_contents()
        self.hits.setAccessibleName("Found")
        self.hits.setWordWrap(True)
        self.hits.setAlternatingRowColors(True)
        for rows in (self.contents, self.hits):
            rows.setFrameShape(QListWidget.Shape.NoFrame)
            rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            rows.setSpacing(round(2 * unit))
            self._lists.addWidget(rows)
        left = QWidget()
        column = fill(QVBoxLayout(left), self._buttons(), self.search, self._lists, stretched=self._lists)
        column.setContentsMargins(*(round(8 * unit) for _ in range(4)))
        halves = QSplitter()
        halves.addWidget(left)
        halves.addWidget(self.view)
        halves.setSizes([round(240 * unit), round(800 * unit)])
        halves.setStretchFactor(1, 1)
        halves.setChildrenCollapsible(False)
        halves.handle(1).setAccessibleName("Border, drag to resize")
        fill(QHBoxLayout(self), halves)
        resize_on_screen(self, 1060, 760)
        thin_scroll_bars(self)

    def _list_contents(self) -> None:
        """List the pages under the titles of their parts, which cannot be chosen."""
        titles = {page.key: page.title for page in self._pages}
        for part, keys in PARTS.items():
            heading = QListWidgetItem(part, self.contents)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            font = heading.font()
            font.setWeight(QFont.Weight.DemiBold)
            heading.setFont(font)
            for key in keys:
                item = QListWidgetItem(titles[key], self.contents)
                item.setData(Qt.ItemDataRole.UserRole, key)
                self._rows[key] = self.contents.row(item)

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
        self.contents.setCurrentRow(self._rows[page.key])
        self.contents.blockSignals(False)

    def _on_row_changed(self, row: int) -> None:
        if (item := self.contents.item(row)) and (key := item.data(Qt.ItemDataRole.UserRole)):
            self.view.open_place(f"{key}.md")

    def _on_search_changed(self, words: str) -> None:
        self.hits.clear()
        for hit in search(self._pages, words):
            name = hit.page.title if hit.heading == hit.page.title else f"{hit.page.title}: {hit.heading}"
            item = QListWidgetItem(f"{name}\n{hit.excerpt}")
            item.setData(Qt.ItemDataRole.UserRole, hit.target)
            self.hits.addItem(item)
        if words.strip() and not self.hits.count():
            nothing = QListWidgetItem("No page contains all of these words.")
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


def keys_page() -> str:
    listed = {**sections(JUDGED), "Review between annotators": BETWEEN_ANNOTATORS}
    return "\n\n".join(f"## {title}\n\n{table(('Keys', 'What they do'), rows)}" for title, rows in listed.items())
