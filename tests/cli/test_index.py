"""An index in the place of a reference: the same bytes from every command, and refusals with their reason."""

import csv
import io
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

import nerinspect
from nerinspect.cli.main import run
from tests.cli.conftest import Ran, RunCommand
from tests.examples import examples

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
FILES = [str(SAMPLE / name) for name in ("test.conll", "plain.conll", "rich.conll")]
TRAINING = ["--training", str(SAMPLE / "train.conll"), "--repair", "conlleval"]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("index") / "sample.events")
    assert run(["index", *FILES, *TRAINING, "-o", folder, "--shard-tokens", "300", "--jobs", "1", "-q"]) == 0
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["score", "--layout", "paper"],
        ["confusion"],
        ["schemes"],
        ["errors"],
        ["events"],
        ["events", "--where", "-kind:tp", "--table", "jsonl"],
        ["events", "--columns", "event,eLen,bucket:eFre,tough"],
        ["events", "--pair", "plain", "rich"],
        ["diff"],
        ["tough"],
        ["buckets"],
        ["diagnose"],
        ["retention"],
        ["compare", "--samples", "20"],
        ["events", "--where", "kind:be", "--table", "latex"],
    ],
    ids=" ".join,
)
def test_commands_write_the_same_bytes(arguments: list[str], index: str, command: RunCommand) -> None:
    expected = command(*arguments[:1], *FILES, *TRAINING, *arguments[1:])
    found = command(*arguments[:1], index, *arguments[1:])
    assert (expected.status, expected.out != "") == (0, True)
    assert found == expected


_TOKENS = st.sampled_from(("Ada", "of", "Löwe", "Rome", "rome", "“x”"))
_LABELS = st.sampled_from(("O", "O", "B-PER", "I-PER", "B-LOC", "I-LOC"))
_COMMANDS = [
    *(["score"], ["score", "--layout", "paper"], ["confusion"], ["confusion", "--layout", "matrix"], ["schemes"]),
    *(["errors"], ["consistency"], ["tough"], ["buckets"], ["diagnose", "--kind", "attribute"], ["retention"]),
    *(["events", "--pair", "a", "other"], ["events", "--pair", "other", "a", "--stretches"]),
    *(["events", "--where", "-kind:tp", "--table", "jsonl"], ["events", "--columns", "event,eLen,bucket:eFre,tough"]),
    *(["compare", "--samples", "5"], ["score", "--retention"], ["tough", "--retention"], ["buckets", "--retention"]),
    *(["confusion", "--retention"], ["diagnose", "--kind", "attribute", "--retention"], ["events", "--retention"]),
]


@given(st.data(), st.integers(1, 15), st.sampled_from(("conlleval", "discard")))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=examples(10))
def test_every_command_writes_the_same_bytes_wherever_files_are_cut(
    command: RunCommand,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    data: st.DataObject,
    shard_tokens: int,
    repair: str,
) -> None:
    monkeypatch.setattr("nerinspect.io.index.counts.TOKENS_OF_PIECE", shard_tokens)
    sentences = data.draw(st.lists(st.lists(_TOKENS, min_size=1, max_size=4), min_size=2, max_size=9))
    paths = [str(tmp_path / f"{name}.conll") for name in ("gold", "one", "two", "other", "train")]
    for number, path in enumerate(paths):
        lines = []
        for place, sentence in enumerate(sentences[:: 1 if number < 4 else 2]):
            separator = "\t" if number == 2 or place % 3 == 2 else " "  # most are cut at blanks in all but one file
            lines += ["-DOCSTART-\tO" if number == 2 else "-DOCSTART- O", ""] if data.draw(st.booleans()) else []
            lines += [f"{token}{separator}{data.draw(_LABELS)}" for token in sentence]
            lines += [""]
        Path(path).write_text("\n".join(lines), encoding="utf-8")
    gold, one, two, other, train = paths
    runs = data.draw(st.sampled_from(([f"a={one}"], [])))
    files = [gold, *runs, f"a={two}", other, "--training", train, "--encoding", "BIO", "--for", two]
    files += ["encoding=IOB", "--repair", repair, "--repair-reference", repair]
    index = str(tmp_path / "corpus.events")
    shutil.rmtree(index, ignore_errors=True)
    made = command("index", *files, "-o", index, "--jobs", "1", "--shard-tokens", str(shard_tokens), "-q")
    if made.status:
        assert made.err == command("score", *files).err
        reject()
    commands = _COMMANDS + ([] if runs else [["diff"], ["diff", "--where", "type:PER"]])
    for name, *options in data.draw(st.lists(st.sampled_from(commands), min_size=4, max_size=4, unique_by=str)):
        alone = [gold, "--encoding", "BIO", "--repair-reference", repair, "-q"]
        expected = command(name, *(alone if name == "consistency" else files), *options)
        found = command(name, index, *(["-q"] if name == "consistency" else []), *options)
        assert (found, expected.status) == (expected, 0)


