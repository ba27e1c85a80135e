"""Windows are remembered as they were left, and come back."""

import gc
import json
import subprocess
import sys
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.settings import ExportChoice, load_settings, settings_path
from nerinspect.ui.app import Windows
from nerinspect.ui.desk.sessions import session_title
from nerinspect.ui.desk.views import EVENTS_VIEW, OVERVIEW
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme, current_theme
from nerinspect.ui.window.window import MainWindow

Start = Callable[[], Windows]


def opened(window: MainWindow, qtbot: QtBot, request: LoadRequest, query: str | None = None) -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_files(request, query)


def close(window: MainWindow, qtbot: QtBot) -> None:
    """Close a window beside others, and wait until it is gone."""
    window.close()
    qtbot.waitUntil(lambda: not isValid(window))


def started_again(start: Start, qtbot: QtBot) -> MainWindow:
    """Start the program and wait until the files of its first window are open."""
    window = start().open[0]
    qtbot.waitUntil(lambda: window.document.study is not None)
    return window


def test_no_window_opens_larger_than_the_screen(start: Start) -> None:
    room = QGuiApplication.primaryScreen().availableSize()
    first = start()
    window = first.open[0]
    assert window.size().boundedTo(room) == window.size()
    window.resize(3000, 2000)  # as it was on a larger screen
    first.save()
    for left in (*start().open, first.open_window()):
        assert left.size().boundedTo(room) == left.size()


def test_files_open_with_all_errors_and_the_first_one_explained(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request())
    assert window.document.query == "-kind:tp"
    assert window.document.chosen_event == window.document.order[0]


def test_a_window_reopens_as_it_was_left(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request(), "kind:fn")
    window.document.show_prediction(1)
    window.workspace.events.view.selectRow(7)
    left = window.document.query, window.document.prediction, window.document.chosen_event
    window.close()
    window = started_again(start, qtbot)
    qtbot.waitUntil(lambda: window.document.chosen_event == left[2])
    assert (window.document.query, window.document.prediction, window.document.chosen_event) == left


def test_a_cleared_filter_stays_cleared(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request())
    window.workspace.chips.cleared.emit()
    window.close()
    assert started_again(start, qtbot).document.query == ""


def test_a_killed_program_reopens_where_it_was(start: Start, qtbot: QtBot) -> None:
    windows = start()
    opened(windows.open[0], qtbot, sample_request(), "kind:le")
    windows.open[0].document.select_query("kind:fp")
    with qtbot.waitSignal(windows.saved):
        pass
    saved = load_settings()[0].windows[0].session
    assert saved is not None
    assert saved.query == "kind:fp"


def test_columns_zoom_folds_and_sizes_are_remembered(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request())
    work = window.workspace
    work.events.columns.choose("line", True)
    work.context.view.set_zoom(2.0)
    work.filters.sections["types"].set_folded(True)
    work.filters.sections["documents"].set_folded(False)
    work.arrangement.restore_sizes((280, 700, 350, 300, 400))
    work.arrangement.set_context_apart(True)
    window.show_view(OVERVIEW)
    window.close()
    work = started_again(start, qtbot).workspace
    assert "line" in work.events.columns.shown()
    assert work.context.view.zoom == 2.0
    assert work.filters.folded == ("types", "training", "review")
    assert work.arrangement.remembered_sizes == (280, 700, 350, 300, 400)
    assert work.arrangement.context_is_apart
    assert work.view_name == OVERVIEW


def test_the_sorting_is_remembered(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request())
    events = window.workspace.events
    events.view.header.setSortIndicator(events.view.events.place_of("reference"), Qt.SortOrder.DescendingOrder)
    rows = events.order().tolist()
    window.close()
    window = started_again(start, qtbot)
    events = window.workspace.events
    qtbot.waitUntil(lambda: bool(len(events.order())))
    assert events.order().tolist() == rows
    assert events.sorting_text() == "by Reference, descending"
    header = events.view.header
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (
        events.view.events.place_of("reference"), Qt.SortOrder.DescendingOrder,
    )  # fmt: skip
    window.menus.action("reset_layout").trigger()
    assert window.workspace.events.sorting_text() == ""


def test_the_sorting_stays_remembered_in_an_empty_window(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request())
    window.workspace.events.sort_by("demerits", is_descending=True)
    left = window.layout_state()
    empty = start().open[0]
    empty.restore_layout(left)
    assert (empty.layout_state().sorted_by, empty.layout_state().is_descending) == ("demerits", True)


