import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.text import MATCHINGS, Matching
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.evidence import Evidence, evidence
from nerinspect.training.index import training_index
from nerinspect.training.tough import other_readings
from tests.examples import examples

BuildStudy: TypeAlias = Callable[..., Study]
MakeStudy: TypeAlias = Callable[..., Study]
Span: TypeAlias = tuple[int, int, str]
Sentence: TypeAlias = tuple[list[str], list[Span], list[list[Span]]]
Found: TypeAlias = tuple[int, str, str, int]
"""Start, reading, type and equal neighbours of a place."""


def trained(test: Study, training: Study, matching: Matching = "exact") -> Study:
    return replace(test, training=AnnotatedText(training.text, training.reference), matching=matching)


def readings(found: Evidence) -> list[tuple[int, str, str]]:
    return [(place.start, place.reading, place.type) for place in found.places()]


def test_mentions_unlabelled_places_and_places_inside_mentions_are_told_apart(make_study_from: MakeStudy) -> None:
    training = make_study_from(
        "Ulm/B-LOC/O beat/O/O Ulm/O/O", "Ulm/B-ORG/O", "in/O/O Ulm/B-LOC/O", "Neu/B-LOC/O Ulm/I-LOC/O", "Ulmer/O/O"
    )
    found = evidence(trained(make_study_from("Ulm/B-LOC/O"), training), "reference", 0)
    assert found.counts == {"LOC": 2, "ORG": 1}
    assert (found.n_mentions, found.n_unlabelled, found.n_inside) == (3, 1, 1)
    assert readings(found) == [
        (0, "mention", "LOC"),
        (2, "unlabelled", ""),
        (3, "mention", "ORG"),
        (5, "mention", "LOC"),
        (7, "inside", ""),
    ]
    assert [place.sentence for place in found.places()] == [0, 0, 1, 2, 3]
    assert found.places(4)[0].overlapping == ((6, 8, "LOC"),)


def test_places_with_the_nearest_context_come_first(make_study_from: MakeStudy) -> None:
    training = make_study_from(
        "Ulm/O/O lost/O/O",
        "in/O/O Ulm/O/O",
        "and/O/O in/O/O Ulm/O/O lost/O/O",
        "lost/O/O in/O/O Ulm/O/O lost/O/O",
        "and/O/O at/O/O Ulm/O/O won/O/O",
    )
    found = evidence(trained(make_study_from("and/O/O in/O/O Ulm/B-LOC/O lost/O/O"), training), "reference", 0)
    assert [(place.sentence, place.n_equal) for place in found.places()] == [(2, 3), (3, 2), (0, 1), (1, 1), (4, 0)]


def test_no_more_than_five_neighbours_on_each_side_are_compared(make_study_from: MakeStudy) -> None:
    around = " ".join(f"{number}/O/O" for number in range(8))
    study = make_study_from(f"{around} Ulm/B-LOC/O {around}")
    assert evidence(trained(study, study), "reference", 0).places()[0].n_equal == 10


def test_predicted_mentions_have_evidence_of_their_own(make_study_from: MakeStudy) -> None:
    test = make_study_from("Neu/B-LOC/O Ulm/I-LOC/B-LOC")
    study = trained(test, make_study_from("Ulm/B-LOC/O", "Ulm/O/O"))
    assert len(evidence(study, "reference", 0)) == 0
    assert evidence(study, "predicted", 0).counts == {"LOC": 1}
    assert evidence(study, "predicted", 0).n_unlabelled == 1


def test_a_page_holds_what_follows_the_page_before(make_study_from: MakeStudy) -> None:
    training = make_study_from(*["Ulm/B-LOC/O"] * 5)
    found = evidence(trained(make_study_from("Ulm/B-LOC/O"), training), "reference", 0)
    assert [[place.start for place in found.places(first, 2)] for first in (0, 2, 4, 6)] == [[0, 1], [2, 3], [4], []]


def test_a_wider_matching_finds_other_case(make_study_from: MakeStudy) -> None:
    training = make_study_from("ULM/B-LOC/O", "ulm/O/O", "Ulm/B-LOC/O", "Bonn/B-LOC/O")
    study = trained(make_study_from("Ulm/B-LOC/O"), training)
    assert readings(evidence(study, "reference", 0)) == [(2, "mention", "LOC")]
    wider = evidence(replace(study, matching="ignore-case"), "reference", 0)
    assert readings(wider) == [(0, "mention", "LOC"), (1, "unlabelled", ""), (2, "mention", "LOC")]


def test_training_without_sentences_shows_nothing(make_study_from: MakeStudy, build_study: BuildStudy) -> None:
    found = evidence(trained(make_study_from("Ulm/B-LOC/O"), build_study([])), "reference", 0)
    assert (len(found), found.counts, found.places()) == (0, {}, [])


def test_a_mention_longer_than_every_training_sentence_has_no_places(make_study_from: MakeStudy) -> None:
    training = make_study_from("Neu/B-LOC/O", "Ulm/B-LOC/O")
    assert len(evidence(trained(make_study_from("Neu/B-LOC/O Ulm/I-LOC/O"), training), "reference", 0)) == 0


