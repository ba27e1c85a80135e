"""Numbers of the relation panels equal a plain count, and each equals the relation events that its door opens."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.relation_events import RELATION_KINDS, relation_events
from nerinspect.events.study import Study
from nerinspect.query.counts.relations import (
    DISTANCES,
    PartColumn,
    RelationBase,
    RelationCounts,
    TypeColumn,
    kept_cells,
    kept_parts,
    kept_types,
    pick_cells,
    pick_parts,
    pick_types,
    picked_cells,
    picked_types,
    relation_counts,
    toggle_cell,
)
from nerinspect.query.filters import Filter, Term, all_of, relation_mask
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.training.known_relations import RELATION_PARTS
from tests.events.relation_studies import RELATION_TYPES, relation_studies, relation_study
from tests.examples import examples
from tests.query.conftest import DECISIONS
from tests.query.plain_relations import OWN_FIELDS, plain_relation_mask
from tests.query.test_relation_filter import FILTERS, SENTENCES, VALUES, terms
from tests.training.trained_studies import BuildStudy

SELECTIONS = st.lists(terms(*OWN_FIELDS) | terms(*VALUES) | FILTERS, max_size=3).map(
    lambda parts: Selection(tuple(parts))
)
WITH_HEURISTIC = 2
"""The number of the heuristic behind two systems."""


@st.composite
def decided_studies(draw: st.DrawFn, build_study: BuildStudy) -> Study:
    study = draw(relation_studies(build_study, with_retention=True))
    events = range(len(relation_events(study)))
    decided = draw(st.dictionaries(st.sampled_from(events), DECISIONS)) if events else {}
    return replace(study, relation_decisions=Decisions(decided))


def opened(study: Study, selection: Selection, prediction: int) -> int:
    """Count what a door keeps of a prediction."""
    own = relation_events(study).prediction == prediction
    return int(np.count_nonzero(relation_mask(study, selection.filter) & own))


def type_doors(counts: RelationCounts, selection: Selection) -> Iterator[tuple[Selection, int]]:
    for code, name in [(None, ""), *enumerate(counts.types)]:
        rates, names = counts.by_type.at(code), [name] if name else []
        yield kept_types(selection, names, TypeColumn.REFERENCE), rates.reference
        yield kept_types(selection, names, TypeColumn.PRECISION), rates.predicted
        yield kept_types(selection, names, TypeColumn.RECALL), rates.correct


def part_doors(counts: RelationCounts, selection: Selection) -> Iterator[tuple[Selection, int]]:
    assert counts.by_part is not None
    for code, part in [(None, ""), *enumerate(RELATION_PARTS)]:
        rates, parts = counts.by_part.at(code), [part] if part else []
        for column in (PartColumn.RELATIONS, PartColumn.SHARE):
            yield kept_parts(selection, parts, column, counts.types), rates.reference
        yield kept_parts(selection, parts, PartColumn.RECALL, counts.types), rates.correct
        yield kept_parts(selection, parts, PartColumn.MISSED, counts.types), rates.reference - rates.correct


def event_doors(counts: RelationCounts, selection: Selection) -> Iterator[tuple[Selection, int]]:
    for kind, count in zip(RELATION_KINDS, counts.kinds.tolist(), strict=True):
        yield selection.without_field("relkind").with_term(Term("relkind", (kind,))), count
    for bucket, count in zip(DISTANCES, counts.distances.tolist(), strict=True):
        yield selection.without_field("adist").with_term(Term("adist", (bucket,))), count
    for number, count in zip(counts.document_numbers.tolist(), counts.documents.tolist(), strict=True):
        yield selection.without_field("doc").with_term(Term("doc", (number,))), count
    for verdict, count in counts.verdicts.items():
        yield selection.without_field("verdict").with_term(Term("verdict", (verdict,))), count
    names = (*counts.types, None)
    for row, reference in enumerate(names):
        for column, predicted in enumerate(names):
            yield kept_cells(selection, [reference], [predicted]), int(counts.matrix[row, column])


def test_every_number_is_what_its_door_opens(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(80))
    @given(decided_studies(build_study), SELECTIONS, st.integers(0, 2))
    def check(study: Study, selection: Selection, prediction: int) -> None:
        counts = relation_counts(study, prediction, selection)
        assert counts.n_events == opened(study, selection, prediction)
        doors = [*type_doors(counts, selection), *event_doors(counts, selection)]
        if counts.by_part is not None:
            doors += part_doors(counts, selection)
        for door, count in doors:
            assert opened(study, door, prediction) == count, door.text

    check()


def test_numbers_of_the_heuristic_are_what_their_doors_open(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(40))
    @given(relation_studies(build_study, with_retention=True), SELECTIONS)
    def check(study: Study, selection: Selection) -> None:
        counts, base = relation_counts(study, 0, selection), RelationBase.of(selection)
        if counts.of_heuristic is None:
            return
        assert counts.heuristic == WITH_HEURISTIC
        rates = counts.of_heuristic.at()
        sides = {"predicted": rates.predicted, "reference": rates.reference}
        for side, count in sides.items():
            asked = base.on_side("predicted" if side == "predicted" else "reference", counts.types)
            assert opened(study, base.events.with_term(asked), WITH_HEURISTIC) == count

    check()


def test_outcomes_never_bend_a_rate(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(60))
    @given(relation_studies(build_study), SELECTIONS, terms("relkind") | terms("kind"))
    def check(study: Study, selection: Selection, outcome: Filter) -> None:
        free, bent = (relation_counts(study, 0, one) for one in (selection, selection.with_term(outcome)))
        assert free.by_type.at() == bent.by_type.at()
        for rates, others in ((free.by_part, bent.by_part), (free.of_heuristic, bent.of_heuristic)):
            assert (rates is None) == (others is None)
            assert rates is None or others is None or rates.at() == others.at()

    check()


def test_rates_are_those_of_a_plain_count(build_study: BuildStudy) -> None:
    """Without a filter every relation counts once on its side, and a type has those of its name."""

    @settings(max_examples=examples(60))
    @given(relation_studies(build_study))
    def check(study: Study) -> None:
        counts, events = relation_counts(study, 1, Selection()), relation_events(study)
        own = [event for event in range(len(events)) if events.prediction[event] == 1]
        assert counts.by_type.at().reference == sum(events.reference[event] >= 0 for event in own)
        assert counts.by_type.at().predicted == sum(events.predicted[event] >= 0 for event in own)
        assert counts.by_type.at().correct == sum(RELATION_KINDS[events.kind[event]] == "correct" for event in own)
        for code, name in enumerate(counts.types):
            of_type = plain_relation_mask(study, Term("refrel", (name,)))
            assert counts.by_type.at(code).reference == sum(of_type[event] for event in own)
        assert counts.matrix.sum() == counts.kinds.sum() == counts.distances.sum() == len(own)

    check()


def test_errors_without_a_verdict_are_left_to_decide(build_study: BuildStudy) -> None:
    study = relation_study(build_study, SENTENCES)
    assert relation_counts(study, 0, Selection()).n_undecided == 2
    kinds = relation_events(study).kind.tolist()
    study.relation_decisions.decide(kinds.index(RELATION_KINDS.index("missed")), Decision("prediction-wrong"))
    study.relation_decisions.decide(kinds.index(RELATION_KINDS.index("reversed")), Decision(flag=True))
    counts = relation_counts(study, 0, Selection((Term("rel", ("Kill",)),)))
    assert counts.n_undecided == 1
    assert {verdict: count for verdict, count in counts.verdicts.items() if count} == {None: 1}


def test_picking_twice_frees(build_study: BuildStudy) -> None:
    study = relation_study(build_study, SENTENCES)
    types = tuple(RELATION_TYPES)
    before = Selection((Term("doc", (1,)),))
    for column in TypeColumn:
        once = pick_types(before, ["Kill"], column)
        assert pick_types(once, ["Kill"], column) == before
        assert once != before
    for part_column in PartColumn:
        once = pick_parts(before, ["new"], part_column, types)
        assert pick_parts(once, ["new"], part_column, types) == before
    once = pick_cells(before, ["Kill"], [None])
    assert pick_cells(once, ["Kill"], [None]) == before
    assert parse_query(once.text, Vocabulary.of(study)) == once.filter


def test_added_cells_are_kept_each(build_study: BuildStudy) -> None:
    names: list[str | None] = [*RELATION_TYPES, None]
    cells = [(reference, predicted) for reference in names for predicted in names if reference or predicted]

    @settings(max_examples=examples(40))
    @given(relation_studies(build_study), st.lists(st.sampled_from(cells), unique=True, max_size=4))
    def check(study: Study, picked: list[tuple[str | None, str | None]]) -> None:
        counts, selection = relation_counts(study, 0, Selection()), Selection()
        if len(counts.types) < len(RELATION_TYPES):
            return
        for cell in picked:
            selection = toggle_cell(selection, *cell, counts.types)
        kept = picked_cells(selection, counts.types)
        kept[-1, -1] = False  # holds no event
        places = [(names.index(reference), names.index(predicted)) for reference, predicted in picked]
        assert sorted(zip(*(axis.tolist() for axis in kept.nonzero()), strict=True)) == sorted(places)
        expected = sum(int(counts.matrix[place]) for place in places)
        assert opened(study, selection, 0) == (expected if picked else counts.n_events)

    check()


def test_types_are_added_and_taken_away() -> None:
    one = pick_types(Selection(), ["Kill"], TypeColumn.TYPE, is_added=True)
    both = pick_types(one, ["Meet"], TypeColumn.TYPE, is_added=True)
    assert both.filter == Term("rel", ("Kill", "Meet"))
    assert picked_types(both) == {"Kill", "Meet"}
    assert pick_types(pick_types(both, ["Kill"], TypeColumn.TYPE, is_added=True), ["Meet"], TypeColumn.TYPE, True) == (
        Selection()
    )


def test_a_number_takes_the_place_of_outcomes_and_a_name_does_not() -> None:
    before = Selection((Term("relkind", ("missed",)), Term("type", ("PER",)), Term("kind", ("fn",))))
    assert kept_types(before, ["Kill"], TypeColumn.TYPE).text == "relkind:missed type:PER kind:fn rel:Kill"
    assert kept_types(before, ["Kill"], TypeColumn.PRECISION).text == "type:PER predrel:Kill"
    assert kept_types(before, [], TypeColumn.RECALL).text == "type:PER -refrel:none relkind:correct"
    of_types = before.with_term(Term("rel", ("Kill",)))
    assert kept_parts(of_types, ["new"], PartColumn.MISSED, ("Kill", "Meet")).text == (
        "type:PER refrel:Kill part:new -relkind:correct"
    )


def test_types_that_are_left_out_are_not_counted(build_study: BuildStudy) -> None:
    study = relation_study(build_study, SENTENCES, training=SENTENCES)
    counts = relation_counts(study, 0, Selection((all_of(~Term("rel", ("Meet",))),)))
    assert counts.by_part is not None
    assert counts.by_part.at().reference == 1
    assert counts.by_type.at().reference == 3
