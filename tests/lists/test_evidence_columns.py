"""Columns that say what training knows of the mentions of events."""

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.training.evidence import evidence, near_surfaces
from nerinspect.training.surfaces import NOVELTIES, novelty
from tests.examples import examples
from tests.query.conftest import studies

NAMES = MENTIONS.names(Of.EVIDENCE)


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    """A label error, an event with two reference mentions, spurious, and a mention that nothing resembles."""
    learned = make_study_from(
        "Heron/B-LOC/O fell/O/O Heron/B-PER/O",
        "Heron/B-PER/O",
        "Ostend/B-LOC/O",
        "Port/B-LOC/O Ostend/I-LOC/O",
    )
    study = make_study_from(
        "Heron/B-PER/B-LOC",
        "Heron/B-LOC/O OSTEND/B-LOC/O",
        "in/O/O Ostend/O/B-ORG",
        "Pell/B-PER/O",
    )
    return replace(study, training=AnnotatedText(learned.text, learned.reference))


def cells(study: Study, *columns: str) -> list[tuple[object, ...]]:
    return list(MENTIONS.table(study, columns=columns).rows)


def test_they_are_listed_only_if_they_are_asked_for(study: Study) -> None:
    assert NAMES == ("novelty", "training_types", "memory", "nearest", "nearest_how", "nearest_types")
    assert set(MENTIONS.names_for(study)).isdisjoint(NAMES)


def test_each_mention_is_said_apart(study: Study) -> None:
    assert cells(study, *NAMES) == [
        ("seen", "PER 2, LOC 1", "PER", None, None, None),
        ("seen unseen-tokens", "PER 2, LOC 1; –", "PER –", "–; Ostend", "–; other case", "–; LOC 1"),
        ("unseen-type", "LOC 1", "LOC", None, None, None),
        ("unseen-tokens", None, None, None, None, None),
    ]


@pytest.mark.parametrize("column", NAMES)
def test_training_is_asked_for(study: Study, column: str) -> None:
    with pytest.raises(CommandError, match=f"the column {column} needs training data; give it with --training"):
        cells(replace(study, training=None), column)


def test_they_say_what_the_details_say(build_study: Callable[..., Study]) -> None:
    @settings(max_examples=examples(60))
    @given(studies(build_study), st.data())
    def check(study: Study, data: st.DataObject) -> None:
        if study.training is None:
            study = replace(study, training=AnnotatedText(study.text, study.reference))
        order = np.array(data.draw(st.permutations(range(len(study.events)))), dtype=np.int32)
        for event, row in zip(order.tolist(), MENTIONS.table(study, order, NAMES), strict=True):
            assert row == tuple(map(joined, NAMES, zip(*said_of(study, event), strict=True)))

    check()


def said_of(study: Study, event: int) -> list[tuple[str, ...]]:
    """Ask for each mention of an event alone, as the details do."""
    side = SIDES[not study.events.n_mentions("reference")[event]]
    said: list[tuple[str, ...]] = []
    for mention in study.events.mentions_of(event, side).tolist():
        counts = evidence(study, side, mention).counts
        near = [] if counts else near_surfaces(study, side, mention)[:1]
        told = [(" ".join(one.tokens), str(one.how), counted(one.counts)) for one in near] or [("", "", "")]
        known = NOVELTIES[novelty(study)[side][mention]]
        said.append((known, counted(counts), next(iter(counts), ""), *told[0]))
    return said


def counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def joined(column: str, said: tuple[str, ...]) -> str | None:
    between = " " if column in ("novelty", "memory") else "; "
    return between.join(one or "–" for one in said) if any(said) else None


def test_each_surface_is_looked_up_once(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    look_up = Mock(side_effect=near_surfaces)
    monkeypatch.setattr("nerinspect.lists.columns.near_surfaces", look_up)
    fresh = replace(study)
    cells(fresh, "nearest", "nearest_types")
    cells(fresh, "nearest_how")
    assert look_up.call_count == 2
