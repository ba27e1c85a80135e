from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample"
TYPES = {"PER", "ORG", "LOC", "MISC"}
MODELS = ("plain", "rich")

Row = tuple[str, str]
Mention = tuple[str, str]


def read_rows(name: str) -> list[Row | None]:
    """Return the token and label of every line, None for a blank line."""
    text = (SAMPLE / f"{name}.conll").read_text(encoding="utf-8")
    rows: list[Row | None] = []
    for line in text.removesuffix("\n").split("\n"):
        if line:
            token, label = line.split("\t")
            rows.append((token, label))
        else:
            rows.append(None)
    return rows


def read_documents(name: str) -> list[list[list[Row]]]:
    """Return the sentences of every document."""
    documents: list[list[list[Row]]] = []
    sentence: list[Row] = []
    for row in read_rows(name):
        if row is None:
            if sentence:
                documents[-1].append(sentence)
            sentence = []
        elif row == ("-DOCSTART-", "O"):
            documents.append([])
        else:
            sentence.append(row)
    assert not sentence
    return documents


def read_sentences(name: str) -> list[list[Row]]:
    """Return all sentences of a file."""
    return [sentence for document in read_documents(name) for sentence in document]


def read_mentions(name: str) -> list[Mention]:
    """Return the surface and type of every mention of a valid file."""
    mentions: list[Mention] = []
    for sentence in read_sentences(name):
        for token, label in sentence:
            if label.startswith("B-"):
                mentions.append((token, label[2:]))
            elif label.startswith("I-"):
                surface, kind = mentions[-1]
                mentions[-1] = (f"{surface} {token}", kind)
    return mentions


def run_script(name: str, folder: Path) -> None:
    """Run a script of the sample, writing into a folder."""
    subprocess.run([sys.executable, str(SAMPLE / name), "--folder", str(folder)], check=True, capture_output=True)


@pytest.mark.parametrize(("name", "least"), [("train", 400), ("test", 150)])
def test_size(name: str, least: int) -> None:
    assert len(read_sentences(name)) >= least
    assert all(8 <= len(document) <= 20 for document in read_documents(name))


@pytest.mark.parametrize("name", ["train", "test"])
def test_labels_are_valid(name: str) -> None:
    for sentence in read_sentences(name):
        previous = "O"
        for _, label in sentence:
            prefix, _, kind = label.partition("-")
            assert (prefix, kind) == ("O", "") or (prefix in {"B", "I"} and kind in TYPES)
            if prefix == "I":
                assert previous in {f"B-{kind}", f"I-{kind}"}, sentence
            previous = label
    assert {kind for _, kind in read_mentions(name)} == TYPES


@pytest.mark.parametrize("model", MODELS)
def test_predictions_have_the_tokens_of_the_reference(model: str) -> None:
    reference = [row and row[0] for row in read_rows("test")]
    prediction = [row and row[0] for row in read_rows(model)]
    assert prediction == reference


@pytest.mark.parametrize(
    ("first", "last"),
    [
        pytest.param("\u0600", "\u06ff", id="Arabic"),
        pytest.param("\u0590", "\u05ff", id="Hebrew"),
        pytest.param("\u4e00", "\u9fff", id="Chinese"),
        pytest.param("\u0900", "\u097f", id="Devanagari"),
        pytest.param("\u0e00", "\u0e7f", id="Thai"),
        pytest.param("\U0001f300", "\U0001faff", id="emoji"),
    ],
)
def test_script_occurs(first: str, last: str) -> None:
    tokens = [token for sentence in read_sentences("test") for token, _ in sentence]
    assert any(first <= char <= last for token in tokens for char in token)


def test_some_surfaces_have_two_types() -> None:
    types = defaultdict(set)
    for surface, kind in read_mentions("test"):
        types[surface].add(kind)
    assert sum(len(kinds) > 1 for kinds in types.values()) >= 5


def test_a_third_of_the_mentions_is_unseen() -> None:
    seen = {surface for surface, _ in read_mentions("train")}
    mentions = read_mentions("test")
    assert sum(surface not in seen for surface, _ in mentions) >= len(mentions) / 3


def test_build_reproduces_the_files(tmp_path: Path) -> None:
    run_script("build.py", tmp_path)
    for name in ("train.conll", "test.conll"):
        assert (tmp_path / name).read_bytes() == (SAMPLE / name).read_bytes()


def test_train_reproduces_the_predictions(tmp_path: Path) -> None:
    pytest.importorskip("pycrfsuite")
    run_script("train.py", tmp_path)
    for model in MODELS:
        name = f"{model}.conll"
        assert (tmp_path / name).read_bytes() == (SAMPLE / name).read_bytes()
