"""The examples of the page on running text are what the program does."""

import re
from importlib.resources import files

import pytest

from nerinspect.corpus.tokenization import tokenize

TEXT = files("nerinspect.guide").joinpath("text", "running-text.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([^|]+)` \| (`.+`) \|$", TEXT, re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(ROWS) >= 5


@pytest.mark.parametrize(("text", "tokens"), ROWS)
def test_an_example_is_cut_as_the_page_says(text: str, tokens: str) -> None:
    cut = [text[start:end] for start, end in tokenize(text).offsets.tolist()]
    assert cut == re.findall(r"`([^`]+)`", tokens)
