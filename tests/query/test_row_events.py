"""The events of rows of a comparison, and the query that gives them."""

from collections.abc import Callable

import pytest

from nerinspect.events.study import Study
from nerinspect.query.compared_rows import events_of_rows, mention_rows, of_predictions, query_of_rows, stretch_rows
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.writer import query_text

SENTENCES = (
    "The/O/O/O/O Port/B-ORG/B-LOC/B-ORG/O Authority/I-ORG/B-ORG/I-ORG/O said/O/O/O/O",
    "Ines/B-PER/B-PER/O/B-PER and/O/I-PER/O/O Omar/B-PER/I-PER/B-PER/O",
    "Grey/O/B-PER/O/O near/O/O/B-LOC/O Oslo/B-LOC/O/B-ORG/B-LOC",
)


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from(*SENTENCES, systems=("bert", "bert", "crf"))


def named(study: Study, events: object) -> list[tuple[str, int, int]]:
    """Name events by system, run and the first token."""
    table = study.events
    return [
        (
            study.predictions[table.prediction[event]].system,
            study.predictions[table.prediction[event]].run,
            int(table.start[event]),
        )
        for event in events  # type: ignore[attr-defined]
    ]


def test_events_stand_row_by_row_those_of_a_first(study: Study) -> None:
    rows = mention_rows(study, parse_query("type:ORG", Vocabulary.of(study)), 0, 2)
    assert named(study, events_of_rows(rows)) == [("bert", 1, 1), ("crf", 1, 1)]


def test_an_event_of_two_mentions_stands_once(study: Study) -> None:
    rows = mention_rows(study, parse_query("ref:PER", Vocabulary.of(study)), 0, 1)
    assert named(study, events_of_rows(rows)) == [("bert", 1, 4), ("bert", 2, 4), ("bert", 2, 6)]
    assert named(study, events_of_rows(rows, "a")) == [("bert", 1, 4)]


@pytest.mark.parametrize(
    ("numbers", "query"),
    [
        ((0,), "system:bert run:1"),
        ((0, 1), "system:bert run:1,2"),
        ((2,), "system:crf"),
        ((1, 2), "system:bert run:2 OR system:crf run:1"),
    ],
)
def test_predictions_are_named_by_run_where_there_are_several(
    study: Study, numbers: tuple[int, ...], query: str
) -> None:
    assert query_text(of_predictions(study, numbers)) == query


@pytest.mark.parametrize(
    "query",
    ["", "kind:be", "kind:fn,lbe", "-kind:tp", "wrong:bert right:crf", "ref:PER", "sent:2", "kind:le OR kind:fn"],
)
@pytest.mark.parametrize("pair", [(0, 1), (0, 2), (2, 1)])
def test_an_exact_query_gives_just_the_events_of_the_rows(study: Study, query: str, pair: tuple[int, int]) -> None:
    kept_by = parse_query(query, Vocabulary.of(study))
    for numbers, letters in ((pair, "both"), (pair[:1], "a")):
        events = events_of_rows(mention_rows(study, kept_by, *pair), letters)  # type: ignore[arg-type]
        found = query_of_rows(study, kept_by, events, numbers)
        text = query_text(found.filter)
        assert found.is_exact
        assert parse_query(text, Vocabulary.of(study)).mask(study).nonzero()[0].tolist() == sorted(events.tolist())


def test_what_only_a_reads_gives_no_exact_query_for_b(study: Study) -> None:
    kept_by = parse_query("pred:LOC", Vocabulary.of(study))
    found = query_of_rows(study, kept_by, events_of_rows(mention_rows(study, kept_by, 0, 2)), (0, 2))
    assert not found.is_exact
    assert found.n_events == found.filter.mask(study).sum()


def test_all_stretches_are_all_events(study: Study) -> None:
    kept_by = parse_query("", Vocabulary.of(study))
    found = query_of_rows(study, kept_by, events_of_rows(stretch_rows(study, kept_by, 0, 2)), (0, 2))
    assert found.is_exact
