"""The pins cover every dependency and name no server."""

import re
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
LINES = (CHECKOUT / "packaging" / "constraints.txt").read_text(encoding="utf-8").splitlines()
PYPROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared_names() -> list[str]:
    """Names of everything that pyproject.toml asks for: to run, to test, to build."""
    project = PYPROJECT["project"]
    requirements = [
        *project["dependencies"],
        *project["optional-dependencies"]["dev"],
        *PYPROJECT["build-system"]["requires"],
    ]
    return [re.split(r"[^\w.-]", requirement, maxsplit=1)[0] for requirement in requirements]


def pins() -> dict[str, str]:
    pairs = (line.split("==") for line in LINES if not line.startswith("#"))
    return {normalized(name): version for name, version in pairs}


@pytest.mark.parametrize("name", declared_names())
def test_every_dependency_is_pinned(name: str) -> None:
    assert normalized(name) in pins()


def test_every_line_is_a_comment_or_a_plain_pin() -> None:
    plain = re.compile(r"#.*|[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*")
    assert [line for line in LINES if not plain.fullmatch(line)] == []


def test_no_line_names_a_server() -> None:
    assert [line for line in LINES if "://" in line] == []


def test_no_name_is_pinned_twice() -> None:
    assert len(pins()) == sum(not line.startswith("#") for line in LINES)
