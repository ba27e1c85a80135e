import shlex
from collections.abc import Callable
from dataclasses import replace

import pytest

from nerinspect.io.provenance import command_line
from nerinspect.io.reading.loading import load_annotators, load_sides, load_study
from nerinspect.io.request import LoadRequest, annotator_names, judged, with_first

MakeFile = Callable[..., str]

FILES = (
    "Rome B-LOC\nand O\nNew B-ORG\nYork I-ORG\n",
    "Rome O\nand O\nNew B-ORG\nYork I-ORG\n",
    "Rome B-LOC\nand O\nNew B-LOC\nYork O\n",
)


@pytest.fixture(params=["named", "runs", "plain", "merged", "chosen"])
def request_of_three(request: pytest.FixtureRequest, make_file: MakeFile) -> LoadRequest:
    rows = zip(*(text.splitlines() for text in FILES), strict=True)
    merged = "".join(" ".join([row[0].split()[0], *(cell.split()[1] for cell in row)]) + "\n" for row in rows)
    if request.param in ("merged", "chosen"):
        path = make_file(merged, "m.conll")
        if request.param == "merged":
            return LoadRequest(f"x,y,z={path}", label_columns=(1, 2, 3), annotators=True)
        return LoadRequest(path, choices=((path, "label-column", "1,2,3"),), annotators=True)
    names = {"named": ("x=", "y=", "z="), "runs": ("x=", "y=", "x="), "plain": ("", "", "")}[request.param]
    paths = [name + make_file(text, f"{n}.conll") for n, (name, text) in enumerate(zip(names, FILES, strict=True))]
    return LoadRequest(paths[0], tuple(paths[1:]), annotators=True)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_another_annotator_comes_first_under_the_names_of_all(request_of_three: LoadRequest, number: int) -> None:
    before, after = load_annotators(request_of_three), load_annotators(with_first(request_of_three, number))
    order = [0, 1, 2]
    order[0], order[number] = number, 0
    assert after.names == tuple(before.names[place] for place in order)
    sizes = [len(one.mentions) for one in before.study.annotations]
    assert [len(one.mentions) for one in after.study.annotations] == [sizes[place] for place in order]
    assert after.study.annotator == after.names[0]


def test_exchanging_twice_gives_the_names_of_before(request_of_three: LoadRequest) -> None:
    there = with_first(request_of_three, 2)
    assert annotator_names(with_first(there, 2)) == annotator_names(request_of_three)


def test_a_command_that_knows_no_annotators_gives_the_same_events(request_of_three: LoadRequest) -> None:
    study, taken = load_sides(request_of_three), load_study(judged(request_of_three))
    assert [one.system for one in taken.predictions] == [one.system for one in study.predictions]
    assert taken.events.kind.tolist() == study.events.kind.tolist()
    assert not taken.is_of_annotators
    assert "--annotators" in shlex.split(command_line("open", request_of_three))
    assert "--annotators" not in shlex.split(command_line("events", request_of_three))


def test_one_file_under_two_names_is_noticed(make_file: MakeFile) -> None:
    path = make_file(FILES[0], "a.conll")
    study = load_sides(LoadRequest(f"x={path}", (f"y={path}",), annotators=True))
    assert study.warnings == ("x and y are the same file, so they agree in everything.",)
    other = make_file(FILES[1], "b.conll")
    assert load_sides(replace(LoadRequest(path, (other,)), annotators=True)).warnings == ()


def test_without_the_word_there_is_a_reference(make_file: MakeFile) -> None:
    paths = [make_file(text, f"{n}.conll") for n, text in enumerate(FILES)]
    assert not load_sides(LoadRequest(paths[0], tuple(paths[1:]))).is_of_annotators


def test_folders_are_one_only_with_equal_files(make_file: MakeFile) -> None:
    for name, lines in (
        ("anna", "T1\tLOC 0 4\tRome\n"),
        ("ben", "T1\tLOC 5 9\tfell\n"),
        ("cleo", "T1\tLOC 0 4\tRome\n"),
    ):
        make_file(lines, f"{name}/1.ann")
        folder = make_file("Rome fell.", f"{name}/1.txt").removesuffix("/1.txt")
    places = [f"{name}={folder.replace('cleo', name)}" for name in ("anna", "ben", "cleo")]
    study = load_sides(LoadRequest(places[0], tuple(places[1:]), annotators=True))
    assert study.warnings == ("anna and cleo are the same file, so they agree in everything.",)
    assert study.reference.source.size == len("Rome fell.T1\tLOC 0 4\tRome\n")
