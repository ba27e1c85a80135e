from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.explanation import predicted_spans, reference_spans
from nerinspect.events.study import Study
from nerinspect.query.same_surface import alike_events, same_segment_events, same_surface_events
from tests.examples import examples

BuildStudy = Callable[..., Study]


def surfaces_of(study: Study, event: int) -> list[tuple[str, ...]]:
    """List the distinct surfaces of an event as tokens."""
    spans = reference_spans(study, event) + predicted_spans(study, event)
    return list(dict.fromkeys(tuple(map(study.text.token, range(span.start, span.end))) for span in spans))


def test_same_surface_equals_the_plain_evaluation(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(60))
    @given(random_studies)
    def check(study: Study) -> None:
        of_event = [surfaces_of(study, event) for event in range(len(study.events))]
        prediction = study.events.prediction.tolist()
        for event, surfaces in enumerate(of_event):
            groups = same_surface_events(study, event)
            assert [group.surface for group in groups] == [" ".join(tokens) for tokens in surfaces]
            assert [group.events.tolist() for group in groups] == [
                [i for i, own in enumerate(of_event) if tokens in own and prediction[i] == prediction[event]]
                for tokens in surfaces
            ]

    check()


def test_only_some_events_are_looked_at(build_study: BuildStudy) -> None:
    study = build_study([(["Oslo"], [(0, 1, "LOC")], [[(0, 1, "LOC")]])] * 3)
    among = study.event_sentence != 1
    assert same_surface_events(study, 0, among)[0].events.tolist() == [0, 2]


def test_a_token_that_holds_a_blank_is_no_pair_of_tokens(build_study: BuildStudy) -> None:
    cuts = (["New York"], ["New", "York"], ["New York"])
    study = build_study([(tokens, [(0, len(tokens), "LOC")], [[]]) for tokens in cuts])
    assert same_surface_events(study, 0)[0].events.tolist() == [0, 2]


def test_same_segments_are_those_of_equal_tokens(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(60))
    @given(random_studies)
    def check(study: Study) -> None:
        bounds = zip(study.events.start.tolist(), study.events.end.tolist(), strict=True)
        segments = [tuple(map(study.text.token, range(*one))) for one in bounds]
        sides = study.events.prediction.tolist()
        for event in range(len(study.events)):
            like = [i for i, own in enumerate(segments) if own == segments[event] and sides[i] == sides[event]]
            assert same_segment_events(study, event).tolist() == like

    check()


def test_alike_are_events_of_equal_tokens_kind_and_types(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(60))
    @given(random_studies)
    def check(study: Study) -> None:
        kinds = study.events.kind.tolist()
        mistakes = [
            (
                kinds[event],
                *([span.type for span in spans(study, event)] for spans in (reference_spans, predicted_spans)),
            )
            for event in range(len(study.events))
        ]
        for event, mistake in enumerate(mistakes):
            like = [other for other in same_segment_events(study, event).tolist() if mistakes[other] == mistake]
            assert alike_events(study, event).tolist() == like

    check()
