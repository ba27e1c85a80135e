"""A file with relations, and predictions on its sentences before and after they are swapped."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.io.content import read_file_bytes
from nerinspect.io.request import LoadRequest
from nerinspect.ui.pages.swap.swap_testing import SwapTesting
from nerinspect.ui.pages.swap.swap_window import SwapWindow

PEOPLE = [{"type": "Per", "start": 0, "end": 1}, {"type": "Per", "start": 2, "end": 3}]
KILL = {"type": "Kill", "head": 0, "tail": 1}
DEEK = {"type": "Kill", "head": 1, "tail": 0}
MEET = {"type": "Meet", "head": 0, "tail": 1}

WriteSentences: TypeAlias = Callable[..., str]


def sentence(text: str, *relations: dict[str, Any]) -> dict[str, Any]:
    return {"tokens": text.split(), "entities": PEOPLE, "relations": list(relations)}


@pytest.fixture
def write(tmp_path: Path) -> WriteSentences:
    """Write sentences and give the path."""

    def write_sentences(name: str, *sentences: dict[str, Any]) -> str:
        path = tmp_path / name
        path.write_text(json.dumps(sentences), encoding="utf-8")
        return str(path)

    return write_sentences


@pytest.fixture
def reference(write: WriteSentences) -> str:
    """Write three sentences that can be swapped for Kill, one with two of them, and one for Meet."""
    return write(
        "reference.json",
        sentence("Ann shot Bo", KILL),
        sentence("Ed freed Flo", KILL, DEEK),
        sentence("Cy met Di", MEET),
        sentence("Gus shot Hal", KILL),
        sentence("Ida hit Jo", KILL),
    )


@pytest.fixture
def on_swapped(write: WriteSentences) -> dict[str, str]:
    """Write what two systems say of the sentences that were swapped for Kill."""
    texts = "Bo shot Ann", "Hal shot Gus", "Jo hit Ida"
    said = {"spert": ((KILL, DEEK), (DEEK,), (DEEK,)), "pure": ((KILL,), (), (DEEK,))}
    return {
        name: write(f"{name[0]}.json", *(sentence(text, *found) for text, found in zip(texts, own, strict=True)))
        for name, own in said.items()
    }


@pytest.fixture
def test_window(qtbot: QtBot, reference: str, write: WriteSentences) -> Iterator[SwapWindow]:
    """Show the swap test of the reference, with a prediction on its original sentences."""
    original = write("original.json", *json.loads(Path(reference).read_text(encoding="utf-8")))
    testing = SwapTesting(LoadRequest(reference), read_file_bytes(reference).sha256, (f"spert={original}",))
    window = SwapWindow(testing)
    with qtbot.waitSignal(testing.reported):
        window.show()
    yield window
    window.close()
