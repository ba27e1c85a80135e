from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from nerinspect.io.reading.checking import check_file
from nerinspect.io.reading.chosen_files import RoleGuess, roles_by_content, roles_by_name, runs_by_name
from nerinspect.io.request import LoadRequest


def letters(guesses: Sequence[RoleGuess]) -> str:
    """Write roles in short: small where the file is left out."""
    return "".join(guess.role[0].upper() if guess.is_used else guess.role[0] for guess in guesses)


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        ("gold.conll flair.conll", "RP"),
        ("flair.conll gold.conll", "PR"),
        ("pred.txt test.txt train.txt", "PRT"),
        ("news-train.conll news-test.conll xlmr.conll", "TRP"),
        ("a.conll b.conll", "RP"),
        ("predictions/a.txt x/test.txt", "PR"),
        ("eng.testb eng.train", "RT"),
        ("train1.txt train2.txt test.txt", "TtR"),
        ("dev.predicted.conll dev.conll", "PR"),
        ("system=a.conll", "R"),
    ],
)
def test_names_tell_roles(names: str, roles: str) -> None:
    assert letters(roles_by_name(names.split())) == roles


@pytest.fixture
def sorted_by_content(tmp_path: Path) -> Callable[..., str]:
    """Write files of the given tokens and sort them; labels are `O`, those of `labels` stand alone."""

    def sort(**files: str) -> str:
        paths = []
        for name, words in files.items():
            path = tmp_path / f"{name}.conll"
            lines = ("" if word == "|" else "O" if "labels" in name else f"{word} O" for word in words.split())
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            paths.append(str(path))
        named = roles_by_name(paths)
        checks = [check_file(path, guess.role, LoadRequest("")) for path, guess in zip(paths, named, strict=True)]
        return letters(roles_by_content(checks, named))

    return sort


def test_files_with_the_same_tokens_are_predictions(sorted_by_content: Callable[..., str]) -> None:
    assert sorted_by_content(one="a b | c", two="a b | c", three="x y | z") == "RPT"


def test_the_reference_is_among_the_files_with_the_same_tokens(sorted_by_content: Callable[..., str]) -> None:
    assert sorted_by_content(one="x y", two="a b | c", three="a b | c") == "TRP"


def test_a_name_outweighs_the_tokens(sorted_by_content: Callable[..., str]) -> None:
    assert sorted_by_content(one="x y", gold="a b", three="q r", four="q r")[1] == "R"


def test_labels_alone_are_a_prediction(sorted_by_content: Callable[..., str]) -> None:
    assert sorted_by_content(one="a b | c", labels="a b | c") == "RP"


def test_many_equal_sentences_make_a_prediction(sorted_by_content: Callable[..., str]) -> None:
    assert sorted_by_content(one="a b | c | d | e", two="a b | c | x | e") == "RP"


def test_only_one_training_file_is_used(sorted_by_content: Callable[..., str]) -> None:
    assert sorted_by_content(one="a b", two="c d", three="e f") == "RTt"


@pytest.mark.parametrize(
    ("names", "runs"),
    [
        ("mbert.run1.txt mbert.run2.txt", {"mbert": ("mbert.run1.txt", "mbert.run2.txt")}),
        ("flair_2.conll flair_1.conll", {"flair": ("flair_1.conll", "flair_2.conll")}),
        ("flair-seed7.conll flair-seed13.conll", {"flair": ("flair-seed7.conll", "flair-seed13.conll")}),
        ("flair_1.conll elmo_1.conll", {}),
        ("a/flair_1.conll b/flair_1.conll", {}),
        ("own=flair_1.conll flair_2.conll", {}),
        ("1.conll 2.conll", {}),
    ],
)
def test_runs_are_told_by_their_numbers(names: str, runs: dict[str, tuple[str, ...]]) -> None:
    assert runs_by_name(names.split()) == runs
