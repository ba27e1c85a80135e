"""Public data sets with numbers that independent programs give for them; tests skip where the folder is missing."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from nerinspect.encoding.labels import RepairMethod
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest, TokenRule

SHARED = Path(__file__).parents[3] / "shared"


@lru_cache
def read_expected(name: str) -> Any:  # noqa: ANN401
    return json.loads((SHARED / "expected" / f"{name}.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=32)
def load(
    reference: str,
    predictions: Sequence[str] = (),
    repair: RepairMethod = "none",
    tokens: TokenRule = "same",
    training: str = "",
    retention: bool = False,
) -> Study:
    columns = (1, 2) if reference.startswith("wnut16/") and reference != "wnut16/test.txt" else (-1,)
    data = SHARED / "data"
    paths = tuple(_below(data, argument) for argument in predictions)
    request = LoadRequest(str(data / reference), paths, repair=repair, tokens=tokens, label_columns=columns)
    return load_study(replace(request, training=str(data / training) if training else None, retention=retention))


def _below(folder: Path, argument: str) -> str:
    """Put the path of `PATH` or `NAME=PATH` below a folder."""
    name, equals, path = argument.rpartition("=")
    return f"{name}{equals}{folder / path}"


@pytest.fixture(scope="session")
def data_folder() -> Path:
    folder = SHARED / "data"
    if not folder.is_dir() or not (SHARED / "expected").is_dir():
        pytest.skip("the public data sets are not beside the checkout")
    return folder


@pytest.fixture(scope="session")
def expected(data_folder: Path) -> Callable[[str], Any]:
    """Give the expected numbers of a data set."""
    return read_expected


@pytest.fixture(scope="session")
def load_data(data_folder: Path) -> Callable[..., Study]:
    """Load a study by paths below the data sets' folder; what was loaded is kept for the next test."""
    return load
