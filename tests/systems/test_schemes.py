from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.scores import score_prediction
from nerinspect.events.study import Study
from nerinspect.systems.scheme_pairs import PAIRINGS, pairings
from nerinspect.systems.schemes import FAIR_CODES, SCHEMES, SchemeCounts, fair_errors, tally_schemes
from tests.conftest import spans_of
from tests.examples import examples
from tests.training.trained_studies import texts

MakeStudy = Callable[..., Study]
BuildStudy = Callable[..., Study]
Span = tuple[int, int, str]
Sentence = tuple[list[str], list[Span], list[list[Span]]]

NAMES = st.sampled_from(["LOC", "ORG", "PER"])

BY_NAME = {scheme.name: scheme for scheme in SCHEMES}
PAIRED = ("strict", "exact", "partial", "type")


def counted(study: Study, scheme: str, type_name: str | None = None) -> SchemeCounts:
    return tally_schemes(study, 0).counts(BY_NAME[scheme], type_name)


def outcomes(study: Study, scheme: str, type_name: str | None = None) -> tuple[int, ...]:
    found = counted(study, scheme, type_name)
    return found.correct, found.incorrect, found.partial, found.missed, found.spurious


@st.composite
def flat_sides(draw: st.DrawFn) -> Sentence:
    """Draw a sentence whose mentions overlap on no side."""
    n_tokens = draw(st.integers(1, 12))
    sides = []
    for _ in range(2):
        bounds = [0, *draw(st.lists(st.integers(1, n_tokens), unique=True, max_size=7).map(sorted)), n_tokens]
        names = draw(st.lists(st.sampled_from([None, "LOC", "ORG", "PER"]), min_size=9, max_size=9))
        cut = [(start, end) for start, end in pairwise(bounds) if start < end]
        sides.append([(start, end, name) for (start, end), name in zip(cut, names, strict=False) if name])
    return ["x"] * n_tokens, sides[0], [sides[1]]


def some_studies(build_study: BuildStudy) -> st.SearchStrategy[Study]:
    return (st.lists(flat_sides(), min_size=1, max_size=3) | texts(1, 1)).map(build_study)