def test_rows_and_columns_of_a_comparison_are_remembered(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request())
    window.document.compare_with(1)
    comparison = window.workspace.comparison
    window.document.list_stretches(True)
    comparison.table.columns.choose("reference", False)
    comparison.table.columns.widths.choose({"reads_b": 77})
    window.close()
    window = started_again(start, qtbot)
    comparison = window.workspace.comparison
    assert window.document.has_stretches
    assert (comparison.columns.are_shown, comparison.columns.widths) == ({"reference": False}, {"reads_b": 77})
    window.document.compare_with(1)
    shown = comparison.panel.columns.shown()
    assert "reads_b" in shown
    assert "reference" not in shown
    window.menus.action("reset_layout").trigger()
    assert comparison.columns.are_shown == {}


def test_a_system_is_held_against_all_others_again(start: Start, qtbot: QtBot) -> None:
    window, request = start().open[0], sample_request()
    third = "third=" + request.predictions[0].partition("=")[2]
    opened(window, qtbot, replace(request, predictions=(*request.predictions, third)))
    window.document.compare_with_all()
    window.close()
    document = started_again(start, qtbot).document
    assert document.against_all
    document.compare_with(1)
    assert not document.against_all


def test_resetting_the_layout_puts_all_parts_back(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request())
    work = window.workspace
    before = window.layout_state()
    work.events.columns.choose("line", True)
    work.context.view.set_zoom(2.0)
    work.filters.sections["types"].set_folded(True)
    work.arrangement.restore_sizes((280, 700, 350, 300, 400))
    work.arrangement.set_context_apart(True)
    work.arrangement.toggle_filters()
    window.menus.action("reset_layout").trigger()
    after = window.layout_state()
    assert replace(after, geometry="", widths=()) == replace(before, geometry="", widths=())


def test_an_empty_window_opens_empty(start: Start) -> None:
    start().open[0].close()
    assert not start().open[0].opener.loader.is_loading


def test_recent_files_are_offered(start: Start, qtbot: QtBot) -> None:
    windows = start()
    opened(windows.open[0], qtbot, sample_request())
    with qtbot.waitSignal(windows.saved):
        pass
    assert [session_title(session) for session in load_settings()[0].sessions] == ["test.conll: rich, plain"]
    window = windows.open[0]
    window.window_requested.emit()
    other = QApplication.topLevelWidgets()
    empty = next(w for w in other if isinstance(w, MainWindow) and w.isVisible() and w is not window)
    with qtbot.waitSignal(empty.session_opened):
        empty.start_page.session_requested.emit(load_settings()[0].sessions[0])
    assert empty.document.study is not None


def test_two_windows_come_back_after_quitting(start: Start, qtbot: QtBot) -> None:
    windows = start()
    opened(windows.open[0], qtbot, sample_request(), "kind:fn")
    opened(windows.open_window(), qtbot, sample_request(), "kind:le")
    windows.open[0].menus.action("quit").trigger()
    again = start()
    qtbot.waitUntil(lambda: all(window.document.study is not None for window in again.open))
    assert [window.document.query for window in again.open] == ["kind:fn", "kind:le"]


def test_a_window_closed_beside_another_does_not_come_back(start: Start, qtbot: QtBot) -> None:
    windows = start()
    opened(windows.open_window(), qtbot, sample_request())
    windows.open[0].close()
    assert len(windows.open) == 1
    windows.quit()
    assert len(start().open) == 1


def test_a_closed_window_leaves_nothing_behind(
    start: Start, qtbot: QtBot, qapp: QApplication, sample_study: Study
) -> None:
    windows = start()
    closed: list[weakref.ref[MainWindow]] = []

    def open_and_close(page: str) -> None:
        window = windows.open_window()
        closed.append(weakref.ref(window))
        window.opener.show(sample_study, sample_request(), "")
        window.show_view(page)
        close(window, qtbot)

    gc.collect()
    before = len(qapp.topLevelWidgets())
    for page in (EVENTS_VIEW, OVERVIEW, EVENTS_VIEW):
        open_and_close(page)
    gc.collect()
    assert [window for one in closed if (window := one()) is not None] == []
    assert len(qapp.topLevelWidgets()) <= before  # those of other tests may go, too


def test_a_window_closed_while_it_loads_leaves_nothing_behind(start: Start, qtbot: QtBot, qapp: QApplication) -> None:
    windows = start()
    before = len(qapp.topLevelWidgets())
    window = windows.open_window()
    window.open_files(sample_request())
    closed = weakref.ref(window)
    close(window, qtbot)
    del window
    gc.collect()
    assert closed() is None
    assert len(qapp.topLevelWidgets()) <= before  # those of other tests may go, too


