from collections.abc import Callable

import pytest

from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.saved import NewNames, with_new_names
from nerinspect.query.selection import Selection
from nerinspect.systems.arranging import Arranged, arranged, new_numbers

MakeStudy = Callable[..., Study]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Give `a` with one run and `b` with two."""
    return make_study_from("Rome/B-LOC/O/B-LOC/B-LOC met/O/O/O/O Ada/B-PER/B-PER/O/B-PER", systems=("a", "b", "b"))


@pytest.mark.parametrize(
    ("wanted", "before", "after", "gone"),
    [
        ([(0, "x"), (1, "b"), (2, "b")], "wrong:a right:b", "wrong:x right:b", ""),
        ([(0, "b"), (1, "a"), (2, "a")], "wrong:a right:b system:a", "wrong:b right:a system:b", ""),
        ([(0, "b"), (1, "a"), (2, "a")], "-wrong:a,b kind:fn", "-wrong:b,a kind:fn", ""),
        ([(0, "x"), (1, "b"), (2, "b")], "wrong:a OR kind:fn", "wrong:x OR kind:fn", ""),
        ([(0, "x"), (1, "b"), (2, "b")], "kindof:a=fn same:a", "kindof:x=fn same:x", ""),
        ([(0, "x"), (1, "b"), (2, "b")], '"a"', '"a"', ""),
        ([(0, "a"), (1, "a"), (2, "b")], "wrong:b", 'wrong:"a run 2"', ""),
        ([(2, "b"), (1, "b"), (0, "a")], "wrong:b", 'wrong:"b run 2"', ""),
        ([(1, "a"), (2, "a")], "wrong:a kind:fn", "kind:fn", "wrong:a"),
        ([(1, "a"), (2, "a")], "system:a,b", "", "system:a,b"),
        ([(0, "x"), (1, "b"), (2, "b")], "ref:PER pred:none", "ref:PER pred:none", ""),
        ([(0, "a"), (1, "b")], "system:b", "system:b", ""),
    ],
)
def test_terms_go_on_asking_about_the_same_predictions(
    study: Study, wanted: list[tuple[int, str]], before: str, after: str, gone: str
) -> None:
    changed = arranged(study, [Arranged(*one) for one in wanted])
    selection = Selection.from_filter(parse_query(before, Vocabulary.of(study)))
    names = NewNames(study, changed, new_numbers(study, changed))
    asked, left_out = with_new_names(selection, names)
    assert asked.filter == parse_query(after, Vocabulary.of(changed))
    assert left_out.text == gone
