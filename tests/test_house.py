"""How large the house is: it may grow only where somebody raises these figures on purpose."""

import ast
import re

from tests.rails.modules import PACKAGE

MODULES = [(path, path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")]


def test_there_are_no_more_modules_and_lines_than_somebody_can_carry() -> None:
    assert len(MODULES) <= 389
    assert sum(text.count("\n") for _, text in MODULES) <= 107_800


def test_no_module_hands_on_what_another_defines() -> None:
    handed_on = [
        f"{path.relative_to(PACKAGE)}: {alias.name}"
        for path, text in MODULES
        if re.search(r"\b(\w+) as \1\b", text)
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nerinspect")
        for alias in node.names
        if alias.asname == alias.name
    ]
    assert handed_on == []
