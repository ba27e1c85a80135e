"""What people meet first is true: versions agree, and what is linked is there."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import pytest

from nerinspect import __version__
from tests.packaging.test_constraints import CHECKOUT

PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "packaging/README.md")


def read(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    released = re.search(r"^## \[(\d[^\]]*)\] – (\S+)$", read("CHANGELOG.md"), re.MULTILINE)
    assert released is not None
    assert released[1] == __version__
    yaml = pytest.importorskip("yaml")
    citation = yaml.safe_load(read("CITATION.cff"))
    assert (str(citation["version"]), str(citation["date-released"])) == released.groups()
    assert set(re.findall(r"nerinspect-([\d.]+)-py3", read("README.md"))) == {__version__}


def test_the_changelog_begins_with_what_is_not_released() -> None:
    assert re.findall(r"^## \[([^\]]+)\]", read("CHANGELOG.md"), re.MULTILINE)[0] == "Unreleased"


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_files(name: str) -> None:
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", read(name))]
    folder = (CHECKOUT / name).parent
    assert [target for target in targets if target and "://" not in target and not (folder / target).exists()] == []


def test_readme_begins_with_a_picture_and_the_two_commands() -> None:
    text = read("README.md")
    assert text.index("resources/pictures/window.png") < text.index("./packaging/run") < text.index("./packaging/test")
    assert text.index("./packaging/test") < text.index("## Install")


@pytest.fixture
def hook() -> ModuleType:
    pytest.importorskip("hatchling", reason="the package is built by hatchling, which is not installed")
    spec = spec_from_file_location("front_page", CHECKOUT / "packaging" / "front_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_HOME = "https://example.org/nerinspect"


@pytest.mark.parametrize("home", ["", _HOME, f"{_HOME}/"])
def test_no_link_of_the_package_is_relative(hook: ModuleType, home: str) -> None:
    metadata: dict[str, Any] = {"version": __version__}
    hook.FrontPage(str(CHECKOUT), {"home": home}).update(metadata)
    made = metadata["readme"]["text"]
    targets = re.findall(r"\]\(([^)\s]+)\)", made)
    assert bool(targets) == ("![" in made) == ("urls" in metadata) == bool(home)
    assert [target for target in targets if not target.startswith(f"{_HOME}/")] == []
    assert re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", made).count("CHANGELOG.md") == read("README.md").count(
        "[CHANGELOG.md]"
    )


@pytest.mark.parametrize(
    ("written", "alone", "at_home"),
    [
        ("![It](a/b.png)\n\nText", "Text", f"![It]({_HOME}/raw/v1/a/b.png)\n\nText"),
        ("see [it](a.md#part), [here](#here)", "see it, here", f"see [it]({_HOME}/blob/v1/a.md#part), [here](#here)"),
        ("[it](https://elsewhere.org/x)", "[it](https://elsewhere.org/x)", "[it](https://elsewhere.org/x)"),
    ],
)
def test_links_lead_to_the_files_of_the_release(hook: ModuleType, written: str, alone: str, at_home: str) -> None:
    assert [hook.front_page(written, home, "v1").strip() for home in ("", _HOME)] == [alone, at_home]


@pytest.mark.parametrize(
    "path", sorted((CHECKOUT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda one: one.name
)
def test_an_issue_template_can_be_read(path: object) -> None:
    template = pytest.importorskip("yaml").safe_load(read(str(path)))
    assert "body" not in template or all(part["attributes"]["label"] for part in template["body"])
