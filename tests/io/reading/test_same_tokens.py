import re
from collections.abc import Callable
from pathlib import Path

import pytest

from nerinspect.errors import LabelLinesError, TokensDifferError
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest, TokenRule

MakeFile = Callable[..., str]
Compare = Callable[..., Study]

REFERENCE = "a B-X\nb O\n\nc O\nd O\n"


@pytest.fixture
def compare(make_file: MakeFile) -> Compare:
    """Write and load a reference and a prediction."""

    def load(reference: str, prediction: str, tokens: TokenRule = "same", comments: bool = False) -> Study:
        paths = make_file(reference, "ref.conll"), make_file(prediction, "pred.conll")
        return load_study(LoadRequest(paths[0], (paths[1],), tokens=tokens, comments=comments))

    return load


def problem(caught: pytest.ExceptionInfo[TokensDifferError] | pytest.ExceptionInfo[LabelLinesError]) -> str:
    """Give the sentence without folders."""
    return re.sub(r"/\S*/(ref|pred)\.conll", r"\1", str(caught.value))


# Tokens of both


@pytest.mark.parametrize(
    ("prediction", "message"),
    [
        ("a B-X\nB O\n\nc O\nd O\n", "pred:2: sentence 1: token “B”, but ref:2 has “b”; "),
        ("\n\na B-X\nb O\n\nC O\nd O\n", "pred:6: sentence 2: token “C”, but ref:4 has “c”; "),
        (
            "a B-X\nb O\n\nc O\nd O\ne O\n",
            "pred:6: sentence 2: it continues with “e”, but at ref:5 it ends after “d” (3 tokens here, 2 there); ",
        ),
        (
            "a B-X\n\nb O\n\nc O\nd O\n",
            "pred:1: sentence 1: it ends after “a”, but at ref:2 it continues with “b” (1 token here, 2 there); ",
        ),
        (
            "a B-X\nx O\nb O\n\nc O\nd O\n",
            "pred:2: sentence 1: token “x”, but ref:2 has “b” (3 tokens here, 2 there); ",
        ),
    ],
)
def test_the_first_difference_shows_both_files_lines_and_tokens(
    compare: Compare, prediction: str, message: str
) -> None:
    with pytest.raises(TokensDifferError) as caught:
        compare(REFERENCE, prediction)
    assert problem(caught).startswith(message)


@pytest.mark.parametrize(
    ("prediction", "message"),
    [
        ("a B-X\nb O\n", "pred: the file has 1 sentence, but ref has 2; the first extra one begins at ref:4"),
        (
            REFERENCE + "\n\ne O\n",
            "pred: the file has 3 sentences, but ref has 2; the first extra one begins at pred:8",
        ),
    ],
)
def test_missing_sentences_are_told_with_the_first(compare: Compare, prediction: str, message: str) -> None:
    with pytest.raises(TokensDifferError) as caught:
        compare(REFERENCE, prediction)
    assert problem(caught).startswith(message)


def test_a_prediction_cut_off_inside_a_sentence_is_told_there(compare: Compare) -> None:
    with pytest.raises(TokensDifferError) as caught:
        compare(REFERENCE, "a B-X\nb O\n\nc O\n")
    assert problem(caught).startswith("pred:4: sentence 2: it ends after “c”, but at ref:5 it continues with “d”")


def test_sentences_are_compared_not_lines(compare: Compare) -> None:
    study = compare(REFERENCE, "\n\na\tB-X\nb\tO\n \n\n-DOCSTART-\tO\n\nc\tO\nd\tO")
    assert study.events.kind.tolist() == [0]


def test_positions_are_offered_where_they_would_do(compare: Compare) -> None:
    with pytest.raises(TokensDifferError, match="or take the reference's with --tokens positions"):
        compare(REFERENCE, "a B-X\nB O\n\nc O\nd O\n")


def test_positions_are_not_offered_where_lengths_differ(compare: Compare) -> None:
    with pytest.raises(TokensDifferError) as caught:
        compare(REFERENCE, "a B-X\n\nc O\nd O\n")
    assert "--tokens positions" not in str(caught.value)


def test_positions_take_the_tokens_of_the_reference(compare: Compare) -> None:
    study = compare(REFERENCE, "A B-X\nb O\n\nC O\nD O\n", tokens="positions")
    assert [study.text.tokens_of(number) for number in range(2)] == [["a", "b"], ["c", "d"]]


def test_positions_count_the_tokens_that_differ(compare: Compare) -> None:
    study = compare(REFERENCE, "A B-X\nb O\n\nC O\nD O\n", tokens="positions")
    assert study.predictions[0].annotation.source.notes == ("3 tokens taken from the reference instead",)


