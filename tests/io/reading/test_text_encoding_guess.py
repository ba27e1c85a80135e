import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.io.reading.guessing import guess_text_encoding, undecodable_lines


@pytest.mark.parametrize(
    ("data", "codec"),
    [
        (b"", "utf-8"),
        (b"Ostend\tO\n", "utf-8"),
        ("Köln\tO\n".encode(), "utf-8"),
        (codecs.BOM_UTF8 + b"a\tO\n", "utf-8"),
        ("\0\x80".encode(), "utf-8"),  # three bytes are no UTF-16
        ("Köln\tO\n".encode("utf-16"), "utf-16"),
        ("Köln\tO\nliegt\tO\n".encode("utf-16-le"), "utf-16-le"),
        ("Köln\tO\nliegt\tO\n".encode("utf-16-be"), "utf-16-be"),
        ("Köln\tO\n".encode("utf-32"), "utf-32"),
        ("Köln\tO\n".encode("latin-1"), "latin-1"),
        ("Köln\tO\n“\tO\n".encode("cp1252"), "cp1252"),
    ],
)
def test_a_text_encoding_is_recognised(data: bytes, codec: str) -> None:
    assert guess_text_encoding(data).codec == codec


def test_a_file_with_one_bad_byte_among_many_good_ones_is_damaged_utf_8() -> None:
    guess = guess_text_encoding("ö".encode() * 100 + b"\xff\n")
    assert guess.codec == "utf-8"
    assert "damaged" in guess.reason


@given(st.text())
def test_what_is_utf_8_is_never_taken_for_something_that_cannot_read_it(text: str) -> None:
    data = text.encode()
    data.decode(guess_text_encoding(data).codec)


@given(st.binary(max_size=200))
def test_any_bytes_get_a_guess_that_python_knows(data: bytes) -> None:
    codecs.lookup(guess_text_encoding(data).codec)


def test_every_line_with_undecodable_bytes_is_listed_once() -> None:
    data = b"a O\nb\xff\xfe O\nc O\n\xe9 O\n"
    assert undecodable_lines(data, "utf-8").tolist() == [2, 4]


def test_half_a_character_at_the_end_of_utf_16_is_found() -> None:
    assert undecodable_lines("a\nb".encode("utf-16-le")[:-1], "utf-16-le").tolist() == [2]