def test_a_place_that_is_a_mention_of_two_types_counts_twice(build_study: BuildStudy) -> None:
    training = build_study([(["New", "Ulm"], [(0, 2, "LOC"), (0, 2, "ORG"), (1, 2, "LOC")], [[]])])
    test = build_study([(["New", "Ulm"], [(0, 2, "LOC"), (1, 2, "LOC")], [[]])])
    assert readings(evidence(trained(test, training), "reference", 0)) == [(0, "mention", "LOC"), (0, "mention", "ORG")]
    assert readings(evidence(trained(test, training), "reference", 1)) == [(1, "mention", "LOC")]


def test_other_readings_are_the_other_types_of_the_surface(make_study_from: MakeStudy) -> None:
    study = make_study_from("Ulm/B-LOC/O", "Ulm/B-ORG/O", "Ulm/B-LOC/O", "Ulm/B-ORG/O", "Ulm/B-PER/O", "Bonn/B-LOC/O")
    assert [(other.type, other.mentions.tolist()) for other in other_readings(study, 0)] == [
        ("ORG", [1, 3]),
        ("PER", [4]),
    ]
    assert [other.type for other in other_readings(study, 4)] == ["LOC", "ORG"]
    assert other_readings(study, 5) == []


def test_the_index_takes_at_most_sixteen_bytes_a_token(make_study_from: MakeStudy) -> None:
    training = make_study_from(" ".join(f"{number}/B-LOC/O" for number in range(1000)))  # no token twice
    index = training_index(replace(training, training=AnnotatedText(training.text, training.reference)))
    assert index.nbytes <= 16 * 1000


TOKENS = st.sampled_from(["a", "b", "A", "\u00e9", "e\u0301", "E\u0301"])  # é as one sign and as two


FOLDINGS: dict[str, Callable[[str], str]] = {
    "exact": str,
    "nfc": lambda token: unicodedata.normalize("NFC", token),
    "ignore-case": str.casefold,
    "nfc-ignore-case": lambda token: unicodedata.normalize("NFC", unicodedata.normalize("NFD", token).casefold()),
}


@st.composite
def annotated_sentences(draw: st.DrawFn) -> list[Sentence]:
    sentences: list[Sentence] = []
    for tokens in draw(st.lists(st.lists(TOKENS, min_size=1, max_size=6), min_size=1, max_size=4)):
        spans = draw(st.sets(st.tuples(st.integers(0, len(tokens) - 1), st.integers(1, 3), st.sampled_from("XY"))))
        inside = sorted((start, min(start + n, len(tokens)), name) for start, n, name in spans)
        sentences.append((tokens, list(dict.fromkeys(inside)), [[]]))
    return sentences


def plain_places(
    tokens: list[str], at: tuple[int, int], training: list[Sentence], fold: Callable[[str], str]
) -> list[Found]:
    """Look at every place of every sentence; the nearest come first."""
    found: list[Found] = []
    zero, test = 0, [fold(token) for token in tokens]
    for written, spans, _ in training:
        sentence = [fold(token) for token in written]
        for start in range(len(sentence)):
            end = start + at[1] - at[0]
            if sentence[start:end] != test[at[0] : at[1]]:
                continue
            left = zip(reversed(sentence[:start]), reversed(test[: at[0]]), strict=False)
            n_equal = n_shared(left) + n_shared(zip(sentence[end:], test[at[1] :], strict=False))
            labelled = [name for first, last, name in spans if (first, last) == (start, end)]
            touched = any(first < end and start < last for first, last, _ in spans)
            for name in labelled or [""]:
                reading = "mention" if labelled else "inside" if touched else "unlabelled"
                found.append((zero + start, reading, name, n_equal))
        zero += len(sentence)
    return sorted(found, key=lambda place: (-place[3], place[0], place[2]))


def n_shared(pairs: Iterable[tuple[str, str]]) -> int:
    n_equal = 0
    for one, other in islice(pairs, 5):
        if one != other:
            break
        n_equal += 1
    return n_equal


@settings(max_examples=examples(60))
@given(annotated_sentences(), annotated_sentences(), st.sampled_from(MATCHINGS))
def test_evidence_is_what_a_look_at_every_place_finds(
    build_study: BuildStudy, test: list[Sentence], training: list[Sentence], matching: Matching
) -> None:
    study = trained(build_study(test), build_study(training), matching=matching)
    mentions = [(tokens, (start, end)) for tokens, spans, _ in test for start, end, _ in spans]
    fold = FOLDINGS[matching]
    for number, (tokens, at) in enumerate(mentions):
        found = evidence(study, "reference", number)
        expected = plain_places(tokens, at, training, fold)
        assert [(p.start, p.reading, p.type, p.n_equal) for p in found.places()] == expected
        assert found.counts == Counter(name for _, reading, name, _ in expected if reading == "mention")
        assert list(found.counts.values()) == sorted(found.counts.values(), reverse=True)
