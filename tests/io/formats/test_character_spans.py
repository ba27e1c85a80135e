from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.tokenization import BLANKS, tokenize
from nerinspect.errors import CharacterSpanError, NoTokensError, OffBorderError
from nerinspect.io.formats.passages import CharacterSpan, LaidOut, Passage, lay_on_tokens
from nerinspect.io.formats.reader import SpanRule


def passage(text: str, *spans: tuple[int, int, str], name: str = "", tokens: str = "") -> Passage:
    """Build a passage whose spans stand in record 7; its own tokens are written apart by `|`."""
    own = None
    if tokens:
        ends = np.cumsum([len(token) for token in tokens.split("|")])
        own = np.stack((np.append(0, ends[:-1]), ends), axis=1).astype(np.int32)
    return Passage(text, [CharacterSpan(*span, "record 7", 7) for span in spans], name, own)


def lay(*passages: Passage, rule: SpanRule = "exact") -> LaidOut:
    return lay_on_tokens("x.jsonl", passages, rule)


def mentions_of(laid: LaidOut) -> list[tuple[str, str]]:
    found = laid.mentions
    rows = zip(found.start.tolist(), found.end.tolist(), found.type_codes.tolist(), strict=True)
    tokens = [laid.text.token(place) for place in range(laid.text.n_tokens)]
    return [(" ".join(tokens[start:end]), found.types[code]) for start, end, code in rows]


def sentences_of(laid: LaidOut) -> list[list[str]]:
    return [laid.text.tokens_of(number) for number in range(laid.text.n_sentences)]


def message(*passages: Passage) -> str:
    with pytest.raises((CharacterSpanError, OffBorderError)) as caught:
        lay(*passages)
    return str(caught.value)


# Text


def test_each_passage_with_a_token_is_a_document() -> None:
    laid = lay(passage("a b\nc", name="one"), passage(" \n", name="none"), passage("d", name="two"))
    assert sentences_of(laid) == [["a", "b"], ["c"], ["d"]]
    assert (laid.text.document.tolist(), laid.passage_of_document.tolist()) == ([1, 1, 2], [0, 2])
    assert laid.text.document_names == ("one", "two")


def test_passages_without_names_have_none() -> None:
    assert lay(passage("a"), passage("b")).text.document_names == ()


def test_offsets_count_in_each_passage() -> None:
    assert lay(passage("a 東b"), passage("😀 c")).offsets.tolist() == [[0, 1], [2, 3], [3, 4], [0, 1], [2, 3]]


def test_what_parts_tokens_is_kept_within_a_sentence() -> None:
    text = lay(passage("New \n York's  a\tb c\nd", (0, 10, "LOC")), passage("e")).text
    assert [text.gaps_in(*bounds) for bounds in pairwise(text.sentence_start.tolist())] == [
        ("", " \n ", "", "", "  ", "\t", " "),
        ("",),
        ("",),
    ]
    assert text.spelled(0, 7) == "New York's a b c"
    assert text.gap_codes is not None
    assert text.gap_codes.itemsize == 1


def test_a_passage_without_a_line_has_none() -> None:
    assert lay(passage("a\nb")).text.line_of(1) is None


def test_all_tokens_of_a_passage_stand_in_its_line() -> None:
    laid = lay(passage("a\nb c")._replace(line=3), passage("d")._replace(line=4))
    assert (laid.text.lines_of(np.arange(4)).tolist(), laid.text.sentence_line.tolist()) == ([3, 3, 3, 4], [3, 3, 4])


@pytest.mark.parametrize("passages", [[], [passage("")], [passage(" \n\u200b")]])
def test_a_file_without_a_visible_character_is_refused(passages: list[Passage]) -> None:
    with pytest.raises(NoTokensError):
        lay(*passages)


def test_half_a_character_is_refused() -> None:
    assert message(passage("a"), passage("b\ud83d", (0, 1, "X"))).startswith("x.jsonl: record 7: character 2 is half")


# Spans on the borders


def test_spans_become_mentions_in_order() -> None:
    laid = lay(passage("Ana saw Bo", (8, 10, "PER"), (0, 3, "PER")), passage("Rome", (0, 4, "LOC")))
    assert mentions_of(laid) == [("Ana", "PER"), ("Bo", "PER"), ("Rome", "LOC")]
    assert laid.mention_of_span.tolist() == [1, 0, 2]


