"""The fields about training: what they refuse without it, and what they find on a small example."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from nerinspect.errors import CommandError, NoTrainingError, UnknownNameError
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.query.fields.table import NAMED_FIELDS
from nerinspect.query.language.completion import completions
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary

ASKING = [name for name, field in NAMED_FIELDS.items() if field.needs_training]


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Lay six events over three sentences: found, label error, spurious, missed; found; boundary error."""
    learned = make_study_from("Ostend/B-LOC/O fell/O/O", "Heron/B-LOC/O won/O/O")
    study = make_study_from(
        "Ostend/B-LOC/B-LOC Heron/B-ORG/B-LOC Ostend/O/B-LOC Pell/B-PER/O",
        "Ostend/B-LOC/B-LOC fell/O/O",
        "Heron/B-LOC/B-LOC Ferries/I-LOC/O",
    )
    return replace(study, training=AnnotatedText(learned.text, learned.reference))


def kinds_found(study: Study, query: str) -> list[str]:
    mask = parse_query(query, Vocabulary.of(study)).mask(study)
    return [f"{start}-{end}" for start, end in zip(study.events.start[mask], study.events.end[mask], strict=True)]


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("tough:seen", ["0-1", "2-3", "4-5"]),
        ("seen:yes", ["0-1", "2-3", "4-5"]),
        ("tough:unseen-type", ["1-2"]),
        ("tough:unseen-tokens", ["3-4", "6-8"]),
        ("seen:no", ["1-2", "3-4", "6-8"]),
        ("predtough:seen", ["0-1", "1-2", "2-3", "4-5", "6-7"]),
        ("reftough:seen", ["0-1", "4-5"]),
        ("trained:yes", ["4-5"]),
        ("trained:no seen:yes", ["0-1", "2-3"]),
        ("Tough:SEEN,unseen-type kind:le", ["1-2"]),
        ("tough:tcm-all", []),
    ],
)
def test_a_query_finds_its_events(study: Study, query: str, places: list[str]) -> None:
    assert [place.replace("6-7", "6-8") for place in places] == kinds_found(study, query)


@pytest.mark.parametrize("name", ASKING)
def test_without_training_a_query_about_it_is_refused_where_it_stands(name: str) -> None:
    with pytest.raises(NoTrainingError, match=r"character 9: .*--training.*File > Training data") as caught:
        parse_query(f"kind:fn {name}:yes", Vocabulary())
    assert (caught.value.exit_status, caught.value.position) == (2, 8)


@pytest.mark.parametrize("query", ["tough:seen", "predtough:all", "seen:yes,no", "trained:yes,no"])
def test_a_kept_filter_finds_nothing_once_training_is_gone(study: Study, query: str) -> None:
    kept = parse_query(query, Vocabulary.of(study))
    assert kept.mask(study).any()
    assert not kept.mask(replace(study, training=None)).any()


@pytest.mark.parametrize(("query", "nearest"), [("tough:unsen", "unseen"), ("seen:ys", "yes"), ("trained:n", "no")])
def test_a_mistyped_name_is_told_with_the_nearest(study: Study, query: str, nearest: str) -> None:
    with pytest.raises(UnknownNameError, match=nearest):
        parse_query(query, Vocabulary.of(study))


def offered(query: str, has_training: bool) -> list[str]:
    return [item.text for item in completions(query, len(query), Vocabulary(has_training=has_training)).items]


def test_subsets_are_offered_only_with_training() -> None:
    assert offered("tough:tcm", True) == ["tcm-all", "tcm-unseen", "tcm-seen"]
    assert "tough:" in offered("to", True)
    assert offered("tough:tcm", False) == []
    assert "tough:" not in offered("to", False)


def test_the_message_is_one_calm_sentence() -> None:
    with pytest.raises(CommandError) as caught:
        parse_query("tough:seen", Vocabulary())
    assert str(caught.value) == (
        "query, character 1: tough: needs training data; give it with --training, or open it with File > Training data…"
    )
