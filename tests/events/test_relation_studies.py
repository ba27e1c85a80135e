from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.relation_events import relation_events, relations_on
from tests.events.relation_studies import Sentence, relation_studies, relation_study
from tests.training.trained_studies import BuildStudy

MET: Sentence = (
    ["Bo", "met", "Ann"],
    ([(2, 3, "Per"), (0, 1, "Per")], [(1, "Meet", 0)]),
    [([(0, 1, "Per"), (2, 3, "Org")], [(0, "Meet", 1), (1, "Kill", 0)])],
)


def test_places_count_mentions_as_they_are_given(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [MET, MET])
    columns = relations_on(study, "reference")
    assert (columns.head.tolist(), columns.tail.tolist()) == ([0, 2], [1, 3])
    assert relation_events(study).kind.tolist() == [0, 1, 0, 1]


@given(st.data())
def test_every_relation_is_in_one_event_of_each_prediction(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study))
    events = relation_events(study)
    n_reference, n_predicted = len(relations_on(study, "reference")), len(relations_on(study, "predicted"))
    held = [events.reference[(events.reference >= 0) & (events.prediction == run)].tolist() for run in range(2)]
    assert [sorted(run) for run in held] == [list(range(n_reference))] * 2
    assert sorted(events.predicted[events.predicted >= 0].tolist()) == list(range(n_predicted))