def test_positions_do_not_help_where_lengths_differ(compare: Compare) -> None:
    with pytest.raises(TokensDifferError) as caught:
        compare(REFERENCE, "A B-X\nb O\n\nC O\n", tokens="positions")
    assert "pred:4: sentence 2: token “C”, but ref:4 has “c” (1 token here, 2 there)" in problem(caught)


def test_a_misaligned_pair_is_told_where_it_differs_first(data_folder: Path) -> None:
    folder = data_folder / "masakhaner2-yor-misaligned"
    pair = [(folder / name).read_text(encoding="utf-8").split("\n\n") for name in ("test.txt", "mbert.run1.txt")]
    tokens = [[[line.split(" ")[0] for line in part.splitlines()] for part in side] for side in pair]
    first = next(place for place, (one, other) in enumerate(zip(*tokens, strict=True)) if one != other)
    with pytest.raises(TokensDifferError, match=f"sentence {first + 1}: token") as caught:
        load_study(LoadRequest(str(folder / "test.txt"), (str(folder / "mbert.run1.txt"),), repair="conlleval"))
    line = caught.value.line
    assert line is not None
    assert (
        sum(len(part) + 1 for part in tokens[1][:first]) < line <= sum(len(part) + 1 for part in tokens[1][: first + 1])
    )


# Labels alone


@pytest.mark.parametrize(
    "prediction",
    [
        "B-X\nO\n\nO\nO\n",
        "B-X\nO\n\nO\nO",
        "B-X\nO\n\nO\nO\n\n \n\t\n",
        "B-X \nO\t\n  \nO\nO\n",
        "B-X\r\nO\r\n\r\nO\r\nO\r\n",
    ],
)
def test_labels_alone_take_their_tokens_from_the_reference(compare: Compare, prediction: str) -> None:
    study = compare(REFERENCE, prediction)
    assert (study.events.kind.tolist(), study.predictions[0].mentions.start.tolist()) == ([0], [0])


def test_blank_lines_at_the_end_of_the_reference_do_not_count(compare: Compare) -> None:
    assert len(compare(REFERENCE + "\n\n \n", "B-X\nO\n\nO\nO\n").events) == 1


@pytest.mark.parametrize("label", ["O", "B-X", "-X-", "-DOCSTART-", ",;"])
def test_any_label_stands_for_a_document_line_and_is_not_read(compare: Compare, label: str) -> None:
    study = compare("-DOCSTART- O\n\n" + REFERENCE, f"{label}\n\nB-X\nO\n\nO\nO\n")
    assert (len(study.events), study.types) == (1, ("X",))


def test_labels_alone_are_noted(compare: Compare) -> None:
    notes = compare(REFERENCE, "B-X\nO\n\nO\nO\n").predictions[0].annotation.source.notes
    assert notes == ("labels only: tokens taken from the reference, line by line",)


@pytest.mark.parametrize(
    ("prediction", "message"),
    [
        ("B-X\n\nO\nO\n", "pred:2: there is a blank line where ref:2 has a token; "),
        ("B-X\nO\nO\nO\n", "pred:3: there is a label where ref:3 has a blank line; "),
        ("\nB-X\nO\n\nO\nO\n", "pred:1: there is a blank line where ref:1 has a token; "),
        ("B-X\nO\n\nO\n", "pred:5: there is nothing where ref:5 has a token; "),
        ("B-X\nO\n\nO\nO\nO\n", "pred:6: there is a label where ref:6 has nothing; "),
        ("B-X\nO\n\nO\nO\n\nO\n", "pred:6: there is a blank line where ref:6 has nothing; "),
    ],
)
def test_labels_that_do_not_follow_the_lines_are_told_with_both(
    compare: Compare, prediction: str, message: str
) -> None:
    with pytest.raises(LabelLinesError) as caught:
        compare(REFERENCE, prediction)
    assert problem(caught).startswith(message)


def test_a_document_line_wants_a_label(compare: Compare) -> None:
    with pytest.raises(LabelLinesError) as caught:
        compare("-DOCSTART- O\n\n" + REFERENCE, "\n\nB-X\nO\n\nO\nO\n")
    assert "pred:1: there is a blank line where ref:1 has -DOCSTART-" in problem(caught)


def test_a_malformed_label_is_told_with_its_own_line(compare: Compare) -> None:
    with pytest.raises(Exception, match=r"pred\.conll:4: malformed label “0” on token “c”"):
        compare(REFERENCE, "B-X\nO\n\n0\nO\n")


def test_labels_alone_need_a_reference_with_lines(make_file: MakeFile) -> None:
    reference = make_file('[{"tokens": ["a"]}]', "ref.json")
    with pytest.raises(LabelLinesError, match=r"has only labels, but .*ref.json \(json\) has no lines to go by"):
        load_study(LoadRequest(reference, (make_file("O\n"),)))
