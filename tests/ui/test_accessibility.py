"""What a screen reader is told: every control has a name, every row and bar a sentence; focus, fonts and motion."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

import nerinspect.ui
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.io.writing.pictures import FigureLook
from nerinspect.systems.weights import USUAL
from nerinspect.ui.charts.bar_chart import BarChart
from nerinspect.ui.charts.demerits import DemeritsView
from nerinspect.ui.deciding.causes import CauseDialog
from nerinspect.ui.deciding.decider import AgreementDialog
from nerinspect.ui.deciding.edited_lists import ImportDialog
from nerinspect.ui.deciding.reference_writing import ReferenceDialog
from nerinspect.ui.deciding.saved_selections import SelectionDialog, selections_of
from nerinspect.ui.desk.views import EVENTS_VIEW, OVERVIEW, VIEWS
from nerinspect.ui.dialogs.provenance import FilesDialog, SignatureDialog
from nerinspect.ui.dialogs.sample_dialog import SampleDialog
from nerinspect.ui.dialogs.systems_dialog import SystemsDialog
from nerinspect.ui.guide import ShortcutsDialog, open_guide
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.pages.pictures import ChartDialog
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.lists.export_dialog import ExportDialog
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.opening.reading_form import TypesDialog
from nerinspect.ui.pages.overview.schemes import WeightsDialog
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.theme.fonts import font_size
from nerinspect.ui.window.window import MainWindow
from tests.ui.focus import focusable, unseen

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

Name, Role = QAccessible.Text.Name, QAccessible.Role

CONTROLS = (
    *(Role.Button, Role.ButtonMenu, Role.ButtonDropDown, Role.CheckBox, Role.RadioButton, Role.PageTab, Role.Link),
    *(Role.ComboBox, Role.EditableText, Role.ProgressBar, Role.Graphic, Role.Chart, Role.MenuItem),
    *(Role.Table, Role.List, Role.Tree, Role.Cell, Role.ListItem, Role.TreeItem, Role.ColumnHeader, Role.RowHeader),
    *(Role.MenuBar, Role.StatusBar, Role.Grip, Role.StaticText, Role.Slider, Role.SpinBox),
)
"""What people act on, or read number by number; whatever else takes the focus has a name too."""

_MOST_CHILDREN = 300


def parts(interface: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    """Go through all that a screen reader finds, of very long tables the first rows."""
    if interface is None or not interface.isValid() or interface.state().invisible:
        return
    yield interface
    for number in range(min(interface.childCount(), _MOST_CHILDREN)):
        yield from parts(interface.child(number))


def nameless(widget: QWidget) -> list[str]:
    """List the controls without a name, each with its parent's."""
    return [
        f"{part.role()} in {part.parent().text(Name)}"
        for part in parts(QAccessible.queryAccessibleInterface(widget))
        if (part.role() in CONTROLS or part.state().focusable) and not (part.text(Name).strip() or is_blank(part))
    ]


def is_blank(part: QAccessibleInterface) -> bool:
    """Tell whether this is a window, or a label that shows nothing at all."""
    shown = part.object()
    return part.role() == Role.Window or (
        isinstance(shown, QLabel)
        and not shown.text()
        and shown.pixmap().isNull()
        and type(shown).paintEvent is QLabel.paintEvent
    )


@pytest.fixture
def errors(window: MainWindow) -> MainWindow:
    window.document.select_query("-kind:tp")
    QApplication.processEvents()
    return window


@pytest.fixture
def overview(errors: MainWindow, qtbot: QtBot) -> MainWindow:
    errors.show_view(OVERVIEW)
    qtbot.waitUntil(lambda: bool(errors.findChildren(BarChart)))
    return errors


def test_every_control_of_the_events_has_a_name(errors: MainWindow) -> None:
    errors.document.select_query("type:ORG", is_added=True)
    assert nameless(errors) == []


