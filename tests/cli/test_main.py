"""The command line as its users meet it: exit statuses, one calm line, tables, provenance."""

import csv
import hashlib
import io
import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from nerinspect.cli.main import nerinspect, run

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
REFERENCE, RICH, PLAIN = (str(SAMPLE / f"{name}.conll") for name in ("test", "rich", "plain"))
WHERE = "-kind:tp type:ORG"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a reference and some predictions into the working folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.txt").write_text("a B-PER\nb O\n\nc O\nd B-LOC\n")
    (tmp_path / "pred.txt").write_text("a B-PER\nb O\n\nc O\nd B-ORG\n")
    (tmp_path / "invalid.txt").write_bytes(b"a\tI-PER\r\nb x\tO\r\n\t \r\nc\tO\r\nd\tB-LOC\r\n")
    return tmp_path


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_score_gives_counts_and_full_precision(files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "ref.txt", "pred.txt"]) == 0
    out, err = capfd.readouterr()
    assert out == (
        "system,run,type,precision,recall,f1,reference,predicted,correct,"
        "tp,fp,fn,le,be,lbe,tn,demerits,false_positives,false_negatives\n"
        "pred,1,ALL,0.5,0.5,0.5,2,2,1,1,0,0,1,0,0,2,2,1,1\n"
        "pred,1,LOC,,0.0,0.0,1,0,0,0,,,,,,,,0,1\n"
        "pred,1,ORG,0.0,,0.0,0,1,0,0,,,,,,,,1,0\n"
        "pred,1,PER,1.0,1.0,1.0,1,1,1,1,,,,,,,,0,0\n"
    )
    assert "ref.txt: BIO (detected)" in err


def test_runs_of_one_system_are_averaged(files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "ref.txt", "s=pred.txt", "s=ref.txt"]) == 0
    overall = [row for row in rows(capfd.readouterr().out) if row["type"] == "ALL"]
    assert [(row["run"], row["f1"]) for row in overall] == [
        ("1", "0.5"), ("2", "1.0"), ("mean", "0.75"), ("std", "0.3535533905932738"),
    ]  # fmt: skip


def test_events_follow_the_query(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["events", REFERENCE, RICH, "--repair", "conlleval", "--where", WHERE]) == 0
    listed = rows(capfd.readouterr().out)
    assert len(listed) > 20
    for row in listed:
        assert row["kind"] != "tp"
        assert "ORG" in (row["reference_types"] + " " + row["predicted_types"]).split()


def test_confusion_counts_errors_alone(files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["confusion", "ref.txt", "pred.txt"]) == 0
    assert capfd.readouterr().out == "system,reference_type,predicted_type,mentions\npred,LOC,ORG,1\n"


def test_errors_come_most_frequent_first(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["errors", REFERENCE, PLAIN]) == 0
    counts = [int(row["count"]) for row in rows(capfd.readouterr().out)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 1


def test_an_export_can_be_made_again_from_its_provenance(files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["events", "ref.txt", "flair=pred.txt", "--where", "kind:le", "-o", "out.csv"]) == 0
    first, record = Path("out.csv").read_bytes(), json.loads(Path("out.csv.json").read_text())
    assert (record["program"], record["filter"], record["rows"]) == ("nerinspect", "kind:le", 1)
    source = record["sources"][1]
    assert source["sha256"] == hashlib.sha256(Path("pred.txt").read_bytes()).hexdigest()
    assert (source["system"], source["encoding"], source["repair"], source["labels_changed"]) == (
        "flair",
        "BIO",
        "none",
        0,
    )
    Path("out.csv").unlink()
    assert run(shlex.split(record["command"])[1:]) == 0
    assert Path("out.csv").read_bytes() == first


@pytest.mark.parametrize("form", ["markdown", "latex", "json", "csv"])
def test_every_form_holds_every_row(files: Path, form: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "ref.txt", "pred.txt", "--table", form]) == 0
    out = capfd.readouterr().out
    assert all(name in out for name in ("ALL", "LOC", "ORG", "PER"))
    if form == "json":
        assert json.loads(out)[1]["precision"] is None
    if form in ("markdown", "latex"):
        assert "50.00" in out
        assert "–" in out


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["score", "ref.txt", "none.txt"], 1, "none.txt: there is no such file"),
        (["score", "ref.txt", "invalid.txt", "--tokens", "positions"], 1, "invalid.txt:1: I-PER cannot begin"),
        (["score", "ref.txt"], 2, "there is no prediction"),
        (["score", "ref.txt", "pred.txt", "--encoding", "nope"], 2, "--encoding"),
        (["score", "ref.txt", "pred.txt", "--nope"], 2, "--nope"),
        (["events", "ref.txt", "pred.txt", "--where", "knd:le"], 2, "the nearest is kind"),
        (["events", "ref.txt", "pred.txt", "-o", "ref.txt"], 2, "one of the files read"),
        (["events", "ref.txt", "pred.txt", "-o", "no/where.csv"], 1, "the folder does not exist; nothing was written"),
        (["repair", "pred.txt", "--method", "discard", "--encoding", "IOB"], 2, "not defined for IOB"),
    ],
)
def test_a_mistake_is_one_calm_line(
    files: Path, arguments: list[str], status: int, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in files.iterdir()}
    assert run(arguments) == status
    out, err = capfd.readouterr()
    said = err.strip().split("\n")[-1]
    assert out == ""
    assert said.startswith("nerinspect: ")
    assert words in said
    assert "Traceback" not in err
    assert {path: path.read_bytes() for path in files.iterdir()} == before


def test_validate_lists_findings_and_says_so_by_its_status(files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", "invalid.txt", "pred.txt"]) == 1
    assert capfd.readouterr().out == (
        "file,line,document,sentence,token,previous,label,problem\n"
        "invalid.txt,1,1,1,a,O,I-PER,I-PER cannot begin a sentence in BIO\n"
    )
    assert run(["validate", "pred.txt"]) == 0


def test_repair_changes_the_label_and_no_other_byte(files: Path) -> None:
    assert run(["repair", "invalid.txt", "--method", "conlleval", "-o", "mended.txt"]) == 0
    assert Path("mended.txt").read_bytes() == Path("invalid.txt").read_bytes().replace(b"I-PER", b"B-PER")
    assert json.loads(Path("mended.txt.json").read_text())["sources"][0]["labels_changed"] == 1


@pytest.mark.parametrize("name", sorted(nerinspect.commands))
def test_help_ends_with_an_example(name: str) -> None:
    shown = CliRunner().invoke(nerinspect, [name, "--help"])
    assert shown.exit_code == 0
    assert shown.output.strip().split("\n")[-1].strip().startswith(f"Example: nerinspect {name}")
