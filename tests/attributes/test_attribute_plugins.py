"""Attributes that packages of others add."""

import logging
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nerinspect.attributes import plugins as attribute_plugins
from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import attribute_values
from nerinspect.attributes.own import with_own_attributes
from nerinspect.attributes.plugins import GROUP, chosen_attributes, plugged_attributes
from nerinspect.errors import PluginError
from nerinspect.events.study import AnnotatedText, Attribute, AttributeValues, Study


@dataclass
class FakePoint:
    """An entry point of the package `extra`."""

    name: str
    loaded: Any
    value: str = "extra.attributes:THING"
    dist: Any = None

    def load(self) -> Any:  # noqa: ANN401
        if isinstance(self.loaded, ImportError):
            raise self.loaded
        return self.loaded


Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Let a package `extra` have entry points."""

    def put(**loaded: object) -> None:
        points = [FakePoint(name, thing, dist=SimpleNamespace(name="extra")) for name, thing in loaded.items()]
        monkeypatch.setattr("nerinspect.installed._declared", lambda _folders: None)
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == GROUP else [])
        attribute_plugins.installed.cache_clear()

    attribute_plugins.installed.cache_clear()
    yield put
    attribute_plugins.installed.cache_clear()


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from("Ada/B-PER/B-PER met/O/O BO/B-PER/B-ORG", "ROME/B-LOC/O")


def capitals(study: Study) -> AttributeValues:
    upper = np.array([token.isupper() for token in study.text.vocabulary.to_pylist()], dtype=np.float64)
    reference, predicted = (
        upper[study.text.codes[study.mentions_on(side).start]] for side in ("reference", "predicted")
    )
    return AttributeValues(reference, predicted, ("mixed", "capitals"))


CAPITALS = Attribute("capitals", "first token in capitals", capitals, scale="name")


@pytest.mark.parametrize("loaded", [CAPITALS, lambda study: CAPITALS])
def test_an_attribute_or_a_function_that_makes_one_is_put_into_buckets(
    loaded: object, install: Install, study: Study
) -> None:
    install(capitals=loaded)
    study = with_own_attributes(study)
    (attribute,) = study.attributes
    assert study.warnings == ()
    made = bucketing(study, attribute)
    assert [made.names[code] for code in made.reference] == ["mixed", "capitals", "capitals"]
    assert [made.names[code] for code in made.predicted] == ["mixed", "capitals"]


def test_values_are_computed_once_for_a_study(install: Install, study: Study) -> None:
    calls: list[Study] = []

    def values(study: Study) -> AttributeValues:
        calls.append(study)
        return capitals(study)

    install(capitals=replace(CAPITALS, values=values))
    study = with_own_attributes(study)
    attribute_values(study, study.attributes[0])
    assert len(calls) == 1


def wrong(**parts: Any) -> Attribute:  # noqa: ANN401
    """Make an attribute that breaks the rules, as packages may."""
    return replace(CAPITALS, **parts)


def raising(mistake: Exception) -> Callable[..., Any]:
    def fail(study: Study) -> AttributeValues:
        raise mistake

    return fail


def giving(reference: object, predicted: object, names: tuple[str, ...] = ()) -> Callable[[Study], AttributeValues]:
    return lambda study: AttributeValues(np.asarray(reference), np.asarray(predicted), names)


NUMBER = replace(CAPITALS, scale="number")


@pytest.mark.parametrize(
    ("loaded", "problem"),
    [
        (ImportError("no module named torch"), "ImportError: no module named torch"),
        (raising(ValueError("two\nlines")), "ValueError: two lines"),
        (raising(RuntimeError()), "RuntimeError"),
        (7, "it is not an Attribute but int"),
        (lambda study: None, "it is not an Attribute but NoneType"),
        (replace(CAPITALS, values=raising(KeyError("x"))), "KeyError: 'x'"),
        (wrong(values=lambda study: [1.0]), "its values are not AttributeValues but list"),
        (wrong(unit="page"), "it has the unit page and the scale name"),
        (wrong(scale="colour"), "it has the unit mention and the scale colour"),
        (replace(CAPITALS, name=""), "it has no name"),
        (replace(CAPITALS, name="eLen"), "another attribute is called eLen"),
        (
            replace(NUMBER, values=giving([1.0, 2.0], [1.0, 2.0])),
            "it has reference values of shape (2,), for 3 mentions",
        ),
        (
            replace(NUMBER, values=giving([1.0, 2.0, 3.0], [[1.0, 2.0]])),
            "it has predicted values of shape (1, 2), for 2 mentions",
        ),
        (replace(NUMBER, values=giving([1.0, 2.0, np.inf], [1.0, 2.0])), "some values are infinite"),
        (
            replace(CAPITALS, values=giving([0.0, 1.0, 2.0], [0.0, 0.0], ("a", "b"))),
            "some values match none of its 2 names",
        ),
        (replace(CAPITALS, values=giving([0.0, 0.0, 0.0], [0.0, 0.0], ("a", "a"))), "two of its names are equal"),
        (
            replace(NUMBER, unit="token", values=giving([1.0, 2.0], [1.0, 2.0])),
            "it has reference values of shape (2,), for 3 tokens",
        ),
    ],
)
def test_a_plugin_that_fails_is_told_in_one_sentence_and_left_out(
    loaded: object, problem: str, install: Install, study: Study
) -> None:
    install(wrong=loaded, capitals=CAPITALS)
    study = with_own_attributes(study)
    [warning] = study.warnings
    said = f"the attribute wrong of the package extra cannot be used: {problem}"
    assert re.fullmatch(rf"{re.escape(said)}( \(test_attribute_plugins\.py, line \d+\))?", warning)
    assert [one.name for one in study.attributes] == ["capitals"]


def failing(study: Study) -> AttributeValues:
    raise ValueError("no capitals\n  today")


def test_a_broken_plugin_says_where_it_failed_and_prints_no_traceback(
    install: Install, study: Study, caplog: pytest.LogCaptureFixture
) -> None:
    install(wrong=replace(CAPITALS, values=failing))
    [warning] = with_own_attributes(study).warnings
    line = failing.__code__.co_firstlineno + 1
    assert warning.endswith(f"cannot be used: ValueError: no capitals today (test_attribute_plugins.py, line {line})")
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    with pytest.raises(PluginError, match="the attribute wrong of the package extra cannot be used: ValueError"):
        chosen_attributes(with_own_attributes(study), ["Wrong"])


def test_of_two_with_one_name_the_first_is_used(install: Install, study: Study) -> None:
    install(second=CAPITALS, first=CAPITALS)
    used, faults = plugged_attributes(study)
    assert [one.name for one in used] == ["capitals"]
    assert faults == ["the attribute second of the package extra cannot be used: another attribute is called capitals"]


def test_a_reference_mention_may_have_a_value_for_each_prediction(install: Install, study: Study) -> None:
    install(own=replace(NUMBER, values=giving([[1, 2, 3]], [1, 2])))
    study = with_own_attributes(study)
    assert attribute_values(study, study.attributes[0]).reference_of(0).tolist() == [1, 2, 3]


def test_one_that_needs_training_data_is_checked_once_there_are_some(install: Install, study: Study) -> None:
    install(own=replace(NUMBER, needs_training=True, values=raising(ValueError("none"))))
    study = with_own_attributes(study)
    assert (len(study.attributes), study.warnings) == (1, ())
    trained = with_own_attributes(replace(study, training=AnnotatedText(study.text, study.reference)))
    assert trained.attributes == ()
    said = "the attribute own of the package extra cannot be used: ValueError: none (test_attribute_plugins.py, line "
    assert [one for one in trained.warnings if one.startswith(said)]


@pytest.mark.parametrize("is_named", [True, False])
def test_packages_are_looked_into_where_one_names_the_group(
    is_named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = GROUP if is_named else "others.attributes"
    package, info = tmp_path / "extra", tmp_path / "extra-1.0.dist-info"
    package.mkdir()
    (package / "__init__.py").write_text("from nerinspect.attributes.built_in import BUILT_IN\n\nFIRST = BUILT_IN[0]\n")
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\nfirst = extra:FIRST\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    attribute_plugins.installed.cache_clear()
    try:
        found = [one[:2] for one in attribute_plugins.installed()]
    finally:
        attribute_plugins.installed.cache_clear()
        sys.modules.pop("extra", None)
    assert found == ([("first", "extra")] if is_named else [])
