"""A short run of the fuzzer of reviews, always with the same numbers, and those on which longer runs stumbled."""

from collections import Counter
from pathlib import Path

from tests.fuzz.fuzz_reviews import fuzzed, make_examples

N_REVIEWS = 60
FOUND: tuple[int, ...] = ()
"""Seeds."""


def test_what_differs_from_a_review_is_read_or_told(tmp_path: Path) -> None:
    examples, ends = make_examples(tmp_path), Counter[str]()
    for seed in (*FOUND, *range(N_REVIEWS)):
        try:
            _, end = fuzzed(examples, tmp_path / "one", seed)
        except Exception as mistake:
            mistake.add_note(f"seed {seed}")
            raise
        ends[end] += 1
    assert ends.keys() == {"read", "damaged", "refused"}
