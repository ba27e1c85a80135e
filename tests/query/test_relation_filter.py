"""Filters about mentions and relations keep what a plain evaluation of each meeting keeps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import UnknownNameError
from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import RELATION_KINDS, relation_events
from nerinspect.events.study import Study
from nerinspect.query.fields.table import FIELDS
from nerinspect.query.filters import Everything, Filter, Term, all_of, any_of, negated, relation_mask
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.values import Phrase, Value
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.training.known_relations import RELATION_PARTS
from tests.events.relation_studies import RELATION_TYPES, Sentence, relation_studies, relation_study
from tests.examples import examples
from tests.query.conftest import NUMBERS
from tests.query.plain_relations import OWN_FIELDS, plain_event_mask, plain_relation_mask
from tests.training.trained_studies import BuildStudy

VALUES: dict[str, st.SearchStrategy[Value]] = {
    "relkind": st.sampled_from(RELATION_KINDS),
    **dict.fromkeys(["rel", "refrel", "predrel"], st.sampled_from([*RELATION_TYPES, None, "unknown"])),
    **dict.fromkeys(["part", "refpart", "predpart"], st.sampled_from(RELATION_PARTS)),
    "adist": NUMBERS,
    "kind": st.sampled_from(["tp", "fp", "fn", "le"]),
    "elen": NUMBERS,
    **dict.fromkeys(["ref", "pred"], st.sampled_from(["LOC", "ORG", "PER", None])),
    "system": st.sampled_from(["system 0", "system 1"]),
    "sent": NUMBERS,
    "verdict": st.sampled_from([None, "ambiguous", "both-wrong"]),
    "cause": st.sampled_from(["typo", "gap"]),
    "flag": st.sampled_from(["yes", "no"]),
    "note": st.just(Phrase("why")),
}
DECISIONS = st.builds(
    Decision,
    st.sampled_from(["", "ambiguous", "both-wrong"]),
    st.sampled_from([(), ("typo",), ("typo", "gap")]),
    st.booleans(),
    st.sampled_from(["", "why"]),
)


def decided(build_study: BuildStudy) -> st.SearchStrategy[Study]:
    """Draw studies in which something else is decided about relations than about mentions."""

    def decide(study: Study, said: list[Decision]) -> Study:
        study.decisions.fill({event: said[event % len(said)] for event in range(len(study.events))})
        numbers = range(len(relation_events(study)))
        study.relation_decisions.fill({event: said[-1 - event % len(said)] for event in numbers})
        return study

    return st.builds(decide, relation_studies(build_study), st.lists(DECISIONS, min_size=1, max_size=4))


def terms(*fields: str) -> st.SearchStrategy[Filter]:
    return st.sampled_from(fields).flatmap(
        lambda field: st.lists(VALUES[field], min_size=1, max_size=2).map(lambda values: Term(field, tuple(values)))
    )


def filters(leaf: st.SearchStrategy[Filter]) -> st.SearchStrategy[Filter]:
    return st.recursive(
        leaf | st.just(Everything()),
        lambda inner: st.one_of(
            inner.map(negated),
            st.lists(inner, max_size=3).map(lambda parts: all_of(*parts)),
            st.lists(inner, max_size=3).map(lambda parts: any_of(*parts)),
        ),
        max_leaves=6,
    )


FILTERS = filters(terms(*VALUES) | terms(*OWN_FIELDS))


def test_a_term_about_relations_equals_the_plain_evaluation(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(150))
    @given(relation_studies(build_study), terms(*OWN_FIELDS))
    def check(study: Study, term: Filter) -> None:
        assert relation_mask(study, term).tolist() == plain_relation_mask(study, term)
        assert term.mask(study).tolist() == plain_event_mask(study, term)

    check()


def test_any_filter_keeps_the_relation_events_of_the_plain_evaluation(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(150))
    @given(decided(build_study), FILTERS)
    def check(study: Study, query: Filter) -> None:
        assert relation_mask(study, query).tolist() == plain_relation_mask(study, query)

    check()


def test_any_filter_keeps_the_mention_events_of_the_plain_evaluation(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(150))
    @given(decided(build_study), FILTERS, filters(terms("kind", "elen")))
    def check(study: Study, query: Filter, other: Filter) -> None:
        plain, among = plain_event_mask(study, query), other.mask(study)
        assert query.mask(study).tolist() == plain
        assert query.mask(study, among)[among].tolist() == np.array(plain, dtype=bool)[among].tolist()

    check()


def test_filters_about_mentions_alone_do_not_look_at_relations(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(40))
    @given(relation_studies(build_study), filters(terms("kind", "ref", "sent")))
    def check(study: Study, query: Filter) -> None:
        assert np.array_equal(negated(query).mask(study), ~query.mask(study))

    check()


def test_what_is_written_reads_back(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(60))
    @given(decided(build_study), FILTERS)
    def check(study: Study, query: Filter) -> None:
        unknown: list[Exception] = []
        vocabulary = Vocabulary(study.types, study.systems, has_training=True, study=study)
        assert parse_query(query_text(query), vocabulary, unknown.append) == query

    check()


def test_what_was_decided_is_asked_of_the_relation_event_itself(build_study: BuildStudy) -> None:
    """A verdict on a relation says nothing of its arguments, nor one on an argument of the relation."""
    study = relation_study(build_study, SENTENCES)
    study.relation_decisions.fill({0: Decision("both-wrong", ("typo",), True, "why"), 1: Decision("scope")})
    study.decisions.fill({0: Decision("ambiguous")})
    vocabulary = Vocabulary.of(study)
    numbers = {
        query: np.flatnonzero(relation_mask(study, parse_query(query, vocabulary))).tolist()
        for query in ("verdict:both-wrong", "verdict:scope", "verdict:ambiguous", "cause:typo", "flag:yes", "note:why")
    }
    assert [*numbers.values()] == [[0], [1], [], [0], [0], [0]]
    undecided = parse_query("verdict:none", vocabulary)
    assert np.flatnonzero(relation_mask(study, undecided)).tolist() == [*range(2, len(relation_events(study)))]
    assert not undecided.mask(study)[0]
    assert undecided.mask(study)[1:].all()
    assert "scope" in FIELDS["verdict"].choices(vocabulary)
    assert FIELDS["cause"].choices(vocabulary) == ("typo",)


SENTENCES: list[Sentence] = [
    (
        ["Ann", "shot", "Bo", "in", "New", "York", "near", "Cy"],
        (
            [(0, 1, "PER"), (2, 3, "PER"), (4, 6, "LOC"), (7, 8, "PER")],
            [(0, "Kill", 1), (1, "Meet", 2), (3, "Meet", 0)],
        ),
        [
            (
                [(0, 1, "PER"), (2, 3, "LOC"), (4, 6, "LOC")],
                [(0, "Kill", 1), (2, "Meet", 1)],
            )
        ],
    ),
    (["Di", "rests"], ([(0, 1, "PER")], []), [([], [])]),
]
"""One relation correct, one reversed, one missed whose argument is missed; the last mention has no relation."""


@pytest.fixture
def shot(build_study: BuildStudy) -> Study:
    return relation_study(build_study, SENTENCES)


def first_tokens_kept(study: Study, query: str) -> list[str]:
    mask = parse_query(query, Vocabulary.of(study)).mask(study)
    return [study.text.token(start) for start in study.events.start[mask].tolist()]


def kinds_kept(study: Study, query: str) -> list[str]:
    mask = relation_mask(study, parse_query(query, Vocabulary.of(study)))
    return sorted(RELATION_KINDS[code] for code in relation_events(study).kind[mask].tolist())


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("", ["correct", "missed", "reversed"]),
        ("relkind:REVERSED", ["reversed"]),
        ("rel:Kill", ["correct"]),
        ("predrel:none", ["missed"]),
        ("refrel:Meet predrel:Meet", ["reversed"]),
        ("adist:1", ["correct", "reversed"]),
        ("adist:>1", ["missed"]),
        ("kind:fn", ["missed"]),
        ("kind:tp", ["correct", "missed", "reversed"]),
        ("kind:tp ref:LOC", ["reversed"]),
        ("-kind:tp", ["correct", "missed", "reversed"]),
        ("kind:le rel:Meet", ["reversed"]),
        ("kind:fn OR rel:Kill", ["correct", "missed"]),
        ("-(kind:fn OR rel:Kill)", ["missed", "reversed"]),
        ("surface:Bo", ["correct", "reversed"]),
        ("york", ["correct", "missed", "reversed"]),
        ("sent:2", []),
    ],
)
def test_relation_events_are_kept_by_their_arguments(shot: Study, query: str, kinds: list[str]) -> None:
    assert kinds_kept(shot, query) == kinds


@pytest.mark.parametrize(
    ("query", "firsts"),
    [
        ("rel:Kill", ["Ann", "Bo"]),
        ("relkind:missed", ["Ann", "Cy"]),
        ("-relkind:correct", ["Ann", "Bo", "New", "Cy"]),
        ("rel:Kill relkind:missed", []),
        ("(rel:Kill) (relkind:missed OR kind:le)", ["Bo"]),
        ("rel:Meet -relkind:missed", ["Bo", "New"]),
        ("relkind:missed kind:tp", ["Ann"]),
        ("relkind:missed OR sent:2", ["Ann", "Cy", "Di"]),
        ("-(rel:Kill kind:le)", ["Ann", "Bo", "New", "Cy", "Di"]),
        ("adist:0", []),
        ("predrel:none", ["Ann", "Cy"]),
    ],
)
def test_mention_events_are_kept_by_their_relations(shot: Study, query: str, firsts: list[str]) -> None:
    assert first_tokens_kept(shot, query) == firsts


@pytest.mark.parametrize("text", ["relkind:correct", "predrel:none", "adist:>=0", "-relkind:correct", "rel:none"])
def test_without_relations_no_mention_has_a_value(study: Study, text: str) -> None:
    query = parse_query(text, Vocabulary.of(study))
    assert not query.mask(study).any()
    assert len(relation_mask(study, query)) == 0


@pytest.mark.parametrize("text", ["part:exact", "-part:exact"])
def test_without_relations_in_training_nothing_has_a_part(build_study: BuildStudy, text: str) -> None:
    untrained = relation_study(build_study, SENTENCES, training=[(["Ed"], ([(0, 1, "PER")], []), [])])
    mask = relation_mask(untrained, parse_query(text, Vocabulary.of(untrained)))
    assert mask.tolist() == [text.startswith("-")] * 3


def test_an_unknown_type_names_the_nearest(shot: Study) -> None:
    with pytest.raises(UnknownNameError, match="no relation type is called “kil”; the nearest is Kill"):
        parse_query("rel:kil", Vocabulary.of(shot))
    warned: list[UnknownNameError] = []
    kept = parse_query("rel:kil", Vocabulary.of(shot), warned.append)
    assert [error.nearest for error in warned] == ["Kill"]
    assert not relation_mask(shot, kept).any()


def test_values_are_counted_by_mention_event(shot: Study) -> None:
    everywhere = np.ones(len(shot.events), dtype=bool)
    assert FIELDS["relkind"].counts(shot, everywhere) == {
        **dict.fromkeys(RELATION_KINDS, 0), "correct": 2, "missed": 2, "reversed": 2
    }  # fmt: skip
    assert FIELDS["predrel"].counts(shot, everywhere) == {"Kill": 2, "Meet": 2, None: 2}
    assert FIELDS["adist"].counts(shot, everywhere) == {1: 3, 6: 2}