@pytest.mark.parametrize(
    ("words", "strict", "exact", "partial", "of_type"),
    [
        ("Smith/B-PER/B-PER", (1, 0, 0, 0, 0), (1, 0, 0, 0, 0), (1, 0, 0, 0, 0), (1, 0, 0, 0, 0)),
        ("Smith/O/B-PER", (0, 0, 0, 0, 1), (0, 0, 0, 0, 1), (0, 0, 0, 0, 1), (0, 0, 0, 0, 1)),
        ("Smith/B-PER/O", (0, 0, 0, 1, 0), (0, 0, 0, 1, 0), (0, 0, 0, 1, 0), (0, 0, 0, 1, 0)),
        ("Smith/B-PER/B-ORG", (0, 1, 0, 0, 0), (1, 0, 0, 0, 0), (1, 0, 0, 0, 0), (0, 1, 0, 0, 0)),
        ("Dr/O/B-PER Smith/B-PER/I-PER", (0, 1, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (1, 0, 0, 0, 0)),
        ("Dr/O/B-ORG Smith/B-PER/I-ORG", (0, 1, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 1, 0, 0, 0)),
    ],
)
def test_the_six_scenarios_of_semeval(
    words: str,
    strict: tuple[int, ...],
    exact: tuple[int, ...],
    partial: tuple[int, ...],
    of_type: tuple[int, ...],
    make_study_from: MakeStudy,
) -> None:
    study = make_study_from(words)
    assert [outcomes(study, name) for name in PAIRED] == [strict, exact, partial, of_type]


@pytest.mark.parametrize(
    ("words", "pairs"),
    [
        ("a/B-PER/B-ORG b/I-PER/I-ORG c/I-PER/B-PER", ["type", "spurious"]),
        ("a/B-PER/B-PER b/I-PER/B-PER c/I-PER/I-PER", ["type", "spurious"]),
        ("a/B-PER/B-PER b/I-PER/B-PER", ["type", "spurious"]),
        ("a/B-PER/B-LOC b/I-PER/I-LOC c/B-ORG/I-LOC", ["overlap", "missed"]),
        ("a/O/O b/B-C/B-B c/I-C/B-C d/B-A/I-C", ["overlap", "overlap"]),
        ("a/B-A/B-A b/B-A/I-A c/I-A/I-A d/I-A/B-A e/I-A/I-A", ["type", "type"]),
    ],
)
def test_a_mention_pairs_once(words: str, pairs: list[str], make_study_from: MakeStudy) -> None:
    units = pairings(make_study_from(words))[0]
    assert [PAIRINGS[code] for code in units.code.tolist()] == pairs


def test_same_type_then_more_tokens_then_left_decides(make_study_from: MakeStudy) -> None:
    def partner(words: str) -> int:
        units = pairings(make_study_from(words))[0]
        return int(units.predicted[0])

    assert partner("a/B-PER/B-ORG b/I-PER/I-ORG c/I-PER/B-PER") == 1
    assert partner("a/B-PER/B-PER b/I-PER/B-PER c/I-PER/I-PER") == 1
    assert partner("a/B-PER/B-PER b/I-PER/B-PER") == 0


def test_a_type_counts_its_mentions_alone(make_study_from: MakeStudy) -> None:
    study = make_study_from("Smith/B-PER/B-ORG", "Ann/B-PER/B-PER", "Dr/O/B-PER Lee/B-PER/I-PER")
    assert outcomes(study, "exact") == (2, 1, 0, 0, 0)
    assert outcomes(study, "exact", "PER") == (1, 1, 0, 1, 0)
    assert outcomes(study, "exact", "ORG") == (0, 0, 0, 0, 1)
    assert counted(study, "partial", "PER").precision == pytest.approx(1.5 / 2)
    assert counted(study, "partial", "PER").recall == pytest.approx(1.5 / 3)


def test_fair_evaluation_counts_each_error_once(make_study_from: MakeStudy) -> None:
    study = make_study_from("Smith/B-PER/B-ORG", "Dr/O/B-PER Lee/B-PER/I-PER", "Ann/B-PER/B-PER", "Bo/B-PER/O")
    found = counted(study, "fair")
    assert outcomes(study, "fair") == (1, 2, 0, 1, 0)
    assert found.precision == pytest.approx(1 / (1 + 0 + 0.5 * 2))
    assert found.recall == pytest.approx(1 / (1 + 1 + 0.5 * 2))


def test_fair_scores_follow_from_the_errors_as_published() -> None:
    """Katrin Ortmann's GermEval 2014 results of January 2022; her script has counted some errors otherwise since."""
    errors = {"tp": 5159, "fp": 267, "le": 252, "bes": 68, "bel": 101, "beo": 4, "lbe": 144, "fn": 477}
    units = np.array([[errors[code]] for code in FAIR_CODES])
    fair, weighted = (BY_NAME[name].judge(units)[0] for name in ("fair", "weighted"))
    assert [round(100 * score, 2) for score in (fair.precision, fair.recall, fair.f1)] == [90.34, 87.14, 88.71]
    assert [round(100 * score, 2) for score in (weighted.precision, weighted.recall, weighted.f1)] == [
        91.04,
        88.08,
        89.53,
    ]


def test_no_mention_is_passed_over(make_study_from: MakeStudy) -> None:
    """The author's script did so until March 2022: it counted one boundary error, one missed and one spurious here."""
    study = make_study_from("a/B-PER/B-PER b/I-PER/O c/O/O d/B-PER/B-PER e/I-PER/O")
    assert outcomes(study, "fair") == (0, 2, 0, 0, 0)


def test_a_split_mention_is_a_boundary_error_for_each_part(make_study_from: MakeStudy) -> None:
    study = make_study_from("Christopher/B-PER/B-PER Manning/I-PER/B-PER")
    assert outcomes(study, "fair") == (0, 2, 0, 0, 0)
    assert outcomes(study, "weighted") == (0, 0, 2, 0, 0)


@settings(max_examples=examples(150))
@given(data=st.data())
def test_the_counts_add_up(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(some_studies(build_study))
    exact = score_prediction(study, 0)
    for name in (None, *study.types):
        score = exact.overall if name is None else exact.of_type(name)
        for scheme in PAIRED:
            found = counted(study, scheme, name)
            paired = found.correct + found.incorrect + found.partial
            assert paired + found.missed == score.reference == found.possible / 4
            assert paired + found.spurious == score.predicted == found.actual / 4
        for scheme in ("traditional", "strict"):
            found = counted(study, scheme, name)
            assert (found.correct, found.actual, found.possible) == (
                score.correct,
                4 * score.predicted,
                4 * score.reference,
            )
            assert repr(found.f1) == repr(score.f1)
        assert counted(study, "traditional", name).incorrect == 0


@settings(max_examples=examples(150))
@given(data=st.data())
def test_exchanging_the_sides_exchanges_missed_and_spurious(data: st.DataObject, build_study: BuildStudy) -> None:
    sentences = data.draw(st.lists(flat_sides(), min_size=1, max_size=3))
    study = build_study(sentences)
    exchanged = build_study([(tokens, sides[0], [reference]) for tokens, reference, sides in sentences])
    for scheme in ("traditional", *PAIRED):
        *same, missed, spurious = outcomes(study, scheme)
        assert outcomes(exchanged, scheme) == (*same, spurious, missed)


def pairings_of(pairs: Sequence[tuple[Span, Span]]) -> Iterator[list[tuple[Span, Span]]]:
    """Go through all ways to take pairs so that no mention is in two."""
    if not pairs:
        yield []
        return
    (one, two), *others = pairs
    yield from pairings_of(others)
    for further in pairings_of([(a, b) for a, b in others if a != one and b != two]):
        yield [(one, two), *further]


def plain_pairing(reference: Sequence[Span], predicted: Sequence[Span]) -> dict[Span, tuple[str, Span]]:
    """Search through all pairings of a sentence; give for each mention of the reference its pair, and of what sort."""
    found: dict[Span, tuple[str, Span]] = {}
    left = list(reference), list(predicted)
    for name, n_compared in (("exact", 3), ("extent", 2)):
        for one in list(left[0]):
            for two in [other for other in left[1] if other[:n_compared] == one[:n_compared]][:1]:
                found[one] = name, two
                left[0].remove(one)
                left[1].remove(two)

    def shared(pair: tuple[Span, Span]) -> int:
        return min(pair[0][1], pair[1][1]) - max(pair[0][0], pair[1][0])

    def rank(pairing: Sequence[tuple[Span, Span]]) -> tuple[object, ...]:
        n_same = sum(one[2] == two[2] for one, two in pairing)
        return -len(pairing), -n_same, -sum(map(shared, pairing)), sorted(sorted(pair) for pair in pairing)

    meeting = [pair for pair in product(*left) if shared(pair) > 0]
    for one, two in min(pairings_of(meeting), key=rank):
        found[one] = "type" if one[2] == two[2] else "overlap", two
    return found


def found_pairing(
    sentence: tuple[list[str], list[Span], list[list[Span]]], study: Study
) -> dict[Span, tuple[str, Span]]:
    _, reference, (predicted,) = sentence
    units = pairings(study)[0]
    sides = sorted(set(reference)), sorted(set(predicted))
    rows = zip(units.reference.tolist(), units.predicted.tolist(), units.code.tolist(), strict=True)
    return {sides[0][one]: (PAIRINGS[code], sides[1][two]) for one, two, code in rows if one >= 0 and two >= 0}


def crowded_sides(draw_side: st.SearchStrategy[list[Span]]) -> st.SearchStrategy[Sentence]:
    return st.tuples(draw_side, draw_side).map(lambda sides: (["x"] * 10, sides[0], [sides[1]]))


def continued(before: str, label: str) -> str:
    return label if label != "I" else before.replace("B-", "I-")


FLAT = crowded_sides(
    st.lists(st.sampled_from(["B-LOC", "B-ORG", "I", "I", "O"]), min_size=10, max_size=10).map(
        lambda labels: spans_of([*accumulate(labels, continued, initial="O")][1:])
    )
)
NESTED = crowded_sides(
    st.lists(
        st.builds(
            lambda start, length, name: (start, start + length, name), st.integers(0, 6), st.integers(1, 4), NAMES
        ),
        min_size=2,
        max_size=6,
        unique=True,
    ).map(sorted)
)
"""Up to six mentions a side, which overlap as they like."""


@settings(max_examples=examples(400))
@given(sentence=FLAT | NESTED)
def test_pairs_are_those_of_a_search_through_all(sentence: Sentence, build_study: BuildStudy) -> None:
    _, reference, (predicted,) = sentence
    assert found_pairing(sentence, build_study([sentence])) == plain_pairing(reference, predicted)


@settings(max_examples=examples(200))
@given(sentence=FLAT | NESTED)
def test_exchanging_the_sides_exchanges_the_pairs(sentence: Sentence, build_study: BuildStudy) -> None:
    tokens, reference, (predicted,) = sentence
    exchanged = (tokens, predicted, [reference])
    pairs, others = (found_pairing(one, build_study([one])) for one in (sentence, exchanged))
    assert {other: (name, one) for one, (name, other) in pairs.items()} == others


def test_a_long_chain_of_overlaps_is_paired_at_once(build_study: BuildStudy) -> None:
    """Each mention overlaps two of the other side; the last of the reference overlaps one."""
    n = 20_000
    reference = [(3 * place, 3 * place + 2, "LOC") for place in range(n)]
    predicted = [(3 * place + 1, 3 * place + 4, "LOC") for place in range(n - 1)]
    pairs = found_pairing(sentence := (["x"] * 3 * n, reference, [predicted]), build_study([sentence]))
    assert pairs == dict(zip(reference, (("type", other) for other in predicted), strict=False))


def test_many_mentions_over_each_other_are_paired(build_study: BuildStudy) -> None:
    """All overlap in one token, and an equal number is on both sides: none is left alone."""
    n = 40
    reference, predicted = ([(n - place, n + 1 + shift, "LOC") for place in range(n)] for shift in (0, 1))
    sentence = (["x"] * 2 * n, sorted(reference), [sorted(predicted)])
    assert len(found_pairing(sentence, build_study([sentence]))) == n


@dataclass(eq=False)
class Plain:
    """A mention with the tokens that no error has used."""

    span: Span
    left: set[int]

    @property
    def length(self) -> int:
        return self.span[1] - self.span[0]


def plain_error(target: Plain, system: Plain) -> str:
    (a, b, name), (c, d, other) = target.span, system.span
    return "lbe" if name != other else "bes" if a <= c and d <= b else "bel" if c <= a and b <= d else "beo"


def plain_fair(reference: Sequence[Span], predicted: Sequence[Span]) -> list[str]:
    """Follow the published steps for one sentence, over lists of mentions."""
    sides = [[Plain(span, set(range(*span[:2]))) for span in side] for side in (reference, predicted)]
    used: list[list[Plain]] = [[], []]
    found = []
    for name, n_compared in (("tp", 3), ("le", 2)):
        for target in list(sides[0]):
            for system in [own for own in sides[1] if own.span[:n_compared] == target.span[:n_compared]]:
                sides[0].remove(target)
                sides[1].remove(system)
                found.append(name)
    for side in sides:
        side.sort(key=lambda own: own.length)

    def take(side: int, pool: list[Plain], wants_same: bool, moves: bool) -> Iterator[str]:
        for own in list(sides[side]):
            near = [one for one in pool if (own.span[2] == one.span[2]) == wants_same and own.left & one.left]
            if not near:
                continue
            best = min(
                near,
                key=lambda one: (
                    -len(own.left & one.left),
                    len(own.left - one.left),
                    len(one.left - own.left),
                    one.length,
                ),
            )
            shared = own.left & best.left
            own.left, best.left = own.left - shared, best.left - shared
            sides[side].remove(own)
            used[side].append(own)
            if moves:
                pool.remove(best)
                used[1 - side].append(best)
            yield plain_error(*((own, best) if side == 0 else (best, own)))

    for wants_same in (True, False):
        found += take(0, sides[1], wants_same, moves=True)
        found += take(0, used[1], wants_same, moves=False)
        found += take(1, used[0], wants_same, moves=False)
    return sorted([*found, *["fn"] * len(sides[0]), *["fp"] * len(sides[1])])


@settings(max_examples=examples(300))
@given(sentence=flat_sides())
def test_fair_errors_are_those_of_the_published_steps(sentence: Sentence, build_study: BuildStudy) -> None:
    _, reference, (predicted,) = sentence
    units = fair_errors(build_study([sentence]))[0]
    assert sorted(FAIR_CODES[code] for code in units.code.tolist()) == plain_fair(reference, predicted)
