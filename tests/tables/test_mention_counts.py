from collections.abc import Callable
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import AnnotatedText, Study
from nerinspect.tables.files import COUNT_COLUMNS, mention_counts
from tests.examples import examples

Span: TypeAlias = tuple[int, int, str]
MakeStudy: TypeAlias = Callable[..., Study]
Sentences: TypeAlias = list[tuple[list[str], list[Span]]]

SPANS = [(start, end, name) for start in range(3) for end in range(start + 1, 4) for name in "XY"]
SENTENCES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["a", "b", "a b", "é"]), min_size=3, max_size=4),
        st.lists(st.sampled_from(SPANS), max_size=3, unique=True),
    ),
    min_size=1,
    max_size=3,
)


def file_of(build_study: MakeStudy, sentences: Sentences) -> AnnotatedText:
    study = build_study([(tokens, spans, []) for tokens, spans in sentences], systems=())
    return AnnotatedText(study.text, study.reference)


def test_the_most_frequent_comes_first_then_type_and_surface(build_study: MakeStudy) -> None:
    sentences: Sentences = [
        (["Rome", "New", "York"], [(0, 1, "LOC"), (1, 3, "LOC")]),
        (["Ada", "in", "Rome"], [(0, 1, "PER"), (2, 3, "LOC")]),
        (["Rome", "éa", "Zoe"], [(0, 1, "ORG"), (1, 2, "PER"), (2, 3, "PER")]),
    ]
    assert list(mention_counts([file_of(build_study, sentences)])) == [
        (2, "LOC", "Rome"),
        (1, "LOC", "New York"),
        (1, "ORG", "Rome"),
        (1, "PER", "Ada"),
        (1, "PER", "Zoe"),
        (1, "PER", "éa"),
    ]


def test_columns_stand_in_their_order() -> None:
    assert COUNT_COLUMNS == ("count", "type", "surface")


def test_files_are_counted_together(build_study: MakeStudy) -> None:
    one, other = (file_of(build_study, [(["x", name], [(1, 2, "LOC")])]) for name in ("Rome", "Oslo"))
    assert list(mention_counts([one, other, one])) == [(2, "LOC", "Rome"), (1, "LOC", "Oslo")]


def test_surfaces_are_compared_token_by_token(build_study: MakeStudy) -> None:
    file = file_of(build_study, [(["New York"], [(0, 1, "LOC")]), (["New", "York"], [(0, 2, "LOC")])])
    assert list(mention_counts([file, file])) == [(2, "LOC", "New York")] * 2


def test_nothing_is_counted_without_mentions(build_study: MakeStudy) -> None:
    assert list(mention_counts([file_of(build_study, [(["a"], [])])])) == []


@settings(max_examples=examples(60))
@given(files=st.lists(SENTENCES, max_size=2))
def test_each_row_counts_what_is_there(build_study: MakeStudy, files: list[Sentences]) -> None:
    plain: dict[tuple[str, tuple[str, ...]], int] = {}
    for sentences in files:
        for tokens, spans in sentences:
            for start, end, name in spans:
                surface = name, tuple(tokens[start:end])
                plain[surface] = plain.get(surface, 0) + 1
    expected = sorted((-count, name, " ".join(tokens)) for (name, tokens), count in plain.items())
    counted = mention_counts([file_of(build_study, sentences) for sentences in files])
    assert list(counted) == [(-count, name, surface) for count, name, surface in expected]
