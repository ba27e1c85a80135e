import pytest

from nerinspect.io.reading.guessing import guess_columns
from nerinspect.io.request import Role


@pytest.mark.parametrize(
    ("data", "role", "token", "labels"),
    [
        ("Port\tB-ORG\nis\tO\n", "reference", 0, (-1,)),
        ("B-ORG Port\nO is\n", "reference", 1, (0,)),
        ("1\tPort\tB-ORG\n2\tis\tO\n", "reference", 1, (-1,)),
        ("Port NNP B-NP B-ORG\nis VBZ B-VP O\n", "reference", 0, (-1,)),
        ("Port B-ORG NNP\nis O VBZ\n", "reference", 0, (1,)),
        ("Port B-ORG B-ORG\nis O B-ORG\n", "reference", 0, (1, 2)),
        ("Port B-ORG B-ORG\nis O B-ORG\n", "prediction", 0, (-1,)),
        ("Port B-ORG B-ORG\nis O B-ORG\n", "training", 0, (1,)),
        ("Port O\nis O\n", "reference", 0, (-1,)),
        ("Port NNP\nis VBZ\n", "reference", 0, (-1,)),
        ("\n\n", "reference", 0, (-1,)),
    ],
)
def test_columns_are_found_by_what_they_hold(data: str, role: Role, token: int, labels: tuple[int, ...]) -> None:
    guess = guess_columns(data.encode(), role)
    assert (guess.token, guess.labels) == (token, labels)


def test_one_column_of_labels_is_labels_alone() -> None:
    assert guess_columns(b"B-ORG\nO\n\nO\n", "prediction").is_labels_alone


def test_one_column_of_words_is_not() -> None:
    assert not guess_columns(b"Port\nis\n\nhere\n", "prediction").is_labels_alone


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("a\tO\n", "2 columns, tab"),
        ("a O\n", "2 columns, blank"),
        ("a x O\nb O\nc x O\n", "2 to 3 columns, mostly 3"),
        ("a NN\n", "none looks like labels"),
        ("a B-X B-X\n", "a merged file"),
    ],
)
def test_the_reason_is_told(data: str, said: str) -> None:
    assert said in guess_columns(data.encode(), "reference").reason


@pytest.mark.parametrize(
    ("data", "has_comments"),
    [("# id = 1\na\tO\nb\tO\n", True), ("#\tO\na\tO\n", False), ("a O\n# O\n", False), ("# a b c\na O\nb O\n", False)],
)
def test_comments_are_told_from_tokens_by_their_columns(data: str, has_comments: bool) -> None:
    assert guess_columns(data.encode(), "reference").has_comments == has_comments
