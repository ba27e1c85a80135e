"""Every word that the program shows has a definition."""

import pytest

from nerinspect.analysis.events import KIND_NAMES, KINDS, SHAPES
from nerinspect.glossary import DEFINITIONS, Definition, meaning


@pytest.mark.parametrize("key", [*KINDS, *SHAPES[1:]])
def test_kinds_and_shapes_are_defined(key: str) -> None:
    assert meaning(key)


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_have_their_one_name(kind: str) -> None:
    assert DEFINITIONS[kind].name == KIND_NAMES[kind]


@pytest.mark.parametrize("entry", DEFINITIONS.values(), ids=DEFINITIONS)
def test_definition_is_one_sentence_with_a_source(entry: Definition) -> None:
    assert entry.sentence.endswith(".")
    assert ". " not in entry.sentence
    assert entry.name
    assert entry.source
