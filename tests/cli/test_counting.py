import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from seqscore.scripts.seqscore import count as their_count
from seqscore.scripts.seqscore import summarize as their_summarize

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

PREDICTION = "wnut17/submissions/mic-cis.txt"
REAL = [("conll02-nl/ned.testa", "none"), ("masakhaner2-ewe/test.txt", "none"), (PREDICTION, "conlleval"),
        (PREDICTION, "discard")]  # fmt: skip


@pytest.fixture
def two_files(make_file: MakeFile) -> tuple[str, str]:
    json_file = '[{"tokens": ["Oslo"], "entities": [{"type": "LOC", "start": 0, "end": 1}]}]'
    labels = "Oslo B-LOC\nAnn B-PER\n\n-DOCSTART- O\n\nNew B-LOC\nYork I-LOC\n"
    return make_file("p.conll", labels), make_file("j.json", json_file)


def test_mentions_of_all_files_are_counted(command: RunCommand, two_files: tuple[str, str]) -> None:
    ran = command("count", *two_files)
    assert (ran.status, ran.out) == (0, "count,type,surface\n2,LOC,Oslo\n1,LOC,New York\n1,PER,Ann\n")
    assert ran.err == "nerinspect: file p.conll: BIO (detected)\nnerinspect: file j.json: json\n"


def test_each_file_is_summed_up(command: RunCommand, two_files: tuple[str, str]) -> None:
    assert command("summarize", *two_files).out == (
        "file,documents,sentences,tokens,type,mentions\n"
        "p.conll,2,2,4,ALL,3\np.conll,2,2,4,LOC,2\np.conll,2,2,4,PER,1\n"
        "j.json,1,1,1,ALL,1\nj.json,1,1,1,LOC,1\n"
    )


def test_lists_of_one_file_are_told_apart(command: RunCommand, make_file: MakeFile) -> None:
    train, dev = (f'[{{"tokens": {tokens}, "entities": []}}]' for tokens in ('["a"]', '["b", "c"]'))
    path = make_file("j.json", f'{{"train": {train}, "dev": {dev}}}')
    ran = command("summarize", f"{path}#train", f"{path}#dev")
    assert ran.out.splitlines()[1:] == ["j.json#train,1,1,1,ALL,0", "j.json#dev,1,1,2,ALL,0"]


@pytest.mark.parametrize("name", ["count", "summarize"])
def test_types_of_a_file_alone_that_seem_wrong_are_told(command: RunCommand, make_file: MakeFile, name: str) -> None:
    alike = make_file("alike", "a B-LOC\nb B-Loc\n")
    words = make_file("words", "".join(f"a B-w{n}\n" for n in range(51)))
    said = command(name, alike, words).err
    assert "warning: types that differ only in case count as different types: LOC, Loc\n" in said
    assert "warning: words: 51 types for 51 mentions; the label column looks like words\n" in said


def test_types_are_chosen_and_renamed(command: RunCommand, make_file: MakeFile, two_files: tuple[str, str]) -> None:
    options = ["--map-types", make_file("map.json", '{"PLACE": ["LOC"]}'), "--remove-types", "PER"]
    ran = command("summarize", two_files[0], *options)
    assert [line.split(",")[-2:] for line in ran.out.splitlines()[1:]] == [["ALL", "2"], ["PLACE", "2"]]
    assert "type LOC mapped to PLACE: 2 mentions; type PER removed: 1 mention" in ran.err


@pytest.mark.parametrize(("method", "counted"), [("conlleval", "2,X,a\n"), ("discard", "")])
@pytest.mark.parametrize("name", ["count", "summarize"])
def test_invalid_transitions_are_repaired_by_choice(
    command: RunCommand, make_file: MakeFile, name: str, method: str, counted: str
) -> None:
    path = make_file("p", "a I-X\n\na I-X\n")
    refused, repaired = (command(name, path, "--encoding", "BIO", "--repair", how) for how in ("none", method))
    assert (refused.status, refused.out) == (1, "")
    assert "choose a repair with --repair (conlleval or discard)" in refused.err
    assert f"2 invalid transitions, 2 labels changed ({method})" in repaired.err
    assert name == "summarize" or repaired.out == f"count,type,surface\n{counted}"


@pytest.mark.parametrize("name", ["count", "summarize"])
def test_a_table_is_written_with_its_provenance(
    command: RunCommand, make_file: MakeFile, two_files: tuple[str, str], name: str
) -> None:
    type_map = make_file("map.json", '{"PLACE": ["LOC"]}')
    options = ["--map-types", type_map, "--repair", "conlleval", "--table", "json", "-o", "out"]
    assert command(name, *two_files, *options).status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    assert [source["path"] for source in record["sources"]] == [*two_files, type_map]
    assert [source.get("mentions") for source in record["sources"]] == [3, 1, None]
    Path("out").unlink()
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert Path("out").read_bytes() == first


@pytest.mark.parametrize("name", ["count", "summarize"])
def test_standard_input_is_read_once(command: RunCommand, name: str) -> None:
    assert command(name, "-", "-").status == 2


@pytest.mark.parametrize(("name", "repair"), REAL)
def test_public_files_are_counted_as_seqscore_counts_them(
    command: RunCommand, data_folder: Path, name: str, repair: str
) -> None:
    path = str(data_folder / name)
    ours = command("count", path, "--encoding", "BIO", "--repair", repair, "--table", "json")
    theirs = CliRunner().invoke(their_count, [path, "--repair-method", repair, "--quiet"])
    assert theirs.exit_code == 0, theirs.output
    rows = [[str(value) for value in row.values()] for row in json.loads(ours.out)]
    assert sorted(rows) == sorted(line.split("\t") for line in theirs.stdout.removesuffix("\n").split("\n"))
    assert [row[0] for row in rows] == [line.split("\t")[0] for line in theirs.stdout.removesuffix("\n").split("\n")]


@pytest.mark.parametrize(("name", "repair"), REAL)
def test_public_files_are_summed_up_as_seqscore_sums_them_up(
    command: RunCommand, data_folder: Path, name: str, repair: str
) -> None:
    path = str(data_folder / name)
    ours = json.loads(command("summarize", path, "--encoding", "BIO", "--repair", repair, "--table", "json").out)
    theirs = CliRunner().invoke(their_summarize, [path, "--repair-method", repair])
    assert theirs.exit_code == 0, theirs.output
    counts = dict(re.findall(r"^\| *(\S+) *\| *([\d,]+) *\|$", theirs.stdout, re.MULTILINE))
    assert {row["type"]: f"{row['mentions']:,}" for row in ours[1:]} | {"TOTAL": f"{ours[0]['mentions']:,}"} == counts
    sizes = re.search(r"contains (\d+) document\(s\) and (\d+) sentences", theirs.stdout)
    assert sizes is not None
    assert (str(ours[0]["documents"]), str(ours[0]["sentences"])) == sizes.groups()
