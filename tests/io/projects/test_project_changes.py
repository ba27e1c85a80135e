"""Data sets are renamed, moved and removed in the file of a project; all else in it stays as it is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nerinspect.errors import NerinspectError
from nerinspect.io.projects import (
    Project,
    ProjectChange,
    move_data_set,
    read_project,
    remove_data_set,
    rename_data_set,
    undo_change,
)

FIRST = '# the first\n[[data]]\nreference = "a.txt"  # no name\npredictions = ["x=1.txt"]\n'
SECOND = '[[data]]\nname = \'b\'  # its name\nreference = "b.txt"\n[data.for."b.txt"]\nlabel-column = 2\n'
THIRD = '[[ data ]]\nreference = "name = c.txt"\n'
SHARED = '[options]\nrepair = "conlleval"\n\n[systems.mbert]\nsize = 100\n'
TEXT = f"# languages\n\n{FIRST}\n{SECOND}\n\n{SHARED}\n{THIRD}"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "p.toml").write_text(TEXT)
    return read_project(str(tmp_path / "p.toml"))


def written(project: Project) -> str:
    return Path(project.path).read_text()


def names(project: Project) -> list[str]:
    return [one.name for one in project.data_sets]


def test_a_data_set_is_removed_with_the_comment_above_it(project: Project) -> None:
    change = remove_data_set(project, 0)
    assert written(project) == f"# languages\n\n{SECOND}\n\n{SHARED}\n{THIRD}"
    assert change.project == read_project(project.path)
    assert change.project.data_sets == project.data_sets[1:]


@pytest.mark.parametrize(
    ("place", "step", "expected"),
    [
        (0, 1, f"# languages\n\n{SECOND}\n{FIRST}\n\n{SHARED}\n{THIRD}"),
        (2, -1, f"# languages\n\n{FIRST}\n{THIRD}\n\n{SHARED}\n{SECOND}"),
    ],
)
def test_a_data_set_moves_past_its_neighbour(project: Project, place: int, step: int, expected: str) -> None:
    change = move_data_set(project, place, step)
    assert written(project) == expected
    order = [*range(3)]
    order[place], order[place + step] = order[place + step], order[place]
    assert change.project.data_sets == tuple(project.data_sets[number] for number in order)


@pytest.mark.parametrize(
    ("place", "before", "after"),
    [
        (0, "[[data]]\nreference", '[[data]]\nname = "“new”, \\"é\\""\nreference'),
        (1, "name = 'b'  # its name", 'name = "“new”, \\"é\\""  # its name'),
        (2, "[[ data ]]\n", '[[ data ]]\nname = "“new”, \\"é\\""\n'),
    ],
)
def test_a_data_set_is_renamed(project: Project, place: int, before: str, after: str) -> None:
    change = rename_data_set(project, place, '“new”, "é"')
    assert written(project) == TEXT.replace(before, after, 1)
    assert names(change.project)[place] == '“new”, "é"'
    assert [one.request for one in change.project.data_sets] == [one.request for one in project.data_sets]


@pytest.mark.parametrize(
    "act", [lambda p: remove_data_set(p, 1), lambda p: move_data_set(p, 1, 1), lambda p: rename_data_set(p, 1, "d")]
)
def test_a_change_is_taken_back(project: Project, act: Callable[[Project], ProjectChange]) -> None:
    change = act(project)
    assert written(project) != TEXT
    assert undo_change(change) == project
    assert written(project) == TEXT
    with pytest.raises(NerinspectError, match="it has changed on disk"):
        undo_change(change)


def test_a_name_that_is_taken_is_refused_and_nothing_is_written(project: Project) -> None:
    with pytest.raises(NerinspectError, match=r"there is already a data set called “a\.txt”; choose another name"):
        rename_data_set(project, 1, "a.txt")
    assert written(project) == TEXT


def test_the_only_data_set_stays(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(THIRD)
    with pytest.raises(NerinspectError, match="this is its only data set; delete the file"):
        remove_data_set(read_project(str(path)), 0)
    assert path.read_text() == THIRD


def test_a_file_that_changed_since_is_left_alone(project: Project) -> None:
    Path(project.path).write_text(SECOND)
    for act in (remove_data_set, lambda p, place: rename_data_set(p, place, "d")):
        with pytest.raises(NerinspectError, match="it has changed on disk since it was opened; read it again with F5"):
            act(project, 1)
    assert written(project) == SECOND


def test_tables_that_cannot_be_told_apart_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(text := 'data = [{reference = "a.txt"}, {reference = "b.txt"}]\n')
    with pytest.raises(NerinspectError, match="change it in a text editor"):
        remove_data_set(read_project(str(path)), 0)
    assert path.read_text() == text
