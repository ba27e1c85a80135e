"""Every event has a number of its own by a seed, and the smallest numbers are a random sample."""

from collections.abc import Callable
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from nerinspect.decisions.sampling import sample_numbers, sample_threshold
from nerinspect.events.study import Study
from tests.conftest import Sentence, study_of

WORDS = ["Ulm", "Port", "Ärger", "Σ", "", "of", "東京", "🏙"]
SEEDS = st.sampled_from([0, 1, 7, 2**31, 2**63 - 1])


@st.composite
def studies(draw: st.DrawFn) -> Study:
    """Few sentences, some of them equal, with mentions that may overlap, of two runs and another system."""
    sentences: list[Sentence] = []
    for tokens in draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3), min_size=1, max_size=5)):
        spans = st.lists(
            st.tuples(st.integers(0, len(tokens) - 1), st.sampled_from(["LOC", "PER"])), max_size=3, unique=True
        ).map(lambda found: sorted((start, start + 1, name) for start, name in found))
        sentences.append((tokens, draw(spans), [draw(spans) for _ in range(3)]))
    return study_of(sentences, [("a", 1), ("a", 2), ("ß", 1)])


@pytest.fixture(scope="module")
def many(build_study: Callable[..., Study]) -> Study:
    """4,000 missed mentions in as many sentences, most of which stand there several times."""
    return build_study([([f"w{n % 900}", "x"], [(0, 1, "LOC")], [[]]) for n in range(4000)])


G, ALL = 0x9E3779B97F4A7C15, 2**64 - 1


def mix(x: int) -> int:
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & ALL
    return x ^ (x >> 31)


def digest(numbers: list[int]) -> int:
    return mix(sum(number * pow(G, place, 2**64) for place, number in enumerate([*numbers, 1])) & ALL)


def text_digest(text: str) -> int:
    return digest([byte + 1 for byte in text.encode()])


def plain_numbers(study: Study, seed: int) -> list[float]:
    """Compute the same with one event after the other, in Python's own integers."""
    numbers, seen = [], list[list[int]]()
    sentences = [tuple(study.text.tokens_of(number)) for number in range(study.text.n_sentences)]
    for event in range(len(study.events)):
        sentence = int(study.event_sentence[event])
        prediction = study.predictions[study.events.prediction[event]]
        first = int(study.text.sentence_start[sentence])
        row = [
            text_digest(prediction.system),
            prediction.run,
            digest([text_digest(token) for token in sentences[sentence]]),
            sentences[:sentence].count(sentences[sentence]),
            int(study.events.start[event]) - first,
            int(study.events.end[event]) - first,
        ]
        seen.append(row)
        whole = digest([*row, seen.count(row) - 1])
        numbers.append((mix(whole ^ mix((seed + G) & ALL)) >> 11) / 2**53)
    return numbers


@given(studies(), SEEDS)
def test_numbers_equal_those_of_a_slow_reading_of_their_definition(study: Study, seed: int) -> None:
    assert sample_numbers(study, seed).tolist() == plain_numbers(study, seed)


@given(studies(), SEEDS)
def test_no_two_events_have_one_number(study: Study, seed: int) -> None:
    assert len(np.unique(sample_numbers(study, seed))) == len(study.events)


def test_a_number_never_changes(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("in/O/O Ulm/B-LOC/O", "Bonn/B-LOC/B-PER")
    assert sample_numbers(study, 7).tolist() == pytest.approx(PINNED, abs=0)


PINNED = [0.6805375620267713, 0.254182711226416]


@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_numbers_are_uniform(many: Study, seed: int) -> None:
    assert stats.kstest(sample_numbers(many, seed), "uniform").pvalue > 0.001


def test_seeds_have_nothing_to_do_with_each_other(many: Study) -> None:
    correlation = stats.spearmanr(sample_numbers(many, 0), sample_numbers(many, 1))
    assert abs(correlation.statistic) < 0.06  # four standard errors


@pytest.mark.parametrize("n", [1, 2, 10, 399, 3999, 4000])
def test_exactly_as_many_as_wanted_are_drawn(many: Study, n: int) -> None:
    events = np.flatnonzero(np.arange(len(many.events)) % 7 != 3) if n < 399 else np.arange(len(many.events))
    share = sample_threshold(many, events, n, 3)
    assert np.count_nonzero(sample_numbers(many, 3)[events] <= share) == n


@given(n=st.integers(1, 4000))
def test_no_shorter_decimal_would_do(many: Study, n: int) -> None:
    numbers, share = sample_numbers(many, 0), Decimal(repr(sample_threshold(many, np.arange(4000), n, 0))).normalize()
    digits = max(-int(share.as_tuple().exponent), 0)
    shorter = share.quantize(Decimal(1).scaleb(1 - digits), "ROUND_CEILING") if digits else share
    assert not digits or np.count_nonzero(numbers <= float(shorter)) > n


def test_a_smaller_sample_lies_in_a_larger_one(many: Study) -> None:
    events = np.arange(len(many.events))
    ten, twenty = (
        set(np.flatnonzero(sample_numbers(many, 5) <= sample_threshold(many, events, n, 5))) for n in (10, 20)
    )
    assert ten < twenty


def numbers_by_place(study: Study) -> dict[tuple[str, int, int], float]:
    """Give the numbers by system, start and end."""
    systems = [study.predictions[place].system for place in study.events.prediction]
    places = zip(systems, study.events.start.tolist(), study.events.end.tolist(), strict=True)
    return dict(zip(places, sample_numbers(study, 9).tolist(), strict=True))


def test_other_systems_make_no_difference(make_study_from: Callable[..., Study]) -> None:
    both = make_study_from("Ulm/B-LOC/O/O on/O/B-LOC/O Sun/O/O/B-PER", systems=("one", "two"))
    turned = make_study_from("Ulm/B-LOC/O/O on/O/O/B-LOC Sun/O/B-PER/O", systems=("two", "one"))
    alone = make_study_from("Ulm/B-LOC/O on/O/B-LOC Sun/O/O", systems=("one",))
    assert numbers_by_place(both) == numbers_by_place(turned)
    assert numbers_by_place(alone).items() < numbers_by_place(both).items()


def test_other_sentences_make_no_difference(make_study_from: Callable[..., Study]) -> None:
    alone = make_study_from("in/O/O Ulm/B-LOC/O", "Bonn/B-LOC/O")
    among = make_study_from("Rhine/O/O", "in/O/O Ulm/B-LOC/O", "x/O/O", "Bonn/B-LOC/O")
    assert sample_numbers(alone, 0).tolist() == sample_numbers(among, 0).tolist()


def test_files_without_events_have_no_numbers(make_study_from: Callable[..., Study]) -> None:
    assert len(sample_numbers(make_study_from("x/O/O"), 0)) == 0
