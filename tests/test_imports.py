import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import nerinspect
from tests.rails.modules import circles_of, imports, tree_of

PACKAGE = Path(nerinspect.__file__).parent
LAYERS = (
    *("visible", "errors", "progress", "installed", "glossary", "guide", "corpus", "encoding", "events", "training"),
    *("checking", "attributes", "systems", "decisions", "query", "lists", "tables", "charts", "io", "review"),
    "settings",
)
"""Each imports only from those before it; behind them `library`, then `cli`, and `ui` beside them."""

FRONTS = ("library", "cli", "ui")
_WINDOW = "nerinspect.ui.window"
QT = ("PySide6", "shiboken6")
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


@cache
def imported_names(module: str, at_import_only: bool = False) -> frozenset[str]:
    """Name what a module imports, anywhere in it or only outside functions."""
    names: set[str] = set()
    pending: list[ast.AST] = [tree_of(PACKAGE / module)]
    while pending:
        node = pending.pop()
        if at_import_only and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports relatively"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
        if not isinstance(node, ast.expr):  # none holds a statement
            pending += ast.iter_child_nodes(node)
    return frozenset(names)


def imported_layers(module: str, at_import_only: bool = False) -> set[str]:
    names = [name.split(".") for name in imported_names(module, at_import_only)]
    return {name[1] for name in names if name[0] == "nerinspect" and len(name) > 1} & {*LAYERS, *FRONTS}


def layer_of(module: str) -> str:
    return module.split("/")[0].removesuffix(".py")


def run_python(code: str, *arguments: str) -> str:
    """Run code in a fresh interpreter, without a display; give what it prints."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-W", "error", "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def modules_of(*layers: str) -> list[str]:
    modules = [module for module in MODULES if layer_of(module) in layers]
    assert modules
    return modules


def test_layers_import_one_way() -> None:
    for place, layer in enumerate(LAYERS, 1):
        later = {module: imported_layers(module) - {*LAYERS[:place]} for module in modules_of(layer)}
        assert {module: layers for module, layers in later.items() if layers} == {}


def test_the_window_does_not_know_the_command_line() -> None:
    knowing = [module for module in modules_of("ui", "library") if "cli" in imported_layers(module)]
    assert knowing == []


def test_the_command_line_does_not_know_the_window() -> None:
    assert [module for module in modules_of("cli") if "ui" in imported_layers(module)] == ["cli/gui.py"]


def test_the_library_does_not_know_the_command_line() -> None:
    assert [module for module in modules_of("library") if "cli" in imported_layers(module)] == []


def test_the_window_is_imported_inside_functions_only() -> None:
    for module in modules_of("cli", "library"):
        assert "ui" not in imported_layers(module, at_import_only=True), module


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert [sorted(circle) for circle in circles_of(imports())] == []


def test_parts_of_the_window_do_not_know_it() -> None:
    """They get the desk, and the parts that they show themselves, for type hints too."""
    above = ("ui/window/", "ui/app.py")
    below = [module for module in modules_of("ui") if not module.startswith(above)]
    knowing = [module for module in below if any(name.startswith(_WINDOW) for name in imported_names(module))]
    assert knowing == []


def test_qt_is_imported_by_the_window_only() -> None:
    used = {module: {name.split(".")[0] for name in imported_names(module)} & {*QT} for module in MODULES}
    assert {layer_of(module) for module, names in used.items() if names} == {"ui"}


def test_the_command_line_loads_without_qt() -> None:
    blocked = "; ".join(f"sys.modules[{name!r}] = None" for name in QT)
    assert run_python(f"import sys; {blocked}; import nerinspect.cli.main; print('loaded')") == "loaded\n"


def test_the_library_imports_what_it_needs_when_it_needs_it() -> None:
    heavy = {*QT, "pandas", "scipy", "pyarrow", "numpy", "click"}
    code = f"import sys, nerinspect; dir(nerinspect); print(sorted({{*sys.modules}} & {heavy!r}))"
    assert run_python(code) == "[]\n"


def test_frequent_commands_need_neither_pandas_nor_qt(tmp_path: Path) -> None:
    path = tmp_path / "test.conll"
    path.write_text("Paris B-LOC\nis O\n", encoding="utf-8")
    code = f"""
import sys
from nerinspect.cli.main import run
status = run(["score", sys.argv[1], sys.argv[1], "-o", sys.argv[2]])
status += run(["events", sys.argv[1], sys.argv[1], "-o", sys.argv[2]])
status += run(["tough", sys.argv[1], sys.argv[1], "--training", sys.argv[1], "-o", sys.argv[2]])
print(status, sorted({{name.split(".")[0] for name in sys.modules}} & {{"pandas", "scipy", *{QT!r}}}))
"""
    assert run_python(code, str(path), str(tmp_path / "score.csv")) == "0 []\n"


def test_scores_need_neither_lists_nor_queries_nor_charts(tmp_path: Path) -> None:
    path = tmp_path / "test.conll"
    path.write_text("Paris B-LOC\nis O\n", encoding="utf-8")
    code = """
import sys
from nerinspect.cli.main import run
status = run(["score", sys.argv[1], sys.argv[1], "-o", sys.argv[2]])
spared = {f"nerinspect.{name}" for name in ("query", "charts", "lists.mentions", "tables.paper", "io.writing.export")}
print(status, sorted(spared & {*sys.modules}))
"""
    assert run_python(code, str(path), str(tmp_path / "score.csv")) == "0 []\n"


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is never freed there, nor are its references counted")
def test_qt_calls_without_result_lose_no_reference() -> None:
    code = """
import sys
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

application = QApplication([])
thing, widget = QObject(), QWidget()
before = sys.getrefcount(None)
for _ in range(5000):
    thing.setObjectName("x")
    widget.setToolTip("y")
    widget.update()
print(before - sys.getrefcount(None))
"""
    assert abs(int(run_python(code))) < 500