def test_changed_files_open_without_the_event_chosen_before(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    sample = sample_request()
    copy = tmp_path / "pred.conll"
    copy.write_bytes(Path(sample.predictions[1].partition("=")[2]).read_bytes())
    window = start().open[0]
    opened(window, qtbot, LoadRequest(sample.reference, (str(copy),)))
    window.workspace.events.view.selectRow(9)
    window.close()
    copy.write_bytes(copy.read_bytes() + b"\n")
    window = started_again(start, qtbot)
    assert window.workspace.events.view.currentIndex().row() == 0
    assert "pred.conll" in window.message.text


def test_a_session_that_cannot_be_restored_says_so(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    copy = tmp_path / "ref.conll"
    copy.write_bytes(Path(sample_request().reference).read_bytes())
    window = start().open[0]
    opened(window, qtbot, LoadRequest(str(copy)))
    window.close()
    copy.unlink()
    window = start().open[0]
    qtbot.waitUntil(lambda: "no such file" in window.message.text)
    assert window.document.study is None
    assert window.start_page.isVisible()
    window.close()
    copy.write_bytes(Path(sample_request().reference).read_bytes())
    assert started_again(start, qtbot).document.study is not None


def test_damaged_settings_are_told(start: Start) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text("{")
    assert "starts with defaults" in start().open[0].message.text
    assert settings_path().with_name("settings.json.bad").read_text() == "{"


def test_settings_of_an_earlier_version_keep_their_sessions(start: Start, qtbot: QtBot) -> None:
    window = start().open[0]
    opened(window, qtbot, sample_request())
    window.close()
    old = json.loads(settings_path().read_text())
    old = {"geometry": "", "columns": ["kind"], "zoom": 1.8, "was_open": True, "sessions": old["sessions"]}
    settings_path().write_text(json.dumps(old))
    again = start()
    assert again.open[0].message.text == ""
    assert [session_title(session) for session in load_settings()[0].sessions] == ["test.conll: rich, plain"]


def test_chosen_colours_are_remembered(start: Start, qapp: QApplication) -> None:
    windows = start()
    windows.open[0].menus.colours_chosen.emit("dark")
    assert current_theme() is DARK
    windows.quit()
    choose_theme(qapp, None)
    assert current_theme() is LIGHT
    start()
    assert current_theme() is DARK


def test_the_form_of_the_last_export_is_remembered(start: Start) -> None:
    windows = start()
    windows.open[0].exporter.remember(MENTIONS, ExportChoice("html", spreadsheet_safe=True))
    assert windows.open_window().exporter.choice.form == "html"
    windows.quit()
    assert start().open[0].exporter.choice == ExportChoice("html", spreadsheet_safe=True)


def n_widgets(app: QApplication) -> int:
    """Count what is left once all that can go is gone."""
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return len(app.allWidgets())


def test_the_last_window_goes_too(start: Start, qapp: QApplication, qtbot: QtBot) -> None:
    others = n_widgets(qapp)  # of tests before
    windows = start()
    opened(windows.open[0], qtbot, sample_request())
    own, window = n_widgets(qapp) - others, weakref.ref(windows.open[0])
    windows.open[0].close()
    assert n_widgets(qapp) - others < own // 10
    assert window() is None


def test_what_is_shown_later_is_imported_behind_the_windows() -> None:
    """In a program of its own, for other tests import pages."""
    code = (
        "import sys, threading\n"
        "from PySide6.QtCore import QEventLoop\n"
        "from nerinspect.ui.app import make_app\n"
        "from nerinspect.ui.desk import views\n"
        "from nerinspect.ui.app import Windows\n"
        "importers, load = set(), views.View.load\n"
        "views.View.load = lambda view: (importers.add(threading.current_thread()), load(view))\n"
        "app = make_app(needs_display=False)\n"
        "windows = Windows(app)\n"
        "windows.restore()\n"
        "names = ['guide', 'pages.overview.page', 'pages.review.page']\n"
        "names = [f'nerinspect.ui.{name}' for name in names]\n"
        "app.processEvents()\n"
        "print([name for name in names if name in sys.modules])\n"
        "while not all(name in sys.modules for name in names):\n"
        "    app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)\n"
        "windows.quit()\n"
        "print(threading.main_thread() in importers)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == ["[]", "False"]
