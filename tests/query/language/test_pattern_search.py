"""Regular expressions mean what they mean to Python's `re`, and every search ends."""

import itertools
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nerinspect.corpus.text import Text
from nerinspect.errors import SlowPatternError
from nerinspect.events.study import Study
from nerinspect.progress import Cancelled
from nerinspect.query.fields import texts as sentences
from nerinspect.query.fields.texts import search_sentences
from nerinspect.query.language import values as pattern_search
from nerinspect.query.language.values import Pattern, Phrase, lines_with
from tests.examples import examples

SLOW = "(a|aa)+$", "a" * 60 + "b"
"""An expression, and a line in which even `regex` tries all ways to fit it."""

ATOMS = (
    *("a", "b", ".", " ", "[ab]", "[^a]", "é", "É", "ß", "-", "^", "$", "(?:)", r"\A", r"\Z", r"\."),
    *(r"\w", r"\W", r"\b", r"\B", r"\d", r"\s", r"\S", r"[\w-]", r"[^\w]", r"[\W_]", "[[:a:]", "[]x]", "[a-c&&b]"),
    *("x{e}", "x{e<=1}", "{1}", "(?=a)", "(?!b)", "(?<=a)", "(?<!a b)"),
)
LINES = (
    *("a", "ab", "a b c", "abc abc", "aabbcc", "é É a", "ß SS ss ẞ", "xe x{e} x", "&& b", "[:a:]", "{1}", "a-b.c"),
    *("12 ab", "a\tb", "ọ̀rọ̀ a", "हिन्दी", "²½Ⅷ a", "‿a_b\ufe4d", "a\u200db", "e\u0301a"),
)