@pytest.mark.parametrize(
    "arguments", [["retention"], ["score", "--retention"], ["buckets", "--retention"]], ids=" ".join
)
def test_the_heuristic_was_made_and_counted_with_the_index(
    arguments: list[str], index: str, command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = command(*arguments[:1], *FILES, *TRAINING, *arguments[1:])
    for made in ("nerinspect.training.retention.retention_mentions", "nerinspect.events.study.find_events"):
        monkeypatch.setattr(made, lambda *_: pytest.fail("it is made anew"))
    assert command(arguments[0], index, *arguments[1:]) == expected


def test_python_takes_the_heuristic_that_an_index_holds(index: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = nerinspect.load(FILES[0], FILES[1:], training=TRAINING[1], repair="conlleval").retention()
    monkeypatch.setattr("nerinspect.training.retention.retention_mentions", lambda *_: pytest.fail("it is made anew"))
    study = nerinspect.load(index)
    assert study.retention().equals(expected)
    assert "retention" not in study.systems


def test_an_index_with_the_heuristic_has_it_as_a_system(command: RunCommand, tmp_path: Path) -> None:
    folder = str(tmp_path / "sample.events")
    assert command("index", *FILES, *TRAINING, "--retention", "-o", folder, "--jobs", "1").status == 0
    expected = command("score", *FILES, *TRAINING, "--retention")
    assert command("score", folder) == command("score", folder, "--retention") == expected
    assert command("retention", folder) == command("retention", *FILES, *TRAINING)


def refused(ran: Ran, words: str) -> None:
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", FILES[1]], "fixed; leave out further files"),
        (["score", "--repair", "discard"], "fixed; leave out --repair"),
        (["score", "--label-column", "1"], "fixed; leave out --label-column"),
        (["score", "--matching", "nfc"], "fixed; leave out --matching"),
        (["index", "-o", "other.events"], "is an index already; name the files to make it from"),
        (["repair"], "is an index, and only a reference may be one"),
        (["repair", "--method", "discard"], "is an index, and only a reference may be one"),
        (["convert", "--to", "bioes"], "is an index, and only a reference may be one"),
        (["swap", "--type", "Kill", "-o", "swapped.json"], "is an index, and only a reference may be one"),
        (["validate"], "is an index, and only a reference may be one"),
        (["agreement"], "is an index, and only a reference may be one; name the files it was made of"),
        (["agreement", FILES[1]], "is an index, and only a reference may be one; name the files it was made of"),
        (["summarize"], "is an index, and only a reference may be one"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_an_index_cannot_do_is_said(
    arguments: list[str], words: str, index: str, command: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(command(arguments[0], index, *arguments[1:]), words)
    assert [*tmp_path.iterdir()] == []


def test_an_index_is_no_prediction(index: str, command: RunCommand) -> None:
    refused(command("score", FILES[0], index), "is an index, and only a reference may be one")


def test_without_training_what_takes_some_is_refused(command: RunCommand, tmp_path: Path) -> None:
    folder = str(tmp_path / "plain.events")
    assert command("index", *FILES, "--repair", "conlleval", "-o", folder, "--jobs", "1").status == 0
    refused(command("tough", folder), "was made without training data; make the index with --training")


def test_the_record_names_the_files_and_the_index(index: str, command: RunCommand, tmp_path: Path) -> None:
    output = tmp_path / "scores.csv"
    assert command("score", index, "-o", str(output)).status == 0
    record = Path(f"{output}.json").read_text(encoding="utf-8")
    assert f"nerinspect score {index}" in record
    assert all(f'"path": "{path}"' in record for path in FILES)


def test_a_review_of_an_index_is_one_of_its_files(
    index: str, command: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(index, "sample.events")
    assert command("review", "new", "of_index.nerinspect", "sample.events").status == 0
    assert command("review", "new", "of_files.nerinspect", *FILES, *TRAINING).status == 0
    exported = ["--where", "kind:fn", "--table", "csv"]
    listed = command("review", "export", "of_index.nerinspect", *exported)
    assert listed.out == command("review", "export", "of_files.nerinspect", *exported).out
    head, first, *_ = csv.reader(io.StringIO(listed.out))
    first[head.index("verdict")], first[head.index("corrected_spans")] = "reference-wrong", "[]"
    with open("decided.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, first])
    for review in ("of_index.nerinspect", "of_files.nerinspect"):
        assert command("review", "import", review, "decided.csv").status == 0
    refused(
        command("review", "reference", "of_index.nerinspect", "-o", "corrected.conll", "-q"),
        "make a review of the files it was made of, and import these decisions there",
    )
    assert command("review", "reference", "of_files.nerinspect", "-o", "corrected.conll").status == 0
    shutil.rmtree("sample.events")
    assert (
        command("index", *FILES, *TRAINING, "--remove-types", "PER", "-o", "sample.events", "--jobs", "1").status == 0
    )
    again = command("review", "export", "of_index.nerinspect", "--where", "-verdict:none", "--table", "csv")
    assert f"{tmp_path}/sample.events/index.json has changed since the review was made" in again.err
