"""How far a review is agrees with the doors behind its numbers, and with counting event by event."""

from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.review_progress import review_progress
from tests.examples import examples

MakeStudy = Callable[..., Study]
SENTENCES = (
    "Rome/B-LOC/B-LOC/B-ORG and/O/O/O Ulm/B-LOC/B-ORG/O",
    "Oslo/B-LOC/O/O it/O/B-PER/B-PER is/O/O/O Bonn/B-LOC/B-LOC/B-LOC am/O/I-LOC/O",
)

decisions = st.builds(
    Decision,
    verdict=st.sampled_from(["", *VERDICTS, "scope", "later"]),
    causes=st.lists(st.sampled_from(["typo", "guideline", "span"]), unique=True).map(tuple),
    flag=st.booleans(),
    note=st.sampled_from(["", "see page 3"]),
)


def decided_study(make_study_from: MakeStudy) -> Study:
    study = make_study_from(*SENTENCES, systems=("one", "two"))
    kinds = [KINDS[kind] for kind in study.events.kind.tolist()]
    le, tp = kinds.index("le"), kinds.index("tp")
    study.decisions.fill(
        {
            le: Decision("reference-wrong", ("typo", "span"), flag=True),
            tp: Decision("scope", ("typo",), note="odd"),
            kinds.index("fn"): Decision(causes=("typo",)),
        }
    )
    return study


def test_a_worked_example(make_study_from: MakeStudy) -> None:
    found = review_progress(decided_study(make_study_from), 0)
    assert found.verdicts == (*VERDICTS, "scope")
    kinds = dict(zip(KINDS, found.by_kind.tolist(), strict=True))
    assert kinds["le"] == [0, 0, 1, 0, 0, 0]
    assert kinds["tp"] == [0, 0, 0, 0, 0, 1], "a correct event counts once it is decided"
    assert kinds["fn"] == [1, 0, 0, 0, 0, 0], "a cause alone decides nothing"
    assert found.causes == ("typo", "span")
    assert found.by_cause.tolist() == [[1, 0, 1, 0, 0, 1], [0, 0, 1, 0, 0, 0]]
    assert (found.n_decided, found.n_wanted_decided, found.n_wanted) == (2, 1, 4)
    assert (found.n_flagged, found.n_noted) == (1, 1)
    assert found.by_prediction[0].tolist() == found.by_kind.sum(axis=0).tolist()
    assert found.by_prediction[1, 1:].tolist() == [0, 0, 0, 0, 0], "decisions are those of one system"


def test_only_what_a_filter_keeps_is_counted(make_study_from: MakeStudy) -> None:
    study = decided_study(make_study_from)
    found = review_progress(study, 0, parse_query("kind:le", Vocabulary.of(study)))
    assert (found.n_wanted_decided, found.n_wanted, found.causes) == (1, 1, ("span", "typo"))
    assert found.verdicts == VERDICTS


def test_agreement_counts_where_annotators_walk_it(make_study_from: MakeStudy) -> None:
    study = decided_study(make_study_from)
    correct = KINDS.index("tp")
    study.decisions.fill({})
    assert review_progress(study, 0).by_kind[correct].tolist() == [0, 0, 0, 0, 0]
    study.decisions.walks_agreement = True
    found = review_progress(study, 0)
    assert found.by_kind[correct].tolist() == [1, 0, 0, 0, 0]
    assert (found.n_wanted_decided, found.n_wanted) == (0, 5)


@settings(max_examples=examples(40))
@given(data=st.data())
def test_every_number_is_what_its_query_finds(make_study_from: MakeStudy, data: st.DataObject) -> None:
    study = make_study_from(*SENTENCES, systems=("one", "two"))
    chosen = data.draw(st.dictionaries(st.integers(0, len(study.events) - 1), decisions))
    study.decisions.fill(chosen)
    prediction = data.draw(st.integers(0, 1))
    kept = parse_query(data.draw(st.sampled_from(["", "-kind:tp", "type:LOC"])), Vocabulary.of(study))
    found = review_progress(study, prediction, kept)
    is_counted = kept.mask(study) & (study.events.prediction == prediction)

    def count(query: str) -> int:
        return int(np.count_nonzero(parse_query(query, Vocabulary.of(study)).mask(study) & is_counted))

    for number, verdict in enumerate(("none", *found.verdicts)):
        for row, kind in enumerate(KINDS):
            if (kind, verdict) != ("tp", "none"):
                assert found.by_kind[row, number] == count(f"kind:{kind} verdict:{verdict}")
        for row, cause in enumerate(found.causes):
            assert found.by_cause[row, number] == count(f"cause:{cause} verdict:{verdict}")
    for row, cause in enumerate(found.causes):
        assert found.cause_kinds[row].tolist() == [count(f"cause:{cause} kind:{kind}") for kind in KINDS]
    assert found.n_decided == count("-verdict:none")
    assert found.n_flagged == count("flag:yes")
    assert found.n_noted == count("note:/./")
    assert set(found.causes) == {cause for event, one in chosen.items() if is_counted[event] for cause in one.causes}
