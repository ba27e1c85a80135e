"""How far a review is with relations agrees with the queries behind its numbers."""

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.events.relation_events import CORRECT, RELATION_KINDS, relation_events
from nerinspect.events.segment_events import KINDS, TP
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.query.filters import relation_mask
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.review_progress import relation_progress, review_progress
from tests.events.relation_studies import relation_studies
from tests.examples import examples
from tests.review.relation_files import relation_request
from tests.training.trained_studies import BuildStudy

DECISIONS = st.builds(
    Decision,
    verdict=st.sampled_from(["", *VERDICTS, "scope", "later"]),
    causes=st.lists(st.sampled_from(["typo", "guideline"]), unique=True).map(tuple),
    flag=st.booleans(),
    note=st.sampled_from(["", "why"]),
)
QUERIES = ["", "-kind:tp", "-relkind:correct", "elen:1", "-elen:1 kind:fn", "relkind:missed OR verdict:none"]


def decided_study(folder: Path) -> Study:
    """Decide one event of each sort, and mention events, which count for nothing here."""
    study = load_study(relation_request(folder))
    kinds = relation_events(study).kind.tolist()
    missed, wrong, correct = (kinds.index(RELATION_KINDS.index(one)) for one in ("missed", "wrong-type", "correct"))
    study.relation_decisions.fill(
        {
            missed: Decision("reference-wrong", ("typo", "span"), flag=True),
            wrong: Decision(causes=("typo",), note="odd"),
            correct: Decision("scope"),
        }
    )
    study.decisions.fill({event: Decision("ambiguous", ("boundary",)) for event in range(len(study.events))})
    return study


def test_a_worked_example(tmp_path: Path) -> None:
    found = relation_progress(decided_study(tmp_path), 0)
    kinds = dict(zip(RELATION_KINDS, found.by_kind.tolist(), strict=True))
    assert found.verdicts == (*VERDICTS, "scope")
    assert kinds == {
        "correct": [0, 0, 0, 0, 0, 1],
        "spurious": [0] * 6,
        "missed": [0, 0, 1, 0, 0, 0],
        "wrong-type": [1, 0, 0, 0, 0, 0],
        "wrong-argument": [1, 0, 0, 0, 0, 0],
        "reversed": [1, 0, 0, 0, 0, 0],
    }
    assert (found.n_wanted_decided, found.n_wanted, found.n_decided) == (1, 4, 2)
    assert (found.n_flagged, found.n_noted) == (1, 1)
    assert found.causes == ("typo", "span"), "those of mention events are not among them"
    assert found.by_cause.tolist() == [[1, 0, 1, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    assert found.by_prediction.tolist() == [found.by_kind.sum(axis=0).tolist()]


def test_decisions_about_relations_count_for_no_mention(tmp_path: Path) -> None:
    study = decided_study(tmp_path)
    before = review_progress(study, 0)
    study.relation_decisions.fill({})
    after = review_progress(study, 0)
    assert (before.by_kind.tolist(), before.causes) == (after.by_kind.tolist(), after.causes)


def test_correct_relations_need_no_verdict_where_agreement_is_walked(tmp_path: Path) -> None:
    study = decided_study(tmp_path)
    study.decisions.walks_agreement = True
    assert relation_progress(study, 0).n_wanted == 4
    assert (KINDS[TP], RELATION_KINDS[CORRECT], TP) == ("tp", "correct", CORRECT)


@settings(max_examples=examples(15))
@given(data=st.data())
def test_every_number_is_what_its_query_finds(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study))
    events = relation_events(study)
    numbers = range(len(events))
    chosen = data.draw(st.dictionaries(st.sampled_from(numbers), DECISIONS) if numbers else st.just({}))
    study.relation_decisions.fill(chosen)
    prediction = data.draw(st.integers(0, len(study.predictions) - 1))
    kept = parse_query(data.draw(st.sampled_from(QUERIES)), Vocabulary.of(study))
    found = relation_progress(study, prediction, kept)
    names, is_counted = Vocabulary.of(study), relation_mask(study, kept) & (events.prediction == prediction)

    def count(query: str) -> int:
        return int(np.count_nonzero(relation_mask(study, parse_query(query, names)) & is_counted))

    for number, verdict in enumerate(("none", *found.verdicts)):
        for row, kind in enumerate(RELATION_KINDS):
            if (kind, verdict) != ("correct", "none"):
                assert found.by_kind[row, number] == count(f"relkind:{kind} verdict:{verdict}")
        for row, cause in enumerate(found.causes):
            assert found.by_cause[row, number] == count(f"cause:{cause} verdict:{verdict}")
    for row, cause in enumerate(found.causes):
        assert found.cause_kinds[row].tolist() == [count(f"cause:{cause} relkind:{kind}") for kind in RELATION_KINDS]
    assert found.n_decided == count("-verdict:none")
    assert (found.n_flagged, found.n_noted) == (count("flag:yes"), count("note:/./"))
    assert found.by_prediction[prediction].tolist() == found.by_kind.sum(axis=0).tolist()
