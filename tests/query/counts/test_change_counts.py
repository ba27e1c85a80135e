from collections.abc import Callable
from itertools import product
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.segment_events import KINDS, TP
from nerinspect.events.study import Study
from nerinspect.query.compared_rows import mention_rows, stretch_rows
from nerinspect.query.counts.outcomes import FATES, SPURIOUS_FATES, change_counts
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.systems.outcomes import FIXED, changes

BuildStudy: TypeAlias = Callable[..., Study]
OLD, NEW = 0, 1


@pytest.fixture
def versions(make_study_from: BuildStudy) -> Study:
    return make_study_from(
        "Ulm/B-LOC/O/B-LOC ,/O/O/O Bonn/B-LOC/B-LOC/O ,/O/O/O Kiel/B-LOC/O/B-ORG ,/O/O/O Jena/B-LOC/O/O",
        "Trier/B-LOC/B-LOC/B-LOC",
        "a/O/B-PER/O b/O/O/O c/O/O/B-PER d/O/O/O e/O/B-LOC/B-LOC f/O/O/O g/O/B-LOC/B-ORG",
        systems=("old", "new"),
    )


def test_mentions_and_spurious_events_are_counted_by_what_became_of_them(versions: Study) -> None:
    found = change_counts(versions, OLD, NEW)
    assert found.mentions == {"fixed": 1, "broken": 1, "changed": 1, "unchanged": 1}
    assert found.spurious == {"fixed": 2, "broken": 2, "unchanged": 1}


def test_what_is_spurious_beside_a_correct_mention_is_gone_where_it_is_a_label_error(build_study: BuildStudy) -> None:
    sides = [[(0, 1, "LOC"), (0, 1, "ORG")], [(0, 1, "ORG")]]
    found = change_counts(build_study([(["Ulm"], [(0, 1, "LOC")], sides)], [("old", 1), ("new", 1)]), OLD, NEW)
    assert found.mentions == {"fixed": 0, "broken": 1, "changed": 0, "unchanged": 0}
    assert found.spurious == {"fixed": 1, "broken": 0, "unchanged": 0}


def test_mentions_are_counted_by_both_kinds(versions: Study) -> None:
    kinds = change_counts(versions, OLD, NEW).kinds
    assert {(KINDS[old], KINDS[new]): int(kinds[old, new]) for old, new in np.argwhere(kinds)} == {
        ("tp", "tp"): 1, ("tp", "fn"): 1, ("fn", "tp"): 1, ("fn", "le"): 1, ("fn", "fn"): 1,
    }  # fmt: skip


def test_doors_are_queries_that_can_be_read(versions: Study) -> None:
    found = change_counts(versions, OLD, NEW)
    doors = [found.mention_door(fate) for fate in FATES] + [found.spurious_door(fate)[0] for fate in SPURIOUS_FATES]
    doors += [found.kind_door("fn", "le"), found.kind_door(new_kind="tp"), found.kind_door("fn")]
    vocabulary = Vocabulary.of(versions)
    assert [query_text(parse_query(query_text(door), vocabulary)) for door in doors] == list(map(query_text, doors))


def several(studies: st.SearchStrategy[Study]) -> st.SearchStrategy[Study]:
    return studies.filter(lambda study: len(study.predictions) > 1)


@given(st.data())
def test_a_door_opens_just_what_was_counted(random_studies: st.SearchStrategy[Study], data: st.DataObject) -> None:
    study = data.draw(several(random_studies))
    old, new = data.draw(st.permutations(range(len(study.predictions))))[:2]
    found = change_counts(study, old, new)
    for shown, other in ((new, old), (old, new)):
        for fate, number in found.mentions.items():
            assert len(mention_rows(study, found.mention_door(fate), shown, other)) == number
        kinds = [kind for kind in KINDS if kind != "fp"]
        for old_kind, new_kind in product(kinds, kinds):
            number = found.kinds[KINDS.index(old_kind), KINDS.index(new_kind)]
            assert len(mention_rows(study, found.kind_door(old_kind, new_kind), shown, other)) == number
    for fate, number in found.spurious.items():
        door, shown = found.spurious_door(fate)
        assert (door.mask(study) & (study.events.prediction == shown)).sum() == number
        n_stretches = len(stretch_rows(study, door, shown, new if shown == old else old))
        assert min(number, 1) <= n_stretches <= number


@given(st.data())
def test_counts_agree_with_the_list_of_changes(random_studies: st.SearchStrategy[Study], data: st.DataObject) -> None:
    study = data.draw(several(random_studies))
    old, new = 0, len(study.predictions) - 1
    counts, listed = change_counts(study, old, new), changes(study, old, new)
    is_correct = (listed.change == FIXED) & (listed.event >= 0)
    assert counts.mentions["fixed"] == is_correct.sum()
    assert counts.spurious["fixed"] >= ((listed.change == FIXED) & (listed.event < 0)).sum()
    assert counts.kinds[:, TP].sum() == (study.events_of(new).kind == TP).sum()
