"""Reviews and projects, read from Python."""

import csv
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import nerinspect as ni
from nerinspect.cli.main import run
from nerinspect.tables.projects import PROJECT_COLUMNS
from tests.library.test_study import FILES, SAMPLE, assert_same, rows_of


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Make a review of the sample with a decision on its first two events, and a corrected one."""
    path = tmp_path / "first.nerinspect"
    assert run(["review", "new", str(path), *FILES, "--repair", "conlleval"]) == 0
    listed = tmp_path / "list.csv"
    assert run(["review", "export", str(path), "--allow-outside", "--where", "-kind:tp", "-o", str(listed)]) == 0
    with listed.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, verdict in zip(rows, ("prediction-wrong", "reference-wrong"), strict=False):
        row["verdict"], row["causes"], row["flag"] = verdict, "typo", "yes"
    rows[1]["corrected_spans"] = rows[1]["predicted_spans"]
    with listed.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert run(["review", "import", str(path), str(listed)]) == 0
    return path


def test_a_review_gives_its_decisions(review: Path, tmp_path: Path) -> None:
    read = ni.read_review(review)
    decisions: Any = read.decisions
    assert decisions["verdict"].tolist() == ["prediction-wrong", "reference-wrong"]
    assert decisions["flag"].tolist() == [True, True]
    assert str(decisions["flag"].dtype) == "bool"
    assert decisions["corrected_spans"].tolist() == [None, decisions.loc[1, "predicted_spans"]]
    output = tmp_path / "export.csv"
    assert run(["review", "export", str(review), "-o", str(output)]) == 0
    assert_same(read.events().frame(), rows_of(output))
    assert read.study.events("-verdict:none").frame()["event"].tolist() == decisions["event"].tolist()


def test_a_list_of_a_review_is_that_of_the_command(review: Path, tmp_path: Path) -> None:
    saved, output = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    ni.read_review(str(review)).events("-kind:tp").save(str(saved))
    where = ["--where", "-kind:tp", "--table", "jsonl"]
    assert run(["review", "export", str(review), *where, "-o", str(output)]) == 0
    assert saved.read_bytes() == output.read_bytes()
    record = json.loads(Path(f"{saved}.json").read_text(encoding="utf-8"))
    assert record["command"].startswith("nerinspect review export ")


def test_events_of_a_review_do_not_offer_a_window_without_its_decisions(review: Path) -> None:
    assert "study.open(" not in ni.read_review(review).events("verdict:reference-wrong")._repr_html_()
    assert "study.open(" in ni.load(SAMPLE / "test.conll", SAMPLE / "plain.conll").events()._repr_html_()


def test_a_review_writes_the_corrected_reference(review: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.conll", tmp_path / "other.conll"
    ni.read_review(review).corrected_reference(one)
    assert run(["review", "reference", str(review), "-o", str(other)]) == 0
    assert one.read_bytes() == other.read_bytes() != (SAMPLE / "test.conll").read_bytes()


def test_what_lies_outside_is_asked_for(tmp_path: Path) -> None:
    project = tmp_path / "project.toml"
    project.write_text(f'[[data]]\nreference = "{SAMPLE / "test.conll"}"\n', encoding="utf-8")
    with pytest.raises(ni.NerinspectError, match="names files outside its folder"):
        ni.read_project(project)
    assert ni.read_project(project, allow_outside=True).names == ("test.conll",)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("test", "rich", "plain", "train"):
        (tmp_path / f"{name}.conll").write_bytes((SAMPLE / f"{name}.conll").read_bytes())
    predictions = 'predictions = ["rich=rich.conll", "plain=plain.conll"]\ntraining = "train.conll"'
    data = "".join(f'[[data]]\nname = "{name}"\nreference = "test.conll"\n{predictions}\n' for name in ("a", "b"))
    path = tmp_path / "project.toml"
    path.write_text(f'[options]\nrepair = "conlleval"\n{data}', encoding="utf-8")
    return path


@pytest.mark.parametrize("show", PROJECT_COLUMNS)
def test_a_project_compares_over_data_sets(project: Path, tmp_path: Path, show: Any) -> None:  # noqa: ANN401
    output = tmp_path / "result.csv"
    assert run(["project", str(project), "--show", show, "-o", str(output)]) == 0
    assert_same(ni.read_project(project).over_data_sets(show), rows_of(output))


def test_a_project_has_the_tables_of_a_study(project: Path) -> None:
    read = ni.read_project(project)
    for call in (
        "scores(runs='each')",
        "buckets('eLen')",
        "tough()",
        "confusion()",
        "compare(samples=20)",
        "summary()",
        "repairs()",
        "diff('rich', 'plain', 'surface:nowhere')",
    ):
        whole: Any = eval(f"read.{call}", {"read": read})
        one: Any = eval(f"study.{call}", {"study": read["b"]})
        assert whole["data"].tolist() == ["a"] * len(one) + ["b"] * len(one)
        part = whole.iloc[len(one) :, 1:].reset_index(drop=True)
        part.attrs = one.attrs
        assert part.equals(one), call
        assert whole.dtypes.iloc[1:].equals(one.dtypes), call
        assert whole.dtypes.iloc[0] == "str", call
        assert whole.attrs["made_from"]["call"] == f"project{one.attrs['made_from']['call'].removeprefix('study')}"
    matrix: Any = read.confusion(pivot=True)
    assert matrix.index.names == ["data", "system", "reference_type"]
    assert matrix.loc["b"].equals(read["b"].confusion(pivot=True))
    assert read.over_data_sets("buckets", "eLen", 3).attrs["made_from"]["call"] == (
        "project.over_data_sets('buckets', attribute='eLen', buckets=3)"
    )
    with pytest.raises(ni.NerinspectError, match="no data set is called “c”"):
        read["c"]


def test_a_project_finds_events_in_all_data_sets(project: Path, tmp_path: Path) -> None:
    text = project.read_text(encoding="utf-8")
    last = text.rindex(', "plain=plain.conll"]')
    project.write_text(f"{text[:last]}]", encoding="utf-8")  # no training either, and so no tough mentions
    read = ni.read_project(project)
    found, parts = read.events("-kind:tp"), {name: read[name].events("-kind:tp") for name in "ab"}
    frame: Any = found.frame()
    assert len(found) == len(frame) == sum(map(len, parts.values()))
    for name, part in parts.items():
        one: Any = part.frame()
        mine = frame[frame["data"] == name].reset_index(drop=True)
        assert mine[one.columns].equals(one)
        assert mine.dtypes[one.columns].equals(one.dtypes)
    assert frame[frame["data"] == "b"]["tough"].isna().all()
    assert "filter=-kind:tp" in frame.attrs["made_from"]["signature"]
    assert [(one.data, one.event) for one in found] == [*zip(frame["data"], frame["event"], strict=True)]
    assert (found[-1].event, found[-1].tough) == (parts["b"][-1].event, None)
    long = frame["text"].str.len() > 6
    assert [one.text for one in found[long]] == frame["text"][long].tolist()
    assert len(read.events("-kind:tp", "plain")) == len(read["a"].events("-kind:tp", "plain"))
    with pytest.raises(ni.NerinspectError, match="no system is called “plan”; the nearest is plain"):
        read.events(system="plan")
    with pytest.raises(ni.NerinspectError, match="has no relations"):
        read.relations()
    with pytest.raises(ni.NerinspectError, match="events of one data set"):
        found.save(str(tmp_path / "errors.html"))
    found.save(str(tmp_path / "errors.csv"), ["text", "kind"])
    parts["b"].save(str(tmp_path / "b.csv"), ["text", "kind"])
    head, *rows = (tmp_path / "errors.csv").read_text(encoding="utf-8").splitlines()
    assert head == "data,text,kind"
    assert [row[2:] for row in rows if row[0] == "b"] == (tmp_path / "b.csv").read_text().splitlines()[1:]
    record = json.loads((tmp_path / "errors.csv.json").read_text(encoding="utf-8"))
    assert (record["filter"], {one["data"] for one in record["sources"]}) == ("-kind:tp", {"a", "b"})


@pytest.mark.usefixtures("qapp")
def test_a_project_draws_the_chart_of_the_command(project: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    ni.read_project(project).chart("buckets", "eLen", systems=["plain", "rich"]).save(one)
    told = ["--show", "buckets", "--attribute", "eLen", "--systems", "plain,rich"]
    assert run(["project", str(project), *told, "--chart", str(other)]) == 0
    assert one.read_bytes() == other.read_bytes()
    command = shlex.split(json.loads(Path(f"{one}.json").read_text(encoding="utf-8"))["command"])
    one.unlink()
    assert run(command[1:]) == 0
    assert one.read_bytes() == other.read_bytes()
