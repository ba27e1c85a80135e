"""The page about relations says what the program computes."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from nerinspect.events.relation_events import RELATION_KINDS, relation_events
from nerinspect.events.study import RELATION_SETTINGS, RelationChoice
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from tests.guide.test_pages import TEXTS, rows_of

HEADS, *EXAMPLES = rows_of("relations", 4)
TYPES = {"Ann": "PER", "Bo": "PER", "Oslo": "LOC", "Bergen": "LOC"}


def write_sentence(path: Path, relations: str) -> None:
    """Write the four mentions in one sentence, with relations such as `Ann Live_In Oslo/ORG, Bo Live_In Oslo`."""
    triples = [triple.split() for triple in relations.strip("`").split(", ")]
    types = dict(TYPES)
    for head, _, tail in triples:
        types |= {word.split("/")[0]: word.split("/")[1] for word in (head, tail) if "/" in word}
    place = {word: number for number, word in enumerate(TYPES)}
    sentence = {
        "tokens": [token for word in TYPES for token in (word, "and")],
        "entities": [{"type": types[word], "start": 2 * n, "end": 2 * n + 1} for word, n in place.items()],
        "relations": [
            {"type": name, "head": place[head.split("/")[0]], "tail": place[tail.split("/")[0]]}
            for head, name, tail in triples
        ],
    }
    path.write_text(json.dumps([sentence]), encoding="utf-8")


def kinds_of(reference: str, predicted: str, choice: RelationChoice, folder: Path) -> str:
    for name, relations in (("reference.json", reference), ("predicted.json", predicted)):
        write_sentence(folder / name, relations)
    study = load_study(LoadRequest(str(folder / "reference.json"), (str(folder / "predicted.json"),)))
    events = relation_events(replace(study, relation_choice=choice))
    return ", ".join(RELATION_KINDS[code].replace("-", " ") for code in events.kind)


def test_the_examples_are_judged_under_both_settings() -> None:
    assert [head.lower() for head in HEADS[2:]] == list(RELATION_SETTINGS)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda row: row[1])
def test_an_example_is_what_the_program_computes(example: list[str], tmp_path: Path) -> None:
    reference, predicted, *told = example
    found = [kinds_of(reference, predicted, RelationChoice(setting), tmp_path) for setting in RELATION_SETTINGS]
    assert found == told


def test_every_kind_has_its_row_and_an_example() -> None:
    names = {kind.replace("-", " ") for kind in RELATION_KINDS}
    assert {name for row in EXAMPLES for name in row[2].split(", ")} == names
    assert all(f"![](relation:{kind}) | **" in TEXTS["relations"] for kind in RELATION_KINDS)
    assert all(f"** {name} |" in TEXTS["relations"] for name in names)


def test_a_symmetric_type_matches_in_either_order(tmp_path: Path) -> None:
    for choice, kind in ((RelationChoice(symmetric=("Spouse",)), "correct"), (RelationChoice(), "reversed")):
        assert kinds_of("`Ann Spouse Bo`", "`Bo Spouse Ann`", choice, tmp_path) == kind


@pytest.mark.parametrize(
    "query",
    [code for code in re.findall("`([^`]+)`", TEXTS["relations-page"]) if ":" in code and not code.endswith(":")],
)
def test_an_example_of_a_query_can_be_read(query: str) -> None:
    parse_query(query, Vocabulary(tuple(sorted({*TYPES.values()})), has_training=True))
