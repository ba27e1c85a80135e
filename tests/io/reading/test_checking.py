from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from nerinspect.errors import InvalidTransitionError, LabelLinesError, TokensDifferError
from nerinspect.io.reading.checking import FileCheck, check_file, verdict
from nerinspect.io.request import LoadRequest, Role
from nerinspect.progress import Cancelled

Check = Callable[..., FileCheck]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Write a file and check it; further arguments are choices for it."""

    def check_written(
        data: str | bytes, role: Role = "reference", reference: FileCheck | None = None, **choices: str
    ) -> FileCheck:
        path = tmp_path / f"{role}.conll"
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        made = tuple((str(path), name.replace("_", "-"), value) for name, value in choices.items())
        tokens = choices.pop("tokens", "same")
        made = tuple(one for one in made if one[1] != "tokens")
        return check_file(str(path), role, LoadRequest("", choices=made, tokens=tokens), reference)  # type: ignore[arg-type]

    return check_written


def test_a_good_file_is_told_with_all_reasons(check: Check) -> None:
    found = check("Port\tB-ORG\nof\tI-ORG\n\nis\tO\n")
    assert found.problem is None
    assert verdict(found) == (True, "no invalid transition")
    assert found.reasons == {
        "text-encoding": "ASCII only",
        "format": "by its ending .conll",
        "label-column": "2 columns, tab",
        "encoding": "only one fits",
    }


@pytest.mark.parametrize(
    ("labels", "encoding", "reason"),
    [
        ("B-X I-X O", "BIO", "only one fits"),
        ("S-X O B-X E-X", "BIOES", "BIOES and BMES read the same mentions"),
        ("O O", "BIO", "no mention; that of the reference"),
        ("B-X O I-X O B-X I-X O B-X", "BIO", "1 invalid transition; IOB has 3"),
    ],
)
def test_the_chunk_encoding_has_a_reason(check: Check, labels: str, encoding: str, reason: str) -> None:
    found = check("".join(f"w {label}\n" for label in labels.split()))
    assert (found.labels[0].encoding, found.labels[0].reason) == (encoding, reason)


def test_a_chosen_encoding_is_said_to_be_chosen(check: Check) -> None:
    assert check("a B-X\nb O\n", encoding="IOB").labels[0].reason == "chosen"


def test_text_that_is_not_utf_8_is_read_as_guessed(check: Check) -> None:
    found = check("Köln\tB-LOC\n".encode("latin-1"))
    assert found.problem is None
    assert found.options.text_encoding == "latin-1"
    assert found.text is not None
    assert found.text.token(0) == "Köln"


def test_a_chosen_text_encoding_that_does_not_fit_is_a_problem(check: Check) -> None:
    found = check("Köln\tB-LOC\n".encode("latin-1"), text_encoding="utf-8")
    assert verdict(found) == (False, "bytes that are not utf-8")
    assert "chosen; latin-1" in found.reasons["text-encoding"]


def test_all_malformed_labels_are_found(check: Check) -> None:
    found = check("a B-X\nb B-X,I-Y\nc O\nd LOC\n")
    assert found.labels[0].malformed.tolist() == [1, 3]
    assert verdict(found) == (False, "2 malformed labels")


def test_all_lines_that_cannot_be_read_are_found(check: Check) -> None:
    found = check("a\tB-X\nb\n\nc\tO\n\tO\n")
    assert found.faulty_lines is not None
    assert found.faulty_lines.line.tolist() == [2, 5]
    assert [found.faulty_lines.problem(number) for number in (0, 1)] == ["1 column, too few", "the token is empty"]
    assert verdict(found) == (False, "2 lines cannot be read")


def test_comments_are_recognised_and_can_be_taken_for_tokens(check: Check) -> None:
    data = "# id = 1\na\tB-X\nb\tO\n"
    found = check(data)
    assert (found.problem, found.options.reading.comments) == (None, True)
    assert "comments" in found.reasons
    assert check(data, comments="no").faulty_lines is not None


def test_invalid_transitions_need_a_repair(check: Check) -> None:
    found = check("a O\nb I-X\nc O\nd B-X\n", encoding="BIO")
    assert isinstance(found.problem, InvalidTransitionError)
    assert verdict(found) == (False, "1 invalid transition")


def test_a_repair_settles_them(check: Check) -> None:
    found = check("a O\nb I-X\nc O\nd B-X\n", encoding="BIO", repair="discard")
    assert found.problem is None
    assert verdict(found) == (True, "1 invalid transition")
    assert found.type_counts == {"X": 1}


def test_labels_alone_take_the_tokens_of_the_reference(check: Check) -> None:
    reference = check("a B-X\nb O\n\nc O\n")
    found = check("B-X\nO\n\nB-X\n", "prediction", reference)
    assert verdict(found) == (True, "tokens from the reference")
    assert found.text is reference.text
    assert found.type_counts == {"X": 2}


def test_labels_that_do_not_follow_the_lines_are_a_problem(check: Check) -> None:
    found = check("B-X\nO\nB-X\n", "prediction", check("a B-X\nb O\n\nc O\n"))
    assert isinstance(found.problem, LabelLinesError)


def test_labels_alone_need_a_reference(check: Check) -> None:
    found = check("B-X\nO\n", "prediction")
    assert "only labels" in str(found.problem)


def test_tokens_that_differ_are_a_problem(check: Check) -> None:
    found = check("a O\nx O\n", "prediction", check("a O\nb O\n"))
    assert isinstance(found.problem, TokensDifferError)
    assert verdict(found) == (False, "1 sentence differs")


def test_tokens_may_differ_if_positions_are_enough(check: Check) -> None:
    found = check("a O\nx O\n", "prediction", check("a O\nb O\n"), tokens="positions")
    assert (found.problem, verdict(found)) == (None, (False, "1 sentence with different tokens"))


def test_tokens_may_be_cut_otherwise_if_mentions_are_carried_over(check: Check) -> None:
    found = check("wo O\nn't O\n", "prediction", check("won't O\n"), tokens="project")
    assert found.problem is None


@pytest.mark.parametrize(
    ("argument", "said"),
    [("missing.conll", "no such file"), ("=x", "names no file"), ("retention=a", "reserved"), ("", "names no file")],
)
def test_what_cannot_be_opened_is_a_value(argument: str, said: str) -> None:
    found = check_file(argument, "reference", LoadRequest(""))
    assert said in str(found.problem)
    assert verdict(found) == (False, "cannot be read")


@pytest.mark.parametrize("choice", [("text-encoding", "klingon"), ("format", "klingon"), ("label-column", "0")])
def test_choices_that_cannot_be_are_values(check: Check, choice: tuple[str, str]) -> None:
    assert check("a B-X\n", **{choice[0].replace("-", "_"): choice[1]}).problem is not None


def test_a_binary_file_has_no_text_encoding(tmp_path: Path) -> None:
    path = str(tmp_path / "a.parquet")
    parquet.write_table(pa.table({"tokens": [["Köln", "liegt"]], "ner_tags": [["B-LOC", "O"]]}), path)
    found = check_file(path, "reference", LoadRequest(""))
    assert (found.problem, found.options.text_encoding) == (None, "utf-8")
    assert found.type_counts == {"LOC": 1}


def test_a_check_can_be_cancelled(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a O\n")

    def cancel(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        check_file(str(tmp_path / "a"), "reference", LoadRequest(""), checkpoint=cancel)


def of_data(folder: Path, reference: str, prediction: str) -> FileCheck:
    first = check_file(str(folder / reference), "reference", LoadRequest(""))
    return check_file(str(folder / prediction), "prediction", LoadRequest(""), first)


@pytest.mark.parametrize(
    ("reference", "prediction", "said"),
    [
        ("wnut17/emerging.test.annotated", "wnut17/submissions/spinningbytes.txt", "34 invalid transitions"),
        ("wnut17/emerging.test.annotated", "wnut17/submissions/arcada", "no invalid transition"),
        ("masakhaner2-yor-misaligned/test.txt", "masakhaner2-yor-misaligned/mbert.run1.txt", "93 sentences differ"),
        ("wnut16/test.txt", "wnut16/flair.txt", "no invalid transition"),
    ],
)
def test_real_predictions_are_judged(data_folder: Path, reference: str, prediction: str, said: str) -> None:
    assert verdict(of_data(data_folder, reference, prediction))[1] == said


@pytest.mark.parametrize(
    ("name", "columns", "said"),
    [
        ("wnut16/flair.txt", (1, 2), "no invalid transition"),
        ("conll02-nl/ned.testa", (-1,), "no invalid transition"),
        ("wnut17/emerging.test.conll", (-1,), "297 malformed labels"),
    ],
)
def test_real_references_are_judged(data_folder: Path, name: str, columns: tuple[int, ...], said: str) -> None:
    found = check_file(str(data_folder / name), "reference", LoadRequest(""))
    assert (found.options.reading.label_columns, verdict(found)[1]) == (columns, said)
