"""What nobody would see is shown, what a script needs is left alone, and what has no end is cut."""

import unicodedata

import pytest

from nerinspect.errors import DataError
from nerinspect.visible import codes_apart, one_line, shortened, visible, with_signs

_TURNING = [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_WITHOUT_WIDTH = [0xAD, *range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF, 0xE0041]


@pytest.mark.parametrize("code", [*_TURNING, *_WITHOUT_WIDTH], ids=hex)
@pytest.mark.parametrize("name", ["ORG{}", "{}ORG", "OR{}G"])
def test_what_nobody_sees_in_a_name_stands_as_its_code(code: int, name: str) -> None:
    assert visible(name.format(chr(code))) == name.format(f"⟨U+{code:04X}⟩")


@pytest.mark.parametrize("code", _TURNING, ids=hex)
@pytest.mark.parametrize(
    "word",
    [
        "\u0645\u06cc{}\u062e\u0648\u0627\u0647\u0645",
        "\u05e9\u05dc\u05d5{}\u05dd",
        "\u0915\u094d{}\u0937",
        "👩{}👧",
        "ไทย{}ไทย",
    ],
)
def test_what_turns_words_around_is_shown_in_every_script(code: int, word: str) -> None:
    assert f"⟨U+{code:04X}⟩" in visible(word.format(chr(code)))


@pytest.mark.parametrize(
    "words",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with a non-joiner
        "\u0647\u200d.\u0642",  # a joiner at the end of a letter
        "\u0915\u094d\u200d\u0937 and \u0915\u094d\u200c\u0937",  # Hindi, both
        "👨\u200d👩\u200d👧 👩🏽\u200d🚀 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥",  # emoji tied by joiners
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # a flag of tags
        "\u05e9\u05dc\u05d5\u05dd\u200f! \u05d1-\u200f2",  # a mark behind Hebrew
        "ไทย\u200bไทย",  # Thai has no blanks
        "ЖЗ naïve Ünï",
        "plain",
    ],
)
def test_what_a_script_needs_is_left_alone(words: str) -> None:
    assert visible(words) == words
    assert with_signs(words) == words


def test_every_format_character_that_has_no_shape_is_shown() -> None:
    shaped = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
    codes = [code for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf" and code not in shaped]
    assert [hex(code) for code in codes if visible(f"a{chr(code)}b") == f"a{chr(code)}b"] == []
    assert len(codes) > 130


def test_signs_take_the_place_of_what_they_stand_for() -> None:
    words = "a\u202eb \u200b👩 \U000e0041c \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    shown = with_signs(words)
    assert [len(shown), len(shown.encode("utf-16"))] == [len(words), len(words.encode("utf-16"))]
    assert (shown[1], shown[4], shown.count("\u200c")) == ("\u2b1a", "\u2b1a", 1)


def test_a_name_without_end_is_cut_in_its_middle() -> None:
    said = str(DataError("x" * 5_000, "there is no such file", "check the path"))
    end = f"{'x' * 59}: there is no such file; check the path"
    assert said == f"{'x' * 200}… 4,741 characters …{end}"


def test_a_path_that_a_system_allows_is_whole() -> None:
    path = f"/home/{'n' * 200}/ref.conll"
    assert path in str(DataError(path, "there is no such file", "check the path"))


def test_a_message_without_end_is_cut() -> None:
    assert len(shortened("too many words " * 1_000)) < 2_100


@pytest.mark.parametrize(
    ("one", "other", "codes"),
    [
        ("a\u00a0b", "a b", ("U+00A0", "U+0020")),
        ("café", "cafe\u0301", ("U+00E9", "U+0065 U+0301")),
        ("a", "a\x07", ("", "U+0007")),
        ("\u0410x", "Ax", ("U+0410", "U+0041")),
        ("\uff41", "a", ("U+FF41", "U+0061")),
        ("a", "b", ("", "")),
        ("Ann", "ann", ("", "")),
        ("a,", "a-", ("", "")),
        ("a", "a", ("", "")),
        ("a\ufeff", "a", ("", "")),
        ("é" * 3_000, "e\u0301" * 3_000, ("", "")),
    ],
)
def test_texts_that_look_alike_are_told_apart_by_codes(one: str, other: str, codes: tuple[str, str]) -> None:
    assert codes_apart(one, other) == codes


def test_a_message_is_one_line() -> None:
    assert one_line("a\nb\x1b[31m\u2028c\u202e") == "a b [31m c⟨U+202E⟩"
