import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.training.known_relations import RelationProfile, relation_profile
from tests.events.relation_studies import Sentence, relation_studies, relation_study
from tests.training.plain_relations import (
    Known,
    own_surfaces,
    pairs_of_sentences,
    relation_rows,
    type_names,
)
from tests.training.trained_studies import BuildStudy


def test_averages_are_sums_over_the_reference_relations(build_study: BuildStudy) -> None:
    """Of two pairs of Ann and Bo training relates one; of four pairs of a person and a place, two."""
    reference: Sentence = (
        ["Ann", "Lee", "of", "the", "Bo", "x"],
        ([(0, 1, "Per"), (0, 2, "Per"), (4, 5, "Loc")], [(0, "Kill", 2), (1, "Kill", 2)]),
        [],
    )
    spans = [(0, 1, "Per"), (1, 2, "Loc"), (2, 3, "Loc")]
    training: list[Sentence] = [
        (["Ann", "Bo", "Cy"], (spans, [(0, "Kill", 1), (0, "Kill", 2)]), []),
        (["Ann", "Bo", "Cy"], (spans, [(0, "Meet", 1)]), []),
    ]
    study = relation_study(build_study, [reference], [], training)
    assert relation_profile(study) == RelationProfile(2, 1, 0.5, 0.5, 1.0, 5, 5)


@given(st.data())
def test_the_profile_agrees_with_plain_sums(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, n_systems=1))
    assert study.training is not None
    text, learned, known = study.training.text, study.training.annotation.mentions, Known(study)
    between_two = [(head, name, tail) for head, name, tail in known.both_ways if head != tail]
    mentions = study.reference.mentions

    def consistency(own: list[object], other: list[object], row: tuple[int, str, int]) -> float:
        head, name, tail = own[row[0]], row[1], own[row[2]]
        pairs = [1 for one, two in pairs_of_sentences(text, learned) if (other[one], other[two]) == (head, tail)]
        related = [1 for one, its, two in between_two if (other[one], its, other[two]) == (head, name, tail)]
        return len(related) / len(pairs) if pairs else 0.0

    rows, surface = relation_rows(study, "reference"), own_surfaces(study, "reference")
    exact = [known.part(surface[head], name, surface[tail]) == "exact" for head, name, tail in rows]
    by_surface = [consistency([*surface], [*known.surfaces], row) for row in rows]
    by_type = [consistency([*type_names(mentions)], [*type_names(learned)], row) for row in rows]
    places = [set(range(start, end)) for start, end in zip(mentions.start, mentions.end, strict=True)]
    gaps = [
        len(set(range(min(both), max(both))) - places[head] - places[tail])
        for head, _, tail in rows
        for both in [places[head] | places[tail]]
    ]
    profile = relation_profile(study)
    assert (profile.n_relations, profile.n_exact) == (len(rows), sum(exact))
    assert profile.n_tokens == sum(len(places[head]) + len(places[tail]) for head, _, tail in rows)
    assert profile.n_between == sum(gaps)
    assert profile.consistency == pytest.approx(sum(by_surface))
    assert profile.exact_consistency == pytest.approx(
        sum(value for value, is_exact in zip(by_surface, exact, strict=True) if is_exact)
    )
    assert profile.argument_consistency == pytest.approx(sum(by_type))
    assert all(0 <= value <= 1 for value in (*by_surface, *by_type))
