from collections.abc import Callable

import pytest

from nerinspect.events.study import Study


@pytest.fixture
def two_systems(build_study: Callable[..., Study]) -> Study:
    """Two systems, one of them with two runs; tokens that hold a blank, a quote and letters beyond ASCII."""
    sentences = [
        (["in", "New York", '"Ärger"'], [(1, 2, "LOC")], [[(1, 2, "LOC")], [(1, 3, "ORG")], [(2, 3, "PER")]]),
        (["Paris", ",", "Rome", "!"], [(0, 1, "LOC"), (2, 3, "LOC")], [[(0, 3, "LOC")], [], [(0, 1, "LOC")]]),
        (["Paris", ",", "Rome", "!"], [(0, 1, "LOC")], [[(0, 1, "LOC")], [(0, 1, "PER")], [(2, 4, "LOC")]]),
    ]
    systems = [("flair", 1), ("flair", 2), ("el mo", 1)]
    return build_study(sentences, systems, lines=[2, 6, 12], documents=[1, 1, 2])
