from pathlib import Path

import pytest

from nerinspect.errors import CommandError
from nerinspect.io.request import NamedPath, parse_named_path, stem, system_names


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("a.txt", NamedPath("a.txt")),
        ("flair=a.txt", NamedPath("a.txt", ("flair",))),
        ("flair=x/a=b.txt", NamedPath("x/a=b.txt", ("flair",))),
        ("A,B=a.txt", NamedPath("a.txt", ("A", "B"))),
        ("./a=b.txt", NamedPath("./a=b.txt")),
        ("../a=b.txt", NamedPath("../a=b.txt")),
        ("/x/a=b.txt", NamedPath("/x/a=b.txt")),
        ("x=./a=b.txt", NamedPath("./a=b.txt", ("x",))),
        ("-", NamedPath("-")),
        ("stdin=-", NamedPath("-", ("stdin",))),
        ("c.json#test", NamedPath("c.json", (), "test")),
        ("x=c.json#a#b", NamedPath("c.json#a", ("x",), "b")),
    ],
)
def test_an_argument_names_a_path_and_perhaps_systems_and_a_list(argument: str, expected: NamedPath) -> None:
    assert parse_named_path(argument) == expected


def test_a_file_whose_name_holds_a_hash_is_found_before_a_list(tmp_path: Path) -> None:
    path = tmp_path / "a#b.json"
    path.touch()
    assert parse_named_path(str(path)) == NamedPath(str(path))


def test_a_path_that_is_too_long_for_a_file_may_hold_a_hash() -> None:
    assert parse_named_path(f"{'x' * 300}#dev") == NamedPath("x" * 300, (), "dev")


@pytest.mark.parametrize("argument", ["=a.txt", "flair=", "A,=a.txt", ",B=a.txt", ""])
def test_an_empty_name_or_path_is_refused(argument: str) -> None:
    with pytest.raises(CommandError, match="names no file; write NAME=PATH"):
        parse_named_path(argument)


@pytest.mark.parametrize("argument", ["retention=a.txt", "A,retention=a.txt"])
def test_the_name_of_the_heuristic_is_reserved(argument: str) -> None:
    with pytest.raises(CommandError, match="the name retention is reserved"):
        parse_named_path(argument)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("x/flair.txt", "flair"),
        ("flair.tsv", "flair"),
        ("flair.conll", "flair"),
        ("flair.json", "flair"),
        ("flair.jsonl", "flair"),
        ("flair.txt.gz", "flair"),
        ("mbert.run1.txt", "mbert.run1"),
        ("eng.testb", "eng.testb"),
        ("a.conll.txt", "a.conll"),
        (".txt", ".txt"),
        ("flair.TXT", "flair.TXT"),
        ("arcada", "arcada"),
    ],
)
def test_a_system_is_named_after_its_file(path: str, expected: str) -> None:
    assert stem(path) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["a.txt", "b.txt"], ["a 1", "b 1"]),
        (["s=a.txt", "s=b.txt", "s=c.txt"], ["s 1", "s 2", "s 3"]),
        (["s=a.txt", "t=b.txt", "s=c.txt"], ["s 1", "t 1", "s 2"]),
        (["klein/eng.testb", "chieu/eng.testb"], ["klein/eng.testb 1", "chieu/eng.testb 1"]),
        (["x/a/p.txt", "y/a/p.txt", "q.txt"], ["x/a/p 1", "y/a/p 1", "q 1"]),
        (["x/a/p.txt", "x/b/p.txt"], ["a/p 1", "b/p 1"]),
        (["a.txt", "d/a.txt"], ["a 1", "d/a 1"]),
        (["a=x.txt", "d/a.txt"], ["a 1", "d/a 1"]),
        (["d/retention.txt"], ["d/retention 1"]),
        (["/d/p.txt", "/e/p.txt"], ["d/p 1", "e/p 1"]),
        (["c.json#dev", "c.json#test"], ["c#dev 1", "c#test 1"]),
    ],
)
def test_only_explicit_names_group_runs(arguments: list[str], expected: list[str]) -> None:
    named = system_names([parse_named_path(argument) for argument in arguments])
    assert [f"{name} {run}" for name, run in named] == expected


@pytest.mark.parametrize("arguments", [["a.txt", "a.txt"], ["d/a.txt", "d/a.txt"], ["a.txt", "a.conll"]])
def test_files_that_cannot_be_told_apart_need_names(arguments: list[str]) -> None:
    with pytest.raises(CommandError, match=r"the system .*a is given twice; name its runs alike"):
        system_names([parse_named_path(argument) for argument in arguments])


def test_several_names_are_for_a_merged_file_alone() -> None:
    with pytest.raises(CommandError, match="several names are for a merged file alone"):
        system_names([parse_named_path("A,B=a.txt")])


def test_a_file_whose_name_holds_an_equals_sign_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a=b#1").touch()
    with pytest.raises(CommandError, match=r"^b#1: there is no such file; write \./a=b#1 to open the file"):
        parse_named_path("a=b#1")
    Path("b").touch()
    assert parse_named_path("a=b#1") == NamedPath("b", ("a",), "1")
