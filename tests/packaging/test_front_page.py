"""What people meet first is true: versions agree, and what is linked is there."""

import re

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


@pytest.mark.parametrize(
    "path", sorted((CHECKOUT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda one: one.name
)
def test_an_issue_template_can_be_read(path: object) -> None:
    template = pytest.importorskip("yaml").safe_load(read(str(path)))
    assert "body" not in template or all(part["attributes"]["label"] for part in template["body"])
