"""Every word that the program shows has a definition."""

import pytest

from nerinspect.events.relation_events import RELATION_KINDS
from nerinspect.events.segment_events import KINDS, SHAPES
from nerinspect.events.study import RELATION_SETTINGS
from nerinspect.glossary import BETWEEN_ANNOTATORS, DEFINITIONS, meaning
from nerinspect.glossary.verdicts import VERDICT_TABLE
from nerinspect.glossary.wording import JUDGED
from tests.rails.modules import PACKAGE


@pytest.mark.parametrize("key", [*KINDS, *SHAPES[1:]])
def test_kinds_and_shapes_are_defined(key: str) -> None:
    assert meaning(key)


def test_kinds_have_their_one_name() -> None:
    assert [DEFINITIONS[kind].name for kind in KINDS] == [
        *("correct", "spurious", "missed", "label error", "boundary error", "label and boundary error")
    ]


@pytest.mark.parametrize("kind", RELATION_KINDS)
def test_relation_kinds_are_called_as_in_queries(kind: str) -> None:
    assert DEFINITIONS[f"relation_{kind}"].name == kind.replace("-", " ")


@pytest.mark.parametrize("key", [f"setting_{setting}" for setting in RELATION_SETTINGS])
def test_settings_are_defined(key: str) -> None:
    assert meaning(key)


def test_right_and_wrong_of_two_systems_are_no_verdict() -> None:
    assert meaning("both-wrong") == JUDGED.meaning("both-wrong") == VERDICT_TABLE["both-wrong"].meaning
    assert meaning("outcome_both-wrong") == "Neither A nor B has the reference mention exactly."


def test_every_line_of_the_text_is_read() -> None:
    lines = [
        line for line in (PACKAGE / "glossary/words.md").read_text(encoding="utf-8").splitlines() if line[:1] == "-"
    ]
    keys = [line.split("`")[1] for line in lines if " **" in line]
    assert sorted([*keys, *VERDICT_TABLE, *VERDICT_TABLE]) == sorted([*DEFINITIONS, *BETWEEN_ANNOTATORS])


def test_definitions_are_one_sentence_with_a_source() -> None:
    for key, entry in DEFINITIONS.items():
        assert entry.sentence.endswith("."), key
        assert ". " not in entry.sentence, key
        assert entry.name, key
        assert entry.source, key
