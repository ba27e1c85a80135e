"""Who has which mentions of public data: margins of independent programs, and counts with sets."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
import pytest

from nerinspect.events.study import Study, judge_name
from nerinspect.query.compared_rows import kept_reference, mention_rows, stretch_rows
from nerinspect.query.counts.outcomes import CELLS, outcome_counts, outcome_terms
from nerinspect.query.differences import hit_terms
from nerinspect.query.filters import Everything, all_of
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import compared_systems, hit_patterns
from tests.expected.test_tough import MODELS, runs_of

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]


@pytest.fixture
def submissions(expected: Expected, load_data: LoadData) -> Study:
    paths = tuple(f"wnut17/submissions/{name}" for name in expected("wnut17"))
    return load_data("wnut17/emerging.test.annotated", paths, "conlleval", "positions")


def who_has(study: Study) -> list[tuple[bool, ...]]:
    """Tell of each reference mention which predictions have it, with sets of spans."""
    reference, *predicted = (
        list(zip(side.start.tolist(), side.end.tolist(), side.type_codes.tolist(), strict=True))
        for side in (study.reference.mentions, *(prediction.mentions for prediction in study.predictions))
    )
    sets = [set(spans) for spans in predicted]
    return [tuple(span in own for own in sets) for span in reference]


def test_margins_are_the_counts_of_other_programs(expected: Expected, load_data: LoadData) -> None:
    numbers, runs = expected("masakhaner2-pcm"), ("afroxlmr.run1.txt", "mbert.run1.txt", "mbert.run2.txt")
    paths = tuple(f"{run.split('.')[0]}=masakhaner2-pcm/predictions/{run}" for run in runs)
    study = load_data("masakhaner2-pcm/test.txt", paths, "conlleval")
    for a, b in permutations(range(3), 2):
        counts, (one, other) = outcome_counts(study, Selection(), a, b), (numbers[runs[n]]["events"] for n in (a, b))
        assert (counts.count("a-right"), counts.count("b-right")) == (one["correct"], other["correct"])
        assert counts.n_reference == one["reference"]
        names = judge_name(study, a), judge_name(study, b)
        for cell in CELLS:
            opened = all_of(*outcome_terms(cell, *names))
            assert counts.count(cell) == len(mention_rows(study, opened, a, b))


def test_patterns_of_seven_submissions_are_those_of_sets(submissions: Study) -> None:
    wanted = Counter(who_has(submissions))
    everyone = np.ones(len(submissions.reference.mentions), dtype=bool)
    patterns = hit_patterns(submissions, everyone, compared_systems(submissions))
    found = [tuple(row) for row in patterns.is_right.tolist()]
    assert dict(zip(found, patterns.n_mentions.tolist(), strict=True)) == wanted
    for place in range(0, len(patterns), 7):
        opened = all_of(*hit_terms(submissions, patterns, place))
        assert len(mention_rows(submissions, opened, 0, 1)) == patterns.n_mentions[place]


@pytest.mark.parametrize(("query", "numbers"), [("gotby:0", {0}), ("gotby:1", {1}), ("gotby:>=6", {6, 7})])
def test_mentions_that_few_or_most_get(submissions: Study, query: str, numbers: set[int]) -> None:
    wanted = sum(sum(row) in numbers for row in who_has(submissions))
    opened = parse_query(query, Vocabulary.of(submissions))
    assert len(mention_rows(submissions, opened, 0, 1)) == wanted > 0


@pytest.mark.parametrize("data", MODELS)
@pytest.mark.parametrize(
    ("share", "is_meant"),
    [("none", lambda n: n == 0), ("some", lambda n: 0 < n < 5), ("all", lambda n: n == 5), (">=3", lambda n: n >= 3)],
)
def test_mentions_over_the_runs_of_a_system_are_those_of_sets(
    data: str, share: str, is_meant: Callable[[int], bool], load_data: LoadData
) -> None:
    study = runs_of(data, load_data)
    mentions = who_has(study)
    for place, system in enumerate(study.systems):
        wanted = sum(is_meant(sum(row[5 * place : 5 * place + 5])) for row in mentions)
        query = parse_query(f"gotbyruns:{share}", Vocabulary.of(study))
        for run in (5 * place, 5 * place + 4):
            assert int(np.count_nonzero(kept_reference(study, query, run))) == wanted > 0, system


def test_every_event_of_a_pair_has_a_place_in_a_stretch(submissions: Study) -> None:
    rows = stretch_rows(submissions, Everything(), 2, 5)
    assert int((rows.a_to - rows.a_from).sum()) == len(submissions.events_of(2))
    assert int((rows.b_to - rows.b_from).sum()) == len(submissions.events_of(5))
    assert (rows.start[1:] >= rows.end[:-1]).all()
