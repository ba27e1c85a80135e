"""Which modules are loaded after start, entered by what people do, and import each other in a circle."""

import ast
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import nerinspect

PACKAGE = Path(nerinspect.__file__).parent


def write_modules(folder: Path) -> None:
    """Run the flows in a program of their own, and read all imports."""
    folder.mkdir(parents=True)
    for flow in ("start", "flows"):
        subprocess.run([sys.executable, "-m", "tests.rails.modules", flow, str(folder)], check=True)
    circles = sorted(sorted(circle) for circle in circles_of(imports()))
    (folder / "circles.txt").write_text("".join(f"{len(one)}: {', '.join(one)}\n" for one in circles), encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """Parse a module, once for all who look at it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports() -> dict[str, set[str]]:
    """Give what each module imports anywhere in it, type hints included."""
    paths = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    names = {name.removesuffix(".__init__"): path for name, path in paths.items()}
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        told: set[str] = set()
        pending: list[ast.AST] = [tree_of(path)]
        while pending:
            node = pending.pop()
            if isinstance(node, ast.ImportFrom) and node.module:
                told |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                told |= {alias.name for alias in node.names}
            elif not isinstance(node, ast.expr):  # none holds a statement
                pending += ast.iter_child_nodes(node)
        found[name] = (told & set(names)) - {name}
    return found


def circles_of(imports: dict[str, set[str]]) -> Iterator[set[str]]:
    """Give the modules that reach themselves, in sets that reach one another."""
    reached: dict[str, set[str]] = {}
    for name in imports:
        pending, seen = [*imports[name]], set[str]()
        while pending:
            one = pending.pop()
            if one not in seen:
                seen.add(one)
                pending += imports[one]
        reached[name] = seen
    told: set[str] = set()
    for name, others in reached.items():
        if name in others and name not in told:
            circle = {one for one in others if name in reached[one]}
            told |= circle
            yield circle


@contextmanager
def entered(folder: Path, flow: str) -> Iterator[None]:
    """Write down in which modules something is called meanwhile, in every thread."""
    names: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            name = frame.f_globals.get("__name__", "")
            if name.startswith("nerinspect"):
                names.add(name)

    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    (folder / f"entered-by-{flow}.txt").write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")


def _start(folder: Path) -> None:
    from nerinspect.ui.app import Windows, make_app

    app = make_app(needs_display=False)
    Windows(app).open_window()
    app.processEvents()
    names = sorted(name for name in sys.modules if name.startswith("nerinspect"))
    (folder / "loaded-after-start.txt").write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    app.closeAllWindows()


def _flows(folder: Path) -> None:
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QFileDialog

    from nerinspect.ui.app import make_app
    from nerinspect.ui.desk.changing import with_heuristic
    from nerinspect.ui.kit.jobs import JobRunner
    from nerinspect.ui.lists.export_dialog import ExportDialog
    from nerinspect.ui.platforms import sample_request
    from nerinspect.ui.window.window import MainWindow

    make_app(needs_display=False)
    window = MainWindow()
    window.resize(1440, 900)
    window.show()
    window.activateWindow()

    def settle() -> None:
        for _ in range(3):
            QTest.qWait(20)
            while any(runner.is_running for runner in window.findChildren(JobRunner)):
                QTest.qWait(10)

    with entered(folder, "open"):
        window.open_files(with_heuristic(sample_request()))
        while window.document.study is None:
            QTest.qWait(20)
        settle()
    with entered(folder, "click-on-missed"):
        table = window.workspace.filters.kinds.view
        cells = [table.model().index(row, 0) for row in range(table.model().rowCount())]
        missed = next(cell for cell in cells if "missed" in cell.data(Qt.ItemDataRole.AccessibleTextRole))
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(missed).center())
        settle()
    with entered(folder, "page"):
        window.show_view("Overview")
        settle()
    window.show_view("Events")
    settle()
    with entered(folder, "search"):
        QTest.keyClicks(window.toolbar.search, "kind:le")
        QTest.keyClick(window.toolbar.search, Qt.Key.Key_Return)
        settle()
    with TemporaryDirectory() as name:
        document = window.document
        document.select_query("-kind:tp")
        assert document.request is not None
        window.reviews.reviewing.make(str(Path(name) / "a.nerinspect"), document.request)
        document.review = window.reviews.reviewing.path
        while window.reviews.reviewing.is_reading:
            QTest.qWait(10)
        settle()
        window.focus_main_part()
        with entered(folder, "verdict"):
            QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_P)
            settle()
        path = str(Path(name) / "events.csv")

        def answer() -> None:
            if isinstance(asking := QApplication.activeModalWidget(), QFileDialog):
                asking.selectFile(path)
                asking.accept()

        timer = QTimer()
        timer.timeout.connect(answer)
        timer.start(50)
        with entered(folder, "export"):
            window.export()
            [dialog] = [one for one in QApplication.topLevelWidgets() if isinstance(one, ExportDialog)]
            dialog.accept()
            while window.exporter.is_exporting:
                QTest.qWait(20)
            settle()
        assert Path(path).exists()
        window.close()


if __name__ == "__main__":
    {"start": _start, "flows": _flows}[sys.argv[1]](Path(sys.argv[2]))
