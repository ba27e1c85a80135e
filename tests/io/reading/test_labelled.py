from collections.abc import Callable
from pathlib import Path

import pytest
from seqscore.conll import LineSpec, ingest_conll_file
from seqscore.encoding import get_encoding

from nerinspect.encoding.labels import RepairMethod
from nerinspect.encoding.transitions import UndefinedRepairError
from nerinspect.errors import CommandError
from nerinspect.io.reading.labelled_file import LabelledFile, invalid_rows, read_labelled_file, repaired_bytes
from nerinspect.io.request import FileOptions

MakeFile = Callable[..., str]
ReadLabelled = Callable[..., LabelledFile]


@pytest.fixture
def read_labelled(make_file: MakeFile) -> ReadLabelled:
    def read_text(content: str | bytes, encoding: str = "BIO", text_encoding: str = "utf-8") -> LabelledFile:
        return read_labelled_file(make_file(content), FileOptions(encoding=encoding, text_encoding=text_encoding))

    return read_text


@pytest.mark.parametrize(
    ("labels", "encoding", "rows"),
    [
        ("O I-ORG I-LOC", "BIO", [(2, "O", "I-ORG"), (3, "I-ORG", "I-LOC")]),
        ("O I-ORG I-ORG", "BIO", [(2, "O", "I-ORG")]),
        ("I-X O", "BIO", [(1, "O", "I-X")]),
        ("O B-X", "IOB", [(2, "O", "B-X")]),
        ("B-X I-X", "BIOES", [(2, "I-X", "O")]),
        ("B-X O S-X", "BIOES", [(2, "B-X", "O")]),
        ("S-X E-X B-X", "BIOES", [(2, "S-X", "E-X"), (3, "B-X", "O")]),
        ("I-X I-Y O", "IO", []),
    ],
)
def test_rows_stand_as_in_the_file(
    read_labelled: ReadLabelled, labels: str, encoding: str, rows: list[tuple[int, str, str]]
) -> None:
    text = "".join(f"w {label}\n" for label in labels.split())
    found = [(row[1], row[5], row[6]) for row in invalid_rows(read_labelled(text, encoding))]
    assert found == rows


def test_a_row_counts_documents_sentences_and_lines(read_labelled: ReadLabelled) -> None:
    file = read_labelled("a O\n-DOCSTART- O\n\nb O\n\nc O\nd I-X\n")
    assert [row[1:7] for row in invalid_rows(file)] == [(7, 2, 3, "d", "O", "I-X")]


def test_a_repair_keeps_every_other_byte(read_labelled: ReadLabelled) -> None:
    file = read_labelled("\ufeff-DOCSTART- I-X\r\n\r\nZ\u00fcrich\u00a0 \tI-X \r\n#   I-Y\r\n \t\r\n" + '" I-X')
    data, _ = repaired_bytes(file, "conlleval")
    expected = "\ufeff-DOCSTART- I-X\r\n\r\nZ\u00fcrich\u00a0 \tB-X \r\n#   B-Y\r\n \t\r\n" + '" B-X'
    assert data.decode() == expected


def test_a_repair_counts_what_it_changed(read_labelled: ReadLabelled) -> None:
    _, repair = repaired_bytes(read_labelled("a I-X\nb I-X\nc I-Y\n"), "discard")
    assert (repair.n_invalid, repair.n_changed) == (2, 3)


def test_a_valid_file_is_written_as_it_is(read_labelled: ReadLabelled) -> None:
    raw = b"a  B-X\r\n\r\n\r\nb\tO"
    assert repaired_bytes(read_labelled(raw), "discard")[0] == raw


def test_what_was_read_is_repaired_whatever_becomes_of_the_file(make_file: MakeFile) -> None:
    file = read_labelled_file(make_file("a I-X\n"), FileOptions(encoding="BIO"))
    make_file("b I-X\n")
    assert repaired_bytes(file, "conlleval")[0] == b"a B-X\n"


@pytest.mark.parametrize(("method", "after"), [("conlleval", "B-X E-X S-X O S-Y"), ("discard", "O O O O S-Y")])
def test_bioes_is_repaired(read_labelled: ReadLabelled, method: RepairMethod, after: str) -> None:
    file = read_labelled("a I-X\nb E-X\n\nc E-X\nd O\ne S-Y\n", "BIOES")
    data, repair = repaired_bytes(file, method)
    assert [line.split()[1] for line in data.decode().splitlines() if line] == after.split()
    assert (repair.n_invalid, repair.before[0], repair.after[0]) == (2, "I-X", after.split()[0])


def test_an_undefined_repair_is_refused(read_labelled: ReadLabelled) -> None:
    with pytest.raises(UndefinedRepairError):
        repaired_bytes(read_labelled("a I-X\n", "IOB"), "discard")


def test_json_has_no_labels(read_labelled: ReadLabelled) -> None:
    with pytest.raises(CommandError, match="has spans, not labels"):
        read_labelled('[{"tokens": ["a"], "entities": []}]')


@pytest.mark.parametrize("method", ["conlleval", "discard"])
@pytest.mark.parametrize("name", ["mic-cis.txt", "spinningbytes.txt"])
def test_public_files_are_repaired_as_seqscore_repairs_them(data_folder: Path, name: str, method: str) -> None:
    path = str(data_folder / "wnut17" / "submissions" / name)
    data, repair = repaired_bytes(read_labelled_file(path, FileOptions(encoding="BIO")), method)  # type: ignore[arg-type]
    documents = ingest_conll_file(
        path, "BIO", "utf-8", LineSpec(0, -1), repair=method, ignore_document_boundaries=True,
        allow_comment_lines=False, quiet=True,
    )  # fmt: skip
    encoding = get_encoding("BIO")
    expected = [
        label for document in documents for sentence in document for label in encoding.encode_sequence(sentence)
    ]
    found = [line.split("\t")[-1] for line in data.decode().replace("\r", "").split("\n") if line.strip()]
    assert repair.n_changed > 0
    assert found == expected
