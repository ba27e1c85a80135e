"""Each idea has one word, which screen, guide, help, files and code use; words that others use for it are not used."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.rails.modules import PACKAGE

ROOT: Final = PACKAGE.parent

OTHER_WORDS: Final[dict[str, tuple[str, ...]]] = {
    # What is looked at
    "reference": ("gold", "golds", "gold standard", "ground truth"),
    "prediction": ("hypothesis", "hypotheses", "system output"),
    "mention": ("entity mention", "mention span"),
    "surface": ("surface form", "surface string"),
    "sentence": ("utterance", "utterances"),
    "training data": ("training set", "train set"),
    "data set": ("dataset", "datasets"),
    "annotator": ("rater", "raters", "coder", "coders"),
    # Kinds, and what is counted
    "spurious": ("false alarm", "false alarms", "hallucinated"),
    "label error": ("type error", "labelling error", "labeling error"),
    "boundary error": ("span error", "extent error", "border error"),
    "demerit": ("penalty", "penalties"),
    # What people decide
    "verdict": ("judgement", "judgements", "judgment", "judgments"),
    # What fills the window
    "filter": ("facet", "facets"),
    "panel": ("pane", "panes", "sidebar", "side bar"),
    "dialog": ("dialogue", "dialogues", "dialog box", "dialog boxes"),
    "door": ("drill down", "drilldown"),
    "colour": ("colorful", "colorize"),
}
"""What each idea is called, and what others call it."""

NAMED_BY_OTHERS: Final = {
    ("guide/text/words.md", "gold"),  # says so
    ("guide/text/opening.md", "gold"),  # what files may be called
    ("io/reading/chosen_files.py", "gold"),
    ("guide/text/agreement.md", "gold"),
    ("guide/text/sources.md", "dataset"),  # titles
    ("glossary/words.md", "dataset"),
    ("guide/text/formats.md", "datasets"),  # a library
    ("guide/text/python.md", "datasets"),
    ("README.md", "datasets"),
    ("library/in_memory.py", "datasets"),
    ("library/in_memory.py", "dataset"),
}
"""Where files, titles and libraries have names of their own."""

_TEXTS: Final = [ROOT / "README.md", *sorted(PACKAGE.glob("guide/text/*.md")), PACKAGE / "glossary/words.md"]
_MODULES: Final = sorted(PACKAGE.rglob("*.py"))


def _name(path: Path) -> str:
    return path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else ROOT).as_posix()


def _in_words(name: str) -> str:
    """Write a name of the code as words."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name).strip().lower()


def _sentences(tree: ast.Module) -> Iterator[str]:
    """Give what code says to users: texts of more than a word, but for docstrings."""
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told and " " in node.value:
            yield node.value


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield _in_words(node.name.removesuffix("Error"))


def _said(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    tree = ast.parse(text)
    return "\n".join((*_sentences(tree), *_names(tree), _in_words(path.stem)))


SAID: Final = {_name(path): _said(path) for path in (*_TEXTS, *_MODULES)}


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_an_idea_has_one_word(word: str) -> None:
    others = re.compile(rf"\b({'|'.join(OTHER_WORDS[word])})\b", re.IGNORECASE)
    found = {(name, one.lower()) for name, text in SAID.items() for one in others.findall(text)}
    assert found - NAMED_BY_OTHERS == set()


def test_the_words_of_ideas_are_used() -> None:
    everything = "\n".join(SAID.values()).lower()
    assert [word for word in OTHER_WORDS if not re.search(rf"\b{word}s?\b", everything)] == []


def test_every_exception_is_needed() -> None:
    others = re.compile(rf"\b({'|'.join(one for words in OTHER_WORDS.values() for one in words)})\b", re.IGNORECASE)
    assert {(name, one.lower()) for name, text in SAID.items() for one in others.findall(text)} == NAMED_BY_OTHERS
