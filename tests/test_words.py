"""Each idea has one word, which screen, guide, help, files and code use; words that others use for it are not used."""

import ast
import re
from functools import cache
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


def _said(path: Path) -> str:
    """Give what is said: a page, or of code its texts of more than a word (but for docstrings) and its names."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    said = [_in_words(path.stem)]
    pending: list[ast.AST] = [ast.parse(text)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and " " in node.value:
                said.append(node.value)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                said.append(_in_words(node.name.removesuffix("Error")))
            pending += ast.iter_child_nodes(node)
    return "\n".join(said)


@cache
def everything_said() -> dict[str, str]:
    """Read once, and not where other tests are collected."""
    return {_name(path): _said(path) for path in (*_TEXTS, *_MODULES)}


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_an_idea_has_one_word(word: str) -> None:
    others = re.compile(rf"\b({'|'.join(OTHER_WORDS[word])})\b", re.IGNORECASE)
    found = {(name, one.lower()) for name, text in everything_said().items() for one in others.findall(text)}
    assert found - NAMED_BY_OTHERS == set()


def test_the_words_of_ideas_are_used() -> None:
    everything = "\n".join(everything_said().values()).lower()
    assert [word for word in OTHER_WORDS if not re.search(rf"\b{word}s?\b", everything)] == []


def test_every_exception_is_needed() -> None:
    others = re.compile(rf"\b({'|'.join(one for words in OTHER_WORDS.values() for one in words)})\b", re.IGNORECASE)
    assert {
        (name, one.lower()) for name, text in everything_said().items() for one in others.findall(text)
    } == NAMED_BY_OTHERS


TITLES: Final = re.compile(r"[A-Z][\w’]*(?: (?:(?:a|an|and|as|by|for|from|in|of|on|or|the|to|with) )*[A-Z][\w’]*)+…?")
"""Words of which all that matter have a capital, as in titles."""

NAMES: Final = re.compile(r".* Sans|Port of .*|Authority.*|Ctrl .*|By Unicode NFC|.* (?:[A-Z]|F1|McNemar|CSV)")
"""Names that others gave, and texts that only measure a column."""


def test_menus_and_buttons_are_written_like_sentences() -> None:
    said = [
        line
        for name, text in everything_said().items()
        if name.startswith("ui/")
        for line in text.replace("&", "").split("\n")
    ]
    assert sorted({line for line in said if TITLES.fullmatch(line) and not NAMES.fullmatch(line)}) == []