def test_spans_may_overlap_and_share_an_extent() -> None:
    laid = lay(passage("New York Times", (0, 8, "LOC"), (0, 14, "ORG"), (0, 8, "GPE")))
    assert mentions_of(laid) == [("New York", "GPE"), ("New York", "LOC"), ("New York Times", "ORG")]


def test_a_mention_given_twice_counts_once_and_is_told() -> None:
    laid = lay(passage("Ana", (0, 3, "PER"), (0, 3, "PER")))
    assert (mentions_of(laid), laid.mention_of_span.tolist()) == ([("Ana", "PER")], [0, 0])
    assert laid.notes == ("1 mention given twice, counted once",)


def test_blanks_at_the_ends_of_a_span_do_not_count_and_are_told() -> None:
    laid = lay(passage("a Rome \n b", (1, 9, "LOC")))
    assert mentions_of(laid) == [("Rome", "LOC")]
    assert laid.notes == ("1 span read without the blanks at the ends; the first: record 7, “ Rome ↵ ”",)


def test_a_line_break_inside_a_span_ends_no_sentence_and_is_told() -> None:
    laid = lay(passage("in New\nYork\nthen", (3, 11, "LOC")))
    assert sentences_of(laid) == [["in", "New", "York"], ["then"]]
    assert laid.notes == ("1 line break inside mentions: the sentences around them are joined",)


# Spans off the borders


def test_a_span_that_cuts_a_token_is_told_with_the_token_and_how_many_more() -> None:
    found = message(passage("Ana Smith", (0, 3, "PER"), (1, 7, "PER"), (5, 9, "X")))
    assert found.startswith(
        "x.jsonl:7: record 7: the span “na Smi” of type PER cuts the tokens “Ana” and “Smith”"
        " (1 more such span in this file); "
    )
    assert "--spans outward" in found
    assert "--spans skip" in found


def test_a_span_inside_one_token_cuts_one() -> None:
    assert "the span “mit” of type PER cuts the token “Smith”;" in message(passage("Smith", (1, 4, "PER")))


def test_a_span_of_blanks_alone_covers_no_token() -> None:
    said = "the span “  ” of type PER covers no token; leave them out with --spans skip, or fix the file"
    assert said in message(passage("a  b", (1, 3, "PER")))


def test_outward_widens_to_whole_tokens_and_tells() -> None:
    laid = lay(passage("Ana Smith", (1, 7, "PER"), (0, 3, "PER")), rule="outward")
    assert mentions_of(laid) == [("Ana", "PER"), ("Ana Smith", "PER")]
    assert laid.notes == (
        "1 span widened to whole tokens; the first: record 7: the span “na Smi” of type PER cuts the tokens “Ana” and"
        " “Smith”, widened to “Ana Smith”",
    )


def test_skip_leaves_out_and_tells() -> None:
    laid = lay(passage("Ana Smith", (1, 7, "PER"), (0, 3, "PER")), rule="skip")
    assert (mentions_of(laid), laid.mention_of_span.tolist()) == ([("Ana", "PER")], [-1, 0])
    assert laid.notes[0].startswith("1 span off token boundaries left out; the first: record 7: the span “na Smi”")


@pytest.mark.parametrize("rule", ["outward", "skip"])
def test_a_span_of_blanks_alone_is_left_out_and_told(rule: SpanRule) -> None:
    laid = lay(passage("a  b", (1, 3, "PER")), rule=rule)
    assert (len(laid.mentions), laid.mention_of_span.tolist()) == (0, [-1])
    assert laid.notes[0].startswith("1 span off token boundaries left out")


@pytest.mark.parametrize(
    ("start", "end", "reason"),
    [
        (0, 5, "the text has 4 characters"),
        (-1, 2, "the text has 4 characters"),
        (4, 9, "the text has 4 characters"),
        (2, 2, "it is empty"),
        (3, 1, "it is empty"),
        (0, 10**30, "the text has 4 characters"),
    ],
)
def test_a_span_that_is_none_of_its_text_is_refused(start: int, end: int, reason: str) -> None:
    found = message(
        passage("x"), passage("Rome", (0, 4, "LOC"), (start, end, "LOC"), (9, 9, "Y")), passage("y y y y y")
    )
    place = f"x.jsonl:7: record 7: the span {start}–{end} of type LOC does not lie in its text: {reason}"
    assert found.startswith(f"{place} (1 more such span in this file); ")


