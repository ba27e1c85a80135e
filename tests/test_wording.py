"""Between annotators nobody is right: what is said of them knows neither reference nor mistakes."""

import re

import pytest

from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.relation_events import RELATION_KINDS
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import JUDGED, NEUTRAL

_JUDGES = re.compile(r"\b(reference|predict|missed|spurious|error|wrong|correct)", re.IGNORECASE)


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_between_annotators_blame_nobody(kind: str) -> None:
    for words in (NEUTRAL.name(kind), NEUTRAL.meaning(kind)):
        assert not _JUDGES.search(words)
    assert (JUDGED.name(kind), JUDGED.meaning(kind)) == (KIND_TABLE[kind].name, DEFINITIONS[kind].sentence)


@pytest.mark.parametrize("kind", RELATION_KINDS)
def test_relation_kinds_between_annotators_blame_nobody(kind: str) -> None:
    for words in (NEUTRAL.name(f"relation_{kind}"), NEUTRAL.meaning(f"relation_{kind}")):
        assert not _JUDGES.search(words)


def test_the_kinds_of_a_and_b_change_places_with_them() -> None:
    exchanged = str.maketrans("AB", "BA")
    assert NEUTRAL.name("fn").translate(exchanged) == NEUTRAL.name("fp")
    for kind in ("tp", "le", "be", "lbe"):
        assert NEUTRAL.name(kind).translate(exchanged) == NEUTRAL.name(kind)


def test_no_definition_speaks_of_a_reference_to_annotators() -> None:
    judging = re.compile(r"\b(reference|predicted|prediction)\b", re.IGNORECASE)
    assert [key for key in DEFINITIONS if judging.search(NEUTRAL.meaning(key))] == []


@pytest.mark.parametrize(
    ("said", "to_annotators"),
    [
        ("Reference and prediction agree in extent and type.", "A and B agree in extent and type."),
        (
            "The prediction marks “x” as LOC; the reference marks nothing here.",
            "B marks “x” as LOC; A marks nothing here.",
        ),
        ("Two reference mentions meet one predicted one (merged).", "Two mentions of A meet one of B (merged)."),
        ("Number of the document in the reference file, from 1.", "Number of the document in A’s file, from 1."),
        ("A reference relation meets a predicted one.", "A relation of A meets one of B."),
        ("“The reference” is quoted by the prediction", "“The reference” is quoted by B"),
    ],
)
def test_sides_are_called_a_and_b_and_quotes_stay(said: str, to_annotators: str) -> None:
    assert (NEUTRAL.said(said), JUDGED.said(said)) == (to_annotators, said)
