"""Choose files and how to read them, with everything that is wrong with them on view before anything is loaded."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import PurePath
from typing import Final

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.checking.repair_effects import RepairEffects
from nerinspect.errors import NerinspectError
from nerinspect.glossary.wording import JUDGED, NEUTRAL
from nerinspect.io.projects import is_project
from nerinspect.io.provenance import command_line
from nerinspect.io.reading.chosen_files import ROLE_RULES
from nerinspect.io.reading.preview import Preview, PreviewRow
from nerinspect.io.request import TOKEN_RULES, LoadRequest, stem
from nerinspect.quantities import counted, grouped
from nerinspect.ui.kit.file_dialogs import ask_for_files, ask_for_folder
from nerinspect.ui.kit.keys import focus_of
from nerinspect.ui.kit.layout import ElidedLabel, HairlineSplitter, fill, resize_on_screen, scrolled
from nerinspect.ui.kit.screen_text import copy_text, draw_text, told, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables import Index, set_row_height
from nerinspect.ui.kit.tables.places import (
    CELL_ROLE,
    PlaceCell,
    PlaceColumn,
    PlaceFonts,
    Places,
    PlacesModel,
    let_rows_be_chosen,
)
from nerinspect.ui.opening.file_list import Entry, FileList, Work
from nerinspect.ui.opening.files_table import FilesTable, Head
from nerinspect.ui.opening.problems import (
    DIFFERENT_TOKENS,
    Notice,
    Notices,
    ProblemsPanel,
    RepairsPart,
    effects_work,
    notices_of,
    what_blocks,
)
from nerinspect.ui.opening.reading_form import ForAllFiles, ReadingForm
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.theme.themes import TypeStyle, current_theme, type_styles

_BAR, _LANE = 4, 7  # at a font of 13 pixels
_MOST_LANES: Final = 4


class PreviewColumn(IntEnum):
    """What stands in each column."""

    LINE = 0
    TOKEN = 1
    LABEL = 2
    READ_AS = 3


_LINE: Final = "The physical line; sentence and token where a format has no lines."
_COLUMNS: Final = (
    PlaceColumn("Token", "The token."),
    PlaceColumn("Label", "The label as in the file."),
    PlaceColumn(
        "Read as",
        "The type of each mention at its first token, with a bar beside all of it, and what is wrong with the line.",
    ),
)


@dataclass(frozen=True)
class PreviewCell(PlaceCell):
    """A cell, with all of its row, which is painted."""

    row: PreviewRow | None = None


def preview_places(preview: Preview | None) -> Places:
    def write(number: int) -> tuple[PlaceCell, ...]:
        assert preview is not None, "there is a row"
        row = preview.row(number)
        read_as = " ".join((*row.types, row.problem)).strip()
        texts = (row.place, "", "", row.token) if row.is_whole_line else (row.place, row.token, row.label, read_as)
        return tuple(PreviewCell(text, row=row) for text in texts)

    title = "Line" if preview is None or preview.has_lines else "Place"
    columns = (PlaceColumn(title, _LINE, is_number=True), *_COLUMNS)
    return Places(columns, preview.n_rows if preview is not None else 0, write)


class PreviewView(Styled, QTableView):
    """Show the rows of a file; a row that was jumped to is marked."""

    def __init__(self) -> None:
        super().__init__()
        self._model, self._delegate = PlacesModel(preview_places(None)), _PreviewDelegate(self)
        self._model.setParent(self)
        self.preview: Preview | None = None
        self._types: tuple[str, ...] = ()
        self.setAccessibleName("Preview")
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setWordWrap(False)
        let_rows_be_chosen(self).setStretchLastSection(True)

    def show_preview(self, preview: Preview | None, types: tuple[str, ...] = ()) -> None:
        """Show another file, or the same read otherwise, at the line that was on show."""
        before = self.indexAt(self.viewport().rect().topLeft()).row() if self.preview is not None else 0
        self.preview, self._types = preview, types
        self._model.show_places(preview_places(preview))
        self._restyle()
        if 0 < before < self._model.rowCount():
            self.scrollTo(self._model.index(before, 0), QAbstractItemView.ScrollHint.PositionAtTop)

    def jump_to(self, row: int) -> None:
        if row < self._model.rowCount():
            index = self._model.index(row, PreviewColumn.TOKEN)
            self.setCurrentIndex(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def go_to_start(self) -> None:
        self.clearSelection()
        self.scrollToTop()

    def _restyle(self) -> None:
        self._delegate.fonts = fonts = PlaceFonts(self.font())
        self._delegate.types = type_styles(self._types, current_theme())
        set_row_height(self, fonts.row_height)
        # each column has the room of usual texts; a merged file has several labels in a line
        metrics, n_labels = QFontMetricsF(fonts.plain), min(self.preview.n_labels if self.preview else 1, 3)
        for column, text in ((0, "9,999,999"), (1, "Representative"), (2, "I-corporation " * max(n_labels, 1))):
            self.setColumnWidth(column, round(metrics.horizontalAdvance(text) + 12 * fonts.unit))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(300 * self._delegate.fonts.unit), 6 * self._delegate.fonts.row_height)

    def sizeHint(self) -> QSize:
        return QSize(round(420 * self._delegate.fonts.unit), 12 * self._delegate.fonts.row_height)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.setCurrentIndex(self._model.index(0, PreviewColumn.TOKEN))


class _PreviewDelegate(QStyledItemDelegate):
    """Paint quiet lines, labels in the fixed font, bars and what is wrong."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self.fonts = PlaceFonts(view.font())
        self.types: dict[str, TypeStyle] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, fonts, rect, row = current_theme(), self.fonts, QRectF(option.rect), index.data(CELL_ROLE).row
        column, is_chosen = index.column(), bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if row.problem or is_chosen:
            painter.fillRect(rect, theme.warning_strip if row.problem else theme.selected)
        if is_chosen and not column:
            paint_accent_edge(painter, theme, fonts.unit, rect)
        place = rect.adjusted(6 * fonts.unit, 0, -6 * fonts.unit, 0)
        if column == PreviewColumn.LINE:
            draw_text(painter, fonts.plain, theme.text3, place, row.place, Qt.AlignmentFlag.AlignRight)
        elif column == PreviewColumn.TOKEN and not row.is_whole_line:
            ink = theme.text if row.kind == "token" else theme.warning if row.problem else theme.text3
            draw_text(painter, fonts.plain, ink, place, row.token)
        elif column == PreviewColumn.LABEL:
            draw_text(painter, fonts.labels, theme.warning if row.problem else theme.text, place, row.label)
        elif column == PreviewColumn.READ_AS and row.is_whole_line:
            draw_text(painter, fonts.plain, theme.text3, place, row.token)
        elif column == PreviewColumn.READ_AS:
            self._paint_reading(painter, rect, row)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, fonts.unit, rect)
        painter.restore()

    def _paint_reading(self, painter: QPainter, rect: QRectF, row: PreviewRow) -> None:
        theme, fonts = current_theme(), self.fonts
        gap = fonts.row_height / 6
        for bar in row.bars:
            if bar.lane < _MOST_LANES:
                top = rect.top() + (gap if bar.is_first else 0)
                bottom = rect.bottom() - (gap if bar.is_last else -1)
                left = rect.left() + bar.lane * _LANE * fonts.unit
                style = self.types.get(bar.type)
                painter.fillRect(
                    QRectF(left, top, _BAR * fonts.unit, bottom - top), style.line if style else theme.text2
                )
        n_lanes = max((min(bar.lane + 1, _MOST_LANES) for bar in row.bars), default=1)
        place = rect.adjusted((n_lanes * _LANE + 14) * fonts.unit, 0, -6 * fonts.unit, 0)
        if row.types:
            bold = QFont(fonts.plain)
            bold.setWeight(QFont.Weight.DemiBold)
            text = " ".join(row.types)
            draw_text(painter, bold, theme.text, place, text)
            place.setLeft(place.left() + QFontMetricsF(bold).horizontalAdvance(text + " "))
        draw_text(painter, fonts.plain, theme.warning, place, row.problem)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, 0)


