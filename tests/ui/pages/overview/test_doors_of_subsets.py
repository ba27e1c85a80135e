"""Numbers of a base of tough mentions open the events that hold what they count."""

from dataclasses import replace

import numpy as np
import pytest

from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.segment_events import KINDS, Side
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import ScoresOrigin
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import Doors, MentionBase, doors_to, score_kept
from nerinspect.query.selection import Selection
from nerinspect.ui.pages.overview.page import base_caption

FILTERS = ["tough:unseen-any", "seen:yes", "-tough:seen doc:1..3", "tough:tcm-all type:ORG", "seen:no tough:tcm-all"]


@pytest.fixture(scope="module")
def study(sample_study: Study) -> Study:
    """Let what a weak system finds in the sample be the training data."""
    return replace(sample_study, training=AnnotatedText(sample_study.text, sample_study.predictions[-1].annotation))


def selected(study: Study, query: str) -> Selection:
    return Selection.from_filter(parse_query(query, Vocabulary.of(study)))


def opened(study: Study, door: Filter, prediction: int) -> BoolArray:
    mask = parse_query(query_text(door), Vocabulary.of(study)).mask(study)
    found: BoolArray = mask & (study.events.prediction == prediction)
    return found


def n_held(study: Study, base: MentionBase, events: BoolArray, side: Side) -> int:
    """Count the mentions of a base that some events hold."""
    held = study.events.mentions(side, events)
    return int(
        np.logical_and.reduce([np.ones(len(held), bool), *(own[held] for own in base.passes(study, side))]).sum()
    )


@pytest.mark.parametrize("query", FILTERS)
def test_a_number_opens_the_events_that_hold_its_mentions(study: Study, query: str) -> None:
    base = MentionBase.of(selected(study, query))
    doors = doors_to(base, base.types_of(study))
    assert base.asked
    for prediction, scores in enumerate(score_kept(study, base)):
        overall = scores.tally.overall
        assert n_held(study, base, opened(study, doors.reference, prediction), "reference") == overall.reference
        assert n_held(study, base, opened(study, doors.predicted, prediction), "predicted") == overall.predicted
        assert n_held(study, base, opened(study, doors.correct, prediction), "reference") == overall.correct
        for kind, n_events in zip(KINDS, scores.tally.kinds, strict=True):
            assert np.count_nonzero(opened(study, doors.of_kinds(kind), prediction)) == n_events
        for name in base.types_of(study):
            own, counts = Doors(base, (name,)), scores.tally.of_type(name)
            typed = base._replace(named=frozenset([name]))
            assert n_held(study, typed, opened(study, own.reference, prediction), "reference") == counts.reference


def test_every_event_behind_a_subset_holds_one_of_its_mentions(study: Study) -> None:
    base = MentionBase.of(selected(study, "tough:unseen-any"))
    events = np.flatnonzero(opened(study, doors_to(base, study.types).predicted, 0))
    assert len(events)
    for event in events.tolist():
        only = np.zeros(len(study.events), dtype=bool)
        only[event] = True
        assert n_held(study, base, only, "predicted")


def test_a_subset_is_named_where_it_is_counted(study: Study) -> None:
    selection = selected(study, "tough:unseen-any type:ORG")
    base = MentionBase.of(selection)
    scores = score_kept(study, base)[0]
    n_mentions = scores.tally.overall.reference
    assert base_caption(base, ("ORG",), scores) == f"{n_mentions} ORG mentions where tough:unseen-any"
    assert (
        "mentions of ORG that are themselves tough:unseen-any"
        in ScoresOrigin(study, LoadRequest(""), selection).counted
    )
