"""Texts are printed by LaTeX as they are, whatever signs are in them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.io.writing.paper import latex_comment, latex_text

NASTY = st.text("\\{}$&#%_^~<>|-,'`!?\"[] \t\n\r\0\x1b\x85\u2028\ud800\udcffaé漢א", max_size=30) | st.text()
COMMANDS = {
    r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^", r"\textless{}": "<",
    r"\textgreater{}": ">", r"\textbar{}": "|", **{f"\\{sign}": sign for sign in "&%$#_{}"}, "{}": "",
}  # fmt: skip
PIECE = re.compile("|".join(map(re.escape, COMMANDS)) + r"|(?P<plain>[^\\{}$&#%_^~<>|])")


def printed(latex: str) -> str:
    """Read LaTeX as it prints it; a sign that stands for something else is an error."""
    place, out = 0, ""
    while place < len(latex):
        found = PIECE.match(latex, place)
        assert found is not None, latex[place:]
        out += COMMANDS.get(found[0], found[0])
        place = found.end()
    return out


@given(NASTY)
def test_every_text_is_printed_as_it_is(text: str) -> None:
    seen = re.sub("[\ud800-\udfff]", "\ufffd", re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", text))
    assert printed(latex_text(text)) == seen


@given(NASTY)
def test_no_two_signs_become_one(text: str) -> None:
    assert not re.search("--|,,|''|[`!?]`", latex_text(text))


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("50% of {A_1}", r"50\% of \{A\_1\}"),
        (r"C:\new~x^2", r"C:\textbackslash{}new\textasciitilde{}x\textasciicircum{}2"),
        ("a---b ``c'' ?`", "a-{}-{}-b `{}`c'{}' ?{}`"),
        ("<a|b>", r"\textless{}a\textbar{}b\textgreater{}"),
    ],
)
def test_signs_of_latex_are_written_out(text: str, latex: str) -> None:
    assert latex_text(text) == latex


@given(NASTY)
def test_a_comment_is_one_line(text: str) -> None:
    comment = latex_comment(text)
    assert comment.startswith("% ")
    assert len(comment.splitlines()) == 1
