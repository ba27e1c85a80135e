"""The examples of the page about attributes of one's own do what the page says."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from nerinspect.attributes import plugins as attribute_plugins
from nerinspect.attributes.built_in import attribute_values
from nerinspect.attributes.own import with_own_attributes
from nerinspect.attributes.plugins import GROUP
from nerinspect.events.study import Study
from nerinspect.guide import read_pages
from nerinspect.io.tables_of_attributes import with_attribute_tables
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary

PAGE = next(page.text for page in read_pages({"keys": ""}) if page.key == "own-attributes")
BLOCKS = re.findall(r"```\n(.+?)```", PAGE, re.DOTALL)


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from("ROME/B-LOC/B-LOC", "Bo/B-PER/O", documents=[1, 2])


def block_with(words: str) -> str:
    return str(next(block for block in BLOCKS if words in block))


@pytest.fixture
def tabled(study: Study, tmp_path: Path) -> Study:
    """Give the study with the table of the page."""
    path = tmp_path / "genres.csv"
    path.write_text(block_with("document,genre"), encoding="utf-8")
    return with_attribute_tables(study, [str(path)])


def test_the_table_is_read(tabled: Study) -> None:
    assert [(one.name, one.scale) for one in tabled.attributes] == [("genre", "name"), ("date", "date")]
    assert tabled.warnings == ()


def test_the_queries_can_be_asked(tabled: Study, tmp_path: Path) -> None:
    (tmp_path / "sure.csv").write_text("document,confidence\n1,0.4\n2,0.7\n")
    tabled = with_attribute_tables(tabled, [str(tmp_path / name) for name in ("genres.csv", "sure.csv")])
    rows = re.findall(r"^\| filter by \w+ \| (.+) \|$", PAGE, re.MULTILINE)
    queries = re.findall("`([^`]+)`", " ".join(rows))
    kept = {query: parse_query(query, Vocabulary.of(tabled)).mask(tabled).tolist() for query in queries}
    assert kept == {
        "bucket:genre=news": [True, False],
        'bucket:"genre=blog, forum"': [False, True],
        "attr:date=2024-05-01": [True, False],
        "attr:confidence=>=0.5": [False, True],
    }


def test_the_plugin_is_used(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, object] = {}
    exec(compile(block_with("CAPITALS = "), "own-attributes.md", "exec"), made)
    point = SimpleNamespace(name="capitals", value="my_package:CAPITALS", dist=None, load=lambda: made["CAPITALS"])
    monkeypatch.setattr("nerinspect.installed._declared", lambda _folders: None)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point] if group == GROUP else [])
    attribute_plugins.installed.cache_clear()
    try:
        study = with_own_attributes(study)
    finally:
        attribute_plugins.installed.cache_clear()
    assert study.warnings == ()
    values = attribute_values(study, study.attributes[0])
    assert (values.reference.tolist(), values.predicted.tolist()) == ([1, 0], [1])
