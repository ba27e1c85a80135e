"""Every count of two systems in the filter panels is the number of rows that its pick leaves."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.query.compared_rows import mention_rows, spurious_stretches, stretch_rows
from nerinspect.query.counts.outcomes import FEWEST_SYSTEMS, beside_counts, kind_of, pick_kinds, picked_kinds
from nerinspect.query.filters import Filter, Term
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import compared_systems
from tests.examples import examples

PICKS = st.sampled_from(["none", "kind", "kindof", "gotby"])


def test_kinds_and_numbers_of_systems_open_the_rows_they_count(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    studies = random_studies.filter(lambda study: len(study.predictions) > 1)

    @settings(max_examples=examples(80))
    @given(studies, random_filters, PICKS, st.data())
    def check(study: Study, query: Filter, picked: str, data: st.DataObject) -> None:
        a, b = data.draw(st.permutations(range(len(study.predictions))))[:2]
        free = Selection.from_filter(query).without_field("kind", "kindof", "gotby")
        names = beside_counts(study, free, a, b).names
        asked_first: dict[str, str | float] = {"kind": "fn", "kindof": kind_of(names[1], "fn"), "gotby": 0.0}
        value = asked_first.get(picked)
        selection = free if value is None else free.with_term(Term(picked, (value,)))
        counts = beside_counts(study, selection, a, b)

        def n_rows(field: str, asked: str | float) -> int:
            others = selection.without_field(field)
            return len(mention_rows(study, others.with_term(Term(field, (asked,))).filter, a, b))

        for place, kind in enumerate(KINDS):
            assert counts.kinds[0, place] == n_rows("kind", kind)
            assert counts.kinds[1, place] == (n_rows("kindof", kind_of(names[1], kind)) if kind != "fp" else 0)
        n_systems = len(compared_systems(study))
        assert counts.n_got_by == (
            tuple(n_rows("gotby", float(n)) for n in (0, 1)) if n_systems >= FEWEST_SYSTEMS else ()
        )

    check()


def test_kinds_of_stretches_open_the_stretches_they_count(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    studies = random_studies.filter(lambda study: len(study.predictions) > 1)
    cells = st.tuples(st.sampled_from([0, 1]), st.sampled_from(KINDS))

    @settings(max_examples=examples(30))
    @given(studies, random_filters, st.none() | cells, st.data())
    def check(study: Study, query: Filter, picked: tuple[int, str] | None, data: st.DataObject) -> None:
        a, b = data.draw(st.permutations(range(len(study.predictions))))[:2]
        selection = Selection.from_filter(query).without_field("kind", "kindof", "system", "run")
        if picked is not None:
            selection = pick_kinds(selection, beside_counts(study, selection, a, b, True), picked[0], [picked[1]])
        counts = beside_counts(study, selection, a, b, True)
        assert counts.n_rows == len(stretch_rows(study, selection.filter, a, b))
        for side in (0, 1):
            for place, kind in enumerate(KINDS):
                if (side, kind) != picked:
                    left = pick_kinds(selection, counts, side, [kind])
                    assert counts.kinds[side, place] == len(stretch_rows(study, left.filter, a, b))
                else:
                    assert counts.kinds[side, place] == counts.n_rows

    check()


def test_stretches_are_counted_by_all_events_in_them(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("New/B-LOC/B-LOC/B-LOC York/O/I-LOC/B-PER and/O/O/O Bo/O/B-PER/O", systems=("a", "b"))
    kinds = beside_counts(study, Selection(), 0, 1, True).kinds
    counted = {kind: tuple(kinds[:, place].tolist()) for place, kind in enumerate(KINDS) if kinds[:, place].any()}
    assert counted == {"fp": (1, 1), "be": (1, 0), "tp": (0, 1)}
    assert spurious_stretches(study, 0, 1) == (1, 1)


def test_kinds_of_b_are_read_from_a_selection_by_its_name() -> None:
    selection = Selection((Term("kindof", ("elmo=fn", "elmo=be")),))
    assert picked_kinds(selection, "elmo") == ("fn", "be")
    assert picked_kinds(selection, "flair") == ()