def pieces(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    groups = st.sampled_from(["({})", "(?:{})", "(?>{})", "(?i:{})", "(?:{}|b)", "(?={})"])
    return st.builds(lambda group, text: group.format(text), groups, inner)


def repeated(atoms: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{1,2}", "{,2}", "*?", "++"])
    return st.lists(st.builds(lambda atom, sign: atom + sign, atoms, signs), min_size=1, max_size=3).map("".join)


EXPRESSIONS = repeated(st.sampled_from(ATOMS) | pieces(repeated(st.sampled_from(ATOMS))))


@settings(deadline=None, max_examples=examples(300))
@given(EXPRESSIONS, st.booleans())
def test_every_expression_finds_what_it_finds_in_python(regex: str, ignores_case: bool) -> None:
    regex = f"x?x?x?(?:{regex})"  # more repetitions than the engine of Python is trusted with
    try:
        pattern = Pattern(regex, ignores_case)
    except re.error:
        return
    assert not pattern.has_few_ways
    found = [pattern.compiled.search(line) is not None for line in LINES]
    assert lines_with(pattern, LINES).tolist() == found


@pytest.mark.parametrize("regex", ["a", "^U\\.?S", "Rome|Paris|London", "\\b[A-Z]{2,}\\b"])
def test_simple_expressions_are_left_to_python(regex: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_search, "_is_in", None)
    lines = ["Rome", "US", "a"] * 1_000
    expected = [re.search(regex, line) is not None for line in lines]
    assert lines_with(Pattern(regex), lines).tolist() == expected


@pytest.mark.parametrize("line", ["1" * 200_000, "1" * 200_000 + "%"])
def test_a_simple_expression_is_not_left_to_python_in_a_line_without_end(line: str) -> None:
    """It would begin at every digit and go to the last one each time."""
    assert lines_with(Pattern("[0-9]+%"), [line]).tolist() == ["%" in line]


@pytest.mark.parametrize(
    ("regex", "line"),
    [SLOW, ("(.*?,){25}P", ",".join(map(str, range(40)))), ("(?:(?:a*)*)*$", "a" * 5_000 + "b")],
)
def test_every_search_ends(regex: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_search, "_SECONDS", 0.01)
    with pytest.raises(SlowPatternError, match="takes too long; write it with fewer repetitions"):
        lines_with(Pattern(regex), ["short", line])


@pytest.mark.parametrize("regex", [r"(\w+\s*)+!$", "(a+)+$", "(x+x+)+y", "(?:.*)*Z"])
def test_usual_mistakes_do_no_harm(regex: str) -> None:
    lines = ["a" * 60 + "b", "the quick brown fox jumps over the lazy dog", "x" * 60]
    assert not lines_with(Pattern(regex), lines).any()


@pytest.mark.parametrize("regex", ["a", "a+b+"])
def test_many_lines_that_take_a_little_long_end_too(regex: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = itertools.count(0, 0.3)
    monkeypatch.setattr(pattern_search, "thread_time", lambda: next(seconds))
    done: list[int] = []
    with pytest.raises(SlowPatternError):
        lines_with(Pattern(regex), ["a"] * 10_000, lambda searched, _total: done.append(searched))
    assert 0 < max(done) < 5_000


@pytest.mark.parametrize("regex", ["a", "a+b+"])
def test_a_search_can_be_cancelled(regex: str) -> None:
    def cancel(done: int, _total: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        lines_with(Pattern(regex), ["a"] * 10_000, cancel)


@pytest.mark.parametrize("regex", ["a{100001}", "(?:(?:ab){1000}){1000}", "(?:ab){4294967290,}"])
def test_what_is_repeated_beyond_memory_is_refused(regex: str) -> None:
    with pytest.raises(re.error, match="it is too large"):
        Pattern(regex)


@pytest.fixture
def text(make_study_from: Callable[..., Study]) -> Text:
    return make_study_from("Rome/O fell/O", "aa/O b/O", "Rome/O", systems=()).text


def test_a_sentence_is_searched_once(text: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []

    def watched(pattern: Pattern, lines: list[str], *rest: object) -> object:
        searched.extend(lines)
        return lines_with(pattern, lines)

    monkeypatch.setattr(sentences, "lines_with", watched)
    for numbers, found in (([0, 1], [True, False]), ([1, 2], [False, True]), ([0, 2], [True, True])):
        assert search_sentences(text, np.array(numbers), Pattern("R.*e")).tolist() == found
    assert searched == ["Rome fell", "aa b", "Rome"]


@given(
    st.lists(st.lists(st.sampled_from(("ab", "Ab", "b", "É", "a b", " ", "bé")), min_size=1, max_size=4), min_size=1),
    st.text("aAbé ", min_size=1, max_size=5),
    st.integers(1, 3),
    st.booleans(),
)
def test_sentences_are_searched_some_at_a_time(
    make_text: Callable[..., Text], words: list[list[str]], asked: str, n_at_once: int, is_regex: bool
) -> None:
    lines, some = [" ".join(sentence) for sentence in words], np.arange(0, len(words), 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentences, "_AT_ONCE", n_at_once)
        found = sentences._contains(make_text(words), some, Pattern(asked) if is_regex else Phrase(asked))
    folded = str if is_regex else str.casefold
    assert found.tolist() == [folded(asked) in folded(lines[number]) for number in some]


PARTS = (
    "a",
    "b",
    "É",
    "[ab]",
    "[^a]",
    r"\b",
    r"\B",
    r"\w",
    r"\S",
    r"\W",
    "+",
    "?",
    "|",
    "(",
    ")",
    "(?:",
    "(?=",
    ".",
    "$",
    "^",
    " ",
    "{2}",
    r"\-",
    r"\x61",
)


@given(
    st.lists(
        st.lists(st.sampled_from(("ab", "b", "É", "a b", " ", "!a", "a!", "a\nb")), min_size=1, max_size=4), min_size=1
    ),
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=6).map("".join),
    st.booleans(),
)
def test_words_are_searched_in_place_of_sentences_only_where_that_is_the_same(
    make_text: Callable[..., Text], words: list[list[str]], regex: str, is_vocabulary_small: bool
) -> None:
    try:
        pattern = Pattern(regex)
    except re.error:
        assume(False)
    with pytest.MonkeyPatch.context() as patch:
        if is_vocabulary_small:
            patch.setattr(sentences, "_TIMES_AS_LONG", 0)
            patch.setattr(sentences, "_FREQUENT", 1)
        found = search_sentences(make_text(words), np.arange(len(words)), pattern)
    assert found.tolist() == [re.search(regex, " ".join(sentence)) is not None for sentence in words]


@pytest.mark.parametrize(
    ("regex", "searched"),
    [
        ("R.me", ["Rome fell", "aa b", "Rome"]),
        ("R[a-z]me", ["Rome", "fell", "aa", "b"]),
        (r"\bRome\b", ["Rome", "fell", "aa", "b"]),
        ("Rome$", ["Rome", "fell", "b"]),
        ("^Rome", ["Rome", "aa"]),
        ("^R.*l", ["Rome", "aa", "Rome fell", "Rome"]),
    ],
)
def test_each_word_is_searched_once_where_that_is_the_same(
    text: Text, regex: str, searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text has three sentences, and four words of which none is searched twice."""
    lines = []

    def watched(pattern: Pattern, some: list[str], *_rest: object) -> object:
        lines.extend(some)
        return lines_with(pattern, some)

    monkeypatch.setattr(sentences, "lines_with", watched)
    found = [re.search(regex, line) is not None for line in ("Rome fell", "aa b", "Rome")]
    assert search_sentences(text, np.arange(3), Pattern(regex)).tolist() == found
    assert lines == searched


def test_an_expression_that_took_too_long_is_not_tried_again(text: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(pattern: Pattern, lines: list[str], *rest: object) -> object:
        tried.append(str(pattern))
        raise SlowPatternError(str(pattern))

    tried: list[str] = []
    monkeypatch.setattr(sentences, "lines_with", refused)
    for _ in range(3):
        with pytest.raises(SlowPatternError):
            search_sentences(text, np.array([1]), Pattern("(a|aa)+$"))
    assert tried == ["/(a|aa)+$/"]


def test_only_the_latest_searches_are_remembered(text: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "_MOST_KEPT", 2)
    for regex in ("a", "b", "a", "c", "b"):
        search_sentences(text, np.array([0]), Pattern(regex))
    assert [*sentences._searches(text)] == [Pattern("c"), Pattern("b")]
