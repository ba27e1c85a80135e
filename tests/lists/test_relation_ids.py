import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RELATION_SETTINGS, RelationChoice, Study
from nerinspect.lists.relations import RELATIONS
from tests.events.relation_studies import Sentence, relation_studies, relation_study

BuildStudy: TypeAlias = Callable[..., Study]


def ids_of(study: Study) -> list[str]:
    return RELATIONS.ids(study, np.arange(len(relation_events(study))))


def hand_made_id(*parts: object) -> str:
    text = json.dumps(list(parts), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


MET: Sentence = (
    ["Bo", "met", 'New "Ä"'],
    ([(0, 1, "Per"), (2, 3, "Per")], [(0, "Meet", 1)]),
    [([(0, 1, "Per"), (2, 3, "Org")], [(1, "Kill", 0)])],
)


def test_the_ids_of_written_events(build_study: BuildStudy) -> None:
    reference, predicted = '["Meet",[0,1,"Per"],[2,3,"Per"]]', '["Kill",[2,3,"Org"],[0,1,"Per"]]'
    start = '["flair",1,["Bo","met","New \\"Ä\\""],'
    expected = [
        hashlib.sha256(f"{start}{before},{sides}]".encode()).hexdigest()[:16]
        for before in (0, 1)
        for sides in (f"null,{predicted}", f"{reference},null")
    ]
    assert ids_of(relation_study(build_study, [MET, MET])) == expected


def test_an_id_is_that_of_the_pair_under_both_settings(build_study: BuildStudy) -> None:
    same = (["Bo", "met", "Ann"], MET[1], [(MET[2][0][0], [(0, "Meet", 1)])])
    study = relation_study(build_study, [same])
    strict = replace(study, relation_choice=RelationChoice("strict"))
    assert [relation_events(one).kind.tolist() for one in (study, strict)] == [[0], [4]]
    sides = ["Meet", [0, 1, "Per"], [2, 3, "Per"]], ["Meet", [0, 1, "Per"], [2, 3, "Org"]]
    assert ids_of(study) == ids_of(strict) == [hand_made_id("flair", 1, ["Bo", "met", "Ann"], 0, *sides)]


def test_ids_stay_when_other_systems_and_sentences_are_there(build_study: BuildStudy) -> None:
    tokens, reference, (predicted,) = MET
    other: Sentence = (["Rome"], ([(0, 1, "Loc")], []), [([], []), ([], [])])
    more = relation_study(build_study, [other, (tokens, reference, [([], []), predicted])], [("elmo", 1), ("flair", 1)])
    assert ids_of(more)[1:] == ids_of(relation_study(build_study, [MET]))


@given(st.data())
def test_ids_are_distinct_and_follow_the_order_asked_for(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    ids = ids_of(study)
    assert len(set(ids)) == len(ids)
    order = np.array(data.draw(st.permutations(range(len(ids)))), dtype=np.int32)
    assert RELATIONS.ids(study, order) == [ids[number] for number in order.tolist()]


@given(st.data())
def test_equal_pairs_have_equal_ids_under_both_settings(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    named = []
    for setting in RELATION_SETTINGS:
        one = replace(study, relation_choice=replace(study.relation_choice, setting=setting))
        events = relation_events(one)
        pairs = zip(events.prediction.tolist(), events.reference.tolist(), events.predicted.tolist(), strict=True)
        named.append(dict(zip(pairs, ids_of(one), strict=True)))
    shared = named[0].keys() & named[1].keys()
    assert {pair: named[0][pair] for pair in shared} == {pair: named[1][pair] for pair in shared}


def test_no_events_have_no_ids(build_study: BuildStudy) -> None:
    assert RELATIONS.ids(relation_study(build_study, [MET]), np.empty(0, dtype=np.int32)) == []