def test_every_control_of_every_page_has_a_name(errors: MainWindow, qtbot: QtBot) -> None:
    for view in VIEWS:
        errors.show_view(view)
        qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in errors.findChildren(JobRunner)))
        assert nameless(errors) == [], view


def test_every_control_of_the_start_page_has_a_name(empty_window: MainWindow) -> None:
    assert nameless(empty_window) == []


def test_every_control_of_a_dialog_has_a_name(errors: MainWindow, qtbot: QtBot) -> None:
    for kind in (OpenDialog, ShortcutsDialog, ExportDialog):
        if kind is ExportDialog:
            errors.export()
        else:
            (OpenDialog(["a.conll", "b.conll"], errors) if kind is OpenDialog else ShortcutsDialog(errors)).open()
        dialog = errors.findChild(kind)
        assert isinstance(dialog, QDialog)
        qtbot.waitUntil(dialog.isVisible)
        found = nameless(dialog)
        dialog.reject()
        assert found == [], kind


SMALL: dict[str, Callable[[MainWindow, Study], QWidget]] = {
    "chart": lambda window, _: ChartDialog(lambda _: None, ("rich",), FigureLook(), window),
    "reference": lambda window, _: ReferenceDialog(window.desk, "Corrected reference"),
    "types": lambda window, _: TypesDialog({"ORG": 3, "LOC": 1}, sample_request(), window),
    "causes": lambda window, _: CauseDialog(window),
    "agreement": lambda window, _: AgreementDialog("anna", window),
    "import": lambda window, study: ImportDialog(window.desk, study, "list.csv"),
    "sample": lambda window, _: SampleDialog(window.document, window),
    "systems": lambda window, study: SystemsDialog(study, window),
    "files": lambda window, study: FilesDialog(study, window),
    "signature": lambda window, _: SignatureDialog("", window),
    "weights": lambda window, study: WeightsDialog(USUAL, study.types, window),
    "selection": lambda window, _: SelectionDialog(
        "New selection", selections_of(window.document), "mine", "kind:fn", window
    ),
}
"""Dialogs that the program runs modally or behind further choices, made by themselves."""


def test_every_control_of_a_small_dialog_has_a_name(errors: MainWindow, qtbot: QtBot, sample_study: Study) -> None:
    for name, make in SMALL.items():
        dialog = make(errors, sample_study)
        dialog.setWindowModality(Qt.WindowModality.NonModal)
        dialog.show()
        qtbot.waitUntil(dialog.isVisible)
        found = nameless(dialog)
        dialog.close()
        assert found == [], name


def test_every_control_of_the_guide_has_a_name(errors: MainWindow, qtbot: QtBot) -> None:
    guide = open_guide(errors)
    qtbot.waitUntil(guide.isVisible)
    found = nameless(guide)
    guide.close()
    assert found == []


def test_a_control_without_a_name_is_found(errors: MainWindow) -> None:
    button = next(button for button in errors.toolbar.findChildren(QAbstractButton) if button.text() == "Overview")
    button.setAccessibleName("")
    button.setText("")
    assert nameless(errors) != []


def test_a_row_says_its_kind_surface_and_readings(errors: MainWindow, sample_study: Study) -> None:
    view = errors.workspace.events.view
    event = int(errors.document.order[0])
    spoken = str(view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole))
    kind = KIND_TABLE[KINDS[int(sample_study.events.kind[event])]].name
    reference, predicted = (view.model().index(0, column).data() for column in (4, 5))
    assert kind in spoken.casefold()
    assert str(view.model().index(0, 2).data()) in spoken
    readings = (str(said).replace("–", "none") for said in (reference, predicted))
    assert [f"reference {next(readings)}" in spoken, f"predicted {next(readings)}" in spoken] == [True, True]


def test_a_row_is_said_once_and_a_cell_without_text_says_so(errors: MainWindow) -> None:
    model = errors.workspace.events.view.model()
    said = [str(model.index(0, column).data(Qt.ItemDataRole.AccessibleTextRole)) for column in range(6)]
    assert said[1:3] == ["Left context: none", "Segment: PELL"]
    assert said[5] == "Prediction: none"
    assert sum("reference" in one for one in said) == 1


