"""A small study with decisions, and the files it was loaded from."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.review.opening import Review, load_review, make_review
from tests.review.texts import PLAIN, REFERENCE, RICH


@pytest.fixture
def request_in(tmp_path: Path) -> LoadRequest:
    """Write a reference and two predictions, and ask for them."""
    for name, content in (("ref", REFERENCE), ("rich", RICH), ("plain", PLAIN)):
        (tmp_path / f"{name}.conll").write_text(content)
    return LoadRequest(str(tmp_path / "ref.conll"), tuple(str(tmp_path / f"{n}.conll") for n in ("rich", "plain")))


@pytest.fixture
def path(tmp_path: Path, request_in: LoadRequest) -> str:
    """Make a review of them."""
    path = str(tmp_path / "a.nerinspect")
    make_review(path, request_in, load_study(request_in))
    return path


@pytest.fixture
def review(path: str) -> Iterator[Review]:
    """Open the review."""
    review = load_review(path)
    yield review
    review.file.close()
