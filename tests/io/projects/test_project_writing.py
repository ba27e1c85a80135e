"""What is added to a project is read back as it was meant, and what stood there stays."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.errors import DataError
from nerinspect.io.projects import add_data_set, data_set_name, data_set_text, parse_project, read_project
from nerinspect.io.request import LoadRequest


def test_a_new_project_names_files_from_its_own_folder(tmp_path: Path) -> None:
    path, request = (
        str(tmp_path / "languages.toml"),
        LoadRequest(
            f"{tmp_path}/pcm/test.txt",
            (f"mbert={tmp_path}/pcm/1.txt", f"mbert={tmp_path}/pcm/2.txt"),
            repair="conlleval",
            training="/elsewhere/train.txt",
        ),
    )
    project = add_data_set(path, "pcm", request)
    assert [(one.name, one.request) for one in project.data_sets] == [("pcm", request)]
    assert read_project(path) == project
    assert Path(path).read_text() == (
        '[[data]]\nname = "pcm"\nreference = "pcm/test.txt"\n'
        'predictions = [\n    "mbert=pcm/1.txt",\n    "mbert=pcm/2.txt",\n]\n'
        'training = "/elsewhere/train.txt"\nrepair = "conlleval"\n'
    )


def test_what_stood_there_stays_and_its_shared_options_do_not_change_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "languages.toml"
    before = (
        '# all of them\n[options]\nrepair = "discard"  # as in the paper\ncomments = true\nkeep-types = ["LOC"]\n'
        'map-types = "types.json"\n\n[[data]]\nreference = "a.txt"\n'
    )
    path.write_text(before)
    request = LoadRequest(f"{tmp_path}/b.txt", (f"{tmp_path}/pred.txt",))
    first, second = add_data_set(str(path), "b", request).data_sets
    assert (first.request.repair, second.request) == ("discard", request)
    assert path.read_text().startswith(before)


def test_choices_for_one_file_are_kept(tmp_path: Path) -> None:
    request = LoadRequest(
        f"{tmp_path}/test.txt",
        (f"{tmp_path}/a.txt",),
        choices=((f"{tmp_path}/a.txt", "label-column", "1,2"), (f"{tmp_path}/a.txt", "comments", "yes")),
    )
    [only] = add_data_set(str(tmp_path / "p.toml"), "one", request).data_sets
    assert only.request == request


@pytest.mark.parametrize(
    ("before", "name", "said"),
    [
        ('[[data]]\nname = "pcm"\nreference = "a.txt"\n', "pcm", "there is already a data set called “pcm”"),
        ("B-LOC\n", "pcm", "this is not valid TOML"),
        ('data = [{reference = "a.txt"}]\n', "pcm", "cannot be added to this file"),
        ('[[data]]\nreference = "a.txt"\n', "pc\udcff", "cannot be added to this file"),
    ],
)
def test_a_file_that_cannot_take_it_stays_as_it_was(before: str, name: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "languages.toml"
    path.write_text(before)
    with pytest.raises(DataError, match=said):
        add_data_set(str(path), name, LoadRequest(f"{tmp_path}/test.txt"))
    assert path.read_text() == before
    assert os.listdir(tmp_path) == ["languages.toml"]


@pytest.mark.parametrize(
    ("reference", "name"),
    [("/data/pcm/test.txt", "pcm"), ("/data/wnut17.conll.gz", "wnut17"), ("a,b=/x/merged.txt", "merged")],
)
def test_the_suggested_name_says_most(reference: str, name: str) -> None:
    assert data_set_name(LoadRequest(reference)) == name


@given(
    name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
    words=st.lists(st.text('abcdeü"\\', min_size=1), max_size=3),
    column=st.integers(-3, 9),
    flag=st.booleans(),
)
def test_what_is_written_is_read_back(name: str, words: list[str], column: int, flag: bool) -> None:
    request = LoadRequest(
        "/data/x/a b.txt",
        tuple(f"m={word}" for word in ("/q/1", "/data/2")),
        token_column=column,
        label_columns=(column, 3),
        comments=flag,
        keep_types=tuple(words),
        attribute_tables=("/data/t.csv",),
    )
    for shared in ((), ("repair", "comments", "remove-types", "tokens", "training-label-column", "map-types")):
        text = data_set_text(name, request, "/data", shared)
        [only] = parse_project("/data/p.toml", text).data_sets
        assert (only.name, only.request) == (name, request)