# Tokens of the format


def test_tokens_of_the_format_are_taken() -> None:
    laid = lay(passage("don't go", (0, 5, "X"), tokens="don't| |go"), passage("don't"))
    assert sentences_of(laid) == [["don't", "go"], ["don", "'", "t"]]
    assert mentions_of(laid) == [("don't", "X")]


def test_tokens_of_the_format_may_hold_blanks() -> None:
    assert sentences_of(lay(passage("New York", tokens="New York"))) == [["New York"]]


def test_sentences_of_the_format_are_taken() -> None:
    own = passage("a b\nc d", tokens="a| |b|\n|c| |d")._replace(sentence_start=np.array([0, 2, 4]))
    assert sentences_of(lay(passage("x y"), own)) == [["x", "y"], ["a"], ["b"], ["c", "d"]]


@pytest.mark.parametrize(
    ("tokens", "problem"),
    [
        ([[0, 2], [1, 5]], "the tokens overlap, or leave the text"),
        ([[0, 1], [4, 9]], "the tokens overlap, or leave the text"),
        ([[4, 5], [0, 3]], "the tokens overlap, or leave the text"),
        ([[0, 3]], "no token covers “d”"),
        ([[4, 5]], "no token covers “abc”"),
        ([], "no token covers “abc d”"),
    ],
)
def test_tokens_that_do_not_cover_the_text_are_refused(tokens: list[list[int]], problem: str) -> None:
    own = passage("abc d", (0, 3, "X"))._replace(tokens=np.array(tokens, dtype=np.int32).reshape(-1, 2))
    assert message(passage("xy"), own, passage("z")).startswith(f"x.jsonl: record 7: {problem}; ")


# Properties

SIGNS = st.sampled_from("ab1 .\n東é\u0301😀'\u00a0")


@st.composite
def passages(draw: st.DrawFn) -> Passage:
    text = draw(st.text(SIGNS, max_size=20))
    ends = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(ends, ends, st.sampled_from("XYZ")), max_size=5))
    spans = [(min(one, other), max(one, other), name) for one, other, name in pairs if one != other]
    return passage(text, *spans)


def slowly(given: Sequence[Passage], rule: SpanRule) -> list[tuple[int, int, int, str] | None]:
    """For each span its document (by passage), character extent after the rule, and type; None if left out."""
    found: list[tuple[int, int, int, str] | None] = []
    for number, one in enumerate(given):
        tokens = tokenize(one.text).offsets.tolist()
        for span in one.spans:
            met = [token for token in tokens if token[0] < span.end and token[1] > span.start]
            is_exact = all(token[0] >= span.start and token[1] <= span.end for token in met)
            stays = met and (is_exact or rule == "outward")
            found.append((number, met[0][0], met[-1][1], span.type) if stays else None)
    return found


@given(st.lists(passages(), min_size=1, max_size=4), st.sampled_from(["outward", "skip"]))
def test_spans_are_laid_as_one_by_one(given: list[Passage], rule: SpanRule) -> None:
    if not "".join(one.text for one in given).strip(BLANKS):
        return
    laid = lay(*given, rule=rule)
    text, found = laid.text, laid.mentions
    assert len(set(zip(found.start.tolist(), found.end.tolist(), found.type_codes.tolist(), strict=True))) == len(found)
    for number, expected in zip(laid.mention_of_span.tolist(), slowly(given, rule), strict=True):
        if expected is None:
            assert number == -1
            continue
        first, last = int(found.start[number]), int(found.end[number]) - 1
        sentence = int(text.sentence_of(np.array([first]))[0])
        assert sentence == int(text.sentence_of(np.array([last]))[0])
        document = int(laid.passage_of_document[int(text.document[sentence]) - 1])
        extent = int(laid.offsets[first, 0]), int(laid.offsets[last, 1])
        assert (document, *extent, found.types[found.type_codes[number]]) == expected


@given(st.lists(passages(), min_size=1, max_size=4))
def test_each_span_is_laid_or_stands_in_a_note(given: list[Passage]) -> None:
    if not "".join(one.text for one in given).strip(BLANKS):
        return
    laid = lay(*given, rule="skip")
    n_out = int(np.count_nonzero(laid.mention_of_span < 0))
    assert [note for note in laid.notes if "left out" in note and note.startswith(f"{n_out} span")] or not n_out