class PreviewPart(QWidget):
    """Show a file as parsed, with a way back to its first line."""

    def __init__(self) -> None:
        super().__init__()
        self.view = PreviewView()
        self.head = Head("Previe&w", buddy=self.view)
        self.head.link_followed.connect(self.view.go_to_start)
        self.view.verticalScrollBar().valueChanged.connect(self._tell_place)
        fill(QVBoxLayout(self), self.head, self.view, gap=round(4 * unit_of(self.font())), stretched=self.view)

    def show_preview(self, preview: Preview | None, types: tuple[str, ...] = ()) -> None:
        self.view.show_preview(preview, types)
        self._tell_place()

    def _tell_place(self) -> None:
        preview, row = self.view.preview, self.view.rowAt(0)
        if preview is None or not preview.n_rows:
            self.head.set_note("")
        elif row <= 0:
            self.head.set_note("as parsed")
        else:
            where = f"line {grouped(row + 1)} on" if preview.has_lines else "further on"
            self.head.set_note(f"as parsed, {where};", "from the beginning")


class Footer(Styled, QWidget):
    """Show progress and offer to copy, to cancel and to open."""

    def __init__(self) -> None:
        super().__init__()
        self._bar, self._label = _Bar(), ElidedLabel()
        self._bar.setAccessibleName("Progress of the check")
        self.copy, self.cancel = QPushButton("Cop&y as command"), QPushButton("Cancel")
        self.open = QPushButton("&Open")
        self._timer = QElapsedTimer()
        row = fill(QHBoxLayout(self), self._bar, self._label, gap=round(8 * self.unit), stretched=self._label)
        for button in (self.copy, self.cancel, self.open):
            button.setAutoDefault(False)
            row.addWidget(button)

    @property
    def text(self) -> str:
        return self._label.accessibleName()

    def show_progress(self, done: int, total: int) -> None:
        if not self._timer.isValid():
            self._timer.start()
        self._bar.show_share(done / total if total else 0.0)
        self._label.show_text(
            f"Checking: {grouped(done)} of about {counted(total, 'token')}" if total else "Checking …"
        )

    def show_result(self, n_tokens: int, n_files: int, missing: str) -> None:
        seconds = self._timer.elapsed() / 1000 if self._timer.isValid() else 0.0
        self._timer.invalidate()
        self._bar.show_share(1.0 if n_files else 0.0)
        took = f" in {grouped(seconds, 1)} s" if seconds >= 0.05 else ""
        self._label.show_text(missing or f"Checked {counted(n_tokens, 'token')}{took}")
        self.open.setText(f"&Open {counted(n_files, 'file')}")
        self.open.setEnabled(not missing)
        self.open.setToolTip(tooltip(missing))

    def _restyle(self) -> None:
        self._bar.setFixedSize(round(160 * self.unit), round(6 * self.unit))
        self._label.setFont(scaled_font(self.font(), DETAIL))


