import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import rows_of

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

ANNA = "Rome B-LOC\n, O\nNew B-ORG\nYork I-ORG\n\nUlm O\n"
BEN = "Rome S-LOC\n, O\nNew B-LOC\nYork E-LOC\n\nUlm S-PER\n"
SAMPLE = Path(__file__).parents[2] / "resources" / "sample"


@pytest.fixture
def texts(make_file: MakeFile) -> list[str]:
    return [make_file("anna.conll", ANNA), make_file("ben.conll", BEN)]


def test_two_files_in_two_encodings_are_compared(command: RunCommand, texts: list[str]) -> None:
    ran = command("agreement", *texts)
    assert ran.status == 0
    assert ran.out.splitlines() == [
        "a,b,type,a_mentions,b_mentions,both,f1,label_agreement,kappa",
        "anna,ben,ALL,2,3,1,0.4,0.5,0.25",
        f"anna,ben,LOC,1,2,1,{2 / 3!r},0.5,",
        "anna,ben,ORG,1,0,0,0.0,0.0,",
        "anna,ben,PER,0,1,0,0.0,,",
    ]
    assert "nerinspect: annotator ben.conll: BIOES (detected)" in ran.err
    assert "nerinspect: note: label_agreement is empty where" in ran.err


def test_exchanged_files_exchange_two_columns_alone(command: RunCommand, texts: list[str]) -> None:
    here = rows_of(command("agreement", *texts).out)
    there = rows_of(command("agreement", *reversed(texts)).out)
    for row in there:
        row["a"], row["b"] = row["b"], row["a"]
        row["a_mentions"], row["b_mentions"] = row["b_mentions"], row["a_mentions"]
    assert there == here


def test_one_file_is_too_few(command: RunCommand, texts: list[str]) -> None:
    assert command("agreement", texts[0]).status == 2
    assert command("agreement").status == 2


def test_options_for_a_reference_are_refused(command: RunCommand, texts: list[str]) -> None:
    for option in ("--repair-reference", "--encoding-reference"):
        ran = command("agreement", *texts, option, "none")
        assert (ran.status, ran.out) == (2, "")


def test_tokens_that_differ_are_told(command: RunCommand, texts: list[str], make_file: MakeFile) -> None:
    other = make_file("cleo.conll", ANNA.replace("Rome", "Roma"))
    ran = command("agreement", *texts, other)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == (
        "nerinspect: cleo.conll:1: sentence 1: token “Roma”, but anna.conll:1 has “Rome”; annotate anna.conll's own"
        " tokens, or take anna.conll's with --tokens positions\n"
    )
    assert command("agreement", *texts, other, "--tokens", "positions").status == 0


def test_who_marks_nothing_or_other_types_is_named(command: RunCommand, texts: list[str], make_file: MakeFile) -> None:
    nothing = make_file("nothing", "Rome O\n, O\nNew O\nYork O\n\nUlm O\n")
    other = make_file("other", ANNA.replace("-", "-X"))
    said = command("agreement", texts[0], f"cleo={nothing}", other).err.splitlines()
    assert "nerinspect: warning: nothing: cleo marks no mentions at all" in said
    share = f"it and {texts[0]} share no type; check the label column and the type names"
    assert f"nerinspect: warning: other: {share}" in said


def test_what_a_file_was_made_from_can_be_repeated(command: RunCommand, texts: list[str]) -> None:
    arguments = [f"A={texts[0]}", f"B={texts[1]}", "--keep-types", "LOC,ORG", "--repair", "discard"]
    assert command("agreement", *arguments, "-o", "out").status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert Path("out").read_bytes() == first
    assert (record["table"], record["annotators"]) == ("agreement", ["A", "B"])
    assert [source["role"] for source in record["sources"]] == ["annotator", "annotator"]


def test_agreement_takes_no_library_of_statistics(texts: list[str]) -> None:
    code = (
        "import sys; from nerinspect.cli.main import run; run(sys.argv[1:]);"
        "print(sorted({'pandas', 'scipy'} & {*sys.modules}))"
    )
    arguments = [sys.executable, "-c", code, "agreement", *texts, "-o", "out"]
    assert subprocess.run(arguments, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_f1_between_submissions_is_that_of_their_score(command: RunCommand, data_folder: Path) -> None:
    folder = data_folder / "wnut17" / "submissions"
    systems = ["arcada", "drexel_cci", "flytxt", "mic-cis.txt", "sjtu_adapt.txt", "spinningbytes.txt", "uh_ritual"]
    paths = [str(folder / name) for name in systems]
    options = ["--encoding", "BIO", "--repair", "conlleval", "--tokens", "positions"]
    rows = rows_of(command("agreement", *paths, *options).out)
    assert len({(row["a"], row["b"]) for row in rows}) == 21
    for number in range(6):
        scored = command("score", *paths[number:], *options, "--repair-reference", "conlleval")
        own = [row for row in rows if row["a"] == systems[number].removesuffix(".txt")]
        expected = {
            (row["system"], row["type"]): (row["f1"], row["reference"], row["predicted"], row["correct"])
            for row in rows_of(scored.out)
        }
        for row in own:
            if (row["b"], row["type"]) in expected:
                found = row["f1"], row["a_mentions"], row["b_mentions"], row["both"]
                assert found == expected[row["b"], row["type"]]


def test_the_example_of_the_guide_is_what_the_program_writes(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = files("nerinspect.guide").joinpath("text", "agreement.md").read_text(encoding="utf-8")
    found = re.search(r"^nerinspect (agreement .*)$", page, re.MULTILINE)
    assert found
    monkeypatch.chdir(SAMPLE)
    written = command(*shlex.split(found[1]), "--table", "markdown").out.splitlines()
    rows = [line for line in page.splitlines() if line.startswith("| ") and "ALL" in line]
    assert rows == [line for line in written if "ALL" in line]
