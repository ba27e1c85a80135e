import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.text import MATCHINGS, Matching
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.evidence import near_surfaces
from tests.examples import examples

BuildStudy: TypeAlias = Callable[..., Study]

DISTANCE = {
    "other case": 0,
    "one token more": 1,
    "one token less": 1,
    "one token more in the middle": 2,
    "one token less in the middle": 2,
    "same last token": 3,
    "same last token in other case": 4,
}


def study_with(
    build_study: BuildStudy, wanted: list[str], known: list[tuple[list[str], str]], matching: Matching = "exact"
) -> Study:
    """Build a test set with one mention, and training data with a sentence for each mention."""
    test = build_study([(wanted, [(0, len(wanted), "LOC")], [[]])])
    training = build_study([(surface, [(0, len(surface), name)], [[]]) for surface, name in known])
    return replace(test, training=AnnotatedText(training.text, training.reference), matching=matching)


def nearest(study: Study, at_most: int = 8) -> list[tuple[str, str, dict[str, int]]]:
    found = near_surfaces(study, "reference", 0, at_most)
    return [(" ".join(near.tokens), near.how, near.counts) for near in found]


@pytest.mark.parametrize(
    ("known", "how"),
    [
        ("new york city", "other case"),
        ("Greater New York City", "one token more"),
        ("New York City Council", "one token more"),
        ("New York", "one token less"),
        ("York City", "one token less"),
        ("New New York City", "one token more"),
        ("New South York City", "one token more in the middle"),
        ("New City", "one token less in the middle"),
        ("Mexico City", "same last token"),
        ("Mexico CITY", "same last token in other case"),
        ("greater New York City", "one token more"),
        ("greater new york city", "same last token in other case"),
    ],
)
def test_it_is_said_how_a_surface_differs(build_study: BuildStudy, known: str, how: str) -> None:
    study = study_with(build_study, ["New", "York", "City"], [(known.split(), "LOC")])
    assert nearest(study) == [(known, how, {"LOC": 1})]


@pytest.mark.parametrize("known", ["New York City", "York", "City of York", "A New York City Council", "York New"])
def test_the_surface_itself_and_those_farther_away_are_left_out(build_study: BuildStudy, known: str) -> None:
    assert nearest(study_with(build_study, ["New", "York", "City"], [(known.split(), "LOC")])) == []


def test_the_closest_come_first_and_then_the_most_frequent(build_study: BuildStudy) -> None:
    surfaces = [["Neu", "Ulm"], *[["Alt", "Ulm"]] * 2, ["ULM"], ["SSV", "in", "Ulm"]]
    study = study_with(build_study, ["Ulm"], [(surface, "LOC") for surface in surfaces])
    assert [surface for surface, _, _ in nearest(study)] == ["ULM", "Alt Ulm", "Neu Ulm", "SSV in Ulm"]
    assert [surface for surface, _, _ in nearest(study, at_most=2)] == ["ULM", "Alt Ulm"]


def test_counts_are_those_of_all_mentions_of_the_surface(build_study: BuildStudy) -> None:
    study = study_with(build_study, ["Ulm"], [(["ULM"], "ORG"), (["ULM"], "LOC"), (["ULM"], "LOC")])
    assert nearest(study) == [("ULM", "other case", {"LOC": 2, "ORG": 1})]
    assert near_surfaces(study, "reference", 0)[0].mentions.tolist() == [0, 1, 2]


def test_case_that_does_not_count_makes_no_other_surface(build_study: BuildStudy) -> None:
    study = study_with(build_study, ["Ulm"], [(["ULM"], "ORG"), (["neu", "ulm"], "LOC")], "ignore-case")
    assert nearest(study) == [("neu ulm", "one token more", {"LOC": 1})]


def test_training_without_mentions_has_no_near_surfaces(build_study: BuildStudy) -> None:
    assert nearest(study_with(build_study, ["Ulm"], [])) == []


def test_a_surface_inside_another_mention_is_found(build_study: BuildStudy) -> None:
    test = build_study([(["Ulm"], [(0, 1, "LOC")], [[]])])
    training = build_study([(["Uni", "Neu", "Ulm", "e.V."], [(0, 4, "ORG"), (0, 3, "ORG"), (1, 3, "LOC")], [[]])])
    study = replace(test, training=AnnotatedText(training.text, training.reference))
    assert nearest(study) == [
        ("Neu Ulm", "one token more", {"LOC": 1}),
        ("Uni Neu Ulm", "same last token", {"ORG": 1}),
    ]


SURFACES = st.lists(st.sampled_from(["a", "b", "A", "\u00e9", "e\u0301", "E\u0301"]), min_size=1, max_size=4)

COMPARED: dict[str, Callable[[str], str]] = {
    "exact": str,
    "nfc": lambda token: unicodedata.normalize("NFC", token),
    "ignore-case": str.casefold,
    "nfc-ignore-case": lambda token: unicodedata.normalize("NFC", unicodedata.normalize("NFD", token).casefold()),
}


def plain_how(wanted: list[str], known: list[str], matching: Matching) -> str | None:
    """Compare two surfaces whose tokens are written as they are compared."""

    def left_out(tokens: list[str], places: range | list[int]) -> list[list[str]]:
        return [tokens[:place] + tokens[place + 1 :] for place in places]

    def folded(tokens: list[str]) -> list[str]:
        return [COMPARED["nfc-ignore-case" if "nfc" in matching else "ignore-case"](token) for token in tokens]

    if folded(wanted) == folded(known):
        return "other case"
    for shorter, longer, how in ((wanted, known, "one token more"), (known, wanted, "one token less")):
        if shorter in left_out(longer, [0, len(longer) - 1]):
            return how
        if shorter in left_out(longer, range(len(longer))):
            return f"{how} in the middle"
    if wanted[-1] == known[-1]:
        return "same last token"
    return "same last token in other case" if folded(wanted)[-1] == folded(known)[-1] else None


@settings(max_examples=examples(200))
@given(SURFACES, st.lists(SURFACES, max_size=8), st.sampled_from(MATCHINGS))
def test_near_surfaces_are_those_a_look_at_each_pair_finds(
    build_study: BuildStudy, wanted: list[str], known: list[list[str]], matching: Matching
) -> None:
    study = study_with(build_study, wanted, [(surface, "LOC") for surface in known], matching)
    target, *surfaces = ([COMPARED[matching](token) for token in tokens] for tokens in (wanted, *known))
    first = {place: surface for place, surface in enumerate(surfaces) if surface not in (*surfaces[:place], target)}
    expected = [(place, how) for place, surface in first.items() if (how := plain_how(target, surface, matching))]
    expected.sort(key=lambda pair: (DISTANCE[pair[1]], -surfaces.count(surfaces[pair[0]]), pair[0]))
    found = near_surfaces(study, "reference", 0, 99)
    assert [(list(near.tokens), near.how) for near in found] == [(known[place], how) for place, how in expected]
