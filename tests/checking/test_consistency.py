from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.checking.consistency import UNLABELLED, Inconsistencies, find_inconsistencies
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.events.study import Study
from nerinspect.progress import Cancelled

Span = tuple[int, int, str]
Readings = dict[str, list[int]]
MakeText = Callable[..., Text]
MakeMentions = Callable[[Sequence[Span]], Mentions]
MakeStudy = Callable[..., Study]

SENTENCES = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=8), min_size=1, max_size=4)


def readings_of(found: Inconsistencies, text: Text) -> list[tuple[tuple[str, ...], Readings]]:
    """List surfaces with the places of each reading, in order; unlabelled ones under `-`."""
    listed = []
    for number in range(len(found)):
        readings = {}
        for row in range(*found.first_reading[number : number + 2]):
            name = "-" if found.type_codes[row] == UNLABELLED else found.types[found.type_codes[row]]
            readings[name] = found.places[slice(*found.first_place[row : row + 2])].tolist()
        listed.append((tuple(text.token(at) for at in range(found.start[number], found.end[number])), readings))
    return listed


def plainly_found(sentences: list[list[str]], spans: list[Span]) -> list[tuple[tuple[str, ...], Readings]]:
    tokens = [token for sentence in sentences for token in sentence]
    sentence_of = [number for number, sentence in enumerate(sentences) for _ in sentence]
    found: dict[tuple[str, ...], Readings] = {}
    for start, end, name in spans:
        found.setdefault(tuple(tokens[start:end]), defaultdict(list))[name].append(start)
    for surface, readings in found.items():
        for start in range(len(tokens)):
            end = start + len(surface)
            is_here = tuple(tokens[start:end]) == surface and len({*sentence_of[start:end]}) == 1
            if is_here and not any(first < end and start < last for first, last, _ in spans):
                readings["-"].append(start)

    def telling(item: tuple[tuple[str, ...], Readings]) -> tuple[bool, Fraction, int]:
        counts = {name: len(places) for name, places in item[1].items()}
        n_places, most = sum(counts.values()), max(counts.values())
        n_labelled = max(count for name, count in counts.items() if name != "-")
        return counts.get("-", 0) > n_labelled, Fraction(n_places - most, n_places), -n_places

    kept = [(surface, readings) for surface, readings in found.items() if len(readings) > 1]
    return [
        (surface, dict(sorted(readings.items(), key=lambda item: (item[0] == "-", -len(item[1]), item[0]))))
        for surface, readings in sorted(kept, key=telling)
    ]


@st.composite
def annotated(draw: st.DrawFn) -> tuple[list[list[str]], list[Span]]:
    """Draw sentences with mentions inside them, which may overlap."""
    sentences, spans, zero = draw(SENTENCES), set(), 0
    for sentence in sentences:
        for _ in range(draw(st.integers(0, 4))):
            start = draw(st.integers(0, len(sentence) - 1))
            end = draw(st.integers(start + 1, min(start + 3, len(sentence))))
            spans.add((zero + start, zero + end, draw(st.sampled_from(("LOC", "ORG", "PER")))))
        zero += len(sentence)
    return sentences, sorted(spans)


@given(annotated(), st.integers(1, 9))
def test_surfaces_readings_and_their_order_are_those_found_plainly_however_much_is_read_at_once(
    make_text: MakeText, make_mentions: MakeMentions, drawn: tuple[list[list[str]], list[Span]], n: int
) -> None:
    sentences, spans = drawn
    text = make_text(sentences)
    at_once = patch("nerinspect.training.surfaces._TOKENS_AT_ONCE", n)
    with at_once, patch("nerinspect.checking.consistency._MENTIONS_AT_ONCE", n):
        found = find_inconsistencies(text, make_mentions(spans), lambda done, total: None)
    plain = plainly_found(sentences, spans)
    assert [(surface, [*readings.items()]) for surface, readings in readings_of(found, text)] == [
        (surface, [*readings.items()]) for surface, readings in plain
    ]
    n_unlabelled = [len(readings.get("-", ())) for _, readings in plain]
    assert found.n_unlabelled.tolist() == n_unlabelled
    assert found.n_types.tolist() == [len(readings) - ("-" in readings) for _, readings in plain]
    counts = [[len(places) for places in readings.values()] for _, readings in plain]
    assert found.n_places.tolist() == [sum(of_surface) for of_surface in counts]
    assert found.n_exceptions.tolist() == [sum(of_surface) - max(of_surface) for of_surface in counts]


def found_in(study: Study) -> list[tuple[str, Readings]]:
    found = find_inconsistencies(study.text, study.reference.mentions)
    return [(" ".join(surface), readings) for surface, readings in readings_of(found, study.text)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Ulm/B-LOC in/O Ulm/B-ORG", [("Ulm", {"LOC": [0], "ORG": [2]})]),
        ("Ulm/B-LOC in/O Ulm/O", [("Ulm", {"LOC": [0], "-": [2]})]),
        ("Ulm/B-LOC in/O Ulm/B-LOC", []),
        ("Ulm/B-LOC in/O ulm/O", []),
        ("Ulm/B-LOC in/O FC/B-ORG Ulm/I-ORG", []),  # inside a longer mention: neither labelled nor unlabelled
        ("FC/B-ORG Ulm/I-ORG FC/O Ulm/B-LOC", []),  # touched by another mention
        ("FC/B-ORG Ulm/I-ORG FC/O Ulm/O", [("FC Ulm", {"ORG": [0], "-": [2]})]),
    ],
)
def test_worked_examples(make_study_from: MakeStudy, words: str, expected: list[tuple[str, Readings]]) -> None:
    assert found_in(make_study_from(words, systems=())) == expected


def test_lone_exceptions_stand_before_divided_surfaces_and_everyday_words(make_study_from: MakeStudy) -> None:
    study = make_study_from(
        "May/B-PER may/O May/O May/O May/O May/O",
        "Ulm/B-LOC Bonn/B-LOC Bonn/B-ORG",
        "Ulm/B-LOC Ulm/B-LOC Ulm/O",
        systems=(),
    )
    assert [surface for surface, _ in found_in(study)] == ["Ulm", "Bonn", "May"]


def test_an_annotation_without_mentions_has_none(make_study_from: MakeStudy) -> None:
    found = find_inconsistencies((study := make_study_from("a/O b/O", systems=())).text, study.reference.mentions)
    assert len(found) == 0
    assert found.n_exceptions.tolist() == found.n_unlabelled.tolist() == found.n_places.tolist() == []


def test_the_search_can_be_cancelled(make_study_from: MakeStudy) -> None:
    study = make_study_from("Ulm/B-LOC", systems=())

    def cancel(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        find_inconsistencies(study.text, study.reference.mentions, cancel)
