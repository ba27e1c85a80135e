import pytest

from nerinspect.errors import CommandError
from nerinspect.io.signature import differences_in_words, read_signature

ONE = (
    "nerinspect 0.1.0; table=score; filter=kind:fn; types=LOC,ORG; reference=aaaaaaaaaaaa BIO; flair 1=bbbbbbbbbbbb BIO"
)


def told(other: str) -> list[tuple[str, ...]]:
    return [tuple(one) for one in differences_in_words(ONE, other)]


def test_equal_signatures_differ_in_nothing() -> None:
    assert told(f"% {ONE}") == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("filter=kind:fn", "filter=", ("Filter", "differs", "kind:fn", "none")),
        ("0.1.0", "0.2.0", ("Version of nerinspect", "differs", "0.1.0", "0.2.0")),
        ("aaaaaaaaaaaa BIO", "cccccccccccc BIO", ("Reference", "another file", "aaaaaaaaaaaa BIO", "cccccccccccc BIO")),
        (
            "bbbbbbbbbbbb BIO", "bbbbbbbbbbbb BIO conlleval:3",
            ("flair 1", "the same file, read differently", "bbbbbbbbbbbb BIO", "bbbbbbbbbbbb BIO conlleval:3"),
        ),
        ("; flair 1=bbbbbbbbbbbb BIO", "", ("flair 1", "only in A", "bbbbbbbbbbbb BIO", "–")),
    ],
)  # fmt: skip
def test_a_difference_is_told_in_words(before: str, after: str, said: tuple[str, ...]) -> None:
    assert told(ONE.replace(before, after)) == [said]


def test_what_is_no_signature_is_refused() -> None:
    with pytest.raises(CommandError, match="is not a signature"):
        differences_in_words(ONE, "F1 = 3")


def test_a_signature_in_a_comment_of_a_page_is_read() -> None:
    assert read_signature(f"<!-- {ONE} -->") == read_signature(ONE)