class _Bar(QWidget):
    """Paint a thin bar; the words beside it say the same."""

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.0

    def show_share(self, share: float) -> None:
        self._share = min(share, 1.0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        painter.fillRect(self.rect(), theme.hairline)
        painter.fillRect(0, 0, round(self.width() * self._share), self.height(), theme.accent)
        painter.end()


_WIDTH, _HEIGHT, _NARROW = 1200, 780, 1040  # at a font of 13 pixels
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class OpenDialog(QDialog):
    """Ask for a reference, predictions and training data, and for the choices of reading each.

    It begins with files, which are sorted into roles, or with what was asked for before: its roles and choices are
    kept, and it is said why that could not be opened.
    """

    project_requested = Signal(str)  # a project is to be opened in the place of files; the dialog is closed

    def __init__(
        self,
        paths: Sequence[str] = (),
        parent: QWidget | None = None,
        request: LoadRequest | None = None,
        problem: NerinspectError | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("open_dialog")
        self.setWindowTitle("Open")
        self.setAcceptDrops(True)
        self._problem, self._shown_path = problem, ""
        self._projects: list[str] = []
        self._is_parted = False
        self._halves, self._upper = HairlineSplitter(Qt.Orientation.Vertical), QWidget()
        self.files = FileList(self)
        self.table, self.form, self.preview = FilesTable(self.files), ReadingForm(self.files), PreviewPart()
        self.problems, self.notices, self.repairs = ProblemsPanel(), Notices(), RepairsPart()
        self.for_all, self.footer = ForAllFiles(self.files), Footer()
        self._build_ui()
        self._connect()
        if request is not None:
            self.files.take_over(request)
        self.files.add(paths)
        at_fault = getattr(problem, "path", None)
        for entry in [entry for entry in self.files.entries if entry.file.path == at_fault][:1]:
            self.table.choose(entry)
        self._update()
        self.footer.open.setDefault(True)
        self.table.setFocus()

    def request(self) -> LoadRequest | None:
        return self.files.request()

    def add(self, paths: Sequence[str]) -> None:
        """Add files; a project is opened alone, at once if there are none."""
        self.files.add([path for path in paths if not is_project(path)])
        self._projects = list(dict.fromkeys((*self._projects, *filter(is_project, paths))))
        if self._projects and not self.files.entries:
            self._open_project(self._projects[0])
        elif self._projects:
            self._update()

    def _open_project(self, path: str) -> None:
        self.reject()
        self.project_requested.emit(path)

    def _build_ui(self) -> None:
        unit = unit_of(self.font())
        wrong, lower = _Shrinking(), QWidget()
        self._rows = top, middle = QHBoxLayout(), QHBoxLayout()
        for row in self._rows:
            row.setSpacing(round(20 * unit))
        top.addWidget(self._files_part(unit), 13)
        top.addWidget(self.form, 10, Qt.AlignmentFlag.AlignTop)
        fill(QVBoxLayout(wrong), self.problems, self.notices, gap=round(8 * unit), stretched=self.problems)
        middle.addWidget(self.preview, 9)
        middle.addWidget(wrong, 11)
        for half, row, part in ((self._upper, top, self.for_all), (lower, middle, self.repairs)):
            column = fill(QVBoxLayout(half), row, part, gap=round(12 * unit), stretched=row)
            column.setContentsMargins(*[round(margin * unit) for margin in (16, 10, 16, 10)])
            self._halves.addWidget(half)
        self._halves.setStretchFactor(1, 1)
        area = scrolled(self._halves)
        self.footer.setContentsMargins(*[round(margin * unit) for margin in (16, 8, 16, 12)])
        fill(QVBoxLayout(self), area, self.footer, stretched=area)
        resize_on_screen(self, _WIDTH, _HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room beside each other, put parts below each other."""
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW * unit_of(self.font())
        for row in self._rows:
            row.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)
        self._fit_halves()

    def _fit_halves(self) -> None:
        """Give the list of files the room it wants, until the user says how much it has."""
        if (column := self._upper.layout()) is not None:
            column.activate()  # it may still know the reasons of before
        wanted = self._upper.heightForWidth(self._upper.width())  # reasons are wrapped
        if not self._is_parted:
            self._halves.setSizes([wanted, max(self._halves.height() - wanted, 0)])

    def _on_parted(self) -> None:
        self._is_parted = True

    def _files_part(self, unit: float) -> QWidget:
        part = QWidget()
        head = Head("&Files", "untick files to leave out; drop more here", self.table)
        head.setToolTip(tooltip(ROLE_RULES))
        for text, act in (
            ("A&dd…", self._on_add),
            ("Add fo&lder…", self._on_add_folder),
            ("&Remove", self.table.remove_chosen),
        ):
            button = QToolButton()
            button.setText(text)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(act)
            head.append(button)
        fill(QVBoxLayout(part), head, self.table, gap=round(4 * unit), stretched=self.table)
        return part

    def _connect(self) -> None:
        self.files.checked.connect(self._on_checked)
        self.files.entry_changed.connect(self._update)
        for changed in (self.files.rows_changed, self.files.settled):
            changed.connect(self._update)
            changed.connect(self._fit_halves)
        self._halves.splitterMoved.connect(self._on_parted)
        self.files.queue.progressed.connect(self.footer.show_progress)
        self.table.entry_chosen.connect(self._show_chosen)
        self.problems.table.place_chosen.connect(self.preview.view.jump_to)
        self.repairs.table.method_chosen.connect(self._on_repair_chosen)
        self.notices.link_followed.connect(self._on_link_followed)
        self.files.base_changed.connect(self._on_base_changed)
        self.footer.copy.clicked.connect(self._on_copy)
        self.footer.cancel.clicked.connect(self.reject)
        self.footer.open.clicked.connect(self.accept)

    def _show_chosen(self) -> None:
        """Show the chosen file; one that is checked anew stays on show as it was."""
        entry = self.table.chosen
        self.form.show_entry(entry)
        check = entry.check if entry is not None else None
        if entry is not None and check is None and self._shown_path == entry.path:
            return
        self._shown_path = entry.path if entry is not None else ""
        preview = Preview(check) if check is not None else None
        self.preview.show_preview(preview, tuple(check.type_counts) if check is not None else ())
        self.problems.show_check(stem(entry.path) if entry is not None else "", check, preview)
        self.files.queue.put("effects", self._effects_work, self._on_effects)
        if check is None or not check.n_invalid:
            self.repairs.show_effects(None, "none", "")

    def _effects_work(self) -> Work | None:
        entry = self.table.chosen
        if entry is None or entry.check is None or not entry.check.n_invalid:
            return None
        reference = self.files.reference
        other = reference.check if reference is not None and entry.role == "prediction" else None
        if entry.role == "reference":
            predictions = (one.check for one in self.files.used if one.role == "prediction" and one.check is not None)
            other = next(predictions, None)
        return effects_work(entry.check, other, self.files.base)

    def _on_effects(self, effects: RepairEffects) -> None:
        entry = self.table.chosen
        if entry is not None and entry.check is not None:
            wording = NEUTRAL if self.files.base.annotators else JUDGED
            self.repairs.show_effects(effects, entry.check.options.repair, stem(entry.path), wording)

    def _update(self) -> None:
        entries = self.files.entries
        checks = [entry.check for entry in entries if entry.check is not None]
        notices = notices_of(self.files)
        if self._problem is not None and not self.files.is_corrected and not any(check.problem for check in checks):
            notices = (Notice("", told(self._problem)), *notices)
        notices = (*map(_project_notice, self._projects), *notices)
        self.notices.show_notices(notices)
        self.for_all.show_base()
        self.footer.copy.setEnabled(self.files.request() is not None)
        n_tokens = sum(check.text.n_tokens for check in checks if check.text is not None)
        if len(checks) < len(entries):
            self.footer.show_progress(0, 0)
            self.footer.open.setEnabled(False)
        else:
            self.footer.show_result(n_tokens, len(self.files.used), what_blocks(self.files))
            if self.footer.open.isEnabled() and focus_of(self) is self.table and not self.table.is_touched:
                self.footer.open.setFocus()  # what Enter presses, where nothing is to be corrected

    def _on_checked(self, entry: Entry) -> None:
        if entry is self.table.chosen:
            self._show_chosen()

    def _on_repair_chosen(self, method: str) -> None:
        if self.table.chosen is not None:
            self.files.choose(self.table.chosen, repair=method)

    def _on_base_changed(self) -> None:
        self._update()
        self.files.queue.put("effects", self._effects_work, self._on_effects)

    def _on_link_followed(self, key: str) -> None:
        verb, _, rest = key.partition(":")
        follow = {
            "runs": self.files.group_runs,
            "repair": self.files.repair_needy,
            "project": self._open_project,
            "tokens": self._use_rule,
        }.get(verb, self._show_problem)
        follow(rest)

    def _use_rule(self, name: str) -> None:
        rule = next(rule for rule in TOKEN_RULES if rule == name)
        self.files.set_base(replace(self.files.base, tokens=rule))

    def _show_problem(self, place: str) -> None:
        entry = self.files.entries[int(place)]
        self.table.choose(entry)
        kinds = self.problems.kinds
        if entry.check is not None and entry.check.n_differing:
            kinds = [DIFFERENT_TOKENS]
        if kinds:
            self.problems.show_kind(kinds[0])

    def _on_copy(self) -> None:
        request = self.files.request()
        if request is not None:
            copy_text(command_line("open", request))

    def _on_add(self) -> None:
        self.add(ask_for_files(self, "Add files"))

    def _on_add_folder(self) -> None:
        if folder := ask_for_folder(self, "Add a folder of .ann files"):
            self.add([folder])

    def accept(self) -> None:
        if self.footer.open.isEnabled():
            super().accept()

    def done(self, result: int) -> None:
        self.files.queue.clear()
        super().done(result)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_halves()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter end the writing in a field before it opens files."""
        focus = focus_of(self)
        if event.key() in _ENTER and isinstance(focus, QLineEdit | QComboBox):
            self.table.setFocus()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.add([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])


def _project_notice(path: str) -> Notice:
    links = (("Open it instead", f"project:{path}"),)
    return Notice(PurePath(path).name, "is a project, which is opened by itself.", links, is_warning=False)


class _Shrinking(QWidget):
    """Hold wrapped text without asking for the height that all of it would like to have: the tables scroll."""

    def hasHeightForWidth(self) -> bool:
        """Let the layout around it shrink it."""
        return False