def test_a_filter_says_its_name_count_and_whether_it_is_picked(errors: MainWindow) -> None:
    errors.document.select_query("kind:fn")
    model = errors.workspace.filters.kinds.view.model()
    spoken = [str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]
    assert [KIND_TABLE[kind].name in said and "event" in said for kind, said in zip(KINDS, spoken, strict=True)] == [
        True
    ] * 6
    assert ["picked" in said for said in spoken] == [kind == "fn" for kind in KINDS]


def test_charts_and_bars_say_their_numbers(overview: MainWindow) -> None:
    pictures: list[QWidget] = [*overview.findChildren(BarChart), *overview.findChildren(DemeritsView)]
    assert len(pictures) > 2
    assert all(re.search(r"[A-Z].*\d", picture.accessibleDescription()) for picture in pictures)


def test_the_sentence_says_its_event(errors: MainWindow, sample_study: Study) -> None:
    surface = errors.document.surface()
    assert surface
    assert surface in errors.workspace.context.view.accessibleDescription()


def test_the_foot_of_the_window_is_read(errors: MainWindow) -> None:
    names = [part.text(Name) for part in parts(QAccessible.queryAccessibleInterface(errors.statusBar()))]
    assert any("sentences" in name for name in names)
    assert any(name.startswith("reference") for name in names)


# Focus


@pytest.mark.usefixtures("ring")
@pytest.mark.parametrize("view", [EVENTS_VIEW, OVERVIEW])
def test_the_focus_is_seen_wherever_it_is(errors: MainWindow, qtbot: QtBot, view: str) -> None:
    errors.show_view(view)
    if view == OVERVIEW:
        qtbot.waitUntil(lambda: bool(errors.findChildren(BarChart)))
    errors.document.select_query("type:ORG", is_added=True)
    QApplication.setCursorFlashTime(0)
    stops = focusable(errors)
    assert unseen(stops) == []
    assert len(stops) > 10


# Fonts


def is_cut(widget: QWidget) -> bool:
    """Tell whether a text has less room than it needs; those that are shortened on purpose ask for no width."""
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.height() < widget.heightForWidth(widget.width())
    needed = widget.sizeHint() if isinstance(widget, QAbstractButton) else widget.minimumSizeHint()
    shortens = widget.sizePolicy().horizontalPolicy() == widget.sizePolicy().Policy.Ignored
    return widget.height() < needed.height() or (widget.width() < needed.width() and not shortens)


def cut_texts(window: QWidget) -> list[str]:
    texts = [*window.findChildren(QLabel), *window.findChildren(QAbstractButton)]
    boxes = [*window.findChildren(QComboBox), *window.findChildren(QAbstractSpinBox)]
    fields = [field for field in window.findChildren(QLineEdit) if field.parent() not in boxes]  # the box has room
    return [
        part.accessibleName() or (part.text() if isinstance(part, QLabel | QAbstractButton) else type(part).__name__)
        for part in (*texts, *boxes, *fields)
        if part.isVisible() and is_cut(part)
    ]


def has_room(window: QWidget) -> None:
    """Hold once everything is laid out."""
    assert cut_texts(window) == []


