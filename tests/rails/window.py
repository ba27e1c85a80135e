"""How every view and dialog looks, and what it says."""

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleInterface, QCursor, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from shiboken6 import isValid

from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.ui.app import make_app
from nerinspect.ui.desk.changing import with_heuristic, without_training
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.keys import tab_chain
from nerinspect.ui.platforms import resource_path, sample_request
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from nerinspect.ui.window.toolbar import ViewButtons
from nerinspect.ui.window.window import MainWindow
from tests.rails.data import relations_in, small_files

_LOOKS = {"light-13": (LIGHT, 13), "dark-13": (DARK, 13), "light-18": (LIGHT, 18)}
_MOST_CHILDREN = 400
_WITHOUT_A_DIALOG = {"quit", "close", "new_window"}

Text = QAccessible.Text


def write_windows(folder: Path) -> None:
    """Open the files in a window, look at every view and dialog, in each look."""
    app = make_app(needs_display=False)
    app.setCursorFlashTime(0)
    with small_files() as small:
        for look, (theme, pixels) in _LOOKS.items():
            font = QFont("Noto Sans")
            font.setPixelSize(pixels)
            app.setFont(font)
            choose_theme(app, theme)
            for what, request in _requests(small).items():
                _write_window(folder / look / what, request, with_dialogs=look == "light-13")


def _requests(folder: Path) -> dict[str, LoadRequest | None]:
    test, rich, plain = (str(resource_path("sample", f"{one}.conll")) for one in ("test", "rich", "plain"))
    annotators = LoadRequest(
        f"anna={test}", (f"ben={rich}", f"cleo={plain}"), encoding="BIO", repair="conlleval", annotators=True
    )
    return {
        "empty": None,
        "sample": with_heuristic(sample_request()),
        "plain": without_training(sample_request()),
        "annotators": annotators,
        "relations": with_heuristic(relations_in(folder)),
    }


def _write_window(folder: Path, request: LoadRequest | None, with_dialogs: bool) -> None:
    folder.mkdir(parents=True)
    window = MainWindow()
    window.resize(1440, 900)
    if request is not None:
        study = load_sides(request, with_others=True)
        window.opener.show(study, request)
    window.show()
    window.activateWindow()
    _settle(window)
    [views] = window.findChildren(ViewButtons)
    for view in views._buttons:
        if views.offers(view):
            window.show_view(view)
            _settle(window)
            _write(folder / f"view-{view}", window)
    if request is not None and views.offers("Events"):
        window.show_view("Events")
        window.document.compare_with(1 if len(study.predictions) > 1 else None)
        _settle(window)
        _write(folder / "view-Events-compared", window)
        window.document.compare_with(None)
    if with_dialogs:
        for name, action in window.menus._actions.items():
            if name not in _WITHOUT_A_DIALOG and isValid(action) and action.isEnabled() and action.text().endswith("…"):
                _answered(action.trigger, folder / f"dialog-{name}", window)
        menus = window.menus.findChildren(QMenu)
        told = [f"{menu.title()}: {action.text()} {action.shortcut().toString()} {action.isEnabled()}"
                for menu in menus for action in menu.actions()]  # fmt: skip
        (folder / "menus.txt").write_text("\n".join(told), encoding="utf-8")
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _answered(act: Callable[[], object], path: Path, window: QWidget) -> None:
    """Do something, look at each dialog that comes, and cancel it."""
    seen: list[QWidget] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            return
        if dialog not in seen:
            seen.append(dialog)
            name = path if len(seen) == 1 else path.with_name(f"{path.name}-{len(seen)}")
            if isinstance(dialog, QFileDialog):
                name.with_suffix(".txt").write_text(f"file dialog: {dialog.windowTitle()}\n", encoding="utf-8")
            else:
                _write(name, dialog)
        dialog.close()  # again where it did not hear: one that is seen before it waits for an answer goes on waiting

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(100)
    before = set(QApplication.topLevelWidgets())
    act()
    for _ in range(4):
        QTest.qWait(60)
    timer.stop()
    for other in {*QApplication.topLevelWidgets()} - before:
        if other.isVisible() and not isinstance(other, QMenu):
            _write(path, other)
            other.close()
    QApplication.processEvents()


def _settle(window: QWidget) -> None:
    QCursor.setPos(10_000, 10_000)
    for _ in range(3):
        QTest.qWait(20)
        while any(runner.is_running for runner in window.findChildren(JobRunner)):
            QTest.qWait(10)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def _write(path: Path, widget: QWidget) -> None:
    widget.grab().save(str(path.with_name(f"{path.name}.png")))
    told = [
        *_heard(QAccessible.queryAccessibleInterface(widget)),
        "",
        "Tooltips",
        *_tips(widget),
        "",
        "Focus",
        *_focus(widget),
    ]
    path.with_name(f"{path.name}.txt").write_text("\n".join(told), encoding="utf-8")


def _heard(one: QAccessibleInterface | None, level: int = 0) -> Iterator[str]:
    """Give what a screen reader finds, one line each."""
    if one is None or not one.isValid():
        return
    state = one.state()
    if state.invisible:
        return
    words = [one.text(part) for part in (Text.Name, Text.Value, Text.Description)]
    marks = [name for name in ("disabled", "focused", "checked", "selected") if getattr(state, name)]
    role = str(one.role()).rpartition(".")[2]
    yield f"{'  ' * level}{role} {' | '.join(words)} {' '.join(marks)}".rstrip()
    for place in range(min(one.childCount(), _MOST_CHILDREN)):
        yield from _heard(one.child(place), level + 1)


def _tips(widget: QWidget) -> Iterator[str]:
    for one in [widget, *widget.findChildren(QWidget)]:
        if one.toolTip() and one.isVisibleTo(widget):
            yield f"{type(one).__name__} {one.accessibleName()}: {one.toolTip()}"


def _focus(widget: QWidget) -> Iterator[str]:
    """Give what the tab key reaches, in order."""
    for one in tab_chain(widget):
        takes = one.focusPolicy() & Qt.FocusPolicy.TabFocus
        if takes and one.isVisibleTo(widget) and one.isEnabled() and one.window() is widget.window():
            yield f"{type(one).__name__} {one.accessibleName() or one.objectName()}"
