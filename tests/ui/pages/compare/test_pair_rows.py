"""Every count of a pair of systems opens just as many reference mentions, whatever is filtered."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.query.compared_rows import kept_reference
from nerinspect.query.differences import compare, compare_each
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.ui.kit.tables.sheet import Cell
from nerinspect.ui.pages.compare.pair_table import Pair, PairCells, against_all, named_pairs
from nerinspect.ui.platforms import sample_request

MakeStudy = Callable[..., Study]
LIMITS = (-1.0, 1.0)
COUNTS, MCNEMAR = slice(6, 10), 10

readings = st.sampled_from(["O O", "B-LOC O", "O B-LOC", "B-LOC I-LOC", "B-LOC B-LOC", "B-PER I-PER", "B-LOC B-PER"])
phrases = st.tuples(readings, readings, readings)
"""How the reference and two systems read two words."""


@pytest.fixture(scope="module")
def sample() -> Study:
    request = sample_request()
    names = (*request.predictions, "third=" + request.predictions[0].partition("=")[2])
    return load_study(replace(request, predictions=names))


def pairs_under(study: Study, query: str) -> tuple[MentionBase, list[Pair]]:
    """Compare all systems in what a query keeps, each with each and the last one against all."""
    base = MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))
    runs = {name: [number] for number, name in enumerate(study.systems)}
    firsts = {name: own[0] for name, own in runs.items()}
    pairs = named_pairs(firsts, compare_each(study, [*runs.values()], base, n_samples=1))
    return base, [*pairs, *against_all(pairs, study.systems[-1])]


def cells_under(study: Study, query: str) -> Iterator[tuple[PairCells, list[Cell]]]:
    base, pairs = pairs_under(study, query)
    for pair in pairs:
        for row in pair.comparison.rows:
            told = PairCells(study, base, pair, row, LIMITS)
            yield told, list(told)


def n_opened(study: Study, cell: Cell, pair: Pair) -> int:
    assert cell.door is not None
    asked_of = pair.run_a if cell.prediction < 0 else cell.prediction
    return int(kept_reference(study, cell.door, asked_of).sum())


@pytest.mark.parametrize(
    "query",
    [
        "type:ORG", "-type:ORG", "pred:PER", "-pred:none", "ref:LOC pred:ORG", "kind:be", "-kind:tp",
        "tough:unseen-any", "-tough:unseen-tokens", "-tough:tcm-all", "reftough:seen", "predtough:unseen-type",
        "bucket:eLen=XS", "elen:2", "-elen:1", "doc:1", "line:<200", "/^[AB]/", "-/^[AB]/", "system:rich",
        "surface:Bergen", "-surface:Bergen",
        "wrong:third", "same:rich", "differs:rich", "gotby:1", "type:ORG OR kind:be", "elen:>1 OR doc:1",
        "-elen:1 type:PER kind:fn",
    ],
)  # fmt: skip
def test_counts_under_a_filter_are_what_they_open(sample: Study, query: str) -> None:
    for told, cells in cells_under(sample, query):
        for cell in cells[COUNTS]:
            assert cell.value == (n_opened(sample, cell, told.pair) if cell.door else 0)


@given(st.lists(phrases, min_size=1, max_size=6))
def test_counts_by_what_events_hold_are_what_they_open(
    make_study_from: MakeStudy, phrases: Sequence[tuple[str, ...]]
) -> None:
    tokens = [zip(("Rome", "Oslo"), *(reading.split() for reading in phrase), strict=True) for phrase in phrases]
    written = [" ".join("/".join(token) for token in phrase) for phrase in tokens]
    made = make_study_from(*written, systems=("a", "b"))
    for query in ('surface:"Rome Oslo"', "-surface:Rome", "surface:Oslo OR elen:2"):
        for told, cells in cells_under(made, query):
            for cell in cells[COUNTS]:
                assert cell.value == (n_opened(made, cell, told.pair) if cell.door else 0)
            opens = n_opened(made, cells[MCNEMAR], told.pair)
            if told.row.is_asked_alike:
                assert opens == told.row.only_a + told.row.only_b
            assert (f"opens the {opens} " in cells[MCNEMAR].tooltip) == told.row.is_asked_alike


def test_exchanged_pairs_say_the_same_under_a_filter_on_events(sample: Study) -> None:
    base = pairs_under(sample, "-elen:1")[0]
    there, back = compare(sample, [0], [1], base, 1), compare(sample, [1], [0], base, 1)
    for row, other in zip(there.rows, back.rows, strict=True):
        assert (row.both_right, row.only_a, row.only_b) == (other.both_right, other.only_b, other.only_a)
        assert (row.both_wrong, row.is_asked_alike) == (other.both_wrong, other.is_asked_alike)