@pytest.fixture
def in_size(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[QFont]:
    """Let the desktop have another font size; the font it had comes back."""
    before = qapp.font()
    font = QFont(before)
    font.setPixelSize(request.param)
    yield font
    qapp.setFont(before)


@pytest.mark.parametrize(
    ("in_size", "while_running"), [(13, False), (28, False), (20, True), (28, True)], indirect=["in_size"]
)
def test_texts_have_room_in_every_font_size(
    qapp: QApplication, qtbot: QtBot, sample_study: Study, in_size: QFont, while_running: bool
) -> None:
    if not while_running:
        qapp.setFont(in_size)
    window = MainWindow()
    qtbot.addWidget(window)
    window.opener.show(sample_study, sample_request(), "-kind:tp type:ORG")
    window.resize(round(1440 * font_size(in_size) / 13), round(900 * font_size(in_size) / 13))
    window.show()
    if while_running:
        qapp.setFont(in_size)
    qtbot.waitUntil(partial(has_room, window))
    row = window.workspace.events.view.rowHeight(0)
    assert row >= 1.5 * font_size(in_size)
    window.show_view(OVERVIEW)
    qtbot.waitUntil(lambda: bool(window.findChildren(BarChart)))
    qtbot.waitUntil(partial(has_room, window))
    shown = [table for table in window.findChildren(NumberTable) if table.isVisibleTo(window)]
    assert shown
    assert all(table.rowHeight(0) >= 1.2 * font_size(in_size) for table in shown)
    window.close()


@pytest.mark.parametrize("in_size", [20], indirect=True)
def test_the_sides_grow_with_the_font_while_running(errors: MainWindow, qapp: QApplication, in_size: QFont) -> None:
    errors.resize(2400, 1300)
    QApplication.processEvents()
    before = errors.workspace.filters.kinds.width()
    qapp.setFont(in_size)
    QApplication.processEvents()
    assert errors.workspace.filters.kinds.width() > 1.3 * before


# Motion


def test_nothing_moves() -> None:
    folder = Path(nerinspect.ui.__file__).parent
    moving = [
        path.name
        for path in folder.rglob("*.py")
        if re.search(r"Q\w*Animation|QTimeLine|QMovie|setAnimated", path.read_text(encoding="utf-8"))
    ]
    assert moving == []


@pytest.fixture
def focused(qapp: QApplication) -> Iterator[list[QWidget | None]]:
    """What had the focus, one after the other."""
    had: list[QWidget | None] = []

    def remember(_before: QWidget | None, now: QWidget | None) -> None:
        had.append(now)

    qapp.focusChanged.connect(remember)
    yield had
    qapp.focusChanged.disconnect(remember)


def test_the_focus_goes_to_what_is_opened_at_once(
    empty_window: MainWindow, qtbot: QtBot, focused: list[QWidget | None]
) -> None:
    window, page = empty_window, empty_window.start_page
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.waitUntil(page.sample.hasFocus)
    focused.clear()
    page.sample.click()
    qtbot.waitUntil(window.workspace.events.view.hasFocus)
    assert focused == [page, window.workspace.events.view]
    focused.clear()
    window.show_view(OVERVIEW)
    overview = window.workspace.currentWidget()
    assert overview is not None
    assert focused[0] is overview
    assert all(one is not None and overview.isAncestorOf(one) for one in focused[1:])


def test_a_screen_reader_finds_no_stack_of_pages_around_the_events(errors: MainWindow) -> None:
    around = QAccessible.queryAccessibleInterface(errors.workspace.events.view)
    while around is not None and around.isValid():
        assert around.role() != Role.LayeredPane
        around = around.parent()


def test_a_screen_reader_hears_of_the_cell_that_a_panel_hands_the_focus_to(
    errors: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def say(interface: QAccessibleInterface, event: QAccessible.Event) -> QAccessibleEvent:
        said.append(interface.text(Name))
        return QAccessibleEvent(interface, event)

    monkeypatch.setattr("nerinspect.ui.kit.screen_text.QAccessibleEvent", say)
    QAccessible.setActive(True)
    with qtbot.waitActive(errors):
        errors.activateWindow()
    errors.workspace.filters.kinds.setFocus(Qt.FocusReason.ShortcutFocusReason)
    qtbot.waitUntil(lambda: bool(said))
    assert said[-1].startswith("correct, TP")


def test_keys_reach_a_table_that_says_where_it_is(errors: MainWindow) -> None:
    view = errors.workspace.events.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down)
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface is not None
    focused = interface.focusChild()
    assert focused is not None
    assert focused.text(Name)
