"""The guide as a web site is whole: pages, pictures and links are there, all is found, and nothing is fetched."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import pytest

from nerinspect.guide import PAGE_KEYS, PARTS
from tests.packaging.test_constraints import CHECKOUT

pytest.importorskip("mkdocs", reason="the site is built by mkdocs-material, which is not installed")
pytest.importorskip("material", reason="the site is built by mkdocs-material, which is not installed")

_NAMESPACE: Final = "http://www.w3.org/"


class Addresses(HTMLParser):
    """Collects what a page links to or loads, and the places on it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.targets.append(value)
            elif value and name in ("id", "name"):
                self.places.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    script = CHECKOUT / "packaging" / "guide_site.py"
    subprocess.run([sys.executable, script, folder], check=True, capture_output=True, timeout=300)
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Addresses]:
    return {path.name: Addresses(path.read_text(encoding="utf-8")) for path in site.glob("*.html")}


def test_every_page_is_there_under_its_part(pages: dict[str, Addresses], site: Path) -> None:
    assert set(pages) == {"index.html", "404.html", *(f"{key}.html" for key in PAGE_KEYS[1:])}
    home = site.joinpath("index.html").read_text(encoding="utf-8")
    assert all(part in home for part in PARTS)


def test_links_and_pictures_lead_somewhere(pages: dict[str, Addresses], site: Path) -> None:
    lost = []
    for name, page in pages.items():
        for target in page.targets if name != "404.html" else ():
            path, _, place = unquote(target).partition("#")
            file = path.partition("?")[0] or name
            is_there = site.joinpath(file).exists() and (file not in pages or place in pages[file].places)
            lost += [] if is_there else [(name, target)]
    assert lost == []


def test_nothing_is_fetched_from_elsewhere(pages: dict[str, Addresses], site: Path) -> None:
    assert [target for page in pages.values() for target in page.targets if "//" in target] == []
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert [one for one in re.findall(r"url\(\W?((?:https?:)?//[^)]+)", styles) if not one.startswith(_NAMESPACE)] == []


def test_the_search_knows_every_page(pages: dict[str, Addresses], site: Path) -> None:
    index = json.loads(site.joinpath("search", "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert found == set(pages) - {"404.html"}
    assert any("demerits" in entry["text"].casefold() for entry in index["docs"])
