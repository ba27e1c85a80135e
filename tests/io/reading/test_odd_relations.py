"""Relations that say something odd, as they stand in a study: what is kept, what is left out, what is told."""

import json
from collections.abc import Callable
from typing import TypeAlias

import pytest

from nerinspect.events.relation_events import relation_events, relations_on
from nerinspect.events.segment_events import SIDES
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest

MakeFile: TypeAlias = Callable[..., str]

PEOPLE = [{"type": "Per", "start": 0, "end": 1}, {"type": "Per", "start": 2, "end": 3}]


def sentence(*relations: tuple[int, str, int]) -> dict[str, object]:
    held = [{"head": head, "type": name, "tail": tail} for head, name, tail in relations]
    return {"tokens": ["Ann", "met", "Bo"], "entities": PEOPLE, "relations": held}


@pytest.mark.parametrize(
    ("relations", "note"),
    [
        ([(0, "Met", 1)], None),
        ([(1, "Met", 1)], "1 relation joins a mention with itself; the first: sentence 2, Met"),
        (
            [(0, "Met", 1), (0, "Saw", 0), (1, "Met", 1)],
            "2 relations join a mention with itself; the first: sentence 2, Saw",
        ),
    ],
)
def test_a_relation_of_a_mention_with_itself_is_kept_and_told(
    relations: list[tuple[int, str, int]], note: str | None, make_file: MakeFile
) -> None:
    path = make_file(json.dumps([sentence(), sentence(*relations)]), "ref.json")
    study = load_study(LoadRequest(path, (make_file(json.dumps([sentence(), sentence()]), "pred.json"),)))
    assert study.reference.source.notes == (() if note is None else (note,))
    assert len(relations_on(study, "reference")) == len(relations)
    assert len(relation_events(study)) == len(relations)


def test_brat_tells_it_too(make_file: MakeFile) -> None:
    make_file("Ann met Bo\n", "a.txt")
    path = make_file("T1\tPer 0 3\tAnn\nR1\tMet Arg1:T1 Arg2:T1\n", "a.ann")
    study = load_study(LoadRequest(path))
    assert study.reference.source.notes == ("1 relation joins a mention with itself; the first: sentence 1, Met",)


def test_relations_of_types_left_out_go_with_them(make_file: MakeFile) -> None:
    with_place = sentence((0, "Met", 1), (1, "Met", 0))
    with_place["entities"] = [PEOPLE[0], PEOPLE[1] | {"type": "Loc"}]
    path = make_file(json.dumps([with_place]), "ref.json")
    study = load_study(LoadRequest(path, remove_types=("Loc",)))
    assert len(relations_on(study, "reference")) == 0
    assert study.reference.source.notes[-1] == "2 relations left out without their mentions"


def test_relations_carried_to_other_tokens_are_kept_or_told(make_file: MakeFile) -> None:
    reference = [{"tokens": ["Ann", "met", "Bo"], "entities": []}, {"tokens": ["Cy", "-x"], "entities": []}]
    people = [(0, 1), (2, 3), (3, 4), (4, 5)]
    predicted = {
        "tokens": ["Ann", "met", "Bo", "Cy", "-", "x"],
        "entities": [{"type": "Per", "start": start, "end": end} for start, end in people],
        "relations": [{"head": 0, "type": "Met", "tail": tail} for tail in (1, 2, 3)],
    }
    paths = [make_file(json.dumps(data), name) for data, name in ((reference, "ref.json"), ([predicted], "pred.json"))]
    study = load_study(LoadRequest(paths[0], (paths[1],), tokens="project"))
    columns = relations_on(study, "predicted")
    assert (columns.head.tolist(), columns.tail.tolist()) == ([0], [1])
    assert study.predictions[0].annotation.source.notes[-2:] == (
        "1 relation left out without their mentions",
        "1 relation left out: its arguments are in two sentences now",
    )


def test_no_relation_of_a_study_leaves_its_sentence(make_file: MakeFile) -> None:
    make_file("Ann met Bo\nCy saw Di\n", "a.txt")
    lines = "T1\tPer 0 3\tAnn\nT2\tPer 8 10\tBo\nT3\tPer 11 13\tCy\nR1\tMet Arg1:T1 Arg2:T3\nR2\tMet Arg1:T2 Arg2:T1\n"
    study = load_study(LoadRequest(make_file(lines, "a.ann")))
    for side in SIDES:
        columns, mentions = relations_on(study, side), study.mentions_on(side)
        first, second = (study.text.sentence_of(mentions.start[end]) for end in (columns.head, columns.tail))
        assert (first == second).all()
    assert len(relations_on(study, "reference")) == 1
