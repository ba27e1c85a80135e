import unicodedata
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.tokenization import BLANKS, LINE_BREAKS, blank_mask, break_positions, tokenize

SIGNS = st.one_of(
    st.sampled_from(
        "aB9 é'-_.\n\r\t\u0301\u200d\u200c\u00ad\ufe0f\u20e3東ひカ서ไ😀👩💻🏽🇩🇪🇫#شْ\u200f\u2028\u00a0\u1161\u1100"
    ),
    st.characters(exclude_categories=["Cs"]),
)
TEXTS = st.text(SIGNS, max_size=30)


def tokens_of(text: str) -> list[str]:
    return [text[start:end] for start, end in tokenize(text).offsets.tolist()]


def sentences_of(text: str) -> list[list[str]]:
    tokens, starts = tokens_of(text), tokenize(text).sentence_start.tolist()
    return [tokens[start:stop] for start, stop in pairwise(starts)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Ana went home.", "Ana went home ."),
        ("John's O'Brien", "John ' s O ' Brien"),
        ("l’Italie Paris-based", "l ’ Italie Paris - based"),
        ("U.S. 1,000 B2B snake_case", "U . S . 1 , 000 B2B snake _ case"),
        ("wait...", "wait . . ."),
        ("Pa\u0301ris Zoe\u0308", "Pa\u0301ris Zoe\u0308"),
        ("क्षत्रिय नमस्ते", "क्षत्रिय नमस्ते"),
        ("می‌خواهم شَمس", "می‌خواهم شَمس"),
        ("東京タワーに", "東 京 タ ワ ー に"),
        ("서울에서", "서 울 에 서"),
        ("\u1109\u1165\u110b\u116e\u11af", "\u1109\u1165 \u110b\u116e\u11af"),
        ("ภาษาไทยที่", "ภ า ษ า ไ ท ย ที่"),
        ("in東京2020", "in 東 京 2020"),
        ("a😀b", "a 😀 b"),
        ("👩🏽\u200d💻👍🏽❤️\u200d🔥", "👩🏽\u200d💻 👍🏽 ❤️\u200d🔥"),
        ("🇩🇪🇫🇷🇪", "🇩🇪 🇫🇷 🇪"),
        ("#️⃣1️⃣ #a", "#️⃣ 1️⃣ # a"),
        ("!\u0301a", "!\u0301 a"),
        ("Donau\u00addampf", "Donau\u00addampf"),
        ("\u200fشمس\u200f!", "شمس !"),
        ("a\u200bb\u00a0c\ufeffd", "a b c d"),
        (" \u0301\u0302x", "\u0301\u0302x"),
        ("\u0301x", "\u0301x"),
        ("", ""),
        (" \n\t", ""),
    ],
)
def test_text_is_cut_by_the_rule(text: str, tokens: str) -> None:
    assert tokens_of(text) == tokens.split()


@pytest.mark.parametrize(
    "line_break", ["\n", "\r\n", "\r", "\n\n", "\n \t\n", "\u2028", "\u2029", "\x85", "\x0b", "\x0c"]
)
def test_a_line_break_ends_a_sentence(line_break: str) -> None:
    assert sentences_of(f"{line_break}a b.{line_break}c d{line_break}") == [["a", "b", "."], ["c", "d"]]


def test_a_full_stop_ends_no_sentence() -> None:
    assert sentences_of("One. Two.") == [["One", ".", "Two", "."]]


def test_positions_count_code_points() -> None:
    assert tokenize("😀 a").offsets.tolist() == [[0, 1], [2, 3]]


@given(TEXTS)
def test_every_visible_character_lies_in_exactly_one_token(text: str) -> None:
    covered = np.zeros(len(text), dtype=int)
    for start, end in tokenize(text).offsets.tolist():
        assert start < end
        covered[start:end] += 1
    assert covered.tolist() == [int(character not in BLANKS) for character in text]


@given(TEXTS)
def test_blanks_are_all_that_python_calls_so_and_layout_marks(text: str) -> None:
    mask = blank_mask(text).tolist()
    for character, is_blank in zip(text, mask, strict=True):
        assert is_blank or not character.isspace()
        assert not is_blank or character.isspace() or unicodedata.category(character) == "Cf"


@given(TEXTS)
def test_sentences_end_just_where_lines_do(text: str) -> None:
    lines = [[]] if text else []  # type: list[list[str]]
    breaks = set(break_positions(text).tolist())
    assert breaks == {place for place, character in enumerate(text) if character in LINE_BREAKS}
    for start, end in tokenize(text).offsets.tolist():
        n_before = sum(place < start for place in breaks)
        lines += [[] for _ in range(n_before + 1 - len(lines))]
        lines[n_before].append(text[start:end])
    assert sentences_of(text) == [line for line in lines if line]


@given(st.lists(TEXTS, max_size=4))
def test_texts_joined_by_a_line_break_are_cut_as_each_alone(texts: list[str]) -> None:
    assert sentences_of("\n".join(texts)) == [sentence for text in texts for sentence in sentences_of(text)]


@given(TEXTS)
def test_it_cuts_as_the_rule_read_one_character_after_the_other(text: str) -> None:
    assert tokens_of(text) == slowly_cut(text)


def slowly_cut(text: str) -> list[str]:
    """Follow the words of the guide."""
    tokens: list[str] = []
    is_open = False
    for character in text:
        if character in BLANKS:
            is_open = False
        elif is_open and (attaches(character) or goes_on(tokens[-1], character)):
            tokens[-1] += character
        else:
            tokens.append(character)
            is_open = True
    return tokens


def attaches(character: str) -> bool:
    is_later_jamo = "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff"
    is_mark = unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")
    return is_mark or "\U0001f3fb" <= character <= "\U0001f3ff" or is_later_jamo


def goes_on(token: str, character: str) -> bool:
    if is_flag_letter(token) and is_flag_letter(character):
        return True
    bare = "".join(sign for sign in token if not attaches(sign))
    kind = kind_of(bare[-1:] or "a")
    if kind != kind_of(character):
        return False
    return kind == "word" or (kind == "sign" and token.endswith("\u200d"))


def is_flag_letter(text: str) -> bool:
    return len(text) == 1 and "\U0001f1e6" <= text <= "\U0001f1ff"


def kind_of(character: str) -> str:
    if unicodedata.category(character)[0] not in "LN":
        return "sign"
    return "alone" if tokens_of(character * 2) == [character, character] else "word"
