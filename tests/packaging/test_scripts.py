"""The shell scripts can be started; what never ran says so."""

import os
import re
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SCRIPTS = [
    *("packaging/run", "packaging/test", "packaging/setup.sh", ".ci/run"),
    *("packaging/debian/build", "packaging/debian/test", "packaging/bundle/build"),
]


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_executable(name: str) -> None:
    assert os.access(CHECKOUT / name, os.X_OK)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_valid_bash(name: str) -> None:
    subprocess.run(["bash", "-n", CHECKOUT / name], check=True)


@pytest.mark.parametrize("name", ["packaging/flatpak/org.example.nerinspect.yml", ".github/workflows/bundles.yml"])
def test_what_never_ran_says_so_and_names_files_there_are(name: str) -> None:
    text = (CHECKOUT / name).read_text(encoding="utf-8")
    assert text.startswith("# Not yet run:")
    assert f"`{name}`" in (CHECKOUT / "packaging" / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\b(?:packaging|resources)/[\w./-]+", text)
    assert [path for path in named if not (CHECKOUT / path).exists()] == []
    assert pytest.importorskip("yaml").safe_load(text)
