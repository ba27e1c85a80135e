import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerinspect.tables.paper import PROJECT_LAYOUTS
from nerinspect.tables.projects import PROJECT_COLUMNS
from tests.cli.conftest import rows_of

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

REFERENCE = "Rome B-LOC\n, O\nOslo B-LOC\n"
PARTLY = "Rome B-LOC\n, O\nOslo O\n"


@pytest.fixture
def project(make_file: MakeFile) -> str:
    for name, content in {"ref": REFERENCE, "full": REFERENCE, "part": PARTLY}.items():
        make_file(name, content)
    return make_file(
        "both.toml",
        '[[data]]\nname = "one"\nreference = "ref"\npredictions = ["a=full", "b=part"]\ntraining = "ref"\n'
        '[[data]]\nname = "two"\nreference = "ref"\npredictions = ["a=part"]\n',
    )


def test_scores_of_all_data_sets_stand_in_one_table(command: RunCommand, project: str) -> None:
    done = command("project", project)
    rows = rows_of(done.out)
    assert done.status == 0
    assert [(row["data"], row["system"], row["rank"]) for row in rows] == [
        ("one", "a", "1"), ("one", "b", "2"), ("two", "a", "1"), ("mean", "a", "1.0"), ("mean", "b", "2.0"),
    ]  # fmt: skip
    assert "the mean of b is over 1 of 2 data sets" in done.err


@pytest.mark.parametrize("show", PROJECT_COLUMNS)
def test_every_table_can_be_had(show: str, command: RunCommand, project: str) -> None:
    done = command("project", project, "--show", show)
    assert done.status == 0
    assert tuple(done.out.splitlines()[0].split(",")) == PROJECT_COLUMNS[show]  # type: ignore[index]


@pytest.mark.parametrize("options", [("--attribute", "eLen"), ("--buckets", "3")])
def test_buckets_of_a_table_without_any_are_refused(
    options: tuple[str, ...], command: RunCommand, project: str
) -> None:
    done = command("project", project, "--show", "pairs", *options)
    assert (done.status, done.out) == (2, "")
    assert "add --show attributes or --show model or --show winners" in done.err


@pytest.mark.parametrize("show", PROJECT_LAYOUTS)
def test_papers_have_a_row_a_system(show: str, command: RunCommand, project: str) -> None:
    done = command("project", project, "--show", show, "--layout", "paper", "--table", "json")
    assert done.status == 0
    if show == "scores":
        assert json.loads(done.out) == [
            {"System": "a", "one": 100.0, "two": 66.67, "Mean": 83.33},
            {"System": "b", "one": 66.67, "two": None, "Mean": None},
        ]


def test_the_best_of_each_data_set_is_bold(command: RunCommand, project: str) -> None:
    asked = ("project", project, "--show", "tough", "--layout", "paper", "--digits", "0", "--table", "markdown")
    lines = [line for line in command(*asked).out.splitlines() if line.startswith("| one")]
    assert [[cell.strip() for cell in line.split("|")][1:4] for line in lines] == [
        ["one", "a", "**100**"], ["one", "b", "50"],
    ]  # fmt: skip


def test_what_papers_do_not_lay_out_is_told(command: RunCommand, project: str) -> None:
    done = command("project", project, "--show", "pairs", "--layout", "paper")
    assert (done.status, done.out) == (2, "")
    assert "--layout paper lays out --show scores, model, buckets, tough, relations, repairs, not pairs" in done.err


def test_tests_that_lack_data_sets_or_runs_say_so(command: RunCommand, project: str) -> None:
    pairs = command("project", project, "--show", "pairs").err
    assert "signed_rank_p for a and b is empty: too few pairs: 1, at least 2 are needed\n" in pairs
    attributes = command("project", project, "--show", "attributes", "--attribute", "eLen").err
    assert "friedman_p for one is empty: too few blocks: 2, at least 3 are needed\n" in attributes


def test_what_lacks_training_data_is_told(command: RunCommand, project: str) -> None:
    done = command("project", project, "--show", "attributes")
    assert "two: there is no training data" in done.err
    assert done.err.count("--training") == 0
    assert {row["attribute"] for row in rows_of(done.out) if row["data"] == "two"} == {"eLen", "sLen", "eDen", "type"}


def test_the_record_names_every_file_of_every_data_set(command: RunCommand, project: str, tmp_path: Path) -> None:
    output = tmp_path / "scores.csv"
    assert command("project", project, "-o", str(output)).status == 0
    record = json.loads(Path(f"{output}.json").read_text())
    assert [(source["data"], source["role"]) for source in record["sources"]] == [
        ("one", "reference"), ("one", "prediction"), ("one", "prediction"), ("one", "training"),
        ("two", "reference"), ("two", "prediction"),
    ]  # fmt: skip
    assert record["data_sets"] == ["one", "two"]


def test_a_mistake_in_a_data_set_names_its_file(command: RunCommand, project: str, make_file: MakeFile) -> None:
    make_file("part", "Rome B-LOC\n")
    done = command("project", project)
    assert done.status == 1
    assert "part" in done.err
    assert done.out == ""


def test_a_project_is_not_written_over(command: RunCommand, project: str) -> None:
    before = Path(project).read_bytes()
    done = command("project", project, "-o", project)
    assert (done.status, done.err) == (2, f"nerinspect: {project} is one of the files read; choose another file\n")
    assert Path(project).read_bytes() == before
