"""Text as it is written for LaTeX and Markdown, so that no sign of it is taken for something else."""

import re
from typing import Final

CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_JOINED: Final = re.compile("(?<=-)(?=-)|(?<=,)(?=,)|(?<=')(?=')|(?<=[`!?])(?=`)")
"""Where LaTeX would make one sign of two."""

_SIGNS: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{character: "\\" + character for character in "&%$#_{}"},
    }
)


def latex_text(text: str) -> str:
    r"""Write text for LaTeX; what cannot be printed becomes a blank, or a sign that something was there.

    Examples
    --------
    >>> print(latex_text("100% {a_b} -- c"))
    100\% \{a\_b\} -{}- c
    """
    return latex_signs(_printable(text))


def latex_signs(text: str) -> str:
    """Write the signs that LaTeX takes for something else, in a text without control characters."""
    return _JOINED.sub("\0", text).translate(_SIGNS).replace("\0", "{}")


def latex_comment(text: str) -> str:
    """Write text as one line that LaTeX does not read."""
    return f"% {_printable(text)}\n"


def _printable(text: str) -> str:
    return _SURROGATES.sub("\ufffd", CONTROLS.sub(" ", text))


_MARKDOWN: Final = str.maketrans({character: "\\" + character for character in "\\`*_[]<>&~|"})


def markdown_signs(text: str) -> str:
    """Write the signs that Markdown takes for something else, in a cell without control characters."""
    return text.translate(_MARKDOWN)
