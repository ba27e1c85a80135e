from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.members import event_of_reference
from nerinspect.events.study import Study
from nerinspect.systems.outcomes import OUTCOMES, outcomes
from tests.examples import examples
from tests.training.trained_studies import trained_studies

MakeStudy = Callable[..., Study]
BuildStudy = Callable[..., Study]


def named(study: Study, a: int, b: int) -> list[str]:
    return [OUTCOMES[code] for code in outcomes(study, a, b).tolist()]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC",
        "Rome/B-LOC/B-LOC/O",
        "Rome/B-LOC/B-PER/B-LOC",
        "Rome/B-LOC/O/O in/O/O/O Oslo/B-LOC/B-PER/B-PER",
        "Rome/B-LOC/B-PER/B-ORG in/O/O/O New/B-LOC/B-LOC/B-LOC York/I-LOC/I-LOC/O",
        "Old/B-LOC/O/B-LOC York/I-LOC/B-LOC/O",
        systems=("a", "b"),
    )


def test_every_outcome_by_hand(study: Study) -> None:
    wrong = ["both-wrong-alike", "both-wrong-alike", "both-wrong-differently", "only-a", "both-wrong-differently"]
    assert named(study, 0, 1) == ["both-right", "only-a", "only-b", *wrong]


def test_exchanging_the_systems_exchanges_only_who_is_right_alone(study: Study) -> None:
    exchanged = {"only-a": "only-b", "only-b": "only-a"}
    assert named(study, 1, 0) == [exchanged.get(name, name) for name in named(study, 0, 1)]


def plain_outcomes(study: Study, a: int, b: int) -> list[str]:
    """Decide for one reference mention after the other, with sets."""
    reading = []
    for number in (a, b):
        of_mention = {}
        for event in range(*study.event_start[number : number + 2].tolist()):
            own = {
                (int(study.predicted.start[m]), int(study.predicted.end[m]), int(study.predicted.type_codes[m]))
                for m in study.events.mentions_of(event, "predicted")
            }
            for mention in study.events.mentions_of(event, "reference").tolist():
                of_mention[mention] = (int(study.events.start[event]), int(study.events.end[event])), own
        reading.append(of_mention)
    names = []
    reference = study.reference.mentions
    for mention in range(len(reference)):
        wanted = (int(reference.start[mention]), int(reference.end[mention]), int(reference.type_codes[mention]))
        has = [wanted in of_mention[mention][1] for of_mention in reading]
        if any(has):
            names.append("both-right" if all(has) else "only-a" if has[0] else "only-b")
        else:
            alike = reading[0][mention] == reading[1][mention]
            names.append("both-wrong-alike" if alike else "both-wrong-differently")
    return names


@settings(max_examples=examples(100))
@given(data=st.data())
def test_outcomes_are_those_of_a_look_at_each_mention(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    for a in range(len(study.predictions)):
        for b in range(len(study.predictions)):
            assert named(study, a, b) == plain_outcomes(study, a, b)


@settings(max_examples=examples(50))
@given(data=st.data())
def test_every_reference_mention_is_in_the_event_named_for_it(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    for number, events in enumerate(event_of_reference(study)):
        for mention, event in enumerate(events.tolist()):
            assert study.events.prediction[event] == number
            assert mention in study.events.mentions_of(event, "reference")
