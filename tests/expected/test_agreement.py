"""Agreement of public submissions and runs: symmetrical, the score of other programs, kappa by a plain loop."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from nerinspect.events.study import Study
from nerinspect.systems.agreement import agreements
from tests.expected.plain_labels import Span, read_spans

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]


def test_agreement_with_the_reference_is_the_score(expected: Expected, load_data: LoadData) -> None:
    numbers = expected("wnut17")
    paths = tuple(f"wnut17/submissions/{name}" for name in numbers)
    study = load_data("wnut17/emerging.test.annotated", paths, "conlleval", "positions")
    found = {b - 1: one.overall for a, b, one in agreements(study) if a == 0}
    for place, one in enumerate(numbers.values()):
        counts = found[place]
        assert (counts.a, counts.b, counts.both) == (one["reference"], one["predicted"], one["correct"])
        assert (counts.shared, counts.alike) == (one["tp"] + one["le"], one["tp"])
        assert counts.f1 == 2 * one["correct"] / (one["reference"] + one["predicted"])


def types_of_tokens(spans: list[Span], n_tokens: int) -> list[str]:
    types = ["O"] * n_tokens
    for start, end, name in spans:
        types[start:end] = [name] * (end - start)
    return types


def plain_kappa(one: list[str], other: list[str]) -> float:
    n = len(one)
    observed = sum(a == b for a, b in zip(one, other, strict=True)) / n
    ours, theirs = Counter(one), Counter(other)
    by_chance = sum(ours[name] * theirs[name] for name in ours) / n**2
    return (observed - by_chance) / (1 - by_chance)


def test_two_models_agree_as_sets_of_spans_do(load_data: LoadData, data_folder: Path) -> None:
    folder = data_folder / "masakhaner2-pcm"
    names = ("test.txt", "predictions/afroxlmr.run2.txt", "predictions/mbert.run3.txt")
    study = load_data(
        f"masakhaner2-pcm/{names[0]}", tuple(f"masakhaner2-pcm/{name}" for name in names[1:]), "conlleval"
    )
    spans = [read_spans(folder / name) for name in names]
    tokens = [types_of_tokens(one, study.text.n_tokens) for one in spans]
    for a, b, found in agreements(study):
        one, other = {*spans[a]}, {*spans[b]}
        extents = {span[:2] for span in one} & {span[:2] for span in other}
        counts = found.overall
        assert (counts.a, counts.b, counts.both) == (len(one), len(other), len(one & other))
        assert (counts.shared, counts.alike) == (len(extents), len(one & other))
        assert found.kappa == pytest.approx(plain_kappa(tokens[a], tokens[b]), abs=1e-12)
        of_person = found.of_type("PER")
        assert of_person.both == len({span for span in one & other if span[2] == "PER"})
