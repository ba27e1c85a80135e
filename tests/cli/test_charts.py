"""`--chart`: figures from the command line, without a window."""

import json
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerinspect.tables.projects import PROJECT_COLUMNS
from nerinspect.ui.platforms import sample_request

RunCommand = Callable[..., Any]
REQUEST = sample_request()
FILES = (
    REQUEST.reference, *REQUEST.predictions, "--training", str(REQUEST.training), "--repair", "conlleval",
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_the_command_of_the_record_draws_the_same_bytes(command: RunCommand, form: str) -> None:
    path = Path(f"chart.{form}")
    chosen = ("--attribute", "eLen", "--buckets", "3", "--systems", "plain,rich", "--width", "84mm", "--title", "A B")
    done = command("buckets", *FILES, "--retention", *chosen, "--grey", "--chart", str(path))
    assert (done.status, done.out) == (0, "")
    first, record = path.read_bytes(), json.loads(Path(f"{path}.json").read_text())
    path.unlink()
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert path.read_bytes() == first
    said = [record[name] for name in ("chart", "form", "systems", "width_mm", "grey", "title", "buckets")]
    assert said == ["buckets", form, ["plain", "rich"], 84, True, "A B", 3]
    assert record["font"]
    assert "mention length: XS 1 token" in record["caption"]


def test_no_display_is_needed(
    process: Callable[..., subprocess.CompletedProcess[bytes]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    done = process(["buckets", *FILES, "--attribute", "eLen", "--chart", "chart.pdf"])
    assert done.returncode == 0, done.stderr
    assert (folder / "chart.pdf").read_bytes().startswith(b"%PDF")


RELATIONS = [
    {
        "tokens": ["Ann", verb, name],
        "entities": [{"type": "Per", "start": place, "end": place + 1} for place in (0, 2)],
        "relations": [{"head": 0, "type": "Kill", "tail": 1}],
    }
    for verb, name in (("shot", "Bo"), ("met", "Cy"))
]
ANNOTATORS = (f"anna={REQUEST.reference}", *REQUEST.predictions, "--repair", "conlleval")
COMMANDS = [
    ("tough", *FILES, "--retention"),
    ("score", *FILES, "--systems", "rich"),
    ("compare", *FILES, "--samples", "100", "--seed", "7"),
    *(("diagnose", *FILES, "--kind", kind) for kind in ("self", "comparative", "model", "attribute")),
    ("retention", *FILES, "--setting", "typed"),
    ("relations", "test.json", "pred=test.json", "--training", "train.json", "--symmetric", "Kill", "--retention"),
    ("agreement", *ANNOTATORS, "--systems", "plain,anna"),
    *(("project", "p.toml", "--allow-outside", "--show", show) for show in PROJECT_COLUMNS),
]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join((arguments[0], *arguments[-2:])))
def test_each_command_draws_its_chart_again(command: RunCommand, arguments: tuple[str, ...]) -> None:
    for name, sentences in (("test.json", RELATIONS), ("train.json", RELATIONS[:1])):
        Path(name).write_text(json.dumps(sentences))
    predictions = json.dumps(list(REQUEST.predictions))
    names = f'reference = "{REQUEST.reference}"\npredictions = {predictions}\ntraining = "{REQUEST.training}"'
    data = [f'[[data]]\nname = "{name}"\n{names}\n' for name in "ab"]
    data.append('[[data]]\nreference = "test.json"\npredictions = ["rich=test.json"]\n')
    features = "[systems.rich]\nsize = 1000\n[systems.plain]\nsize = 100\n"
    Path("p.toml").write_text('[options]\nrepair = "conlleval"\n' + features + "".join(data))
    done = command(*arguments, "--chart", "chart.svg", "--width", "84mm")
    assert (done.status, done.out) == (0, ""), done.err
    first, record = Path("chart.svg").read_bytes(), json.loads(Path("chart.svg.json").read_text())
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert hash(Path("chart.svg").read_bytes()) == hash(first)  # long texts are compared for too long
    assert (record["chart"], record["width_mm"]) == (arguments[0], 84)


@pytest.mark.usefixtures("qapp")
def test_a_table_is_written_too_if_it_is_asked_for(command: RunCommand) -> None:
    done = command("buckets", *FILES, "--attribute", "eLen", "--chart", "chart.svg", "-o", "table.csv")
    assert (done.status, done.out) == (0, "")
    assert Path("chart.svg").exists()
    assert Path("table.csv").read_text().startswith("system,attribute,bucket")
    assert "--chart" not in json.loads(Path("table.csv.json").read_text())["command"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--chart", "chart.gif"), "no form of figures is called “gif”; there are pdf, svg, png"),
        (("--chart", "chart.svg", "--systems", "reach"), "no system is called “reach”; the nearest is rich"),
        (("--chart", "chart.svg", "--width", "wide"), "write 84mm, or 174mm"),
        (("--grey",), "add --chart FILE.pdf"),
        (("--chart", "chart.svg", "--chart", ""), "the file name is missing"),
        (("--chart", REQUEST.reference), "is one of the files read; choose another file"),
    ],
)
def test_mistakes_are_one_sentence_and_nothing_is_written(
    command: RunCommand, folder: Path, options: tuple[str, ...], said: str
) -> None:
    done = command("buckets", *FILES, *options)
    assert done.status == 2
    assert said in done.err.splitlines()[-1]
    assert list(folder.iterdir()) == []


def test_without_qt_a_sentence_says_what_to_do(
    command: RunCommand, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PySide6.QtWidgets", None)
    done = command("buckets", *FILES, "--chart", "chart.svg")
    assert done.status == 1
    assert done.err.splitlines()[-1].startswith("nerinspect: the chart: Qt cannot be loaded")
    assert list(folder.iterdir()) == []
