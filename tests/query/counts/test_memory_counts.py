"""What memory of the training data explains, counted by hand and by reading every mention."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.query.counts.training import memory_counts
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.training.retention import with_training
from tests.examples import examples

MakeStudy = Callable[..., Study]

SENTENCES = (
    "Ostend/B-LOC/B-LOC wins/O/O",
    "Port/B-ORG/B-ORG Harwick/I-ORG/I-ORG",
    "Harwick/B-LOC/B-ORG and/O/O Ostend/B-LOC/O",
    "Ostend/B-ORG/B-ORG",
)
TRAINING = ("Ostend/B-LOC wins/O", "Harwick/B-LOC", "Ostend/B-LOC")


def learned(study: Study, training: Study, with_retention: bool = True) -> Study:
    return with_training(
        study, AnnotatedText(training.text, training.reference), "exact", with_retention=with_retention
    )


@pytest.fixture(scope="module")
def study(make_study_from: MakeStudy) -> Study:
    """Five mentions, three of them seen; the system has three of them exactly, memory three."""
    return learned(make_study_from(*SENTENCES), make_study_from(*TRAINING, systems=()))


def selection(study: Study, text: str) -> Selection:
    return Selection.from_filter(parse_query(text, Vocabulary.of(study)))


def test_mentions_that_one_alone_gets_right_are_counted(study: Study) -> None:
    counts = memory_counts(study, Selection(), 0)
    assert (counts.n_mentions, counts.n_seen) == (5, 3)
    assert (counts.only_memory, counts.only_system) == (2, 2)


@pytest.mark.parametrize(
    "text",
    ["", "kind:fp", "type:LOC", "sent:3", "-tough:seen", "trained:yes", "elen:1", "bucket:eCon=XS", "type:ORG econ:0"],
)
def test_the_doors_open_the_events_that_hold_these_mentions(study: Study, text: str) -> None:
    counts = memory_counts(study, selection(study, text), 0)
    for door, number in ((counts.memory_alone, counts.only_memory), (counts.system_alone, counts.only_system)):
        kept = study.events.rows(door.mask(study) & (study.events.prediction == 0))
        assert len(kept) == number


def test_a_door_under_a_type_asks_for_both_at_one_mention(make_study_from: MakeStudy) -> None:
    """Memory has the LOC of an event alone; the ORG beside it, in the same event, nobody has."""
    study = learned(
        make_study_from("Ostend/B-LOC/B-PER Harwick/B-ORG/I-PER", "Ostend/B-LOC/B-LOC"),
        make_study_from("Ostend/B-LOC", systems=()),
    )
    for text, number in (("type:ORG", 0), ("type:LOC", 1), ("", 1)):
        counts = memory_counts(study, selection(study, text), 0)
        opened = counts.memory_alone.mask(study) & (study.events.prediction == 0)
        assert (counts.only_memory, int(opened.sum())) == (number, number)


@pytest.mark.parametrize("text", ["type:ORG", "ref:LOC pred:none", "ref:ORG sent:2", "-type:LOC"])
def test_a_score_opens_the_events_that_hold_what_it_is_taken_over(study: Study, text: str) -> None:
    counts = memory_counts(study, selection(study, text), 0)
    types = MentionBase.of(selection(study, text)).types_of(study)
    opened = counts.kept.mask(study) & (study.events.prediction == 0)
    for side, number in zip(SIDES, (counts.with_repeated.reference, counts.with_repeated.predicted), strict=True):
        codes = study.mentions_on(side).type_codes[study.events.mentions(side, opened)]
        assert sum(study.types[code] in types for code in codes.tolist()) == number


def test_a_term_about_mentions_chooses_what_is_counted(study: Study) -> None:
    counts = memory_counts(study, selection(study, "type:ORG"), 0)
    assert (counts.n_mentions, counts.n_seen, counts.only_memory, counts.only_system) == (2, 0, 0, 2)


def test_a_term_about_outcomes_or_training_changes_nothing(study: Study) -> None:
    whole = memory_counts(study, Selection(), 0)
    assert memory_counts(study, selection(study, "kind:fn tough:unseen-any trained:no wrong:flair"), 0) == whole


def test_the_score_is_counted_without_sentences_that_stand_in_training(study: Study) -> None:
    counts = memory_counts(study, Selection(), 0)
    assert (counts.n_repeated, counts.n_sentences) == (2, 4)
    assert counts.with_repeated == Counts(5, 4, 3)
    assert counts.without_repeated == Counts(3, 2, 1)


def test_memory_is_not_compared_with_itself(study: Study) -> None:
    counts = memory_counts(study, Selection(), 1)
    assert (counts.system, counts.only_memory, counts.only_system) == ("retention", None, None)


def test_without_the_heuristic_nothing_is_compared(make_study_from: MakeStudy) -> None:
    training = make_study_from(*TRAINING, systems=())
    counts = memory_counts(learned(make_study_from(*SENTENCES), training, with_retention=False), Selection(), 0)
    assert (counts.n_seen, counts.only_memory) == (3, None)


LABELS = st.sampled_from(["O", "B-LOC", "B-ORG"])
WORDS = st.sampled_from(["Paris", "Harwick"])
TESTED = st.tuples(WORDS, LABELS, LABELS).map("/".join)
KNOWN = st.tuples(WORDS, LABELS).map("/".join)


@settings(max_examples=examples(60))
@given(
    sentences=st.lists(st.lists(TESTED, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=4),
    training=st.lists(st.lists(KNOWN, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=4),
)
def test_counts_equal_those_of_every_mention_read(
    make_study_from: MakeStudy, sentences: list[str], training: list[str]
) -> None:
    study = learned(make_study_from(*sentences), make_study_from(*training, systems=()))
    known = {token for sentence in training for token in sentence.split(" ") if not token.endswith("/O")}
    tested = [(token.split("/"), sentence) for sentence in sentences for token in sentence.split(" ")]
    reference = [(word, gold) for (word, gold, _), _ in tested if gold != "O"]
    counts = memory_counts(study, Selection(), 0)
    assert counts.n_mentions == len(reference)
    assert counts.n_seen == sum("/".join(mention) in known for mention in reference)
    texts = {tuple(token.split("/")[0] for token in sentence.split(" ")) for sentence in training}
    fresh = [parts for parts, own in tested if tuple(token.split("/")[0] for token in own.split(" ")) not in texts]
    golds, systems = ([parts for parts in fresh if parts[place] != "O"] for place in (1, 2))
    same = [parts for parts in golds if parts[1] == parts[2]]
    assert counts.without_repeated == Counts(len(golds), len(systems), len(same))
